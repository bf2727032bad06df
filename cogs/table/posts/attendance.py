"""Who is still in a table's server, and the freeing of seats of those who have left."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Collection
from typing import Final

import discord

from bot.house.roster import is_house
from bot.tables import OUTSIDE, Table, Tables
from bot.tables.decisions import lobby
from bot.ui.kit.reconcile import DISCORD_TROUBLE

_SEEN_SECONDS: Final = 60
"""Seconds after a member was seen in the server during which they are not checked again on a click in a lobby."""
_PATIENCE: Final = 1.5
"""Seconds to wait for Discord's answer; after that the member counts as still in the server."""
_MOST_SEEN: Final = 5000


class Attendance:
    """The checks of who has left the server, and the freeing of their seats in lobbies."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._seen: dict[tuple[int, int], float] = {}

    def saw(self, guild_id: int, user_id: int) -> None:
        self._seen.pop((guild_id, user_id), None)
        self._seen[guild_id, user_id] = time.monotonic()
        while len(self._seen) > _MOST_SEEN:
            self._seen.pop(next(iter(self._seen)))

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Tell whether a user is still in a server; a user seen in the last minute is not checked again."""
        recently = time.monotonic() - _SEEN_SECONDS
        if self._seen.get((guild_id, user_id), recently) > recently:
            return True
        return not await self._ask(guild_id, user_id)

    async def gone(self, table: Table, users: Collection[int]) -> list[int]:
        """Return those of the users who are known to have left the table's server; house players never leave."""
        asked = {user: self._ask(table.guild_id, user) for user in users if not is_house(user)}
        left = await asyncio.gather(*asked.values())
        return [user for user, gone in zip(asked, left, strict=True) if gone]

    async def sweep(self, table: Table, present_id: int, *, surely: bool = False) -> Table:
        """Free the seats of those who have left, at a table that has not begun, and return the table.

        Args:
            surely: Whether to check all others, even those seen within the last minute.
        """
        self.saw(table.guild_id, present_id)
        recently = time.monotonic() - _SEEN_SECONDS
        known = {user for user in table.users if self._seen.get((table.guild_id, user), recently) > recently}
        skipped = {present_id} if surely else known
        gone = await self.gone(table, [user for user in table.users if user not in skipped])
        return await self._tables.ask(table.id, lobby.vacate, gone) if gone else table

    async def is_here(self, guild_id: int, user_id: int) -> bool:
        """Tell whether a user is still in a server; return True if that cannot be found out."""
        if guild_id == OUTSIDE:
            return True
        guild = self._client.get_guild(guild_id)
        if guild is None and self._tables.memory.owns(guild_id):
            return True
        try:
            if guild is None:  # a server of another process, reached from a direct message
                await self._client.http.get_member(guild_id, user_id)
            else:
                await guild.fetch_member(user_id)
        except discord.NotFound:
            return False
        except DISCORD_TROUBLE:
            return True
        return True

    async def _ask(self, guild_id: int, user_id: int) -> bool:
        try:
            here = await asyncio.wait_for(self.is_here(guild_id, user_id), _PATIENCE)
        except TimeoutError:
            return False
        if here:
            self.saw(guild_id, user_id)
        return not here
