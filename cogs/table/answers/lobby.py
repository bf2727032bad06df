"""Handlers of lobbies and challenges: seats, terms, and the start of the game."""

from __future__ import annotations

from bot.house.roster import HOUSE
from bot.tables import Status
from bot.tables.decisions import house_seats, lobby, terms
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.lobby import HouseChange
from cogs.table.desk import Desk, Interaction, player_of


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
    """Let a member stand up."""
    await desk.table_here(interaction, route.table_id)
    await desk.on_board(interaction, await desk.tables.ask(route.table_id, lobby.leave, interaction.user.id))


async def sit(desk: Desk, interaction: Interaction, route: lobby_routes.Sit) -> None:
    """Let a member change places."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, terms.change_seat, interaction.user.id, route.seat)
    await desk.on_board(interaction, table)


async def seat_house(desk: Desk, interaction: Interaction, route: lobby_routes.SeatHouse) -> None:
    """Add a house player of the same level as the one who was offered, or send one away."""
    table = await desk.table_here(interaction, route.table_id)
    tables, user, player = desk.tables, interaction.user.id, HOUSE.get(route.player_id)
    if route.change is HouseChange.ADD and player is not None:
        table = await tables.ask(table.id, house_seats.add_house, user, player.level)
    elif route.change is HouseChange.REMOVE:
        table = await tables.ask(table.id, house_seats.remove_house, user, route.player_id)
    await desk.on_board(interaction, table)


async def cancel(desk: Desk, interaction: Interaction, route: lobby_routes.Cancel) -> None:
    """Close a table, or take a challenge back."""
    await desk.table_here(interaction, route.table_id)
    await desk.on_board(interaction, await desk.tables.ask(route.table_id, lobby.cancel, interaction.user.id))


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
    await desk.on_board(interaction, done.table)


async def accept(desk: Desk, interaction: Interaction, route: lobby_routes.Accept) -> None:
    """Accept a challenge whose challenger is still there."""
    table = await desk.table_here(interaction, route.table_id)
    if table.status is Status.LOBBY and table.invited_id in (interaction.user.id, None):
        present = await desk.attendance.sweep(table, interaction.user.id, surely=True)
        if present is not table:  # the challenger is gone
            await desk.on_board(interaction, present)
            return
    done = await desk.tables.accept(route.table_id, player_of(interaction.user))
    await desk.on_board(interaction, done.table)


async def decline(desk: Desk, interaction: Interaction, route: lobby_routes.Decline) -> None:
    """Decline a challenge."""
    await desk.table_here(interaction, route.table_id)
    await desk.on_board(interaction, await desk.tables.ask(route.table_id, lobby.decline, interaction.user.id))
