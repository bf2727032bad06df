"""The private page with the tricks and declarations of a deal, as far as its rules let them be looked at."""

from __future__ import annotations

from bot.engine import View, observe_deal
from bot.tables import Refused, Table, Why
from bot.ui.kit.controls import CLOTH, Layout, button, rows
from bot.ui.kit.deal_routes import ShowTricks
from bot.ui.text.faces import PLAIN, Style
from bot.ui.text.history import full_history, turn_up_text
from bot.ui.text.i18n import tr, trn

from .board import title

_PAGE = 3400
"""Characters of a page: Discord takes 4,000 in a message."""


def tricks_page(table: Table, number: int, back: int = 0, style: Style = PLAIN) -> Layout:
    """Build a page of the tricks of a deal; the newest page comes first.

    Args:
        table: The table.
        number: The deal, counted from 0.
        back: So many pages before the newest.
        style: How cards appear.

    Raises:
        Refused: There was no such deal.
    """
    view = _public(table, number)
    pages = _pages(full_history(view, table.names, style))
    back = min(back, len(pages) - 1)
    said = [title(table, number), trn("{count} trick so far", "{count} tricks so far", view.tricks_played)]
    if view.over or not table.live:
        said[1] = trn("{count} trick", "{count} tricks", view.tricks_played)
    else:
        said[1] += f" · {turn_up_text(view)}"
    if len(view.tricks) < view.tricks_played:
        said.append("-# " + tr("By the rules of this table only the last trick may be looked at."))
    turning = [
        button(ShowTricks(table.id, number, back + 1), tr("Earlier"), disabled=back + 1 >= len(pages)),
        button(ShowTricks(table.id, number, max(back - 1, 0)), tr("Later"), disabled=back == 0),
    ]
    return Layout(
        CLOTH,
        "\n".join(said),
        pages[len(pages) - 1 - back] or tr("No trick has been played yet."),
        *rows(turning if len(pages) > 1 else []),
    )


def _public(table: Table, number: int) -> View:
    """Return what everybody may see of a deal.

    Raises:
        Refused: There was no such deal.
    """
    if not 0 <= number < len(table.game.deals):
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    view = table.view() if number == len(table.game.deals) - 1 else None
    return view if view is not None else observe_deal(table.game.deals[number], None)


def _pages(lines: list[str]) -> list[str]:
    """Part lines into pages."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if sum(len(each) + 1 for each in pages[-1]) + len(line) > _PAGE:
            pages.append([])
        pages[-1].append(line)
    return ["\n".join(page) for page in pages]
