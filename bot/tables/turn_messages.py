"""Who wants to be told of turns by direct message where a move may take days, and which such messages are up."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from bot.tables.values.quiet import BY_MESSAGE, UNREACHABLE
from db import Part
from db.turn_messages import TurnMessageRow

if TYPE_CHECKING:
    from bot.tables.preferences import Preferences
    from bot.tables.store import TableStore


class Turns:
    """Keeps both at hand, as every turn asks."""

    def __init__(self, store: TableStore, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._up: dict[tuple[int, int], TurnMessageRow] = {}
        """By table and user."""

    async def adopt(self, part: Part | None) -> list[int]:
        """Take note of the messages that are up about tables that are this process's now, and return those tables."""
        rows = await self._store.db.ask(lambda reader: reader.turns.all(part))
        self._up |= {(row.game_id, row.user_id): row for row in rows}
        return sorted({row.game_id for row in rows})

    def disown(self, tables: Collection[int]) -> None:
        """Know nothing any more of messages about some tables."""
        gone = frozenset(tables)
        self._up = {key: row for key, row in self._up.items() if key[0] not in gone}

    def wants(self, user_id: int) -> bool:
        """Tell whether a member wants to be told of turns by direct message."""
        return user_id in self._store.chosen.told

    async def choose(self, user_id: int, *, on: bool) -> None:
        """Let a member be told from the next turn on, or no more.

        Raises:
            DatabaseError: It could not be stored, and nothing has changed.
        """
        choices = await self._preferences.set_of_member(user_id, {BY_MESSAGE: True if on else None})
        self._store.chosen.take(user_id, choices)

    async def note_closed(self, user_id: int) -> None:
        """Note that a member takes no direct messages: they are sent no more, and the member is told so once."""
        choices = await self._preferences.set_of_member(user_id, {BY_MESSAGE: UNREACHABLE})
        self._store.chosen.take(user_id, choices)

    def is_closed(self, user_id: int) -> bool:
        """Tell whether a member has yet to be told that their direct messages are closed."""
        return user_id in self._store.chosen.unreachable

    def at(self, table_id: int, user_id: int | None = None) -> list[TurnMessageRow]:
        """Return the messages of a table that are up, or may be; those to one user, where one is named."""
        if not self._up:
            return []
        return [row for (table, user), row in self._up.items() if table == table_id and user_id in (None, user)]

    async def note(self, row: TurnMessageRow) -> None:
        """Store a message that is about to be sent, or was."""
        await self._store.db.do(lambda tx: tx.turns.put(row))
        self._up[row.game_id, row.user_id] = row

    async def gone(self, row: TurnMessageRow) -> None:
        """Note that a message is no longer up."""
        await self._store.db.do(lambda tx: tx.turns.drop(row.game_id, row.user_id))
        self._up.pop((row.game_id, row.user_id), None)
