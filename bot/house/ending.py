"""An exact search of the last eight tricks of two players: both hands are known by counting.

It is an alpha-beta search with a table of bounds. A state is how each suit lies between the hand that leads and the
other (:mod:`bot.house.suits`), so that endings which differ only in names of cards share it; what has been scored so
far does not change the best play as long as only the difference in points counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from bot.engine.cards import SEVENS, Card, Mask, Suit
from bot.engine.law import Law
from bot.engine.tricks import beats_suit_led, must_play

from .suits import Lie, Stopped, Suits, different, kept_suits

__all__ = ("Ending", "Line", "Stopped", "is_settled")

MOST_STATES = 200_000
"""States kept in the table; a search that would need more gives up."""
CHECK_EVERY: Final = 1024
"""States between two checks of the table's size."""
_BOUND: Final = 1_000_000
"""More points than any ending can make."""

Table: TypeAlias = dict[int, tuple[int, int]]


class Line(NamedTuple):
    """A play and the final lead, in points, of the player who makes it, with best play on both sides."""

    card: Card
    points: int


class Ending:
    """Endings under one trump suit; the table serves all of them and their later positions."""

    __slots__ = (
        "_brisque", "_countdown", "_last", "_pause_every", "_points", "_ruled", "_seven", "_sevens", "_suits", "_table",
        "_trump", "states",
    )  # fmt: skip

    def __init__(
        self, law: Law, trump: Suit, *, counted: Mask = 0, suits: Suits | None = None, pause: int = CHECK_EVERY
    ) -> None:
        """Prepare a search.

        Args:
            counted: The sevens that do not count any more when they are played (ruling 10).
            suits: Numbers that may be shared with other searches (None: new ones).
            pause: States between two checks of the table's size.
        """
        self._trump, self._points = trump, law.marked_points
        self._ruled = trump >= 0
        self._brisque = max(law.marked_points)
        self._last = law.quantities.last_trick if law.last_trick == law.tricks else 0
        # Every card is played in the end, so a seven brings its ten points to its holder however the play goes.
        self._sevens = SEVENS[trump] & ~counted if law.sevens_throughout and trump >= 0 else 0
        self._seven = law.quantities.seven
        self._suits = suits or Suits()
        self._table: Table = {}
        self._countdown = self._pause_every = pause
        self.states = 0

    def lines(self, mine: Mask, theirs: Mask, led: Card | None = None) -> list[Line]:
        """Return every play that makes a difference, with its exact outcome, the best first, or raise `Stopped`."""
        if led is None:
            found = [Line(c, self._lead(mine ^ 1 << c, theirs, c)) for c in different(mine, theirs)]
        else:
            found = [
                Line(c, -self._answered(theirs, mine ^ 1 << c, led, c))
                for c in different(must_play(mine, (led,), self._trump), theirs | 1 << led)
            ]
        found.sort(key=_by_points, reverse=True)
        sevens = self._seven * ((mine & self._sevens).bit_count() - (theirs & self._sevens).bit_count())
        return [Line(line.card, line.points + sevens) for line in found] if sevens else found

    def best(self, mine: Mask, theirs: Mask, led: Card | None = None) -> Card:
        """Return a play that no other is better than; the arguments are those of `lines`."""
        choice, others = (mine, theirs) if led is None else (must_play(mine, (led,), self._trump), theirs | 1 << led)
        found, most = -1, -_BOUND - 1
        for c in different(choice, others):
            rest = mine ^ 1 << c
            points = self._lead(rest, theirs, c, most) if led is None else -self._answered(theirs, rest, led, c, -most)
            if points > most:
                found, most = c, points
        return found

    def value(self, leader: Mask, follower: Mask, low: int = -_BOUND, high: int = _BOUND) -> int:
        """Return the leader's final lead in points, without sevens, exact between the bounds, before a card is led."""
        of = self._suits.of
        lies = [of(leader, follower, suit) for suit in range(4)]
        # Without trumps all suits are plain; which of them stands first makes no difference then.
        first = lies.pop(self._trump) if self._ruled else lies.pop()
        return self._value(first, lies[0], lies[1], lies[2], low, high)

    def _lead(self, leader: Mask, follower: Mask, led: Card, low: int = -_BOUND) -> int:
        """Return the leader's final lead in points after a lead, exact if above `low`: the least over all answers."""
        best = _BOUND
        for c in different(must_play(follower, (led,), self._trump), leader | 1 << led):
            best = min(best, self._answered(leader, follower ^ 1 << c, led, c, best, low))
            if best <= low:
                break
        return best

    def _answered(
        self, leader: Mask, follower: Mask, led: Card, answer: Card, high: int = _BOUND, low: int = -_BOUND
    ) -> int:
        """Return the leader's final lead in points from the trick of these cards on, exact if between the bounds."""
        points = self._points[led] + self._points[answer]
        if beats_suit_led(answer, led, self._trump):
            return -points - self.value(follower, leader, -points - high, -points - low)
        return points + self.value(leader, follower, low - points, high - points)

    def _value(  # noqa: C901 - one loop; calls would cost half as much again
        self, trumps: Lie, one: Lie, two: Lie, three: Lie, low: int, high: int
    ) -> int:
        """Return the leader's final lead from how trumps and the other suits lie; it is exact between the bounds."""
        if one > two:
            one, two = two, one
        if two > three:
            two, three = three, two
            if one > two:
                one, two = two, one
        key = ((trumps << 15 | one) << 15 | two) << 15 | three
        if not key:
            return self._last  # the leader has taken the last trick
        suits = self._suits
        count = suits.brisques
        most = self._brisque * (count[trumps] + count[one] + count[two] + count[three]) + self._last
        least = -most
        if most <= low:
            return most
        if least >= high:
            return least
        known = self._table.get(key)
        if known is not None:
            least, most = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        self._countdown -= 1
        if not self._countdown:
            self._look_up()
        leads, follows, turned = suits.leads, suits.follows, suits.turned
        unit, may_trump = self._brisque, self._ruled and follows[trumps] > 0
        lies = [trumps, one, two, three]
        best, at = -_BOUND, low
        for suit in (3, 2, 1, 0):  # trumps last: a cut comes a little earlier
            lie = lies[suit]
            if not leads[lie]:
                continue
            if follows[lie]:
                for answers in suits.led(lie):
                    worst, to = _BOUND, high
                    for taken, brisques, lies[suit] in answers:
                        points = unit * brisques
                        if taken:
                            value = -points - self._value(
                                turned[lies[0]], turned[lies[1]], turned[lies[2]], turned[lies[3]],
                                -points - to, -points - at,
                            )  # fmt: skip
                        else:
                            value = points + self._value(
                                lies[0], lies[1], lies[2], lies[3], at - points, to - points
                            )  # fmt: skip
                        if value < worst:
                            worst = value
                            if worst < to:
                                to = worst
                                if to <= at:
                                    break
                    if worst > best:
                        best = worst
                        if best > at:
                            at = best
                            if at >= high:
                                break
            else:
                for brisques, lies[suit] in suits.alone(lie):
                    worst = self._discarded(lies, suit > 0 and may_trump, brisques, at, high)
                    if worst > best:
                        best = worst
                        if best > at:
                            at = best
                            if at >= high:
                                break
            lies[suit] = lie
            if at >= high:
                break
        if best <= low:
            most = min(most, best)
        elif best >= high:
            least = max(least, best)
        else:
            least = most = best
        self._table[key] = (least, most)
        return best

    def _discarded(self, lies: list[Lie], trumped: bool, brisques: int, low: int, high: int) -> int:  # noqa: FBT001
        """Return the least value after the lead of a suit that the follower does not have: trumped, or given up."""
        suits, worst = self._suits, _BOUND
        turned = suits.turned
        for suit in range(1 if trumped else 4):
            lie = lies[suit]
            if not suits.follows[lie]:
                continue
            for more, lies[suit] in suits.thrown(lie):
                points = self._brisque * (brisques + more)
                if trumped:
                    value = -points - self._value(
                        turned[lies[0]], turned[lies[1]], turned[lies[2]], turned[lies[3]],
                        -points - high, -points - low,
                    )  # fmt: skip
                else:
                    value = points + self._value(lies[0], lies[1], lies[2], lies[3], low - points, high - points)
                if value < worst:
                    worst = value
                    if worst < high:
                        high = worst
                        if high <= low:
                            break
            lies[suit] = lie
            if high <= low:
                break
        return worst

    def _look_up(self) -> None:
        self._countdown = self._pause_every
        self.states = len(self._table)
        if self.states > MOST_STATES:
            raise Stopped


