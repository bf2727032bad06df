"""All live games at once: what a start has to know of each, in a few statements for however many there are."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sqlalchemy import Text, bindparam, select, type_coerce, update

from db.rows import BoardRow, LiveRow
from db.schema import boards, games, messages, seats
from db.session import Queries

if TYPE_CHECKING:
    from collections.abc import Sequence

LIVE = ("lobby", "playing")
_COLUMNS = [games.c[each.name] for each in fields(LiveRow) if each.name in games.c]
_BOARD = "board"
_HONOUR = type_coerce(games.c.rules, Text).contains('"irregularities":"forfeits"').label("honour")
_AT_ONCE = 500
"""So many games are asked after in one statement."""


class LiveReads(Queries):
    """Reading what all live games have."""

    async def games(self) -> list[LiveRow]:
        """Return every lobby and every game in play, the oldest first."""
        users: dict[int, list[int]] = {}
        seated = (
            select(seats.c.game_id, seats.c.user_id)
            .join(games, games.c.id == seats.c.game_id)
            .where(games.c.status.in_(LIVE))
            .order_by(seats.c.game_id, seats.c.seat)
        )
        for row in await self._session.run(seated):
            users.setdefault(row.game_id, []).append(row.user_id)
        board: dict[int, int] = {}
        roles: dict[int, set[str]] = {}
        posted = (
            select(messages.c.game_id, messages.c.role, messages.c.message_id)
            .join(games, games.c.id == messages.c.game_id)
            .where(games.c.status.in_(LIVE), ~messages.c.closed)
            .order_by(messages.c.posted_at, messages.c.message_id)
        )
        for row in await self._session.run(posted):
            roles.setdefault(row.game_id, set()).add(row.role)
            if row.role == _BOARD:
                board[row.game_id] = row.message_id
        wanted = select(*_COLUMNS, _HONOUR).where(games.c.status.in_(LIVE)).order_by(games.c.id)
        return [
            LiveRow(
                **found,
                users=tuple(users.get(found["id"], ())),
                board=board.get(found["id"]),
                roles=frozenset(roles.get(found["id"], ())),
            )
            for found in (await self._session.run(wanted)).mappings()
        ]

    async def boards(self) -> list[BoardRow]:
        """Return what is known of the boards of live games."""
        wanted = select(boards).join(games, games.c.id == boards.c.game_id).where(games.c.status.in_(LIVE))
        return await self._session.all(BoardRow, wanted)


class LiveWrites(LiveReads):
    """Changing what is known of boards."""

    async def note_boards(self, rows: Sequence[BoardRow]) -> None:
        """Store what boards show, in place of what they showed before; of a game that is gone nothing is kept."""
        there: dict[int, bool] = {}
        for at in range(0, len(rows), _AT_ONCE):
            some = [row.game_id for row in rows[at : at + _AT_ONCE]]
            known = select(games.c.id, boards.c.version).outerjoin(boards).where(games.c.id.in_(some))
            there |= {row.id: row.version is not None for row in await self._session.run(known)}
        changed = [{"of_game": row.game_id, **_shown(row)} for row in rows if there.get(row.game_id)]
        if changed:
            await self._session.run(update(boards).where(boards.c.game_id == bindparam("of_game")), changed)
        await self._session.insert(boards, [asdict(row) for row in rows if there.get(row.game_id) is False])


def _shown(row: BoardRow) -> dict[str, object]:
    return {key: value for key, value in asdict(row).items() if key != "game_id"}
