"""What a player seldom wants, on a page in the place of their panel."""

from __future__ import annotations

import discord

from bot.tables import Table
from bot.tables.decisions.adjourning import may_ask
from bot.tables.values.due import Due
from bot.ui.kit.controls import CLOTH, Layout, button, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.adjourning import AskWhen
from bot.ui.routes.table import AskResign
from bot.ui.text.i18n import tr
from bot.ui.text.words import moment


def more_page(table: Table, user_id: int) -> Layout:
    """Build the page of a player in play, with the way back to their cards.

    Args:
        table: The table.
        user_id: Whose page.
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
    """Say until when a game against the house alone waits by itself, where no clock runs; nothing at other tables."""
    if table.daily is not None:
        return tr("**Come back later:** the deal waits by itself until {moment}. `/daily` brings it back.",
                  moment=moment(table.daily.until, "f"))  # fmt: skip
    closes = table.due.get(Due.ABANDON)
    if len(table.people) > 1 or table.terms.clock.a_move is not None or closes is None:
        return ""
    return tr("**Come back later:** no clock runs, and the game waits by itself until {moment}. `/hand` brings it "
              "back.", moment=moment(closes, "f"))  # fmt: skip
