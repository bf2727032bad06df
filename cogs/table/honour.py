"""Acts against the rules at honour tables, and the claim of a revoke: each is asked for on a page of its own."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import ActionError, Verb, View, card_name, parse_action, parse_card
from bot.engine.combinations import BY_NAME
from bot.engine.forfeits import Irregularity
from bot.tables import Refused, Status, Table, Why
from bot.ui.kit.controls import BRASS, ROSE, Control, Layout, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import AgainstRules, AtMoment, LayDown, PutDown
from bot.ui.text.faces import face, faces, lying, own_hand, sorted_hand
from bot.ui.text.i18n import tr
from bot.ui.text.scoring import combination_title
from cogs.table.app import App, Interaction
from cogs.table.pages.board import title
from cogs.table.play import act


async def against(app: App, interaction: Interaction, route: table_routes.AgainstRules) -> None:
    """Do an act against the rules, if nothing has happened at the table since it was offered."""
    if route.action != table_routes.PUT_DOWN:
        await act(app, interaction, table_routes.Act(route.table_id, route.ply, route.action), exactly=True)
        return
    table, view = await _seen_at_honour_table(app, interaction, route)
    page = putting_down(table, view) if view is not None else None
    await app.page_in_panel(interaction, table, page)


async def put_down(app: App, interaction: Interaction, route: table_routes.PutDown) -> None:
    table, view = await _seen_at_honour_table(app, interaction, route)
    page = putting_down(table, view, route.name) if view is not None and route.name in view.law.rows else None
    await app.page_in_panel(interaction, table, page)


async def lay_down(app: App, interaction: Interaction, route: table_routes.LayDown) -> None:
    """Ask once more before cards are put down."""
    table, view = await _seen_at_honour_table(app, interaction, route)
    page = None
    if view is not None and route.name in BY_NAME and _can_be_read(route):
        page = put_down_question(table, view, route.name, route.cards)
    await app.page_in_panel(interaction, table, page)


async def ask_revoke(app: App, interaction: Interaction, route: table_routes.AskRevoke) -> None:
    table = await app.table_here(interaction, route.table_id)
    user = interaction.user.id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
    may = view is not None and view.honour is not None and view.honour.may_claim_revoke
    await app.page_in_panel(interaction, table, revoke_question(table, user) if may else None)


async def _seen_at_honour_table(app: App, interaction: Interaction, route: AtMoment) -> tuple[Table, View | None]:
    """Return the table, and what the member sees of it where any cards can be put down now."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user.id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    view = table.view(user) if table.status is Status.PLAYING and not table.awaits_deal else None
    can = view is not None and view.honour is not None and view.honour.may_put_down
    return table, view if can else None


def _can_be_read(route: table_routes.LayDown) -> bool:
    try:
        parse_action(f"0 declare {route.name} {route.cards}")
    except ActionError:
        return False
    return True


def revoke_question(table: Table, user_id: int) -> Layout:
    """Build the page that asks a player to confirm the claim of a revoke while the deal is being played."""
    moment = table.moment_for(user_id)
    claim = f"{Verb.CLAIM.value} {Irregularity.REVOKE.value}"
    return Layout(
        ROSE,
        title(table),
        tr(
            "You claim that an opponent has revoked in the last eight tricks: once a deal for your side, judged at "
            "the end, and used up if nobody has by now."
        ),
        *rows(
            [
                button(table_routes.Act(table.id, moment, claim), tr("Claim the revoke"), discord.ButtonStyle.danger),
                button(table_routes.ShowPanel(table.id, moment), tr("Back to my cards")),
            ]
        ),
    )


def putting_down(table: Table, view: View, name: str = "") -> Layout:
    """Build the page on which a player puts down cards: it asks for the combination first, then for the cards."""
    moment = table.moment_for(table.users[view.seat or 0])
    if not name:
        names = [(combination_title(row), PutDown(table.id, moment, row), "") for row in view.law.rows]
        asked: list[discord.ui.Item[Any] | str | None] = [
            tr("What do you call them?"),
            menu(tr("What do you declare?"), names),
        ]
    else:
        exposed = view.tables[view.seat or 0]
        cards = [
            (lying(face(card)) if card in exposed else face(card), LayDown(table.id, moment, name, card_name(card)), "")
            for card in own_hand(view)
        ]
        words = tr("With which cards?", what=combination_title(name).lower())
        asked = [words, menu(tr("Which cards?"), cards, most=len(cards))]
    return Layout(BRASS, title(table, view.number), *asked, *rows([_back(table, moment)]))


def put_down_question(table: Table, view: View, name: str, cards: str) -> Layout:
    """Build the page that asks for confirmation before cards are put down as a combination."""
    moment = table.moment_for(table.users[view.seat or 0])
    shown = faces(sorted_hand(parse_card(card) for card in cards.split()))
    words = tr(
        "You put down **{what}** with {cards}; if wrong, it may be challenged.",
        what=combination_title(name).lower(),
        cards=shown,
    )
    yes = button(AgainstRules(table.id, moment, f"{Verb.DECLARE.value} {name} {cards}"), tr("Put them down"),
                 discord.ButtonStyle.danger)  # fmt: skip
    return Layout(BRASS, title(table, view.number), words, *rows([yes, _back(table, moment)]))


def _back(table: Table, moment: int) -> Control:
    return button(table_routes.ShowPanel(table.id, moment), tr("Back to my cards"))
