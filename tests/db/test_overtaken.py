"""A game is changed only as it was read, and games whose end nobody was told are found."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from db import MessageRow, Overtaken, SeatRow, Store
from tests.db.samples import ANN, BEN, CHANNEL, NOON, finish, later, new_game

if TYPE_CHECKING:
    from db import GameRow


async def stored(store: Store, game: int) -> GameRow:
    async with store.read() as reader:
        row = await reader.games.get(game)
    assert row is not None
    return row


async def lobby(store: Store) -> int:
    async with store.write() as tx:
        return await new_game(tx, status="lobby")


@pytest.mark.deep
async def test_game_as_it_was_read_may_be_changed_and_counts_its_changes(store: Store) -> None:
    game = await lobby(store)
    for version in range(3):
        row = await stored(store, game)
        assert row.version == version
        async with store.write() as tx:
            await tx.games.update(game, row.version, settings={"round": version})
            assert await tx.games.version(game) == version + 1
    async with store.write() as tx:
        await tx.games.update(game, 3)
        assert tx.failure is None
    row = await stored(store, game)
    assert (row.version, row.settings) == (4, {"round": 2})
    async with store.read() as reader:
        assert await reader.games.version(game + 1) is None


@pytest.mark.sweep
@pytest.mark.parametrize("what", ["settings", "status", "frozen", "nothing", "gone"])
async def test_game_that_another_has_changed_is_not_changed_again(store: Store, url: str, what: str) -> None:
    game = await lobby(store)
    row = await stored(store, game)
    other = await Store.open(url)
    async with other.write() as tx:
        match what:
            case "settings":
                await tx.games.update(game, row.version, settings={"auto_draw": False})
            case "status":
                await tx.games.update(game, row.version, status="cancelled")
            case "frozen":
                await tx.games.freeze(game, NOON)
            case "nothing":  # such as other seats, which are not the game's columns
                await tx.games.set_seats(game, [SeatRow(game, 0, BEN, "Ben", NOON)])
                await tx.games.update(game, row.version)
            case _:
                await tx.servers.forget(row.guild_id)
    async with other.read() as reader:
        changed = await reader.game_record.load(game)
    await other.close()

    async def change_all_the_same() -> None:
        async with store.write() as tx:
            await tx.settings.set_of_user(ANN, "before", 1)
            with pytest.raises(Overtaken, match=f"Table {game} was changed"):
                await tx.games.update(game, row.version, opener_id=BEN)
            assert isinstance(tx.failure, Overtaken)
            await tx.settings.set_of_user(ANN, "after", 1)

    with pytest.raises(Overtaken):
        await change_all_the_same()
    async with store.read() as reader:
        assert await reader.settings.of_user(ANN) == {}
        assert await reader.game_record.load(game) == changed


async def test_of_two_processes_that_change_what_they_read_one_begins_anew(store: Store, url: str) -> None:
    game = await lobby(store)
    other = await Store.open(url)
    row = await stored(store, game)

    async def change(mine: Store, key: str) -> str:
        try:
            async with mine.write() as tx:
                await tx.games.update(game, row.version, settings={**row.settings, key: True})
        except Overtaken:
            return ""
        return key

    kept = await asyncio.gather(change(store, "one"), change(other, "two"))
    assert sorted(map(bool, kept)) == [False, True]
    assert (await stored(store, game)).settings == {**row.settings, "".join(kept): True}
    await other.close()


async def test_games_whose_end_was_never_told_are_found(store: Store) -> None:
    async with store.write() as tx:
        told, untold, drawn = [await finish(tx, {ANN: 1000, BEN: 500}, ANN) for _ in range(3)]
        await tx.games.update(drawn, 1, status="abandoned", end_reason="draw")
        left = await finish(tx, {ANN: 10, BEN: 20}, BEN, status="abandoned")
        await tx.messages.put(MessageRow(told, 5, CHANNEL, "result", NOON, closed=True))
        await tx.messages.put(MessageRow(untold, 6, CHANNEL, "board", NOON))
        playing = await new_game(tx)
    async with store.read() as reader:
        assert await reader.messages.unannounced("result", NOON) == [untold, drawn]
        assert await reader.messages.unannounced("result", later(untold)) == [drawn]
    assert {left, playing}.isdisjoint({untold, drawn})


async def test_games_that_are_over_but_still_shown_as_they_were_are_found(store: Store) -> None:
    async with store.write() as tx:
        shown, closed, elsewhere = [await finish(tx, {ANN: 1000, BEN: 500}, ANN) for _ in range(3)]
        playing, frozen = await new_game(tx), await new_game(tx)
        await tx.games.freeze(frozen, NOON)
        for game in (shown, playing, frozen):
            await tx.messages.put(MessageRow(game, 5, CHANNEL, "board", NOON))
        await tx.messages.put(MessageRow(shown, 6, CHANNEL, "board", NOON))
        await tx.messages.put(MessageRow(closed, 5, CHANNEL, "board", NOON, closed=True))
        await tx.messages.put(MessageRow(elsewhere, 5, CHANNEL, "result", NOON))
    async with store.read() as reader:
        assert await reader.messages.left_open("board") == [shown]
