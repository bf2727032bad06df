"""What one seat, or a spectator, may see: the only state that the interface and house players get."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .actions import Action
from .cards import BRISQUES, NO_CARD, Card, CardSet, Mask, Suit, mask_of
from .deal import Deal, Declaring, Mark, Meld, Phase, Result, Trick
from .game import Game
from .honour import HonourView, acts_in_view, honour_view
from .law import Law, law_for
from .legality import distinct_moves, legal_moves
from .quantities import Quantities
from .rules import Rules
from .scoring import side_totals


@dataclass(frozen=True, slots=True)
class View:
    """A deal as seen from a seat, or by a spectator (``seat = None``); nothing in it depends on a hidden card."""

    seat: int | None
    rules: Rules
    quantities: Quantities
    number: int
    """The deal, counted from 0."""
    dealer: int
    phase: Phase
    turn: int
    leader: int
    trump: Suit
    turn_up: Card
    stock: int
    """Cards left in the stock, the turn-up included."""
    trick: tuple[Card, ...]
    """The trick being played, the leader's card first."""
    tricks: tuple[Trick, ...]
    """Every trick, or only the last where the rules forbid searching them (``past_tricks``)."""
    tricks_played: int
    tricks_by_seat: tuple[int, ...]
    hand: CardSet
    """The seat's own cards that do not lie exposed; empty for a spectator."""
    tables: tuple[CardSet, ...]
    """By seat: the exposed cards."""
    hand_sizes: tuple[int, ...]
    """By seat: number of cards held that do not lie exposed."""
    known: tuple[CardSet, ...]
    """By seat: cards in the closed hand that everyone has seen there or on their way there."""
    gone: CardSet
    """Every card played in this deal, as a player with perfect memory knows it."""
    melds: tuple[Meld, ...]
    """Every combination declared in this deal, in order."""
    used: tuple[Mask, ...]
    """By class of combination: the cards that have served in it."""
    announced: tuple[Meld | None, ...]
    shown: CardSet
    counted: CardSet
    """Sevens of trumps that were turned up, exchanged or shown, and score nothing when they are played."""
    broken: tuple[Mask, ...]
    """By class of combination: the cards of declarations of which a card has been played; may be empty."""
    blank: tuple[Card | None, ...]
    """By seat: the card that the viewer may show after a carte blanche, ``NO_CARD`` once it is shown.

    None for others, as nobody knows whether they have drawn a king, queen or knave. May be empty.
    """
    declaring: Declaring
    marks: tuple[Mark, ...]
    """This deal's marks."""
    totals: tuple[int, ...]
    side_totals: tuple[int, ...]
    over: bool
    result: Result | None
    legal: tuple[Action, ...]
    """The actions that this seat may take now, each physical card on its own."""
    offered: tuple[Action, ...]
    """Those of ``legal`` that make a difference: of two equal copies in one place, only one."""
    honour: HonourView | None = None
    """What an honour table shows in addition; None where irregularities are prevented."""
    opened: bool = False
    """Whether all players have agreed to let the tricks be looked at, which the rules otherwise forbid."""

    @property
    def law(self) -> Law:
        return law_for(self.rules, self.quantities)

    @property
    def players(self) -> int:
        return self.rules.players

    @property
    def last_eight(self) -> bool:
        """Whether the stock is gone, and declared cards are back in the hands."""
        return self.stock == 0 if self.honour is None else self.honour.last_eight

    @property
    def to_play(self) -> bool:
        """Whether this seat is on turn."""
        return self.seat is not None and self.seat == self.turn and not self.over

    @property
    def searchable(self) -> bool:
        """Whether all tricks may be looked at, so that help may count the cards played."""
        return self.over or self.rules.past_tricks == "open"

    @property
    def in_sight(self) -> Mask:
        """The cards played that may still be looked at: those of the tricks shown and of the one being played."""
        return mask_of(self.trick) | mask_of(c for trick in self.tricks for c in trick.cards)

    @property
    def last_trick(self) -> Trick | None:
        return self.tricks[-1] if self.tricks else None

    def brisques_in(self, trick: Trick) -> int:
        return self.quantities.brisque * (mask_of(trick.cards) & BRISQUES).bit_count()

    def marked_in(self, trick: Trick) -> int:
        """Return the points that a trick's brisques add to a total."""
        return self.brisques_in(trick) * self.quantities.brisques_marked


def observe(game: Game, seat: int | None, *, opened: bool = False) -> View:
    """Return what a seat sees of the present deal, as :func:`observe_deal` does."""
    if game.deal is None:
        raise ValueError("no deal has been opened yet")
    return observe_deal(game.deal, seat, opened=opened)


def observe_deal(deal: Deal, seat: int | None, *, opened: bool = False) -> View:
    """Return what a seat sees of a deal, without all that is hidden; `opened`: everybody lets the tricks be seen."""
    base, law, declared = deal.base, deal.law, deal.declared
    n = law.players
    gone = 0
    by_seat = [0] * n
    for trick in deal.tricks:
        by_seat[trick.winner] += 1
        for c in trick.cards:
            gone |= 1 << c
    for c in deal.trick:
        gone |= 1 << c
    mine = seat is not None and seat == deal.turn and not deal.over and deal.honour is None
    searched = (
        opened or law.rules.past_tricks == "open" or deal.over or (deal.honour is not None and deal.honour.counted)
    )
    view = View(
        seat=seat,
        rules=law.rules,
        quantities=law.quantities,
        number=base.number,
        dealer=base.dealer,
        phase=deal.phase,
        turn=deal.turn,
        leader=deal.leader,
        trump=deal.trump,
        turn_up=deal.turn_up if deal.left else NO_CARD,
        stock=deal.left,
        trick=deal.trick,
        tricks=deal.tricks if searched else deal.tricks[-1:],
        tricks_played=len(deal.tricks),
        tricks_by_seat=tuple(by_seat),
        hand=CardSet(deal.hand(seat) if seat is not None else 0),
        tables=tuple([CardSet(deal.table(each)) for each in range(n)]),
        hand_sizes=tuple([deal.hand(each).bit_count() for each in range(n)]),
        known=tuple([CardSet(deal.hand(each) & declared.public) for each in range(n)]),
        gone=CardSet(gone),
        melds=declared.melds,
        used=declared.used,
        announced=declared.announced,
        shown=CardSet(declared.shown),
        counted=CardSet(declared.counted),
        broken=declared.broken,
        blank=tuple([each if owner == seat else None for owner, each in enumerate(declared.blank)]),
        declaring=deal.declaring,
        marks=deal.score.marks,
        totals=deal.score.totals,
        side_totals=tuple(side_totals(base, deal.score.totals)),
        over=deal.over,
        result=deal.result,
        legal=tuple(legal_moves(deal)) if mine else (),
        offered=tuple(distinct_moves(deal)) if mine else (),
        opened=opened and law.rules.past_tricks != "open",
    )
    return view if deal.honour is None else _at_honour_table(view, deal, seat)


def _at_honour_table(view: View, deal: Deal, seat: int | None) -> View:
    """Add what an honour table shows: several seats may act there, and each may have its own chance to declare."""
    honour = deal.honour
    if honour is None or seat is None:
        return replace(view, honour=honour_view(deal, seat))
    return replace(
        view,
        declaring=honour.chances[seat] or view.declaring,
        legal=acts_in_view(deal, seat, distinct=False),
        offered=acts_in_view(deal, seat, distinct=True),
        honour=honour_view(deal, seat),
    )
