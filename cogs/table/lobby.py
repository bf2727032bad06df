"""Handlers for opening a table, for its lobby and for alerts about open tables."""

from __future__ import annotations

import logging
from functools import partial
from typing import Any, Final

import discord
from discord import app_commands

from bot.club.table_alerts import MOST
from bot.engine import Rules
from bot.engine.options import BY_KEY
from bot.house.roster import HOUSE, free_player, is_house
from bot.tables import CLOCKS, Clock, DatabaseError, Kind, Player, Refused, Status, Table, Why
from bot.tables.decisions import dealing, house_seats, lobby, terms
from bot.tables.values.parts import Terms
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, member_picker, menu, rows
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import in_own_message, in_place, say_privately, say_publicly, tell
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import rules as rules_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.lobby import HouseChange
from bot.ui.routes.settings import TellNoMore
from bot.ui.text.faces import title_name
from bot.ui.text.i18n import tr
from bot.ui.text.table_lines import LEVELS
from bot.ui.text.words import rules_line
from cogs.table.app import App, Interaction, player_of
from cogs.table.house_rules import Meant
from cogs.table.pages.lobby import clock_line, invitation

log = logging.getLogger(__name__)


async def join(app: App, interaction: Interaction, route: lobby_routes.Join) -> None:
    await app.table_here(interaction, route.table_id)
    table = await app.tables.join(route.table_id, player_of(interaction.user), route.edition)
    await app.on_board(interaction, table)


async def agree(app: App, interaction: Interaction, route: lobby_routes.Agree) -> None:
    table = await app.ask(interaction, route.table_id, terms.agree, route.edition)
    await app.on_board(interaction, table)


