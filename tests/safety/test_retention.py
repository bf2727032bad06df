"""What is kept stays and goes as the page on privacy says: the bot itself sees to it, soon after a start and later."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from bot.club.people import (
    ASKINGS_KEPT,
    GIVEN_UP_KEPT,
    MODERATIONS_KEPT,
    NEVER_PLAYED_KEPT,
    OPEN_REPORTS_KEPT,
    REMOVED_KEPT,
    REPORTS_KEPT,
    Servers,
)
from bot.config import Settings
from bot.members import Members
from bot.other_processes import INTERACTIONS_KEPT
from bot.tables import Tables
from bot.tables.decisions import fixtures, lobby
from bot.tables.values.parts import Fixture
from bot.tables.values.rated import LEFT_GAMES_KEPT
from db import Store
from tests.databases import ON_SERVER, connected
from tests.programs import ROOT
from tests.safety.test_erasing import ELSEWHERE, found
from tests.simulated import START, simulated
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, GUILD, Clock, open_table, start_table
from tests.tables.ended import given_up

GONE, LEFT, HERE = 7001, 7002, 7003
"""Servers: the bot was removed from one long ago, from one lately, and from one never."""
MARGIN = timedelta(minutes=10)


@dataclass(frozen=True)
class Pruned:
    """Something that goes after a while: a row of it at a moment, and how to look for what is there."""

    kept: timedelta
    stored: str
    """Stores the row `:name` of the moment `:at`."""
    there: str
    """Asks for the names that are there."""
    by_real_time: bool = False


PRUNED: Final = {
    "lobbies and challenges that came to nothing": Pruned(
        NEVER_PLAYED_KEPT,
        "INSERT INTO games (id, guild_id, channel_id, kind, status, rules, settings, opener_id, created_at, ended_at) "
        "VALUES (:name, 7003, 9, 'open', 'expired', '{}', '{}', 1, :at, :at)",
        "SELECT id FROM games",
    ),
    "practices that were given up before four tricks": Pruned(
        GIVEN_UP_KEPT,
        "INSERT INTO games (id, guild_id, channel_id, kind, status, rules, settings, opener_id, created_at, ended_at, "
        "end_reason, private) VALUES (10 * :name, 7003, 9, 'practice', 'abandoned', '{}', '{}', 1, :at, :at, "
        "'given-up', TRUE)",
        "SELECT id / 10 FROM games WHERE kind = 'practice'",
    ),
    "who asked whom to play": Pruned(
        ASKINGS_KEPT,
        "INSERT INTO askings (user_id, asked_id, at) VALUES (:name, 2, :at)",
        "SELECT user_id FROM askings",
    ),
    "which interaction was answered": Pruned(
        INTERACTIONS_KEPT,
        "INSERT INTO claims (interaction_id, process, at) VALUES (:name, 1, :at)",
        "SELECT interaction_id FROM claims",
        by_real_time=True,
    ),
    "what moderators did": Pruned(
        MODERATIONS_KEPT,
        "INSERT INTO moderations (guild_id, by_id, what, about_id, at) VALUES (7003, 1, 'close', :name, :at)",
        "SELECT about_id FROM moderations",
    ),
    "which rated games somebody has left": Pruned(
        LEFT_GAMES_KEPT,
        "INSERT INTO left_games (game_id, user_id, guild_id, at, by_days, settled) "
        "SELECT max(id), :name, 7003, :at, FALSE, FALSE FROM games",
        "SELECT user_id FROM left_games",
    ),
    "the keyed hash of a deleted member": Pruned(
        LEFT_GAMES_KEPT,
        "INSERT INTO former_players (former_id, guild_id, member, at) VALUES (:name, 7003, 'a hash', :at)",
        "SELECT former_id FROM former_players",
    ),
    "reports that a moderator has closed": Pruned(
        REPORTS_KEPT,
        "INSERT INTO reports (guild_id, reporter_id, reported_id, reason, at, closed_at) "
        "VALUES (7003, 1, :name, '', :at, :at)",
        "SELECT reported_id FROM reports WHERE closed_at IS NOT NULL",
    ),
    "reports that nobody closes": Pruned(
        OPEN_REPORTS_KEPT,
        "INSERT INTO reports (guild_id, reporter_id, reported_id, reason, at) VALUES (7003, 1, :name, '', :at)",
        "SELECT reported_id FROM reports WHERE closed_at IS NULL",
    ),
    "everything of a server from which the bot was removed": Pruned(
        REMOVED_KEPT,
        "INSERT INTO removed_servers (guild_id, since) VALUES (:name, :at)",
        "SELECT guild_id FROM ratings",
    ),
}
STAYS: Final = {
    "games that were played, ratings, statistics, settings, lessons": "until they are deleted",
    "tournaments, daily deals, exercises, blocks, who wants to be told": "until they are deleted or taken back",
    "who has left a server": "until they have played there again, or it is deleted",
    "direct messages about a turn": "until the turn is over",
}
NOT_OURS: Final = {"copies of the database"}
"""What the bot has no hand in."""
PERIODS: Final = {
    "an hour": 1 / 24, "20 minutes": 1 / 72, "15 minutes": 1 / 96, "a year": 365, "30 days": 30, "90 days": 90,
    "8 days": 8,
}  # fmt: skip
"""As the page names them, in days."""


def promised() -> dict[str, str]:
    """Return what the page on privacy says of how long what is kept."""
    page = (ROOT / "docs" / "privacy.md").read_text()
    table = page.split("## How long")[1].split("##")[0]
    rows = re.findall(r"^\| ([^|]+?) \| ([^|]+?) \|$", table, re.MULTILINE)
    return dict(rows[1:])


def test_every_promise_of_the_page_on_privacy_is_kept_by_a_number_of_the_code() -> None:
    promises = promised()
    assert promises.keys() == PRUNED.keys() | STAYS.keys() | NOT_OURS
    assert {what: promises[what] for what in STAYS} == STAYS
    named = {what: re.match("|".join(PERIODS), promises[what]) for what in PRUNED}
    assert {what: each and timedelta(days=PERIODS[each[0]]) for what, each in named.items()} == {
        what: each.kept for what, each in PRUNED.items()
    }


async def test_bot_forgets_what_has_been_kept_long_enough_and_nothing_else(settings: Settings) -> None:
    with connected(settings.database_url) as connection:
        for each in PRUNED.values():
            now = datetime.now(UTC) if each.by_real_time else START
            for name, at in ((GONE, now - each.kept - MARGIN), (LEFT, now - each.kept + MARGIN)):
                given = at.replace(tzinfo=None).isoformat(" ", "microseconds") + ("Z" if ON_SERVER else "")
                connection.execute(each.stored.replace(":name", str(name)).replace(":at", f"'{given}'"))
        for name in (GONE, LEFT, HERE):
            connection.execute("INSERT INTO ratings VALUES (?, 'two', 1, 25.0, 8.0, 1000, 1)", name)

    def there() -> dict[str, set[int]]:
        with connected(settings.database_url) as connection:
            found = {
                what: {name for row in connection.execute(each.there) for name in row.values()}
                for what, each in PRUNED.items()
            }
        return {what: names & {GONE, LEFT, HERE} for what, names in found.items()}

    server = "everything of a server from which the bot was removed"
    assert there() == {what: {GONE, LEFT} for what in PRUNED} | {server: {GONE, LEFT, HERE}}
    async with simulated(settings) as world:
        await world.env.advance_time(2)
        assert there() == {what: {LEFT} for what in PRUNED} | {server: {LEFT, HERE}}


SECOND = timedelta(seconds=1)


async def kept(store: Store) -> list[int]:
    return await store.ask(lambda reader: reader.servers.kept())


async def test_a_server_is_forgotten_thirty_days_after_the_bot_was_removed(
    store: Store, tables: Tables, clock: Clock, path: Path
) -> None:
    await given_up(tables, [ANN, BEN], ANN)
    await given_up(tables, [ANN, BEN], BEN, seed=2, guild_id=ELSEWHERE)
    await start_table(tables, (ANN, BEN))
    await Members(tables).preferences.set_of_server(GUILD, {"language": "fr"})
    servers = Servers(store, tables)
    await servers.removed(GUILD)
    clock.at += REMOVED_KEPT - SECOND
    await servers.removed(GUILD)  # seen again: that changes nothing
    await servers.forget_old(set())
    assert await kept(store) == [GUILD, ELSEWHERE]
    clock.at += SECOND
    await servers.forget_old({GUILD})
    assert await kept(store) == [GUILD, ELSEWHERE]
    await servers.forget_old({ELSEWHERE})
    assert await kept(store) == [ELSEWHERE]
    assert found(path, GUILD) == []
    assert [entry.guild_id for entry in tables.memory.live] == []
    assert tables.preferences.servers == {}  # what it had chosen is not read from memory if it returns
    assert all(ELSEWHERE in row for rows in (await everything(store)).values() for row in rows)


async def test_a_server_that_returns_in_time_keeps_everything(store: Store, tables: Tables, clock: Clock) -> None:
    await given_up(tables, [ANN, BEN], ANN)
    before, servers = await everything(store), Servers(store, tables)
    await servers.removed(GUILD)
    clock.at += REMOVED_KEPT - SECOND
    await servers.returned(GUILD)
    clock.at += 2 * REMOVED_KEPT
    await servers.forget_old(set())
    assert await everything(store) == before


async def test_a_start_sees_what_happened_while_the_bot_was_down(store: Store, tables: Tables, clock: Clock) -> None:
    await given_up(tables, [ANN, BEN], ANN)
    await given_up(tables, [ANN, BEN], ANN, guild_id=ELSEWHERE)
    servers = Servers(store, tables)
    await servers.compare({GUILD})
    assert list(await store.ask(lambda reader: reader.servers.removed())) == [ELSEWHERE]
    await servers.compare({ELSEWHERE}, ours=lambda guild: guild == ELSEWHERE)  # GUILD is another process's
    assert await store.ask(lambda reader: reader.servers.removed()) == {}
    await servers.compare({GUILD})
    clock.at += REMOVED_KEPT
    await servers.forget_old({GUILD})
    assert await kept(store) == [GUILD]


async def test_lobbies_that_came_to_nothing_are_kept_for_thirty_days(
    store: Store, tables: Tables, clock: Clock, path: Path
) -> None:
    table = await open_table(tables, (ANN, BEN))
    playing = await start_table(tables, (ANN, BEN))
    await tables.ask(table.id, lobby.cancel, ANN.user_id)
    paired = await tables.store.create(
        fixtures.arranged(
            tables.store.occasion(), guild_id=GUILD, channel_id=table.channel_id, players=(ANN, BEN), rules=table.rules,
            terms=table.terms, fixture=Fixture(1, "Cup", 1), lasting=SECOND, in_thread=False,
        )
    )  # fmt: skip
    await tables.ask(paired.id, fixtures.called_off)
    servers = Servers(store, tables)
    clock.at += NEVER_PLAYED_KEPT
    await servers.forget_old({GUILD})
    assert (await tables.get(table.id)).id == table.id
    clock.at += SECOND
    await servers.forget_old({GUILD})
    async with store.read() as reader:
        assert await reader.games.every_id() == [playing.id, paired.id], "a round's message keeps its seal"
    with connected(path) as beside_the_bot:
        assert beside_the_bot.execute("SELECT 1 FROM seats WHERE game_id NOT IN (SELECT id FROM games)") == []
