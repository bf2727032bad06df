"""The command ``/settings``: one's own, the server's, and moderation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.routes.settings import ShowSettings, Whose
from cogs.settings.choices import show_settings

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class SettingsCog(commands.Cog):
    """The command that shows settings; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="settings", description="Cards, language, quiet hours, blocks, your data; the server's")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def settings(self, interaction: Interaction) -> None:
        """Show the member's own settings."""
        await show_settings(self.bot.app, interaction, ShowSettings(Whose.MINE))


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(SettingsCog(bot))
