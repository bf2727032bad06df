"""Pages of lessons, and the values for the braces of their texts: cards, and figures that the engine gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import discord

from bot.club.exercises import Lately, Progress, found_by_skill
from bot.coach.positions import outlines
from bot.coach.themes import most_first
from bot.engine import Action, Phase, View, parse_card
from bot.engine.cards import RANK_LETTERS, SUIT_LETTERS
from bot.tables import number_of
from bot.ui.kit.controls import BRASS, CLOTH, Control, Layout, button, menu, rows
from bot.ui.routes import home as home_routes
from bot.ui.routes.learn import AnswerLesson, ListLessons, NextExercise, OpenLesson, Review
from bot.ui.text.exercises import deed
from bot.ui.text.faces import PLAIN, Picture, Style, face, suit_sign
from bot.ui.text.happened import what_happened
from bot.ui.text.history import turn_up_text
from bot.ui.text.i18n import in_words, mark, pair, tr, trn
from bot.ui.text.learning import skill_lines
from bot.ui.text.table_lines import hand_lines, table_lines
from bot.ui.text.typed import title_line
from cogs.learn.lessons.course import Said, Standing
from cogs.learn.lessons.progress import LessonProgress
from cogs.learn.lessons.shelf import BY_KEY, FIRST, HONOUR, LESSONS, OF_SKILL
from cogs.learn.lessons.values import Lesson
from cogs.learn.pupil import PUPIL, choices, names


def written(words: str, view: View) -> str:
    """Write one of a lesson's texts for the reader, about the moment of the pupil's view."""
    return tr(words, **_facts(view)) if words else ""


def said(what: Said, view: View) -> str:
    """Write a remark on an act, with the points that the acts it shows bring."""
    return tr(what.words, **_facts(view), gain=what.gain, loss=what.loss)


def _facts(view: View) -> dict[str, object]:
    faces = {rank + suit: face(parse_card(f"{rank}{suit}a")) for rank in RANK_LETTERS for suit in SUIT_LETTERS}
    quantities = view.quantities
    points = {row.name.replace("-", "_"): row.points for row in view.law.rows.values()}
    return {
        **faces,
        **points,
        "brisque": quantities.brisque,
        "last": quantities.last_trick,
        "seven": quantities.seven,
        "exchange": quantities.exchange,
        "trumps": suit_sign(view.trump) if view.trump >= 0 else "",
        "target": view.rules.target,
        "mine": view.side_totals[view.law.sides[PUPIL]],
        "hers": max(total for side, total in enumerate(view.side_totals) if side != view.law.sides[PUPIL]),
    }


SHOW_ME = "show-me"
"""Stands in place of an answer and gives the right one."""

_FIRST = mark("Tutorial")
_FIRST_LINE = mark("Ten minutes: every rule, card by card, where it is first needed.")
_HONOUR = mark("The honour table")
_HONOUR_LINE = mark("Madame slips twice. Catch her.")
_MOST_NAMES: Final = 60
"""Most characters of a label that names the others at a table."""


class _Entry(NamedTuple):
    """A lesson in the menu."""

    key: str
    title: str
    line: str
    done: bool
    begun: str
    """The number of the question reached in a lesson that was begun; empty for any other."""


class Learned(NamedTuple):
    """What a member has learned."""

    lessons: LessonProgress
    tutorial_begun: bool = False
    exercises: Progress = Progress({}, 0, 0)
    games: Sequence[tuple[int, str]] = ()
    """Games to look back at: the number of each table, and the others' names."""
    lately: Lately = Lately({}, 0)
    """What the reviews of the latest games charge."""


