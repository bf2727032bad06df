"""The commands about challenges: ``/challenge``, ``/challenges`` and the entry in the user menu."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables import Clock, Refused, Why
from bot.tables.values.clocks import clock_of
from bot.ui.kit.reply import say_privately
from bot.ui.text.i18n import mark
from cogs.table.answers.challenges import challenges
from cogs.table.answers.opening import CLOCK_CHOICES, LENGTH_CHOICES, guest_of, of_length, put_up
from cogs.table.answers.table_alerts import call
from cogs.table.answers.typed_rules import meant_by, rule_choices
from cogs.table.desk import player_of

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]
MENU_NAME = mark("Challenge to Bézique")


class ChallengeCog(commands.Cog):
    """The commands that send and list challenges."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._menu = app_commands.ContextMenu(name=MENU_NAME, callback=self._from_menu)
        self._menu.guild_only = True
        bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the entry in the user menu together with the cog."""
        self.bot.tree.remove_command(MENU_NAME, type=discord.AppCommandType.user)

    @app_commands.command(name="challenge", description="Challenge a member, or whoever likes, to a game of Bézique")
    @app_commands.describe(
        member="Whom you would like to play (default: whoever likes)",
        rules="A rule book for two, a rule set, or a rule code (default: modern)",
        auto_draw="Draw by itself where nothing can be declared (default: yes)",
        clock="How long a move may take (default: as last time)",
        length="How long the game goes, such as one deal (default: as the rules say)",
        best_of_three="Play on until somebody has won two games (default: no)",
    )
    @app_commands.choices(clock=CLOCK_CHOICES)
    @app_commands.choices(length=LENGTH_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: Interaction,
        member: discord.User | None = None,
        rules: str = "modern",
        auto_draw: bool = True,  # noqa: FBT001, FBT002
        clock: app_commands.Choice[str] | None = None,
        length: app_commands.Choice[str] | None = None,
        best_of_three: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        """Challenge a member, or anyone who likes to play."""
        chosen = None if clock is None else clock_of(clock.value)
        await self._challenge(
            interaction, member, rules, auto_draw=auto_draw, clock=chosen, length=length,
            best_of=3 if best_of_three else 1,
        )  # fmt: skip

    @app_commands.command(
        name="challenges", description="The challenges that wait: for you, for whoever likes, and yours"
    )
    @app_commands.guild_only()
    async def challenges(self, interaction: Interaction) -> None:
        """List the challenges that wait for an answer."""
        await say_privately(interaction, await challenges(self.bot.desk, interaction))

    async def _from_menu(self, interaction: Interaction, member: discord.User) -> None:
        await self._challenge(interaction, member, "modern", auto_draw=True, clock=None)

    @challenge.autocomplete("rules")
    async def _rule_codes(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await rule_choices(self.bot.desk, interaction, str(typed))

    async def _challenge(
        self,
        interaction: Interaction,
        member: discord.User | discord.Member | None,
        rules: str,
        *,
        auto_draw: bool,
        clock: Clock | None,
        length: app_commands.Choice[str] | None = None,
        best_of: int = 1,
    ) -> None:
        if member is not None and member.id == interaction.user.id:
            raise Refused(Why.CHALLENGE_SELF)
        invited = None if member is None else guest_of(member)
        with self.bot.desk.public.board(interaction) as leave:
            preset, chosen, friendly = await meant_by(self.bot.desk, interaction, rules)
            chosen = of_length(chosen, length)
            if chosen.players != 2:
                raise Refused(Why.CHALLENGE_PLAYERS)
            last = await self.bot.members.preferences.offered(interaction.guild_id or 0, interaction.user.id)
            table = await self.bot.tables.challenge(
                guild_id=interaction.guild_id or 0,
                channel_id=interaction.channel_id or 0,
                challenger=player_of(interaction.user),
                invited=None if invited is None else player_of(invited),
                rules=chosen,
                preset=preset,
                auto_draw=auto_draw,
                clock=last.clock if clock is None else clock,
                friendly=friendly,
                best_of=best_of,
                answering=interaction.token,
            )
            mentions = discord.AllowedMentions(users=[] if invited is None else [invited])
            await put_up(self.bot.desk, interaction, table, leave, mentions)
            if invited is None:
                await call(self.bot.desk, interaction, table)


async def setup(bot: BeziqueBot) -> None:
    """Add these commands to the bot."""
    await bot.add_cog(ChallengeCog(bot))
