"""The command for the rule book: ``/rules``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.reply import say_privately
from bot.ui.text.rulebook.reading import reading_by, reading_of
from bot.ui.text.rulebook.topics import TOPICS
from cogs.rules.pages import rule_page
from cogs.table.answers.opening import my_tables

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


class RulesCog(commands.Cog):
    """The command that shows the rules."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="rules", description="The rules of Bézique, page by page, only for you")
    @app_commands.describe(
        topic="What to read about (default: from the beginning)",
        table="A table's number, to read its rules (default: your table in this channel)",
    )
    @app_commands.choices(topic=[app_commands.Choice(name=each.title, value=each.key) for each in TOPICS])
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, topic: str = "", table: int | None = None) -> None:
        """Open the rule book by the rules of the named table, the reader's own table here, or the default book."""
        if table is not None:
            reading = reading_of(await self.bot.desk.table_here(interaction, table))
        else:
            mine = await my_tables(self.bot.desk, interaction)
            here = [each for each in mine if each.channel_id == interaction.channel_id]
            reading = reading_of(here[0]) if here else reading_by("")
        await say_privately(interaction, rule_page(reading, topic, visit=interaction.id))


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(RulesCog(bot))
