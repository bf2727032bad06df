"""Forms that are filled in: what comes back in none of the shapes that Discord's clients send is told kindly."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.ui.text.i18n import tr

from .reply import kindly, refuse

log = logging.getLogger(__name__)


class Form(discord.ui.Modal):
    """A form of this bot, open for a quarter of an hour."""

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Say that it could not be read; the log hears no more than why, as a form may hold anything."""
        log.warning("a form cannot be read: %s", type(error).__name__)
        async with kindly(interaction, "a form"):
            await refuse(interaction, tr("That form could not be read. Please open it again."))
