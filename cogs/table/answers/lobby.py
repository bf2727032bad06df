"""Handlers for opening a table, for its lobby, for the list of tables and for alerts about open tables."""

from __future__ import annotations

import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.club.table_alerts import MOST
from bot.engine import Rules
from bot.engine.options import BY_KEY
from bot.house.roster import HOUSE
from bot.tables import CLOCKS, Clock, DatabaseError, Refused, Status, Table, Why
from bot.tables.decisions import dealing, house_seats, lobby, terms
from bot.ui.kit.controls import Layout
from bot.ui.kit.lists import Page
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import in_place, say_privately, say_publicly, tell
from bot.ui.kit.sight import sight_of
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.lobby import HouseChange
from bot.ui.routes.settings import TellNoMore
from bot.ui.text.i18n import tr
from cogs.table.answers.house_rules import Meant
from cogs.table.answers.lobby_more import changed
from cogs.table.desk import Desk, Interaction, player_of
from cogs.table.pages.lists import PAGE, tables_page
from cogs.table.pages.lobby_more import leave_question
from cogs.table.posts.closings import quietly


async def join(desk: Desk, interaction: Interaction, route: lobby_routes.Join) -> None:
    """Let a member sit down."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.join(route.table_id, player_of(interaction.user), route.edition)
    await desk.on_board(interaction, table)


async def agree(desk: Desk, interaction: Interaction, route: lobby_routes.Agree) -> None:
    """Take note that a member agrees to the terms."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, terms.agree, interaction.user.id, route.edition)
    await desk.on_board(interaction, table)


async def leave(desk: Desk, interaction: Interaction, route: lobby_routes.Leave) -> None:
    """Let a member stand up; ask the opener first, as the table closes then."""
    table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
    if table.status is Status.LOBBY and table.fixture is None and table.opener_id == user:
        await in_place(interaction, leave_question(table))
        return
    await changed(desk, interaction, await desk.tables.ask(route.table_id, lobby.leave, user))


async def sit(desk: Desk, interaction: Interaction, route: lobby_routes.Sit) -> None:
    """Let a member change places."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, terms.change_seat, interaction.user.id, route.seat)
    await changed(desk, interaction, table)


async def seat_house(desk: Desk, interaction: Interaction, route: lobby_routes.SeatHouse) -> None:
    """Add a house player of the same level as the one who was offered, or send one away."""
    table = await desk.table_here(interaction, route.table_id)
    tables, user, player = desk.tables, interaction.user.id, HOUSE.get(route.player_id)
    if route.change is HouseChange.ADD and player is not None:
        table = await tables.ask(table.id, house_seats.add_house, user, player.level)
    elif route.change is HouseChange.REMOVE:
        table = await tables.ask(table.id, house_seats.remove_house, user, route.player_id)
    await changed(desk, interaction, table)


async def cancel(desk: Desk, interaction: Interaction, route: lobby_routes.Cancel) -> None:
    """Close a table, or take a challenge back."""
    await desk.table_here(interaction, route.table_id)
    await changed(desk, interaction, await desk.tables.ask(route.table_id, lobby.cancel, interaction.user.id))


async def start(desk: Desk, interaction: Interaction, route: lobby_routes.Start) -> None:
    """Begin the game where everyone is still there."""
    table = await desk.table_here(interaction, route.table_id)
    if table.status is Status.LOBBY and table.seat_of(interaction.user.id) is not None:
        present = await desk.attendance.sweep(table, interaction.user.id, surely=True)
        if present is not table:
            await desk.on_board(interaction, present)
            return
    language = desk.showing.readers.language_of(interaction)
    done = await desk.tables.start(route.table_id, interaction.user.id, language)
    await _begun(desk, interaction, done.table)


async def accept(desk: Desk, interaction: Interaction, route: lobby_routes.Accept) -> None:
    """Accept a challenge whose challenger is still there."""
    table = await desk.table_here(interaction, route.table_id)
    if table.status is Status.LOBBY and table.invited_id in (interaction.user.id, None):
        present = await desk.attendance.sweep(table, interaction.user.id, surely=True)
        if present is not table:  # the challenger is gone
            await desk.on_board(interaction, present)
            return
    done = await desk.tables.accept(route.table_id, player_of(interaction.user))
    await _begun(desk, interaction, done.table)


async def _begun(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Show a game that a player's click has begun, and below its board that player's cards, in private."""
    await desk.on_board(interaction, table)
    table = await desk.tables.get(table.id)
    if table.status is not Status.PLAYING or table.awaits_deal or table.channel_id != interaction.channel_id:
        return  # its board could not be posted, or stands in a thread, where the cards belong too
    layout = await desk.showing.panel(table, interaction.user.id)
    sent = await say_privately(interaction, layout)
    await desk.presenter.keep_panel(interaction, table, layout, sent)


async def decline(desk: Desk, interaction: Interaction, route: lobby_routes.Decline) -> None:
    """Decline a challenge."""
    await desk.table_here(interaction, route.table_id)
    await desk.on_board(interaction, await desk.tables.ask(route.table_id, lobby.decline, interaction.user.id))


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
    return rules if length is None else with_length(rules, length.value)


def with_length(rules: Rules, length: str) -> Rules:
    """Return the rules with the length of a game; a word that names none leaves them as they are."""
    if length.isdecimal():
        return rules.changed({"length": "target", "target": int(length)})
    return rules.changed({"length": length}) if length == "one_deal" else rules


