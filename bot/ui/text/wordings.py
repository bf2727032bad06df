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
from bot.engine.record_json import RecordError

from .faces import faces, rank_signs
from .honour_wordings import HONOUR_WORDINGS
from .i18n import tr


class Wording(NamedTuple):
    """A clause and a sentence; ``{cards}`` stands for the cards at fault."""

    clause: str
    sentence: str


WORDINGS: Final[dict[Reason, Wording]] = {
    Reason.GAME_OVER: Wording("the game is over", "The game is over; nothing more can be played in it."),
    Reason.NO_DEAL: Wording("no deal has been opened", "No cards have been dealt yet; wait for the deal."),
    Reason.DEAL_OVER: Wording("the deal is over", "This deal is over; play goes on with the next deal."),
    Reason.NO_SUCH_SEAT: Wording("there is no such seat", "That seat is not at this table; choose one that is."),
    Reason.NOT_YOUR_TURN: Wording(
        "it is another seat's turn", "It is another player's turn; wait until the table comes round to you."
    ),
    Reason.NOT_YOURS_TO_DECLARE: Wording(
        "it is another seat's chance to declare",
        "Another player may declare now; wait until everyone has drawn.",
    ),
    Reason.STILL_DECLARING: Wording(
        "must pass before playing", "You won the trick: declare what you like, then pass to draw, and then lead."
    ),
    Reason.NOT_DECLARING: Wording(
        "only possible right after winning a trick",
        "That is only possible right after you have won a trick; win one first.",
    ),
    Reason.LAST_EIGHT: Wording(
        "the stock is gone", "The stock is gone, so nothing can be declared or exchanged any more; play a card."
    ),
    Reason.NOT_HELD: Wording(
        "does not hold {cards}", "You do not hold {cards}; choose from the cards in your hand and on your table."
    ),
    Reason.ALREADY_PLAYED: Wording(
        "already played: {cards}",
        "A card that has been played is gone ({cards}); choose from the cards you still hold.",
    ),
    Reason.FOLLOW_SUIT: Wording(
        "must follow suit", "You must follow suit in the last eight tricks; play a card of the suit that was led."
    ),
    Reason.HEAD_TRICK: Wording(
        "must head the trick",
        "You must head the trick in the last eight; play a card that beats the one that is winning.",
    ),
    Reason.MUST_TRUMP: Wording(
        "must trump", "You cannot follow suit, so in the last eight tricks you must trump; play a trump that wins."
    ),
    Reason.NOT_SEVEN_OF_TRUMPS: Wording(
        "not a seven of trumps: {cards}", "That takes the seven of trumps, which {cards} is not; choose the seven."
    ),
    Reason.NO_TURN_UP: Wording(
        "there is no turn-up", "No card is turned up in this game, so there is nothing to exchange for; go on playing."
    ),
    Reason.TURN_UP_IS_SEVEN: Wording(
        "the turn-up is itself a seven",
        "The turn-up is itself a seven of trumps, so there is nothing to exchange; keep yours.",
    ),
    Reason.EXCHANGE_SHOWN: Wording(
        "a shown seven cannot be exchanged: {cards}",
        "A seven that has been shown has scored already and cannot be exchanged; only another one could be.",
    ),
    Reason.EXCHANGE_NOT_NOW: Wording(
        "an exchange is only possible right after winning a trick",
        "The seven can only be exchanged right after you have won a trick; win one first.",
    ),
    Reason.EXCHANGE_BEFORE_TRICK: Wording(
        "no exchange before the first trick is made",
        "The seven can be exchanged once the first trick has been made; play a card first.",
    ),
    Reason.SEVENS_COUNT_WHEN_PLAYED: Wording(
        "sevens count when they are played",
        "In this game a seven of trumps counts ten when you play it; there is no need to show it.",
    ),
    Reason.SEVENS_WITHOUT_TRUMP: Wording(
        "sevens do not count in a game without a turn-up",
        "Without a turn-up sevens count nothing; declare something else or pass.",
    ),
    Reason.ALREADY_SHOWN: Wording(
        "has counted its ten already: {cards}", "That seven has had its ten; declare something else or pass."
    ),
    Reason.NOT_THAT_COMBINATION: Wording(
        "the cards are not that combination",
        "Those cards do not make that combination; choose the cards that do.",
    ),
    Reason.NO_TREBLE: Wording(
        "this game's packs are too few for that combination",
        "Treble bézique takes three packs or more, and this game has fewer; declare something else or pass.",
    ),
    Reason.COMMON_BEFORE_TRUMPS: Wording(
        "the first marriage makes trumps and is royal",
        "The first marriage makes its suit trumps and counts as a royal marriage; declare it as royal.",
    ),
    Reason.SEQUENCE_BEFORE_TRUMPS: Wording(
        "no sequence before there are trumps",
        "There are no trumps yet, so there is no sequence; declare a marriage first, which makes trumps.",
    ),
    Reason.ONE_DECLARATION: Wording(
        "one declaration a trick",
        "You have made your one declaration for this trick; keep the next for later and pass.",
    ),
    Reason.SHARED_CARD: Wording(
        "already in a combination of this turn: {cards}",
        "Combinations of one turn may not share a card ({cards}); use other cards, or win another trick first.",
    ),
    Reason.JUST_TAKEN: Wording(
        "only just taken: {cards}",
        "The card you have just taken cannot be used yet; win another trick first.",
    ),
    Reason.CLASS_USED: Wording(
        "already served in a combination of this class: {cards}",
        "A card serves only once in the same kind of combination ({cards} already did); use another copy.",
    ),
    Reason.NO_NEW_CARD: Wording(
        "no new card from the hand",
        "A combination needs at least one card from the hand that was never declared; add a new one.",
    ),
    Reason.TREBLE_BARRED: Wording(
        "this game has no treble bézique",
        "This table's rules have no treble bézique; declare a double or a single.",
    ),
    Reason.LOWER_BEZIQUE: Wording(
        "already served in a higher bézique: {cards}",
        "A card of a double or treble bézique cannot serve in a lower one ({cards}); use other copies.",
    ),
    Reason.ONLY_LOWER_BEZIQUES: Wording(
        "lower béziques alone do not make a higher one",
        "Béziques that were declared one by one do not add up to a higher one; a new queen or knave is needed.",
    ),
    Reason.BEZIQUE_LOCKED: Wording(
        "bézique cards serve only once: {cards}",
        "By this table's rules a card that was in a bézique serves in nothing else ({cards}); use another copy.",
    ),
    Reason.SEQUENCE_PAIR: Wording(
        "the king and queen of a sequence cannot marry",
        "King and queen of a declared sequence cannot marry each other; use a new king or queen.",
    ),
    Reason.SEQUENCE_BARS: Wording(
        "neither king nor queen of a sequence may marry: {cards}",
        "By this table's rules neither king nor queen of a declared sequence may marry ({cards}); use other copies.",
    ),
    Reason.NO_ANNOUNCING: Wording(
        "this game has no announcing", "This table's rules have no announcing; declare, or pass."
    ),
    Reason.ANNOUNCE_AFTER_DECLARING: Wording(
        "must declare before announcing", "Announcing comes after a declaration in the same turn; declare first."
    ),
    Reason.ANNOUNCE_TWICE: Wording(
        "one announcement at a time", "You have announced a combination already, and one is all; pass to draw."
    ),
    Reason.ANNOUNCE_SAME_CLASS: Wording(
        "must announce another class than was declared",
        "What you announce must be of another kind than what you have just declared; choose another, or pass.",
    ),
    Reason.ANNOUNCE_NOT_EXPOSED: Wording(
        "not exposed: {cards}",
        "Every card of what you announce must lie on your table ({cards} does not); choose another, or pass.",
    ),
    Reason.ANNOUNCE_NOTHING_NEW: Wording(
        "an announcement needs a card just declared",
        "What you announce must use a card that you have just declared; choose another combination, or pass.",
    ),
    Reason.ANNOUNCE_TOO_LATE: Wording(
        "no announcing in the last chance",
        "This is the last chance to declare, so an announcement could never be scored; pass.",
    ),
    **{reason: Wording(*words) for reason, words in HONOUR_WORDINGS.items()},
}

