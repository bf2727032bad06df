"""The rule book: the command ``/rules``, and the handlers for its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.ui.kit.reply import in_place, say_privately
from bot.ui.routes import rules as rules_routes
from bot.ui.text.rulebook.reading import reading_by, reading_of
from bot.ui.text.rulebook.topics import TOPICS
from cogs.rules.pages import rule_page
from cogs.table.answers.lists import my_tables
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot


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
            reading = reading_of(await self.bot.app.table_here(interaction, await self.bot.tables.named(table)))
        else:
            mine = await my_tables(self.bot.app, interaction)
            here = [each for each in mine if each.channel_id == interaction.channel_id]
            reading = reading_of(here[0]) if here else reading_by("")
        await say_privately(interaction, rule_page(reading, topic))


async def rules(app: App, interaction: Interaction, route: rules_routes.Rules) -> None:
    """Open the rule book by a table's own rules."""
    table = await app.table_here(interaction, route.table_id)
    await say_privately(interaction, rule_page(reading_of(table), ""))


async def topic(app: App, interaction: Interaction, route: rules_routes.Topic) -> None:
    if route.table_id:
        reading = reading_of(await app.table_here(interaction, route.table_id))
    else:
        reading = reading_by(route.book)
    await in_place(interaction, rule_page(reading, route.topic, route.page))


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(RulesCog(bot))
