"""Complete deals that a seat cannot tell from the real one: the hidden cards are dealt anew at random.

Each deal respects everything that is certain: the seat's own hand, every exposed card, cards that everybody saw go into
a hand, cards played, the turn-up, and which seats cannot have been able to follow or head in the last eight tricks.
The order of the stock is uniformly random. The result is an engine value, so play goes on by the engine's own rules.
"""

from __future__ import annotations

from random import Random
from typing import Final

from bot.engine import Deal, Phase, View
from bot.engine.cards import NO_CARD, SEVEN, SEVENS, Card, Mask, cards_of, mask_of, rank_of
from bot.engine.deal import FRESH_DECLARING, Base, Declared, Score, Trick, deal_of
from bot.engine.legality import declarable
from bot.engine.tricks import must_play

_TRIES: Final = 30
"""Most times that the hidden cards are dealt before a deal that contradicts what was played is accepted."""


class Imagination:
    """The parts of a view that stay the same wherever its hidden cards lie."""

    __slots__ = (
        "_barred", "_base", "_certain", "_closed", "_declared", "_held", "_hidden", "_passed", "_played", "_score",
        "_view", "law", "seat",
    )  # fmt: skip

    def __init__(self, view: View) -> None:
        """Read a seat's view."""
        if view.seat is None:
            raise ValueError("a spectator has no hand to imagine from")
        self._view, self.seat = view, view.seat
        law = self.law = view.law
        n = law.players
        held = [view.tables[seat].mask | view.known[seat].mask for seat in range(n)]
        held[view.seat] = view.hand.mask | view.tables[view.seat].mask
        self._held = tuple(held)
        self._closed = tuple(
            (seat, view.hand_sizes[seat] - view.known[seat].mask.bit_count()) for seat in range(n) if seat != view.seat
        )
        certain = view.gone.mask
        for mask in held:
            certain |= mask
        if view.turn_up != NO_CARD:
            certain |= 1 << view.turn_up
        pack = mask_of(law.pack)
        self._hidden, self._certain = cards_of(pack & ~certain), cards_of(pack & certain)
        public = 0
        for seat in range(n):
            public |= view.tables[seat].mask | view.known[seat].mask
        public |= view.shown.mask
        self._declared = Declared(
            view.used, view.melds, view.announced, view.shown.mask, public, view.counted.mask, view.broken, view.blank
        )
        self._played = _tricks(view)
        carried = list(view.totals)
        for mark in view.marks:
            carried[mark.seat] -= mark.points
        self._base = Base(law, view.number, view.dealer, (), tuple(carried))
        self._score = Score(view.totals, view.marks, self._brisques())
        self._passed = _passed(view) if view.stock else ()
        self._barred = _cannot_hold(view) if not view.stock and n > 2 else {}

    @property
    def hidden(self) -> Mask:
        """The cards whose place is unknown."""
        return mask_of(self._hidden)

    def likely(self, rng: Random) -> Deal:
        """Return a deal in which, if possible, no other seat held a declaration or exchange when it last passed.

        For each other seat that ended its last turn without declaring, random cards are taken to be those drawn since;
        the rest must contain nothing to declare and no seven to exchange. A player who holds back on purpose is
        misjudged by this.
        """
        deal = self.deal(rng)
        for _ in range(_TRIES if self._passed else 0):
            if all(self._silent(deal, seat, drawn, rng) for seat, drawn in self._passed):
                break
            deal = self.deal(rng)
        return deal

    def _silent(self, deal: Deal, seat: int, drawn: int, rng: Random) -> bool:
        """Tell whether a seat's cards explain that it declared nothing, after `drawn` random ones are taken away."""
        hold = deal.hold[seat]
        closed = cards_of(hold & ~self._held[seat])
        for _ in range(min(drawn, len(closed))):
            hold ^= 1 << closed.pop(int(rng.random() * len(closed)))
        law = self.law
        if law.turns_up and hold & SEVENS[deal.trump] & ~deal.declared.shown and rank_of(deal.turn_up) != SEVEN:
            return False
        if not law.forms[deal.trump].within(hold):
            return True
        held = list(deal.hold)
        held[seat] = hold
        return not declarable(
            deal._replace(phase=Phase.DECLARE, turn=seat, hold=tuple(held), declaring=FRESH_DECLARING)
        )

    def deal(self, rng: Random) -> Deal:
        """Return a deal in which the hidden cards lie at random.

        In the last eight tricks of more than two players the cards are dealt anew while a hand contradicts what its
        owner has played, at most `_TRIES` times.
        """
        view = self._view
        cards = self._hidden
        for _ in range(_TRIES if self._barred else 1):
            cards = self._hidden[:]
            rng.shuffle(cards)
            hold, at, fits = list(self._held), 0, True
            for seat, count in self._closed:
                dealt = mask_of(cards[at : at + count])
                at += count
                hold[seat] |= dealt
                if self._barred and dealt & self._barred[seat]:
                    fits = False
            if fits:
                break
        exposed = 0
        for table in view.tables:
            exposed |= table.mask
        # Only the end of the deck is still to be drawn; the cards before it are out already, in any order.
        base = self._base._replace(deck=(*self._certain, *cards))
        return deal_of((
            base, tuple(hold), exposed, view.trump, view.turn_up, view.stock,
            view.phase, view.turn, view.leader, view.trick, self._played, self._score, self._declared, view.declaring,
            view.result, None,
        ))  # fmt: skip

    def restocked(self, deal: Deal, rng: Random) -> Deal:
        """Return a deal with the cards that are still to be drawn in a new order."""
        deck = deal.base.deck
        at = len(deck) - deal.left + (deal.turn_up != NO_CARD) if deal.left else len(deck)
        stock = list(deck[at:])
        rng.shuffle(stock)
        return deal._replace(base=deal.base._replace(deck=(*deck[:at], *stock)))

    def rotated(self, deal: Deal) -> list[Deal]:
        """Return the deal once for each seat, with the cards of every coming draw rotated among the seats.

        A last draw that ends with the turn-up stays as it is. Without a stock only the deal itself is returned.
        """
        n, deck, at = self.law.players, deal.base.deck, len(deal.base.deck) - deal.left + (deal.turn_up != NO_CARD)
        found = [deal]
        for turn in range(1, n if deal.left else 1):
            stock: list[Card] = []
            for start in range(at, len(deck), n):
                drawn = deck[start : start + n]
                stock += drawn[turn:] + drawn[:turn] if len(drawn) == n else drawn
            found.append(deal._replace(base=deal.base._replace(deck=(*deck[:at], *stock))))
        return found

    def _brisques(self) -> tuple[int, ...]:
        points = [0] * self.law.players
        if self.law.brisques_as_taken:
            for mark in self._view.marks:
                if mark.reason == "brisques":
                    points[mark.seat] += mark.points
        else:
            for trick in self._played:
                points[trick.winner] += self._view.brisques_in(trick)
        return tuple(points)


