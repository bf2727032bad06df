"""What has happened since a player last did something, in one line: it stands above the buttons of every panel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from bot.engine import Action, Card, Deal, Event, Trick, Verb
from bot.engine.acting import advance, deal_out, step_events
from bot.engine.cards import NO_CARD, CardSet
from bot.engine.events import (
    CardDrawn,
    CombinationAnnounced,
    CombinationDeclared,
    PointsMarked,
    SevenExchanged,
    SevenShown,
    StockGone,
    TrumpsMade,
)

from .faces import PLAIN, Style, listed, shown_name, sorted_hand, suit_sign
from .i18n import tr
from .reckoning import spoken
from .words import combination_title

_BETWEEN = " · "


def what_happened(deal: Deal, actions: Sequence[Action], seat: int, names: Sequence[str], style: Style = PLAIN) -> str:
    """Say in one line what has happened since the beginning of the trick in which a seat last played.

    Nothing older is told. Only what everybody may know is, and what this seat alone may know.

    Args:
        deal: The deal, for the cards as they were dealt.
        actions: Everything done in it so far, in order.
        seat: Whose line.
        names: By seat.
        style: How cards appear.
    """
    tale = _Tale(seat, names, style)
    for before, action, after in _since(deal, actions, seat):
        tale.tell(action, step_events(before, action, after), after)
    return tale.line()


def drawn_lately(deal: Deal, actions: Sequence[Action], seat: int) -> Card:
    """Return the card that a seat has drawn since it last played, for this seat alone; ``NO_CARD`` where it has not.

    Args:
        deal: The deal, for the cards as they were dealt.
        actions: Everything done in it so far, in order.
        seat: Whose.
    """
    drawn = NO_CARD
    for before, action, after in _since(deal, actions, seat):
        if action.verb is Verb.PLAY and action.seat == seat:
            drawn = NO_CARD
        for event in step_events(before, action, after):
            if isinstance(event, CardDrawn) and event.seat == seat and event.audience in (None, seat):
                drawn = event.card
    return drawn


def _since(deal: Deal, actions: Sequence[Action], seat: int) -> Iterator[tuple[Deal, Action, Deal]]:
    """Yield every step since the beginning of the trick in which the seat last played; all, where it has not yet."""
    base = deal.base
    now = deal_out(base.law, base.number, base.dealer, base.deck, base.carried)
    steps = []
    start = trick_began = 0
    for at, action in enumerate(actions):
        if action.verb is Verb.PLAY and not now.trick:
            trick_began = at
        if action.verb is Verb.PLAY and action.seat == seat:
            start = trick_began
        after = advance(now, action)
        steps.append((now, action, after))
        now = after
    yield from steps[start:]


class _Tale:
    """Puts clauses together, as they are heard by one seat."""

    def __init__(self, seat: int, names: Sequence[str], style: Style) -> None:
        self._seat, self._names, self._style = seat, names, style
        self._clauses: list[str] = []
        self._plays: list[tuple[int, Card]] = []

    def tell(self, action: Action, events: Sequence[Event], after: Deal) -> None:
        """Add a step."""
        if action.verb is Verb.PLAY:
            self._plays.append((action.seat, action.cards[0]))
            if not after.trick:
                self._clauses.append(self._trick(after.tricks[-1]))
                self._plays.clear()
        points = spoken(sum(each.mark.points for each in events if isinstance(each, PointsMarked)), after.law.rules)
        for event in events:
            if event.audience in (None, self._seat) and (words := self._event(event)):
                declared = isinstance(event, CombinationDeclared)
                self._clauses.append(f"{words}, {points}" if declared else words)

    def line(self) -> str:
        """Return all of it, beginning with a capital."""
        clauses = self._clauses + [self._played(*play) for play in self._plays]
        text = _BETWEEN.join(clauses)
        return text[:1].upper() + text[1:]

    def _card(self, card: Card) -> str:
        return self._style.card(card)

    def _cards(self, cards: Sequence[Card]) -> str:
        return listed(self._card(card) for card in sorted_hand(CardSet.of(cards)))

    def _of(self, seat: int, you: Callable[[], str], other: Callable[[str], str]) -> str:
        return you() if seat == self._seat else other(shown_name(self._names[seat]))

    def _played(self, seat: int, card: Card) -> str:
        shown = self._card(card)
        return self._of(
            seat,
            lambda: tr("you played {card}", card=shown),
            lambda name: tr("{name} played {card}", name=name, card=shown),
        )

    def _trick(self, trick: Trick) -> str:
        """Tell a complete trick: the cards that lost it, and who won with what."""
        lost = [self._played(*play) for play in self._plays if play[0] != trick.winner]
        best = next((card for seat, card in self._plays if seat == trick.winner), NO_CARD)
        shown = self._card(best)
        won = self._of(
            trick.winner,
            lambda: tr("you won with {card}", card=shown),
            lambda name: tr("{name} won with {card}", name=name, card=shown),
        )
        return tr("{plays} and {won}", plays=", ".join(lost), won=won)

    def _event(self, event: Event) -> str:
        match event:
            case CombinationDeclared():
                return self._declared(event)
            case CombinationAnnounced():
                what = f"{combination_title(event.name).lower()} {self._cards(event.cards)}"
                return self._of(
                    event.seat,
                    lambda: tr("you announced {what}", what=what),
                    lambda name: tr("{name} announced {what}", name=name, what=what),
                )
            case SevenExchanged():
                seven, taken = self._card(event.seven), self._card(event.taken)
                return self._of(
                    event.seat,
                    lambda: tr("you exchanged {seven} for {card}, 10", seven=seven, card=taken),
                    lambda name: tr("{name} exchanged {seven} for {card}, 10", name=name, seven=seven, card=taken),
                )
            case SevenShown():
                shown = self._card(event.card)
                return self._of(
                    event.seat,
                    lambda: tr("you showed {card}, 10", card=shown),
                    lambda name: tr("{name} showed {card}, 10", name=name, card=shown),
                )
            case CardDrawn(card=card) if card != NO_CARD:
                drawn = self._card(card)
                return self._of(
                    event.seat,
                    lambda: tr("you drew {card}", card=drawn),
                    lambda name: tr("{name} drew {card}", name=name, card=drawn),
                )
            case TrumpsMade():
                return tr("trumps are {suit}", suit=suit_sign(event.suit))
            case StockGone():
                return tr("the stock is gone, the last tricks are strict")
        return ""

    def _declared(self, event: CombinationDeclared) -> str:
        what = f"{combination_title(event.name).lower()} {self._cards(event.cards)}"
        return self._of(
            event.seat,
            lambda: tr("you declared {what}", what=what),
            lambda name: tr("{name} declared {what}", name=name, what=what),
        )
