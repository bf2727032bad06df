"""Events at an honour table, each with the audience that may learn of it; irregularities only as far as all saw."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine.actions import Action, Verb
from bot.engine.cards import NO_CARD, Card, cards_of
from bot.engine.deal import Choice, Deal
from bot.engine.events import (
    CardDrawn,
    CardPlayed,
    CombinationAnnounced,
    CombinationDeclared,
    Event,
    Passed,
    PointsMarked,
    SevenExchanged,
    SevenShown,
    StockGone,
    TrickTaken,
    TrumpsMade,
    endings,
)
from bot.engine.forfeits import Irregularity, Lifting

from .state import honour_of, stopped


@dataclass(frozen=True, slots=True)
class CardTakenBack(Event):
    """A card was played out of turn: all have seen it, and it went back or stays exposed."""

    seat: int
    card: Card
    stays: bool


@dataclass(frozen=True, slots=True)
class CardExposed(Event):
    """A seat showed a card of its hand; it went back or stays exposed."""

    seat: int
    card: Card
    stays: bool


@dataclass(frozen=True, slots=True)
class TwoLifted(Event):
    """A seat lifted two cards of the stock; any choice belongs to the chooser."""

    seat: int
    chooser: int
    how: Lifting


@dataclass(frozen=True, slots=True)
class StockSeen(Event):
    """Cards of the stock were turned up for everyone, or shown to one seat."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class CardReturned(Event):
    """A chooser put one of two lifted cards into the middle of the stock; only the chooser knows which."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class ChoiceWaived(Event):
    """A chooser waived a choice."""

    seat: int


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A seat claimed an irregularity; ``offender`` is None for a revoke that is still to be judged."""

    seat: int
    kind: Irregularity
    offender: int | None


@dataclass(frozen=True, slots=True)
class DeclarationTakenBack(Event):
    """A wrong declaration was taken back: all its cards, and those that are faced because of it."""

    seat: int
    name: str
    cards: tuple[Card, ...]
    faced: tuple[Card, ...]
    unmade_trumps: bool


@dataclass(frozen=True, slots=True)
class CardCalled(Event):
    """A faced card was called: its holder must play it."""

    seat: int
    holder: int
    card: Card


@dataclass(frozen=True, slots=True)
class EightBrought(Event):
    """A claim of a revoke was judged true: the last eight tricks go to the claimant."""

    seat: int
    offender: int


@dataclass(frozen=True, slots=True)
class PlayStopped(Event):
    """A side stands at the target: the game ends when everybody has said *done*."""


@dataclass(frozen=True, slots=True)
class PlayResumed(Event):
    """A claim has brought the side below the target: play goes on."""


@dataclass(frozen=True, slots=True)
class DealPlayedOut(Event):
    """All tricks are played and the brisques counted: what remains is to claim and to say *done*."""

    number: int


@dataclass(frozen=True, slots=True)
class SaidDone(Event):
    """A seat claims nothing more."""

    seat: int


def honour_events(before: Deal, action: Action, after: Deal) -> tuple[Event, ...]:
    """Return the events of an action at an honour table, each with its audience."""
    then, now = honour_of(before), honour_of(after)
    events: list[Event] = []
    if now.returned and not then.returned and action.verb is Verb.PLAY:
        events.append(StockGone())  # the last eight tricks were begun while a chance was still open
    events += _act(before, action, after)
    if action.verb in _DRAWING:
        events += _drawn(before, after)
    turned_up = now.open_stock & ~then.open_stock
    if turned_up:
        events.append(StockSeen(tuple(card for card in now.stock if turned_up >> card & 1)))
    events += _marks(before, action, after)
    if now.returned and not then.returned and action.verb is not Verb.PLAY:
        events.append(StockGone())
    if now.counted and not then.counted:
        events.append(DealPlayedOut(after.base.number))
    if not after.over and stopped(after) != stopped(before):
        events.append(PlayStopped() if stopped(after) else PlayResumed())
    return (*events, *endings(before, after))


_DRAWING = (Verb.DRAW, Verb.LIFT, Verb.TAKE, Verb.RETURN, Verb.PASS)


def _act(before: Deal, action: Action, after: Deal) -> list[Event]:
    seat, verb, cards, name = action
    match verb:
        case Verb.PLAY:
            if after.hold[seat] >> cards[0] & 1:
                return [CardTakenBack(seat, cards[0], stays=_lies(after, cards[0]))]
            return [CardPlayed(seat, cards[0], from_table=bool(before.exposed >> cards[0] & 1))]
        case Verb.EXPOSE:
            return [CardExposed(seat, cards[0], stays=_lies(after, cards[0]))]
        case Verb.LIFT | Verb.TAKE | Verb.RETURN | Verb.PASS:
            return _of_stock(before, action, after)
        case Verb.CLAIM:
            return _claim(before, action, after)
        case Verb.CALL:
            holder = next(each for each, hold in enumerate(after.hold) if hold >> cards[0] & 1)
            return [CardCalled(seat, holder, cards[0])]
        case Verb.DONE:
            return [SaidDone(seat)]
        case Verb.DECLARE:
            made = [TrumpsMade(after.trump)] if after.trump != before.trump else []
            return [CombinationDeclared(seat, name, cards), *made]
        case Verb.ANNOUNCE:
            return [CombinationAnnounced(seat, name, cards)]
        case Verb.EXCHANGE:
            return [SevenExchanged(seat, cards[0], before.turn_up)]
        case Verb.SHOW:
            return [SevenShown(seat, cards[0])]
        case _:
            return []


