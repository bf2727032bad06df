"""What is asked for about exercises; a control names the exercise for which it was made."""

from __future__ import annotations

from dataclasses import dataclass

from bot.club.values.exercises import Source
from bot.ui.routes.custom_ids import Count, Route, operation
from bot.ui.routes.table import AtTable


@operation("exercise-again")
class TryAgain(AtTable):
    """See a decision that a review charges as an exercise; as its answer stands there, it counts for nothing."""

    decision: Count


@operation("exercise")
class NextExercise(Route):
    """See the exercise that comes next."""

    source: Source = Source.ANY
    after: str = ""
    """The one at which somebody is now."""


@dataclass(frozen=True, slots=True)
class OfExercise(Route):
    """An operation on an exercise."""

    name: str
    source: Source
    """From where the next one is wanted."""
    counts: bool
    """Whether what is answered is noted."""


@operation("exercise-do")
class Answer(OfExercise):
    """Answer an exercise."""

    action: str


@operation("exercise-end")
class ShowAnswer(OfExercise):
    """See what is best."""
