"""Operations of exercises; a control names the exercise for which it was made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.club.exercises.values import Source
from bot.ui.routes.custom_ids import Count, Route, operation
from bot.ui.routes.table import AtTable


@operation("exercise-again")
class TryAgain(AtTable):
    """See a decision that a review charges as an exercise; it is not counted, as the review shows the answer."""

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
    """Whether the answer is counted."""


@operation("exercise-do")
class Answer(OfExercise):
    """Answer an exercise."""

    action: str


@operation("exercise-end")
class ShowAnswer(OfExercise):
    """See the best action."""
