"""The reading of opponents' plays: imagined hands are weighted by how likely they make the plays.

A hand at an earlier trick is the hand now plus the cards played since, without the cards drawn in between, which are
taken away at random. :class:`~bot.house.policy.Mind` scores every card of that hand, and a card with a higher score is
likelier to have been played. Nothing but the view is read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import accumulate
from random import Random
from typing import Final, NamedTuple

from bot.engine import Deal, Phase, View
from bot.engine.cards import CARDS_PER_PACK, NO_CARD, Card, Mask, cards_of, mask_of
from bot.engine.deal import FRESH_DECLARING

from .imagine import Imagination
from .moments import kept_worth
from .policy import Mind
from .weights import Weights

PLAYS: Final = 6
"""Number of the others' last plays that are read; a few more are read because tricks are read whole."""
HANDS: Final = {2: 6, 3: 4, 4: 4}
"""By number of players, hands imagined for each one that is taken."""
ENOUGH: Final = 1 / 3
"""Share of a comparison's groups that the effective number of hands should reach: with fewer hands, a single one would
decide too much."""
DOUBLINGS: Final = 4
"""Most times that the number of hands imagined for a comparison is doubled."""
DOUBT: Final = 8.0
"""Points of the evaluation by which a play must be worse to be less likely by a factor of *e*."""
SLIP: Final = 0.1
"""Share of plays that are taken to be random."""
KIND: Final = CARDS_PER_PACK - 1
"""Bit mask of a card's rank and suit."""


class _Play(NamedTuple):
    """A card that another seat has played, with the moment as everybody saw it."""

    seat: int
    card: Card
    trick: int
    """How many tricks were complete."""
    mind: Mind
    moment: Deal
    """The deal at that moment; its hands are replaced by imagined ones before use."""


class Drawn(NamedTuple):
    """A deal that looks like the view, with the number of its imagined hands."""

    deal: Deal
    hands: int
    """Deals with the same number differ only in the order of the stock."""


class Hands:
    """Imagined hands of the others, each taken in proportion to how likely it makes their plays."""

    __slots__ = ("_deals", "_imagination", "_sums", "_told")

    def __init__(self, imagination: Imagination, deals: list[Deal], told: list[float]) -> None:
        """Take imagined hands, and of each the logarithm of the likelihood of the plays; none if these tell nothing."""
        self._imagination, self._deals, self._told = imagination, deals, told
        most = max(told, default=0.0)
        self._sums = list(accumulate([math.exp(each - most) for each in told]))

    @property
    def effective(self) -> float:
        """The number of equally weighted hands that tell as much as these (Kish's effective size); infinite if none."""
        if not self._told:
            return math.inf
        most = max(self._told)
        likely = [math.exp(each - most) for each in self._told]
        return math.fsum(likely) ** 2 / math.fsum([each * each for each in likely])

    def joined(self, others: Hands) -> Hands:
        return Hands(self._imagination, self._deals + others._deals, self._told + others._told)

    def drawn(self, count: int, rng: Random, before: int = 0) -> Iterator[Drawn]:
        """Yield deals, each with a stock of its own, after those drawn before."""
        imagination, sums = self._imagination, self._sums
        if not sums:
            for number in range(before, before + count):
                yield Drawn(imagination.likely(rng), number)
            return
        step = sums[-1] / count
        at, due = 0, rng.random() * step
        for _ in range(count):
            while sums[at] < due and at < len(sums) - 1:
                at += 1
            due += step
            yield Drawn(imagination.restocked(self._deals[at], rng), at)


