"""What is kept of a member's lessons: which are done, and the right answers in those that have been begun."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from cogs.learn.lessons.course import LostThread, Standing, take_up
from cogs.learn.lessons.values import Lesson

KEY = "lessons"
"""Under which it is stored among a member's choices."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A member's lessons."""

    done: frozenset[str] = frozenset()
    """Those that were played to their end once, by their keys."""
    answers: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """By lesson: what was rightly answered."""

    def standing(self, lesson: Lesson) -> Standing:
        """Return where a lesson stands; at its beginning where what was stored belongs to another state of it."""
        try:
            return take_up(lesson, self.answers.get(lesson.key, ()))
        except LostThread:  # nothing is lost but a few minutes
            return take_up(lesson, ())

    def after(self, standing: Standing) -> Progress:
        """Return it with a lesson where it stands now."""
        key = standing.lesson.key
        answers = {**self.answers, key: standing.answers}
        if not standing.answers:
            del answers[key]
        return Progress(self.done | {key} if standing.over else self.done, answers)

    def with_done(self, key: str) -> Progress:
        """Return it with something that was played to its end."""
        return replace(self, done=self.done | {key})

    @property
    def stored(self) -> dict[str, object]:
        """What is written down."""
        return {"done": sorted(self.done), "answers": {key: list(given) for key, given in self.answers.items()}}


def read_progress(stored: object) -> Progress:
    """Read what is stored of a member; what cannot be read is left out."""
    if not isinstance(stored, dict):
        return Progress()
    done, answers = stored.get("done"), stored.get("answers")
    return Progress(
        frozenset(_texts(done)),
        {key: _texts(given) for key, given in answers.items() if isinstance(key, str)}
        if isinstance(answers, dict)
        else {},
    )


def _texts(found: object) -> tuple[str, ...]:
    """Return a list of texts, or nothing where it is none."""
    return tuple(found) if isinstance(found, list) and all(isinstance(each, str) for each in found) else ()
