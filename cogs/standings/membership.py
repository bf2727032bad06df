"""Check that members on a leaderboard are still in the server, by a call to Discord at most once a day for each."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

import discord

from bot.club import Board, Leaders, Standings
from bot.ui.kit.reconcile import DISCORD_TROUBLE

_SEEN_SECONDS: Final = 24 * 3600
_PATIENCE: Final = 1.0
"""Seconds to wait for Discord; a member not known to be gone by then counts as here, and is checked again later."""
_MOST_SEEN: Final = 20_000


class Membership:
    """The record of members who have left a server or are back."""

    def __init__(self, standings: Standings, now: Callable[[], datetime]) -> None:
        self._standings = standings
        self._now = now
        self._seen: dict[tuple[int, int], float] = {}

    async def leaderboard(
        self, guild: discord.Guild | None, board: Board, user_id: int, limit: int, offset: int = 0
    ) -> Leaders:
        """Return a page of a leaderboard, without members who have left a server that is at hand."""
        found = await self._standings.leaderboard(board, user_id, limit, offset)
        if guild is not None and await self._has_one_left(guild, [row.user_id for row in found.rows]):
            return await self._standings.leaderboard(board, user_id, limit, offset)
        return found

    async def _has_one_left(self, guild: discord.Guild, user_ids: Sequence[int]) -> bool:
        """Ask Discord about members of a server who have not been seen lately, and tell whether one has left."""
        guild_id, lately = guild.id, time.monotonic() - _SEEN_SECONDS
        asked = [user for user in user_ids if self._seen.get((guild_id, user), lately) <= lately]
        found = await asyncio.gather(*(_is_there(guild, user) for user in asked))
        for user, there in zip(asked, found, strict=True):
            if there:
                self._saw(guild_id, user)
        gone = [user for user, there in zip(asked, found, strict=True) if there is False]
        if gone:
            await self._standings.left(guild_id, gone, self._now())
        return bool(gone)

    async def here(self, guild_id: int, user_id: int) -> None:
        """Note that a member is in a server now; a member who had left is put back on its leaderboards."""
        if await self._standings.departed(guild_id, [user_id]):
            await self._standings.back(guild_id, [user_id])
        self._saw(guild_id, user_id)

    def _saw(self, guild_id: int, user_id: int) -> None:
        self._seen.pop((guild_id, user_id), None)
        self._seen[guild_id, user_id] = time.monotonic()
        while len(self._seen) > _MOST_SEEN:
            self._seen.pop(next(iter(self._seen)))


async def _is_there(guild: discord.Guild, user_id: int) -> bool | None:
    """Tell whether a user is in a server; None if Discord does not answer."""
    try:
        await asyncio.wait_for(guild.fetch_member(user_id), _PATIENCE)
    except discord.NotFound:
        return False
    except (TimeoutError, *DISCORD_TROUBLE):
        return None
    return True
