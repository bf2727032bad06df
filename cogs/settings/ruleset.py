"""The commands for named rule sets: ``/ruleset save`` and ``/ruleset show``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.values.rule_sets import LONGEST_NAME
from cogs.settings.rule_sets import save, show_all
from cogs.table.answers.typed_rules import rule_choices

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]


@app_commands.guild_only()
class RuleSetCog(commands.GroupCog, group_name="ruleset", group_description="Rules under names of your own"):
    """The slash commands that save rules under a name and show saved ones."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        super().__init__()

    @app_commands.command(name="save", description="Keep rules under a name, to play by them again")
    @app_commands.describe(
        name="What they are to be called",
        rules="A rule code such as: britannica 3 target=2000 (default: the rules of your table here)",
        table="A table's number, to keep its rules",
        server="For everyone in this server; that takes a moderator (default: for yourself)",
    )
    async def save(
        self,
        interaction: Interaction,
        name: app_commands.Range[str, 1, LONGEST_NAME],
        rules: str | None = None,
        table: int | None = None,
        server: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Save rules under a name, and show them."""
        await save(self.bot.desk, interaction, name, rules, table, for_server=server)

    @app_commands.command(name="show", description="Your rule sets and this server's: play, show or delete them")
    async def show(self, interaction: Interaction) -> None:
        """List the rule sets from which the member can choose."""
        await show_all(self.bot.desk, interaction)

    @save.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(RuleSetCog(bot))
