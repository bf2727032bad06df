"""Pages of exercises and of reviews."""

from __future__ import annotations

from typing import Any, NamedTuple

import discord

from bot.club.exercises.decisions import Progress, Source
from bot.club.exercises.exercise import Exercise
from bot.coach.lookback import Lookback
from bot.coach.positions import Verdict
from bot.coach.samples import same_in_kind
from bot.engine import PRESETS, Action, Phase, Rules, Verb
from bot.engine.actions import play
from bot.tables import Table
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, button, divider, menu, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from bot.ui.routes.learn import Answer, NextExercise, ShowAnswer, TryAgain
from bot.ui.text.exercises import (
    answer_words,
    cost_words,
    deed,
    found_words,
    question,
    reason_words,
    score,
    why_words,
    would_words,
    wrong_words,
)
from bot.ui.text.faces import Picture, Style, sorted_hand
from bot.ui.text.happened import what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import in_words, pair, tr, trn
from bot.ui.text.lookback import barred_lines, deal_lines, luck_meaning, luck_words, missed_lines, place, turn_words
from bot.ui.text.table_lines import hand_lines, table_lines
from bot.ui.text.words import book_line, rules_line
from cogs.table.pages.board import title
from cogs.table.pages.declaring import EXPOSED, MOST_BUTTONS, label, lying, offered, passing
from cogs.table.pages.panel import CARDS_A_ROW


class Asking(NamedTuple):
    """An exercise, with all that is needed to show it to one reader."""

    exercise: Exercise
    names: tuple[str, ...]
    source: Source
    """The source from which the reader wants the next exercise."""
    counts: bool
    """Whether the reader's answers are stored."""
    style: Style


class Answered(NamedTuple):
    """An answer and the verdict on it."""

    action: Action
    verdict: Verdict


def exercise_page(asking: Asking, answered: Answered | None = None, note: str = "") -> Layout:
    """Build the message that asks; after an answer that is not the best, it says what that costs and asks again.

    Args:
        asking: The exercise.
        answered: The last answer.
        note: Text shown on top.
    """
    exercise, view = asking.exercise, asking.exercise.view
    wrong = wrong_words(answered.action, answered.verdict, view) if answered is not None else None
    again = tr("Try something else, or look at the answer.")
    items = _table(asking, before=answered is None or asking.style.picture is None)
    items += [f"{wrong}\n{again}" if wrong is not None else f"**{question(exercise.kind)}**"]
    items += _choices(asking, answered)
    items += rows(
        [
            button(ShowAnswer(exercise.name, asking.source, asking.counts), tr("The answer")),
            button(NextExercise(asking.source, exercise.name), tr("Another one")),
        ]
    )
    return Layout(CLOTH, f"⚠ {note}" if note else None, *items)


def found_page(asking: Asking, answered: Answered, progress: Progress | None, *, first: bool) -> Layout:
    """Build the message after an answer that is as good as the best.

    Args:
        asking: The exercise.
        answered: The answer.
        progress: The member's progress; None if this exercise does not count.
        first: Whether this was the first answer to it.
    """
    exercise = asking.exercise
    words = found_words(answered.action, exercise.best, why_words(exercise.alternatives, exercise.view))
    return Layout(BRASS, *_table(asking), words, *_after(asking, progress, first=first))


def answer_page(asking: Asking, progress: Progress | None) -> Layout:
    """Build the message that shows the best answer to a member who gives up."""
    words = answer_words(asking.exercise.best, why_words(asking.exercise.alternatives, asking.exercise.view))
    return Layout(SLATE, *_table(asking), words, *_after(asking, progress, first=False))


def nothing_page(source: Source) -> Layout:
    """Build the message that says that no exercise is left."""
    if source is not Source.OWN:
        return Layout(SLATE, f"### {tr('Exercise')}", tr("There is no exercise just now."))
    return Layout(
        SLATE,
        f"### {tr('Exercise')}",
        tr(
            "There is none left from your own games. **Review** under the result of a game finds the decisions that "
            "cost you most, and each of them becomes an exercise."
        ),
        *rows([button(NextExercise(), tr("Another one"), discord.ButtonStyle.primary)]),
    )


