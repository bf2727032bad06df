"""Handlers for what only an honour table offers: acts against the rules, cards put down under any name, the revoke."""

from __future__ import annotations

from bot.engine import ActionError, View, parse_action
from bot.engine.combinations import BY_NAME
from bot.tables import Refused, Status, Table, Why
from bot.ui.routes import honour as honour_routes
from bot.ui.routes.table import Act, AtMoment
from cogs.table.answers.play import act
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.honour_panel import put_down_question, putting_down, revoke_question


async def against(desk: Desk, interaction: Interaction, route: honour_routes.AgainstRules) -> None:
    """Do an act against the rules, if nothing has happened at the table since it was offered."""
    if route.action != honour_routes.PUT_DOWN:
        await act(desk, interaction, Act(route.table_id, route.ply, route.action), exactly=True)
        return
    table, view = await _seen(desk, interaction, route)
    page = putting_down(table, view) if view is not None else None
    await desk.page_in_panel(interaction, table, page)


async def put_down(desk: Desk, interaction: Interaction, route: honour_routes.PutDown) -> None:
    """Ask which cards are put down under a name."""
    table, view = await _seen(desk, interaction, route)
    page = putting_down(table, view, route.name) if view is not None and route.name in view.law.rows else None
    await desk.page_in_panel(interaction, table, page)


async def lay_down(desk: Desk, interaction: Interaction, route: honour_routes.LayDown) -> None:
    """Ask once more before cards are put down."""
    table, view = await _seen(desk, interaction, route)
    page = None
    if view is not None and route.name in BY_NAME and _can_be_read(route):
        page = put_down_question(table, view, route.name, route.cards)
    await desk.page_in_panel(interaction, table, page)


async def ask_revoke(desk: Desk, interaction: Interaction, route: honour_routes.AskRevoke) -> None:
    """Ask whether a player means to claim a revoke."""
    table = await desk.table_here(interaction, route.table_id)
    user = interaction.user.id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
    may = view is not None and view.honour is not None and view.honour.may_claim_revoke
    await desk.page_in_panel(interaction, table, revoke_question(table, user) if may else None)


async def _seen(desk: Desk, interaction: Interaction, route: AtMoment) -> tuple[Table, View | None]:
    """Return the table, and what the member sees of it where any cards can be put down now."""
    table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
    can = view is not None and view.honour is not None and view.honour.may_put_down
    return table, view if can else None


def _can_be_read(route: honour_routes.LayDown) -> bool:
    try:
        parse_action(f"0 declare {route.name} {route.cards}")
    except ActionError:
        return False
    return True
