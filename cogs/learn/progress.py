"""A member's stored progress: the steps of the tutorial, the lessons done, and the right answers in those begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from bot.club.statistics import LESSONS, lessons_done
from bot.members import Preferences
from cogs.learn.lesson import Lesson, LostThread, Standing, take_up
from cogs.learn.lessons import FIRST
from cogs.learn.tutorial.first_deal import FirstDeal, Stage, first_deal_after, read_steps
from cogs.learn.tutorial.script import SCRIPT

KEY = LESSONS
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
        """The form in which it is stored."""
        return {"done": sorted(self.done), "answers": {key: list(given) for key, given in self.answers.items()}}


def read_progress(stored: object) -> LessonProgress:
    """Read a member's stored progress; unreadable parts are left out."""
    if not isinstance(stored, dict):
        return LessonProgress()
    answers = stored.get("answers")
    return LessonProgress(
        lessons_done(stored),
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