class Reading:
    """The evidence of the others' last plays in one view."""

    __slots__ = ("_drawn_at", "_imagination", "_kept", "_plays")

    def __init__(self, view: View, imagination: Imagination, weights: Weights) -> None:
        """Take the plays of a view in the first stage that tell something, if all follow this evaluation."""
        self._imagination = imagination
        law = view.law
        n = law.players
        sample = imagination.deal(Random(0))  # noqa: S311 - its hands are not read
        complete = view.tricks_played
        seen = [(trick.leader, trick.cards) for trick in view.tricks]
        first = complete - len(seen)
        if view.trick:
            seen.append((view.leader, view.trick))
        self._drawn_at = complete - (view.phase is Phase.DECLARE)
        """The number of tricks after which everybody has drawn."""
        self._kept = {complete: mask_of(c for meld in view.melds for c in cards_of(meld.cards))}
        others = n - len(law.side_seats[law.sides[imagination.seat]])
        depth = -(-PLAYS // others) if view.stock else 0
        plays: list[_Play] = []
        out = view.gone.mask
        for at in range(len(seen) - 1, max(-1, len(seen) - 1 - depth), -1):
            leader, cards = seen[at]
            number = first + at
            out &= ~mask_of(cards)
            melds = [meld for meld in view.melds if meld.trick <= number]
            laid = 0
            used = [0] * len(view.used)
            for meld in melds:
                laid |= meld.cards
                used[meld.row.kind] |= meld.cards
            self._kept[number] = laid
            if not law.turns_up and view.trump >= 0 and not melds:
                break  # there were no trumps yet
            left = len(law.pack) - law.hand * n - number * n
            if left <= 0:
                continue
            for place, card in enumerate(cards):
                seat = (leader + place) % n
                if law.sides[seat] == law.sides[imagination.seat]:
                    continue
                before = cards[:place]
                exposed = laid & ~out & ~mask_of(before)
                moment = sample._replace(
                    exposed=exposed,
                    left=left,
                    phase=Phase.PLAY,
                    turn=seat,
                    leader=leader,
                    trick=before,
                    tricks=sample.tricks[:number],
                    declared=sample.declared._replace(
                        used=tuple(used), melds=tuple(melds), announced=(None,) * n, public=exposed
                    ),
                    declaring=FRESH_DECLARING,
                    result=None,
                )
                pool = mask_of(law.pack) & ~out & ~mask_of(before) & ~exposed
                if view.turn_up != NO_CARD:
                    pool &= ~(1 << view.turn_up)
                turns = left // n
                worth = kept_worth(
                    law, weights, view.trump, turns, pool, max(1, pool.bit_count() - law.hand), view.turn_up
                )
                plays.append(_Play(seat, card, number, Mind(moment, seat, weights, pool=pool, worth=worth), moment))
        self._plays = plays

    def samples(self, groups: int, rng: Random) -> Iterator[Drawn]:
        """Return an iterator of deals that look like the view, in proportion to how likely they make the plays."""
        return self.enough(groups, rng).drawn(groups, rng)

    def enough(self, groups: int, rng: Random, known: Hands | None = None, before: int = 0) -> Hands:
        """Return hands for a comparison, with those known: more than a search has time for if few explain the plays."""
        hands = known or self.hands(groups, rng)
        for doubled in range(DOUBLINGS):
            if hands.effective >= ENOUGH * (before + groups):
                break
            hands = hands.joined(self.hands(groups << doubled, rng))
        return hands

    def hands(self, groups: int, rng: Random) -> Hands:
        """Return imagined hands that fit the view, each with its evidence, enough for so many samples."""
        imagination = self._imagination
        if not self._plays:
            return Hands(imagination, [], [])
        deals = [imagination.likely(rng) for _ in range(HANDS[imagination.law.players] * groups)]
        return Hands(imagination, deals, [self.evidence(deal, rng) for deal in deals])

    def evidence(self, deal: Deal, rng: Random) -> float:
        """Return the logarithm of the likelihood of the plays with the hands of a deal."""
        hands = list(deal.hold)
        drawn = [self._drawn_at] * len(hands)
        found = 0.0
        for seat, card, number, mind, moment in self._plays:
            hand = hands[seat]
            kept = self._kept.get(number + 1, 0)
            while drawn[seat] > number:
                drawn[seat] -= 1
                able = cards_of(hand & ~kept)
                if not able:
                    return found
                hand ^= 1 << able[int(rng.random() * len(able))]
            hand |= 1 << card
            hands[seat] = hand
            found += _reason(mind, moment, hand, card)
        return found


def _reason(mind: Mind, moment: Deal, hand: Mask, card: Card) -> float:
    """Return the logarithm of the likelihood of a card among those that could have been played from a hand."""
    kinds: dict[int, float] = {}
    for score, each in mind.plays(moment, hand):
        known = kinds.get(each & KIND)
        if known is None or score > known:
            kinds[each & KIND] = score
    mine = kinds[card & KIND]
    total = sum([math.exp(min(60.0, (score - mine) / DOUBT)) for score in kinds.values()])
    return math.log((1.0 - SLIP) / total + SLIP / len(kinds))