async def leave(app: App, interaction: Interaction, route: lobby_routes.Leave) -> None:
    """Let a member stand up; ask the opener first, as the table closes then."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user.id
    if table.status is Status.LOBBY and table.fixture is None and table.opener_id == user:
        await in_place(interaction, leave_question(table))
        return
    await changed(app, interaction, await app.tables.ask(route.table_id, lobby.leave, user))


async def sit(app: App, interaction: Interaction, route: lobby_routes.Sit) -> None:
    table = await app.ask(interaction, route.table_id, terms.change_seat, route.seat)
    await changed(app, interaction, table)


async def seat_house(app: App, interaction: Interaction, route: lobby_routes.SeatHouse) -> None:
    """Add a house player of the same level as the one who was offered, or send one away."""
    table = await app.table_here(interaction, route.table_id)
    tables, user, player = app.tables, interaction.user.id, HOUSE.get(route.player_id)
    if route.change is HouseChange.ADD and player is not None:
        table = await tables.ask(table.id, house_seats.add_house, user, player.level)
    elif route.change is HouseChange.REMOVE:
        table = await tables.ask(table.id, house_seats.remove_house, user, route.player_id)
    await changed(app, interaction, table)


async def cancel(app: App, interaction: Interaction, route: lobby_routes.Cancel) -> None:
    await changed(app, interaction, await app.ask(interaction, route.table_id, lobby.cancel))


async def start(app: App, interaction: Interaction, route: lobby_routes.Start) -> None:
    """Begin the game where everyone is still there."""
    table = await app.table_here(interaction, route.table_id)
    if table.status is Status.LOBBY and table.seat_of(interaction.user.id) is not None:
        present = await app.attendance.sweep(table, interaction.user.id, surely=True)
        if present is not table:
            await app.on_board(interaction, present)
            return
    language = app.renderer.readers.language_of(interaction)
    done = await app.tables.start(route.table_id, interaction.user.id, language)
    await _begun(app, interaction, done.table)


async def accept(app: App, interaction: Interaction, route: lobby_routes.Accept) -> None:
    """Accept a challenge whose challenger is still there."""
    table = await app.table_here(interaction, route.table_id)
    if table.status is Status.LOBBY and table.invited_id in (interaction.user.id, None):
        present = await app.attendance.sweep(table, interaction.user.id, surely=True)
        if present is not table:  # the challenger is gone
            await app.on_board(interaction, present)
            return
    done = await app.tables.accept(route.table_id, player_of(interaction.user))
    await _begun(app, interaction, done.table)


async def _begun(app: App, interaction: Interaction, table: Table) -> None:
    """Show a game that a player's click has begun, and below its board that player's cards, in private."""
    await app.on_board(interaction, table)
    table = await app.tables.get(table.id)
    if table.status is not Status.PLAYING or table.awaits_deal or table.channel_id != interaction.channel_id:
        return  # its board could not be posted, or stands in a thread, where the cards belong too
    layout = await app.renderer.panel(table, interaction.user.id)
    sent = await say_privately(interaction, layout)
    await app.panels.keep(interaction, table, layout, sent)


async def decline(app: App, interaction: Interaction, route: lobby_routes.Decline) -> None:
    await app.on_board(interaction, await app.ask(interaction, route.table_id, lobby.decline))


CLOCK_CHOICES: Final = [app_commands.Choice(name=clock.label, value=clock.key) for clock in CLOCKS.values()]
"""Clocks offered by a command; any other time is typed in the lobby."""
PLAYER_CHOICES: Final = [app_commands.Choice(name=str(n), value=n) for n in (2, 3, 4)]

LENGTH_CHOICES: Final = [
    *(app_commands.Choice(name=c.label, value=str(c.value)) for c in BY_KEY["length"].choices if c.value == "one_deal"),
    *(app_commands.Choice(name=c.label, value=str(c.value)) for c in BY_KEY["target"].choices),
]
"""Lengths of a game offered by a command, shortest first; any other target is typed in the lobby."""


def guest_of(user: discord.User | discord.Member) -> discord.Member:
    """Return a member who is to be challenged or invited; it must be a person of this server."""
    if user.bot:
        raise Refused(Why.CHALLENGE_BOT)
    if not isinstance(user, discord.Member):  # Discord sends a Member for a user in the server
        raise Refused(Why.CHALLENGE_ABSENT)
    return user


def of_length(rules: Rules, length: app_commands.Choice[str] | None) -> Rules:
    """Return the rules with the length chosen with a command; None leaves them as they are."""
    return rules if length is None else with_length(rules, length.value)


def with_length(rules: Rules, length: str) -> Rules:
    """Return the rules with the length of a game; a word that names none, or a game of one length, leaves them."""
    if "length" not in rules.free():
        return rules
    if length.isdecimal():
        return rules.changed({"length": "target", "target": int(length)})
    return rules.changed({"length": length}) if length == "one_deal" else rules


async def put_up(
    app: App,
    interaction: Interaction,
    table: Table,
    permit: PostPermit,
    mentions: discord.AllowedMentions | None = None,
) -> None:
    """Post a new table's message as the answer to a command; if that fails, remove the table again.

    If Discord's reply was lost but the message was posted, that message becomes the table's.
    """
    layout, seals, failed = await app.renderer.public(table), app.seals, None
    with seals.answering(table.id):
        try:
            message_id = await say_publicly(interaction, layout, permit, mentions)
        except DISCORD_TROUBLE as error:
            message_id, failed = None, error
        if message_id is None:
            message_id = await seals.answer_if_told(table)
        if message_id:
            await app.presenter.adopt(table, message_id, interaction, layout)
            return
    if message_id is None:  # it cannot be told now whether it is up
        app.presenter.loop.plan(table.id)
    else:
        await app.tables.ask(table.id, dealing.answer_absent)
    if failed is not None:
        raise failed


async def open_table(
    app: App,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    clock: Clock | None = None,
) -> None:
    """Open a table: post its lobby in the channel, with the opener in the first seat.

    An argument that is None is taken from the member's last table, else from the server's preferences.
    """
    with app.public.board(interaction) as permit:
        tables, guild = app.tables, interaction.guild_id or 0
        last = await app.members.preferences.offered(guild, interaction.user.id)
        preset, chosen, friendly = rules or Meant(last.preset, last.rules)
        table = await tables.open(
            guild_id=guild,
            channel_id=interaction.channel_id or 0,
            opener=player_of(interaction.user),
            rules=chosen,
            terms=Terms(
                preset,
                auto_draw=last.auto_draw,
                clock=last.clock if clock is None else clock,
                partners_drawn=last.partners_drawn and chosen.partners,
                hints=last.hints,
                friendly=friendly,
            ),
            answering=interaction.token,
        )
        await put_up(app, interaction, table, permit)
        await call(app, interaction, table)


async def call(app: App, interaction: Interaction, table: Table) -> None:
    """Tell at most `MOST` members, in rotation, of a new table that anyone may join.

    Members who have left the server are removed from the list; members who cannot see the channel are not told.
    """
    if table.lobby.invited_only:
        return
    alerts, guild = app.club.table_alerts, interaction.guild
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
        table = await app.tables.get(table.id)
        if table.status is Status.LOBBY:
            await app.notices.post(table, "call", told)
    except (*DISCORD_TROUBLE, DatabaseError) as error:  # the table is up, and whoever comes by sees it
        log.warning("nobody could be told of a table: %s", reason(error), extra={"table": table.id})


async def no_more(app: App, interaction: Interaction, _route: TellNoMore) -> None:
    await app.club.table_alerts.choose(interaction.guild_id or 0, interaction.user.id, on=False)
    await tell(interaction, tr("No more messages when a table opens here."))


async def member_of(guild: discord.Guild | None, user_id: int) -> discord.Member | None:
    try:
        return None if guild is None else await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


def _sees(channel: Any, member: discord.Member) -> bool:  # noqa: ANN401 - any kind of channel
    return channel is not None and bool(channel.permissions_for(member).view_channel)


async def more(app: App, interaction: Interaction, route: lobby_routes.LobbyMore) -> None:
    table = lobby.lobby_only(await app.table_here(interaction, route.table_id))
    await _show_more(app, interaction, table)


async def alerts(app: App, interaction: Interaction, route: lobby_routes.LobbyAlerts) -> None:
    """Turn on or off a member's messages about tables opened in this server."""
    table = await app.table_here(interaction, route.table_id)
    await app.club.table_alerts.choose(table.guild_id, interaction.user.id, on=route.on)
    await _show_more(app, interaction, table)


