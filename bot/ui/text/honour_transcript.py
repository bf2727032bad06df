"""The lines of a transcript for events of an honour table alone: draws, exposed cards, claims and forfeits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine import Deal, Event
from bot.engine.events import CardDrawn
from bot.engine.forfeits import Irregularity
from bot.engine.honour import out_of_turn, told
from bot.ui.text.scoring import combination_title

from .i18n import mark, tr
from .wordings import plain_card

FORFEIT_WORDS: Final = mark(
    {
        "forfeit-drawn-out-of-turn": "forfeit for drawing out of turn",
        "forfeit-played-out-of-turn": "forfeit for playing out of turn",
        "forfeit-not-drawn": "forfeit for not having drawn",
        "forfeit-nine-cards": "forfeit for nine cards",
        "forfeit-wrong-declaration": "wrong declaration, taken back",
        "forfeit-revoke": "the last eight tricks, for a revoke",
    }
)
"""Words for the reason of each forfeit's mark."""
TAKEN_BACK: Final = "forfeit-wrong-declaration"
"""The reason of the mark with which a declaration's points are taken back."""
_CLAIMS: Final = mark(
    {
        Irregularity.DRAWN_OUT_OF_TURN: "{name} claims that {other} drew out of turn",
        Irregularity.PLAYED_OUT_OF_TURN: "{name} claims that {other} played out of turn",
        Irregularity.NOT_DRAWN: "{name} claims that {other} has played without drawing",
        Irregularity.NINE_CARDS: "{name} claims that {other} holds nine cards",
    }
)


def act_at_honour_table(event: Event, names: Sequence[str]) -> str | None:
    """Return an act without a full stop; the points that it brings or costs follow in the same line."""
    if isinstance(event, told.Claimed) and event.offender is not None and event.kind in _CLAIMS:
        return tr(_CLAIMS[event.kind], name=names[event.seat], other=names[event.offender])
    if isinstance(event, told.DeclarationTakenBack):
        return tr("{name} takes back the {what}", name=names[event.seat], what=combination_title(event.name).lower())
    return None


def line_at_honour_table(event: Event, names: Sequence[str], before: Deal | None) -> str | None:
    """Return the sentence for a public event of an honour table, or None if there is nothing to tell.

    Args:
        event: The event.
        names: The players by seat.
        before: The moment before it; a draw is told only where it was not that seat's turn.
    """
    match event:
        case told.CardTakenBack(seat=seat, card=card, stays=stays) if stays:
            return tr("{name} plays {card} out of turn; it stays exposed.", name=names[seat], card=plain_card(card))
        case told.CardTakenBack(seat=seat, card=card):
            return tr("{name} plays {card} out of turn and takes it back.", name=names[seat], card=plain_card(card))
        case told.CardExposed(seat=seat, card=card, stays=stays) if stays:
            return tr("{name} exposes {card}; it stays on the table.", name=names[seat], card=plain_card(card))
        case told.CardExposed(seat=seat, card=card):
            return tr("{name} exposes {card}.", name=names[seat], card=plain_card(card))
        case told.StockSeen(cards=cards):
            return tr("Turned up from the stock: {cards}.", cards=" ".join(plain_card(card) for card in cards))
        case told.CardCalled(seat=seat, holder=holder, card=card):
            return tr(
                "{name} calls {card}: {other} must play it.",
                name=names[seat],
                other=names[holder],
                card=plain_card(card),
            )
        case told.EightBrought(seat=seat, offender=offender):
            return tr(
                "{other} has revoked: the last eight tricks go to {name}.", name=names[seat], other=names[offender]
            )
        case told.PlayStopped():
            return tr("The target is reached, and play stops.")
        case told.PlayResumed():
            return tr("The target is no longer reached, and play goes on.")
        case _:
            return _of_one_seat(event, names, before)


def _of_one_seat(event: Event, names: Sequence[str], before: Deal | None) -> str | None:
    match event:
        case told.TwoLifted(seat=seat):
            return tr("{name} lifts two cards.", name=names[seat])
        case told.CardReturned(seat=seat):
            return tr("{name} puts one of the two into the middle of the stock.", name=names[seat])
        case told.ChoiceWaived(seat=seat):
            return tr("{name} lets the choice go.", name=names[seat])
        case told.Claimed(seat=seat, kind=Irregularity.REVOKE):
            return tr("{name} claims a revoke.", name=names[seat])
        case told.Claimed(seat=seat, kind=Irregularity.WRONG_DECLARATION, offender=offender) if offender is not None:
            return tr("{name} challenges what {other} has declared.", name=names[seat], other=names[offender])
        case CardDrawn(seat=seat) if before is not None and out_of_turn(before, seat):
            return tr("{name} draws out of turn.", name=names[seat])
        case _:
            return None
