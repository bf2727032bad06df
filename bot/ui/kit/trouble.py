"""What may go wrong with a call to Discord."""

from __future__ import annotations

from typing import Final

import aiohttp
import discord

DISCORD_TROUBLE: Final = (discord.HTTPException, aiohttp.ClientError, ConnectionError, TimeoutError)
"""Discord refuses a call, or nothing answers: what a broken connection raises the library passes on as it is."""


def reason(error: Exception) -> str:
    """Name such a trouble for the log, without what was being sent."""
    return f"{error.status} {error.code}" if isinstance(error, discord.HTTPException) else type(error).__name__


_ACKNOWLEDGED: Final = 40060


def is_answered_already(error: Exception) -> bool:
    """Tell whether Discord refuses an answer as it has one: of another process, or an earlier one that seemed lost."""
    return isinstance(error, discord.HTTPException) and error.code == _ACKNOWLEDGED
