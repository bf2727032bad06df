"""The errors of calls to Discord."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

DISCORD_TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""The errors of a refused or unanswered call; the library passes on those of a broken connection as they are."""


def reason(error: Exception) -> str:
    """Name such an error for the log, without the content that was being sent."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


_ACKNOWLEDGED: Final = 40060


def is_answered_already(error: Exception) -> bool:
    """Tell whether Discord refuses an answer as it has one: another process's, or an earlier one that seemed lost."""
    return isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED
