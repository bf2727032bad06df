"""The parts of a table: what was agreed on, asked and claimed, where it stands, and who is away."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.coach.themes import Reason, Theme
from bot.engine import Action, parse_action
from bot.engine.lots import Lots as WrittenLots
from bot.house.levels import Level

from .clocks import NO_CLOCK, Clock

READY_FOR: Final = timedelta(minutes=15)
"""So long somebody who has said that they are there counts as being there; where a move may take days it lasts."""


class Status(StrEnum):
    """Where a table stands in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    DECLINED = "declined"
    FROZEN = "frozen"


class Kind(StrEnum):
    """How a table came about."""

    OPEN = "open"
    CHALLENGE = "challenge"
    REMATCH = "rematch"
    PRACTICE = "practice"
    """One member against the house, begun at once; what it is played by is not offered again."""
    DAILY = "daily"
    """A daily deal (:class:`Daily`): private, without a board, the same cards for everyone."""
    TOURNAMENT = "tournament"
    """A pairing of a tournament, opened by itself for those who are to play it."""


class Thread(StrEnum):
    """Whether a game is played in a thread of its own."""

    NONE = "none"
    WANTED = "wanted"
    """It is to have one, which is not open yet."""
    OPEN = "open"
    CLOSED = "closed"
    """It had one, and is over."""


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who sits down: the Discord id and the name to show."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed on besides the rules themselves."""

    preset: str = "modern"
    """The rule book that the rules started from."""
    clock: Clock = NO_CLOCK
    """How long a move may take."""
    auto_draw: bool = True
    """Whether the draw happens by itself where nothing can be declared; with partners it never does."""
    partners_drawn: bool = False
    """Whether lots decide who plays with whom, instead of where people sit."""
    hints: bool = False
    """Whether all have agreed that players may ask what the house would do."""
    friendly: bool = False
    """Whether the game is played for nothing: it is not rated."""
    edition: int = 0
    """How often rules or terms have changed: a control made for an earlier edition agrees to that one."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """What matters until the first card."""

    to_agree: tuple[int, ...] = ()
    """Users who have yet to agree to the terms as they stand."""
    guests: tuple[int, ...] = ()
    """Users who were invited."""
    invited_only: bool = False
    """Whether only guests may sit down."""
    left: tuple[tuple[int, str], ...] = ()
    """Ids and names of those who were found to have left the server since somebody last sat down."""
    challenged: str = ""
    """The name of the member who is challenged."""
    kept_out: tuple[int, ...] = ()
    """Users whom a moderator has sent away."""
    sat_down: tuple[int, ...] = ()
    """Once places were changed: the users who sat there, in the order in which they had sat down."""


@dataclass(frozen=True, slots=True)
class Lots:
    """What was settled by lot before the first deal."""

    dealer: int = 0
    """The seat that deals first."""
    for_deal: tuple[tuple[str | None, ...], ...] = ()
    """The rounds of cutting for the deal (ruling 2): by seat, the card cut, or None for who was out."""
    for_partners: tuple[str, ...] = ()
    """In games begun before lots were sealed: the cards cut for partners, by the seat that followed from it."""
    written: WrittenLots | None = None
    """What the record says of them; None in games begun before they were sealed."""


@dataclass(frozen=True, slots=True)
class VoidSeal:
    """A seal from which nothing is ever dealt, as it cannot be told whether its message is up; its secret is shown."""

    deal: int
    """From 0."""
    commitment: str
    secret: str


@dataclass(frozen=True, slots=True)
class Sealing:
    """What is not yet known of a table's seals, and what was laid open of them."""

    answering: str | None = field(default=None, repr=False)
    """The token of the interaction whose answer is the table's first message, until that message is known; empty where
    it cannot be found any more and that has yet to be said."""
    void: tuple[VoidSeal, ...] = ()


