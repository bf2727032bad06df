"""Functions shared by several slash commands: their choices, a member's tables, and opening a table."""

from __future__ import annotations

from typing import Final

import discord
from discord import app_commands

from bot.engine import Rules
from bot.engine.options import BY_KEY
from bot.house.levels import Level
from bot.tables import CLOCKS, NO_CLOCK, Clock, Kind, Refused, Table, Why
from bot.tables.decisions import dealing, house_seats
from bot.tables.decisions.terms import for_players
from bot.ui.kit.public_posts import Leave
from bot.ui.kit.reply import say_publicly
from bot.ui.kit.trouble import DISCORD_TROUBLE
from cogs.table.answers.table_alerts import call
from cogs.table.answers.typed_rules import Meant, read_typed
from cogs.table.desk import Desk, Interaction, player_of
from cogs.table.posts.seals import quietly

CLOCK_CHOICES: Final = [app_commands.Choice(name=clock.label, value=clock.key) for clock in CLOCKS.values()]
"""Clocks offered by a command; any other time is typed in the lobby."""
PLAYER_CHOICES: Final = [app_commands.Choice(name=str(n), value=n) for n in (2, 3, 4)]

LENGTH_CHOICES: Final = [
    *(app_commands.Choice(name=c.label, value=str(c.value)) for c in BY_KEY["length"].choices if c.value == "one_deal"),
    *(app_commands.Choice(name=c.label, value=str(c.value)) for c in BY_KEY["target"].choices),
]
"""Lengths of a game offered by a command, shortest first; any other target is typed in the lobby."""


def guest_of(user: discord.User | discord.Member) -> discord.Member:
    """Return a member who is to be challenged or invited.

    Raises:
        Refused: It is a bot, or nobody of this server.
    """
    if user.bot:
        raise Refused(Why.CHALLENGE_BOT)
    if not isinstance(user, discord.Member):  # Discord sends a Member for a user in the server
        raise Refused(Why.CHALLENGE_ABSENT)
    return user


def of_length(rules: Rules, length: app_commands.Choice[str] | None) -> Rules:
    """Return the rules with the length chosen with a command; None leaves them as they are."""
    if length is None:
        return rules
    if length.value.isdigit():
        return rules.changed({"length": "target", "target": int(length.value)})
    return rules.changed({"length": length.value})


async def my_tables(desk: Desk, interaction: Interaction) -> list[Table]:
    """Return the live tables at which a member sits: in this channel first, then on move, then the newest.

    A daily deal in play is included, whichever server it was begun in.
    """
    user, here, register = interaction.user.id, interaction.channel_id, desk.tables.register
    daily = await desk.tables.whereabouts.daily_of(user)
    mine = await desk.tables.several([*register.of_member(interaction.guild_id or 0, user), *daily])
    return sorted(mine, key=lambda t: (t.channel_id != here, user not in t.turn_users, -t.id))


async def put_up(
    desk: Desk, interaction: Interaction, table: Table, leave: Leave, mentions: discord.AllowedMentions | None = None
) -> None:
    """Post a new table's message as the answer to a command; if that fails, remove the table again.

    If Discord's reply was lost but the message was posted, that message becomes the table's.
    """
    practice = table.kind is Kind.PRACTICE  # which begins at once
    layout = await (desk.showing.parting(table, 0) if practice else desk.showing.public(table))
    seals, failed = desk.presenter.seals, None
    with seals.answering(table.id):
        try:
            message_id = await say_publicly(interaction, layout, leave, mentions)
        except DISCORD_TROUBLE as error:
            message_id, failed = None, error
        if message_id is None:
            message_id = await quietly(seals, table)
        if message_id:
            await desk.presenter.adopt(table, message_id, interaction, layout)
            return
    if message_id is None:  # it cannot be told now whether it is up
        desk.presenter.owe(table.id)
    else:
        await desk.tables.ask(table.id, dealing.answer_absent)
    if failed is not None:
        raise failed


async def practise(
    desk: Desk,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    players: int | None = None,
    length: app_commands.Choice[str] | None = None,
    level: Level = Level.REGULAR,
) -> None:
    """Open a table, fill it with house players, deal, and show the member's hand.

    Args:
        desk: The desk.
        interaction: The command or the click.
        rules: The rules; None for the usual book.
        players: The number of players; None for that of the rules.
        length: The length of the game; None for that of the rules.
        level: The level of the house players.

    Raises:
        RulesError: The rules cannot go together.
        Refused: The member sits at too many tables, or has posted too much lately.
        HinderedError: No table may be opened in this channel, or not by this member.
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
        await desk.hand(interaction, await tables.get(table.id))


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
    """Open a table: post its lobby in the channel, with the opener in the first seat.

    An argument that is None is taken from the member's last table, else from the server's preferences.

    Raises:
        RulesError: The rules cannot go together.
        Refused: The member sits at too many tables, or has posted too much lately.
        HinderedError: No table may be opened in this channel, or not by this member.
    """
    with desk.public.board(interaction) as leave:
        tables, guild = desk.tables, interaction.guild_id or 0
        last = await desk.members.preferences.offered(guild, interaction.user.id)
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
