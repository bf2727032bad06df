"""The further state of a deal at an honour table, as a value that the deal carries (rulings 22 to 29)."""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from bot.engine.cards import NO_CARD, Card, Mask, Suit
from bot.engine.combinations import Kind
from bot.engine.deal import FRESH_DECLARING, Base, Deal, Declared, Declaring, Meld, Phase
from bot.engine.forfeits import Column, Irregularity, Lifting

Seats: TypeAlias = int
"""A set of seats, one bit per seat."""
FULL_HAND: Final = 8
MOST_HELD: Final = 9
"""Maximum number of cards that a seat holds: a hand takes no tenth card (ruling 22)."""
LEAST_HELD: Final = 7
"""Minimum number of cards from which a seat may play while the stock has cards (ruling 22)."""


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


def opened(deal: Deal) -> Deal:
    """Return a newly dealt deal as it begins at an honour table."""
    law = deal.base.law
    n = law.players
    stock = deal.base.deck[law.hand * n + law.turns_up :]
    if law.turns_up:
        stock = (*stock, deal.turn_up)
    none = (0,) * n
    honour = Honour(
        stock,
        (None,) * n,
        called=(NO_CARD,) * n,
        overfull=none,
        barred=none,
        seen=none,
        doubtful=((),) * n,
        eight_brisques=none,
    )
    return deal._replace(honour=honour, result=None, phase=Phase.PLAY if deal.result is None else Phase.CLAIM)


def honour_of(deal: Deal) -> Honour:
    """Return the honour table's part of a deal that has one."""
    honour = deal.honour
    assert honour is not None
    return honour


def column_of(base: Base) -> Column:
    """Return the column of forfeits of the table."""
    column = base.law.column
    assert column is not None
    return column


def held(deal: Deal, seat: int) -> int:
    """Return how many cards a seat holds, exposed ones included."""
    return deal.hold[seat].bit_count()


def has_played(deal: Deal, seat: int) -> bool:
    """Tell whether a seat has played to the present trick."""
    return (seat - deal.leader) % deal.base.law.players < len(deal.trick)


def to_play(deal: Deal) -> int:
    """Return the seat whose turn it is to play a card."""
    n = deal.base.law.players
    return (deal.leader + len(deal.trick)) % n


def to_draw(deal: Deal) -> int | None:
    """Return the seat on turn to draw, or None: the winner first, passing over seats that need none or have played."""
    if not deal.tricks:
        return None
    n = deal.base.law.players
    return next((seat for step in range(n) if needs_card(deal, seat := (deal.leader + step) % n)), None)


def needs_card(deal: Deal, seat: int) -> bool:
    """Tell whether a seat has a draw to make before it plays, even if another seat draws first."""
    return deal.left > 0 and held(deal, seat) < FULL_HAND and not has_played(deal, seat)


def out_of_turn(deal: Deal, seat: int) -> bool:
    """Tell whether a draw by a seat would be out of turn; taking a card of an open choice never is."""
    honour = deal.honour
    return honour is not None and honour.choice is None and to_draw(deal) != seat


def nothing_to_draw(deal: Deal, seat: int) -> bool:
    """Tell whether a seat may rightly play without drawing first."""
    return held(deal, seat) >= FULL_HAND or not deal.left


def in_last_eight(deal: Deal) -> bool:
    """Tell whether the first stage's tricks are all made, whatever was drawn (ruling 23)."""
    return len(deal.tricks) >= deal.base.law.first_stage


def trick_number(deal: Deal) -> int:
    """Return the trick's number in a claim's mark: the trick being played, else the last one."""
    return len(deal.tricks) + bool(deal.trick)


def opponents(deal: Deal, seat: int, other: int) -> bool:
    """Tell whether two seats play against each other."""
    sides = deal.base.law.sides
    return sides[seat] != sides[other]


def chooser_of(deal: Deal, lifter: int) -> int:
    """Return the first opponent to the lifter's left, who has the choice."""
    n = deal.base.law.players
    return next(seat for step in range(1, n) if opponents(deal, lifter, seat := (lifter + step) % n))


def effectively_held(deal: Deal, seat: int) -> int:
    """Return how many cards count as held: a card in the present trick counts until it is complete (ruling 25)."""
    return held(deal, seat) + has_played(deal, seat)


def as_regular(deal: Deal, seat: int) -> Deal:
    """Return the deal as the ordinary rules would see it in a seat's chance, or at its turn to play.

    The number of cards left is set from the stage. Announcing depends on whether this is the last chance, which at an
    honour table follows from the tricks and not from the stock.
    """
    honour = honour_of(deal)
    chance = honour.chances[seat]
    n = deal.base.law.players
    return deal._replace(
        honour=None,
        turn=seat,
        phase=Phase.PLAY if chance is None else Phase.DECLARE,
        declaring=FRESH_DECLARING if chance is None else chance,
        left=0 if honour.returned else n if in_last_eight(deal) else n + 1,
    )


def used_by(melds: tuple[Meld, ...]) -> tuple[Mask, ...]:
    """Return, by class, the cards that have served in it."""
    used = [0] * len(Kind)
    for meld in melds:
        used[meld.row.kind] |= meld.cards
    return tuple(used)
