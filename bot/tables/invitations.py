"""Challenges and invitations: who may ask whom to play, and how often."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.tables.values.refused import Refused, Why
from db import Store, Transaction

OFTEN: Final = 3
"""Largest number of challenges and invitations from one member to the same other member within an hour."""
_HOUR: Final = timedelta(hours=1)


class Invitations:
    """Counts how often members ask each other to play, and respects blocks."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def blocking(self, user_id: int) -> frozenset[int]:
        """Return the members who have blocked a member."""
        return frozenset(await self._store.ask(lambda reader: reader.blocks.blocking(user_id)))

    async def count(self, user_id: int, asked_id: int) -> None:
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
