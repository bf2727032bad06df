"""Clauses for events of an honour table alone: claims and their results, exposed cards, lifted cards.

No clause says that a rule was broken before an opponent has claimed it: a draw is told as a draw.
"""

from __future__ import annotations

from typing import Final

from bot.engine import Deal, Event
from bot.engine.cards import NO_CARD, Card
from bot.engine.events import CardDrawn
from bot.engine.forfeits import Irregularity
from bot.engine.honour import told
from bot.ui.text.faces import Voice
from bot.ui.text.scoring import combination_title

from .faces import listed
from .i18n import mark, tr

_TWICE: Final = 2
SEEN: Final = mark(
    {
        Irregularity.DRAWN_OUT_OF_TURN: "{name} drew out of turn",
        Irregularity.PLAYED_OUT_OF_TURN: "{name} played out of turn",
        Irregularity.NOT_DRAWN: "{name} played without drawing",
        Irregularity.NINE_CARDS: "{name} holds nine cards",
    }
)
"""What an offender has done, as an opponent claims it."""
_BY_YOU: Final = mark(
    {
        Irregularity.DRAWN_OUT_OF_TURN: "you drew out of turn",
        Irregularity.PLAYED_OUT_OF_TURN: "you played out of turn",
        Irregularity.NOT_DRAWN: "you played without drawing",
        Irregularity.NINE_CARDS: "you hold nine cards",
    }
)


def is_public_draw(event: Event, after: Deal, seat: int | None) -> bool:
    """Tell whether an event is another seat's draw at an honour table, whose card only that seat sees."""
    return after.honour is not None and isinstance(event, CardDrawn) and event.card == NO_CARD and event.seat != seat


def drew(seats: list[int], voice: Voice) -> str:
    """Say which seats have drawn, in that order."""
    names = [voice.name(seat) for seat in seats]
    if len(names) == 1:
        return tr("{name} drew", name=names[0])
    if len(names) == _TWICE and seats[0] == seats[1]:
        return tr("{name} drew twice", name=names[0])
    return tr("{names} drew in this order", names=", ".join(names))


def honour_clause(event: Event, after: Deal, voice: Voice) -> str:
    """Return the clause for an event, known to the hearer, of honour tables alone; an empty text for any other."""
    match event:
        case told.Claimed(seat=seat, kind=Irregularity.REVOKE):
            return voice.of(seat, mark("you claimed a revoke"), mark("{name} claimed a revoke"))
        case told.Claimed(seat=seat, kind=kind, offender=offender) if offender is not None:
            return _claimed(kind, seat, offender, voice)
        case told.DeclarationTakenBack():
            return _taken_back(event, voice)
        case told.EightBrought(seat=seat, offender=offender):
            return _eight(seat, offender, voice)
        case told.PlayStopped():
            return tr("the target is reached: play stops")
        case told.PlayResumed():
            return tr("the target is not reached after all: play goes on")
        case told.DealPlayedOut():
            return tr("all tricks are played")
        case told.SaidDone(seat=seat):
            return voice.of(seat, mark("you are done"), mark("{name} is done"))
        case _:
            return _of_cards(event, after, voice) or _of_stock(event, voice)


def _claimed(kind: Irregularity, seat: int, offender: int, voice: Voice) -> str:
    name, other = voice.name(seat), voice.name(offender)
    if kind is Irregularity.WRONG_DECLARATION:
        if seat == voice.seat:
            return tr("you challenged what {other} declared", other=other)
        if offender == voice.seat:
            return tr("{name} challenged what you declared", name=name)
        return tr("{name} challenged what {other} declared", name=name, other=other)
    what = tr(_BY_YOU[kind]) if offender == voice.seat else tr(SEEN[kind], name=other)
    return voice.of(seat, mark("you claimed that {what}"), mark("{name} claimed that {what}"), what=what)


def _taken_back(event: told.DeclarationTakenBack, voice: Voice) -> str:
    what = f"{combination_title(event.name).lower()} {voice.cards(event.cards)}"
    parts = [voice.of(event.seat, mark("you took back {what}"), mark("{name} took back {what}"), what=what)]
    if event.faced:
        parts.append(tr("{cards} lies faced", cards=voice.cards(event.faced)))
    if event.unmade_trumps:
        parts.append(tr("there are no trumps again"))
    return ", ".join(parts)


def _eight(seat: int, offender: int, voice: Voice) -> str:
    name, other = voice.name(seat), voice.name(offender)
    if seat == voice.seat:
        return tr("{other} had revoked: the last eight tricks are yours", other=other)
    if offender == voice.seat:
        return tr("you had revoked: the last eight tricks go to {name}", name=name)
    return tr("{other} had revoked: the last eight tricks go to {name}", name=name, other=other)


def _of_cards(event: Event, after: Deal, voice: Voice) -> str:
    """Say which card was exposed, taken back or called."""
    match event:
        case told.CardTakenBack(seat=seat, card=card):
            shown = voice.card(card)
            played = voice.of(
                seat, mark("you played {card} out of turn"), mark("{name} played {card} out of turn"), card=shown
            )
            return f"{played}, {_where(card, after, stays=event.stays)}"
        case told.CardExposed(seat=seat, card=card):
            shown = voice.card(card)
            seen = voice.of(seat, mark("you exposed {card}"), mark("{name} exposed {card}"), card=shown)
            return f"{seen}, {tr('which stays on the table')}" if event.stays else seen
        case told.CardCalled(seat=seat, holder=holder, card=card):
            return _called(seat, holder, voice.card(card), voice)
        case _:
            return ""


def _where(card: Card, after: Deal, *, stays: bool) -> str:
    if stays:
        return tr("which stays on the table")
    if after.honour is not None and after.honour.faced >> card & 1:
        return tr("which lies faced")
    return tr("which is taken back")


def _called(seat: int, holder: int, card: str, voice: Voice) -> str:
    if holder == voice.seat:
        return tr("{name} called your {card}: play it next", name=voice.name(seat), card=card)
    other = voice.name(holder)
    return voice.of(
        seat,
        mark("you called {card}: {other} must play it"),
        mark("{name} called {card}: {other} must play it"),
        card=card,
        other=other,
    )


def _of_stock(event: Event, voice: Voice) -> str:
    """Say which cards of the stock were lifted, seen or put back."""
    match event:
        case told.TwoLifted(seat=seat):
            return voice.of(seat, mark("you lifted two cards"), mark("{name} lifted two cards"))
        case told.StockSeen(cards=cards, audience=audience):
            shown = listed(voice.card(card) for card in cards)
            if audience is not None:
                return tr("you alone saw {cards}", cards=shown)
            return tr("turned up: {cards}", cards=shown)
        case told.CardReturned(seat=seat, card=card) if card != NO_CARD:
            return tr("you put {card} back", card=voice.card(card))
        case told.CardReturned(seat=seat) if seat != voice.seat:
            return tr("{name} put one of the two back", name=voice.name(seat))
        case told.ChoiceWaived(seat=seat):
            return voice.of(seat, mark("you let the choice go"), mark("{name} let the choice go"))
        case _:
            return ""


def off_or_for(seat: int, points: int, voice: Voice) -> str:
    """Say who gains or loses points, in the table's way of counting."""
    if points < 0:
        return voice.of(seat, mark("{points} off you"), mark("{points} off {name}"), points=-points)
    return voice.of(seat, mark("{points} for you"), mark("{points} for {name}"), points=points)
