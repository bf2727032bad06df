"""What can be asked for about lessons."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Route, operation


@operation("lessons")
class ListLessons(Route):
    """See which lessons there are, and which are done."""


@operation("lesson")
class OpenLesson(Route):
    """Take up a lesson where it was left, or begin it."""

    chosen = 2

    lesson: str
    anew: bool = False
    """From its beginning, wherever it stands."""


@operation("study")
class AnswerLesson(Route):
    """Answer a question of a lesson."""

    lesson: str
    done: Count
    """How many questions were answered when the control was made."""
    answer: str
