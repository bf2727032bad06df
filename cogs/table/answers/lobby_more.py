"""Handlers for the private page behind **More…** of a lobby or challenge, and for invitations."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables import Kind, Player, Refused, Status, Table, Why
from bot.tables.decisions import lobby, terms
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_own_message, in_place, say_publicly
from bot.ui.routes import lobby as lobby_routes
from bot.ui.text.i18n import tr
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lobby import invitation
from cogs.table.pages.lobby_more import more_page


async def more(desk: Desk, interaction: Interaction, route: lobby_routes.LobbyMore) -> None:
    """Show privately what else can be done before the game."""
    table = lobby.lobby_only(await desk.table_here(interaction, route.table_id))
    await _show(desk, interaction, table)


async def alerts(desk: Desk, interaction: Interaction, route: lobby_routes.LobbyAlerts) -> None:
    """Turn on or off a member's messages about tables opened in this server."""
    table = await desk.table_here(interaction, route.table_id)
    await desk.club.table_alerts.choose(table.guild_id, interaction.user.id, on=route.on)
    await _show(desk, interaction, table)


async def changed(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Show what a click has changed before the game: on the public message, and on the private page if made there."""
    if not in_own_message(interaction):
        await desk.on_board(interaction, table)
        return
    await _show(desk, interaction, table)
    await desk.show(interaction, table)


async def _show(desk: Desk, interaction: Interaction, table: Table, said: str = "") -> None:
    """Show the page; it loses its controls when the game begins, as the sheet of house rules does."""
    sent = await in_place(interaction, await _page(desk, interaction, table, said))
    desk.presenter.panels.sheets.keep(interaction, table.id, sent)


async def _page(desk: Desk, interaction: Interaction, table: Table, said: str = "") -> Layout:
    user = interaction.user.id
    told = await desk.club.table_alerts.wants(table.guild_id, user)
    return more_page(table, user, alerts=told, said=said)


async def invite(desk: Desk, interaction: Interaction, route: lobby_routes.Invite) -> None:
    """Invite the member who was chosen in the menu.

    Raises:
        Refused: It is a bot, or nobody of this server; or as `invite_to` says.
    """
    data: Any = interaction.data or {}
    found, guest = data.get("resolved", {}), str(route.guest_id)
    if guest not in found.get("members", {}):
        raise Refused(Why.CHALLENGE_ABSENT)
    if found.get("users", {}).get(guest, {}).get("bot"):
        raise Refused(Why.CHALLENGE_BOT)
    await invite_to(desk, interaction, await desk.table_here(interaction, route.table_id), route.guest_id)


async def invite_to(desk: Desk, interaction: Interaction, table: Table, guest: int) -> None:
    """Mention a member under the lobby; the menu in which the table or the member was chosen says that it is done.

    Raises:
        Refused: The inviter sits at no lobby there, the guest is already seated, or no seat is free.
    """
    if table.status is not Status.LOBBY or table.kind is not Kind.OPEN or table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NO_LOBBY)
    if table.seat_of(guest) is not None:
        raise Refused(Why.GUEST_SEATED, table_id=table.id)
    with desk.public.message(interaction) as permit:
        await desk.tables.invitations.count(interaction.user.id, guest)
        table = await desk.tables.ask(table.id, terms.invite, interaction.user.id, Player(guest, ""))
        with desk.showing.for_all(table):
            layout = invitation(table, interaction.user.display_name, guest)
        if interaction.type is discord.InteractionType.component:
            said = tr("The invitation to table {table} is out.", table=table.number)
            await _show(desk, interaction, table, said)
        await say_publicly(interaction, layout, permit, discord.AllowedMentions(users=[discord.Object(guest)]))
