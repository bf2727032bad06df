"""An exact search of the last eight tricks of two players: both hands are known by counting.

It is an alpha-beta search with a table of bounds. A state is the two hands before a lead; what has been scored so far
does not change the best play as long as only the difference in points counts. The engine says which cards may be
played, who takes a trick and what counts as a brisque.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from bot.engine.cards import ACE, RANK_MASKS, SEVENS, SUIT_MASKS, TEN, Card, Mask, Suit
from bot.engine.law import Law
from bot.engine.tricks import beats_suit_led, must_play


class Stopped(Exception):  # noqa: N818 - not an error: there is another way to decide
    """A search ended without an answer because it would have grown too large."""


MOST_STATES = 200_000
"""States kept in the table; a search that would need more gives up."""
CHECK_EVERY: Final = 1024
"""States between two checks of the table's size."""
_BOUND: Final = 1_000_000
"""More points than any ending can make."""

Table: TypeAlias = dict[tuple[Mask, Mask], tuple[int, int]]


class Line(NamedTuple):
    """A play and the points by which the player on turn ends ahead after it, with best play on both sides."""

    card: Card
    points: int


class Ending:
    """An ending under one trump suit; its table also serves the later positions of the ending."""

    __slots__ = (
        "_countdown", "_last", "_pause_every", "_points", "_seven", "_sevens", "_table", "_trump", "states",
    )  # fmt: skip

    def __init__(
        self,
        law: Law,
        trump: Suit,
        *,
        counted: Mask = 0,
        pause: int = CHECK_EVERY,
    ) -> None:
        """Prepare an ending.

        Args:
            law: The compiled rules: what cards and the last trick count.
            trump: The trump suit, or ``NO_SUIT``.
            counted: The sevens that do not count any more when they are played (ruling 10).
            pause: States between two checks of the table's size.
        """
        self._trump, self._points = trump, law.card_points
        self._last = law.quantities.last_trick if law.last_trick == law.tricks else 0
        # Every card is played in the end, so a seven brings its ten points to its holder however the play goes.
        self._sevens = SEVENS[trump] & ~counted if law.sevens_throughout and trump >= 0 else 0
        self._seven = law.quantities.seven
        self._table: Table = {}
        self._countdown = self._pause_every = pause
        self.states = 0

    def lines(self, mine: Mask, theirs: Mask, led: Card | None = None) -> list[Line]:
        """Return every play that makes a difference, with its exact outcome, the best first.

        Args:
            mine: The hand of the player on turn.
            theirs: The other hand, without the card led.
            led: The card led, or None to lead.

        Raises:
            Stopped: The search would need too large a table.
        """
        if led is None:
            found = [Line(c, self._lead(mine ^ 1 << c, theirs, c, -_BOUND, _BOUND)) for c in _different(mine, theirs)]
        else:
            found = [
                Line(c, -self._answered(theirs, mine ^ 1 << c, led, c, -_BOUND, _BOUND))
                for c in _different(must_play(mine, (led,), self._trump), theirs | 1 << led)
            ]
        found.sort(key=_by_points, reverse=True)
        sevens = self._seven * ((mine & self._sevens).bit_count() - (theirs & self._sevens).bit_count())
        return [Line(line.card, line.points + sevens) for line in found] if sevens else found

    def _answered(self, leader: Mask, follower: Mask, led: Card, answer: Card, low: int, high: int) -> int:
        """Return the points by which the leader ends ahead, from the trick of these two cards on."""
        points = self._points[led] + self._points[answer]
        if not leader:
            points += self._last
        if beats_suit_led(answer, led, self._trump):
            if not leader:
                return -points
            return -points - self._value(follower, leader, -points - high, -points - low)
        if not leader:
            return points
        return points + self._value(leader, follower, low - points, high - points)

    def _lead(self, leader: Mask, follower: Mask, led: Card, low: int, high: int) -> int:
        """Return the points by which the leader ends ahead after a lead: the least over all answers."""
        best = _BOUND
        answers = must_play(follower, (led,), self._trump)
        for c in _different(answers, leader | 1 << led) if answers & answers - 1 else _only(answers):
            value = self._answered(leader, follower ^ 1 << c, led, c, low, high)
            if value < best:
                best = value
                if best < high:
                    high = best
                    if high <= low:
                        break
        return best

    def _value(self, leader: Mask, follower: Mask, low: int, high: int) -> int:
        """Return the points by which the leader ends ahead from here on, exactly if they lie between the bounds."""
        key = (leader, follower)
        known = self._table.get(key)
        if known is not None:
            least, most = known
            if least >= high or least == most:
                return least
            if most <= low:
                return most
            low, high = max(low, least), min(high, most)
        else:
            least, most = -_BOUND, _BOUND
        self._countdown -= 1
        if not self._countdown:
            self._look_up()
        best = -_BOUND
        at = low
        for c in _different(leader, follower):
            value = self._lead(leader ^ 1 << c, follower, c, at, high)
            if value > best:
                best = value
                if best > at:
                    at = best
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

    def _look_up(self) -> None:
        self._countdown = self._pause_every
        self.states = len(self._table)
        if self.states > MOST_STATES:
            raise Stopped


def _by_points(line: Line) -> int:
    return line.points


def _only(cards: Mask) -> tuple[Card, ...]:
    return (cards.bit_length() - 1,)


def _different(choice: Mask, others: Mask) -> list[Card]:
    """List one card of each group of equivalent cards of a choice, the highest first within a suit.

    Two cards of a suit are equivalent when both or neither are brisques and the other hand has no card of either rank
    or of a rank between.
    """
    found: list[Card] = []
    for suit in SUIT_MASKS:
        own = choice & suit
        if not own:
            continue
        if not own & own - 1:
            found.append(own.bit_length() - 1)
            continue
        taken = 0
        other = others & suit
        while other:
            low = other & -other
            taken |= 1 << (low.bit_length() - 1 & 7)
            other ^= low
        previous = -1
        for rank in range(ACE, -1, -1):
            same = own & RANK_MASKS[rank]
            if not same:
                continue
            between = (1 << previous + 1) - (1 << rank)
            if previous < 0 or (previous >= TEN) != (rank >= TEN) or taken & between:
                found.append(same.bit_length() - 1)
            previous = rank
    return found
