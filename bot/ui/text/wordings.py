"""Words for every reason for which the rules refuse an action.

Each reason has two forms: a clause as after a colon (*must follow suit*), and for players a sentence that says what to
do next. The only cards ever named are those of the refused action itself.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import Final, NamedTuple

from bot.engine import Card, Reason, Refusal, Rules, card_name
from bot.engine.cards import rank_of, suit_of
from bot.engine.quantities import GAMES
from bot.engine.record_json import RecordError

from .faces import faces, rank_signs
from .i18n import tr


class Wording(NamedTuple):
    """A clause and a sentence; ``{cards}`` stands for the cards at fault."""

    clause: str
    sentence: str
    partners: Wording | None = None
    """The same where partners play, if they are told something else."""


WORDINGS: Final[dict[Reason, Wording]] = {
    Reason.GAME_OVER: Wording("the game is over", "The game is over."),
    Reason.NO_DEAL: Wording("no deal has been opened", "No cards are dealt yet; wait for the deal."),
    Reason.DEAL_OVER: Wording("the deal is over", "This deal is over; wait for the next."),
    Reason.NO_SUCH_SEAT: Wording("there is no such seat", "That seat is not here; choose another."),
    Reason.NOT_YOUR_TURN: Wording("it is another seat's turn", "It is another player's turn; wait for yours."),
    Reason.NOT_YOURS_TO_DECLARE: Wording("it is another seat's chance to declare", "Another player may declare; wait."),
    Reason.STILL_DECLARING: Wording(
        "must pass before playing",
        "You won the trick: declare or pass first.",
        Wording("must pass before playing", "Your side won the trick: declare or pass."),
    ),
    Reason.NOT_DECLARING: Wording(
        "only possible right after winning a trick",
        "Win a trick first.",
        Wording("only possible right after one's side has won a trick", "Your side must win a trick first."),
    ),
    Reason.LAST_EIGHT: Wording("the stock is gone", "The stock is gone: no more declaring or exchanging; play a card."),
    Reason.NOT_HELD: Wording("does not hold {cards}", "You do not hold {cards}; choose another card."),
    Reason.ALREADY_PLAYED: Wording("already played: {cards}", "You have played {cards}; choose another card."),
    Reason.FOLLOW_SUIT: Wording("must follow suit", "The stock is gone: you must follow suit."),
    Reason.HEAD_TRICK: Wording("must head the trick", "The stock is gone: you must beat the best card."),
    Reason.MUST_TRUMP: Wording("must trump", "You cannot follow: play a trump that wins."),
    Reason.NOT_SEVEN_OF_TRUMPS: Wording(
        "not a seven of trumps: {cards}", "That takes the seven of trumps, not {cards}."
    ),
    Reason.NO_TURN_UP: Wording("there is no turn-up", "No card is turned up here; play on."),
    Reason.TURN_UP_IS_SEVEN: Wording(
        "the turn-up is itself a seven", "The turn-up is a seven of trumps too; keep yours."
    ),
    Reason.EXCHANGE_SHOWN: Wording(
        "a shown seven cannot be exchanged: {cards}", "That seven has scored; choose something else."
    ),
    Reason.EXCHANGE_NOT_NOW: Wording(
        "an exchange is only possible right after winning a trick",
        "Win a trick first.",
        Wording(
            "an exchange is only possible right after one's side has won a trick", "Your side must win a trick first."
        ),
    ),
    Reason.EXCHANGE_BEFORE_TRICK: Wording(
        "no exchange before the first trick is made", "Play a card first; exchange after the first trick."
    ),
    Reason.SEVENS_COUNT_WHEN_PLAYED: Wording(
        "sevens count when they are played", "Here a seven of trumps counts when played; play on."
    ),
    Reason.SEVENS_WITHOUT_TRUMP: Wording(
        "sevens do not count in a game without a turn-up", "Sevens count nothing here; choose something else."
    ),
    Reason.ALREADY_SHOWN: Wording(
        "has counted its ten already: {cards}", "That seven has scored; choose something else."
    ),
    Reason.NOT_THAT_COMBINATION: Wording(
        "the cards are not that combination", "Those cards do not make that; choose others."
    ),
    Reason.NO_TREBLE: Wording(
        "this game's packs are too few for that combination", "Treble bézique takes three packs; choose something else."
    ),
    Reason.COMMON_BEFORE_TRUMPS: Wording(
        "the first marriage makes trumps and is royal", "The first marriage makes trumps; declare it as royal."
    ),
    Reason.SEQUENCE_BEFORE_TRUMPS: Wording(
        "no sequence before there are trumps", "There are no trumps yet; declare a marriage to make them."
    ),
    Reason.ONE_DECLARATION: Wording("one declaration a trick", "You have declared for this trick; pass."),
    Reason.SHARED_CARD: Wording(
        "already in a combination of this turn: {cards}",
        "One turn's combinations share no card ({cards}); use others, or win another trick.",
    ),
    Reason.JUST_TAKEN: Wording("only just taken: {cards}", "You have just taken that card; win another trick first."),
    Reason.CLASS_USED: Wording(
        "already served in a combination of this class: {cards}",
        "A card serves once in a kind of combination ({cards}); use another copy.",
    ),
    Reason.NO_NEW_CARD: Wording("no new card from the hand", "Add a card from the hand that was never declared."),
    Reason.TREBLE_BARRED: Wording(
        "this game has no treble bézique", "No treble bézique here; declare a double or single."
    ),
    Reason.LOWER_BEZIQUE: Wording(
        "already served in a higher bézique: {cards}",
        "A card of a higher bézique serves no lower one ({cards}); use others.",
    ),
    Reason.ONLY_LOWER_BEZIQUES: Wording(
        "lower béziques alone do not make a higher one", "Béziques declared singly make no higher one; add a new card."
    ),
    Reason.BEZIQUE_LOCKED: Wording(
        "bézique cards serve only once: {cards}",
        "Here bézique cards serve in nothing else ({cards}); use another copy.",
    ),
    Reason.SEQUENCE_PAIR: Wording(
        "the king and queen of a sequence cannot marry",
        "King and queen of a sequence cannot marry; use a new king or queen.",
    ),
    Reason.SEQUENCE_BARS: Wording(
        "neither king nor queen of a sequence may marry: {cards}",
        "Here no king or queen of a sequence may marry ({cards}); use others.",
    ),
    Reason.OTHER_GAME: Wording(
        "this game has no such combination", "There is no such combination in this game; declare another."
    ),
    Reason.ALREADY_DECLARED: Wording(
        "has been declared so before: {cards}", "You have declared these very cards; use another card with them."
    ),
    Reason.NONE_PLAYED_SINCE: Wording(
        "declared in this class, and none of that has been played: {cards}",
        "These lie there declared ({cards}); play one of them first, or use other cards.",
    ),
    Reason.PLAIN_BEFORE_TRUMPS: Wording(
        "the first sequence makes trumps and is no plain one", "Your sequence makes trumps; declare it as such."
    ),
    Reason.BLANK_OTHER_GAME: Wording(
        "carte blanche counts only in Rubicon", "Carte blanche counts nothing here; play a card."
    ),
    Reason.BLANK_TOO_LATE: Wording(
        "too late for carte blanche",
        "It is too late for that; play a card.",
    ),
    Reason.BLANK_TWICE: Wording("has been shown before", "You have shown that already; play a card."),
    Reason.BLANK_COURT: Wording(
        "no carte blanche with a king, queen or knave: {cards}",
        "With a king, queen or knave ({cards}) there is no carte blanche; play a card.",
    ),
    Reason.BLANK_NOT_FIRST: Wording(
        "there is no carte blanche to go on with", "You have no carte blanche to go on with; play a card."
    ),
    Reason.BLANK_NOT_DRAWN: Wording(
        "not the card just drawn: {cards}", "Only the card you have just drawn can be shown; play a card."
    ),
    Reason.NO_ANNOUNCING: Wording("this game has no announcing", "There is no announcing here; declare or pass."),
    Reason.ANNOUNCE_AFTER_DECLARING: Wording("must declare before announcing", "Declare before you announce."),
    Reason.ANNOUNCE_TWICE: Wording("one announcement at a time", "You can announce only one; pass to draw."),
    Reason.ANNOUNCE_SAME_CLASS: Wording(
        "must announce another class than was declared", "Announce another kind than just declared, or pass."
    ),
    Reason.ANNOUNCE_NOT_EXPOSED: Wording(
        "not exposed: {cards}", "Announce what lies on your table (not {cards}), or pass."
    ),
    Reason.ANNOUNCE_NOTHING_NEW: Wording(
        "an announcement needs a card just declared", "Announce with a card just declared, or pass."
    ),
    Reason.ANNOUNCE_TOO_LATE: Wording(
        "no announcing in the last chance", "An announcement could never be scored now; pass."
    ),
    Reason.HONOUR_ONLY: Wording("only possible at an honour table", "That is for honour tables; here I draw for you."),
    Reason.STOCK_EMPTY: Wording("no card is left in the stock", "The stock is empty; play on with what you hold."),
    Reason.TENTH_CARD: Wording("a hand holds at most nine cards", "You can hold nine cards at most; play one first."),
    Reason.TOO_FEW_TO_PLAY: Wording(
        "nobody plays from fewer than seven cards while the stock lasts", "You have fewer than seven cards; draw first."
    ),
    Reason.HAS_PLAYED: Wording("has played to this trick", "You have played to this trick; wait for the next."),
    Reason.SLIPPED_BEFORE: Wording(
        "one card out of turn in a trick", "You have played out of turn once; wait for your turn."
    ),
    Reason.EXPOSED_BEFORE: Wording("has been exposed: {cards}", "You have shown {cards}; play on."),
    Reason.PUT_DOWN_BEFORE: Wording(
        "has been put down before the next trick", "These lie there already; choose something else."
    ),
    Reason.LIES_AS_FORFEIT: Wording(
        "stays exposed and serves in no declaration: {cards}",
        "A forfeited card serves in no declaration ({cards}); use others.",
    ),
    Reason.EXCHANGE_FROM_TABLE: Wording(
        "a seven must be exchanged from the hand: {cards}",
        "A seven on the table can only be played ({cards}).",
    ),
    Reason.SHOW_FROM_TABLE: Wording(
        "a seven must be shown from the hand: {cards}", "A seven on the table can only be played ({cards})."
    ),
    Reason.TURN_UP_TAKEN: Wording("the turn-up has been taken", "The turn-up is in somebody's hand; keep the seven."),
    Reason.STOCK_FIRST: Wording(
        "nobody plays to the last eight before the stock is empty", "Wait until every card is drawn."
    ),
    Reason.TOO_FEW_TO_LIFT: Wording(
        "lifting two takes three cards in the stock", "The stock is too low for that; draw one."
    ),
    Reason.CHOICE_OPEN: Wording("a choice after a lift is open", "First one of the lifted cards is chosen; wait."),
    Reason.NOTHING_TO_CHOOSE: Wording("there is nothing to choose", "You have no lifted cards to choose from."),
    Reason.NOT_TO_CHOOSE: Wording(
        "is not to be chosen: {cards}", "That card was not lifted ({cards}); choose one of the two."
    ),
    Reason.NO_GROUND: Wording(
        "there is no ground for that claim", "There is nothing of that kind to claim; asking cost nothing."
    ),
    Reason.CLAIM_ADDS_OR_DEDUCTS: Wording(
        "the claim must say add or deduct", "Choose: added to yours, or taken off theirs."
    ),
    Reason.CLAIM_LEAVES_NO_CHOICE: Wording(
        "the claim leaves no choice of how it is marked", "That forfeit gives no choice here; claim it without."
    ),
    Reason.STOPPED: Wording(
        "play has stopped at the target", "A side has reached the target; claim, or say that you are done."
    ),
    Reason.NOT_DONE_YET: Wording("the deal is not played out", "Wait until the deal is over."),
    Reason.SAID_DONE: Wording("has said done", "You have said you are done; wait for the others."),
    Reason.NO_DRAW_AFTER_NINE: Wording(
        "who held nine cards plays without drawing", "You played from nine cards; play once without drawing."
    ),
    Reason.TAKEN_BACK: Wording(
        "a declaration of this chance was taken back", "Your declaration was taken back; win another trick first."
    ),
    Reason.NO_SCORE_YET: Wording(
        "must take another trick before scoring", "You score nothing until you take another trick."
    ),
    Reason.CALLED: Wording("must play the card that was called", "Your faced card was called; play it."),
    Reason.NOT_FACED: Wording(
        "is not an opponent's faced card: {cards}", "Only an opponent's faced card can be called, not {cards}."
    ),
    Reason.CALLED_BEFORE: Wording(
        "has been called once: {cards}", "A faced card is called only once ({cards}); play on."
    ),
    Reason.CALL_STANDS: Wording(
        "another card of that seat is called", "Another of their cards is called; wait for it."
    ),
    Reason.CALLS_ARE_OVER: Wording("no calling in the last eight", "No card is called in the last eight; play on."),
    Reason.NO_REVOKE_YET: Wording(
        "a revoke is claimed from the first of the last eight tricks on",
        "Claim a revoke once the last eight have begun.",
    ),
    Reason.REVOKE_CLAIMED: Wording(
        "that side has claimed a revoke in this deal", "Your side has claimed its one revoke; play on."
    ),
}

EVERY_WORDING: Final = tuple(
    each for wording in WORDINGS.values() for each in (wording, wording.partners) if each is not None
)

_SUITS = "♣♦♥♠"


def plain_card(card: Card) -> str:
    """Write a card for people, without its pack: ``10♠``."""
    return rank_signs()[rank_of(card)] + _SUITS[suit_of(card)]


def _wording(refusal: Refusal, rules: Rules | None) -> Wording:
    words = WORDINGS[refusal.reason]
    return words.partners if rules is not None and rules.partners and words.partners is not None else words


def _cards(refusal: Refusal, name: Callable[[Card], str]) -> str:
    return " ".join(name(c) for c in refusal.cards) or "that card"


def reason_text(refusal: Refusal, rules: Rules | None = None) -> str:
    """Return why an action is refused, as a short lower-case clause with cards in a record's notation."""
    return _wording(refusal, rules).clause.replace("{cards}", _cards(refusal, card_name))


