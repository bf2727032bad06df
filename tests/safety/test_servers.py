"""What is kept stays as long as is said: servers the bot was removed from, lobbies that came to nothing."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.club.servers import NEVER_PLAYED_KEPT, REMOVED_KEPT, Servers
from bot.members import Members
from bot.tables.decisions import lobby
from tests.databases import connected
from tests.safety.test_erasing import ELSEWHERE, found
from tests.standings.test_standing import everything
from tests.tables.at_table import ANN, BEN, GUILD, open_table, start_table
from tests.tables.ended import given_up

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock

SECOND = timedelta(seconds=1)


async def kept(store: Store) -> list[int]:
    async with store.read() as reader:
        return await reader.servers.kept()


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
    async with store.read() as reader:
        assert list(await reader.servers.removed()) == [ELSEWHERE]
    await servers.compare({ELSEWHERE}, ours=lambda guild: guild == ELSEWHERE)  # GUILD is another process's
    async with store.read() as reader:
        assert await reader.servers.removed() == {}
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
    servers = Servers(store, tables)
    clock.at += NEVER_PLAYED_KEPT
    await servers.forget_old({GUILD})
    assert (await tables.get(table.id)).id == table.id
    clock.at += SECOND
    await servers.forget_old({GUILD})
    async with store.read() as reader:
        assert await reader.games.every_id() == [playing.id]
    with connected(path) as beside_the_bot:
        assert beside_the_bot.execute("SELECT 1 FROM seats WHERE game_id NOT IN (SELECT id FROM games)") == []
