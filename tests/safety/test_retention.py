"""What is kept goes when the page on privacy says so: the bot itself sees to it, soon after a start and then again."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.club.servers import (
    ASKINGS_KEPT,
    GIVEN_UP_KEPT,
    MODERATIONS_KEPT,
    NEVER_PLAYED_KEPT,
    OPEN_REPORTS_KEPT,
    REMOVED_KEPT,
    REPORTS_KEPT,
)
from bot.other_processes import INTERACTIONS_KEPT
from bot.tables.values.rated import LEFT_GAMES_KEPT
from tests.databases import ON_SERVER, connected
from tests.programs import ROOT
from tests.simulated import START, simulated

if TYPE_CHECKING:
    from bot.config import Settings

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
ELSEWHERE: Final = {"copies of the database"}
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
    assert promises.keys() == PRUNED.keys() | STAYS.keys() | ELSEWHERE
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
