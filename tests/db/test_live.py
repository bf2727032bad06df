"""What a start reads of all live games at once, and what is written for all of them at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from db import BoardRow, DeadlineRow, MessageRow
from tests.db.samples import ANN, BEN, CHANNEL, GUILD, NOON, later, new_game

if TYPE_CHECKING:
    from db import Store


async def test_live_games_come_with_who_sits_there_and_what_is_posted(store: Store) -> None:
    async with store.write() as tx:
        one = await new_game(tx, users=(BEN, ANN))
        await new_game(tx, status="finished")
        lobby = await new_game(tx, status="lobby", users=(ANN,))
        for number, role, closed in ((1, "board", True), (2, "board", False), (3, "nudge", False), (4, "look", True)):
            await tx.messages.put(MessageRow(one, number, CHANNEL, role, later(number), closed, deal=0))
        await tx.games.update(
            one, 0, on_move=BEN, rules={"irregularities": "forfeits"}, settings={"clock": "days-1"}, private=True
        )
        first, second = await tx.live.games()
    assert (first.id, first.users, first.board, first.roles) == (one, (BEN, ANN), 2, frozenset({"board", "nudge"}))
    assert (first.on_move, first.settings, first.version) == (BEN, {"clock": "days-1"}, 1)
    assert (first.rules, first.private) == ({"irregularities": "forfeits"}, True)
    assert (second.id, second.status, second.guild_id, second.users) == (lobby, "lobby", GUILD, (ANN,))
    assert (second.on_move, second.private, second.board, second.roles) == (None, False, None, frozenset())


@pytest.mark.deep
async def test_what_boards_show_is_replaced_and_goes_with_its_game(store: Store) -> None:
    async with store.write() as tx:
        games = [await new_game(tx) for _ in range(3)]
        rows = [BoardRow(game, 10 + game, 3, "this", "us") for game in games]
        await tx.live.note_boards(rows[:2])
        await tx.live.note_boards([replace(row, version=4, shown="that") for row in (rows[1], rows[2])])
        assert await tx.live.boards() == [rows[0], *(replace(row, version=4, shown="that") for row in rows[1:])]
        await tx.games.update(games[0], 0, status="finished")
        assert [row.game_id for row in await tx.live.boards()] == games[1:]
        await tx.servers.forget(GUILD)
        await tx.live.note_boards(rows)  # of games that have gone meanwhile
        assert await tx.live.boards() == []
        assert tx.failure is None


async def test_very_many_boards_are_noted_at_once(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.live.note_boards([BoardRow(game + number, 1, 1, "this", "us") for number in range(1200)])
        assert [row.game_id for row in await tx.live.boards()] == [game]


async def test_turns_that_begin_in_the_future_begin_now_at_live_games(store: Store) -> None:
    async with store.write() as tx:
        early, late, over = [await new_game(tx, status=status) for status in ("playing", "playing", "finished")]
        for game, minutes in ((early, -5), (late, 5), (over, 5)):
            await tx.games.update(game, 0, turn_since=later(minutes))
        await tx.games.begin_turns_by(NOON)
        found = [await tx.games.get(game) for game in (early, late, over)]
    assert [(row.turn_since, row.version) for row in found if row is not None] == [
        (later(-5), 1), (NOON, 2), (later(5), 1),
    ]  # fmt: skip


async def test_time_is_given_back_to_every_deadline(store: Store) -> None:
    async with store.write() as tx:
        games = [await new_game(tx) for _ in range(3)]
        for game in games:
            for kind, minutes in (("clock", game), ("abandon", 60 + game)):
                await tx.schedule.set(DeadlineRow(game, kind, later(minutes)))
        assert await tx.schedule.shift(later(7) - NOON) == 6
        found = {(row.game_id, row.kind): row.due_at for row in await tx.schedule.deadlines()}
    assert found == {(game, kind): later(add + game) for game in games for kind, add in (("clock", 7), ("abandon", 67))}
