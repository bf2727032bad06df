"""Questions in the middle of a game: which players may allow an undo, whether to resign, and the menu page."""

from __future__ import annotations

import discord

from bot.house.roster import is_house
from bot.tables import Table
from bot.tables.decisions.adjourning import may_ask
from bot.tables.values.due import Due
from bot.tables.values.parts import asked_by
from bot.tables.values.rated import is_for_rating, too_early
from bot.ui.kit.controls import CLOTH, ROSE, Layout, button, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import AskResign, AskWhen
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import moment


def name_of(table: Table, user_id: int | None) -> str:
    """Return the name of a user who sits at the table, safe to show in a text."""
    return shown_name(next((seat.name for seat in table.seats if seat.user_id == user_id), "?"))


def asked_to_undo(table: Table) -> list[int]:
    """Return the people who may let the last act be undone: those of every other side that has not agreed yet."""
    deal, asker = table.game.deal, asked_by(table.undo)
    if deal is None or asker is None:
        return []
    sides = deal.law.sides
    agreed = {asker, *(table.undo.agreed if table.undo is not None else ())}
    done = {sides[seat] for seat, user in enumerate(table.users) if user in agreed}
    return [user for seat, user in enumerate(table.users) if sides[seat] not in done and not is_house(user)]


def resign_question(table: Table, user_id: int, *, panel: bool = False) -> Layout:
    """Build the private message that asks once whether a player means to give up.

    Args:
        table: The table.
        user_id: The player who is asked.
        panel: Whether it replaces their panel, to which it then leads back.
    """
    drawable = table.daily is None and not any(is_house(user) for user in table.users)
    if table.daily is not None:
        question = tr("Give up today's deal? It counts for nothing then, and there is no second try.")
    elif too_early(table, table.seat_of(user_id) or 0):
        question = tr("Give up the game at table **{table}**? Nobody wins or loses by it yet.", table=table.id)
        if is_for_rating(table):
            question += " " + tr("Who leaves two rated games within a day opens and joins no rated tables for a day.")
    else:
        question = tr("Give up the game at table **{table}**? It counts as lost, and cannot be taken back.",
                      table=table.id)  # fmt: skip
        if drawable:
            question += " " + tr("If all agree to a draw, nobody wins or loses.")
    back = table_routes.ShowPanel(table.id, table.ply_for(user_id)) if panel else table_routes.Dismiss(table.id)
    return Layout(
        ROSE,
        question,
        *rows(
            [
                button(table_routes.Resign(table.id), tr("Resign"), discord.ButtonStyle.danger),
                *([button(table_routes.OfferDraw(table.id), tr("Offer a draw"))] if drawable else []),
                button(back, tr("Keep playing")),
            ]
        ),
    )


def more_page(table: Table, user_id: int) -> Layout:
    """Build the menu page of a player in play: to adjourn, to resign, and to go back to their cards.

    Args:
        table: The table.
        user_id: The player.
    """
    lines, buttons = [_waits(table)], []
    if may_ask(table, user_id):
        lines.append(tr("**Adjourn:** nothing is played, and no clock runs, until the game goes on."))
        buttons.append(button(AskWhen(table.id), tr("Adjourn …")))
    lines.append(tr("**Resign:** gives the game up. You are asked once more."))
    buttons.append(button(AskResign(table.id), tr("Resign …")))
    back = button(
        table_routes.ShowPanel(table.id, table.ply_for(user_id)), tr("Back to the cards"), discord.ButtonStyle.primary
    )
    return Layout(CLOTH, "\n".join(filter(None, lines)), *rows(buttons), *rows([back]))


def _waits(table: Table) -> str:
    """Say until when a daily deal, or a game of one person without a clock, stays open; at other tables nothing."""
    if table.daily is not None:
        return tr("**Come back later:** the deal waits by itself until {moment}. `/daily` brings it back.",
                  moment=moment(table.daily.until, "f"))  # fmt: skip
    closes = table.due.get(Due.ABANDON)
    if len(table.people) > 1 or table.terms.clock.a_move is not None or closes is None:
        return ""
    return tr("**Come back later:** no clock runs, and the game waits by itself until {moment}. `/hand` brings it "
              "back.", moment=moment(closes, "f"))  # fmt: skip
