"""The greeting of a server, the home page, and the handlers of their buttons."""

from __future__ import annotations

import logging

import discord

from bot.house.roster import Level
from bot.tables import DatabaseError
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.kit.sight import sight_of
from bot.ui.routes import home as home_routes
from bot.ui.text.faces import Look
from bot.ui.text.rulebook.reading import reading_by
from cogs.home.pages import Visitor, home_page, more_page
from cogs.learn.overview import is_newcomer, show_learn
from cogs.learn.teaching import show_lesson
from cogs.rules.pages import rule_page
from cogs.table.answers.lobby import my_tables, open_table
from cogs.table.answers.practice import practise
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
    guild = channel.guild.id
    four_colour = desk.showing.readers.taste_here(guild).four_colour
    picture = await desk.showing.in_public(guild, lambda: desk.showing.scenes.home(guild, four_colour=four_colour))
    with desk.showing.readers.for_all(guild):
        layout = home_page(Visitor(), picture=picture)
    await channel.send(**layout.sending(), silent=True, nonce=nonce_for("bzg.", channel.guild.id))


async def show_home(desk: Desk, interaction: Interaction, route: home_routes.ShowHome) -> None:
    """Show the home page, made for the member who opens it, or the page behind *More*."""
    if route.more:
        page = more_page(interaction.client.links.line)
    else:
        taste, picture = desk.showing.reader(interaction.user.id)[1], None
        if taste.look is Look.PICTURES:
            picture = await desk.showing.scenes.home(interaction.guild_id or 0, four_colour=taste.four_colour)
        page = home_page(await _visitor(desk, interaction), interaction.user.id, picture)
    await in_place(interaction, page)


async def _visitor(desk: Desk, interaction: Interaction) -> Visitor:
    """Find out what waits for a member, and whether they are new."""
    user, guild = interaction.user.id, interaction.guild_id
    mine = await my_tables(desk, interaction)
    waiting = next((each for each in mine if user in each.turn_users or (each.private and each.awaits_deal)), None)
    daily = None if guild is None else await desk.club.daily.day(desk.club.daily.today(), guild, user)
    began = bool(mine) or not await is_newcomer(desk, user) or daily is None or daily.own is not None
    if not began:
        began = bool(await desk.tables.archive.finished(guild or 0, sight_of(interaction).visible(), user, 1))
    plays_it = any(table.daily is not None for table in mine)
    moderates = guild is not None and desk.showing.readers.is_moderator(interaction)
    return Visitor(
        waiting=waiting,
        daily=began and daily is not None and daily.own is None and not plays_it,
        newcomer=not began,
        reports=await desk.club.reports.count(guild or 0) if moderates else 0,
    )


async def learn(desk: Desk, interaction: Interaction, _route: home_routes.Learn) -> None:
    """Show the page Learn, or the tutorial at once to a member who has begun nothing yet."""
    await (show_lesson if await is_newcomer(desk, interaction.user.id) else show_learn)(desk, interaction)


async def read_rules(_desk: Desk, interaction: Interaction, _route: home_routes.ReadRules) -> None:
    """Open the rule book at its first page."""
    await say_privately(interaction, rule_page(reading_by(""), ""))


async def press_practise(desk: Desk, interaction: Interaction, route: home_routes.Practise) -> None:
    """Begin a practice game, as the command does without options, or against a beginner."""
    await practise(desk, interaction, level=Level.BEGINNER if route.beginner else Level.REGULAR)


async def press_open(desk: Desk, interaction: Interaction, _route: home_routes.OpenTable) -> None:
    """Open a table as the command does without options."""
    await open_table(desk, interaction)
