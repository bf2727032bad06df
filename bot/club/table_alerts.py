"""Members who want to be told when somebody opens a table in their server."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Final

from bot.club.decisions.table_alerts import MOST, in_turn, told
from db.rows import CallingRow

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Reader, Store, Transaction

LOOKED_AT: Final = 3 * MOST
"""So many are looked at for one table: of those whose turn it is some may not see the channel, or have left."""


class Calling:
    """Keeps who wants to be told in which server, and finds whose turn it is."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def wants(self, guild_id: int, user_id: int) -> bool:
        """Tell whether a member wants to be told in a server."""
        return await self._store.ask(lambda reader: reader.callings.of_member(guild_id, user_id)) is not None

    async def choose(self, guild_id: int, user_id: int, *, on: bool) -> None:
        """Let a member be told in a server from now on, or no more."""
        now = self._tables.now()

        async def stored(tx: Transaction) -> None:
            if not on:
                await tx.callings.end(guild_id, user_id)
            elif await tx.callings.of_member(guild_id, user_id) is None:
                await tx.callings.put(CallingRow(guild_id, user_id, now))

        await self._store.do(stored)

    async def candidates(self, guild_id: int, opener_id: int, seated: Collection[int]) -> list[int]:
        """Return whose turn it is to be told of a table that somebody has opened; in quiet hours it is nobody's.

        Nobody is told of a table of a member whom they have blocked, or who has blocked them.
        """

        async def looked(reader: Reader) -> tuple[list[CallingRow], set[int]]:
            rows = await reader.callings.of_server(guild_id)
            shunned = {*await reader.company.blocking(opener_id), *await reader.company.blocked_by(opener_id)}
            return rows, shunned

        rows, shunned = await self._store.ask(looked)
        waiting = in_turn(rows, self._tables.now(), {opener_id, *seated, *shunned})
        return (await self._tables.awake(waiting[: 2 * LOOKED_AT]))[:LOOKED_AT]

    async def count(self, guild_id: int, users: Sequence[int]) -> list[int]:
        """Count that members are told now, before they are, and return those of them who may be."""
        now = self._tables.now()

        async def stored(tx: Transaction) -> list[int]:
            counted = []
            for user in users[:MOST]:
                row = await tx.callings.of_member(guild_id, user)
                after = None if row is None else told(row, now)
                if after is not None:
                    await tx.callings.put(after)
                    counted.append(user)
            return counted

        return await self._store.do(stored)
