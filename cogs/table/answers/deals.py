"""Handlers for looking at the tricks of a deal and at the proof of its shuffle."""

from __future__ import annotations

from bot.tables import Table
from bot.tables.decisions import looking
from bot.tables.values.looking import yet_to_let_look
from bot.ui.kit.reply import in_own_message, in_place, say_privately
from bot.ui.routes import table as table_routes
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.notices import look_request
from cogs.table.pages.proof import proof_page
from cogs.table.pages.tricks import tricks_page


async def tricks(desk: Desk, interaction: Interaction, route: table_routes.ShowTricks) -> None:
    """Show the member the tricks of a deal that may be looked at; another page replaces the present one."""
    table = await desk.table_here(interaction, route.table_id)
    style, _ = desk.showing.reader(interaction.user.id)
    page = tricks_page(table, route.deal, route.back, style, reader=interaction.user.id)
    await (say_privately if route.panel else in_place)(interaction, page)


async def ask_look(desk: Desk, interaction: Interaction, route: table_routes.AskLook) -> None:
    """Ask the others to let the tricks be looked at, and say on the page how that stands."""
    table = await desk.table_here(interaction, route.table_id)
    with desk.public.request(table.guild_id, interaction.user.id) as leave:
        table = await desk.tables.ask(table.id, looking.ask_look, interaction.user.id)
        if yet_to_let_look(table):
            leave.use()
    style, _ = desk.showing.reader(interaction.user.id)
    with desk.redeliver_on_failure(table.id):
        await in_place(interaction, tricks_page(table, route.deal, style=style, reader=interaction.user.id))
    await desk.presenter.notices.look(table)
    await desk.show(interaction, table)


async def allow_look(desk: Desk, interaction: Interaction, route: table_routes.AllowLook) -> None:
    """Let the tricks be looked at; others may be asked as well."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, looking.allow_look, interaction.user.id, route.ply)
    await _answered(desk, interaction, table, panel=bool(route.panel))


async def refuse_look(desk: Desk, interaction: Interaction, route: table_routes.RefuseLook) -> None:
    """Leave the tricks closed."""
    await desk.table_here(interaction, route.table_id)
    table = await desk.tables.ask(route.table_id, looking.refuse_look, interaction.user.id, route.ply)
    await _answered(desk, interaction, table, panel=bool(route.panel))


async def _answered(desk: Desk, interaction: Interaction, table: Table, *, panel: bool) -> None:
    """Show what came of a request where it was answered: in the notice, in the panel, or on the page of the tricks."""
    if not in_own_message(interaction):
        await desk.on_notice(interaction, table, "look", lambda: look_request(table))
        return
    with desk.redeliver_on_failure(table.id):
        if panel:
            await desk.in_panel(interaction, table)
        else:
            style, _ = desk.showing.reader(interaction.user.id)
            number = len(table.game.deals) - 1
            await in_place(interaction, tricks_page(table, number, style=style, reader=interaction.user.id))
    await desk.presenter.notices.look_again(table)
    await desk.show(interaction, table)


async def proof(desk: Desk, interaction: Interaction, route: table_routes.ShowProof) -> None:
    """Explain the shuffle of a deal, show it, and check it."""
    table = await desk.table_here(interaction, route.table_id)
    await say_privately(interaction, proof_page(table, route.deal))
