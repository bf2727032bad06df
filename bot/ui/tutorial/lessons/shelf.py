"""All lessons, in the order in which they are best taken."""

from __future__ import annotations

from typing import Final

from .announcing import ANNOUNCING
from .brisques import BRISQUES
from .last_eight import LAST_EIGHT
from .partners import PARTNERS
from .three import THREE
from .values import Lesson
from .winning import WINNING

FIRST: Final = "first-deal"
"""The tutorial, which goes before all others."""
HONOUR: Final = "honour"
"""The lesson on honour tables."""
LESSONS: Final[tuple[Lesson, ...]] = (WINNING, BRISQUES, ANNOUNCING, LAST_EIGHT, THREE, PARTNERS)
BY_KEY: Final = {lesson.key: lesson for lesson in LESSONS}