def _table(asking: Asking, *, before: bool = False) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out what the player could see at that moment.

    Args:
        asking: The exercise.
        before: Whether to tell also what had happened before, which is not needed after the answer.
    """
    exercise, view, style = asking.exercise, asking.exercise.view, asking.style
    head = [_heading(asking)]
    if style.picture is None:  # a picture shows all this
        head += [turn_up_text(view), score(view, asking.names), *table_lines(view, asking.names, style)]
        head += hand_lines(view, style)
    happened = what_happened(exercise.dealt, exercise.before, view.turn, asking.names, style) if before else ""
    return ["\n".join(head), style.picture, happened or None]


def _heading(asking: Asking) -> str:
    exercise, rules = asking.exercise, asking.exercise.view.rules
    lines = [f"### {tr('Exercise')}"]
    if (own := exercise.own) is not None:
        lines.append(
            tr("From your game at table {table}: deal {deal}, trick {trick}",
               table=own.table_id, deal=own.deal + 1, trick=own.trick)
        )  # fmt: skip
    lines.append("-# " + rules_line(rules, exercise.preset))
    if own is None and (book := book_line(rules, exercise.preset)) != tr(PRESETS[exercise.preset].title):
        lines.append("-# " + book)
    return "\n".join(lines)


def _choices(asking: Asking, answered: Answered | None) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out a control for each possible answer."""
    view = asking.exercise.view
    others = offered(view)
    if view.phase is not Phase.DECLARE:
        items: list[discord.ui.Item[Any] | Picture | str | None] = list(rows(_cards(asking, answered), CARDS_A_ROW))
        items += rows([_control(asking, each, label(each, view), answered) for each in others], 2)
        if view.tables[view.turn] and not in_words():
            items.append(f"-# {EXPOSED} {tr('lies on the table')}")
        return items
    if len(others) > MOST_BUTTONS:
        entries = [(label(each, view), _route(asking, each), "") for each in others]
        items = [menu(tr("What do you declare?"), entries)]
    else:
        items = list(rows([_control(asking, each, label(each, view), answered) for each in others], 2))
    return [*items, *rows([_control(asking, Action(view.turn, Verb.PASS), passing(view), answered)])]


def _cards(asking: Asking, answered: Answered | None) -> list[Control]:
    """Make a button for each card held; only those that may be played can be pressed."""
    view = asking.exercise.view
    playable = {action.cards[0] for action in view.legal if action.verb is Verb.PLAY}
    found = []
    for card in sorted_hand(view.hand | view.tables[view.turn]):
        text, emoji = asking.style.label(card)
        text = lying(text) if card in view.tables[view.turn] else text
        found.append(
            _control(asking, play(view.turn, card), text, answered, emoji=emoji, disabled=card not in playable)
        )
    return found


def _control(
    asking: Asking,
    action: Action,
    text: str,
    answered: Answered | None,
    *,
    emoji: str | None = None,
    disabled: bool = False,
) -> Control:
    tried = answered is not None and same_in_kind(asking.exercise.view, answered.action, action)
    style = discord.ButtonStyle.danger if tried else discord.ButtonStyle.primary
    style = discord.ButtonStyle.secondary if disabled else style
    return button(_route(asking, action), text, style, emoji=emoji, disabled=disabled or tried)


def _route(asking: Asking, action: Action) -> Answer:
    return Answer(asking.exercise.name, asking.source, asking.counts, action.words)


def _after(
    asking: Asking, progress: Progress | None, *, first: bool
) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out what stands under an answer: how it counts, and the buttons that lead on."""
    items: list[discord.ui.Item[Any] | Picture | str | None] = [_row(progress, first=first)]
    own = asking.exercise.own
    controls = [
        button(NextExercise(asking.source, asking.exercise.name), tr("Another one"), discord.ButtonStyle.success)
    ]
    if own is not None:
        controls.append(button(archive_routes.Watch(own.table_id, own.deal), tr("Replay the deal")))
    return [*items, *rows(controls)]


def _row(progress: Progress | None, *, first: bool) -> str | None:
    """Say how many exercises the member solved in a row; only the first answer to each counts."""
    if progress is None or not progress.found:
        return None
    counted = tr("{found} of {tried} found at the first try", found=progress.found, tried=len(progress.tried))
    if first and progress.streak > 1:
        now = trn("**{count} in a row!**", "**{count} in a row!**", progress.streak)
        best = tr("longest row: {count}", count=progress.longest)
        return f"{now}\n-# {counted}; {best}"
    return f"-# {counted}"


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
