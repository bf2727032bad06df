"""What the database hands out: one frozen value per row, all moments aware and in UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

GameKind = Literal["open", "challenge", "rematch", "practice", "daily", "tournament"]
GameStatus = Literal["lobby", "playing", "finished", "abandoned", "cancelled", "expired", "declined", "frozen"]
DAILY_KIND = "daily"  # under which daily deals stand in the standings, apart from all others
Outcome = Literal["won", "lost", "resigned", "timeout", "drawn"]
FIRST_FORMER: Final = 2**62
"""Ids from here on are those of former players: Discord has no such numbers before the year 2049."""


def is_former(user_id: int) -> bool:
    """Tell whether an id is a former player's."""
    return user_id >= FIRST_FORMER


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: where it is played, by which rules, and how far it has come.

    `home_id` is the channel above the thread that it has of its own, None where it has none; `rules` and `settings` are
    JSON objects; `winner` lists the winning seats, None before the end; `on_move` is who is to act, 0 nobody, None not
    known; `version` counts the changes since it was created.
    """

    id: int
    guild_id: int
    channel_id: int
    home_id: int | None
    kind: GameKind
    status: GameStatus
    rules: dict[str, Any]
    settings: dict[str, Any]
    opener_id: int
    invited_id: int | None
    rematch_of: int | None
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    end_reason: str | None
    winner: tuple[int, ...] | None
    turn_since: datetime | None
    on_move: int | None
    version: int


@dataclass(frozen=True, slots=True)
class ErasureRow:
    """What a member wants deleted: all that is kept in a server (0: what belongs to none).

    The id of a former player takes the member's place where a row belongs to others too. `only_today` tells that all of
    it is done, but that it is still known who has played the deal of that day.
    """

    user_id: int
    guild_id: int
    former_id: int
    asked_at: datetime
    only_today: bool = False


@dataclass(frozen=True, slots=True)
class Visible:
    """What of a server's games somebody may know of: their own, and those of some channels (None: of all)."""

    channels: frozenset[int] | None
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where; `name` is the display name at the time of joining."""

    game_id: int
    seat: int
    user_id: int
    name: str
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal with its provable shuffle; deck and secret never appear in its repr."""

    game_id: int
    number: int
    dealer: int | None
    deck: str | None = field(repr=False)
    commitment: str
    secret: str = field(repr=False)
    entropy: tuple[str, ...]
    message_id: int | None
    opened_at: datetime
    dealt_at: datetime | None
    closed_at: datetime | None
    cuts_closed_at: datetime | None = None

    @property
    def withdrawn(self) -> bool:
        """Whether the proof went with a cut that was deleted: the commitment is all that is left of the shuffle."""
        return not self.secret


@dataclass(frozen=True, slots=True)
class CutRow:
    """What a player typed at the Cut; `arrival` counts the cuts of the deal in the order they came."""

    game_id: int
    deal: int
    user_id: int
    arrival: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ActionRow:
    """An action in the record's notation; `ply` counts from 0 through the whole game."""

    game_id: int
    ply: int
    deal: int
    seat: int
    action: str
    at: datetime


@dataclass(frozen=True, slots=True)
class ResultRow:
    """How a finished game ended for one seat; only rated results count on the leaderboard."""

    game_id: int
    seat: int
    guild_id: int
    user_id: int
    won: bool
    points: int
    outcome: Outcome
    side: int
    ended_at: datetime
    rated: bool = True
    game_kind: str = ""
    deals: int = 0
    best_deal: int = 0
    double_beziques: int = 0
    mu_before: float | None = None
    sigma_before: float | None = None
    mu: float | None = None
    """What is believed of the player's strength after the game; None where the game was not rated."""
    sigma: float | None = None


@dataclass(frozen=True, slots=True)
class CallingRow:
    """A member who wants to be told when somebody opens a table in a server, and how often they were on the last day.

    `day` is that day in UTC, as 2026-11-22; empty where they never were.
    """

    guild_id: int
    user_id: int
    since: datetime
    last_at: datetime | None = None
    day: str = ""
    times: int = 0


@dataclass(frozen=True, slots=True)
class TryRow:
    """A member's first answer to an exercise; `found` where it was as good as the best."""

    user_id: int
    exercise: str
    found: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ModerationRow:
    """Something that a moderator has done: at which table, about whom, with whom, and to how many games."""

    guild_id: int
    by_id: int
    what: str
    game_id: int | None
    about_id: int | None
    at: datetime
    other_id: int | None = None
    games: int | None = None


