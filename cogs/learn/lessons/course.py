"""The course of a lesson: a pure value that follows from the pupil's right answers alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from bot.engine import (
    Action,
    ActionError,
    Game,
    Phase,
    View,
    apply,
    legal_actions,
    observe,
    offered_actions,
    parse_action,
    parse_card,
    start_deal,
)
from bot.engine.cards import CARDS_PER_PACK, Card
from bot.engine.law import Law
from cogs.learn.lessons.values import Cards, Lesson, Question, Scene, Wrong
from cogs.learn.pupil import PUPIL

SHOWN = "shown "
"""Stands before an answer that *Show me* gave."""


class LostThread(ValueError):  # noqa: N818 - it is no error of the reader's
    """An error for answers that do not belong to this lesson."""


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
    def right(self) -> tuple[Action, ...]:
        """Every right act, each copy of a card on its own; the acts for *Show me* come first."""
        found = [act for text in self.question.right.split("; ") for act in acts_called(self.game, text, wanted=False)]
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
            if row.choices and any(
                action in acts_called(self.game, text, wanted=False) for text in row.choices.split("; ")
            ):
                return row
        return next(row for row in rows if not row.choices)


def take_up(lesson: Lesson, answers: Iterable[str]) -> Standing:
    """Return a lesson after some right answers.

    Raises:
        LostThread: The answers do not belong to it.
    """
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
    """Return the order of all cards that gives a scene's hands, turn-up and stock.

    Raises:
        ValueError: A card is named too often, or a hand has the wrong number of cards.
    """
    named = _Copies(law, scene.cards)
    hands = [named.of(text) for text in scene.cards.hands]
    turn_up, stock = named.of(scene.cards.turn_up), named.of(scene.cards.stock)
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


class _Copies:
    """A reader of card names that gives out the copies of a card in the order in which they are named."""

    def __init__(self, law: Law, cards: Cards) -> None:
        self._pack = law.pack
        self._used = {parse_card(name) for part in (*cards.hands, cards.turn_up, cards.stock)
                      for name in part.split() if len(name) == 3}  # fmt: skip

    def of(self, text: str) -> list[Card]:
        found = []
        for name in text.split():
            if len(name) == 3:
                found.append(parse_card(name))
                continue
            kind = parse_card(name + "a")
            copy = next((c for c in self._pack if c % CARDS_PER_PACK == kind and c not in self._used), None)
            if copy is None:
                raise ValueError(f"{name} is named too often")
            self._used.add(copy)
            found.append(copy)
        return found


def played(game: Game, text: str) -> tuple[Game, tuple[Action, ...]]:
    """Play some acts of all seats, and every draw before which nothing could be declared.

    Raises:
        LostThread: One of the acts is not legal.
    """
    done: list[Action] = []
    for each in filter(None, text.split("; ")):
        game = _drawn(game, done)
        seat, words = each.split(" ", 1)
        found = [act for text in _either(words) for act in acts_called(game, text, int(seat), wanted=False)]
        if not found:
            raise LostThread(f"{each} is not legal here")
        action = found[0]
        game = apply(game, action).game
        done.append(action)
    return _drawn(game, done), tuple(done)


def _either(words: str) -> list[str]:
    """Return the acts named by words with a choice of cards (``play 9H|8D``); the first legal one counts."""
    verb, _, cards = words.partition(" ")
    return [f"{verb} {card}" for card in cards.split("|")] if "|" in cards else [words]


def _drawn(game: Game, done: list[Action]) -> Game:
    """Draw for each seat that has nothing to declare."""
    while game.deals[-1].phase is Phase.DECLARE and len(offered := offered_actions(game)) == 1:
        game = apply(game, offered[0]).game
        done.append(offered[0])
    return game


def acts_called(game: Game, text: str, seat: int = PUPIL, *, wanted: bool = True) -> list[Action]:
    """Return every legal act that a text names by its cards' faces.

    Raises:
        LostThread: No such act is legal, and ``wanted`` is set.
    """
    verb, *rest = text.split()
    names = [word for word in rest if not word[0].isupper() and not word[0].isdigit()]
    cards = [word for word in rest if word not in names]
    found = [
        action
        for action in legal_actions(game)
        if action.seat == seat and action.verb.value == verb and (not names or action.name == names[0])
        if not cards or _are(action, cards)
    ]
    if not found and wanted:
        raise LostThread(f"{seat} {text} is not legal here")
    return found


def _are(action: Action, cards: list[str]) -> bool:
    """Tell whether an act has exactly these cards, each written with or without the letter of its pack."""
    exact = {parse_card(name) for name in cards if len(name) == 3}
    faces = sorted(parse_card(name[:2] + "a") for name in cards)
    return exact <= set(action.cards) and faces == sorted(c % CARDS_PER_PACK for c in action.cards)


def suggested(standing: Standing) -> Action:
    """Return the act of *Show me*."""
    return standing.right[0]
