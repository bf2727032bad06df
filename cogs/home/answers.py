"""Answers whoever is new: the greeting of a server, and what its four buttons and their commands do."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.house.levels import Level
from bot.tables import NO_CLOCK, Clock, DatabaseError
from bot.tables.decisions import house_seats
from bot.tables.decisions.terms import for_players
from bot.ui.kit.reply import say_privately
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.routes import home as home_routes
from bot.ui.text.rulebook.reading import reading_by
from cogs.home.pages import greeting
from cogs.learn.answers import show_lesson
from cogs.rules.pages import rule_page
from cogs.table.answers.opening import of_length, put_up
from cogs.table.answers.table_alerts import call
from cogs.table.answers.typed_rules import Meant, read_typed
from cogs.table.desk import Desk, Interaction, player_of
from cogs.table.posts.posts import nonce_for

log = logging.getLogger(__name__)

GREETED = "greeted"
"""The key under which it is kept that a server has been greeted."""


async def greet(desk: Desk, guild: discord.Guild) -> bool:
    """Greet a server in its own system channel, once and for all; nowhere else, and not where that is not allowed.

    Returns:
        Whether it was greeted now.
    """
    channel, preferences = guild.system_channel, desk.tables.preferences
    if channel is None:
        return False
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        return False
    try:
        if (await preferences.of_server(guild.id)).get(GREETED):
            return False
        # Noted first: a server that is greeted twice is worse off than one that is not because the bot ended just now.
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
    """Show the lesson where the member has left it."""
    await show_lesson(desk, interaction)


async def read_rules(_desk: Desk, interaction: Interaction, _route: home_routes.ReadRules) -> None:
    """Open the rule book at its first page."""
    await say_privately(interaction, rule_page(reading_by(""), "", visit=interaction.id))


async def press_practise(desk: Desk, interaction: Interaction, route: home_routes.Practise) -> None:
    """Begin a practice as the command does without options, or against a beginner."""
    await practise(desk, interaction, level=Level.BEGINNER if route.beginner else Level.REGULAR)


async def press_open(desk: Desk, interaction: Interaction, _route: home_routes.OpenTable) -> None:
    """Open a table as the command does without options."""
    await open_table(desk, interaction)


async def practise(
    desk: Desk,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    players: int | None = None,
    length: app_commands.Choice[str] | None = None,
    level: Level = Level.REGULAR,
) -> None:
    """Open a table, fill it with house players, deal, and bring the member's hand.

    Args:
        desk: The desk.
        interaction: The command or the click.
        rules: What is played; None: the usual book.
        players: How many play; None: as the rules say.
        length: How long the game goes; None: as the rules say.
        level: How well the house plays.

    Raises:
        RulesError: They cannot go together.
        Refused: The member sits at too many tables, or has posted too much lately.
        HinderedError: No table is put up in this channel, or not for this member.
    """
    with desk.public.board(interaction) as leave:
        preset, chosen, _ = rules or read_typed("")
        if players is not None:
            chosen = for_players(preset, chosen, players)
        chosen = of_length(chosen, length)
        tables, user = desk.tables, interaction.user.id
        table = await tables.open(
            guild_id=interaction.guild_id or 0,
            channel_id=interaction.channel_id or 0,
            opener=player_of(interaction.user),
            rules=chosen,
            preset=preset,
            clock=NO_CLOCK,
            practice_in=desk.showing.readers.language_of(interaction),
            answering=interaction.token,
        )
        while not table.full:
            table = await tables.ask(table.id, house_seats.add_house, user, level)
        await put_up(desk, interaction, table, leave)
        done = await tables.start(table.id, user, table.language)
        await desk.show(interaction, done.table)
        await desk.hand(interaction, done.table)


async def open_table(
    desk: Desk,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    players: int | None = None,
    length: app_commands.Choice[str] | None = None,
    invited_only: bool = False,
    auto_draw: bool | None = None,
    clock: Clock | None = None,
) -> None:
    """Open a table: the lobby goes up in the channel, with the opener in the first seat.

    What is None is as the member opened it last, else as the server has chosen.

    Raises:
        RulesError: They cannot go together.
        Refused: The member sits at too many tables, or has posted too much lately.
        HinderedError: No table is put up in this channel, or not for this member.
    """
    with desk.public.board(interaction) as leave:
        tables, guild = desk.tables, interaction.guild_id or 0
        last = await tables.offered(guild, interaction.user.id)
        preset, chosen, friendly = rules or Meant(last.preset, last.rules)
        if players is not None:
            chosen = for_players(preset, chosen, players)
        chosen = of_length(chosen, length)
        table = await tables.open(
            guild_id=guild,
            channel_id=interaction.channel_id or 0,
            opener=player_of(interaction.user),
            rules=chosen,
            preset=preset,
            auto_draw=last.auto_draw if auto_draw is None else auto_draw,
            clock=last.clock if clock is None else clock,
            invited_only=invited_only,
            partners_drawn=last.partners_drawn and chosen.partners,
            hints=last.hints,
            friendly=friendly,
            answering=interaction.token,
        )
        await put_up(desk, interaction, table, leave)
        await call(desk, interaction, table)
