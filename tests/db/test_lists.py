"""Lists over what is over: right, and read in the order in which they are shown, however much there is."""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, select
from sqlalchemy.dialects import postgresql, sqlite

from db import Reader, SeatRow, Store, Transaction, Visible
from db.session import each_of
from tests.databases import of_files
from tests.db.samples import ANN, BEN, GUILD, finish, later

ELSEWHERE = GUILD + 1
CY = 17


async def seated_as(tx: Transaction, name: str, minute: float, *, guild_id: int = GUILD) -> int:
    """Store a finished game at which Ann sat down by this name."""
    game = await finish(tx, {ANN: 10, BEN: 5}, ANN, guild_id=guild_id)
    await tx.games.set_seats(game, [SeatRow(game, 0, ANN, name, later(minute)), SeatRow(game, 1, BEN, "Ben", later(0))])
    return game


@pytest.mark.deep
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
        results = await reader.results.of_each([first, second, 99])
        for game in (first, second):
            assert seats[game] == await reader.games.seats(game)
            assert results[game] == await reader.results.of(game)
    assert set(seats) == set(results) == {first, second}


CHANNEL, THREAD, SALON = 101, 102, 103


@pytest.fixture
async def seen(store: Store) -> dict[str, int]:
    """Games over by where they were played and by whom."""
    async with store.write() as tx:
        games = {
            "here": await finish(tx, {ANN: 10, BEN: 5}, ANN),
            "in a thread": await finish(tx, {ANN: 10, CY: 5}, ANN),
            "in the salon": await finish(tx, {ANN: 10, BEN: 5}, ANN),
        }
        for game, channel, home in zip(games.values(), (CHANNEL, THREAD, SALON), (None, CHANNEL, None), strict=True):
            await tx.games.update(game, 1, channel_id=channel, home_id=home)
        return games


READERS = {
    "everyone who sees the channel": (Visible(frozenset((CHANNEL,))), {"here", "in a thread"}),
    "a member who sees the channel": (Visible(frozenset((CHANNEL, *range(500, 1500))), CY), {"here", "in a thread"}),
    "a member who sees none": (Visible(frozenset(), 99), set[str]()),
    "a player who sees none": (Visible(frozenset(), CY), {"in a thread"}),
    "nobody in particular who sees none": (Visible(frozenset()), set[str]()),
    "who administers": (Visible(None, 99), {"here", "in a thread", "in the salon"}),
}


@pytest.mark.sweep
@pytest.mark.parametrize("reader", READERS)
async def test_lists_name_the_games_of_channels_that_their_reader_sees_and_the_readers_own(
    store: Store, seen: dict[str, int], reader: str
) -> None:
    visible, told = READERS[reader]
    numbers = {seen[name] for name in told}
    of_cy = {seen["in a thread"]} if told else set[int]()
    own = {seen["in a thread"]} if visible.user_id == CY else set[int]()
    assert await store.ask(lambda reader: _over(reader, visible, None)) == numbers
    assert await store.ask(lambda reader: _over(reader, visible, CY)) == of_cy | own
    assert set(await store.ask(lambda reader: reader.records.last_games(GUILD, ANN, visible, 9))) == numbers
    assert set(await store.ask(lambda reader: reader.records.last_games(GUILD, ANN, visible, 9, CY))) == of_cy | own


async def _over(reader: Reader, visible: Visible, user_id: int | None) -> set[int]:
    return {row.id for row in await reader.games.finished_of(GUILD, user_id, visible=visible)}


def test_numbers_are_one_parameter_on_either_database() -> None:
    for dialect, function in ((sqlite, "json_each"), (postgresql, "json_array_elements_text")):
        statement = select(each_of(range(500))).compile(dialect=dialect.dialect())
        assert (len(statement.params), function in str(statement)) == (1, True)


LISTS: dict[str, tuple[Callable[[Reader], Awaitable[object]], str]] = {
    "finished games": (lambda reader: reader.games.finished_of(GUILD, None, 10, 990), "ix_games_over"),
    "finished games that somebody sees": (
        lambda reader: reader.games.finished_of(GUILD, None, 10, 990, Visible(frozenset((1, 2)), ANN)),
        "ix_games_over",
    ),
    "names": (lambda reader: reader.standings.last_names(GUILD, [ANN, BEN]), "ix_seats_user_id_joined_at_game_id"),
}


@of_files
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
