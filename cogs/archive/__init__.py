"""Finished games: their list, records, replays and hands, reached from a result or from ``/leaderboard``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bot.client import BeziqueBot


async def setup(_bot: BeziqueBot) -> None:
    """Add nothing: this room has no command of its own."""
