"""The greeting of a server, and the handlers of the buttons on the greeting and the help page."""

from __future__ import annotations

import logging

import discord

from bot.house.roster import Level
from bot.tables import DatabaseError
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import say_privately
from bot.ui.routes import home as home_routes
from bot.ui.text.rulebook.reading import reading_by
from cogs.home.pages import greeting
from cogs.learn.answers import show_lesson
from cogs.rules.pages import rule_page
from cogs.table.answers.lobby import open_table, practise
from cogs.table.desk import Desk, Interaction
from cogs.table.posts.posts import nonce_for

log = logging.getLogger(__name__)

GREETED = "greeted"
"""Key of the server preference that says whether the server has been greeted."""


async def greet(desk: Desk, guild: discord.Guild) -> bool:
    """Greet a server once, in its system channel, if the bot may post there.

    Returns:
        Whether the server was greeted now.
    """
    channel, preferences = guild.system_channel, desk.members.preferences
    if channel is None:
        return False
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        return False
    try:
        if (await preferences.of_server(guild.id)).get(GREETED):
            return False
        # Noted before posting: after a crash in between, no greeting is better than two.
        await preferences.set_of_server(guild.id, {GREETED: True})
        try:
            await post_greeting(desk, channel)
        except DISCORD_TROUBLE as error:
            log.warning("a server could not be greeted: %s", reason(error))
            await preferences.set_of_server(guild.id, {GREETED: None})
            return False
    except DatabaseError as error:
        log.warning("a server could not be greeted: %s", type(error).__name__)
        return False
    return True


async def post_greeting(desk: Desk, channel: discord.TextChannel) -> None:
    """Post the greeting in a channel, in its server's language."""
    with desk.showing.readers.for_all(channel.guild.id):
        layout = greeting()
    await channel.send(**layout.sending(), silent=True, nonce=nonce_for("bzg.", channel.guild.id))


async def learn(desk: Desk, interaction: Interaction, _route: home_routes.Learn) -> None:
    """Show the lesson at the point where the member left it."""
    await show_lesson(desk, interaction)


async def read_rules(_desk: Desk, interaction: Interaction, _route: home_routes.ReadRules) -> None:
    """Open the rule book at its first page."""
    await say_privately(interaction, rule_page(reading_by(""), "", visit=interaction.id))


async def press_practise(desk: Desk, interaction: Interaction, route: home_routes.Practise) -> None:
    """Begin a practice game, as the command does without options, or against a beginner."""
    await practise(desk, interaction, level=Level.BEGINNER if route.beginner else Level.REGULAR)


async def press_open(desk: Desk, interaction: Interaction, _route: home_routes.OpenTable) -> None:
    """Open a table as the command does without options."""
    await open_table(desk, interaction)
