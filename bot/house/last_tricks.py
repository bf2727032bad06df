"""What the last eight tricks of two hands bring where a sample reaches them: solved, or guessed for a quick search.

The guess takes microseconds, where :mod:`bot.house.ending` takes milliseconds for the exact answer. It is a sum over
the suits, each seen once from the hand that leads to the first of the eight tricks and once from the other.
``benchmarks/fitting/tune_house.py --last-eight`` finds the weights from endings that were played exactly. A suit's part
depends on few cards, so parts are kept in a table.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bot.engine import Deal, Phase
from bot.engine.actions import PLAYS
from bot.engine.cards import BRISQUES, SUIT_MASKS, TEN, Mask, cards_of
from bot.engine.law import Law
from bot.engine.moves import advance

from .ending import MOST_STATES, Ending
from .moments import uncounted_sevens
from .settle import WIN, may_end
from .suits import Stopped, kept_suits
from .weights import EIGHT_BASE, EIGHT_FOLLOWER, EIGHT_LEADER


class LastTricks:
    """The last eight tricks in all samples of a view of two hands; searches share what they have in common."""

    __slots__ = ("_by_total", "_eight", "_endings", "_law", "exact")

    def __init__(self, law: Law, *, exact: bool) -> None:
        self._law = law
        self._by_total = not law.at_once and law.both_out == "higher_total"
        self._eight: dict[int, LastEight] = {}
        self._endings: dict[int, Ending] = {}
        # The guess is one of brisques; without their points an ending is solved at once.
        self.exact = exact or not any(law.marked_points)

    def lead(self, deal: Deal) -> float:
        """Return the points that the hand on lead will be ahead after the last eight tricks, without sevens."""
        leader, follower = deal.hold[deal.turn], deal.hold[1 - deal.turn]
        if self.exact:
            try:
                return self._ending(deal.trump).value(leader, follower)
            except Stopped:
                self._endings.clear()
        eight = self._eight.get(deal.trump)
        if eight is None:
            eight = self._eight[deal.trump] = LastEight(deal.trump)
        return eight.lead(leader, follower)

    def sevens(self, deal: Deal, seat: int) -> int:
        """Return the points that a seat will mark for sevens of trumps (ruling 10)."""
        if not self._law.sevens_throughout:
            return 0
        return self._law.quantities.seven * uncounted_sevens(deal, deal.hold[seat]).bit_count()

    def game(self, deal: Deal, seat: int) -> float:
        """Return what winning or losing the game counts for a seat if the solved tricks decide it, else 0.

        That follows from the final lead alone where the higher total wins at the end of a deal. Of two equal totals
        nothing is said.
        """
        if not self.exact or not self._by_total or not may_end(deal):
            return 0.0
        law, score, turn = self._law, deal.score, deal.turn
        rest = max(law.marked_points) * ((deal.hold[0] | deal.hold[1]) & BRISQUES).bit_count()
        rest += law.quantities.last_trick if law.last_trick == law.tricks else 0
        ahead = self.lead(deal)
        ends = [0.0, 0.0]
        for each in range(2):
            ends[each] = score.totals[each] + self.sevens(deal, each) + (rest + (ahead if each == turn else -ahead)) / 2
            if law.brisques_late:
                ends[each] += score.brisques[each]
        if max(ends) < law.target or ends[0] == ends[1]:
            return 0.0
        return WIN if ends[seat] > ends[1 - seat] else -WIN

    def plays_out(self, deal: Deal) -> bool:
        """Tell whether the game may end by rules under which it matters who takes which points, and when."""
        return self.exact and not self._by_total and may_end(deal)

    def played(self, deal: Deal) -> Deal:
        """Play the tricks to the end of the deal, each card as good in points as any other."""
        while deal.phase is not Phase.OVER:
            seat, hold = deal.turn, deal.hold
            led = deal.trick[0] if deal.trick else None
            deal = advance(deal, PLAYS[seat][self._ending(deal.trump).best(hold[seat], hold[1 - seat], led)])
        return deal

    def _ending(self, trump: int) -> Ending:
        """Return the search that serves all samples with a trump suit, or a new one if it has grown large."""
        found = self._endings.get(trump)
        if found is None or found.states > MOST_STATES // 2:
            found = self._endings[trump] = Ending(self._law, trump, suits=kept_suits())
        return found


MOST_PARTS: Final = 50_000
"""Most parts kept in the table."""


class Plain(NamedTuple):
    """The features of one hand's cards of a suit that is not trumps, against the other hand."""

    covered: float
    """Brisques times the cards with which the other can follow (at most two)."""
    high: float
    """The same for brisques higher than all the other's cards of the suit."""
    protected: float
    """Brisques times own trumps (at most four)."""
    threatened: float
    """Brisques times the other's trumps (at most four)."""
    long: float
    """Cards more than the other has, times own trumps (at most two)."""
    sure: float
    """Brisques that no card of the suit beats, at most as many as the cards with which the other must follow."""
    exposed: float
    """Brisques beyond those, times the other's trumps (at most three)."""
    short: float
    """Cards fewer than the other has, times own trumps (at most four)."""
    trumping: float
    """Brisques of the other that this hand can trump, being void in the suit."""
    low: float
    """Brisques lower than the other's highest."""
    lone: float
    """1 if there is such a brisque and it is the only card of the suit."""
    drawn: float
    """Cards times the other's trumps (at most four)."""
    loose: float
    """Brisques that outnumber the other's cards of the suit, if the other has a trump."""


