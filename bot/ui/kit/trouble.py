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