def _tricks(view: View) -> tuple[Trick, ...]:
    """Return the tricks of the deal; if the rules forbid searching them, an arrangement that fits what is known."""
    if len(view.tricks) == view.tricks_played:
        return view.tricks
    n = view.players
    shown = view.tricks[-1:]
    lost: list[Card] = cards_of(
        view.gone.mask & ~mask_of(view.trick) & ~mask_of(c for trick in shown for c in trick.cards)
    )
    winners = []
    for seat, taken in enumerate(view.tricks_by_seat):
        winners += [seat] * (taken - sum(trick.winner == seat for trick in shown))
    law = view.law
    last = next((mark.seat for mark in view.marks if mark.reason == "last-trick"), None)
    if last is not None and law.last_trick - 1 < len(winners):
        winners.remove(last)
        winners.insert(law.last_trick - 1, last)
    known = tuple(Trick(winner, tuple(lost[at * n : at * n + n]), winner) for at, winner in enumerate(winners))
    return known + shown


def _passed(view: View) -> tuple[tuple[int, int], ...]:
    """List the other seats that declared nothing in their last turn, each with the number of cards drawn since."""
    law = view.law
    found = []
    for seat in range(law.players):
        if seat == view.seat:
            continue
        for back, trick in enumerate(reversed(view.tricks)):
            if law.sides[trick.winner] != law.sides[seat]:
                continue
            if trick.winner != seat and not law.rules.partners:
                continue
            if back == 0 and view.phase is Phase.DECLARE:
                continue  # this turn is not over, or has not begun
            number = view.tricks_played - back
            if not any(meld.seat == seat and meld.trick == number for meld in view.melds):
                found.append((seat, back + (view.phase is Phase.PLAY)))
            break
    return tuple(found)


def _cannot_hold(view: View) -> dict[int, Mask]:
    """Return by seat the cards that it cannot hold, given what it has played in the last eight tricks (ruling 16)."""
    law = view.law
    barred = dict.fromkeys(range(law.players), 0)
    complete = [(trick.leader, trick.cards) for trick in view.tricks[-(view.tricks_played - law.first_stage) :]]
    if view.tricks_played == law.first_stage:
        complete = []
    for leader, cards in [*complete, (view.leader, view.trick)]:
        for place, played in enumerate(cards):
            if place:
                # The hand has no card that would have had to be played instead of this one.
                seat = (leader + place) % law.players
                everything = mask_of(law.pack)
                barred[seat] |= _excluded(everything, cards[:place], played, view.trump)
    return barred


def _excluded(pack: Mask, trick: tuple[Card, ...], played: Card, trump: int) -> Mask:
    """Return the cards that the hand cannot hold, as any of them would have made this play illegal."""
    found = 0
    for c in cards_of(pack & ~(1 << played)):
        if not must_play(1 << c | 1 << played, trick, trump) >> played & 1:
            found |= 1 << c
    return found