def learn_page(learned: Learned, said: str = "") -> Layout:
    """Build the page that leads to all there is to learn: what is done, what comes next, and own games."""
    progress = learned.lessons
    entries = [
        _entry(progress, FIRST, tr(_FIRST), tr(_FIRST_LINE)),
        *(_entry(progress, each.key, tr(each.title), tr(each.line)) for each in LESSONS),
        _entry(progress, HONOUR, tr(_HONOUR), tr(_HONOUR_LINE)),
    ]
    left = [each for each in entries if not each.done]
    following = next(iter(sorted(left, key=lambda each: _turn(each, learned.lately))), None)
    looking_back = [button(Review(table), _about_game(table, names)) for table, names in learned.games]
    goes_on = learned.tutorial_begun and following is not None and following.key == FIRST
    skills = _skills(learned)
    return Layout(
        CLOTH,
        said or None,
        "\n".join([f"### {tr('Learn')}", _progress_line(learned), *skills]),
        _following(following, goes_on=goes_on, short=bool(skills)) if following else None,
        menu(tr("Choose a lesson"), [(_marked(each), OpenLesson(each.key), each.line) for each in entries]),
        *rows([button(NextExercise(), tr("Exercises"), discord.ButtonStyle.primary)]),
        tr("Look back at a game:") if looking_back else None,
        *rows(looking_back),
    )


def _turn(each: _Entry, lately: Lately) -> int:
    """Return a number that is lower the sooner a lesson comes: begun, the tutorial, what costs most, in their order."""
    lessons = [OF_SKILL[skill] for skill in most_first(lately.lost)]
    if each.begun:
        return -2
    if each.key == FIRST:
        return -1
    return lessons.index(each.key) if each.key in lessons else len(lessons)


def _skills(learned: Learned) -> list[str]:
    """Write what each skill costs, and how many exercises of it were found."""
    lost, games = learned.lately
    return skill_lines(lost, games, found_by_skill(outlines(), learned.exercises))


def _progress_line(learned: Learned) -> str:
    """Write in few words what is done; for a newcomer, what there is."""
    done, exercises = learned.lessons.done, learned.exercises
    if not done and not learned.tutorial_begun and not exercises.tried and not learned.lately.games:
        return tr("A few minutes each, for you alone. Each goes on where you left it.")
    parts = [tr("Tutorial done")] if FIRST in done else []
    given = {HONOUR, *BY_KEY}
    parts.append(tr("{done} of {all} lessons", done=len(done & given), all=len(given)))
    if exercises.tried:
        tried = len(exercises.tried)
        parts.append(
            trn("{found} of {tried} exercise right", "{found} of {tried} exercises right", tried,
                found=exercises.found, tried=tried)
        )  # fmt: skip
    return " · ".join(parts)


def _about_game(table_id: int, others: str) -> str:
    return title_line(f"{tr('Table {table}', table=number_of(table_id))} · {others}", _MOST_NAMES)


def _entry(progress: LessonProgress, key: str, title: str, line: str) -> _Entry:
    standing = progress.standing(BY_KEY[key]) if key in BY_KEY and key in progress.answers else None
    begun = _count(standing) if standing is not None and standing.answers and not standing.over else ""
    return _Entry(key, title, line, key in progress.done, begun)


def _marked(each: _Entry) -> str:
    """Write a lesson's title, and whether it is done."""
    if not each.done:
        return each.title
    return tr("{title}, done", title=each.title) if in_words() else f"✅ {each.title}"


def _following(each: _Entry, *, goes_on: bool, short: bool) -> discord.ui.Item[Any]:
    """Lay out the next lesson with its button.

    Args:
        goes_on: Whether it was begun, though no number of a question tells.
        short: Whether its title says enough, as the skill that it trains stands above.
    """
    label = tr("Go on") if each.begun or goes_on else tr("Begin")
    title = f"**{each.title}** · {each.begun}" if each.begun else f"**{each.title}**"
    return discord.ui.Section(
        title if short else f"{title}\n{each.line}",
        accessory=button(OpenLesson(each.key), label, discord.ButtonStyle.primary),
    )


