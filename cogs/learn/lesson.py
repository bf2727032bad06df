"""A lesson: its cards, acts that are played by themselves, the pupil's decisions, and where a pupil stands in it.

Acts are written as in a record, with cards by their face (``play QS``): the holder decides which copy is meant, and
where two copies differ the pack's letter decides (``play QSb``). The pupil's seat is 0 and is left out where only the
pupil can be meant; several acts are separated by ``"; "``.

Texts stand in English inside ``mark()``. Their braces name cards (``{QS}``), the points of a combination
(``{four_aces}``), and the points that the shown acts bring: ``{gain}`` to the pupil's side, ``{loss}`` to the others
(``teaching.py``). So no figure in a lesson is written by hand.

Where a pupil stands (:class:`Standing`) follows from the right answers alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from functools import lru_cache
from types import MappingProxyType

from bot.engine import (
    Action,
    ActionError,
    Game,
    Phase,
    Rules,
    View,
    apply,
    build_rules,
    legal_actions,
    observe,
    offered_actions,
    parse_action,
    parse_card,
    start_deal,
)
from bot.engine.cards import CARDS_PER_PACK, Card
from bot.engine.law import Law
from bot.lazy import dataclass
from cogs.learn.pupil import PUPIL


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


SHOWN = "shown "
"""Stands before an answer that *Show me* gave."""


class LostThread(ValueError):  # noqa: N818 - it is no error of the reader's
    """An error for answers, or steps of the tutorial, that do not belong to this lesson."""


@dataclass(frozen=True, slots=True)
class Said:
    """A remark on an act, with the points that the acts it shows bring."""

    words: str
    """In English, with braces."""
    gain: int = 0
    """Points to the pupil's side."""
    loss: int = 0
    """Points to the others."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A lesson at one moment."""

    lesson: Lesson
    answers: tuple[str, ...]
    """The right answers so far, those that were shown after ``SHOWN``."""
    game: Game
    done: tuple[Action, ...]
    """Every act of the scene so far."""
    praise: Said | None = None
    """The remark on the last answer."""
    answer: Action | None = None
    """The last answer."""

    @property
    def over(self) -> bool:
        """Whether every question has been answered."""
        return len(self.answers) == len(self.lesson.questions)

    @property
    def shown(self) -> int:
        """The number of answers that were shown to the pupil."""
        return sum(each.startswith(SHOWN) for each in self.answers)

    @property
    def just_shown(self) -> Action | None:
        """The last answer if it was shown to the pupil, else None."""
        return self.answer if self.answers and self.answers[-1].startswith(SHOWN) else None

    @property
    def question(self) -> Question:
        """The current question; the last one if the lesson is over."""
        questions = self.lesson.questions
        return questions[min(len(self.answers), len(questions) - 1)][1]

    @property
    def view(self) -> View:
        """The pupil's view."""
        return observe(self.game, PUPIL)

    @property
    def suggested(self) -> Action:
        """The act of *Show me*."""
        return self.right[0]

    @property
    def right(self) -> tuple[Action, ...]:
        """Every right act, each copy of a card on its own; the acts for *Show me* come first."""
        found = [act for text in self.question.right.split("; ") for act in acts_called(self.game, text)]
        return tuple(dict.fromkeys(found))

    def act(self, words: str) -> Action | None:
        """Return the act that a control asks for, or None if it may not be done now."""
        try:
            action = parse_action(f"{PUPIL} {words}")
        except ActionError:
            return None
        return action if not self.over and action in legal_actions(self.game) else None

    def verdict(self, action: Action) -> Said | None:
        """Return why an act is not right here; None if it is right."""
        if action in self.right:
            return None
        wrong = self._row(action)
        after, _ = played(apply(self.game, action).game, wrong.then)
        return _said(wrong.why, self.game, after)

    def _row(self, action: Action) -> Wrong:
        rows = self.question.wrong
        for row in rows:
            if row.choices and any(action in acts_called(self.game, text) for text in row.choices.split("; ")):
                return row
        return next(row for row in rows if not row.choices)


def take_up(lesson: Lesson, answers: Iterable[str]) -> Standing:
    """Return a lesson after some right answers, or raise `LostThread`."""
    return _standing(lesson, tuple(answers))


