"""The ways in which a suit can lie between two hands in the last eight tricks, as numbers with tables of what follows.

How a suit lies is told by the order of its cards alone: which hand has the next lower one, and which are brisques. So
thousands of endings share a few thousand numbers, and a search of endings looks up what each card leads to. The engine
says which cards may be played, who takes a trick and what counts as a brisque.
"""

from __future__ import annotations

from threading import RLock
from typing import Final, NamedTuple, TypeAlias

from bot.engine.cards import ACE, BRISQUES, RANK_MASKS, SUIT_MASKS, TEN, Card, Mask
from bot.engine.tricks import beats_suit_led, must_play

Lie: TypeAlias = int
"""The number of a way in which a suit can lie between the leader and the follower; 0 if nobody has a card of it."""

MOST_LIES: Final = 1 << 15
"""Numbers below this fit four to an integer."""
MOST_KEPT: Final = 6_000
"""Numbers that are kept for later comparisons, some 7 MB."""
_SUIT: Final = SUIT_MASKS[0]


class Stopped(Exception):  # noqa: N818 - not an error: there is another way to decide
    """A search ended without an answer because it would have grown too large."""


class Answered(NamedTuple):
    """A card of the suit led and an answer of that suit."""

    taken: bool
    """Whether the follower takes the trick."""
    brisques: int
    lie: Lie
    """How the suit lies afterwards, between the same leader and follower."""


class Gone(NamedTuple):
    """A card that leaves one of the hands."""

    brisques: int
    lie: Lie


class Suits:
    """The numbers in use, with what each means."""

    __slots__ = (
        "_alone", "_by_cards", "_by_order", "_cards", "_led", "_lock", "_thrown", "brisques", "follows", "leads",
        "turned",
    )  # fmt: skip

    def __init__(self) -> None:
        self._lock = RLock()
        self._by_cards: dict[tuple[Mask, Mask], Lie] = {}
        self._by_order: dict[str, Lie] = {}
        self._cards: list[tuple[Mask, Mask]] = []
        """Cards of clubs that lie so."""
        self._led: list[tuple[tuple[Answered, ...], ...] | None] = []
        self._alone: list[tuple[Gone, ...] | None] = []
        self._thrown: list[tuple[Gone, ...] | None] = []
        self.brisques: list[int] = []
        """By number, the brisques in both hands."""
        self.leads: list[int] = []
        """By number, the leader's cards."""
        self.follows: list[int] = []
        """By number, the follower's cards."""
        self.turned: list[Lie] = []
        """By number, how the suit lies when the follower leads."""
        self.lie(0, 0)

    def of(self, leader: Mask, follower: Mask, suit: int) -> Lie:
        """Return how a suit lies between two hands."""
        return self.lie(leader >> 8 * suit & _SUIT, follower >> 8 * suit & _SUIT)

    def lie(self, leader: Mask, follower: Mask) -> Lie:
        """Return how clubs lie between two hands without other suits."""
        cards = (leader, follower)
        found = self._by_cards.get(cards)
        if found is None:
            with self._lock:  # one set of numbers may serve several threads
                found = self._by_cards[cards] = self._numbered(leader, follower)
        return found

    def _numbered(self, leader: Mask, follower: Mask) -> Lie:
        order = _order(leader, follower)
        found = self._by_order.get(order)
        if found is not None:
            return found
        found = self._by_order[order] = len(self._cards)
        if found >= MOST_LIES:
            raise Stopped
        self._cards.append((leader, follower))
        self._led.append(None)
        self._alone.append(None)
        self._thrown.append(None)
        self.brisques.append(((leader | follower) & BRISQUES).bit_count())
        self.leads.append(leader.bit_count())
        self.follows.append(follower.bit_count())
        self.turned.append(found)
        self.turned[found] = self.lie(follower, leader)
        return found

    def led(self, lie: Lie) -> tuple[tuple[Answered, ...], ...]:
        """Return, for each different card that may be led, the different answers; both have a card of the suit."""
        found = self._led[lie]
        if found is None:
            leader, follower = self._cards[lie]
            leads = different(leader, follower)
            found = self._led[lie] = tuple([self._answers(leader ^ 1 << c, follower, c) for c in leads])
        return found

    def _answers(self, leader: Mask, follower: Mask, led: Card) -> tuple[Answered, ...]:
        found = []
        for c in different(must_play(follower, (led,), -1), leader | 1 << led):
            taken = beats_suit_led(c, led, -1)
            brisques = _brisque(led) + _brisque(c)
            found.append(Answered(taken, brisques, self.lie(leader, follower ^ 1 << c)))
        # Likely good answers come first: many brisques in a trick that is taken, few in one that is not.
        return tuple(sorted(found, key=_liked))

    def alone(self, lie: Lie) -> tuple[Gone, ...]:
        """Return the different cards that the leader may lead if the follower has none of the suit."""
        found = self._alone[lie]
        if found is None:
            leader, follower = self._cards[lie]
            found = self._alone[lie] = tuple(
                [Gone(_brisque(c), self.lie(leader ^ 1 << c, follower)) for c in different(leader, follower)]
            )
        return found

    def thrown(self, lie: Lie) -> tuple[Gone, ...]:
        """Return the different cards that the follower may throw away, the lowest first."""
        found = self._thrown[lie]
        if found is None:
            leader, follower = self._cards[lie]
            cards = different(follower, leader)[::-1]
            found = self._thrown[lie] = tuple([Gone(_brisque(c), self.lie(leader, follower ^ 1 << c)) for c in cards])
        return found


def _brisque(card: Card) -> int:
    return BRISQUES >> card & 1


def _liked(answer: Answered) -> int:
    return -answer.brisques if answer.taken else answer.brisques


def _order(leader: Mask, follower: Mask) -> str:
    """Return who has the cards of a suit, from the highest down; neighbours of one hand are equal."""
    found = ""
    for rank in range(ACE, -1, -1):
        mine, theirs = (leader & RANK_MASKS[rank]).bit_count(), (follower & RANK_MASKS[rank]).bit_count()
        if mine and theirs:
            found += "(" + "m" * mine + "t" * theirs + ")"
        else:
            found += "m" * mine + "t" * theirs
        if rank == TEN:
            found += "|"
    return found


def different(choice: Mask, others: Mask) -> list[Card]:
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


_kept = [Suits()]


def kept_suits() -> Suits:
    """Return the numbers that earlier comparisons in this process have used; they change no answer, only its time."""
    if len(_kept[0].leads) > MOST_KEPT:
        _kept[0] = Suits()
    return _kept[0]
