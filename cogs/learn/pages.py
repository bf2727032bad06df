"""Pages of exercises."""

from __future__ import annotations

from typing import Any, NamedTuple

import discord

from bot.club.exercises import Exercise, Progress, Source
from bot.coach.positions import Verdict
from bot.coach.samples import same_in_kind
from bot.engine import PRESETS, Action, Phase, Verb
from bot.engine.actions import play
from bot.tables import number_of
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, button, menu, rows
from bot.ui.routes import archive as archive_routes
from bot.ui.routes.learn import Answer, ListLessons, NextExercise, ShowAnswer
from bot.ui.text.exercises import (
    answer_words,
    found_words,
    question,
    score,
    why_words,
    wrong_words,
)
from bot.ui.text.faces import Picture, Style, own_hand
from bot.ui.text.happened import what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import in_words, tr, trn
from bot.ui.text.table_lines import hand_lines, table_lines
from bot.ui.text.words import book_line, rules_line
from cogs.table.pages.declaring import EXPOSED, MOST_BUTTONS, label, lying, offered, passing
from cogs.table.pages.panel import CARDS_A_ROW


class Asking(NamedTuple):
    """An exercise, with all that is needed to show it to one reader."""

    exercise: Exercise
    names: tuple[str, ...]
    source: Source
    """The source from which the reader wants the next exercise."""
    style: Style


class Answered(NamedTuple):
    """An answer and the verdict on it."""

    action: Action
    verdict: Verdict


def exercise_page(asking: Asking, answered: Answered | None = None, note: str = "") -> Layout:
    """Build the message that asks; after an answer that is not the best, it says what that costs and asks again.

    Args:
        note: Text shown on top.
    """
    exercise, view = asking.exercise, asking.exercise.view
    wrong = wrong_words(answered.action, answered.verdict, view) if answered is not None else None
    again = tr("Try again, or look at the answer.")
    items = _table(asking, before=answered is None or asking.style.picture is None)
    items += [f"{wrong}\n{again}" if wrong is not None else f"**{question(exercise.kind)}**"]
    items += _choices(asking, answered)
    items += rows(
        [
            button(ShowAnswer(exercise.name, asking.source, counts=True), tr("Show me")),
            button(NextExercise(asking.source, exercise.name), tr("Another one")),
        ]
    )
    return Layout(CLOTH, f"⚠ {note}" if note else None, *items)


def found_page(asking: Asking, answered: Answered, progress: Progress, *, first: bool) -> Layout:
    """Build the message after an answer that is as good as the best.

    Args:
        progress: The member's progress.
        first: Whether this was the first answer to it.
    """
    exercise = asking.exercise
    words = found_words(answered.action, exercise.best, why_words(exercise.best, exercise.alternatives, exercise.view))
    return Layout(BRASS, *_table(asking), words, *_after(asking, progress, first=first))


def answer_page(asking: Asking, progress: Progress) -> Layout:
    """Build the message that shows the best answer to a member who gives up."""
    exercise = asking.exercise
    words = answer_words(exercise.best, why_words(exercise.best, exercise.alternatives, exercise.view))
    return Layout(SLATE, *_table(asking), words, *_after(asking, progress, first=False))


def nothing_page(source: Source) -> Layout:
    """Build the message that says that no exercise is left."""
    if source is not Source.OWN:
        return Layout(SLATE, f"### {tr('Exercise')}", tr("No exercise just now."))
    return Layout(
        SLATE,
        f"### {tr('Exercise')}",
        tr("None left from your own games; **What cost me most** under a result makes new ones."),
        *rows([button(NextExercise(), tr("Another one"), discord.ButtonStyle.primary)]),
    )


def _table(asking: Asking, *, before: bool = False) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out what the player could see at that moment.

    Args:
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
               table=number_of(own.table_id), deal=own.deal + 1, trick=own.trick)
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
    for card in own_hand(view):
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
    return Answer(asking.exercise.name, asking.source, counts=True, action=action.words)


def _after(asking: Asking, progress: Progress, *, first: bool) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out what stands under an answer: how it counts, and the buttons that lead on."""
    items: list[discord.ui.Item[Any] | Picture | str | None] = [_row(progress, first=first)]
    own = asking.exercise.own
    controls = [
        button(NextExercise(asking.source, asking.exercise.name), tr("Another one"), discord.ButtonStyle.success)
    ]
    if own is not None:
        controls.append(button(archive_routes.ShowMoment(own.table_id, own.deal, own.trick), tr("Replay the deal")))
    controls.append(button(ListLessons(), tr("Learn")))
    return [*items, *rows(controls)]


def _row(progress: Progress, *, first: bool) -> str | None:
    """Say how many exercises the member solved in a row; only the first answer to each counts."""
    if not progress.found:
        return None
    counted = tr("{found} of {tried} found at the first try", found=progress.found, tried=len(progress.tried))
    if first and progress.streak > 1:
        now = trn("**{count} in a row!**", "**{count} in a row!**", progress.streak)
        best = tr("longest row: {count}", count=progress.longest)
        return f"{now}\n-# {counted}; {best}"
    return f"-# {counted}"
