"""Blocked members; blocks hold in every server."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from bot.tables.values.refused import Refused, Why
from db import Store, Transaction

MOST_BLOCKED: Final = 100
"""Largest number of members that one member may block."""


class Blocks:
    """Reads and writes blocks."""

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
