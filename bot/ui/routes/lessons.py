"""Operations of lessons."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Route, operation


@operation("lessons")
class ListLessons(Route):
    """See the list of lessons, and which are done."""


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
