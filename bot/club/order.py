"""Order in a server: what moderators have done there, and ratings that they took back."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.tables.values.refused import Refused, Why
from db import Store
from db.rows import ModerationRow as Moderation

__all__ = ["Measure", "Moderation", "Order"]

from .voiding import take_back

MOST_SHOWN: Final = 15


class Measure(StrEnum):
    """What a moderator can do."""

    CLOSE = "close"
    SEND_AWAY = "send-away"
    VOID = "void"
    CHANNELS = "channels"
    CLOSE_REPORT = "close-report"


class Order:
    """Notes and reads what moderators do, and takes ratings back."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def note(
        self, guild_id: int, by_id: int, what: Measure, game_id: int | None = None, about_id: int | None = None
    ) -> None:
        """Note what a moderator has done."""
        row = Moderation(guild_id, by_id, what.value, game_id, about_id, self._now())
        await self._store.do(lambda tx: tx.order.note(row))

    async def latest(self, guild_id: int) -> list[Moderation]:
        """Return what was done last in a server, the newest first."""
        return await self._store.ask(lambda reader: reader.order.moderations(guild_id, MOST_SHOWN))

    async def is_rated(self, game_id: int) -> bool:
        """Tell whether a game is rated now."""
        results = await self._store.ask(lambda reader: reader.standings.results(game_id))
        return any(row.rated for row in results)

    async def void(self, guild_id: int, game_id: int, by_id: int) -> None:
        """Take a game's rating back, as if it had been friendly.

        Raises:
            Refused: It is no rated game of that server.
        """
        row = Moderation(guild_id, by_id, Measure.VOID.value, game_id, None, self._now())
        async with self._store.write() as tx:
            results = await tx.standings.results(game_id)
            conclusion = await tx.conclusions.of(game_id)
            if conclusion is None or conclusion.guild_id != guild_id or conclusion.unrated is not None:
                raise Refused(Why.NOT_RATED, table_id=game_id)
            await take_back(tx, conclusion, results)
            await tx.order.note(row)
