"""Reasons for refusing an action, as data; their wording is in ``bot/ui``."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .cards import Card


class Reason(Enum):
    """A reason for refusing an action: a code, and the ruling in docs/rulings.md that it rests on (0: none)."""

    GAME_OVER = ("game-over", 0)
    NO_DEAL = ("no-deal", 0)
    DEAL_OVER = ("deal-over", 0)
    NO_SUCH_SEAT = ("no-such-seat", 1)
    NOT_YOUR_TURN = ("not-your-turn", 5)
    NOT_YOURS_TO_DECLARE = ("not-yours-to-declare", 7)
    STILL_DECLARING = ("still-declaring", 7)
    NOT_DECLARING = ("not-declaring", 7)
    LAST_EIGHT = ("last-eight", 8)
    NOT_HELD = ("not-held", 0)
    ALREADY_PLAYED = ("already-played", 11)

    FOLLOW_SUIT = ("follow-suit", 16)
    HEAD_TRICK = ("head-trick", 16)
    MUST_TRUMP = ("must-trump", 16)

    NOT_SEVEN_OF_TRUMPS = ("not-seven-of-trumps", 9)
    NO_TURN_UP = ("no-turn-up", 15)
    TURN_UP_IS_SEVEN = ("turn-up-is-seven", 9)
    EXCHANGE_SHOWN = ("exchange-shown", 9)
    EXCHANGE_NOT_NOW = ("exchange-not-now", 9)
    EXCHANGE_BEFORE_TRICK = ("exchange-before-trick", 9)

    SEVENS_COUNT_WHEN_PLAYED = ("sevens-count-when-played", 10)
    SEVENS_WITHOUT_TRUMP = ("sevens-without-trump", 15)
    ALREADY_SHOWN = ("already-shown", 10)

    NOT_THAT_COMBINATION = ("not-that-combination", 11)
    NO_TREBLE = ("no-treble", 13)
    TREBLE_BARRED = ("treble-barred", 13)
    COMMON_BEFORE_TRUMPS = ("common-before-trumps", 15)
    SEQUENCE_BEFORE_TRUMPS = ("sequence-before-trumps", 15)
    ONE_DECLARATION = ("one-declaration", 7)
    SHARED_CARD = ("shared-card", 11)
    JUST_TAKEN = ("just-taken", 9)
    CLASS_USED = ("class-used", 11)
    NO_NEW_CARD = ("no-new-card", 11)
    LOWER_BEZIQUE = ("lower-bezique", 13)
    ONLY_LOWER_BEZIQUES = ("only-lower-beziques", 13)
    BEZIQUE_LOCKED = ("bezique-locked", 13)
    SEQUENCE_PAIR = ("sequence-pair", 14)
    SEQUENCE_BARS = ("sequence-bars", 14)

    NO_ANNOUNCING = ("no-announcing", 12)
    ANNOUNCE_AFTER_DECLARING = ("announce-after-declaring", 12)
    ANNOUNCE_TWICE = ("announce-twice", 12)
    ANNOUNCE_SAME_CLASS = ("announce-same-class", 12)
    ANNOUNCE_NOT_EXPOSED = ("announce-not-exposed", 12)
    ANNOUNCE_NOTHING_NEW = ("announce-nothing-new", 12)
    ANNOUNCE_TOO_LATE = ("announce-too-late", 12)

    OTHER_GAME = ("other-game", 34)
    ALREADY_DECLARED = ("already-declared", 34)
    NONE_PLAYED_SINCE = ("none-played-since", 34)
    PLAIN_BEFORE_TRUMPS = ("plain-before-trumps", 34)
    BLANK_OTHER_GAME = ("blank-other-game", 33)
    BLANK_TOO_LATE = ("blank-too-late", 33)
    BLANK_TWICE = ("blank-twice", 33)
    BLANK_COURT = ("blank-court", 33)
    BLANK_NOT_FIRST = ("blank-not-first", 33)
    BLANK_NOT_DRAWN = ("blank-not-drawn", 33)

    HONOUR_ONLY = ("honour-only", 22)
    STOCK_EMPTY = ("stock-empty", 22)
    TENTH_CARD = ("tenth-card", 22)
    TOO_FEW_TO_PLAY = ("too-few-to-play", 22)
    HAS_PLAYED = ("has-played", 22)
    SLIPPED_BEFORE = ("slipped-before", 22)
    EXPOSED_BEFORE = ("exposed-before", 22)
    PUT_DOWN_BEFORE = ("put-down-before", 22)
    LIES_AS_FORFEIT = ("lies-as-forfeit", 22)
    EXCHANGE_FROM_TABLE = ("exchange-from-table", 9)
    SHOW_FROM_TABLE = ("show-from-table", 10)
    TURN_UP_TAKEN = ("turn-up-taken", 9)
    STOCK_FIRST = ("stock-first", 23)
    TOO_FEW_TO_LIFT = ("too-few-to-lift", 24)
    CHOICE_OPEN = ("choice-open", 24)
    NOTHING_TO_CHOOSE = ("nothing-to-choose", 24)
    NOT_TO_CHOOSE = ("not-to-choose", 24)
    NO_GROUND = ("no-ground", 25)
    CLAIM_ADDS_OR_DEDUCTS = ("claim-adds-or-deducts", 25)
    CLAIM_LEAVES_NO_CHOICE = ("claim-leaves-no-choice", 25)
    STOPPED = ("stopped", 25)
    NOT_DONE_YET = ("not-done-yet", 25)
    SAID_DONE = ("said-done", 25)
    NO_DRAW_AFTER_NINE = ("no-draw-after-nine", 26)
    TAKEN_BACK = ("taken-back", 27)
    NO_SCORE_YET = ("no-score-yet", 28)
    CALLED = ("called", 28)
    NOT_FACED = ("not-faced", 28)
    CALLED_BEFORE = ("called-before", 28)
    CALL_STANDS = ("call-stands", 28)
    CALLS_ARE_OVER = ("calls-are-over", 28)
    NO_REVOKE_YET = ("no-revoke-yet", 29)
    REVOKE_CLAIMED = ("revoke-claimed", 29)

    def __init__(self, code: str, ruling: int) -> None:
        self.code = code
        self.ruling = ruling


class Refusal(NamedTuple):
    """The refusal of an action: the reason, and the cards that it concerns (empty if it concerns all of them)."""

    reason: Reason
    cards: tuple[Card, ...] = ()


class IllegalAction(ValueError):  # noqa: N818 - the name is a term of the game
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.code)
        self.refusal = refusal
