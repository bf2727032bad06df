"""The parts of a table: terms, lobby, lots, seals, place, requests, claims, held seats and reviews."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from bot.coach.themes import Reason, Skill, Theme, skill_of
from bot.engine import Action, parse_action
from bot.engine.lots import Lots as WrittenLots
from bot.house.roster import Level
from bot.lazy import dataclass

from .clocks import NO_CLOCK, Clock

READY_FOR: Final = timedelta(minutes=15)
"""Time for which a player counts as ready after saying so; by correspondence it does not lapse."""


class Status(StrEnum):
    """The state of a table."""

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
    """One member against the house, begun at once and in private; its rules are not offered for the next table."""
    DAILY = "daily"
    """A daily deal (:class:`Daily`): private, without a board, the same cards for everyone."""
    TOURNAMENT = "tournament"
    """A pairing of a tournament, opened by the bot for its players."""


class Thread(StrEnum):
    """Whether a game is played in a thread of its own."""

    NONE = "none"
    WANTED = "wanted"
    """It will have one, which is not open yet."""
    OPEN = "open"
    CLOSED = "closed"
    """It had one, and the game is over."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player: the Discord id and the name to show."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a game besides its rules."""

    preset: str = "modern"
    """The rule book from which the rules started."""
    clock: Clock = NO_CLOCK
    """The time for a move."""
    auto_draw: bool = True
    """Whether the draw happens by itself when nothing can be declared; with partners it never does."""
    partners_drawn: bool = False
    """Whether lots decide who plays with whom, instead of where people sit."""
    hints: bool = False
    """Whether all have agreed that players may ask what the house would do."""
    friendly: bool = False
    """Whether the game is friendly, that is, not rated."""
    edition: int = 0
    """Number of changes of rules or terms; a control made for an earlier edition agrees only to that edition."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The state of a table that matters only before the first card."""

    to_agree: tuple[int, ...] = ()
    """Users who have yet to agree to the terms as they stand."""
    guests: tuple[int, ...] = ()
    """Users who were invited."""
    invited_only: bool = False
    """Whether only guests may sit down."""
    left: tuple[tuple[int, str], ...] = ()
    """Ids and names of players found to have left the server since somebody last sat down."""
    challenged: str = ""
    """The name of the member who is challenged."""
    kept_out: tuple[int, ...] = ()
    """Users whom a moderator has removed."""
    sat_down: tuple[int, ...] = ()
    """The seated users in the order in which they sat down; set once places have been changed."""


@dataclass(frozen=True, slots=True)
class Lots:
    """The lots drawn before the first deal."""

    dealer: int = 0
    """The seat that deals first."""
    for_deal: tuple[tuple[str | None, ...], ...] = ()
    """The rounds of cutting for the deal (ruling 2): by seat, the card cut, or None for a player who was out."""
    written: WrittenLots | None = None
    """The lots as the record states them; None before the start and in a daily deal, which draws none."""


@dataclass(frozen=True, slots=True)
class VoidSeal:
    """A seal that is never dealt from, as its message may or may not be up; its secret is shown."""

    deal: int
    """The deal's number, from 0."""
    commitment: str
    secret: str


@dataclass(frozen=True, slots=True)
class Sealing:
    """The state of a table's seals: a first message not yet known, and void seals."""

    answering: str | None = field(default=None, repr=False)
    """The token of the interaction whose answer is the table's first message, until that message is known.

    It is empty when that message cannot be found and the players have not been told so yet.
    """
    void: tuple[VoidSeal, ...] = ()


@dataclass(frozen=True, slots=True)
class Daily:
    """The daily deal that a table plays."""

    number: int
    until: datetime
    """When the game ends, finished or not; its cards are shown only from then on."""


@dataclass(frozen=True, slots=True)
class Place:
    """The channel or thread of a table."""

    channel_id: int
    """The channel or thread that holds the board."""
    home: int | None = None
    """The thread's parent channel, where the table was opened; None: the same channel."""
    thread: Thread = Thread.NONE
    private: bool = False
    """Whether nothing is posted there: one person practises in private messages of their own."""

    @property
    def home_id(self) -> int:
        """The channel in which the table was opened; the parent of its thread, if there is one."""
        return self.home or self.channel_id

    @property
    def in_thread(self) -> bool:
        """Whether the game is or was played in a thread of its own."""
        return self.thread in (Thread.OPEN, Thread.CLOSED)


@dataclass(frozen=True, slots=True)
class Claims:
    """What the others want where a player's time is up or who has left the server: the game, or a stand-in."""

    ply: int
    """The ply at which the game is claimed; the claim is valid at no other."""
    against: int
    """The absent user."""
    users: tuple[int, ...] = ()
    """Those who claim the game."""
    gone: tuple[int, ...] = ()
    """Users whose consent is no longer needed because they too were found to have left the server."""
    house: tuple[int, ...] = ()
    """Those who would let the house play on."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: a draw offer or an undo, either of which lapses with the next act, or a look at the tricks.

    For a look at the tricks the ply counts the cards led, and the request lapses when the next card is led.
    """

    ply: int
    user: int
    declined: bool = False
    agreed: tuple[int, ...] = ()


def asked_by(asked: Asked | None) -> int | None:
    """Return the user who made a request; None if there is none or it was declined."""
    return None if asked is None or asked.declined else asked.user


