"""Handlers for requests between players during a game: a draw, and the undoing of an act."""

from __future__ import annotations

from bot.tables import Table
from bot.tables.decisions import consent
from bot.tables.values.parts import asked_by
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.reply import in_own_message, in_place
from bot.ui.routes import table as table_routes
from bot.ui.text.i18n import tr
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.notices import undo_request


async def say_draw(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Answer the command: offer a draw, or accept the one that stands."""
    table = await desk.tables.ask(table.id, consent.offer_draw, interaction.user.id)
    with desk.redeliver_on_failure(table.id):
        await in_place(interaction, Layout(SLATE, _offered(table)))
    await desk.show(interaction, table)


async def offer_draw(desk: Desk, interaction: Interaction, route: table_routes.OfferDraw) -> None:
    """Take an offer from the question whether to resign, which the answer replaces."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, consent.offer_draw, interaction.user.id)
    await in_place(interaction, Layout(SLATE, _offered(table)))
    await desk.show(interaction, table)


async def accept_draw(desk: Desk, interaction: Interaction, route: table_routes.AcceptDraw) -> None:
    """Accept a draw."""
    await desk.table_here(interaction, route.table_id)
    await _answer(
        desk, interaction, await desk.tables.ask(route.table_id, consent.accept_draw, interaction.user.id, route.ply)
    )


async def decline_draw(desk: Desk, interaction: Interaction, route: table_routes.DeclineDraw) -> None:
    """Decline a draw."""
    await desk.table_here(interaction, route.table_id)
    await _answer(
        desk, interaction, await desk.tables.ask(route.table_id, consent.decline_draw, interaction.user.id, route.ply)
    )


async def _answer(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Answer a click on the board or in a panel by showing there how the table stands."""
    if in_own_message(interaction):
        await desk.in_panel(interaction, table)
        await desk.show(interaction, table)
    else:
        await desk.on_board(interaction, table)


async def say_undo(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Answer the command: ask the others to let the last act be undone."""
    table = await _asked_to_undo(desk, interaction, table)
    asked = tr("The others are asked at table {table}.", table=table.id)
    done = tr("Your last act at table {table} is undone.", table=table.id)
    with desk.redeliver_on_failure(table.id):
        await in_place(interaction, Layout(SLATE, asked if asked_by(table.undo) is not None else done))
    await desk.presenter.notices.undo(table)
    await desk.show(interaction, table)


async def ask_undo(desk: Desk, interaction: Interaction, route: table_routes.AskUndo) -> None:
    """Ask the others, from the panel, to let the last act be undone."""
    table = await _asked_to_undo(desk, interaction, await desk.table_here(interaction, route.table_id))
    await desk.in_panel(interaction, table)
    await desk.presenter.notices.undo(table)
    await desk.show(interaction, table)


async def _asked_to_undo(desk: Desk, interaction: Interaction, table: Table) -> Table:
    """Ask for the last act to be undone; where others have to be asked, that is posted.

    Raises:
        Refused: It cannot be undone, or the member has posted too much lately.
    """
    with desk.public.request(table.guild_id, interaction.user.id) as leave:
        table = await desk.tables.ask(table.id, consent.ask_undo, interaction.user.id)
        if asked_by(table.undo) is not None:
            leave.use()
    return table


async def allow_undo(desk: Desk, interaction: Interaction, route: table_routes.AllowUndo) -> None:
    """Let an act be undone; others may be asked as well."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, consent.allow_undo, interaction.user.id, route.ply)
    if asked_by(table.undo) is not None:
        await desk.on_notice(interaction, table, "undo", lambda: undo_request(table))
        return
    await interaction.response.defer()
    await desk.show(interaction, table)


async def refuse_undo(desk: Desk, interaction: Interaction, route: table_routes.RefuseUndo) -> None:
    """Let an act stand."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, consent.refuse_undo, interaction.user.id, route.ply)
    await interaction.response.defer()
    await desk.show(interaction, table)


def _offered(table: Table) -> str:
    if table.drawn:
        return tr("You agreed to a draw at table {table}.", table=table.id)
    return tr("You offer a draw at table {table}. It stands until the next act.", table=table.id)
