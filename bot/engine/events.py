"""The events of a step, each with the audience that may learn of it.

Events are derived from the moments before and after a step, so a search that does not need them does not pay for
them. A renderer shows a seat only the events whose audience is everyone or that seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from .actions import Action, Verb
from .cards import NO_CARD, Card, Suit, cards_of
from .deal import Deal, Mark, Result, Trick


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; ``audience`` is the only seat that may know, or None for everyone."""

    audience: int | None = None


@dataclass(frozen=True, slots=True)
class DealOpened(Event):
    """The cards were dealt, and perhaps one turned up."""

    number: int
    dealer: int
    turn_up: Card
    trump: Suit


@dataclass(frozen=True, slots=True)
class HandDealt(Event):
    """A seat got its cards."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardPlayed(Event):
    """A seat played a card, from the hand or from its own table."""

    seat: int
    card: Card
    from_table: bool


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick is complete; ``number`` counts from 1."""

    number: int
    trick: Trick


@dataclass(frozen=True, slots=True)
class SevenExchanged(Event):
    """A seat exchanged a seven of trumps for the turn-up."""

    seat: int
    seven: Card
    taken: Card


@dataclass(frozen=True, slots=True)
class SevenShown(Event):
    """A seat showed a seven of trumps."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class CombinationDeclared(Event):
    """A seat declared a combination."""

    seat: int
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CombinationAnnounced(Event):
    """A seat announced a combination that it means to score next time (ruling 12)."""

    seat: int
    name: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CarteBlancheShown(Event):
    """A seat showed its hand as carte blanche, or a card drawn since (ruling 33)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrumpsMade(Event):
    """The first marriage, or in Rubicon sequence, made its suit trumps (ruling 15)."""

    suit: Suit


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """A seat's turn to declare after a trick is over."""

    seat: int


@dataclass(frozen=True, slots=True)
class CardDrawn(Event):
    """A seat drew; only that seat learns the card (``NO_CARD`` for everyone else), except for the turn-up."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class StockGone(Event):
    """Declared cards are back in the hands; the strict ending begins."""


@dataclass(frozen=True, slots=True)
class PointsMarked(Event):
    """Points were marked."""

    mark: Mark


@dataclass(frozen=True, slots=True)
class DealEnded(Event):
    """Nothing more can be played in this deal."""

    number: int


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game is over."""

    result: Result


def opening_events(deal: Deal) -> tuple[Event, ...]:
    base = deal.base
    events: list[Event] = [DealOpened(base.number, base.dealer, deal.turn_up, deal.trump)]
    events += [HandDealt(seat, tuple(cards_of(mask)), audience=seat) for seat, mask in enumerate(deal.hold)]
    events += [PointsMarked(mark) for mark in deal.score.marks]
    return (*events, *endings(None, deal))


def step_events(before: Deal, action: Action, after: Deal) -> tuple[Event, ...]:
    seat = action.seat
    events: list[Event] = []
    marks = [PointsMarked(mark) for mark in after.score.marks[len(before.score.marks) :]]
    match action.verb:
        case Verb.PLAY:
            card = action.cards[0]
            events.append(CardPlayed(seat, card, from_table=bool(before.exposed >> card & 1)))
            events += [each for each in marks if each.mark.reason == "seven-played"]
            if len(after.tricks) > len(before.tricks):
                events.append(TrickTaken(len(after.tricks), after.tricks[-1]))
            marks = [each for each in marks if each.mark.reason != "seven-played"]
        case Verb.EXCHANGE:
            events.append(SevenExchanged(seat, action.cards[0], before.turn_up))
        case Verb.SHOW:
            events.append(SevenShown(seat, action.cards[0]))
        case Verb.CARTE_BLANCHE:
            events.append(CarteBlancheShown(seat, action.cards or tuple(cards_of(before.hold[seat]))))
        case Verb.DECLARE:
            events.append(CombinationDeclared(seat, action.name, action.cards))
            if after.trump != before.trump:
                events.append(TrumpsMade(after.trump))
        case Verb.ANNOUNCE:
            events.append(CombinationAnnounced(seat, action.name, action.cards))
        case Verb.PASS:
            events.append(Passed(seat))
            events += _draws(before, after)
    return (*events, *marks, *endings(before, after))


def _draws(before: Deal, after: Deal) -> list[Event]:
    events: list[Event] = []
    n = before.law.players
    for step in range(n):
        seat = (before.leader + step) % n
        for card in cards_of(after.hold[seat] & ~before.hold[seat]):
            if card == before.turn_up:
                events.append(CardDrawn(seat, card))
            else:
                events += [CardDrawn(seat, NO_CARD), CardDrawn(seat, card, audience=seat)]
    if before.left and not after.left:
        events.append(StockGone())
    return events


def endings(before: Deal | None, after: Deal) -> list[Event]:
    """Return the events of the end of a deal, and perhaps of the game; ``before`` is None for a deal's opening."""
    events: list[Event] = []
    if after.over and (before is None or not before.over):
        events.append(DealEnded(after.base.number))
    if after.result is not None:
        events.append(GameEnded(after.result))
    return events