async def changed(app: App, interaction: Interaction, table: Table) -> None:
    """Show what a click has changed before the game: on the public message, and on the private page if made there."""
    if not in_own_message(interaction):
        await app.on_board(interaction, table)
        return
    await _show_more(app, interaction, table)
    await app.show(interaction, table)


async def _show_more(app: App, interaction: Interaction, table: Table, said: str = "") -> None:
    """Show the page of **More…**; it loses its controls when the game begins, as the sheet of house rules does."""
    told = await app.club.table_alerts.wants(table.guild_id, interaction.user.id)
    sent = await in_place(interaction, more_page(table, interaction.user.id, alerts=told, said=said))
    app.panels.sheets.keep(interaction, table.id, sent)


async def invite(app: App, interaction: Interaction, route: lobby_routes.Invite) -> None:
    """Invite the member who was chosen in the menu."""
    data: Any = interaction.data or {}
    found, guest = data.get("resolved", {}), str(route.guest_id)
    if guest not in found.get("members", {}):
        raise Refused(Why.CHALLENGE_ABSENT)
    if found.get("users", {}).get(guest, {}).get("bot"):
        raise Refused(Why.CHALLENGE_BOT)
    await invite_to(app, interaction, await app.table_here(interaction, route.table_id), route.guest_id)


async def invite_to(app: App, interaction: Interaction, table: Table, guest: int) -> None:
    """Mention a member under the lobby; the menu in which the table or the member was chosen says that it is done."""
    if table.status is not Status.LOBBY or table.kind is not Kind.OPEN or table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NO_LOBBY)
    if table.seat_of(guest) is not None:
        raise Refused(Why.GUEST_SEATED, table_id=table.id)
    with app.public.message(interaction) as permit:
        await app.tables.invitations.count(interaction.user.id, guest)
        table = await app.tables.ask(table.id, terms.invite, interaction.user.id, Player(guest, ""))
        with app.renderer.for_all(table):
            layout = invitation(table, interaction.user.display_name, guest)
        if interaction.type is discord.InteractionType.component:
            said = tr("The invitation to table {table} is out.", table=table.number)
            await _show_more(app, interaction, table, said)
        await say_publicly(interaction, layout, permit, discord.AllowedMentions(users=[discord.Object(guest)]))


