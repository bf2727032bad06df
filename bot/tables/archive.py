"""Games that are over, and what came of them: lists, the leaderboard, and what a start has to make up for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from db import Board, ResultRow, SeatRow, StandingRow, Store

from .values.rating import Strength


@dataclass(frozen=True, slots=True)
class Finished:
    """A game that was won or drawn, as it stands in a list."""

    id: int
    ended_at: datetime | None
    winner: tuple[int, ...] | None
    """The seats that won; None where the players agreed to a draw."""
    seats: tuple[SeatRow, ...]
    results: tuple[ResultRow, ...]
    reckoning: str
    """How its points were spoken of; the results hold tens."""


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a leaderboard, as somebody reads it."""

    board: Board
    rows: tuple[StandingRow, ...]
    own: StandingRow | None
    """Their own line; None before the first result that counts there."""
    names: Mapping[int, str]
    """By user."""
    count: int
    """How many stand there in all."""
    offset: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a game did to a player's rating, as it is shown."""

    seat: int
    before: int
    after: int
    games: int
    """How many rated games of this kind the player has by now."""


class Archive:
    """Reads what is over."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def finished(
        self, guild_id: int, user_id: int | None = None, limit: int = 25, offset: int = 0
    ) -> list[Finished]:
        """Return a page of a server's games that were won or drawn, of one user alone if named, the newest first."""
        async with self._store.read() as reader:
            rows = await reader.games.finished_of(guild_id, user_id, limit, offset)
            numbers = [row.id for row in rows]
            seats = await reader.games.seats_of_each(numbers)
            results = await reader.standings.results_of_each(numbers)
        return [
            Finished(
                row.id,
                row.ended_at,
                None if row.winner is None else tuple(row.winner),
                tuple(seats.get(row.id, ())),
                tuple(results.get(row.id, ())),
                str(row.rules.get("reckoning", "tens")),
            )
            for row in rows
        ]

    async def leaderboard(self, board: Board, user_id: int, limit: int = 10, offset: int = 0) -> Leaders:
        """Return a page of a leaderboard, the last one where it has fewer, and a member's own line of it."""
        async with self._store.read() as reader:
            count = await reader.standings.count_players(board)
            offset = max(0, min(offset, (count - 1) // limit * limit))
            rows = tuple(await reader.standings.leaderboard(board, limit, offset))
            own = await reader.standings.standing_of(board, user_id)
            names = await reader.standings.last_names(board.guild_id, [row.user_id for row in rows] + [user_id])
            return Leaders(board, rows, own, names, count, offset)

    async def rating_changes(self, table_id: int) -> list[RatingChange]:
        """Return what a game did to ratings, by seat; nothing where it was not rated."""
        async with self._store.read() as reader:
            rows = [row for row in await reader.standings.results(table_id) if row.mu is not None]
            if not rows:
                return []
            known = await reader.standings.ratings(rows[0].guild_id, rows[0].game_kind, [row.user_id for row in rows])
        return [
            RatingChange(
                row.seat,
                Strength(row.mu_before or 0.0, row.sigma_before or 0.0).shown,
                Strength(row.mu or 0.0, row.sigma or 0.0).shown,
                known[row.user_id].games if row.user_id in known else 0,
            )
            for row in rows
        ]

    async def boards(self, guild_id: int) -> tuple[list[str], list[str]]:
        """Return the kinds of games that are rated in a server, that of most players first, and its seasons."""
        async with self._store.read() as reader:
            return await reader.standings.kinds(guild_id), await reader.standings.seasons(guild_id)

    async def last_names(self, guild_id: int, user_ids: Sequence[int]) -> dict[int, str]:
        """Return the names under which users last sat down in a server; who never did is left out."""
        async with self._store.read() as reader:
            return await reader.standings.last_names(guild_id, user_ids)

    async def left_open(self, role: str) -> list[int]:
        """Return the tables that are over but of which a message of this role still shows them as they were."""
        async with self._store.read() as reader:
            return await reader.messages.left_open(role)

    async def unanswered(self) -> list[int]:
        """Return the tables that are over but of whose first message it has yet to be said what became of it."""
        async with self._store.read() as reader:
            return await reader.messages.unanswered()

    async def unannounced(self, role: str, since: datetime) -> list[int]:
        """Return the games won or drawn since a moment that never had a message of this role, the oldest first."""
        async with self._store.read() as reader:
            return await reader.messages.unannounced(role, since)
