"""The server's leaderboard: ``/leaderboard``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.reply import kindly, say_privately
from bot.ui.pages.lists import PAGE, leaderboard_page

if TYPE_CHECKING:
    from bot.client import BeziqueBot
    from bot.ui.kit.controls import Layout, Press

Interaction = discord.Interaction[Any]


class LeaderboardCog(commands.Cog):
    """The command that shows who has won how often."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        bot.desk.add("leaders", self._page)

    @app_commands.command(name="leaderboard", description="Who has won how many games in this server")
    @app_commands.guild_only()
    async def leaderboard(self, interaction: Interaction) -> None:
        """Show the first page to everyone, with the caller's own place."""
        async with kindly(interaction, "/leaderboard"):
            with self.bot.languages.for_all(interaction.guild_id or 0):
                layout = await self._layout(interaction, 0)
            await interaction.response.send_message(view=layout)

    async def _page(self, interaction: Interaction, press: Press) -> None:
        """Turn the page: for the caller in place, for anybody else in a copy of their own."""
        page, _, owner = press.words.partition(" ")
        number = int(page) if page.isdigit() else 0
        if owner == str(interaction.user.id):
            with self.bot.languages.for_all(interaction.guild_id or 0):
                layout = await self._layout(interaction, number)
            await interaction.response.edit_message(view=layout)
        else:
            await say_privately(interaction, await self._layout(interaction, number))

    async def _layout(self, interaction: Interaction, page: int) -> Layout:
        guild, user = interaction.guild_id or 0, interaction.user.id
        archive = self.bot.tables.archive
        count = await archive.count_players(guild)
        page = max(0, min(page, (count - 1) // PAGE))
        standings = await archive.leaderboard(guild, PAGE, page * PAGE)
        own = await archive.standing_of(guild, user)
        names = await archive.last_names(guild, [s.user_id for s in standings] + [user])
        return leaderboard_page(standings, own, names, page=page, count=count, user_id=user)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(LeaderboardCog(bot))