def lesson_page(standing: Standing, *, note: str = "", tried: Action | None = None, style: Style = PLAIN) -> Layout:
    """Build the current page of a lesson.

    Args:
        note: A text at the top.
        tried: The pupil's last act if it is wrong here: the page says why, and the act's button is disabled.
        style: How cards appear; it may bring a picture of the table.
    """
    if standing.over:
        return _over(standing, note)
    lesson, view = standing.lesson, standing.view
    wrong = standing.verdict(tried) if tried is not None else None
    items: list[discord.ui.Item[Any] | Picture | str | None] = [
        note or None,
        f"### {tr(lesson.title)}\n-# {_count(standing)}",
        _remark(wrong, view, sign="✋") if wrong is not None else _on_answer(standing),
        written(standing.question.told, view),
        style.picture or "\n".join([_score(view), turn_up_text(view), *table_lines(view, seats(view), style)]),
    ]
    if style.picture is None and (in_words() or view.phase is Phase.DECLARE):
        items.append("\n".join(hand_lines(view, style)))
    if standing.done:
        happened = what_happened(standing.game.deals[-1], standing.done, PUPIL, seats(view), style)
        items.append(f"-# {happened}" if happened else None)
    struck = [act for act in view.legal if tried is not None and _alike(act, tried)]
    items += choices(view, style, partial(_asking, standing), struck=struck)
    return Layout(CLOTH, *items, *rows(_ways(standing)))


def _alike(one: Action, other: Action) -> bool:
    """Tell whether two acts are equal, apart from the copies of their cards."""
    faces = [[c & 31 for c in act.cards] for act in (one, other)]
    return (one.verb, one.name, faces[0]) == (other.verb, other.name, faces[1])


def _asking(standing: Standing, words: str) -> AnswerLesson:
    return AnswerLesson(standing.lesson.key, len(standing.answers), words)


def _count(standing: Standing) -> str:
    return tr("{number} of {all}", number=len(standing.answers) + 1, all=len(standing.lesson.questions))


def _remark(what: Said | None, view: View, *, sign: str) -> str | None:
    """Write the remark on the last answer."""
    if what is None or not what.words:
        return None
    return said(what, view) if in_words() else f"{sign} *{said(what, view)}*"


def _on_answer(standing: Standing) -> str | None:
    """Write the remark on the last answer, and the answer itself if the pupil did not find it."""
    shown, view = standing.just_shown, standing.view
    if shown is None:
        return _remark(standing.praise, view, sign="✓")
    told = pair(f"**{tr('The answer')}**", deed(shown))
    return f"{told}\n{said(standing.praise, view)}" if standing.praise is not None else told


def _ways(standing: Standing) -> list[Control]:
    """Build the buttons that lead on without an answer."""
    key = standing.lesson.key
    controls = [button(_asking(standing, SHOW_ME), tr("Show me"))]
    if standing.answers:
        controls.append(button(OpenLesson(key, anew=True), tr("Begin again")))
    return [*controls, button(ListLessons(), tr("All lessons"))]


def seats(view: View) -> tuple[str, ...]:
    """Return the names of the players, by seat."""
    return names(view.players)


def _score(view: View) -> str:
    """Write the sides' scores, for a reader without a picture."""
    sides = [[seats(view)[seat] for seat in group] for group in view.law.side_seats]
    return " · ".join(f"{' + '.join(group)} **{total}**" for group, total in zip(sides, view.side_totals, strict=True))


def _over(standing: Standing, note: str) -> Layout:
    lesson, view = standing.lesson, standing.view
    told = [written(text, view) for text in lesson.told.values()]
    return Layout(
        BRASS,
        note or None,
        f"### {tr(lesson.title)}",
        _on_answer(standing),
        trn(
            "{count} answer was shown to you, so this time does not count as done.",
            "{count} answers were shown to you, so this time does not count as done.",
            standing.shown,
        )
        if standing.shown
        else None,
        written(lesson.farewell, view),
        "\n".join([tr("And what one deal cannot show:"), *(f"• {each}" for each in told)]) if told else None,
        *rows([*_next(lesson), button(ListLessons(), tr("All lessons")),
               button(OpenLesson(lesson.key, anew=True), tr("Once more")),
               button(home_routes.Practise(), tr("Practise"))]),
    )  # fmt: skip


def _next(lesson: Lesson) -> Sequence[Control]:
    """Build the button to the lesson after this one, if there is one."""
    at = LESSONS.index(lesson) + 1
    if at == len(LESSONS):
        return ()
    following = LESSONS[at]
    return (button(OpenLesson(following.key), tr(following.title), discord.ButtonStyle.primary, emoji="➡️"),)
