from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any, cast

import pytest

from db import Board, By, Duplicate, ResultRow, Store
from db.connection import make_ready
from db.ratings import RatingRow
from tests.db.samples import ANN, BEN, GUILD, NOON, finish, new_game

CY, DEE, EVE, FAY = 31, 32, 33, 34


async def test_wins_come_first_then_points_a_game(store: Store) -> None:
    async with store.write() as tx:
        await finish(tx, {ANN: 1000, BEN: 900}, ANN)
        await finish(tx, {ANN: 500, BEN: 1100}, BEN)
        await finish(tx, {CY: 100, DEE: 5000}, CY)
        await finish(tx, {CY: 100, DEE: 5000}, CY)
    async with store.read() as reader:
        lines = await reader.standings.leaderboard(Board(GUILD))
        assert [(r.user_id, r.place, r.games, r.wins, r.points_per_game) for r in lines] == [
            (CY, 1, 2, 2, 100.0),
            (BEN, 2, 2, 1, 1000.0),
            (ANN, 3, 2, 1, 750.0),
            (DEE, 4, 2, 0, 5000.0),
        ]


async def test_equal_players_share_a_place_and_the_next_place_is_left_out(store: Store) -> None:
    async with store.write() as tx:
        # Dee: one win, 3 × 700 / 3; Cy: one win, 700 / 1: equal, fewer games first. Ann and Ben: no win.
        await finish(tx, {DEE: 1000, EVE: 10}, DEE)
        await finish(tx, {DEE: 550, FAY: 2000}, FAY)
        await finish(tx, {DEE: 550, FAY: 2000}, FAY)
        await finish(tx, {CY: 700, BEN: 100}, CY)
        await finish(tx, {FAY: 2000, ANN: 100}, FAY)
    async with store.read() as reader:
        board = await reader.standings.leaderboard(Board(GUILD))
        assert [(row.user_id, row.place) for row in board] == [
            (FAY, 1), (CY, 2), (DEE, 2), (ANN, 4), (BEN, 4), (EVE, 6),
        ]  # fmt: skip
        for row in board:
            assert await reader.standings.standing_of(Board(GUILD), row.user_id) == row


@pytest.mark.deep
async def test_averages_of_thirds_that_are_equal_share_a_place(store: Store) -> None:
    async with store.write() as tx:
        for points in (100, 0, 0):
            await finish(tx, {ANN: points, CY: 5}, CY)
        for points in (150, 50, 0, 0, 0, 0):
            await finish(tx, {BEN: points, CY: 5}, CY)
    async with store.read() as reader:
        board = await reader.standings.leaderboard(Board(GUILD))
        assert [(row.user_id, row.place) for row in board] == [(CY, 1), (ANN, 2), (BEN, 2)]


@pytest.mark.deep
async def test_pages_join_up_without_gaps_or_repeats(store: Store) -> None:
    async with store.write() as tx:
        for number in range(12):
            await finish(tx, {100 + number: 10 * (number % 3), 200 + number: 0}, 100 + number)
    async with store.read() as reader:
        whole = await reader.standings.leaderboard(Board(GUILD), limit=100)
        pages = [row for start in range(0, 24, 5) for row in await reader.standings.leaderboard(Board(GUILD), 5, start)]
        assert pages == whole
        assert len({row.user_id for row in pages}) == await reader.standings.count_players(Board(GUILD)) == 24
        assert await reader.standings.leaderboard(Board(GUILD), 5, 24) == []


async def test_only_rated_results_of_this_servers_finished_games_count(store: Store) -> None:
    async with store.write() as tx:
        await finish(tx, {ANN: 1000, BEN: 900}, ANN)
        await finish(tx, {ANN: 1, EVE: 1}, EVE, guild_id=5)
        await finish(tx, {BEN: 1, EVE: 1}, EVE, rated=False)
        await finish(tx, {BEN: 1, EVE: 1}, EVE, status="abandoned")
    async with store.read() as reader:
        assert [(row.user_id, row.games) for row in await reader.standings.leaderboard(Board(GUILD))] == [
            (ANN, 1),
            (BEN, 1),
        ]
        assert await reader.standings.count_players(Board(GUILD)) == 2
        assert await reader.standings.standing_of(Board(GUILD), EVE) is None
        assert await reader.standings.count_players(Board(6)) == 0


async def test_a_game_has_one_result_a_seat(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        row = ResultRow(game, 0, GUILD, ANN, won=False, points=10, outcome="resigned", side=0, ended_at=NOON)
        await tx.results.add([row])
        await tx.results.add([])
    with pytest.raises(Duplicate):
        async with store.write() as tx:
            await tx.results.add([row])
    async with store.read() as reader:
        assert await reader.results.of(game) == [row]


@pytest.mark.deep
async def test_boards_go_by_what_they_are_asked_for_and_equals_share_a_place(store: Store) -> None:
    async with store.write() as tx:
        for _ in range(6):
            await finish(tx, {ANN: 700, BEN: 900}, ANN)
        await finish(tx, {CY: 2000, BEN: 10}, CY)
        for user, mu in ((ANN, 26.0), (BEN, 26.0), (CY, 25.0)):
            await tx.ratings.put(RatingRow(GUILD, "two", user, mu, 8.0, 0, 7))
    async with store.read() as reader:
        places = {
            by: [(row.user_id, row.place) for row in await reader.standings.leaderboard(Board(GUILD, by, "", kind))]
            for by, kind in ((By.RATING, "two"), (By.POINTS, ""), (By.BEST_DEAL, ""), (By.DOUBLES, ""))
        }
        ratings = Board(GUILD, By.RATING, game_kind="two")
        last = await reader.standings.leaderboard(ratings, 1, 2)
        assert await reader.ratings.kinds(GUILD) == ["two"]
        assert await reader.standings.seasons(GUILD) == ["2026-03"]
        assert await reader.standings.leaderboard(Board(GUILD, season="2025-01")) == []
    assert places[By.RATING] == [(ANN, 1), (BEN, 1), (CY, 3)]
    assert [(row.user_id, row.place) for row in last] == [(CY, 3)]
    assert places[By.POINTS] == [(BEN, 1), (ANN, 2)]  # Cy has played too few deals
    assert places[By.BEST_DEAL] == [(CY, 1), (BEN, 2), (ANN, 3)]
    assert [place for _, place in places[By.DOUBLES]] == [1, 1, 1]


def test_a_library_without_square_roots_is_given_them() -> None:
    class Without:
        """A connection whose library does not know the function until it is given."""

        def __init__(self, real: sqlite3.Connection) -> None:
            self.real = real

        def execute(self, statement: str) -> None:
            raise sqlite3.OperationalError(statement)

        def create_function(self, name: str, arguments: int, function: Any) -> None:  # noqa: ANN401
            self.real.create_function(name, arguments, function)

    with closing(sqlite3.connect(":memory:")) as connection:
        connection.create_function("sqrt", 1, lambda _number: -1.0)  # so that it is not the library's own
        make_ready(cast("Any", Without(connection)), ())
        assert connection.execute("SELECT sqrt(2.25)").fetchone() == (1.5,)
