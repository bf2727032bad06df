"""What has happened since a player last did something, in one line: it stands above the buttons of every panel."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Final, NamedTuple

from bot.engine import Action, Card, Deal, Event, Mark, Trick, Verb
from bot.engine.acting import step_events
from bot.engine.cards import NO_CARD, CardSet
from bot.engine.course import Step, last_steps, steps_from
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

from .combinations import combination_title
from .faces import PLAIN, Style, listed, shown_name, sorted_hand, suit_sign
from .i18n import tr
from .reckoning import spoken
from .words import mark_reason

_BETWEEN: Final = " · "
_MOST: Final = 12
"""So many clauses at most: more come together only where the house has played for somebody who was away."""


def what_happened(
    deal: Deal,
    actions: Sequence[Action],
    seat: int,
    names: Sequence[str],
    style: Style = PLAIN,
    *,
    by_house: Collection[int] = (),
) -> str:
    """Say in one line what has happened since the beginning of the trick in which a seat last played.

    Nothing older is told; where the seat has not played yet, all of the deal, and who dealt it. Only what everybody
    may know is, and what this seat alone may know.

    Args:
        deal: The deal, for the cards as they were dealt.
        actions: Everything done in it so far, in order.
        seat: Whose line.
        names: By seat.
        style: How cards appear.
        by_house: Which of the actions, counted from 0, the house has done for an absent player: this seat has not
            seen those that are its own.
    """
    tale = _Tale(seat, names, style)
    start, steps = _since(deal, actions, seat, by_house)
    own = (at for at, action in enumerate(actions) if action.verb is Verb.PLAY and action.seat == seat)
    if all(at in by_house for at in own):
        tale.open(steps[0][0] if steps else deal)
    for at, (before, action, after) in enumerate(steps, start=start):
        tale.tell(action, step_events(before, action, after), after, by_house=at in by_house)
    return tale.line()


def drawn_lately(deal: Deal, actions: Sequence[Action], seat: int) -> Card:
    """Return the card that a seat has drawn since it last played, for this seat alone; ``NO_CARD`` where it has not.

    Args:
        deal: The deal, for the cards as they were dealt.
        actions: Everything done in it so far, in order.
        seat: Whose.
    """
    drawn = NO_CARD
    for before, action, after in _since(deal, actions, seat)[1]:
        if action.verb is Verb.PLAY and action.seat == seat:
            drawn = NO_CARD
        for event in step_events(before, action, after):
            if isinstance(event, CardDrawn) and event.seat == seat and event.audience in (None, seat):
                drawn = event.card
    return drawn


def _since(
    deal: Deal, actions: Sequence[Action], seat: int, by_house: Collection[int] = ()
) -> tuple[int, Sequence[Step]]:
    """Return every step since the beginning of the trick in which the seat last played, and the number of the first.

    That is all of them where it has not played yet; what the house has played for it does not count.
    """
    first, steps = last_steps(deal.base, actions)
    played = [at for at, action in enumerate(actions) if action.verb is Verb.PLAY and action.seat == seat]
    own = next((at for at in reversed(played) if at not in by_house), None)
    if own is None:
        return 0, steps_from(deal.base, actions, 0)
    for at in range(own, first - 1, -1):
        before, action, _ = steps[at - first]
        if action.verb is Verb.PLAY and not before.trick:
            return at, steps[at - first :]
    every = steps_from(deal.base, actions, 0)
    start = next(at for at in range(own, -1, -1) if actions[at].verb is Verb.PLAY and not every[at][0].trick)
    return start, every[start:]


class _Play(NamedTuple):
    """A card that was played."""

    seat: int
    card: Card
    by_house: bool = False
    """The house has played it for an absent player."""


_COUNTED = (CombinationDeclared, SevenExchanged, SevenShown)
"""What is told together with the points that it brings."""


class _Tale:
    """Puts clauses together, as they are heard by one seat."""

    def __init__(self, seat: int, names: Sequence[str], style: Style) -> None:
        self._seat, self._names, self._style = seat, names, style
        self._clauses: list[str] = []
        self._plays: list[_Play] = []

    def open(self, dealt: Deal) -> None:
        """Begin with who dealt, and what the card turned up has brought."""
        dealer = dealt.base.dealer
        self._clauses.append(self._of(dealer, lambda: tr("you dealt"), lambda name: tr("{name} dealt", name=name)))
        self._clauses += [self._marked(each, spoken(each.points, dealt.law.rules)) for each in dealt.score.marks]

    def tell(self, action: Action, events: Sequence[Event], after: Deal, *, by_house: bool = False) -> None:
        """Add a step.

        Args:
            action: What was done.
            events: What happened with it.
            after: The deal after it.
            by_house: The house has done it for an absent player.
        """
        if action.verb is Verb.PLAY:
            self._plays.append(_Play(action.seat, action.cards[0], by_house))
            if not after.trick:
                self._clauses.append(self._trick(after.tricks[-1]))
                self._plays.clear()
        marks = [each.mark for each in events if isinstance(each, PointsMarked)]
        for event in events:
            if event.audience not in (None, self._seat) or not (words := self._event(event)):
                continue
            if isinstance(event, _COUNTED) and marks:
                words = f"{words}, {spoken(sum(mark.points for mark in marks), after.law.rules)}"
                marks = []
            self._clauses.append(words)
        self._clauses += [self._marked(mark, spoken(mark.points, after.law.rules)) for mark in marks]

    def line(self) -> str:
        """Return all of it, beginning with a capital; of very much the latest."""
        clauses = self._clauses + [self._played(play) for play in self._plays]
        if len(clauses) > _MOST:
            clauses = ["…", *clauses[-_MOST:]]
        text = _BETWEEN.join(clauses)
        return text[:1].upper() + text[1:]

    def _marked(self, mark: Mark, points: int) -> str:
        """Tell points that no declaration has brought: a seven played, the last trick, brisques."""
        reason = mark_reason(mark.reason)
        return self._of(
            mark.seat,
            lambda: tr("{points} for you: {reason}", points=points, reason=reason),
            lambda name: tr("{points} for {name}: {reason}", points=points, name=name, reason=reason),
        )

    def _card(self, card: Card) -> str:
        return self._style.card(card)

    def _cards(self, cards: Sequence[Card]) -> str:
        return listed(self._card(card) for card in sorted_hand(CardSet.of(cards)))

    def _of(self, seat: int, you: Callable[[], str], other: Callable[[str], str]) -> str:
        return you() if seat == self._seat else other(shown_name(self._names[seat]))

    def _played(self, play: _Play) -> str:
        shown = self._card(play.card)
        if play.by_house and play.seat == self._seat:
            return tr("the house played {card} for you", card=shown)
        return self._of(
            play.seat,
            lambda: tr("you played {card}", card=shown),
            lambda name: tr("{name} played {card}", name=name, card=shown),
        )

    def _trick(self, trick: Trick) -> str:
        """Tell a complete trick: the cards that lost it, and who won with what."""
        lost = [self._played(play) for play in self._plays if play.seat != trick.winner]
        best = next((play for play in self._plays if play.seat == trick.winner), _Play(trick.winner, NO_CARD))
        shown = self._card(best.card)
        if best.by_house and best.seat == self._seat:
            won = tr("the house won with {card} for you", card=shown)
        else:
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
                    lambda: tr("you exchanged {seven} for {card}", seven=seven, card=taken),
                    lambda name: tr("{name} exchanged {seven} for {card}", name=name, seven=seven, card=taken),
                )
            case SevenShown():
                shown = self._card(event.card)
                return self._of(
                    event.seat,
                    lambda: tr("you showed {card}", card=shown),
                    lambda name: tr("{name} showed {card}", name=name, card=shown),
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
