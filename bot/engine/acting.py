"""The single entry point to a deal: an ordinary table prevents irregularities, an honour table lets them happen.

The searches of house players use ``legality`` and ``moves`` directly, as the deals that they imagine are ordinary ones.
"""

from __future__ import annotations

from . import honour, legality
from .actions import HONOUR_VERBS, Action
from .cards import Card
from .deal import Deal, open_deal
from .events import Event
from .events import step_events as regular_step_events
from .law import Law
from .legality import why_not as regular_why_not
from .moves import advance as regular_advance
from .reasons import IllegalAction, Reason, Refusal


def deal_out(law: Law, number: int, dealer: int, deck: tuple[Card, ...], carried: tuple[int, ...]) -> Deal:
    """Return a new deal at either kind of table.

    Raises:
        DealError: The dealer is not a seat, or the deck is not this game's pack.
    """
    deal = open_deal(law, number, dealer, deck, carried)
    return deal if law.column is None else honour.opened(deal)


def why_not(deal: Deal, action: Action) -> Refusal | None:
    """Return why a seat may not do this now (at an honour table: cannot), or None if it may."""
    if deal.honour is not None:
        return honour.why_not(deal, action)
    refusal = regular_why_not(deal, action)
    return None if refusal is None else _at_ordinary_table(refusal, action)


def _at_ordinary_table(refusal: Refusal, action: Action) -> Refusal:
    """Refuse an act of honour tables as such, and not because it is another seat's turn."""
    foreign = action.verb in HONOUR_VERBS and refusal.reason is not Reason.GAME_OVER
    return Refusal(Reason.HONOUR_ONLY) if foreign else refusal


def apply_move(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action.

    Raises:
        IllegalAction: It is refused; the error carries the reason.
    """
    if deal.honour is None:  # the fast path: an ordinary table needs no other checks
        refusal = regular_why_not(deal, action)
        if refusal is None:
            return regular_advance(deal, action)
        raise IllegalAction(_at_ordinary_table(refusal, action))
    refusal = honour.why_not(deal, action)
    if refusal is not None:
        raise IllegalAction(refusal)
    return honour.advance(deal, action)


def advance(deal: Deal, action: Action) -> Deal:
    """Return the deal after an action that was not refused; it is not checked again."""
    return regular_advance(deal, action) if deal.honour is None else honour.advance(deal, action)


def step_events(before: Deal, action: Action, after: Deal) -> tuple[Event, ...]:
    """Return the events of an action, each with its audience."""
    if before.honour is None:
        return regular_step_events(before, action, after)
    return honour.honour_events(before, action, after)


def seats_to_act(deal: Deal) -> tuple[int, ...]:
    """Return the seats that may act now; at an honour table, the seats with a listed act."""
    if deal.honour is not None:
        return tuple(sorted({action.seat for action in honour.legal_acts(deal)}))
    return () if deal.over else (deal.turn,)


def legal_moves(deal: Deal) -> list[Action]:
    """List every action that is legal now, except resigning; each physical card counts on its own.

    At an honour table the list holds the regular acts and the possible claims of every seat; more acts are possible.
    """
    return legality.legal_moves(deal) if deal.honour is None else honour.legal_acts(deal)


def distinct_moves(deal: Deal) -> list[Action]:
    """List the legal actions that make a difference: of two equal copies in one place, only one."""
    return legality.distinct_moves(deal) if deal.honour is None else honour.distinct_acts(deal)
