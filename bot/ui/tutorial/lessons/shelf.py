"""All lessons, in the recommended order."""

from __future__ import annotations

from typing import Final

from .announcing import ANNOUNCING
from .brisques import BRISQUES
from .britannica import BRITANNICA
from .enquire import ENQUIRE
from .last_eight import LAST_EIGHT
from .parlour import PARLOUR
from .partners import PARTNERS
from .three import THREE
from .values import Lesson
from .winning import WINNING

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
)
BY_KEY: Final = {lesson.key: lesson for lesson in LESSONS}
