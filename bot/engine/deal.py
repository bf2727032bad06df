"""A deal as a value: everything that is on the table and in the hands at one moment."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import Final, NamedTuple, TypeAlias, TypeVar

from .cards import NO_CARD, NO_SUIT, SEVEN, Card, Mask, Suit, rank_of, suit_of
from .combinations import Combination, Kind
from .forfeits import Irregularity, Lifting
from .law import Law

_T = TypeVar("_T")
Seats: TypeAlias = int
"""A set of seats, one bit per seat."""


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
    """Cards shown from the hand: sevens (ruling 10), cartes blanches and the cards after them (ruling 33)."""
    public: Mask
    """Cards that everyone has seen and that may now lie in a hand: declared, shown, exchanged, the last turn-up."""
    counted: Mask = 0
    """Sevens that were turned up, exchanged or shown: each has scored its ten and scores no more (ruling 10)."""
    broken: tuple[Mask, ...] = ()
    """By class: the cards of declarations of which a card has been played, so that the rest may serve again (ruling
    34); empty where they may not."""
    blank: tuple[Card | None, ...] = ()
    """By seat: the card drawn since its carte blanche that it may show, ``NO_CARD`` if it has, None without a carte
    blanche; empty before the first one (ruling 33)."""

    @property
    def serving(self) -> tuple[Mask, ...]:
        """By class: the cards that have served in it and may not serve again by themselves."""
        broken = self.broken
        return tuple([cards & ~broken[kind] for kind, cards in enumerate(self.used)]) if broken else self.used


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


class Fault(NamedTuple):
    """One irregularity as it happened; the table does not mention it until an opponent claims it."""

    kind: Irregularity
    seat: int
    trick: int
    """The number, from 1, of the trick in or before which it happened; for a declaration, the last trick."""
    closed: Seats = 0
    """Seats that may not claim it any more."""
    claimed: int | None = None
    """The seat that has claimed it."""
    meld: Meld | None = None
    """The wrong declaration, if it is one."""
    fresh: Mask = 0
    """The cards of the wrong declaration that came from the hand."""
    made_trumps: bool = False


class Doubt(NamedTuple):
    """A declaration that can still be challenged, with all that everybody saw when it was put down."""

    meld: Meld
    exposed: Mask
    """The cards that lay exposed before."""
    trump: Suit
    declared: Declared
    declaring: Declaring
    lying: Mask
    """Cards that stayed exposed as a forfeit."""
    ordinal: int
    """Number of declarations put down before it in this deal."""


class Choice(NamedTuple):
    """A choice that a lift of two cards has left (ruling 24)."""

    how: Lifting
    lifter: int
    chooser: int
    cards: tuple[Card, ...]
    """The lifted cards, upper one first; with ``NEXT_DRAW`` the second, and once open the next two of the stock."""

    @property
    def halts(self) -> bool:
        """Whether everything else waits until it is made."""
        return self.how is not Lifting.NEXT_DRAW


class RevokeClaim(NamedTuple):
    """A claim of a revoke: the claimant, the number of irregularities before it, and whether it has been judged."""

    seat: int
    before: int
    judged: bool


class Owed(NamedTuple):
    """Points that follow from a trick and are still to be marked; a stop at the target may delay them."""

    seat: int
    points: int
    reason: str
    trick: int


class Honour(NamedTuple):
    """The honour table's part of one moment of a deal."""

    stock: tuple[Card, ...]
    """The cards left, the next one first; a turn-up is the last."""
    chances: tuple[Declaring | None, ...]
    """By seat: its open chance to declare, or None."""
    silenced: Seats = 0
    """Seats whose wrong declaration of this chance was taken back; they declare nothing more in it (ruling 27)."""
    slipped: Seats = 0
    """Seats that have played a card out of turn in this trick."""
    exposed_once: Mask = 0
    """Cards in hands that were shown with ``expose``."""
    lying: Mask = 0
    """Cards that stay exposed as a forfeit and serve in no declaration (B)."""
    faced: Mask = 0
    """Cards that an opponent may call."""
    spent: Mask = 0
    """Cards that were called once and cannot be called again."""
    called: tuple[Card, ...] = ()
    """By seat: the card that must be played, or ``NO_CARD``."""
    overfull: tuple[int, ...] = ()
    """By seat: 0, or the number of the trick to which it played from nine cards; it plays the next without drawing."""
    barred: tuple[int, ...] = ()
    """By seat: 0, or the number of a trick; it scores nothing until it takes a later one (E)."""
    faults: tuple[Fault, ...] = ()
    choice: Choice | None = None
    """The choice that is open."""
    waiting: tuple[Choice, ...] = ()
    """Choices with ``NEXT_DRAW`` that open with their chooser's next draw, in the order of the lifts."""
    open_stock: Mask = 0
    """Cards on top of the stock that lie face up."""
    seen: tuple[Mask, ...] = ()
    """By seat: cards that were shown to this seat alone."""
    doubtful: tuple[tuple[Doubt, ...], ...] = ()
    """By seat: the opponents' declarations that it may still challenge, right or wrong."""
    put_down: int = 0
    """Number of declarations put down in this deal, those taken back included."""
    returned: bool = False
    """Whether the declared cards are back in the hands: the last eight tricks."""
    owed: tuple[Owed, ...] = ()
    counted: bool = False
    """Whether all tricks are played and the brisques counted."""
    done: Seats = 0
    """Seats that have said that they claim nothing more."""
    revokes: tuple[RevokeClaim, ...] = ()
    taker: int | None = None
    """The seat to which a revoke has brought the last eight tricks."""
    eight: tuple[tuple[int, int], ...] = ()
    """Points from the last eight tricks that still stand: pairs of seat and points, in the ledger's order."""
    eight_brisques: tuple[int, ...] = ()
    """By seat: the points of the brisques of the last eight tricks."""

    def __repr__(self) -> str:  # a repr ends in logs and tracebacks, so it must not show the stock or unnoticed faults
        return f"Honour(left={len(self.stock)}, done={self.done:b})"


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


def put(values: tuple[_T, ...], at: int, value: _T) -> tuple[_T, ...]:
    """Return some values, usually one for each seat, with another one at a place."""
    changed = list(values)
    changed[at] = value
    return tuple(changed)


def open_deal(law: Law, number: int, dealer: int, deck: tuple[Card, ...], carried: tuple[int, ...]) -> Deal:
    """Deal packet by packet (three, two, three) from the dealer's left, then the turn-up (rulings 3 to 5)."""
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
    trump = suit_of(turn_up) if law.turns_up else NO_SUIT
    totals, result = carried, None
    marks: tuple[Mark, ...] = ()
    counted = 0
    if law.turns_up and rank_of(turn_up) == SEVEN:
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
