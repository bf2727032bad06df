"""The parts of a lesson: cards, acts that are played by themselves, and the pupil's decisions.

Acts are written as in a record, with cards by their face (``play QS``): the holder decides which copy is meant, and
where two copies differ the pack's letter decides (``play QSb``). The pupil's seat is 0 and is left out where only the
pupil can be meant; several acts are separated by ``"; "``.

Texts stand in English inside ``mark()``. Their braces name cards (``{QS}``), the points of a combination
(``{four_aces}``), and the points that the shown acts bring: ``{gain}`` to the pupil's side, ``{loss}`` to the others
(``lessons/pages.py``). So no figure in a lesson is written by hand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from bot.engine import Rules, build_rules


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards of a scene, by face."""

    hands: tuple[str, ...]
    """By seat, as dealt."""
    turn_up: str
    """Empty if no card is turned up."""
    stock: str = ""
    """The stock in the order of drawing; cards that are not named come after, in the order of the pack."""


@dataclass(frozen=True, slots=True)
class Wrong:
    """Wrong acts in a decision, with the reason."""

    choices: str
    """The acts; empty for all acts that no other row names."""
    why: str
    then: str = ""
    """The acts of all seats that would follow, from which the figures of ``why`` are taken."""
    taker: int | None = None
    """The seat that would take the trick, where ``why`` names it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A decision of the pupil's."""

    told: str
    """The explanation and the question."""
    right: str
    """Every right act; the first is the act of *Show me*."""
    praise: str
    wrong: tuple[Wrong, ...] = ()
    then: str = ""
    """The acts of all seats that follow by themselves up to the next question."""
    shows: tuple[str, ...] = ()
    """The options that the question shows: with another book's value, something said here would not happen."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Cards, and the questions to which they lead."""

    cards: Cards
    questions: tuple[Question, ...]
    dealer: int = 1
    before: str = ""
    """The acts of all seats before the first question."""
    rules: Rules = field(default_factory=lambda: build_rules("modern", 2, {}))


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A lesson, five minutes long."""

    key: str
    """Its name in controls and in stored progress."""
    title: str
    line: str
    """Its subject, in one line of the menu."""
    scenes: tuple[Scene, ...]
    farewell: str
    """The text at the end, with the points to remember."""
    book: str = ""
    """The rule book whose differences it shows."""
    told: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """By option: differences of that book that cannot be shown within one deal."""

    @property
    def questions(self) -> tuple[tuple[Scene, Question], ...]:
        """Every question with its scene, in order."""
        return tuple((scene, question) for scene in self.scenes for question in scene.questions)
