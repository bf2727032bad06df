"""Operations of the tutorial, lessons, hints, reviews and exercises.

A control names the exercise for which it was made.
"""

from __future__ import annotations

from bot.club.exercises import Source
from bot.ui.routes.custom_ids import Count, Route
from bot.ui.routes.table import AtMoment, AtTable


class ListLessons(Route, op="lessons"):
    """See the page that leads to all there is to learn, and what is done."""


class OpenLesson(Route, op="lesson"):
    """Begin a lesson, or go on where it was left."""

    chosen = 2

    lesson: str
    anew: bool = False
    """Whether the lesson starts again from its beginning."""


class AnswerLesson(Route, op="study"):
    """Answer a question of a lesson."""

    lesson: str
    done: Count
    """Number of questions that were answered when the control was made."""
    answer: str


class Hint(AtMoment, op="hint"):
    """See the action that the house would take."""


class Review(AtTable, op="review"):
    """See the review of a finished game, from one's own seat."""

    more: bool = False
    """Whether all that can be counted of the game is wanted."""


class Tutor(Route, op="tutor"):
    """Do a step of the tutorial."""

    done: Count
    """Number of steps that were done when the control was made."""
    step: str


class TryAgain(AtTable, op="exercise-again"):
    """See a decision that a review charges as an exercise."""

    decision: Count


class NextExercise(Route, op="exercise"):
    """See the next exercise."""

    source: Source = Source.ANY
    after: str = ""
    """The name of the exercise that is shown now."""


class OfExercise(Route):
    """An operation on an exercise."""

    name: str
    source: Source
    """The source of the next exercise."""
    counts: bool
    """Always true, and not looked at: kept because controls of version 1.0 carry it."""


class Answer(OfExercise, op="exercise-do"):
    """Answer an exercise."""

    action: str


class ShowAnswer(OfExercise, op="exercise-end"):
    """See the best action."""
