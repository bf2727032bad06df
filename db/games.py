"""Games, their seats, and reading one table back whole."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Unpack, get_args

from sqlalchemy import delete, insert, or_, select

from db.deals import DealReads
from db.errors import Overtaken, UnknownRow
from db.messages import MessageReads
from db.queries import Changes, checked
from db.rows import GameChanges, GameKind, GameRecordRows, GameRow, GameStatus, SeatRow
from db.schema import games, guild_settings, seats

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

LIVE: tuple[GameStatus, ...] = ("lobby", "playing")
_CHANGEABLE = frozenset(GameChanges.__annotations__)


class GameReads(DealReads, MessageReads):
    """Reading games and seats."""

    async def get_game(self, game_id: int) -> GameRow | None:
        """Return the game, or None where there is none of this number."""
        return await self._one(GameRow, select(games).where(games.c.id == game_id))

    async def games_of_guild(self, guild_id: int, statuses: Collection[GameStatus] = LIVE) -> list[GameRow]:
        """Return the server's games in these states, oldest first."""
        return await self._all(
            GameRow,
            select(games)
            .where(games.c.guild_id == guild_id, games.c.status.in_(_known(*statuses)))
            .order_by(games.c.id),
        )

    async def games_of_user(
        self, user_id: int, statuses: Collection[GameStatus] = LIVE, guild_id: int | None = None
    ) -> list[GameRow]:
        """Return the games in these states where this user has a seat, oldest first."""
        wanted = (
            select(games)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.user_id == user_id, games.c.status.in_(_known(*statuses)))
            .order_by(games.c.id)
        )
        if guild_id is not None:
            wanted = wanted.where(games.c.guild_id == guild_id)
        return await self._all(GameRow, wanted)

    async def live_games(self) -> list[GameRow]:
        """Return every lobby and every game in play, oldest first: the tables to resume at start."""
        return await self._all(GameRow, select(games).where(games.c.status.in_(LIVE)).order_by(games.c.id))

    async def rematches_of(self, game_id: int) -> list[GameRow]:
        """Return the games that were opened as a rematch of this one, oldest first."""
        return await self._all(GameRow, select(games).where(games.c.rematch_of == game_id).order_by(games.c.id))

    async def finished_games(
        self, guild_id: int, user_id: int | None = None, limit: int = 25, offset: int = 0
    ) -> list[GameRow]:
        """Return a page of the server's games that were won or drawn, of this user alone if named, newest first."""
        wanted = (
            select(games)
            .where(games.c.guild_id == guild_id, or_(games.c.status == "finished", games.c.end_reason == "draw"))
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        if user_id is not None:
            wanted = wanted.where(games.c.id.in_(select(seats.c.game_id).where(seats.c.user_id == user_id)))
        return await self._all(GameRow, wanted)

    async def seats(self, game_id: int) -> list[SeatRow]:
        """Return who sits at the game, by seat."""
        return await self._all(SeatRow, select(seats).where(seats.c.game_id == game_id).order_by(seats.c.seat))

    async def is_same(
        self, known: GameRow, seated: Sequence[SeatRow] | None = None, *, to_change: bool = False
    ) -> bool:
        """Tell whether a game, and who sits there where that is given, is still as it was when it was read.

        Args:
            known: The game as it was read.
            seated: Who sat there, by seat; None: that is no matter.
            to_change: Let no other process change the game until the end of this transaction.
        """
        wanted = select(games).where(games.c.id == known.id)
        stored = await self._one(GameRow, wanted.with_for_update() if to_change else wanted)
        if stored is None or _comparable(stored) != _comparable(known):
            return False
        return seated is None or await self.seats(known.id) == list(seated)

    async def load_game(self, game_id: int) -> GameRecordRows | None:
        """Return everything from which the table is restored, or None where there is no such game."""
        game = await self.get_game(game_id)
        if game is None:
            return None
        return GameRecordRows(
            game=game,
            seats=tuple(await self.seats(game_id)),
            deals=tuple(await self.deals(game_id)),
            actions=tuple(await self.actions(game_id)),
            cuts=tuple(await self.cuts(game_id)),
            messages=tuple(await self.messages(game_id)),
        )


class GameWrites(GameReads, Changes):
    """Changing games and seats."""

    async def expect_game(self, known: GameRow, seated: Sequence[SeatRow] | None = None) -> None:
        """Make sure that nobody has changed the game since it was read, and keep others from doing so until the end.

        Args:
            known: The game as it was read.
            seated: Who sat there, by seat; None where that cannot change any more.

        Raises:
            Overtaken: somebody has, or the game is gone; the whole transaction is rolled back.
        """
        if not await self.is_same(known, seated, to_change=True):
            self.failure = Overtaken(f"Table {known.id} was changed by another process.")
            raise self.failure

    async def create_game(
        self,
        *,
        guild_id: int,
        channel_id: int,
        kind: GameKind,
        opener_id: int,
        rules: Mapping[str, Any],
        settings: Mapping[str, Any],
        created_at: datetime,
        status: GameStatus = "lobby",
        invited_id: int | None = None,
        rematch_of: int | None = None,
    ) -> int:
        """Store a new game and return its number, which no other game ever had.

        Raises:
            ValueError: kind or status is unknown, or the moment has no time zone.
            DatabaseError: the game to which it is a rematch does not exist.
        """
        if kind not in get_args(GameKind):
            raise ValueError(f"a game cannot be of kind {kind}")
        _known(status)
        result = await self._run(
            insert(games)
            .values(
                guild_id=guild_id,
                channel_id=channel_id,
                kind=kind,
                status=status,
                rules=rules,
                settings=settings,
                opener_id=opener_id,
                invited_id=invited_id,
                rematch_of=rematch_of,
                created_at=created_at,
            )
            .returning(games.c.id)
        )
        return int(result.scalar_one())

    async def update_game(self, game_id: int, **changes: Unpack[GameChanges]) -> None:
        """Change these columns of the game.

        Raises:
            ValueError: a column may not change, or a status is unknown.
            UnknownRow: there is no such game.
        """
        if "status" in changes:
            _known(changes["status"])
        if not await self._update(games, {"id": game_id}, checked(changes, _CHANGEABLE)):
            self.failure = UnknownRow(f"There is no table {game_id}.")
            raise self.failure

    async def set_seats(self, game_id: int, rows: Sequence[SeatRow]) -> None:
        """Let exactly these people sit at the game, each in the seat named.

        Raises:
            ValueError: a row belongs to another game.
            Duplicate: a seat or a user appears twice.
        """
        if any(row.game_id != game_id for row in rows):
            raise ValueError("a seat belongs to another game")
        await self._delete(seats, {"game_id": game_id})
        await self._insert(seats, [asdict(row) for row in rows])

    async def forget_guild(self, guild_id: int) -> None:
        """Delete everything that belongs to this server: games with all their parts, results, settings."""
        await self._run(delete(games).where(games.c.guild_id == guild_id))
        await self._run(delete(guild_settings).where(guild_settings.c.guild_id == guild_id))


def _comparable(row: GameRow) -> dict[str, Any]:
    """Return a game's columns so that those as stored and those to be stored can be compared."""
    columns = asdict(row)
    return columns | {name: json.dumps(columns[name], sort_keys=True) for name in ("rules", "settings", "winner")}


def _known(*statuses: GameStatus) -> tuple[GameStatus, ...]:
    for status in statuses:
        if status not in get_args(GameStatus):
            raise ValueError(f"a game cannot have the status {status}")
    return statuses
