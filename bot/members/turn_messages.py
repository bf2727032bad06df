"""The direct messages about turns in correspondence games that are up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.messages import TurnMessageRow

if TYPE_CHECKING:
    from bot.tables.store import TableStore


class TurnMessages:
    """Keeps them in memory too, as every turn needs them."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._up: dict[tuple[int, int], TurnMessageRow] = {}
        """The messages that are up, or may be, by table and user."""

    async def load(self) -> list[int]:
        """Load the messages that are up, and return the tables that they are about."""
        rows = await self._store.db.ask(lambda reader: reader.turns.all(self._store.memory.part))
        self._up = {(row.game_id, row.user_id): row for row in rows}
        return sorted({row.game_id for row in rows})

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
        await self._store.db.do(lambda tx: tx.turns.drop(row.game_id, row.user_id))
        self._up.pop((row.game_id, row.user_id), None)
