"""What a lesson is made of: cards, what is played by itself, and the decisions that the pupil is asked for.

Acts are written as in a record, with cards by their face (``play QS``): which copy is meant follows from who has it,
and where two copies differ the pack's letter says it (``play QSb``). The pupil's seat is 0 and is not written where
only the pupil can be meant; several acts are parted by ``"; "``.

Texts stand in English inside ``mark()``. In their braces they name cards (``{QS}``), what a combination counts
(``{four_aces}``), and what the shown acts bring: ``{gain}`` to the pupil's side, ``{loss}`` to the others
(``lessons/facts.py``). So no figure in a lesson is written by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.engine import Rules, build_rules

PUPIL = 0


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a scene, by face."""

    hands: tuple[str, ...]
    """By seat, as dealt."""
    turn_up: str
    """Empty where nothing is turned up."""
    stock: str = ""
    """In the order in which they are drawn; those that are not named come after them, in the order of the pack."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Acts that are not right here, and why."""

    choices: str
    """Which; empty for all that no other row names."""
    why: str
    then: str = ""
    """What would follow, all seats' acts: the figures of ``why`` are read off it."""
    taker: int | None = None
    """Who takes the trick then, where ``why`` says it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of the pupil's."""

    told: str
    """What is explained, and what is asked."""
    right: str
    """Every act that is right; the first is what *Show me* does."""
    praise: str
    wrong: tuple[Wrong, ...] = ()
    then: str = ""
    """What follows by itself up to the next question, all seats' acts."""
    shows: tuple[str, ...] = ()
    """The options that are met here: with another book's value something that is said here would not happen."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Cards, and the questions to which they lead."""

    cards: Cards
    questions: tuple[Question, ...]
    dealer: int = 1
    before: str = ""
    """What has been played before the first question, all seats' acts."""
    rules: Rules = field(default_factory=lambda: build_rules("modern", 2, {}))


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson, five minutes long."""

    key: str
    """Its name in controls and in what is stored."""
    title: str
    line: str
    """What it is about, in one line of the menu."""
    scenes: tuple[Scene, ...]
    farewell: str
    """What is to be remembered."""
    book: str = ""
    """The rule book whose differences it shows."""
    told: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By option: differences of that book that cannot be met within one deal."""

    @property
    def questions(self) -> tuple[tuple[Scene, Question], ...]:
        """Every question with its scene, in order."""
        return tuple((scene, question) for scene in self.scenes for question in scene.questions)
