"""Reading leaderboards and ratings, and noting who has left a server."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.club.standings.rating import KINDS, Strength, day_of, strength_after, strength_before
from bot.club.standings.results import Unrated, to_be_rated
from bot.lazy import dataclass
from bot.tables.leaving import had_their_games
from bot.tables.values.table import Table
from db import Board, By, Reader, StandingRow, Store


def measures(game_kind: str) -> list[By]:
    """Return what leaderboards of a kind of game go by; an empty kind means all kinds that compare."""
    has_value = game_kind in KINDS and KINDS[game_kind].has_value
    return [by for by in By if has_value or by not in (By.BEST_VALUE, By.RUBICONS)]


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a leaderboard for one reader."""

    board: Board
    rows: tuple[StandingRow, ...]
    own: StandingRow | None
    """The reader's own line; None before their first result that counts there."""
    names: Mapping[int, str]
    """By user."""
    count: int
    """Number of members on the whole leaderboard."""
    offset: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a player's rating by a game."""

    seat: int
    before: Strength
    after: Strength
    games: int
    """Number of rated games of this kind that the player has by now."""


class Standings:
    """Reads ratings and standings, and notes which members have left a server."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def leaderboard(self, board: Board, user_id: int, limit: int = 10, offset: int = 0) -> Leaders:
        """Return a page of a leaderboard, or its last page if it has fewer, with a member's own line."""
        today = replace(board, today=day_of(self._now()))

        async def read(reader: Reader) -> Leaders:
            count = await reader.standings.count_players(today)
            at = max(0, min(offset, (count - 1) // limit * limit))
            rows = tuple(await reader.standings.leaderboard(today, limit, at))
            own = await reader.standings.standing_of(today, user_id)
            names = await reader.standings.last_names(today.guild_id, [row.user_id for row in rows] + [user_id])
            return Leaders(today, rows, own, names, count, at)

        return await self._store.ask(read)

    async def rating_changes(self, table_id: int) -> list[RatingChange]:
        """Return the rating changes of a game by seat; the list is empty if the game was not rated."""
        async with self._store.read() as reader:
            rows = [row for row in await reader.results.of(table_id) if row.mu is not None]
            if not rows:
                return []
            known = await reader.ratings.of(rows[0].guild_id, rows[0].game_kind, [row.user_id for row in rows])
        return [
            RatingChange(
                row.seat,
                strength_before(row),
                strength_after(row),
                known[row.user_id].games if row.user_id in known else 0,
            )
            for row in rows
        ]

    async def why_unrated(self, table_id: int) -> Unrated | None:
        """Return why a game that has ended is not rated; None if it is rated or has not been concluded."""
        conclusion = await self._store.ask(lambda reader: reader.conclusions.of(table_id))
        return None if conclusion is None or conclusion.unrated is None else Unrated(conclusion.unrated)

    async def no_more_rated(self, table: Table, now: datetime) -> tuple[int, int] | None:
        """Return two players of a table who played all their rated games of the day before this one, or None.

        A game that has not begun begins now.
        """
        users, guild = to_be_rated(table), table.guild_id
        if len(users) < 2:
            return None
        began = table.started_at
        if began is None:
            return await self._store.ask(lambda reader: had_their_games(reader, guild, users, now))
        return await self._store.ask(lambda reader: had_their_games(reader, guild, users, began, table.id))

    async def no_rated_rematch(self, table: Table, now: datetime) -> tuple[int, int] | None:
        """Return two players of a finished table who have played all their rated games of the day, or None."""
        # In a rematch all play in person, outside any tournament.
        again = table.but(started_at=None, fixture=None, held_seats=())
        return await self.no_more_rated(again, now)

    async def departed(self, guild_id: int, user_ids: Sequence[int]) -> set[int]:
        """Return those of some users who are known to have left a server."""
        return await self._store.ask(lambda reader: reader.standings.departed(guild_id, user_ids))

    async def left(self, guild_id: int, user_ids: Sequence[int], at: datetime) -> None:
        """Store that members have left a server; they are hidden there, but their data is kept."""
        await self._store.do(lambda tx: tx.standings.has_left(guild_id, user_ids, at))

    async def back(self, guild_id: int, user_ids: Sequence[int]) -> None:
        """Store that members are in a server again; they are shown as before."""
        await self._store.do(lambda tx: tx.standings.is_back(guild_id, user_ids))

    async def boards(self, guild_id: int) -> tuple[list[str], list[str]]:
        """Return the kinds of rated games in a server, that with most players first, and the server's seasons."""

        async def both(reader: Reader) -> tuple[list[str], list[str]]:
            return await reader.ratings.kinds(guild_id), await reader.standings.seasons(guild_id)

        return await self._store.ask(both)