WITH_PARTNERS: Final[dict[Reason, Wording]] = {
    Reason.STILL_DECLARING: Wording(
        "must pass before playing",
        "Your side won the trick: declare what you like, then pass. Everyone draws after your partner's chance too.",
    ),
    Reason.NOT_DECLARING: Wording(
        "only possible right after one's side has won a trick",
        "That is only possible right after your side has won a trick; win one first.",
    ),
    Reason.EXCHANGE_NOT_NOW: Wording(
        "an exchange is only possible right after one's side has won a trick",
        "The seven can only be exchanged right after your side has won a trick; win one first.",
    ),
}

_SUITS = "♣♦♥♠"


def plain_card(card: Card) -> str:
    """Write a card for people, without its pack: ``10♠``."""
    return rank_signs()[rank_of(card)] + _SUITS[suit_of(card)]


def _wording(refusal: Refusal, rules: Rules | None) -> Wording:
    if rules is not None and rules.partners and refusal.reason in WITH_PARTNERS:
        return WITH_PARTNERS[refusal.reason]
    return WORDINGS[refusal.reason]


def _cards(refusal: Refusal, name: Callable[[Card], str]) -> str:
    return " ".join(name(c) for c in refusal.cards) or "that card"


def reason_text(refusal: Refusal, rules: Rules | None = None) -> str:
    """Return why an action is refused, as a short lower-case clause with cards in a record's notation."""
    return _wording(refusal, rules).clause.replace("{cards}", _cards(refusal, card_name))


def with_ruling(refusal: Refusal, rules: Rules | None = None) -> str:
    """Return the clause with its ruling, if there is one: ``must follow suit (ruling 16)``."""
    ruling = refusal.reason.ruling
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
    shown = "".join(c if _visible(c) else c.encode("unicode_escape", "surrogatepass").decode() for c in text[:most])
    return shown if len(text) <= most else shown + "…"


def _visible(character: str) -> bool:
    return character == " " or unicodedata.category(character)[0] not in "CZ"
