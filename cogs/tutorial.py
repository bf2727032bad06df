"""``/tutorial``: a guided first deal against a scripted opponent, for one reader only."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.ui.kit.controls import Layout, Press
from bot.ui.kit.reply import kindly, say_privately
from bot.ui.text.i18n import tr
from bot.ui.tutorial.lesson import Lesson, LostThread, read_steps, take_up
from bot.ui.tutorial.pages import AGAIN, ASK, BACK, OP, page, restart_page
from bot.ui.tutorial.script import SCRIPT

if TYPE_CHECKING:
    from bot.client import BeziqueBot

Interaction = discord.Interaction[Any]
KEY = "tutorial"
"""Under which a member's progress is stored: the script's number, and the steps that the member has done."""


class TutorialCog(commands.Cog):
    """The command and the controls of the tutorial. All that it keeps is each member's list of steps."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        self._one_at_a_time = asyncio.Lock()
        """So that of two clicks at the same time the second sees what the first has done."""
        bot.desk.add(OP, self._pressed)

    @app_commands.command(name="tutorial", description="Learn Bézique in ten minutes: a first deal with hints")
    @app_commands.guild_only()
    async def tutorial(self, interaction: Interaction) -> None:
        """Show the lesson where the member has left it."""
        async with kindly(interaction, "/tutorial"):
            lesson = await self._lesson(interaction.user.id)
            back = tr("*Welcome back! This is where we were.*") if lesson.steps else ""
            style = await self.bot.presenter.showing.style(interaction.user.id)
            await say_privately(interaction, page(lesson, said=back, style=style))

    async def _pressed(self, interaction: Interaction, press: Press) -> None:
        """Do a step and store it, then show what follows; a press of an earlier page shows the present one."""
        user = interaction.user.id
        async with self._one_at_a_time:
            lesson = await self._lesson(user)
            current = press.ply == len(lesson.steps)
            if current and press.words == AGAIN:
                lesson = Lesson()
                await self.bot.tables.preferences.set_of_member(user, {KEY: None})
            elif current and lesson.allows(press.words):
                lesson.take(press.words)
                done = {"script": SCRIPT, "steps": lesson.steps}
                await self.bot.tables.preferences.set_of_member(user, {KEY: done})
        asked = current and press.words == ASK
        known = current or press.words == BACK
        said = "" if known else tr("*That button was from an earlier moment. This is where we are.*")
        style = await self.bot.presenter.showing.style(user)
        await _show(interaction, restart_page(lesson) if asked else page(lesson, said=said, style=style))

    async def _lesson(self, user: int) -> Lesson:
        stored = (await self.bot.tables.preferences.of_member(user)).get(KEY)
        try:
            return take_up(read_steps(stored, SCRIPT))
        except LostThread:  # stored by another script, or damaged: nothing is lost but a few minutes
            return Lesson()


async def _show(interaction: Interaction, layout: Layout) -> None:
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await interaction.response.edit_message(view=layout)
    else:  # never into a message that everyone sees
        await say_privately(interaction, layout)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(TutorialCog(bot))
