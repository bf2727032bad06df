"""The commands of a table: ``/play``, ``/challenge``, ``/practice`` and ``/hand``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.house.roster import Level
from bot.tables.values.clocks import clock_of
from bot.ui.kit.reply import say_privately
from bot.ui.kit.tree import add_user_menu, for_oneself
from bot.ui.routes.lobby import Wish
from bot.ui.text.i18n import mark
from bot.ui.text.table_lines import LEVELS
from cogs.table.challenges import challenge, challenges
from cogs.table.house_rules import meant_by, rule_choices
from cogs.table.lobby import (
    CLOCK_CHOICES,
    LENGTH_CHOICES,
    PLAYER_CHOICES,
    open_table,
)
from cogs.table.own_tables import at_own_table
from cogs.table.practice import practise

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]

MENU_NAME = mark("Challenge to Bézique")


class TableCog(commands.Cog):
    """The commands that open a table or a challenge, and the one that shows a player's cards."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    @app_commands.command(name="play", description="Open a table in this channel that others can join")
    @app_commands.describe(
        rules="A rule book, rule set or code such as: britannica 3 target=2000 (default: as last time)",
        clock="How long a move may take (default: as last time)",
    )
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.guild_only()
    async def play(
        self, interaction: Interaction, rules: str | None = None, clock: app_commands.Choice[str] | None = None
    ) -> None:
        """Open a table: post its lobby in the channel, with the opener in the first seat."""
        await open_table(
            self.bot.app,
            interaction,
            rules=await meant_by(self.bot.app, interaction, rules) if rules is not None else None,
            clock=clock_of(clock.value) if clock is not None else None,
        )

    @app_commands.command(name="challenge", description="Challenge a member; without one, see the challenges that wait")
    @app_commands.describe(
        member="Whom you would like to play",
        rules="A rule book, rule set or code (default: modern)",
        auto_draw="Draw by itself where nothing can be declared (default: yes)",
        clock="How long a move may take (default: as last time)",
        length="How long the game goes (default: as the rules say)",
        best_of_three="Play on until somebody has won two games (default: no)",
    )
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        rules: str | None = None,
        auto_draw: bool | None = None,  # noqa: FBT001
        clock: app_commands.Choice[str] | None = None,
        length: app_commands.Choice[str] | None = None,
        best_of_three: bool | None = None,  # noqa: FBT001
    ) -> None:
        """Challenge a member, or list the challenges that wait for an answer."""
        if member is None:
            await say_privately(interaction, await challenges(self.bot.app, interaction))
            return
        await challenge(
            self.bot.app,
            interaction,
            member,
            rules,
            auto_draw=auto_draw,
            clock=None if clock is None else clock_of(clock.value),
            length=length,
            best_of=None if best_of_three is None else 3 if best_of_three else 1,
        )

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await challenge(self.bot.app, interaction, member)

    @app_commands.command(name="practice", description="Play against the house at once, in private")
    @app_commands.describe(
        level="How well the house plays (default: regular)",
        rules="A rule book, rule set or code (default: modern)",
        players="How many play; the house takes all other seats",
        length="How long the game goes (default: as the rules say)",
    )
    @app_commands.choices(level=[app_commands.Choice(name=words, value=level.value) for level, words in LEVELS.items()])
    @app_commands.choices(players=PLAYER_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @for_oneself
    async def practice(
        self,
        interaction: Interaction,
        level: app_commands.Choice[str] | None = None,
        rules: str = "modern",
        players: app_commands.Choice[int] | None = None,
        length: app_commands.Choice[str] | None = None,
    ) -> None:
        """Open a table, fill it with house players, and deal."""
        seats = players.value if players is not None else None
        await practise(
            self.bot.app,
            interaction,
            rules=await meant_by(self.bot.app, interaction, rules, seats),
            players=seats,
            length=length,
            level=Level(level.value) if level is not None else Level.REGULAR,
        )

    @app_commands.command(name="hand", description="Your cards, only for you; without a game, the tables here")
    @app_commands.describe(table="The table's number, where you sit at several")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def hand(self, interaction: Interaction, table: int | None = None) -> None:
        """Answer with the player's panel at the named table, at the only one, or at one chosen from a menu."""
        named = None if table is None else await self.bot.tables.named(table)
        await at_own_table(self.bot.app, interaction, Wish.HAND, named)

    @play.autocomplete("rules")
    @challenge.autocomplete("rules")
    @practice.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.app, interaction, str(typed))


async def setup(bot: BeziqueBot) -> None:
    """Add the commands of this room to the bot."""
    await bot.add_cog(TableCog(bot))
