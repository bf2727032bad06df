"""The page Learn (``/learn``): all there is to learn, what a member has done of it, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.exercises import Lately, Progress, found_by_skill
from bot.coach.positions import outlines
from bot.coach.themes import most_first
from bot.lazy import dataclass
from bot.members import Preferences
from bot.tables import OUTSIDE, number_of
from bot.tables.house.reviews import can_review
from bot.ui.kit.controls import CLOTH, Layout, button, menu, rows
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.kit.tree import for_oneself
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.learn import ListLessons, NextExercise, OpenLesson, Review
from bot.ui.text.faces import title_name
from bot.ui.text.i18n import in_words, mark, tr
from bot.ui.text.learning import rated_words, skill_lines
from bot.ui.text.typed import title_line
from cogs.learn.lesson import Lesson, LostThread, Standing, take_up
from cogs.learn.lessons import BY_KEY, FIRST, HONOUR, LESSONS, OF_SKILL
from cogs.learn.tutorial.first_deal import FirstDeal, Stage, first_deal_after, read_steps
from cogs.learn.tutorial.script import SCRIPT
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot


KEY = "lessons"
"""The key of a member's progress in the lessons."""
STEPS = "tutorial"
"""The key of a member's steps in the tutorial, with the number of the script."""


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """A member's progress in the lessons."""

    done: frozenset[str] = frozenset()
    """The keys of the lessons played to their end at least once with no answer shown."""
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By lesson: the right answers so far, as in :class:`Standing`."""

    def standing(self, lesson: Lesson) -> Standing:
        """Return the current state of a lesson; its beginning if the stored answers belong to another version of it."""
        try:
            return take_up(lesson, self.answers.get(lesson.key, ()))
        except LostThread:  # the member loses a few minutes
            return take_up(lesson, ())

    def after(self, standing: Standing) -> LessonProgress:
        """Return the progress with the current state of a lesson."""
        key = standing.lesson.key
        answers = {**self.answers, key: standing.answers}
        if not standing.answers:
            del answers[key]
        return LessonProgress(self.done | {key} if standing.over and not standing.shown else self.done, answers)

    def with_done(self, key: str) -> LessonProgress:
        return replace(self, done=self.done | {key})

    @property
    def stored(self) -> dict[str, object]:
        return {"done": sorted(self.done), "answers": {key: list(given) for key, given in self.answers.items()}}


def read_progress(stored: object) -> LessonProgress:
    """Read a member's stored progress; unreadable parts are left out."""
    if not isinstance(stored, dict):
        return LessonProgress()
    answers = stored.get("answers")
    return LessonProgress(
        frozenset(_texts(stored.get("done"))),
        {key: _texts(given) for key, given in answers.items() if isinstance(key, str)}
        if isinstance(answers, dict)
        else {},
    )


def _texts(found: object) -> tuple[str, ...]:
    """Return a list of texts as a tuple; an empty one if it is no such list."""
    return tuple(found) if isinstance(found, list) and all(isinstance(each, str) for each in found) else ()


async def tutorial_of(preferences: Preferences, user_id: int) -> FirstDeal:
    """Return the tutorial where a member has left it."""
    return _first_deal((await preferences.of_member(user_id)).get(STEPS))


def _first_deal(stored: object) -> FirstDeal:
    try:
        return first_deal_after(read_steps(stored, SCRIPT))
    except LostThread:  # stored by another script, or damaged: the member loses a few minutes
        return FirstDeal()


async def progress_of(preferences: Preferences, user_id: int) -> LessonProgress:
    """Return a member's progress; a tutorial that was finished before finished lessons were stored counts as done."""
    stored = await preferences.of_member(user_id)
    progress = read_progress(stored.get(KEY))
    if FIRST not in progress.done and _first_deal(stored.get(STEPS)).stage is Stage.OVER:
        return progress.with_done(FIRST)
    return progress