@dataclass(frozen=True, slots=True)
class Daily:
    """Which daily deal a table plays, and until when."""

    number: int
    until: datetime
    """The game ends then, however it stands; only from then on are its cards laid open."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands."""

    channel_id: int
    """The channel or thread in which its board is."""
    home: int | None = None
    """The channel above the thread, where the table was opened; None: the same channel."""
    thread: Thread = Thread.NONE

    @property
    def home_id(self) -> int:
        """The channel in which the table was opened; the thread, if there is one, hangs below it."""
        return self.home or self.channel_id

    @property
    def in_thread(self) -> bool:
        """Whether the game is or was played in a thread of its own."""
        return self.thread in (Thread.OPEN, Thread.CLOSED)


@dataclass(frozen=True, slots=True)
class Claims:
    """Who claims the game from a player whose time is up, or who has left the server."""

    ply: int
    """The moment at which it is claimed; at another nothing is."""
    against: int
    """The absent user."""
    users: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    """Users who need not agree any more: they were found to have left the server too."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A draw that is offered, or an act that somebody asks to be undone; it lapses with the next act.

    Likewise a request to look at the tricks: its ply counts the cards led, and it lapses when the next one is.
    """

    ply: int
    user: int
    declined: bool = False
    agreed: tuple[int, ...] = ()


def asked_by(asked: Asked | None) -> int | None:
    """Return the user whose request stands; None where there is none, or it was declined."""
    return None if asked is None or asked.declined else asked.user


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """The seat of an absent member that the house holds, and how well it plays."""

    seat: int
    level: Level


@dataclass(frozen=True, slots=True)
class Fixture:
    """What a table is played for in a tournament."""

    tournament_id: int
    name: str
    """The tournament's; empty where whoever gave it has had it deleted."""
    round: int
    """From 1."""
    came: tuple[tuple[int, datetime], ...] = ()
    """Who has said that they are ready to play, and when they last did."""
    number: int = 0
    """The tournament's among those of its server, by which it is called where it has no name."""

    @property
    def present(self) -> frozenset[int]:
        """The users who have ever said that they are ready."""
        return frozenset(user for user, _ in self.came)


@dataclass(frozen=True, slots=True)
class Rematch:
    """Playing again: who wants to, the next game, and the one that this follows."""

    votes: tuple[int, ...] = ()
    next_id: int | None = None
    previous_id: int | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """Several games of the same two: who first has won more than half of them has won it."""

    best_of: int = 3
    won: tuple[int | None, ...] = ()
    """Which seat won each game before this one; None: nobody, as a draw was agreed on."""

    @property
    def wins(self) -> tuple[int, int]:
        """How many games each seat has won before this one."""
        return self.won.count(0), self.won.count(1)

    @property
    def decided(self) -> bool:
        """Whether one of them has won more than half."""
        return 2 * max(self.wins) > self.best_of

    def after(self, winner: int | None) -> Series:
        """Return the series after a game that a seat has won, or None nobody."""
        return Series(self.best_of, (*self.won, winner))


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A hint that somebody was given: whoever follows it is never charged for it."""

    at: int
    """How many actions came before."""
    seat: int
    action: str
    """In the record's notation."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A decision that cost points: where, what was done, and what the strong player would have done."""

    deal: int
    """From 0."""
    trick: int
    """From 1: the trick in which it happened, or behind which there was something to declare."""
    done: str
    """The action in the record's notation."""
    better: str
    points: float
    error: float = 0.0
    """The standard error of the points; 0 where the ending was played out."""
    theme: str = ""
    """Why the better one is better, where that can be said."""
    name: str = ""
    """The combination concerned."""
    counts: int = 0
    """What it counts."""
    unseen: int | None = None
    """Of the cards that it could still take, how many nobody had seen."""
    of: int = 0

    @property
    def acts(self) -> tuple[Action, Action]:
        """What was done, and what would have been better."""
        return parse_action(self.done), parse_action(self.better)

    @property
    def why(self) -> Reason | None:
        """What the better one is about; None where another version knows more."""
        if self.theme not in set(Theme):
            return None
        return Reason(Theme(self.theme), self.name, self.counts, self.unseen, self.of)


@dataclass(frozen=True, slots=True)
class Review:
    """What came of looking back from one seat: what cost most, and how many decisions there were and were measured."""

    worst: tuple[Blunder, ...]
    decisions: int
    closely: int
    seat: int = 0
