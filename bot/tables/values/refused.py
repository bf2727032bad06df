"""Why a table refuses something, as data. The words stand in ``bot/ui``."""

from __future__ import annotations

from enum import StrEnum

from bot.engine import Refusal


class Why(StrEnum):
    """A reason for which a table refuses a request."""

    NO_SUCH_TABLE = "no-such-table"
    NOT_SEATED = "not-seated"
    ALREADY_SEATED = "already-seated"
    TABLE_FULL = "table-full"
    NOT_FULL = "not-full"
    NOT_OPENER = "not-opener"
    ALREADY_STARTED = "already-started"
    NOT_STARTED = "not-started"
    OVER = "over"
    CLOSED = "closed"
    FROZEN = "frozen"
    NOT_INVITED = "not-invited"
    OWN_CHALLENGE = "own-challenge"
    CHALLENGE_SELF = "challenge-self"
    CHALLENGE_BOT = "challenge-bot"
    CHALLENGE_ABSENT = "challenge-absent"
    CHALLENGE_STANDS = "challenge-stands"
    TOO_MANY_TABLES = "too-many-tables"
    SERVER_FULL = "server-full"
    HOUSE_FULL = "house-full"
    TOO_FAST = "too-fast"
    NOT_POSTED = "not-posted"
    DEAL_RUNNING = "deal-running"
    ILLEGAL = "illegal"
    STILL_HERE = "still-here"
    REMATCH_STANDS = "rematch-stands"
    NO_GAME = "no-game"
    TIME_NOT_UP = "time-not-up"
    OWN_TIME = "own-time"
    NO_LOBBY = "no-lobby"
    NOT_AGREED = "not-agreed"
    OTHER_TERMS = "other-terms"
    SEATS_TAKEN = "seats-taken"
    NO_SUCH_SEAT = "no-such-seat"
    INVITED_ONLY = "invited-only"
    CHALLENGE_PLAYERS = "challenge-players"
    NO_SUCH_DEAL = "no-such-deal"
    DEAL_HIDDEN = "deal-hidden"
    ONLY_TWO = "only-two"
    BETWEEN_DEALS = "between-deals"
    NO_OFFER = "no-offer"
    OWN_OFFER = "own-offer"
    HOUSE_PLAYS_ON = "house-plays-on"
    DRAW_DECLINED = "draw-declined"
    NO_UNDO_AT_HONOUR = "no-undo-at-honour"
    NOTHING_TO_UNDO = "nothing-to-undo"
    UNDO_NOT_ASKED = "undo-not-asked"
    UNDO_DECLINED = "undo-declined"
    OWN_UNDO = "own-undo"
    TRICKS_OPEN = "tricks-open"
    LOOK_DECLINED = "look-declined"
    LOOK_NOT_ASKED = "look-not-asked"
    OWN_LOOK = "own-look"
    CHALLENGE_RULES = "challenge-rules"
    GUEST_SEATED = "guest-seated"
    NO_HINTS = "no-hints"
    NO_REVIEW = "no-review"
    NOT_ASKED_NOW = "not-asked-now"
    """Said to who is blocked by the member they ask, and where that member was asked too often: never which."""
    NOT_NOW = "not-now"
    """Said to who is blocked by somebody at a table, and to who was taken out of it: never which."""
    BLOCKED_BY_YOU = "blocked-by-you"
    BLOCK_SELF = "block-self"
    BLOCKED_MANY = "blocked-many"
    NOT_THERE = "not-there"
    NOT_MODERATOR = "not-moderator"
    NOT_RATED = "not-rated"
    NOBODY_TO_PLAY = "nobody-to-play"
    DAILY_ALONE = "daily-alone"
    DAILY_ONCE = "daily-once"
    DAILY_RUNNING = "daily-running"
    DAILY_PRIVATE = "daily-private"
    NO_SUCH_DAY = "no-such-day"
    TOURNAMENT_TABLE = "tournament-table"
    NO_SUCH_TOURNAMENT = "no-such-tournament"
    TOURNAMENT_BEGUN = "tournament-begun"
    TOURNAMENT_OVER = "tournament-over"
    TOURNAMENT_FULL = "tournament-full"
    TOURNAMENT_JOINED = "tournament-joined"
    NOT_IN_TOURNAMENT = "not-in-tournament"
    NOT_ORGANIZER = "not-organizer"
    TOO_FEW_ENTRANTS = "too-few-entrants"
    ODD_ENTRANTS = "odd-entrants"
    NO_PARTNERS = "no-partners"
    PARTNER_TAKEN = "partner-taken"
    TOO_MANY_TOURNAMENTS = "too-many-tournaments"
    TOURNAMENT_PLAYERS = "tournament-players"
    TOURNAMENT_NAME = "tournament-name"


class Refused(Exception):  # noqa: N818 - it is an answer, not a failure
    """A request that a table refuses; nothing has changed."""

    def __init__(
        self, why: Why, *, table_id: int | None = None, detail: str = "", refusal: Refusal | None = None
    ) -> None:
        super().__init__(why.value)
        self.why = why
        self.table_id = table_id
        self.detail = detail
        self.refusal = refusal