def ruling_of(reason: Reason | int, rules: Rules | None) -> int:
    """Return the ruling by which something is refused in the game that is played; 0 if there is none."""
    ruling = reason if isinstance(reason, int) else reason.ruling
    return ruling if rules is None else dict(GAMES[rules.game].rulings).get(ruling, ruling)


def with_ruling(refusal: Refusal, rules: Rules | None = None) -> str:
    """Return the clause with its ruling, if there is one: ``must follow suit (ruling 16)``."""
    ruling = ruling_of(refusal.reason, rules)
    return reason_text(refusal, rules) + (f" (ruling {ruling})" if ruling else "")


def reason_sentence(refusal: Refusal, rules: Rules | None = None) -> str:
    """Return why a player's action is refused, and what to do next, as a sentence."""
    cards = faces(refusal.cards) or tr("that card")
    return tr(_wording(refusal, rules).sentence).replace("{cards}", cards)


def record_reason(error: RecordError, rules: Rules | None = None) -> str:
    """Return why a record is refused, on one line: the reason alone, without the place."""
    reason = error.reason if error.refusal is None else with_ruling(error.refusal, rules)
    return one_line(reason.rstrip("."))


def record_line(error: RecordError, rules: Rules | None = None) -> str:
    """Return what is wrong on one line: ``deal 0, action 41 (1 play 8Hb): must follow suit (ruling 16)``."""
    reason, where = record_reason(error, rules), one_line(error.where)
    return f"{where}: {reason}" if where else reason


_MOST_LINE: Final = 600


def one_line(text: str, most: int = _MOST_LINE) -> str:
    """Return a stranger's text as one line that is safe to show: invisible characters are written as escapes."""
    shown = "".join(
        c
        if c == " " or unicodedata.category(c)[0] not in "CZ"
        else c.encode("unicode_escape", "surrogatepass").decode()
        for c in text[:most]
    )
    return shown if len(text) <= most else shown + "…"
