"""Pages of reviews: the account of a game with the moments that cost most, and all that can be counted of it."""

from __future__ import annotations

from typing import Any, Final

import discord

from bot.coach.lookback import Account, Lookback, account_of
from bot.coach.themes import Skill, lost_by_skill, most_first
from bot.tables import Table, number_of
from bot.tables.values.parts import Review
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, divider, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import NextExercise, OpenLesson, TryAgain
from bot.ui.text.exercises import is_estimate
from bot.ui.text.i18n import tr, trn
from bot.ui.text.learning import account_meaning, accuracy_words, margin_words, moment_words, practice_words
from bot.ui.text.lookback import barred_lines, deal_lines, luck_meaning, luck_words, missed_lines, place, turn_words
from bot.ui.text.scoring import unit_of
from cogs.learn.lessons.shelf import BY_KEY, OF_SKILL
from cogs.table.pages.board import title

SHOWN: Final = 3
"""Number of moments that a review shows."""


def one_at_a_time(table_id: int, place: int | None) -> str:
    """Say that a member's other review comes first.

    Args:
        table_id: The table whose review it is.
        place: Its place in the queue, from 1; None if it is being measured.
    """
    if place is None:
        return tr(
            "Your review of table {table} takes about a minute; ask again then.",
            table=number_of(table_id),
        )
    return tr(
        "Your review of table {table} is number {place} in the queue; ask again later.",
        table=number_of(table_id),
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
            "Your review is number {place} in the queue, about a minute each.",
            place=place,
        )
    else:
        words = tr("Measuring your decisions, about a minute …")
    head = f"{title(table)}\n**{tr('Looking back')}**"
    return Layout(
        SLATE, head, f"{words}\n{'▰' * filled}{'▱' * (10 - filled)}", divider(), *_counted(table, seat, found)
    )


def review_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with the accuracy of a game, the moments that cost most, and what to practise.

    What was better is told only after a try, or where somebody asks to be shown it.

    Args:
        table: The table, at which the game is over.
        found: The counts of the game from the same seat.
    """
    more = button(learn_routes.Review(table.id, more=True), tr("How it went"))
    if not review.decisions:
        none = tr("The game was over before you had anything to decide.")
        return Layout(
            SLATE, title(table), none, *(rows([more]) if any(deal.tricks for deal in table.game.deals) else [])
        )
    head = "\n".join([title(table), *_account_lines(table, review, found)])
    if not review.worst:
        return Layout(BRASS, head, tr("Nothing stands out as having cost you points. Well played!"), *rows([more]))
    most = tr("What cost you most, estimated") if is_estimate(table.rules) else tr("What cost you most, roughly")
    moments = [f"**{most}**"]
    again = []
    for at, each in enumerate(review.worst[:SHOWN]):
        moments.append(moment_words(at + 1, each, table.rules, one_deal=found.one_deal))
        label = tr("Try {number} again", number=at + 1)
        again.append(button(TryAgain(table.id, at), label, discord.ButtonStyle.primary))
    lost = lost_by_skill((each.skill, each.points) for each in review.costs)
    skill = next(iter(most_first(lost)), None)
    return Layout(
        BRASS,
        head,
        "\n".join(moments),
        *rows(again),
        practice_words(skill) if skill is not None else None,
        *rows([*_practice(skill), more]),
    )


def _account_lines(table: Table, review: Review, found: Lookback) -> list[str]:
    """Write the accuracy and the margin told apart, and what is left out of them, if anything."""
    if 2 * review.closely < review.decisions:
        return []
    account = _account(table, review, found)
    lines = [accuracy_words(account)]
    if account.margin is not None:
        lines.append(margin_words(account.margin, table.rules))
    if review.closely < review.decisions:
        lines.append("-# " + tr("Measured: {closely} of {count} decisions.", closely=review.closely,
                                count=review.decisions))  # fmt: skip
    by_house = sum(table.actions[at].seat == review.seat for at in table.stood_in if at < len(table.actions))
    if by_house:
        lines.append("-# " + trn("{count} move was the house's, and is not charged to you.",
                                 "{count} moves were the house's, and are not charged to you.", by_house))  # fmt: skip
    return lines


def _account(table: Table, review: Review, found: Lookback) -> Account:
    side = table.game.law.sides[review.seat]
    return account_of(found, side, ((each.deal, each.points) for each in review.costs), unit_of(table.rules))


def _practice(skill: Skill | None) -> list[Control]:
    """Build the buttons to what trains a skill: its lesson, and the exercises, which begin with the same."""
    lesson = BY_KEY[OF_SKILL[skill]] if skill is not None else None
    found = [button(OpenLesson(lesson.key), tr(lesson.title))] if lesson is not None else []
    return [*found, button(NextExercise(), tr("Exercises"))]


def details_page(table: Table, review: Review, found: Lookback) -> Layout:
    """Build the private message with all that can be counted of a game."""
    small = "-# " + tr(
        "Decisions: {count}, measured: {closely}, by what you could see then. Chance and hints are not held against "
        "you.",
        count=review.decisions,
        closely=review.closely,
    )
    told = f"{small}\n{account_meaning()}" if review.decisions else None
    return Layout(BRASS, title(table), *_counted(table, review.seat, found), told)


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
