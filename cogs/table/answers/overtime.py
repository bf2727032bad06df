"""Handlers for decisions about a player who is out of time or has left, and for a player who comes back."""

from __future__ import annotations

from bot.tables import Refused, Table, Why
from bot.tables.decisions import house_seats, overtime
from bot.ui.routes import table as table_routes
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.notices import has_left, time_up


async def wait(desk: Desk, interaction: Interaction, route: table_routes.Wait) -> None:
    """Give more time."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, overtime.give_time, interaction.user.id)
    await interaction.response.defer()
    await desk.show(interaction, table)


async def claim(desk: Desk, interaction: Interaction, route: table_routes.Claim) -> None:
    """Claim the game from somebody who has left the server."""
    table, absent = await desk.table_here(interaction, route.table_id), route.absent_id
    if table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if not await desk.attendance.gone(table, [absent]):
        raise Refused(Why.STILL_HERE, table_id=table.id)
    gone = await _also_gone(desk, interaction, table)
    done = await desk.tables.ask(table.id, overtime.claim, interaction.user.id, absent, gone)
    await desk.on_notice(interaction, done.table, "nudge", lambda: has_left(done.table, absent))


async def claim_time(desk: Desk, interaction: Interaction, route: table_routes.ClaimTime) -> None:
    """Claim the game from somebody whose time is up."""
    table = await desk.table_here(interaction, route.table_id)
    gone = await _also_gone(desk, interaction, table)
    done = await desk.tables.ask(route.table_id, overtime.claim_time, interaction.user.id, gone)
    await desk.on_notice(interaction, done.table, "timeup", lambda: time_up(done.table))


async def _also_gone(desk: Desk, interaction: Interaction, table: Table) -> list[int]:
    """Return who need not agree to a claim, having left the server too; asked where it can make a difference."""
    others = [user for user in table.people if user != interaction.user.id]
    if table.seat_of(interaction.user.id) is None or len(others) < 2:
        return []
    return await desk.attendance.gone(table, others)


async def let_house_play(desk: Desk, interaction: Interaction, route: table_routes.LetHousePlay) -> None:
    """Let the house play on for the player whose time is up, or for one who has left the server."""
    table, absent = await desk.table_here(interaction, route.table_id), route.absent_id or None
    if table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if absent is not None and not await desk.attendance.gone(table, [absent]):
        raise Refused(Why.STILL_HERE, table_id=table.id)
    table = await desk.tables.ask(table.id, overtime.let_house_play, interaction.user.id, absent)
    await interaction.response.defer()
    await desk.show(interaction, table)


async def come_back(desk: Desk, interaction: Interaction, route: table_routes.ComeBack) -> None:
    """Give a member their seat back, and show them their hand."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, house_seats.come_back, interaction.user.id)
    clicked, posted = interaction.message, table.message("board")
    if clicked is not None and posted is not None and clicked.id == posted.message_id:
        await desk.presenter.answer_on_board(interaction, table)
        await desk.hand(interaction, table)
    else:
        await desk.in_panel(interaction, table)
        await desk.show(interaction, table)
