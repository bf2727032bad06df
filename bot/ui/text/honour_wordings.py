"""Words for each refusal of an action at an honour table: a clause and a sentence, as in ``wordings``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine import Reason

HONOUR_WORDINGS: Final[Mapping[Reason, tuple[str, str]]] = {
    Reason.HONOUR_ONLY: (
        "only possible at an honour table",
        "That is for honour tables; here I draw for you.",
    ),
    Reason.STOCK_EMPTY: ("no card is left in the stock", "The stock is empty; play on with what you hold."),
    Reason.TENTH_CARD: (
        "a hand holds at most nine cards",
        "You can hold nine cards at most; play one first.",
    ),
    Reason.TOO_FEW_TO_PLAY: (
        "nobody plays from fewer than seven cards while the stock lasts",
        "You have fewer than seven cards; draw first.",
    ),
    Reason.HAS_PLAYED: (
        "has played to this trick",
        "You have played to this trick; wait for the next.",
    ),
    Reason.SLIPPED_BEFORE: (
        "one card out of turn in a trick",
        "You have played out of turn once; wait for your turn.",
    ),
    Reason.EXPOSED_BEFORE: (
        "has been exposed: {cards}",
        "You have shown {cards}; play on.",
    ),
    Reason.PUT_DOWN_BEFORE: (
        "has been put down before the next trick",
        "These lie there already; choose something else.",
    ),
    Reason.LIES_AS_FORFEIT: (
        "stays exposed and serves in no declaration: {cards}",
        "A forfeited card serves in no declaration ({cards}); use others.",
    ),
    Reason.EXCHANGE_FROM_TABLE: (
        "a seven must be exchanged from the hand: {cards}",
        "A seven on the table is not exchanged ({cards}); play it instead.",
    ),
    Reason.SHOW_FROM_TABLE: (
        "a seven must be shown from the hand: {cards}",
        "A seven on the table is not shown ({cards}); play it instead.",
    ),
    Reason.TURN_UP_TAKEN: (
        "the turn-up has been taken",
        "The turn-up is in somebody's hand; keep the seven.",
    ),
    Reason.STOCK_FIRST: (
        "nobody plays to the last eight before the stock is empty",
        "Wait until every card is drawn.",
    ),
    Reason.TOO_FEW_TO_LIFT: (
        "lifting two takes three cards in the stock",
        "The stock is too low for that; draw one.",
    ),
    Reason.CHOICE_OPEN: (
        "a choice after a lift is open",
        "First one of the lifted cards is chosen; wait.",
    ),
    Reason.NOTHING_TO_CHOOSE: (
        "there is nothing to choose",
        "You have no lifted cards to choose from.",
    ),
    Reason.NOT_TO_CHOOSE: (
        "is not to be chosen: {cards}",
        "That card was not lifted ({cards}); choose one of the two.",
    ),
    Reason.NO_GROUND: (
        "there is no ground for that claim",
        "There is nothing of that kind to claim; asking cost nothing.",
    ),
    Reason.CLAIM_ADDS_OR_DEDUCTS: (
        "the claim must say add or deduct",
        "Choose: added to yours, or taken off theirs.",
    ),
    Reason.CLAIM_LEAVES_NO_CHOICE: (
        "the claim leaves no choice of how it is marked",
        "That forfeit gives no choice here; claim it without.",
    ),
    Reason.STOPPED: (
        "play has stopped at the target",
        "A side has reached the target; claim, or say that you are done.",
    ),
    Reason.NOT_DONE_YET: (
        "the deal is not played out",
        "Wait until the deal is over.",
    ),
    Reason.SAID_DONE: (
        "has said done",
        "You have said you are done; wait for the others.",
    ),
    Reason.NO_DRAW_AFTER_NINE: (
        "who held nine cards plays without drawing",
        "You played from nine cards; play once without drawing.",
    ),
    Reason.TAKEN_BACK: (
        "a declaration of this chance was taken back",
        "Your declaration was taken back; win another trick first.",
    ),
    Reason.NO_SCORE_YET: (
        "must take another trick before scoring",
        "Take another trick before you score.",
    ),
    Reason.CALLED: (
        "must play the card that was called",
        "Your faced card was called; play it.",
    ),
    Reason.NOT_FACED: (
        "is not an opponent's faced card: {cards}",
        "Only an opponent's faced card can be called, not {cards}.",
    ),
    Reason.CALLED_BEFORE: (
        "has been called once: {cards}",
        "A faced card is called only once ({cards}); play on.",
    ),
    Reason.CALL_STANDS: (
        "another card of that seat is called",
        "Another of their cards is called; wait for it.",
    ),
    Reason.CALLS_ARE_OVER: (
        "no calling in the last eight",
        "No card is called in the last eight; play on.",
    ),
    Reason.NO_REVOKE_YET: (
        "a revoke is claimed from the first of the last eight tricks on",
        "Claim a revoke once the last eight have begun.",
    ),
    Reason.REVOKE_CLAIMED: (
        "that side has claimed a revoke in this deal",
        "Your side has claimed its one revoke; play on.",
    ),
}
