"""All live games at once: the data that a start needs of each, in a fixed small number of statements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import fields
from typing import Any, NamedTuple

from sqlalchemy import and_, bindparam, or_, select, text, update

from bot.lazy import dataclass
from db.games import IN_PLAY, GameKind, GameStatus, games, seats
from db.messages import messages
from db.schema import OfGame, Snowflake, table_of, values_of
from db.session import Part, Queries, each_of, within


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The state of a game's board when it was last updated.

    `version` is the version of the game up to which everything is shown, `shown` a fingerprint of the message, and
    `made_by` names the other things that determine its appearance.
    """

    game_id: OfGame
    message_id: Snowflake
    version: int
    shown: str
    made_by: str


boards = table_of("boards", BoardRow)


@dataclass(frozen=True, slots=True)
class LiveRow:
    """The part of a live game that tells what it waits for.

    `users` are the players by seat; `board` is the open message that
    shows the board, `roles` are the roles of all open messages.
    """

    id: int
    guild_id: int
    channel_id: int
    home_id: int | None
    kind: GameKind
    status: GameStatus
    private: bool
    rules: dict[str, Any]
    settings: dict[str, Any]
    opener_id: int
    invited_id: int | None
    on_move: int | None
    version: int
    users: tuple[int, ...] = ()
    board: int | None = None
    roles: frozenset[str] = frozenset()


_COLUMNS = [games.c[each.name] for each in fields(LiveRow) if each.name in games.c]
_BOARD = "board"
_AT_ONCE = 500
"""Maximum number of games in one statement."""


class Seated(NamedTuple):
    """A live game that a user takes part in."""

    id: int
    kind: str
    sits: bool = True
    """Whether the user has a seat there; if not, they have been challenged."""


class LiveReads(Queries):
    async def games(self, part: Part | None = None) -> list[LiveRow]:
        """Return every lobby and every game in play, in all servers or in a part of them, the oldest first."""
        live = and_(text(IN_PLAY), within(games.c.guild_id, part))
        users: dict[int, list[int]] = {}
        seated = (
            select(seats.c.game_id, seats.c.user_id)
            .join(games, games.c.id == seats.c.game_id)
            .where(live)
            .order_by(seats.c.game_id, seats.c.seat)
        )
        for row in await self._session.run(seated):
            users.setdefault(row.game_id, []).append(row.user_id)
        board: dict[int, int] = {}
        roles: dict[int, set[str]] = {}
        posted = (
            select(messages.c.game_id, messages.c.role, messages.c.message_id)
            .join(games, games.c.id == messages.c.game_id)
            .where(live, ~messages.c.closed)
            .order_by(messages.c.posted_at, messages.c.message_id)
        )
        for row in await self._session.run(posted):
            roles.setdefault(row.game_id, set()).add(row.role)
            if row.role == _BOARD:
                board[row.game_id] = row.message_id
        # The index alone finds the live games, so only their own rows are read.
        which = live if part is None else games.c.id.in_(select(games.c.id).where(live))
        wanted = select(*_COLUMNS).where(which).order_by(games.c.id)
        return [
            LiveRow(
                **found,
                users=tuple(users.get(found["id"], ())),
                board=board.get(found["id"]),
                roles=frozenset(roles.get(found["id"], ())),
            )
            for found in (await self._session.run(wanted)).mappings()
        ]

    async def boards(self, part: Part | None = None) -> list[BoardRow]:
        """Return what is stored of live games' boards, in all servers or in a part of them."""
        live = and_(text(IN_PLAY), within(games.c.guild_id, part))
        return await self._session.all(BoardRow, select(boards).join(games, games.c.id == boards.c.game_id).where(live))

    async def of_user(self, user_id: int) -> list[Seated]:
        """Return the live games at which a user has a seat, in all servers, the oldest first."""
        wanted = (
            select(games.c.id, games.c.kind)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.user_id == user_id, text(IN_PLAY))
            .order_by(games.c.id)
        )
        return [Seated(row.id, row.kind) for row in await self._session.run(wanted)]

    async def taking_part(self, guild_id: int, user_id: int) -> list[Seated]:
        """Return the live games of a server at which a user has a seat or is challenged, the oldest first."""
        seat = (seats.c.game_id == games.c.id) & (seats.c.user_id == user_id)
        wanted = (
            select(games.c.id, games.c.kind, seats.c.user_id.is_not(None).label("sits"))
            .outerjoin(seats, seat)
            .where(games.c.guild_id == guild_id, text(IN_PLAY))
            .where(or_(seats.c.user_id.is_not(None), games.c.invited_id == user_id))
            .order_by(games.c.id)
        )
        return [Seated(row.id, row.kind, bool(row.sits)) for row in await self._session.run(wanted)]

    async def versions(self, numbers: Collection[int]) -> dict[int, int]:
        """Return the versions of some games, by number; games that no longer exist are left out."""
        wanted = select(games.c.id, games.c.version).where(games.c.id.in_(select(each_of(numbers))))
        return {row.id: row.version for row in await self._session.run(wanted)}


class LiveWrites(LiveReads):
    """Writes of the state of boards."""

    async def note_boards(self, rows: Sequence[BoardRow]) -> None:
        """Store what boards show, in place of what was stored; rows of games that no longer exist are skipped."""
        there: dict[int, bool] = {}
        for at in range(0, len(rows), _AT_ONCE):
            some = [row.game_id for row in rows[at : at + _AT_ONCE]]
            known = select(games.c.id, boards.c.version).outerjoin(boards).where(games.c.id.in_(some))
            there |= {row.id: row.version is not None for row in await self._session.run(known)}
        changed = [{"of_game": row.game_id, **_shown(row)} for row in rows if there.get(row.game_id)]
        if changed:
            await self._session.run(update(boards).where(boards.c.game_id == bindparam("of_game")), changed)
        await self._session.insert(boards, [values_of(row) for row in rows if there.get(row.game_id) is False])


def _shown(row: BoardRow) -> dict[str, object]:
    return {key: value for key, value in values_of(row).items() if key != "game_id"}
