"""Two courses of the same daily deal, trick by trick: the reader's own beside the best."""

from __future__ import annotations

from typing import Final

from bot.engine import observe_deal
from bot.tables import Table
from bot.tables.decisions.daily import HOUSE_SEAT, PLAYER_SEAT, RULES
from bot.ui.kit.controls import SLATE, Control, Layout, button, divider, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.daily import CompareDaily, LookAtDay
from bot.ui.text.faces import PLAIN, Style
from bot.ui.text.history import laid
from bot.ui.text.i18n import in_words, tr
from bot.ui.text.reckoning import signed
from bot.ui.text.words import mark_reason

from .daily import day_title

TRICKS: Final = 8
"""So many tricks stand on a page."""


def beside_page(own: Table | None, best: Table, page: int, style: Style = PLAIN) -> Layout:
    """Build a page of two courses of a deal that is laid open.

    Args:
        own: The table at which the reader played it; None where they did not, or where it is the best itself.
        best: The table of the best game.
        page: From 0; past the end it is the last.
        style: How cards appear.
    """
    assert best.daily is not None
    number = best.daily.number
    pages = (len(best.game.deals[0].tricks) + TRICKS - 1) // TRICKS
    page = max(0, min(page, pages - 1))
    numbers = range(page * TRICKS, (page + 1) * TRICKS)
    games = [(tr("Best"), best)] if own is None else [(tr("You"), own), (tr("Best"), best)]
    lines = ["\n".join(_side(label, game, trick, style) for label, game in games) for trick in numbers]
    shown = [f"**{trick + 1}.**\n{line}" for trick, line in zip(numbers, lines, strict=True) if line.strip()]
    turning: list[Control] = [
        button(CompareDaily(number, max(0, page - 1)), tr("Back"), disabled=page == 0),
        button(CompareDaily(number, page + 1), tr("More"), disabled=page >= pages - 1),
        button(table_routes.Watch(best.id, 0), tr("The best game, all hands")),
        button(LookAtDay(number), tr("The list")),
    ]
    return Layout(
        SLATE,
        f"{day_title(number)} · {_heading(own, best)}",
        "-# " + tr("In each trick the card that took it is bold; then the score so far, yours less the house's."),
        divider(),
        "\n".join(shown),
        *rows(turning),
    )


def _heading(own: Table | None, best: Table) -> str:
    if own is None:
        return tr("the best game, {points}", points=_score(best, 99))
    return tr("you {own}, best {best}", own=_score(own, 99), best=_score(best, 99))


def _side(label: str, table: Table, trick: int, style: Style) -> str:
    """Write one trick of a course: its cards, what was marked after it, and how it stood then."""
    deal = table.game.deals[0]
    if trick >= len(deal.tricks):
        return ""
    said = f"{label}: {laid(deal.tricks[trick], style)}"
    view = observe_deal(deal, None)
    seats = {PLAYER_SEAT: "", HOUSE_SEAT: tr("house") + " "}
    marks = [
        f"{seats[mark.seat]}{mark_reason(mark.reason)} {signed(mark.points, RULES)}"
        for mark in view.marks
        if mark.trick == trick + 1 and mark.reason != "brisques"
    ]
    between = "; " if in_words() else " · "
    return between.join([said, *marks, _score(table, trick + 1)])


def _score(table: Table, after: int) -> str:
    """Return the player's points less the house's after so many tricks."""
    marks = [mark for mark in table.game.deals[0].score.marks if mark.trick <= after]
    mine, theirs = (sum(mark.points for mark in marks if mark.seat == seat) for seat in (PLAYER_SEAT, HOUSE_SEAT))
    return f"**{signed(mine - theirs, RULES)}**"