def _by_points(line: Line) -> int:
    return line.points


_TAKEN: Final = 1_000
"""What the last trick counts in an outcome, so that no number of brisques makes up for it."""
MOST_COMPARED: Final = 200
"""States that are compared before it counts as open whether the rest makes a difference; they take some 5 ms."""


class _DiffersError(Exception):
    """Two lines come out differently, or there are too many to compare."""


@lru_cache(maxsize=256)
def is_settled(leader: Mask, follower: Mask, trump: Suit) -> bool:
    """Tell whether all lines of play bring the same brisques to each hand and the last trick to the same one.

    Nothing else is left to be won in the last tricks but by sevens, which bring their points to whoever holds them. The
    answer is no where too many lines would have to be compared.
    """
    suits = kept_suits()
    try:
        lies = [suits.of(leader, follower, suit) for suit in range(4)]
        # Without trumps all suits are plain; which of them stands first makes no difference then.
        first = lies.pop(trump) if trump >= 0 else lies.pop()
        _outcome(suits, {}, [first, *lies], ruled=trump >= 0)
    except (_DiffersError, Stopped):
        return False
    return True


def _outcome(suits: Suits, known: dict[tuple[Lie, ...], int], lies: list[Lie], *, ruled: bool) -> int:
    """Return what all lines come to for the leader: the lead in brisques, and the last trick."""
    key = (lies[0], *sorted(lies[1:]))
    if not any(key):
        return _TAKEN
    found = known.get(key)
    if found is None:
        if len(known) >= MOST_COMPARED:
            raise _DiffersError
        for taken, brisques, after in _tricks(suits, list(key), ruled=ruled):
            rest = _outcome(suits, known, [suits.turned[lie] for lie in after] if taken else after, ruled=ruled)
            came = -brisques - rest if taken else brisques + rest
            if found is not None and came != found:
                raise _DiffersError
            found = came
        assert found is not None
        known[key] = found
    return found


def _tricks(suits: Suits, lies: list[Lie], *, ruled: bool) -> Iterator[tuple[bool, int, list[Lie]]]:
    """List the tricks that make a difference: whether the follower takes it, its brisques, how the suits lie then."""
    for suit, lie in enumerate(lies):
        if suits.leads[lie] and suits.follows[lie]:
            for answers in suits.led(lie):
                for taken, brisques, after in answers:
                    yield taken, brisques, [*lies[:suit], after, *lies[suit + 1 :]]
        elif suits.leads[lie]:
            trumped = ruled and suit > 0 and suits.follows[lies[0]] > 0
            for brisques, after in suits.alone(lie):
                left = [*lies[:suit], after, *lies[suit + 1 :]]
                for other, thrown in enumerate(left[:1] if trumped else left):
                    if suits.follows[thrown]:
                        for more, still in suits.thrown(thrown):
                            yield trumped, brisques + more, [*left[:other], still, *left[other + 1 :]]