async def my_tables(desk: Desk, interaction: Interaction) -> list[Table]:
    """Return the live tables at which a member sits: in this channel first, then on move, then the newest.

    A daily deal in play is included, whichever server it was begun in.
    """
    user, here, live = interaction.user.id, interaction.channel_id, desk.tables.memory.live
    daily = await desk.tables.whereabouts.daily_of(user)
    mine = await desk.tables.several([*live.of_member(interaction.guild_id or 0, user), *daily])
    return sorted(mine, key=lambda t: (t.channel_id != here, user not in t.turn_users, -t.id))


async def put_up(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    permit: PostPermit,
    mentions: discord.AllowedMentions | None = None,
) -> None:
    """Post a new table's message as the answer to a command; if that fails, remove the table again.

    If Discord's reply was lost but the message was posted, that message becomes the table's.
    """
    layout, seals, failed = await desk.showing.public(table), desk.presenter.seals, None
    with seals.answering(table.id):
        try:
            message_id = await say_publicly(interaction, layout, permit, mentions)
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


async def open_table(
    desk: Desk,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    clock: Clock | None = None,
) -> None:
    """Open a table: post its lobby in the channel, with the opener in the first seat.

    An argument that is None is taken from the member's last table, else from the server's preferences.

    Raises:
        RulesError: The rules cannot go together.
        Refused: The member sits at too many tables, or has posted too much lately.
        HinderedError: No table may be opened in this channel, or not by this member.
    """
    with desk.public.board(interaction) as permit:
        tables, guild = desk.tables, interaction.guild_id or 0
        last = await desk.members.preferences.offered(guild, interaction.user.id)
        preset, chosen, friendly = rules or Meant(last.preset, last.rules)
        table = await tables.open(
            guild_id=guild,
            channel_id=interaction.channel_id or 0,
            opener=player_of(interaction.user),
            rules=chosen,
            preset=preset,
            auto_draw=last.auto_draw,
            clock=last.clock if clock is None else clock,
            partners_drawn=last.partners_drawn and chosen.partners,
            hints=last.hints,
            friendly=friendly,
            answering=interaction.token,
        )
        await put_up(desk, interaction, table, permit)
        await call(desk, interaction, table)


async def tables(desk: Desk, interaction: Interaction, route: lobby_routes.ListTables) -> None:
    """Turn to a page of the tables of the server."""
    await in_place(interaction, await tables_of_server(desk, interaction, route.page))
    # A member who looks for a lost board may have allowed the bot to post again, so it is tried now.
    for table in await my_tables(desk, interaction):
        if desk.presenter.is_barred(table.id):
            await desk.show(interaction, table)


async def tables_of_server(desk: Desk, interaction: Interaction, number: int) -> Layout:
    """Build a page of the server's tables: the reader's own first, those on which it is their turn on top.

    In a direct message they are the reader's own of all servers.
    """
    if interaction.guild_id is None:
        return await _own_everywhere(desk, interaction.user.id, number)
    user, live, sight = interaction.user.id, desk.tables.memory.live, sight_of(interaction)
    mine = await desk.tables.several(live.of_member(interaction.guild_id or 0, user))
    own = [table.id for table in sorted(mine, key=lambda table: (user not in table.turn_users, table.id))]
    others = [each.id for each in live.of_server(interaction.guild_id or 0) if sight.table(each)]
    ordered = [*own, *(each for each in others if each not in set(own))]
    page = Page.at(number, len(ordered), PAGE)
    return tables_page(await desk.tables.several(ordered[page.part]), user, page)


async def _own_everywhere(desk: Desk, user_id: int, number: int) -> Layout:
    """Build a page of a member's tables in all servers, those on which it is their turn on top."""
    mine = await desk.tables.several(await desk.tables.whereabouts.of_user(user_id))
    mine.sort(key=lambda table: (user_id not in table.turn_users, table.id))
    page = Page.at(number, len(mine), PAGE)
    return tables_page(mine[page.part], user_id, page, everywhere=True)


log = logging.getLogger(__name__)


async def call(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Tell at most `MOST` members, in rotation, of a new table that anyone may join.

    Members who have left the server are removed from the list; members who cannot see the channel are not told.
    """
    if table.lobby.invited_only:
        return
    alerts, guild = desk.club.table_alerts, interaction.guild
    try:
        waiting = await alerts.candidates(table.guild_id, table.opener_id, table.users)
        found: list[int] = []
        for user in waiting if guild is not None else ():
            if len(found) == MOST:
                break
            member = await member_of(guild, user)
            if member is None:
                await alerts.choose(table.guild_id, user, on=False)
            elif _sees(interaction.channel, member):
                found.append(user)
        told = await alerts.count(table.guild_id, found) if found else []
        if told:
            await desk.presenter.notices.call(await desk.tables.get(table.id), told)
    except (*DISCORD_TROUBLE, DatabaseError) as error:  # the table is up, and whoever comes by sees it
        log.warning("nobody could be told of a table: %s", reason(error), extra={"table": table.id})


async def no_more(desk: Desk, interaction: Interaction, _route: TellNoMore) -> None:
    """Tell the member who presses it no more."""
    await desk.club.table_alerts.choose(interaction.guild_id or 0, interaction.user.id, on=False)
    await tell(interaction, tr("No more messages when a table opens here."))


async def member_of(guild: discord.Guild | None, user_id: int) -> discord.Member | None:
    """Return a member of a server, or None."""
    try:
        return None if guild is None else await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


def _sees(channel: Any, member: discord.Member) -> bool:  # noqa: ANN401 - any kind of channel
    return channel is not None and bool(channel.permissions_for(member).view_channel)
