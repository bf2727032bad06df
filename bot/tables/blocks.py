"""Blocked members, and the limit on how often a member may ask the same other member to play."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from typing import Final

from bot.tables.values.refused import Refused, Why
from db import Reader, Store, Transaction

MOST_BLOCKED: Final = 100
"""Largest number of members that one member may block."""
OFTEN: Final = 3
"""Largest number of challenges and invitations from one member to the same other member within an hour."""
_HOUR: Final = timedelta(hours=1)


class Blocks:
    """Reads and writes blocks, which hold in every server, and counts how often members ask each other to play."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return the members whom a member has blocked, the latest first."""
        return await self._store.ask(lambda reader: reader.blocks.blocked_by(user_id))

    async def blocking(self, user_id: int) -> frozenset[int]:
        """Return the members who have blocked a member."""
        return frozenset(await self._store.ask(lambda reader: reader.blocks.blocking(user_id)))

    async def among(self, users: Collection[int]) -> frozenset[frozenset[int]]:
        """Return those pairs among some users in which one has blocked the other."""
        pairs = await self._store.ask(lambda reader: reader.blocks.among(users))
        return frozenset(frozenset(pair) for pair in pairs)

    async def shunned(self, user_id: int) -> frozenset[int]:
        """Return the members whom a member has blocked, and those who have blocked them."""

        async def both(reader: Reader) -> frozenset[int]:
            return frozenset((*await reader.blocks.blocked_by(user_id), *await reader.blocks.blocking(user_id)))

        return await self._store.ask(both)

    async def block(self, user_id: int, blocked_id: int) -> list[int]:
        """Block a member, and return all members whom the user has blocked.

        Raises:
            Refused: The user wants to block themselves, or has blocked `MOST_BLOCKED` members already.
        """
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

    async def ask(self, user_id: int, asked_id: int) -> None:
        """Count that a member asks another one to play, if that is allowed.

        Raises:
            Refused: The asker has blocked the other member; or the other member may not be asked now. The second reason
                does not reveal whether that member has blocked the asker or has been asked too often.
        """
        now = self._now()

        async def stored(tx: Transaction) -> None:
            if asked_id in await tx.blocks.blocked_by(user_id):
                raise Refused(Why.BLOCKED_BY_YOU)
            often = await tx.blocks.asked(user_id, asked_id, now - _HOUR) >= OFTEN
            if often or asked_id in await tx.blocks.blocking(user_id):
                raise Refused(Why.NOT_ASKED_NOW)
            await tx.blocks.note_asking(user_id, asked_id, now)
            await tx.blocks.forget_askings(now - _HOUR)

        await self._store.do(stored)
