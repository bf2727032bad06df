"""Why an action is not allowed, as data. The words stand in ``bot/ui``."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

from .cards import Card


class Reason(Enum):
    """A reason for refusing an action: a code, and the ruling in docs/rulings.md it rests on (0: none)."""

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

    def __init__(self, code: str, ruling: int) -> None:
        self.code = code
        self.ruling = ruling


class Refusal(NamedTuple):
    """A refused action: the reason, and the cards it is about (none where it is about all of them)."""

    reason: Reason
    cards: tuple[Card, ...] = ()


class IllegalAction(ValueError):  # noqa: N818 - what it says is the domain's term
    """An action that the rules refuse; nothing has changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason.code)
        self.refusal = refusal
