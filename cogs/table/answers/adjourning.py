"""Handlers for adjourning a game, agreeing to it or declining, and resuming it."""

from __future__ import annotations

from datetime import timedelta

from bot.tables import Table
from bot.tables.decisions import adjourning
from bot.tables.values.adjourned import yet_to_adjourn
from bot.ui.kit.reply import in_own_message, in_place
from bot.ui.routes import table as table_routes
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.adjourning import WAITS, when_page
from cogs.table.pages.notices import adjourn_request, would_go_on


async def say_when(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Answer the command: ask for how long the game is to be put down, or show how that stands."""
    adjourning.to_adjourn(table, interaction.user.id)
    if table.adjourning is None:
        await in_place(interaction, when_page(table, interaction.user.id))
    else:
        await desk.in_panel(interaction, table)


async def ask_when(desk: Desk, interaction: Interaction, route: table_routes.AskWhen) -> None:
    """Ask for how long the game is to be put down; where that is asked of the others already, the panel says so."""
    table = await desk.table_here(interaction, route.table_id)
    adjourning.to_adjourn(table, interaction.user.id)
    page = when_page(table, interaction.user.id) if table.adjourning is None else None
    await desk.page_in_panel(interaction, table, page)


async def adjourn(desk: Desk, interaction: Interaction, route: table_routes.Adjourn) -> None:
    """Ask the others to put the game down, and show in the panel how that stands."""
    table = await desk.table_here(interaction, route.table_id)
    wait = timedelta(hours=route.hours) if route.hours in WAITS and route.hours else None
    with desk.public.request(table.guild_id, interaction.user.id) as leave:
        table = await desk.tables.ask(table.id, adjourning.ask_adjourn, interaction.user.id, wait)
        if yet_to_adjourn(table):
            leave.use()
    await desk.in_panel(interaction, table)
    await desk.presenter.notices.adjourn(table)
    await desk.show(interaction, table)


async def agree(desk: Desk, interaction: Interaction, route: table_routes.Agree) -> None:
    """Agree to put the game down; others may be asked as well."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, adjourning.agree_to_adjourn, interaction.user.id, route.asked_at)
    await _answered(desk, interaction, table)


async def rather_not(desk: Desk, interaction: Interaction, route: table_routes.RatherNot) -> None:
    """Decline to adjourn the game."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, adjourning.rather_not, interaction.user.id, route.asked_at)
    await _answered(desk, interaction, table)


async def _answered(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Show what came of a request where it was answered: in the panel or in the notice."""
    if not in_own_message(interaction):
        await desk.on_notice(interaction, table, "adjourn", lambda: adjourn_request(table))
        return
    with desk.redeliver_on_failure(table.id):
        await desk.in_panel(interaction, table)
    await desk.presenter.notices.adjourn_again(table)
    await desk.show(interaction, table)


async def go_on(desk: Desk, interaction: Interaction, route: table_routes.GoOn) -> None:
    """Note that a player is ready to resume; players who have left the server are not waited for."""
    table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
    waits = table.adjourned is not None and table.seat_of(user) is not None
    others = [each for each in table.people if each != user]
    gone = await desk.attendance.gone(table, others) if waits else []
    table = await desk.tables.ask(table.id, adjourning.go_on, user, gone)
    clicked, board, called = interaction.message, table.message("board"), table.message("there")
    if in_own_message(interaction):
        await desk.in_panel(interaction, table)
    elif clicked is not None and board is not None and clicked.id == board.message_id:
        await desk.presenter.answer_on_board(interaction, table)
    elif clicked is not None and called is not None and clicked.id == called.message_id and table.adjourned is not None:
        await desk.on_notice(interaction, table, "there", lambda: would_go_on(table, desk.tables.now()))
    elif not interaction.response.is_done():
        await interaction.response.defer()
    with desk.redeliver_on_failure(table.id):
        await desk.presenter.notices.call_to_go_on(table)
    await desk.show(interaction, table)
