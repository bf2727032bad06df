"""All lessons, in the recommended order."""

from __future__ import annotations

from typing import Final

from bot.coach.themes import Skill
from cogs.learn.lesson import Lesson
from cogs.learn.lessons.announcing import ANNOUNCING
from cogs.learn.lessons.brisques import BRISQUES
from cogs.learn.lessons.britannica import BRITANNICA
from cogs.learn.lessons.enquire import ENQUIRE
from cogs.learn.lessons.last_eight import LAST_EIGHT
from cogs.learn.lessons.parlour import PARLOUR
from cogs.learn.lessons.partners import PARTNERS
from cogs.learn.lessons.rubicon import RUBICON
from cogs.learn.lessons.three import THREE
from cogs.learn.lessons.winning import WINNING

FIRST: Final = "first-deal"
"""The key of the tutorial, which comes before all others."""
HONOUR: Final = "honour"
"""The key of the lesson on honour tables."""
LESSONS: Final[tuple[Lesson, ...]] = (
    WINNING,
    BRISQUES,
    ANNOUNCING,
    LAST_EIGHT,
    THREE,
    PARTNERS,
    BRITANNICA,
    ENQUIRE,
    PARLOUR,
    RUBICON,
)
BY_KEY: Final = {lesson.key: lesson for lesson in LESSONS}
OF_SKILL: Final = {
    Skill.DECLARING: ANNOUNCING.key,
    Skill.COMBINATIONS: WINNING.key,
    Skill.TRICKS: WINNING.key,
    Skill.BRISQUES: BRISQUES.key,
    Skill.ENDING: LAST_EIGHT.key,
}
"""The key of the lesson that trains each skill."""