@lru_cache(maxsize=256)
def _standing(lesson: Lesson, answers: tuple[str, ...]) -> Standing:
    if not answers:
        return Standing(lesson, (), *_opened(lesson.questions[0][0]))
    before = _standing(lesson, answers[:-1])
    action = before.act(answers[-1].removeprefix(SHOWN))
    if action is None or action not in before.right:
        raise LostThread(answers[-1][:40])
    game, done = played(apply(before.game, action).game, before.question.then)
    praise = _said(before.question.praise, before.game, game)
    scene, number = lesson.questions[len(answers) - 1][0], len(answers)
    if number < len(lesson.questions) and lesson.questions[number][0] is not scene:
        return Standing(lesson, answers, *_opened(lesson.questions[number][0]), praise, action)
    return Standing(lesson, answers, game, (*before.done, action, *done), praise, action)


def _said(words: str, before: Game, after: Game) -> Said:
    """Return a remark with the points scored between two moments of a deal."""
    new = after.marks[len(before.marks) :]
    side = before.law.sides[PUPIL]
    gain = sum(mark.points for mark in new if before.law.sides[mark.seat] == side)
    return Said(words, gain, sum(mark.points for mark in new) - gain)


def _opened(scene: Scene) -> tuple[Game, tuple[Action, ...]]:
    game = Game(scene.rules)
    return played(start_deal(game, scene.dealer, deck_of(scene, game.law)).game, scene.before)


def deck_of(scene: Scene, law: Law) -> tuple[Card, ...]:
    """Return the order of all cards that gives a scene's hands, turn-up and stock."""
    cards = scene.cards
    texts = (*cards.hands, cards.turn_up, cards.stock)
    used = {parse_card(name) for text in texts for name in text.split() if len(name) == 3}

    def copy_of(name: str) -> Card:
        """Return the card of a name with its pack's letter, else the next copy that is not used."""
        if len(name) == 3:
            return parse_card(name)
        kind = parse_card(name + "a")
        copy = next((c for c in law.pack if c % CARDS_PER_PACK == kind and c not in used), None)
        if copy is None:
            raise ValueError(f"{name} is named too often")
        used.add(copy)
        return copy

    *hands, turn_up, stock = ([copy_of(name) for name in text.split()] for text in texts)
    deck: list[Card] = []
    taken = [0] * law.players
    for packet in law.quantities.packets:
        for seat in ((scene.dealer + 1 + each) % law.players for each in range(law.players)):
            deck += hands[seat][taken[seat] : taken[seat] + packet]
            taken[seat] += packet
    if any(len(hand) != law.hand for hand in hands):
        raise ValueError("a hand has not as many cards as are dealt")
    known = {*deck, *turn_up, *stock}
    rest = [card for card in law.pack if card not in known]
    drawn = [*stock, *rest]
    return (*deck, *turn_up, *drawn)


def played(game: Game, text: str) -> tuple[Game, tuple[Action, ...]]:
    """Play some acts of all seats, and every draw before which nothing could be declared, or raise `LostThread`.

    Of words with a choice of cards (``play 9H|8D``) the first legal act counts.
    """
    done: list[Action] = []
    for each in filter(None, text.split("; ")):
        game = _drawn(game, done)
        seat, words = each.split(" ", 1)
        verb, _, cards = words.partition(" ")
        found = [act for one in cards.split("|") for act in acts_called(game, f"{verb} {one}", int(seat))]
        if not found:
            raise LostThread(f"{each} is not legal here")
        action = found[0]
        game = apply(game, action).game
        done.append(action)
    return _drawn(game, done), tuple(done)


def _drawn(game: Game, done: list[Action]) -> Game:
    """Draw for each seat that has nothing to declare."""
    while game.deals[-1].phase is Phase.DECLARE and len(offered := offered_actions(game)) == 1:
        game = apply(game, offered[0]).game
        done.append(offered[0])
    return game


def acts_called(game: Game, text: str, seat: int = PUPIL) -> list[Action]:
    """Return every legal act that a text names by its cards' faces."""
    verb, *rest = text.split()
    names = [word for word in rest if not word[0].isupper() and not word[0].isdigit()]
    cards = [word for word in rest if word not in names]
    return [
        action
        for action in legal_actions(game)
        if action.seat == seat and action.verb.value == verb and (not names or action.name == names[0])
        if not cards or _are(action, cards)
    ]


def _are(action: Action, cards: list[str]) -> bool:
    """Tell whether an act has exactly these cards, each written with or without the letter of its pack."""
    exact = {parse_card(name) for name in cards if len(name) == 3}
    faces = sorted(parse_card(name[:2] + "a") for name in cards)
    return exact <= set(action.cards) and faces == sorted(c % CARDS_PER_PACK for c in action.cards)