class Trumps(NamedTuple):
    """The features of one hand's trumps, against the other's."""

    tens: float
    aces: float
    masters: float
    """Trumps that nothing beats."""
    longer: float
    """Trumps more than the other has."""
    brisques: float
    """Brisques times the other's trumps."""
    ruling: float
    """Trumps that nothing beats, times the other's trumps."""
    wins: float
    """Trumps that can each beat a different trump of the other's."""
    top: float
    """Brisques that nothing beats."""
    more: float
    """1 if there are more than the other's."""
    many: float
    """1 if there are at least two more."""
    low: float
    """Brisques that the other's highest trump beats."""


def plain(mine: list[int], theirs: list[int], my_trumps: int, their_trumps: int) -> Plain:
    """Return the features of a plain suit; both hands are given as ranks, the highest first."""
    length, against = len(mine), len(theirs)
    top = theirs[0] if theirs else -1
    brisques = sure = higher = masters = 0
    for rank in mine:
        if rank >= top:
            masters += 1
        if rank >= TEN:
            brisques += 1
            if rank >= top and theirs:
                sure += 1
            if rank > top:
                higher += 1
    sure = min(sure, against)
    low = brisques - min(brisques, masters)
    two = min(against, 2)
    loses = sum([1 for rank in theirs if rank >= TEN]) if not mine and my_trumps else 0
    return Plain(
        covered=float(brisques * two),
        high=float(higher * two),
        protected=float(brisques * min(my_trumps, 4)),
        threatened=float(brisques * min(their_trumps, 4)),
        long=float(max(0, length - against) * min(my_trumps, 2)),
        sure=float(sure),
        exposed=float(max(0, brisques - sure) * min(their_trumps, 3)),
        short=float(max(0, against - length) * min(my_trumps, 4)),
        trumping=float(loses),
        low=float(low),
        lone=1.0 if low and length == 1 else 0.0,
        drawn=float(length * min(their_trumps, 4)),
        loose=float(max(0, brisques - against)) if their_trumps else 0.0,
    )


def trumps(mine: list[int], theirs: list[int]) -> Trumps:
    """Return the features of the trumps; both hands are given as ranks, the highest first."""
    length, against = len(mine), len(theirs)
    top = theirs[0] if theirs else -1
    masters = brisques = high = wins = tens = aces = 0
    left = theirs[:]
    for rank in mine:
        if rank >= top:
            masters += 1
        if rank >= TEN:
            brisques += 1
            if rank == TEN:
                tens += 1
            else:
                aces += 1
            if rank >= top:
                high += 1
        if left:
            lower = [other for other in left if other < rank]
            if lower:
                left.remove(max(lower))
                wins += 1
            else:
                left.pop()
    return Trumps(
        tens=float(tens),
        aces=float(aces),
        masters=float(masters),
        longer=float(max(0, length - against)),
        brisques=float(brisques * against),
        ruling=float(masters * against),
        wins=float(wins),
        top=float(high),
        more=1.0 if length > against else 0.0,
        many=1.0 if length > against + 1 else 0.0,
        low=float(brisques - high),
    )


def ranks(cards: Mask) -> list[int]:
    return sorted([c & 7 for c in cards_of(cards)], reverse=True)


def counts(leader: Mask, follower: Mask, trump: int) -> list[float]:
    """Return all features of an ending: 1, the leader's plain suits and trumps, then the follower's."""
    ruling = SUIT_MASKS[trump] if trump >= 0 else 0
    found = [1.0]
    for mine, theirs in ((leader, follower), (follower, leader)):
        my_trumps, their_trumps = (mine & ruling).bit_count(), (theirs & ruling).bit_count()
        total = [0.0] * len(Plain._fields)
        for suit, cards in enumerate(SUIT_MASKS):
            if suit != trump:
                part = plain(ranks(mine & cards), ranks(theirs & cards), my_trumps, their_trumps)
                total = [a + b for a, b in zip(total, part, strict=True)]
        found += total
        found += trumps(ranks(mine & ruling), ranks(theirs & ruling))
    return found


class LastEight:
    """The guess for endings under one trump suit."""

    __slots__ = ("_parts", "_trump")

    def __init__(self, trump: int) -> None:
        self._trump = trump
        self._parts: dict[tuple[Mask, Mask, int, int], float] = {}

    def lead(self, leader: Mask, follower: Mask) -> float:
        """Return the points that the hand on lead will be ahead after the last eight tricks."""
        trump, parts = self._trump, self._parts
        led = followed = 0
        value = EIGHT_BASE
        if trump >= 0:
            mine, theirs = leader & SUIT_MASKS[trump], follower & SUIT_MASKS[trump]
            led, followed = mine.bit_count(), theirs.bit_count()
            key = (mine, theirs, -1, -1)
            part = parts.get(key)
            value += self._add(key) if part is None else part
        for suit in range(4):
            if suit == trump:
                continue
            mine, theirs = leader & SUIT_MASKS[suit], follower & SUIT_MASKS[suit]
            if mine or theirs:
                key = (mine, theirs, led, followed)
                part = parts.get(key)
                value += self._add(key) if part is None else part
        return value

    def _add(self, key: tuple[Mask, Mask, int, int]) -> float:
        """Return a part that is not in the table, and add it unless the table is full."""
        mine, theirs, led, followed = key
        a, b = ranks(mine), ranks(theirs)
        if led < 0:
            value = _weighed(EIGHT_LEADER.trumps, trumps(a, b)) + _weighed(EIGHT_FOLLOWER.trumps, trumps(b, a))
        else:
            value = _weighed(EIGHT_LEADER.plain, plain(a, b, led, followed))
            value += _weighed(EIGHT_FOLLOWER.plain, plain(b, a, followed, led))
        if len(self._parts) < MOST_PARTS:
            self._parts[key] = value
        return value


def _weighed(weights: tuple[float, ...], counted: tuple[float, ...]) -> float:
    return sum([weight * each for weight, each in zip(weights, counted, strict=True)])
