"""The review of a game from one seat: what cost most, what the cards gave, how it went, what was missed."""

from __future__ import annotations

from typing import Any

import discord

from bot.coach.lookback import Lookback
from bot.engine import Rules
from bot.tables import Table
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, SLATE, Layout, button, divider, rows
from bot.ui.kit.exercise_routes import TryAgain
from bot.ui.text.exercises import cost_words
from bot.ui.text.i18n import tr, trn
from bot.ui.text.lookback import (
    barred_lines,
    deal_lines,
    luck_meaning,
    luck_words,
    missed_lines,
    turn_place,
    turn_words,
)
from bot.ui.text.thoughts import deed, reason_words

from .board import title


def progress_page(table: Table, seat: int, found: Lookback, part: float) -> Layout:
    """Build the private message that stands until decisions are measured: what can be counted is there at once.

    Args:
        table: The table, at which the game is over.
        seat: Who looks back.
        found: What can be counted.
        part: How much is measured, from 0 to 1.
    """
    filled = round(part * 10)
    words = tr("Measuring your decisions. This takes about half a minute.")
    head = f"{title(table)}\n**{tr('Looking back')}**"
    return Layout(
        SLATE, head, f"{words}\n{'▰' * filled}{'▱' * (10 - filled)}", divider(), *_counted(table, seat, found)
    )


def review_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with the decisions that cost most and all that can be counted, with links to replays.

    Args:
        table: The table, at which the game is over.
        review: The decisions.
        found: What can be counted from the same seat.
    """
    head = f"{title(table)}\n**{tr('Looking back')}**"
    counted = [divider(), *_counted(table, review.seat, found)]
    small = "-# " + trn(
        "You had {count} real decision; {closely} were measured. Told is what you could have seen then and chance "
        "does not explain; a hint that was followed is never charged.",
        "You had {count} real decisions; {closely} were measured. Told is what you could have seen then and chance "
        "does not explain; a hint that was followed is never charged.",
        review.decisions,
        closely=review.closely,
    )
    if not review.decisions:
        none = tr("You had nothing to decide in this game, so there is nothing to measure.")
        return Layout(SLATE, head, none, *counted)
    if not review.worst:
        fine = tr("Nothing that you did stands out as having cost you points. Well played!")
        return Layout(BRASS, head, fine, small, *counted)
    lead = trn(
        "This decision is expected to have cost you most:",
        "These {count} decisions are expected to have cost you most:",
        len(review.worst),
    )
    charged: list[str | discord.ui.Item[Any]] = []
    for at, each in enumerate(review.worst):
        links = [
            button(routes.LookAt(table.id, at), _place(each)),
            button(TryAgain(table.id, at), tr("Try again"), discord.ButtonStyle.primary),
        ]
        charged += [_told(each, table.rules), *rows(links)]
    return Layout(BRASS, f"{head}\n{lead}", *charged, small, *counted)


def _counted(table: Table, seat: int, found: Lookback) -> list[str | discord.ui.Item[Any]]:
    """Return what can be counted: luck, the course, the turning points, what was missed and what was barred."""
    rules = table.rules
    luck = f"### {tr('The cards')}\n{luck_words(found, table.names, seat, rules)}\n{luck_meaning()}"
    course = f"### {tr('How it went')}\n" + "\n".join(deal_lines(found, table.names, rules))
    items: list[str | discord.ui.Item[Any]] = [luck, course]
    if found.turns:
        told = [turn_words(each, table.names, rules) for each in found.turns]
        items.append(f"### {tr('Where it turned')}\n" + "\n".join(told))
        places = {(each.deal, each.trick): turn_place(each) for each in found.turns}
        items += rows(
            [button(routes.ShowMoment(table.id, deal, trick), place) for (deal, trick), place in places.items()],
            3,
        )
    if found.missed:
        items.append(f"### {tr('Could have been declared')}\n" + "\n".join(missed_lines(found.missed, rules)))
    if found.barred:
        items.append(f"### {tr('What a declaration cost')}\n" + "\n".join(barred_lines(found.barred, rules)))
    return items


def _place(each: Blunder) -> str:
    return tr("Deal {deal}, trick {trick}", deal=each.deal + 1, trick=each.trick)


def _told(each: Blunder, rules: Rules) -> str:
    done, better = each.acts
    cost = cost_words(each.points, rules)
    words = tr(
        "**{place}**: you chose to {done}; a strong player would {better}. Expected cost: **{cost}**.",
        place=_place(each),
        done=deed(done),
        better=deed(better),
        cost=cost,
    )
    if each.why is None:
        return words
    why = reason_words(each.why, rules)
    return words if not why else f"{words}\n-# {why[:1].upper()}{why[1:]}."
