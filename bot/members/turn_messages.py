"""Direct messages about turns in correspondence games: the members who want them, and the messages that are up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.values.quiet import BY_MESSAGE, UNREACHABLE
from db.messages import TurnMessageRow

if TYPE_CHECKING:
    from bot.members.preferences import Preferences
    from bot.tables.store import TableStore


class TurnMessages:
    """Keeps both in memory, as every turn needs them."""

    def __init__(self, store: TableStore, preferences: Preferences) -> None:
        self._store = store
        self._preferences = preferences
        self._up: dict[tuple[int, int], TurnMessageRow] = {}
        """The messages that are up, or may be, by table and user."""

    async def load(self) -> list[int]:
        """Load the messages that are up, and return the tables that they are about."""
        rows = await self._store.db.ask(lambda reader: reader.turns.all(self._store.memory.part))
        self._up = {(row.game_id, row.user_id): row for row in rows}
        return sorted({row.game_id for row in rows})

    def wants(self, user_id: int) -> bool:
        """Return whether a member wants to be told of turns by direct message."""
        return user_id in self._store.member_choices.told

    async def choose(self, user_id: int, *, on: bool) -> None:
        """Turn messages about a member's turns on or off, from the next turn on.

        Raises:
            DatabaseError: The choice could not be stored, and nothing has changed.
        """
        choices = await self._preferences.set_of_member(user_id, {BY_MESSAGE: True if on else None})
        self._store.member_choices.take(user_id, choices)

    async def note_closed(self, user_id: int) -> None:
        """Store that a member accepts no direct messages; no more are sent, and the member will be told so once."""
        choices = await self._preferences.set_of_member(user_id, {BY_MESSAGE: UNREACHABLE})
        self._store.member_choices.take(user_id, choices)

    def is_closed(self, user_id: int) -> bool:
        """Return whether a member has yet to be told that they accept no direct messages."""
        return user_id in self._store.member_choices.unreachable

    def at(self, table_id: int, user_id: int | None = None) -> list[TurnMessageRow]:
        """Return the messages of a table that are up, or may be; only those to `user_id` unless it is None."""
        if not self._up:
            return []
        return [row for (table, user), row in self._up.items() if table == table_id and user_id in (None, user)]

    async def keep(self, row: TurnMessageRow) -> None:
        """Store a message that is about to be sent, or was sent."""
        await self._store.db.do(lambda tx: tx.turns.put(row))
        self._up[row.game_id, row.user_id] = row

    async def gone(self, row: TurnMessageRow) -> None:
        """Store that a message is no longer up."""
        await self._store.db.do(lambda tx: tx.turns.drop(row.game_id, row.user_id))
        self._up.pop((row.game_id, row.user_id), None)
