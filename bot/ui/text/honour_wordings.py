"""Words for each refusal of an action at an honour table: a clause and a sentence, as in ``wordings``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.engine import Reason

HONOUR_WORDINGS: Final[Mapping[Reason, tuple[str, str]]] = {
    Reason.HONOUR_ONLY: (
        "only possible at an honour table",
        "That is only done at an honour table; here cards are drawn for you, and mistakes are prevented.",
    ),
    Reason.STOCK_EMPTY: ("no card is left in the stock", "No card is left in the stock; play on with those you hold."),
    Reason.TENTH_CARD: (
        "a hand holds at most nine cards",
        "You hold nine cards already, and a hand takes no tenth; play a card first.",
    ),
    Reason.TOO_FEW_TO_PLAY: (
        "nobody plays from fewer than seven cards while the stock lasts",
        "You have fewer than seven cards, and there are cards left in the stock; draw first.",
    ),
    Reason.HAS_PLAYED: (
        "has played to this trick",
        "You have played to this trick already; wait until it is complete.",
    ),
    Reason.SLIPPED_BEFORE: (
        "one card out of turn in a trick",
        "You have played out of turn in this trick already, and once is all; wait for your turn.",
    ),
    Reason.EXPOSED_BEFORE: (
        "has been exposed: {cards}",
        "That card has been shown already ({cards}); once is all while you hold it.",
    ),
    Reason.PUT_DOWN_BEFORE: (
        "has been put down before the next trick",
        "You have put down these cards under that name already; declare something else or draw.",
    ),
    Reason.LIES_AS_FORFEIT: (
        "stays exposed and serves in no declaration: {cards}",
        "A card that stays on the table as a forfeit serves in no declaration ({cards}); use other cards.",
    ),
    Reason.EXCHANGE_FROM_TABLE: (
        "a seven must be exchanged from the hand: {cards}",
        "A seven is exchanged from the hand, and that one lies on the table ({cards}); play it instead.",
    ),
    Reason.SHOW_FROM_TABLE: (
        "a seven must be shown from the hand: {cards}",
        "A seven is shown from the hand, and that one lies on the table ({cards}); play it instead.",
    ),
    Reason.TURN_UP_TAKEN: (
        "the turn-up has been taken",
        "The turn-up is in somebody's hand, so there is nothing to exchange for; keep the seven.",
    ),
    Reason.STOCK_FIRST: (
        "nobody plays to the last eight before the stock is empty",
        "The last eight tricks begin when the stock is empty; wait until every card is drawn.",
    ),
    Reason.TOO_FEW_TO_LIFT: (
        "lifting two takes three cards in the stock",
        "There are fewer than three cards in the stock, so two cannot be lifted; draw one.",
    ),
    Reason.CHOICE_OPEN: (
        "a choice after a lift is open",
        "Two cards were lifted, and the choice of them comes first; wait for it, or make it if it is yours.",
    ),
    Reason.NOTHING_TO_CHOOSE: (
        "there is nothing to choose",
        "No lifted cards are yours to choose from now; go on playing.",
    ),
    Reason.NOT_TO_CHOOSE: (
        "is not to be chosen: {cards}",
        "That card was not lifted ({cards}); choose one of the two that were.",
    ),
    Reason.NO_GROUND: (
        "there is no ground for that claim",
        "There is nothing of that kind that you could claim now; it has cost you nothing to ask.",
    ),
    Reason.CLAIM_ADDS_OR_DEDUCTS: (
        "the claim must say add or deduct",
        "At this table you choose how a forfeit is marked; say whether to add the points to yours or to take them off.",
    ),
    Reason.CLAIM_LEAVES_NO_CHOICE: (
        "the claim leaves no choice of how it is marked",
        "How that forfeit is marked is no choice at this table; claim it without saying how.",
    ),
    Reason.STOPPED: (
        "play has stopped at the target",
        "A side stands at the target, and play has stopped; claim what there is to claim, or say that you are done.",
    ),
    Reason.NOT_DONE_YET: (
        "the deal is not played out",
        "The deal is still being played; you can say that you are done when it is over.",
    ),
    Reason.SAID_DONE: (
        "has said done",
        "You have said that you are done, and claim nothing more in this deal; wait for the others.",
    ),
    Reason.NO_DRAW_AFTER_NINE: (
        "who held nine cards plays without drawing",
        "You played from nine cards, so you play to the next trick without drawing.",
    ),
    Reason.TAKEN_BACK: (
        "a declaration of this chance was taken back",
        "Your declaration was taken back, so you declare nothing more after this trick; win another one.",
    ),
    Reason.NO_SCORE_YET: (
        "must take another trick before scoring",
        "After a wrong declaration you score nothing before you have taken another trick; take one first.",
    ),
    Reason.CALLED: (
        "must play the card that was called",
        "A faced card of yours was called; play it to the next trick.",
    ),
    Reason.NOT_FACED: (
        "is not an opponent's faced card: {cards}",
        "Only a faced card of an opponent can be called, which {cards} is not; go on playing.",
    ),
    Reason.CALLED_BEFORE: (
        "has been called once: {cards}",
        "A faced card is called only once, and that one was ({cards}); go on playing.",
    ),
    Reason.CALL_STANDS: (
        "another card of that seat is called",
        "Another card of that player is called; wait until it has been played.",
    ),
    Reason.CALLS_ARE_OVER: (
        "no calling in the last eight",
        "In the last eight tricks no card is called any more; play on.",
    ),
    Reason.NO_REVOKE_YET: (
        "a revoke is claimed from the first of the last eight tricks on",
        "A revoke can be claimed once the first of the last eight tricks has been led; wait until then.",
    ),
    Reason.REVOKE_CLAIMED: (
        "that side has claimed a revoke in this deal",
        "Your side has claimed a revoke in this deal, and once is all; play on.",
    ),
}
