"""Many tables at once, in two processes on one database: nobody is refused, and nothing that is counted is lost."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.tables import Player
from bot.tables.decisions import play
from db import Board, Store
from tests.tables.at_table import ANN, GUILD, Clock, loading, open_table, put, start_table, tables_over
from tests.tables.made import begun, counts, played

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables import Tables

CROWD = [Player(2**60 + 1000 + number, f"Player {number}") for number in range(40)]


@pytest.fixture
async def pair(store: Store, url: str, clock: Clock) -> AsyncIterator[list[Tables]]:
    """The tables of two processes."""
    other = await Store.open(url)
    pair = [tables_over(each, clock) for each in (store, other)]
    for each in pair:
        await loading(each).load()
    yield pair
    await other.close()


@pytest.mark.deep
async def test_twenty_tables_are_opened_and_started_at_once(pair: list[Tables]) -> None:
    couples = [CROWD[at : at + 2] for at in range(0, len(CROWD), 2)]
    started = await asyncio.gather(*(start_table(pair[at % 2], couple) for at, couple in enumerate(couples)))
    assert len({table.id for table in started}) == len(couples) == 20
    assert all(table.turn_users for table in started)


async def test_one_place_that_many_want_is_given_to_one(pair: list[Tables]) -> None:
    table = await open_table(pair[0], (ANN,))
    came = await asyncio.gather(
        *(pair[at % 2].join(table.id, player) for at, player in enumerate(CROWD[:12])), return_exceptions=True
    )
    assert sum(not isinstance(each, BaseException) for each in came) == 1
    assert len((await tables_over(pair[0].store.db, Clock()).get(table.id)).users) == 2


async def test_games_that_end_at_once_are_all_counted(pair: list[Tables], store: Store) -> None:
    """What a game does to ratings and standings is read first and written then, for the same player each time."""
    games = [
        (tables, (await put(tables, played(begun([ANN, CROWD[number]], seed=number), counts, seed=number))).id)
        for number in range(0, 12, 2)
        for tables in pair
    ]
    await asyncio.gather(*(tables.ask(number, play.resign, ANN.user_id) for tables, number in games))
    async with store.read() as reader:
        rating = (await reader.ratings.of(GUILD, "two", [ANN.user_id]))[ANN.user_id]
        standing = await reader.standings.standing_of(Board(GUILD), ANN.user_id)
        assert [row.mu for _, number in games for row in await reader.results.of(number) if not row.won]
    assert rating.games == len(games) == 12
    assert standing is not None
    assert (standing.games, standing.wins) == (12, 0)
