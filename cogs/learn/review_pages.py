"""The review of a game from one seat: its costliest decisions, luck, course, turning points and missed declarations."""

from __future__ import annotations

from typing import Any

import discord

from bot.coach.lookback import Lookback
from bot.engine import Rules
from bot.tables import Table
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit.controls import BRASS, SLATE, Layout, button, divider, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import TryAgain
from bot.ui.text.exercises import cost_words
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.lookback import (
    barred_lines,
    deal_lines,
    luck_meaning,
    luck_words,
    missed_lines,
    place,
    turn_words,
)
from bot.ui.text.thoughts import deed, reason_words, would_words
from cogs.table.pages.board import title


def one_at_a_time(table_id: int, place: int | None) -> str:
    """Say that a member's other review comes first.

    Args:
        table_id: The table whose review it is.
        place: Its place in the queue, from 1; None if it is being measured.
    """
    if place is None:
        return tr(
            "Your review of table {table} is being measured, which takes about half a minute. Each member has one at "
            "a time: ask again when it is there.",
            table=table_id,
        )
    return tr(
        "Your review of table {table} is number {place} in the queue. Each member has one at a time: ask again when it "
        "is there.",
        table=table_id,
        place=place,
    )


def progress_page(table: Table, seat: int, found: Lookback, part: float = 0.0, *, place: int = 0) -> Layout:
    """Build the private message shown while decisions are measured, with everything that can be counted at once.

    Args:
        table: The table, at which the game is over.
        seat: The reader's seat.
        found: The counts of the game.
        part: The part of the decisions that is measured, from 0 to 1.
        place: The review's place in the queue, from 1; 0 if it is being measured.
    """
    filled = round(part * 10)
    if place:
        words = tr(
            "Your review is number {place} in the queue. Two are measured at a time, and each takes about half a "
            "minute.",
            place=place,
        )
    else:
        words = tr("Measuring your decisions. This takes about half a minute.")
    head = f"{title(table)}\n**{tr('Looking back')}**"
    return Layout(
        SLATE, head, f"{words}\n{'▰' * filled}{'▱' * (10 - filled)}", divider(), *_counted(table, seat, found)
    )


def review_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with the decisions that cost most, the counts of the game, and links to replays.

    Args:
        table: The table, at which the game is over.
        review: The measured decisions.
        found: The counts of the game from the same seat.
    """
    head = f"{title(table)}\n**{tr('Looking back')}**"
    counted = [divider(), *_counted(table, review.seat, found)]
    if not review.decisions:
        none = tr("The game was over before you had anything to decide, so there is nothing to look back at. The next "
                  "one will have more to tell.")  # fmt: skip
        return Layout(SLATE, head, none, *(counted if any(deal.tricks for deal in table.game.deals) else []))
    small = "-# " + trn(
        "You had {count} real decision; {closely} were measured. Only what you could see then counts, and what chance "
        "does not explain; a hint that you followed is never held against you.",
        "You had {count} real decisions; {closely} were measured. Only what you could see then counts, and what chance "
        "does not explain; a hint that you followed is never held against you.",
        review.decisions,
        closely=review.closely,
    )
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
        where = place(each.deal, each.trick, one_deal=found.one_deal)
        links = [
            button(TryAgain(table.id, at), tr("Try again"), discord.ButtonStyle.primary),
            button(learn_routes.LookAt(table.id, at), where),
        ]
        charged += [_told(each, where, table.rules), *rows(links)]
    return Layout(BRASS, f"{head}\n{lead}", *charged, small, *counted)


def _counted(table: Table, seat: int, found: Lookback) -> list[str | discord.ui.Item[Any]]:
    """Lay out the counts of a game: luck, the course, turning points, and missed and barred declarations."""
    rules = table.rules
    luck = f"### {tr('The cards')}\n{luck_words(found, table.names, seat, rules)}\n{luck_meaning()}"
    course = f"### {tr('How it went')}\n" + "\n".join(deal_lines(found, table.names, rules))
    items: list[str | discord.ui.Item[Any]] = [luck, course]
    if found.turns:
        told = [turn_words(each, table.names, rules, one_deal=found.one_deal) for each in found.turns]
        items.append(f"### {tr('Where it turned')}\n" + "\n".join(told))
        moments = dict.fromkeys((each.deal, each.trick) for each in found.turns)
        items += rows(
            [
                button(archive_routes.ShowMoment(table.id, deal, trick), place(deal, trick, one_deal=found.one_deal))
                for deal, trick in moments
            ],
            3,
        )
    if found.missed:
        items.append(
            f"### {tr('Could have been declared')}\n"
            + "\n".join(missed_lines(found.missed, rules, one_deal=found.one_deal))
        )
    if found.barred:
        items.append(
            f"### {tr('What a declaration cost')}\n"
            + "\n".join(barred_lines(found.barred, rules, one_deal=found.one_deal))
        )
    return items


def _told(each: Blunder, where: str, rules: Rules) -> str:
    """Say what was done and what it cost; the better act is a spoiler, for readers who want to try again first."""
    done, better = each.acts
    words = tr(
        "**{place}**: you chose to {done}, which cost **{cost}**.",
        place=where,
        done=deed(done),
        cost=cost_words(each.points, rules),
    )
    answer = would_words(deed(better), reason_words(each.why, rules) if each.why is not None else "")
    return f"{words}\n{pair(tr('The answer'), f'||{answer}||')}"
