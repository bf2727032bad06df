"""The content of a table's picture as a value: read out of a view once, then drawn and said in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.engine import Card, CardSet, Phase, Suit, Trick, View
from bot.engine.cards import NO_CARD
from bot.ui.text.faces import own_hand
from bot.ui.text.history import brisques_taken, groups_of, sevens_of, sides_of, trick_shown
from bot.ui.text.honour_table import Lifted, called_of, faced_of, held_by, lifted_of, lying_of, may_play, set_apart
from bot.ui.text.scoring import spoken


@dataclass(frozen=True, slots=True)
class SeatFace:
    """One seat."""

    name: str
    on_move: bool
    exposed: tuple[tuple[Card, ...], ...]
    """The exposed cards, grouped as they were declared."""
    announced: CardSet
    """The exposed cards of the announced combination."""
    announces: str
    """The name of the announced combination in the rules; empty if there is none."""
    shown: tuple[Card, ...]
    """Sevens of trumps that were shown and are still in the closed hand."""
    held: int | None = None
    """At an honour table, the number of its cards, exposed ones included."""
    lying: tuple[Card, ...] = ()
    """Cards that stay exposed as a forfeit and serve in nothing."""
    faced: tuple[Card, ...] = ()
    """Cards that lie faced, and may be called."""
    called: Card = NO_CARD
    """The faced or other card that was called and has to be played."""

    @property
    def laid_out(self) -> tuple[Card, ...]:
        """Every card that lies open before the seat."""
        return (*(card for group in self.exposed for card in group), *self.lying, *self.faced)


@dataclass(frozen=True, slots=True)
class SideFace:
    """One seat, or two partners, with a score of their own."""

    seats: tuple[int, ...]
    total: int
    brisques: int | None
    """Number taken in this deal; None if tricks may not be looked at."""


@dataclass(frozen=True, slots=True)
class HandFace:
    """The hand of the picture's reader."""

    cards: tuple[Card, ...]
    """The cards neither exposed nor faced, in the order in which they are held."""
    playable: CardSet
    """Cards that may be played now, exposed ones included; empty when it is not the seat's turn to play.

    At an honour table it is empty too, except for a card that was called.
    """
    drawn: Card
    """The card that was drawn last."""


@dataclass(frozen=True, slots=True)
class TableFace:
    """A table at one moment, as one seat sees it or as everybody does."""

    seats: tuple[SeatFace, ...]
    below: int
    """The seat at the lower edge: the picture's reader."""
    hand: HandFace | None
    """None if the picture is for everybody."""
    sides: tuple[SideFace, ...]
    target: int | None
    trump: Suit
    turn_up: Card
    stock: int
    leader: int
    trick: tuple[Card, ...]
    """The cards in the middle, the leader's card first."""
    winner: int | None
    """The winner of the trick in the middle, if it is complete."""
    before: Trick | None
    """The trick before that, if it may be looked at and no cards were lifted."""
    lifted: Lifted | None = None
    """At an honour table, the cards of the stock that were lifted or turned up."""

    def seat_of(self, place: int) -> int:
        """Return the seat that played a card of the trick in the middle."""
        return (self.leader + place) % len(self.seats)

    def around(self, seat: int) -> int:
        """Return how many seats to the left of the lower edge a seat sits."""
        return (seat - self.below) % len(self.seats)


def seen_by_all(view: View, names: Sequence[str], *, keep_last: bool = False) -> TableFace:
    """Return what everybody sees of a deal.

    Args:
        view: The spectator's view; a seat's view is refused, so that no picture for all can show a hand.
        keep_last: Whether a trick stays in the middle until the next is led, for a reader who looks back.

    Raises:
        ValueError: The view is a seat's.
    """
    if view.seat is not None:
        raise ValueError("what all see is made from the spectator's view only")
    return _face(view, names, None, keep_last=keep_last)


def seen_from(view: View, names: Sequence[str], *, drawn: Card = NO_CARD) -> TableFace:
    """Return what a seat sees of a deal.

    Args:
        drawn: The card that it has drawn since it last played.

    Raises:
        ValueError: The view is a spectator's, who holds no cards.
    """
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    playable = may_play(view)
    cards = tuple(own_hand(view, view.hand - set_apart(view, view.seat)))
    return _face(view, names, HandFace(cards, playable, drawn), keep_last=False)


def _face(view: View, names: Sequence[str], hand: HandFace | None, *, keep_last: bool) -> TableFace:
    leader, trick, winner = trick_shown(view, keep_last=keep_last)
    past = view.tricks if winner is None else view.tricks[:-1]
    lifted = lifted_of(view)
    return TableFace(
        seats=tuple(_seat(view, seat, name) for seat, name in enumerate(names)),
        below=view.seat or 0,
        hand=hand,
        sides=_sides(view),
        target=spoken(view.rules.target, view.rules) if view.rules.length == "target" else None,
        trump=view.trump,
        turn_up=view.turn_up,
        stock=view.stock,
        leader=leader,
        trick=trick,
        winner=winner,
        before=past[-1] if past and lifted is None else None,
        lifted=lifted,
    )


def _seat(view: View, seat: int, name: str) -> SeatFace:
    announced = view.announced[seat]
    return SeatFace(
        name=name,
        on_move=_on_move(view, seat),
        exposed=tuple(map(tuple, groups_of(view, seat))),
        announced=CardSet(announced.cards) if announced is not None else CardSet(),
        announces=announced.row.name if announced is not None else "",
        shown=tuple(sevens_of(view, seat)),
        held=held_by(view, seat),
        lying=tuple(lying_of(view, seat)),
        faced=tuple(faced_of(view, seat)),
        called=called_of(view, seat),
    )


def _on_move(view: View, seat: int) -> bool:
    """Tell whether the table waits for a seat: when a deal is played out, for each seat that has not said done."""
    if view.honour is not None and view.phase is Phase.CLAIM:
        return not view.honour.done[seat]
    return seat == view.turn and view.phase is not Phase.OVER


def _sides(view: View) -> tuple[SideFace, ...]:
    taken = brisques_taken(view)
    return tuple(
        SideFace(seats, spoken(total, view.rules), sum(taken[seat] for seat in seats) if taken is not None else None)
        for seats, total in zip(sides_of(view), view.side_totals, strict=True)
    )
