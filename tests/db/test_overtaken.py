"""A game is changed only as it was read, and games whose end nobody was told are found."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from db import MessageRow, Overtaken, PlyTaken, SeatRow, Store
from tests.db.samples import ANN, BEN, CHANNEL, NOON, finish, later, new_game

if TYPE_CHECKING:
    from db import GameRow


async def stored(store: Store, game: int) -> tuple[GameRow, list[SeatRow]]:
    async with store.read() as reader:
        row = await reader.get_game(game)
        assert row is not None
        return row, await reader.seats(game)


async def lobby(store: Store) -> int:
    async with store.write() as tx:
        return await new_game(tx, status="lobby")


async def test_game_as_it_was_read_may_be_changed(store: Store) -> None:
    game = await lobby(store)
    row, seats = await stored(store, game)
    async with store.write() as tx:
        # A value may have been a tuple before it was stored.
        await tx.expect_game(replace(row, settings={**row.settings}), tuple(seats))
        await tx.update_game(game, settings={"order": [1, 2]})
    row, _ = await stored(store, game)
    async with store.write() as tx:
        await tx.expect_game(replace(row, settings={"order": (1, 2)}))


@pytest.mark.parametrize("what", ["settings", "rules", "status", "channel", "turn", "seats", "gone"])
async def test_game_that_another_has_changed_is_not_changed_again(store: Store, url: str, what: str) -> None:
    game = await lobby(store)
    row, seats = await stored(store, game)
    other = await Store.open(url)
    async with other.write() as tx:
        match what:
            case "settings":
                await tx.update_game(game, settings={"auto_draw": False})
            case "rules":
                await tx.update_game(game, rules={"preset": "modern", "target": 2000})
            case "status":
                await tx.update_game(game, status="cancelled")
            case "channel":
                await tx.update_game(game, channel_id=CHANNEL + 1)
            case "turn":
                await tx.update_game(game, turn_since=NOON)
            case "seats":
                await tx.set_seats(game, [SeatRow(game, 0, BEN, "Ben", NOON)])
            case _:
                await tx.forget_guild(row.guild_id)
    await other.close()

    async def change_all_the_same() -> None:
        async with store.write() as tx:
            try:
                await tx.expect_game(row, seats)
            except Overtaken:
                await tx.set_user_setting(ANN, "kept", 1)

    with pytest.raises(Overtaken):
        await change_all_the_same()
    async with store.read() as reader:
        assert await reader.user_settings(ANN) == {}


async def test_of_two_processes_that_change_what_they_read_one_begins_anew(store: Store, url: str) -> None:
    game = await lobby(store)
    other = await Store.open(url)
    row, _ = await stored(store, game)

    async def change(mine: Store, key: str) -> bool:
        try:
            async with mine.write() as tx:
                await tx.expect_game(row)
                await tx.update_game(game, settings={**row.settings, key: True})
        except Overtaken:
            return False
        return True

    kept = await asyncio.gather(change(store, "one"), change(other, "two"))
    assert sorted(kept) == [False, True]
    await other.close()


def test_taken_ply_is_a_way_to_be_overtaken() -> None:
    assert issubclass(PlyTaken, Overtaken)


async def test_games_whose_end_was_never_told_are_found(store: Store) -> None:
    async with store.write() as tx:
        told, untold, drawn = [await finish(tx, {ANN: 1000, BEN: 500}, ANN) for _ in range(3)]
        await tx.update_game(drawn, status="abandoned", end_reason="draw")
        left = await finish(tx, {ANN: 10, BEN: 20}, BEN, status="abandoned")
        await tx.put_message(MessageRow(told, 5, CHANNEL, "result", NOON, None, closed=True))
        await tx.put_message(MessageRow(untold, 6, CHANNEL, "board", NOON, None))
        playing = await new_game(tx)
    async with store.read() as reader:
        assert await reader.unannounced("result", NOON) == [untold, drawn]
        assert await reader.unannounced("result", later(untold)) == [drawn]
    assert {left, playing}.isdisjoint({untold, drawn})
