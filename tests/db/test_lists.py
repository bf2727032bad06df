"""Lists over what is over: right, and read in the order in which they are shown, however much there is."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from db import SeatRow, Visible
from tests.db.samples import ANN, BEN, GUILD, finish, later

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from db import Reader, Store, Transaction

ELSEWHERE = GUILD + 1
CY = 17


async def seated_as(tx: Transaction, name: str, minute: float, *, guild_id: int = GUILD) -> int:
    """Store a finished game at which Ann sat down by this name."""
    game = await finish(tx, {ANN: 10, BEN: 5}, ANN, guild_id=guild_id)
    await tx.games.set_seats(game, [SeatRow(game, 0, ANN, name, later(minute)), SeatRow(game, 1, BEN, "Ben", later(0))])
    return game


async def test_a_name_is_the_one_of_the_last_sitting_down_in_that_server(store: Store) -> None:
    async with store.write() as tx:
        await seated_as(tx, "Annie", 1)
        await seated_as(tx, "Ann the Second", 9)
        await seated_as(tx, "Anna", 5)
        await seated_as(tx, "Somebody else", 20, guild_id=ELSEWHERE)
    async with store.read() as reader:
        assert await reader.standings.last_names(GUILD, [ANN, CY, ANN, BEN]) == {ANN: "Ann the Second", BEN: "Ben"}
        assert await reader.standings.last_names(ELSEWHERE, [ANN]) == {ANN: "Somebody else"}
        assert await reader.standings.last_names(GUILD, []) == {}


async def test_of_two_names_of_one_moment_that_of_the_later_game_holds(store: Store) -> None:
    async with store.write() as tx:
        await seated_as(tx, "first", 3)
        await seated_as(tx, "second", 3)
    async with store.read() as reader:
        assert await reader.standings.last_names(GUILD, [ANN]) == {ANN: "second"}


async def test_seats_and_results_of_many_games_come_each_to_its_own(store: Store) -> None:
    async with store.write() as tx:
        first = await finish(tx, {ANN: 10, BEN: 5}, ANN)
        second = await finish(tx, {CY: 7, ANN: 20}, ANN)
    async with store.read() as reader:
        seats = await reader.games.seats_of_each([first, second, 99])
        results = await reader.standings.results_of_each([first, second, 99])
        for game in (first, second):
            assert seats[game] == await reader.games.seats(game)
            assert results[game] == await reader.standings.results(game)
    assert set(seats) == set(results) == {first, second}


LISTS: dict[str, tuple[Callable[[Reader], Awaitable[object]], str]] = {
    "finished games": (lambda reader: reader.games.finished_of(GUILD, None, 10, 990), "ix_games_guild_id_ended_at_id"),
    "finished games that somebody sees": (
        lambda reader: reader.games.finished_of(GUILD, None, 10, 990, Visible(frozenset((1, 2)), ANN)),
        "ix_games_guild_id_ended_at_id",
    ),
    "names": (lambda reader: reader.standings.last_names(GUILD, [ANN, BEN]), "ix_seats_user_id_joined_at_game_id"),
}


@pytest.mark.parametrize("name", LISTS)
async def test_a_list_is_read_in_its_order_and_nothing_is_sorted_for_it(store: Store, path: Path, name: str) -> None:
    ask, index = LISTS[name]
    asked: list[tuple[str, Any]] = []

    def note(_connection: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:  # noqa: ANN401
        asked.append((statement, values))

    event.listen(store._engine.sync_engine, "before_cursor_execute", note)
    async with store.read() as reader:
        await ask(reader)
    ((statement, values),) = [(each, given) for each, given in asked if each.startswith("SELECT")]
    with closing(sqlite3.connect(path)) as connection:
        plan = [str(step[3]) for step in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert any(index in step for step in plan), plan
    assert not any("TEMP B-TREE" in step or step.startswith("SCAN games") for step in plan), plan
