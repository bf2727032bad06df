"""The base of forms: a form that comes back in an unknown shape gets a kind answer."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.ui.text.i18n import tr

from .reply import error_boundary, refuse

log = logging.getLogger(__name__)


class Form(discord.ui.Modal):
    """A form of this bot, open for a quarter of an hour; errors in what a subclass does with it are explained."""

    async def submitted(self, interaction: discord.Interaction[Any]) -> None:
        """Take what was filled in."""
        raise NotImplementedError

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Have the subclass take what was filled in."""
        async with error_boundary(interaction, f"the form {type(self).__name__}"):
            await self.submitted(interaction)

    async def on_error(  # type: ignore[override]
        self, interaction: discord.Interaction[Any], error: Exception, /
    ) -> None:
        """Say that the form could not be read; the log gets only the kind of error, as a form may hold anything."""
        log.warning("a form cannot be read: %s", type(error).__name__)
        async with error_boundary(interaction, "a form"):
            await refuse(interaction, tr("That form could not be read. Please open it again."))
