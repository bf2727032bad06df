"""The review of a game from one seat: the decisions that cost most, each with a way into the replay."""

from __future__ import annotations

import discord

from bot.engine import Rules
from bot.tables import Table
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit import routes
from bot.ui.kit.controls import BRASS, SLATE, Layout, button, divider, rows
from bot.ui.kit.exercise_routes import TryAgain
from bot.ui.text.exercises import cost_words
from bot.ui.text.i18n import tr, trn
from bot.ui.text.thoughts import deed, reason_words

from .board import title


def progress_page(table: Table, part: float) -> Layout:
    """Build the private message that stands until the review is there; ``part`` of it, from 0 to 1, is done."""
    filled = round(part * 10)
    words = tr("Looking back at your game. This takes about half a minute.")
    return Layout(SLATE, title(table), words, f"{'▰' * filled}{'▱' * (10 - filled)}")


def review_page(table: Table, review: Review) -> Layout:
    """Build the private message with the decisions that cost most, each with a link into the replay."""
    head = f"{title(table)}\n**{tr('Looking back')}**"
    small = "-# " + trn(
        "You had {count} real decision; {closely} were measured. Told is what you could have seen then and chance "
        "does not explain; a hint that was followed is never charged.",
        "You had {count} real decisions; {closely} were measured. Told is what you could have seen then and chance "
        "does not explain; a hint that was followed is never charged.",
        review.decisions,
        closely=review.closely,
    )
    if not review.decisions:
        return Layout(SLATE, head, tr("You had nothing to decide in this game, so there is nothing to look back at."))
    if not review.worst:
        return Layout(BRASS, head, tr("Nothing that you did stands out as having cost you points. Well played!"), small)
    lead = trn(
        "This decision is expected to have cost you most:",
        "These {count} decisions are expected to have cost you most:",
        len(review.worst),
    )
    links = [
        control
        for at, each in enumerate(review.worst)
        for control in (
            button(routes.LookAt(table.id, at), _place(each)),
            button(TryAgain(table.id, at), tr("Try again"), discord.ButtonStyle.primary),
        )
    ]
    texts = [_told(each, table.rules) for each in review.worst]
    return Layout(BRASS, f"{head}\n{lead}", *texts, divider(), small, *rows(links, 2))


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