@dataclass(frozen=True, slots=True)
class RecordRow:
    """What a member has played in a server: with whom (`people` or `house`), and of which kind; all where it is empty.

    `streak` is how many of the last games were won in a row, `longest` how many ever were.
    """

    guild_id: int
    user_id: int
    company: str
    game_kind: str
    games: int
    won: int
    drawn: int
    points: int
    deals: int
    best_deal: int
    streak: int
    longest: int


@dataclass(frozen=True, slots=True)
class MeetingRow:
    """How a member has fared against another, or beside them as partners.

    Where three or four play, a game may be won by neither: `games` are more than those won, lost and drawn.
    """

    guild_id: int
    user_id: int
    other_id: int
    partners: bool
    games: int
    won: int
    lost: int
    drawn: int
    points: int
    other_points: int
    first_at: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True)
class SourceRow:
    """How many points a member has marked for one thing in games with people, and how many times."""

    guild_id: int
    user_id: int
    reason: str
    points: int
    times: int


@dataclass(frozen=True, slots=True)
class RulesPlayedRow:
    """How many games a member has played with people by some rules, which stand there as JSON."""

    guild_id: int
    user_id: int
    rules: str
    games: int


@dataclass(frozen=True, slots=True)
class DailyDealRow:
    """The deal of a day: its secret was drawn before the day began; it never appears in its repr."""

    number: int
    commitment: str
    secret: str = field(repr=False)
    drawn_at: datetime


@dataclass(frozen=True, slots=True)
class DailyGameRow:
    """Somebody's game of a daily deal; `points` is their score less the house's, None where it was not played out."""

    number: int
    user_id: int
    game_id: int
    guild_id: int
    begun_at: datetime
    points: int | None = None
    shared: bool = False
    """Whether its line has been posted."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that the bot posted for a game; role is `table`, `board`, `nudge`, `result` or the like."""

    game_id: int
    message_id: int
    channel_id: int
    role: str
    posted_at: datetime
    deal: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class LuckRow:
    """What a game brought a player's side ahead of the others, and what the cards gave of it; None: to be counted."""

    game_id: int
    seat: int
    guild_id: int
    deals: int | None = None
    lead: float | None = None
    points: float | None = None


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """Something that happens to a game at a moment; a game has at most one of each kind."""

    game_id: int
    kind: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class BoardRow:
    """What a game's board showed when it was last brought up to date.

    `version` is the game's of which nothing was left to be shown; `shown` a fingerprint of the message; `made_by` names
    what else its look follows from.
    """

    game_id: int
    message_id: int
    version: int
    shown: str
    made_by: str


@dataclass(frozen=True, slots=True)
class LiveRow:
    """As much of a live game as says what it waits for.

    `honour` tells whether irregularities can happen; `users` sit there, by seat; `board` is the open message that shows
    it, `roles` are those of all its open messages.
    """

    id: int
    guild_id: int
    channel_id: int
    home_id: int | None
    kind: GameKind
    status: GameStatus
    settings: dict[str, Any]
    opener_id: int
    invited_id: int | None
    on_move: int | None
    version: int
    honour: bool
    users: tuple[int, ...] = ()
    board: int | None = None
    roles: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class GameRecordRows:
    """Everything from which one table is restored, read at one moment."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    actions: tuple[ActionRow, ...]
    cuts: tuple[CutRow, ...]
    messages: tuple[MessageRow, ...]


class GameChanges(TypedDict, total=False):
    """The columns of a game that may change after it was created."""

    channel_id: int
    home_id: int | None
    status: GameStatus
    rules: dict[str, Any]
    settings: dict[str, Any]
    opener_id: int
    invited_id: int | None
    started_at: datetime | None
    ended_at: datetime | None
    end_reason: str | None
    winner: tuple[int, ...] | None
    turn_since: datetime | None
    on_move: int | None


class DealChanges(TypedDict, total=False):
    """The columns of a deal that may change after it was opened; the secret and its commitment may not."""

    dealer: int | None
    deck: str | None
    entropy: tuple[str, ...]
    message_id: int | None
    dealt_at: datetime | None
    closed_at: datetime | None
    cuts_closed_at: datetime | None