GAMES: Final = 3
"""Number of latest games that the page Learn offers to look back at."""
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
    following = min(left, key=lambda each: _turn(each, learned.lately), default=None)
    looking_back = [
        button(Review(table), title_line(f"{tr('Table {table}', table=number_of(table))} · {others}", _MOST_NAMES))
        for table, others in learned.games
    ]
    goes_on = learned.tutorial_begun and following is not None and following.key == FIRST
    lost, games = learned.lately
    skills = skill_lines(lost, games, found_by_skill(outlines(), learned.exercises))
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


def _progress_line(learned: Learned) -> str:
    """Write in few words what is done; for a newcomer, what there is."""
    done, exercises = learned.lessons.done, learned.exercises
    if not done and not learned.tutorial_begun and not exercises.tried and not learned.lately.games:
        return tr("A few minutes each, in private; each goes on where you left it.")
    parts = [tr("Tutorial done")] if FIRST in done else []
    given = {HONOUR, *BY_KEY}
    parts.append(tr("{done} of {all} lessons", done=len(done & given), all=len(given)))
    if exercises.tried:
        parts.append(rated_words(exercises.strength))
    return " · ".join(parts)


def _entry(progress: LessonProgress, key: str, title: str, line: str) -> _Entry:
    standing = progress.standing(BY_KEY[key]) if key in BY_KEY and key in progress.answers else None
    begun = count(standing) if standing is not None and standing.answers and not standing.over else ""
    return _Entry(key, title, line, key in progress.done, begun)


def count(standing: Standing) -> str:
    """Write the number of the question that a lesson has reached."""
    return tr("{number} of {all}", number=len(standing.answers) + 1, all=len(standing.lesson.questions))


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


async def show_learn(app: App, interaction: Interaction) -> None:
    """Show the page that leads to the tutorial, the lessons, the exercises and games to look back at."""
    await say_privately(interaction, await learn_page_of(app, interaction))


async def is_newcomer(app: App, user_id: int) -> bool:
    """Tell whether a member has begun neither the tutorial nor anything else on the page Learn."""
    stored = await app.members.preferences.of_member(user_id)
    begun = read_steps(stored.get(STEPS), SCRIPT) or stored.get(KEY)
    return not begun and not (await app.club.exercises.progress(user_id)).tried


async def learn_page_of(app: App, interaction: Interaction, said: str = "") -> Layout:
    user, preferences = interaction.user.id, app.members.preferences
    begun = bool((await tutorial_of(preferences, user)).steps)
    exercises, games = await app.club.exercises.progress(user), await _to_look_back_at(app, interaction)
    lately = await app.club.exercises.lately(user)
    return learn_page(Learned(await progress_of(preferences, user), begun, exercises, games, lately), said)


async def _to_look_back_at(app: App, interaction: Interaction) -> list[tuple[int, str]]:
    """Return the member's latest games in this server that they may review, with the names of the others."""
    user, guild, now = interaction.user.id, interaction.guild_id or OUTSIDE, app.tables.now()
    latest = await app.tables.archive.finished(guild, visibility_of(interaction).visible(), user, GAMES)
    found = await app.tables.several([each.id for each in latest])
    return [
        (table.id, ", ".join(title_name(seat.name) for seat in table.seats if seat.user_id != user))
        for table in found
        if can_review(table, user) and (table.daily is None or now >= table.daily.until)
    ]


async def list_lessons(app: App, interaction: Interaction, _route: ListLessons) -> None:
    await in_place(interaction, await learn_page_of(app, interaction))


class LearnCog(commands.Cog):
    """The command for learning the game; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="learn", description="Learn Bézique: the tutorial, lessons, exercises, your own games")
    @for_oneself
    async def learn(self, interaction: Interaction) -> None:
        """Show the page of all there is to learn, with the member's progress."""
        await show_learn(self.bot.app, interaction)


async def setup(bot: BeziqueBot) -> None:
    """Add the command of this room to the bot."""
    await bot.add_cog(LearnCog(bot))