@dataclass(frozen=True, slots=True)
class Adjourning:
    """A request to adjourn, valid until all have agreed, one has declined, or the deal is over."""

    at: datetime
    """When it was asked, in full seconds; this identifies the request."""
    user: int
    deal: int
    """Number of deals sealed when it was asked."""
    until: datetime | None = None
    """When the game resumes by itself; None: when all players are ready."""
    agreed: tuple[int, ...] = ()
    declined: int | None = None
    """The spectator's ply at which somebody declined; while it lasts, nobody may ask again."""


@dataclass(frozen=True, slots=True)
class Adjourned:
    """A game adjourned by consent: nothing is played and no clock runs."""

    since: datetime
    ends: datetime
    """When the game ends without a result, if nobody resumes it and no time to resume is set."""
    until: datetime | None = None
    """When the game resumes by itself; None: when all players are ready."""
    ready: tuple[tuple[int, datetime], ...] = ()
    """The users who have said that they are ready, each with the time at which they last said so."""


@dataclass(frozen=True, slots=True)
class HeldSeat:
    """The seat of an absent member that the house plays, and the level at which it does."""

    seat: int
    level: Level


@dataclass(frozen=True, slots=True)
class Fixture:
    """The tournament pairing that a table plays."""

    tournament_id: int
    name: str
    """The tournament's name; empty if the member who gave it has had it deleted."""
    round: int
    """The round's number, from 1."""
    came: tuple[tuple[int, datetime], ...] = ()
    """The users who have said that they are ready to play, each with the time at which they last said so."""
    number: int = 0
    """The tournament's number among those of its server, shown when it has no name."""
    in_round: bool = False
    """Whether the message of its round carries the commitment of its first deal, and stands for its lobby."""

    @property
    def present(self) -> frozenset[int]:
        """The users who have ever said that they are ready."""
        return frozenset(user for user, _ in self.came)


@dataclass(frozen=True, slots=True)
class Rematch:
    """The rematch of a game: who would like one and who would not, the next game's id, and the previous game's id."""

    votes: tuple[int, ...] = ()
    next_id: int | None = None
    previous_id: int | None = None
    declined: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Series:
    """Several games of the same two players, won by the first to win more than half of them."""

    best_of: int = 3
    won: tuple[int | None, ...] = ()
    """The winning seat of each game before this one; None for an agreed draw."""

    @property
    def wins(self) -> tuple[int, int]:
        """The number of games that each seat has won before this one."""
        return self.won.count(0), self.won.count(1)

    @property
    def decided(self) -> bool:
        """Whether one player has won more than half."""
        return 2 * max(self.wins) > self.best_of

    def after(self, winner: int | None) -> Series:
        """Return the series with one more game, won by a seat or, for None, by nobody."""
        return Series(self.best_of, (*self.won, winner))


@dataclass(frozen=True, slots=True)
class Ahead:
    """What a player has chosen to do when the turn comes, in the record's notation; nobody else may know of it."""

    seat: int
    play: str = ""
    """The card to play, or empty; once barred, what was not allowed."""
    declare: str = ""
    """What to do first after winning the trick, or empty: a declaration, and *pass* once that is done."""
    barred: bool = False
    """Whether it was not allowed when the turn came; then it is only told of."""


@dataclass(frozen=True, slots=True)
class GivenHint:
    """A hint given to a player; no review charges the player for following it."""

    at: int
    """Number of actions before it."""
    seat: int
    action: str
    """The action in the record's notation."""


@dataclass(frozen=True, slots=True)
class Blunder:
    """A decision that cost points: the moment, the action, and what the strong player would have done."""

    deal: int
    """The deal's number, from 0."""
    trick: int
    """The trick's number, from 1: the trick of the play, or the one after which something could be declared."""
    done: str
    """The action in the record's notation."""
    better: str
    points: float
    error: float = 0.0
    """The standard error of the points; 0 where the ending was played out."""
    theme: str = ""
    """Why the better action is better; empty if no reason is known."""
    name: str = ""
    """The combination concerned."""
    counts: int = 0
    """The points that the combination counts."""
    unseen: int | None = None
    """Of the cards that could still complete it, the number that had not been seen."""
    of: int = 0

    @property
    def acts(self) -> tuple[Action, Action]:
        """The action done, and the better one."""
        return parse_action(self.done), parse_action(self.better)

    @property
    def why(self) -> Reason | None:
        """The reason why the better action is better; None if no reason is known."""
        if not self.theme:
            return None
        return Reason(Theme(self.theme), self.name, self.counts, self.unseen, self.of)


@dataclass(frozen=True, slots=True)
class Cost:
    """A charge of a review in short."""

    deal: int
    """The deal's number, from 0."""
    kind: str
    """The kind of the decision."""
    theme: str
    """Why the better action is better."""
    points: float
    """Points of the score that it cost, without what the house counts for winning the game."""

    @property
    def skill(self) -> Skill | None:
        """The skill that would have saved the points; None if no single one would."""
        return skill_of(self.kind, self.theme)


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game from one seat: the costliest decisions, and how many there were and were measured."""

    worst: tuple[Blunder, ...]
    decisions: int
    closely: int
    seat: int = 0
    costs: tuple[Cost, ...] = ()
    """Every charge in the order of the game."""
