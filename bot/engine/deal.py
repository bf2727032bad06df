"""A deal as a value: everything that is on the table and in the hands at one moment."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from .cards import NO_CARD, NO_SUIT, SEVEN, Card, Mask, Suit
from .combinations import Combination, Kind
from .law import Law

if TYPE_CHECKING:
    from .honour.state import Honour


class DealError(ValueError):
    """A deal that cannot be opened."""


class Phase(IntEnum):
    """The phases of a deal: what the seat whose turn it is has to do."""

    PLAY = 0
    DECLARE = 1
    """Ruling 7: exchange, show, declare, announce or pass."""
    OVER = 2
    CLAIM = 3
    """At an honour table: the deal is played out, or stopped at the target; only claims remain (ruling 25)."""


class Ending(StrEnum):
    """How a game ended."""

    SCORE = "score"
    RESIGN = "resign"
    TIMEOUT = "timeout"


class Mark(NamedTuple):
    """Points scored: the deal (from 0), the trick (from 1; 0 before the first), the seat, the points, the reason."""

    deal: int
    trick: int
    seat: int
    points: int
    reason: str


class Trick(NamedTuple):
    """A complete trick: the seat that led, the cards in the order played, the seat that took it."""

    leader: int
    cards: tuple[Card, ...]
    winner: int

    def seat_of(self, place: int) -> int:
        """Return the seat that played the card at a place (0 is the leader's)."""
        return (self.leader + place) % len(self.cards)


class Meld(NamedTuple):
    """A combination that a seat laid down (or announced), and after which trick."""

    seat: int
    row: Combination
    cards: Mask
    trick: int


class Declaring(NamedTuple):
    """What the seat has done so far in its turn to declare (ruling 7)."""

    declared: int = 0
    now: Mask = 0
    """Cards declared in this turn."""
    kind: Kind | None = None
    """The class of the last declaration of this turn."""
    announced: bool = False
    taken: Mask = 0
    """The turn-up taken in this turn: it may not be declared yet (ruling 9)."""


class Declared(NamedTuple):
    """The lasting effects of declarations in this deal."""

    used: tuple[Mask, ...]
    """By class: the cards that have served in it (ruling 11)."""
    melds: tuple[Meld, ...]
    announced: tuple[Meld | None, ...]
    """By seat: the announcement that stands (ruling 12)."""
    shown: Mask
    """Sevens shown (ruling 10)."""
    public: Mask
    """Cards that everyone has seen and that may now lie in a hand: declared, shown, exchanged, the last turn-up."""
    counted: Mask = 0
    """Sevens that were turned up, exchanged or shown: each has scored its ten and scores no more (ruling 10)."""


class Score(NamedTuple):
    """Points: by seat over the whole game, this deal's marks, and this deal's brisques by seat in points."""

    totals: tuple[int, ...]
    marks: tuple[Mark, ...]
    brisques: tuple[int, ...]


class Result(NamedTuple):
    """The end of a game: the winning seats, how it ended, and the seat that resigned or ran out of time."""

    winner: tuple[int, ...]
    ending: Ending
    by: int | None = None


class Base(NamedTuple):
    """What stays the same throughout a deal."""

    law: Law
    number: int
    """Counted from 0."""
    dealer: int
    deck: tuple[Card, ...]
    carried: tuple[int, ...]
    """By seat: the points before this deal."""

    def __repr__(self) -> str:  # never the deck: a repr ends in logs and tracebacks
        return f"Base(number={self.number}, dealer={self.dealer}, carried={self.carried})"


class Deal(NamedTuple):
    """One moment of a deal; it never changes, each step makes a new one."""

    base: Base
    hold: tuple[Mask, ...]
    """By seat: hand and exposed cards together."""
    exposed: Mask
    """Declared cards that lie on the table, of all seats."""
    trump: Suit
    turn_up: Card
    """The card that lies face up at the bottom of the stock."""
    left: int
    """Cards left in the stock, the turn-up included; 0 in the strict ending."""
    phase: Phase
    turn: int
    leader: int
    trick: tuple[Card, ...]
    tricks: tuple[Trick, ...]
    score: Score
    declared: Declared
    declaring: Declaring
    result: Result | None
    honour: Honour | None = None
    """The further state of an honour table; None where irregularities are prevented."""

    def __repr__(self) -> str:  # only what everyone at the table may see
        return (
            f"Deal(number={self.base.number}, tricks={len(self.tricks)}, left={self.left}, "
            f"phase={self.phase.name}, turn={self.turn}, totals={self.score.totals})"
        )

    @property
    def law(self) -> Law:
        """The compiled rules."""
        return self.base.law

    @property
    def over(self) -> bool:
        """Whether nothing more can be played in this deal."""
        return self.phase is Phase.OVER

    def hand(self, seat: int) -> Mask:
        """Return a seat's cards that do not lie exposed."""
        return self.hold[seat] & ~self.exposed

    def table(self, seat: int) -> Mask:
        """Return a seat's exposed cards."""
        return self.hold[seat] & self.exposed


DealFields: TypeAlias = tuple[
    Base,
    tuple[Mask, ...],
    Mask,
    Suit,
    Card,
    int,
    Phase,
    int,
    int,
    tuple[Card, ...],
    tuple[Trick, ...],
    Score,
    Declared,
    Declaring,
    Result | None,
    None,
]
"""The fields of a :class:`Deal` at an ordinary table, in their order."""
_new: Final = tuple.__new__


def deal_of(fields: DealFields) -> Deal:
    """Return a deal made from its fields: the same as ``Deal(*fields)`` at a third of the cost."""
    return _new(Deal, fields)


FRESH_DECLARING: Final = Declaring()


def open_deal(law: Law, number: int, dealer: int, deck: tuple[Card, ...], carried: tuple[int, ...]) -> Deal:
    """Deal the cards: packet by packet (three, two, three) from the dealer's left, then the turn-up (rulings 3 to 5).

    Raises:
        DealError: The dealer is not a seat, or the deck is not this game's pack.
    """
    n = law.players
    if not 0 <= dealer < n:
        raise DealError(f"the dealer must be a seat from 0 to {n - 1}")
    if len(deck) != len(law.pack):
        raise DealError(f"the deck has {len(deck)} cards where this game has {len(law.pack)}")
    if set(deck) != set(law.pack):
        raise DealError("the deck is not this game's pack: a card is missing, doubled or of another pack")
    hold = [0] * n
    at = 0
    for packet in law.quantities.packets:
        for step in range(1, n + 1):
            seat = (dealer + step) % n
            for c in deck[at : at + packet]:
                hold[seat] |= 1 << c
            at += packet
    turn_up = deck[at] if law.turns_up else NO_CARD
    trump = turn_up >> 3 & 3 if law.turns_up else NO_SUIT
    totals, result = carried, None
    marks: tuple[Mark, ...] = ()
    counted = 0
    if law.turns_up and turn_up & 7 == SEVEN:
        # Ruling 4; with finish = at_once even this can end the game (ruling 17).
        points = law.quantities.dealer_seven
        totals = tuple(total + points * (seat == dealer) for seat, total in enumerate(carried))
        marks = (Mark(number, 0, dealer, points, "dealer-seven"),)
        counted = 1 << turn_up
        side = law.side_seats[law.sides[dealer]]
        if law.at_once and sum(totals[seat] for seat in side) >= law.target:
            result = Result(side, Ending.SCORE)
    first = (dealer + 1) % n
    return Deal(
        base=Base(law, number, dealer, deck, carried),
        hold=tuple(hold),
        exposed=0,
        trump=trump,
        turn_up=turn_up,
        left=len(deck) - law.hand * n,
        phase=Phase.PLAY if result is None else Phase.OVER,
        turn=first,
        leader=first,
        trick=(),
        tricks=(),
        score=Score(totals, marks, (0,) * n),
        declared=Declared((0,) * len(Kind), (), (None,) * n, 0, 0, counted),
        declaring=FRESH_DECLARING,
        result=result,
    )
