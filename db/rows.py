"""The rows that the database returns, as frozen values; all moments have a time zone and are in UTC."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

GameKind = Literal["open", "challenge", "rematch", "practice", "daily", "tournament"]
GameStatus = Literal["lobby", "playing", "finished", "abandoned", "cancelled", "expired", "declined", "frozen"]
DAILY_KIND = "daily"  # the kind under which daily deals have standings apart from all other games
Outcome = Literal["won", "lost", "resigned", "timeout", "drawn"]
FIRST_FORMER: Final = 2**62
"""Smallest id of a former player; Discord issues no ids of this size before the year 2049."""


def is_former(user_id: int) -> bool:
    """Return whether an id is a former player's."""
    return user_id >= FIRST_FORMER


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: its place, its rules, and its progress.

    `home_id` is the parent channel of the game's own thread, or None without such a thread; `rules` and `settings` are
    JSON objects; `winner` lists the winning seats, None before the end; `on_move` is the id of the user to act, 0 for
    nobody, None if unknown; `version` counts the changes since its creation.
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
    """A member's request to delete their data in a server (0: the data that belongs to no server).

    The id of a former player replaces the member's in rows that belong to others too. `only_today` means that all is
    done except for the member's game of that day's deal.
    """

    user_id: int
    guild_id: int
    former_id: int
    asked_at: datetime
    only_today: bool = False


@dataclass(frozen=True, slots=True)
class Visible:
    """The games of a server that a viewer may know of: their own, and those in some channels (None: in all)."""

    channels: frozenset[int] | None
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A member's seat; `name` is the display name at the time of joining."""

    game_id: int
    seat: int
    user_id: int
    name: str
    joined_at: datetime


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal with its provable shuffle; the deck and the secret never appear in its repr."""

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
        """Whether the proof was deleted along with a cut, so that only the commitment is left of the shuffle."""
        return not self.secret


@dataclass(frozen=True, slots=True)
class CutRow:
    """The text that a player typed at the Cut; `arrival` counts the cuts of the deal in the order they came."""

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
    """The result of a finished game for one seat; only rated results count on the leaderboard."""

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
    """The mean of the player's estimated strength after the game; None if the game was not rated."""
    sigma: float | None = None


@dataclass(frozen=True, slots=True)
class CallingRow:
    """A member who wants to be told when somebody opens a table in a server, and the number of notices on one day.

    `day` is the last day with a notice, in UTC, such as 2026-11-22; it is empty if there was none.
    """

    guild_id: int
    user_id: int
    since: datetime
    last_at: datetime | None = None
    day: str = ""
    times: int = 0


@dataclass(frozen=True, slots=True)
class TryRow:
    """A member's first answer to an exercise; `found` is whether it was as good as the best."""

    user_id: int
    exercise: str
    found: bool
    at: datetime


@dataclass(frozen=True, slots=True)
class ModerationRow:
    """A moderator's action: the table, the member it is about, the other member, and the number of games."""

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
    """A member's results in a server, by company (`people` or `house`) and kind of game; an empty kind means all.

    `streak` is the current number of consecutive wins, `longest` the greatest ever.
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
    """A member's results against another member, or as their partner.

    With three or four players neither may win, so `games` can exceed the sum of won, lost and drawn.
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
    """The points that a member has marked for one thing in games with people, and the number of times."""

    guild_id: int
    user_id: int
    reason: str
    points: int
    times: int


@dataclass(frozen=True, slots=True)
class RulesPlayedRow:
    """The number of games a member has played with people by some rules, which are stored as JSON."""

    guild_id: int
    user_id: int
    rules: str
    games: int


@dataclass(frozen=True, slots=True)
class DailyDealRow:
    """The deal of a day; its secret was drawn before the day began and never appears in the repr."""

    number: int
    commitment: str
    secret: str = field(repr=False)
    drawn_at: datetime


@dataclass(frozen=True, slots=True)
class DailyGameRow:
    """A user's game of a daily deal; `points` is their score minus the house's, None if it was not finished."""

    number: int
    user_id: int
    game_id: int
    guild_id: int
    begun_at: datetime
    points: int | None = None
    shared: bool = False
    """Whether the line about it has been posted."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that the bot posted for a game; its role is `table`, `board`, `nudge`, `result` or similar."""

    game_id: int
    message_id: int
    channel_id: int
    role: str
    posted_at: datetime
    deal: int | None = None
    closed: bool = False


@dataclass(frozen=True, slots=True)
class LuckRow:
    """The lead of a player's side in a game, and the part of it due to the cards; None if yet to be counted."""

    game_id: int
    seat: int
    guild_id: int
    deals: int | None = None
    lead: float | None = None
    points: float | None = None


@dataclass(frozen=True, slots=True)
class DeadlineRow:
    """A moment at which something happens to a game, which has at most one deadline of each kind."""

    game_id: int
    kind: str
    due_at: datetime


@dataclass(frozen=True, slots=True)
class BoardRow:
    """The state of a game's board when it was last updated.

    `version` is the version of the game up to which everything is shown, `shown` a fingerprint of the message, and
    `made_by` names the other things that determine its appearance.
    """

    game_id: int
    message_id: int
    version: int
    shown: str
    made_by: str


@dataclass(frozen=True, slots=True)
class LiveRow:
    """The part of a live game that tells what it waits for.

    `honour` is whether irregularities can happen; `users` are the players by seat; `board` is the open message that
    shows the board, `roles` are the roles of all open messages.
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
    """All rows from which one table is restored, read at one moment."""

    game: GameRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    actions: tuple[ActionRow, ...]
    cuts: tuple[CutRow, ...]
    messages: tuple[MessageRow, ...]


class GameChanges(TypedDict, total=False):
    """The columns of a game that may change after its creation."""

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
    """The columns of a deal that may change after it is opened; the secret and its commitment may not."""

    dealer: int | None
    deck: str | None
    entropy: tuple[str, ...]
    message_id: int | None
    dealt_at: datetime | None
    closed_at: datetime | None
    cuts_closed_at: datetime | None
