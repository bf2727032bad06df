"""Operations of the tutorial, lessons, hints, reviews and exercises.

A control names the exercise for which it was made.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.club.exercises import Source
from bot.ui.routes.custom_ids import Count, Route, operation
from bot.ui.routes.table import AtMoment, AtTable


@operation("lessons")
class ListLessons(Route):
    """See the page that leads to all there is to learn, and what is done."""


@operation("lesson")
class OpenLesson(Route):
    """Begin a lesson, or go on where it was left."""

    chosen = 2

    lesson: str
    anew: bool = False
    """Whether the lesson starts again from its beginning."""


@operation("study")
class AnswerLesson(Route):
    """Answer a question of a lesson."""

    lesson: str
    done: Count
    """Number of questions that were answered when the control was made."""
    answer: str


@operation("hint")
class Hint(AtMoment):
    """See the action that the house would take."""


@operation("review")
class Review(AtTable):
    """See the review of a finished game, from one's own seat."""

    more: bool = False
    """Whether all that can be counted of the game is wanted."""


@operation("tutor")
class Tutor(Route):
    """Do a step of the tutorial."""

    done: Count
    """Number of steps that were done when the control was made."""
    step: str


@operation("exercise-again")
class TryAgain(AtTable):
    """See a decision that a review charges as an exercise."""

    decision: Count


@operation("exercise")
class NextExercise(Route):
    """See the next exercise."""

    source: Source = Source.ANY
    after: str = ""
    """The name of the exercise that is shown now."""


@dataclass(frozen=True, slots=True)
class OfExercise(Route):
    """An operation on an exercise."""

    name: str
    source: Source
    """The source of the next exercise."""
    counts: bool
    """Always true, and not looked at: kept because controls of version 1.0 carry it."""


@operation("exercise-do")
class Answer(OfExercise):
    """Answer an exercise."""

    action: str


@operation("exercise-end")
class ShowAnswer(OfExercise):
    """See the best action."""