def _lies(deal: Deal, card: Card) -> bool:
    return bool(honour_of(deal).lying >> card & 1)


def _of_stock(before: Deal, action: Action, after: Deal) -> list[Event]:
    """Return the events of a lift or of a choice; drawn cards have their own events."""
    seat = action.seat
    choice = honour_of(before).choice if action.verb is not Verb.LIFT else _left_by(before, after)
    if action.verb is Verb.LIFT:
        how = Lifting.BACK_ON_TOP if choice is None else choice.how
        n = before.base.law.players
        events: list[Event] = [TwoLifted(seat, (seat + 1) % n if choice is None else choice.chooser, how)]
        if choice is not None and choice.how is Lifting.BOTH_OPEN:
            events.append(StockSeen(choice.cards))
        elif choice is not None:
            cards = choice.cards[:1] if choice.how is Lifting.NEXT_DRAW else choice.cards
            events.append(StockSeen(cards, audience=choice.chooser))
        return events
    if action.verb is Verb.RETURN:
        return [CardReturned(seat, NO_CARD), CardReturned(seat, action.cards[0], audience=seat)]
    if action.verb is Verb.PASS:
        return [ChoiceWaived(seat) if choice is not None and choice.chooser == seat else Passed(seat)]
    return []


def _left_by(before: Deal, after: Deal) -> Choice | None:
    """Return the choice that a lift has left, open or waiting for the chooser's next draw."""
    then, now = honour_of(before), honour_of(after)
    return now.choice or next((each for each in now.waiting if each not in then.waiting), None)


def _claim(before: Deal, action: Action, after: Deal) -> list[Event]:
    kind = Irregularity(action.name.partition(" ")[0])
    pairs = zip(honour_of(before).faults, honour_of(after).faults, strict=True)
    fault = next((new for old, new in pairs if old.claimed is None and new.claimed is not None), None)
    events: list[Event] = [Claimed(action.seat, kind, None if fault is None else fault.seat)]
    if fault is not None and fault.meld is not None:
        faced = honour_of(after).faced & ~honour_of(before).faced
        meld = fault.meld
        cards, unmade = tuple(cards_of(meld.cards)), before.trump != after.trump
        events.append(DeclarationTakenBack(meld.seat, meld.row.name, cards, tuple(cards_of(faced)), unmade))
    return events


def _drawn(before: Deal, after: Deal) -> list[Event]:
    """Return the events of drawing; only the drawer learns the card, unless it lay open."""
    then = honour_of(before)
    open_cards = then.open_stock | (0 if before.turn_up == NO_CARD else 1 << before.turn_up)
    if then.choice is not None and then.choice.how is Lifting.BOTH_OPEN:
        for card in then.choice.cards:
            open_cards |= 1 << card
    events: list[Event] = []
    n = before.base.law.players
    for step in range(n):
        seat = (before.leader + step) % n
        for card in cards_of(after.hold[seat] & ~before.hold[seat]):
            if open_cards >> card & 1:
                events.append(CardDrawn(seat, card))
            else:
                events += [CardDrawn(seat, NO_CARD), CardDrawn(seat, card, audience=seat)]
    return events


def _marks(before: Deal, action: Action, after: Deal) -> list[Event]:
    """Return the events of points; a trick comes before the points it brought, a revoke before those it costs."""
    marks = after.score.marks[len(before.score.marks) :]
    taker, brought = honour_of(after).taker, list[Event]()
    if taker is not None and taker != honour_of(before).taker:
        brought.append(EightBrought(taker, _offender(after)))
    taken: list[Event] = []
    if len(after.tricks) > len(before.tricks):
        taken.append(TrickTaken(len(after.tricks), after.tricks[-1]))
    first = ("seven-played",) if action.verb is Verb.PLAY else ()
    events: list[Event] = []
    for mark in marks:
        if taken and (mark.reason in ("brisques", "last-trick") if not first else mark.reason not in first):
            events += taken
            taken = []
        if brought and mark.reason == "forfeit-revoke":
            events += brought
            brought = []
        events.append(PointsMarked(mark))
    return events + taken + brought


def _offender(deal: Deal) -> int:
    return next(
        fault.seat
        for fault in honour_of(deal).faults
        if fault.kind is Irregularity.REVOKE and fault.claimed is not None
    )
