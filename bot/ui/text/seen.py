"""What of a view the board's picture shows, and its words say: read in one place, so that both say the same."""

from __future__ import annotations

from bot.engine import Card, CardSet, Phase, View
from bot.engine.deal import Meld
from bot.ui.text.faces import sorted_hand


def sides_of(view: View) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side that has a score of its own."""
    if view.rules.partners:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(view.players))


def groups_of(view: View, seat: int) -> list[list[Card]]:
    """Return a seat's exposed cards grouped as they were declared; each card stands once."""
    left = view.tables[seat]
    groups = []
    for meld in view.melds:
        if meld.seat == seat and (cards := CardSet(meld.cards) & left):
            groups.append(sorted_hand(cards))
            left -= cards
    if left:
        groups.append(sorted_hand(left))
    return groups


def trick_shown(view: View, *, keep_last: bool = False) -> tuple[int, tuple[Card, ...], int | None]:
    """Return the trick that lies in the middle: who led it, its cards, and who took it if it is complete.

    While its winner may declare, and at the end of a deal, that is the last trick; with ``keep_last`` also until the
    next is led, for whoever looks back.
    """
    if not view.trick and (keep_last or view.phase is not Phase.PLAY) and view.last_trick is not None:
        return view.last_trick.leader, view.last_trick.cards, view.last_trick.winner
    return view.leader, view.trick, None


def announced_by(view: View, seat: int) -> Meld | None:
    """Return the combination that a seat has announced for its next turn to declare."""
    return view.announced[seat]


def sevens_of(view: View, seat: int) -> list[Card]:
    """Return the sevens of trumps that a seat has shown and still holds in the hand."""
    return sorted_hand(view.shown & view.known[seat])
