"""Answers the command and the controls of the tutorial. All that is kept is each member's list of steps."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any, Protocol

import discord

from bot.tables import Preferences, Tables
from bot.ui.kit import routes
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.sync.showing import Showing
from bot.ui.text.faces import Style
from bot.ui.text.i18n import tr

from .lesson import Lesson, LostThread, Stage, read_steps, take_up
from .pages import AGAIN, ASK, BACK, page, restart_page
from .script import SCRIPT
from .story import drawn, names

KEY = "tutorial"
"""Under which a member's progress is stored: the script's number, and the steps that the member has done."""


class Host(Protocol):
    """Whoever keeps what members have learnt, and knows how they see cards: the desk."""

    tables: Tables
    showing: Showing


async def show_lesson(host: Host, interaction: discord.Interaction[Any]) -> None:
    """Show the lesson where the member has left it."""
    lesson = await _lesson(host.tables.preferences, interaction.user.id)
    back = ""
    if lesson.stage is Stage.OVER:
        back = tr("*Welcome back! You have played our deal to its end.*")
    elif lesson.steps:
        back = tr("*Welcome back! This is where we were.*")
    await say_privately(interaction, page(lesson, said=back, style=await _style(host, interaction, lesson)))


class Lessons:
    """Keeps members' lessons going."""

    def __init__(self) -> None:
        self._one_at_a_time = asyncio.Lock()
        """So that of two clicks at the same time the second sees what the first has done."""

    async def step(self, host: Host, interaction: discord.Interaction[Any], route: routes.Tutor) -> None:
        """Do a step and store it, then show what follows; a press of an earlier page shows the present one."""
        user, preferences = interaction.user.id, host.tables.preferences
        async with self._one_at_a_time:
            lesson = await _lesson(preferences, user)
            current = route.done == len(lesson.steps)
            if current and route.step == AGAIN:
                lesson = Lesson()
                await preferences.set_of_member(user, {KEY: None})
            elif current and lesson.allows(route.step):
                lesson.take(route.step)
                await preferences.set_of_member(user, {KEY: {"script": SCRIPT, "steps": lesson.steps}})
        asked = current and route.step == ASK
        known = current or route.step == BACK
        said = "" if known else tr("*That button was from an earlier moment. This is where we are.*")
        if asked:
            await in_place(interaction, restart_page(lesson))
        else:
            await in_place(interaction, page(lesson, said=said, style=await _style(host, interaction, lesson)))


async def _style(host: Host, interaction: discord.Interaction[Any], lesson: Lesson) -> Style:
    """Return how cards appear to the pupil, with the picture of the table while there is something to play."""
    if lesson.stage is not Stage.PLAYING:
        return host.showing.reader(interaction.user.id)[0]
    user, server = interaction.user.id, interaction.guild_id or 0
    return await host.showing.seat_style(lesson.view, names(), user, server, drawn=partial(drawn, lesson))


async def _lesson(preferences: Preferences, user_id: int) -> Lesson:
    stored = (await preferences.of_member(user_id)).get(KEY)
    try:
        return take_up(read_steps(stored, SCRIPT))
    except LostThread:  # stored by another script, or damaged: nothing is lost but a few minutes
        return Lesson()