def more_page(table: Table, user_id: int, *, alerts: bool, said: str = "") -> Layout:
    """Build the page with what a user can do at a table that has not begun, besides joining, starting and cutting."""
    if table.status is not Status.LOBBY:
        return Layout(
            SLATE, tr("This table has begun; its rules stand.") if table.live else tr("This table is closed.")
        )
    seated, mine, lobby = table.seat_of(user_id) is not None, table.opener_id == user_id, table.kind is Kind.OPEN
    items: list[discord.ui.Item[Any] | None] = []
    if seated and lobby and not table.full:
        items.append(member_picker(lobby_routes.Invite(table.id, len(table.lobby.guests)), tr("Invite a member …")))
    if mine and lobby and (not table.full or any(map(is_house, table.users))):
        items.append(_house_menu(table))
    if seated and table.rules.players > 2 and len(table.seats) > 1:
        items.append(_seat_menu(table))
    terms = [
        rules_line(table.rules, table.terms.preset),
        clock_line(table),
    ]
    return Layout(
        BRASS,
        f"### {tr('Table {table}', table=table.number)}",
        said,
        "\n".join(terms),
        *items,
        *rows(_buttons(table, seated=seated, mine=mine, alerts=alerts)),
        "-# " + tr("Cut, and nobody can have chosen the cards unseen."),
    )


def _buttons(table: Table, *, seated: bool, mine: bool, alerts: bool) -> list[Control]:
    at = table.id
    buttons = [button(lobby_routes.OpenSheet(at), tr("House rules"))] if mine and table.kind is Kind.OPEN else []
    buttons.append(button(rules_routes.Rules(at), tr("Rules")))
    if table.kind is Kind.CHALLENGE and mine:
        buttons.append(button(lobby_routes.Cancel(at), tr("Withdraw"), discord.ButtonStyle.danger))
    elif seated:
        buttons.append(button(lobby_routes.Leave(at), tr("Leave"), discord.ButtonStyle.danger))
    told = ("☑ " if alerts else "☐ ") + tr("Tell me when a table opens here")
    return [*buttons, button(lobby_routes.LobbyAlerts(at, not alerts), told)]


def leave_question(table: Table) -> Layout:
    """Build the question to a table's opener, whose table closes with the opener's leaving."""
    return Layout(
        BRASS,
        tr("You opened table {table}: if you leave, it closes for everyone.", table=table.number),
        *rows(
            [
                button(lobby_routes.Cancel(table.id), tr("Close the table"), discord.ButtonStyle.danger),
                button(lobby_routes.LobbyMore(table.id), tr("Stay")),
            ]
        ),
    )


def _seat_menu(table: Table) -> discord.ui.ActionRow[Any]:
    options = [
        (
            tr("Seat {number}: {name}", number=seat.seat + 1, name=title_name(seat.name)),
            lobby_routes.Sit(table.id, seat.seat),
            "",
        )
        for seat in table.seats
    ]
    return menu(tr("Change places with …"), options)


def _house_menu(table: Table) -> discord.ui.ActionRow[Any]:
    """Build the opener's menu of house players: one of each level to add, and those seated to send away."""
    seat_house = partial(lobby_routes.SeatHouse, table.id, len(table.seats))
    options: list[tuple[str, Route, str]] = []
    if not table.full:
        for level, words in LEVELS.items():
            player = free_player(level, table.users)
            if player is not None:
                options.append((f"{player.face} {player.name}", seat_house(HouseChange.ADD, player.user_id), tr(words)))
    # The id changes with the number of players: otherwise a client would go on showing the last choice as selected.
    house = [seat for seat in table.seats if is_house(seat.user_id)]
    options += [
        (
            tr("Send {name} away", name=title_name(seat.name)),
            seat_house(HouseChange.REMOVE, seat.user_id),
            tr(HOUSE[seat.user_id].line) if seat.user_id in HOUSE else "",
        )
        for seat in house
    ]
    return menu(tr("Add a house player …"), options)
