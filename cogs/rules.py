"""The rule book: ``/rules``, and the button **Rules** on every table's message."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.reply import kindly, say_privately
from bot.ui.rulebook.pages import OP, read_words, rule_page
from bot.ui.rulebook.reading import Reading, reading_by, reading_of
from bot.ui.rulebook.topics import TOPICS
from cogs.table import my_tables

if TYPE_CHECKING:
    from bot.client import BeziqueBot
    from bot.ui.kit.controls import Press

Interaction = discord.Interaction[Any]


class RulesCog(commands.Cog):
    """The command and the controls with which the rules are read."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        bot.desk.add("rules", self._of_table)
        bot.desk.add(OP, self._turn)

    @app_commands.command(name="rules", description="The rules of Bézique, page by page, only for you")
    @app_commands.describe(
        topic="What to read about (default: from the beginning)",
        table="A table's number, to read its rules (default: your table in this channel)",
    )
    @app_commands.choices(topic=[app_commands.Choice(name=each.title, value=each.key) for each in TOPICS])
    @app_commands.guild_only()
    async def rules(self, interaction: Interaction, topic: str = "", table: int | None = None) -> None:
        """Open the rule book: of the table named, of the reader's own here, or of the usual book."""
        async with kindly(interaction, "/rules"):
            if table is not None:
                reading = reading_of(await self.bot.desk.table_here(interaction, table))
            else:
                mine = [t for t in my_tables(self.bot, interaction) if t.channel_id == interaction.channel_id]
                reading = reading_of(mine[0]) if mine else reading_by("")
            await say_privately(interaction, rule_page(reading, topic, visit=interaction.id))

    async def _of_table(self, interaction: Interaction, press: Press) -> None:
        table = await self.bot.desk.table_here(interaction, press.table_id)
        await say_privately(interaction, rule_page(reading_of(table), "", visit=interaction.id))

    async def _turn(self, interaction: Interaction, press: Press) -> None:
        """Go to another page, in the same private message."""
        topic, number, book = read_words(press.words)
        reading: Reading
        if press.table_id:
            reading = reading_of(await self.bot.desk.table_here(interaction, press.table_id))
        else:
            reading = reading_by(book)
        await interaction.response.edit_message(view=rule_page(reading, topic, number, visit=interaction.id))


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(RulesCog(bot))
