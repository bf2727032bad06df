"""What members keep beside their plain choices: blocks, holidays, rule sets and messages about their turns.

The plain choices are `bot.tables.preferences`, as tables need them and do not depend on this package.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from bot.members.holidays import Holidays
from bot.members.rule_sets import RuleSets
from bot.tables import Tables
from bot.tables.preferences import Preferences
from bot.tables.store import TableStore
from bot.tables.values.refused import Refused, Why
from db import Store, Transaction
from db.messages import TurnMessageRow as TurnMessage

__all__ = ["Blocks", "Holidays", "Members", "Preferences", "RuleSets", "TurnMessage", "TurnMessages"]

MOST_BLOCKED: Final = 100
"""Largest number of members that one member may block."""


class Blocks:
    """Reads and writes blocks, which hold in every server."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return the members whom a member has blocked, the latest first."""
        return await self._store.ask(lambda reader: reader.blocks.blocked_by(user_id))

    async def among(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return those pairs among some users in which one has blocked the other."""
        pairs = await self._store.ask(lambda reader: reader.blocks.among(users))
        return frozenset(frozenset(pair) for pair in pairs)

    async def shunned(self, user_id: int, among: Collection[int]) -> frozenset[int]:
        """Return those of some members whom a member has blocked, or who have blocked the member."""
        return frozenset(await self._store.ask(lambda reader: reader.blocks.shunned(user_id, among)))

    async def block(self, user_id: int, blocked_id: int) -> list[int]:
        """Block a member, and return all members whom the user has blocked; nobody blocks more than `MOST_BLOCKED`."""
        if user_id == blocked_id:
            raise Refused(Why.BLOCK_SELF)
        now = self._now()

        async def stored(tx: Transaction) -> list[int]:
            blocked = await tx.blocks.blocked_by(user_id)
            if blocked_id in blocked:
                return blocked
            if len(blocked) >= MOST_BLOCKED:
                raise Refused(Why.BLOCKED_MANY, detail=str(MOST_BLOCKED))
            await tx.blocks.block(user_id, blocked_id, now)
            return await tx.blocks.blocked_by(user_id)

        return await self._store.do(stored)

    async def unblock(self, user_id: int, blocked_id: int) -> list[int]:
        """Unblock a member, and return all members who are still blocked."""

        async def stored(tx: Transaction) -> list[int]:
            await tx.blocks.unblock(user_id, blocked_id)
            return await tx.blocks.blocked_by(user_id)

        return await self._store.do(stored)


class TurnMessages:
    """The direct messages about turns by correspondence that are up, in memory too, as every turn needs them."""

    def __init__(self, store: TableStore) -> None:
        self._store = store
        self._up: dict[tuple[int, int], TurnMessage] = {}
        """The messages that are up, or may be, by table and user."""

    async def load(self) -> list[int]:
        """Load the messages that are up, and return the tables that they are about."""
        rows = await self._store.db.ask(lambda reader: reader.turns.all(self._store.memory.part))
        self._up = {(row.game_id, row.user_id): row for row in rows}
        return sorted({row.game_id for row in rows})

    def at(self, table_id: int, user_id: int | None = None) -> list[TurnMessage]:
        """Return the messages of a table that are up, or may be; only those to `user_id` unless it is None."""
        if not self._up:
            return []
        return [row for (table, user), row in self._up.items() if table == table_id and user_id in (None, user)]

    async def keep(self, row: TurnMessage) -> None:
        """Store a message that is about to be sent, or was sent."""
        await self._store.db.do(lambda tx: tx.turns.put(row))
        self._up[row.game_id, row.user_id] = row

    async def gone(self, row: TurnMessage) -> None:
        await self._store.db.do(lambda tx: tx.turns.drop(row.game_id, row.user_id))
        self._up.pop((row.game_id, row.user_id), None)


class Members:
    """What members have chosen and keep, with one part for each subject."""

    def __init__(self, tables: Tables) -> None:
        store = tables.store
        self.preferences = tables.preferences
        self.rule_sets = RuleSets(store.db)
        self.blocks = Blocks(store.db, store.now)
        self.holidays = Holidays(store, tables.whereabouts)
        self.turn_messages = TurnMessages(store)
