"""A table as a value: the stored rows, and the game that follows from them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from bot.engine import Game, Rules, View, observe
from bot.house.players import Level
from bot.house.roster import HOUSE, is_house
from db import ActionRow, CutRow, DealRow, GameRow, MessageRow, SeatRow

from .clocks import Clock, clock_of

DRAW = "draw"
"""Why a game ended that its two players agreed to end without a winner."""


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


class Thread(StrEnum):
    """Whether a table has a thread of its own, and where that stands in its life."""

    NONE = "none"
    WANTED = "wanted"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Player:
    """Someone who sits down: the Discord id and the name to show."""

    user_id: int
    name: str


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """One table at one moment. It holds the secret of the running deal, so it never leaves the bot as it is."""

    row: GameRow
    seats: tuple[SeatRow, ...]
    deals: tuple[DealRow, ...]
    cuts: tuple[CutRow, ...]
    actions: tuple[ActionRow, ...]
    game: Game
    messages: tuple[MessageRow, ...] = ()
    _views: dict[int | None, View] = field(default_factory=dict, init=False, compare=False)
    """What each seat sees, and (None) everyone, as far as somebody has asked."""

    def __repr__(self) -> str:
        """Name the table and where it stands, and no card."""
        return f"<Table {self.id} {self.status.value}, {len(self.seats)} seated, ply {self.ply}>"

    @property
    def id(self) -> int:
        """The table's number, which everyone calls it by."""
        return self.row.id

    @property
    def guild_id(self) -> int:
        """The server."""
        return self.row.guild_id

    @property
    def channel_id(self) -> int:
        """The channel or thread in which the table stands."""
        return self.row.channel_id

    @property
    def status(self) -> Status:
        """Where the table stands in its life."""
        return Status(self.row.status)

    @property
    def kind(self) -> Kind:
        """How the table came about."""
        return Kind(self.row.kind)

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.game.rules

    @property
    def preset(self) -> str:
        """The preset that the rules started from."""
        return str(self.row.settings.get("preset", "modern"))

    @property
    def auto_draw(self) -> bool:
        """Whether the draw happens by itself where nothing can be declared."""
        return bool(self.row.settings.get("auto_draw", True))

    @property
    def cut_for_deal(self) -> tuple[tuple[str | None, ...], ...]:
        """The rounds of cutting for the first deal (ruling 2): by seat, the card cut, or None for who was out."""
        return tuple(tuple(cut) for cut in self.row.settings.get("cut_for_deal", ()))

    @property
    def cut_for_partners(self) -> tuple[str, ...]:
        """The cards that were cut for partners, by the seat that followed from it; empty where nobody cut."""
        return tuple(self.row.settings.get("cut_for_partners", ()))

    @property
    def clock(self) -> Clock:
        """How long a move may take."""
        return clock_of(self.row.settings.get("clock"))

    def claims_from(self, user_id: int) -> tuple[int, ...]:
        """Return the users who want to claim the game from a player whose time is up, or who has left the server."""
        return tuple(self._claim_from(user_id).get("users", ()))

    def gone_from_claim(self, user_id: int) -> tuple[int, ...]:
        """Return the users who need not agree to a claim any more: they were found to have left the server too."""
        return tuple(self._claim_from(user_id).get("gone", ()))

    def _claim_from(self, user_id: int) -> dict[str, Any]:
        stored = self.row.settings.get("claims") or {}
        return dict(stored) if (stored.get("ply"), stored.get("from")) == (self.ply, user_id) else {}

    @property
    def time_is_up(self) -> bool:
        """Whether the player on move has run out of time, and nobody has decided yet what comes of it."""
        return bool(self.turn_users) and self.row.settings.get("time_up") == self.ply

    @property
    def to_agree(self) -> tuple[int, ...]:
        """The seated users who have yet to agree to the rules as they stand (in the lobby)."""
        here = self.users
        return tuple(user for user in self.row.settings.get("to_agree", ()) if user in here and not is_house(user))

    @property
    def terms(self) -> int:
        """How often what was agreed on has changed (in the lobby): a control made for earlier terms agrees to those."""
        return int(self.row.settings.get("terms", 0))

    @property
    def invited(self) -> tuple[int, ...]:
        """The users who were invited to the lobby."""
        return tuple(self.row.settings.get("guests", ()))

    @property
    def invited_only(self) -> bool:
        """Whether only invited members may sit down."""
        return bool(self.row.settings.get("invited_only", False))

    @property
    def partners_cut(self) -> bool:
        """Whether cutting decides who plays with whom, instead of where people sit."""
        return bool(self.row.settings.get("partners_cut", False))

    @property
    def left(self) -> tuple[str, ...]:
        """The names of those who were found to have left the server since somebody last sat down (in the lobby)."""
        return tuple(self.row.settings.get("left", ()))

    @property
    def rematch_votes(self) -> tuple[int, ...]:
        """The users who want to play again."""
        return tuple(self.row.settings.get("rematch", ()))

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def users(self) -> tuple[int, ...]:
        """The players' Discord ids by seat."""
        return tuple(seat.user_id for seat in self.seats)

    @property
    def ply(self) -> int:
        """The number of this moment: it grows with every action and with every undoing, and never comes again.

        A control made for another moment is outdated. As long as nothing was undone it is the number of actions.
        """
        return len(self.actions) + self.undone

    @property
    def undone(self) -> int:
        """By how much undoing has set the ply ahead of the number of actions."""
        return int(self.row.settings.get("undone", 0))

    def asked(self, what: str) -> dict[str, Any]:
        """Return what was asked of the others at this very moment (``draw`` or ``undo``), or nothing."""
        stored = self.row.settings.get(what) or {}
        return dict(stored) if stored.get("ply") == self.ply and self.status is Status.PLAYING else {}

    @property
    def draw_offer(self) -> int | None:
        """The user whose offer of a draw stands."""
        asked = self.asked("draw")
        return None if asked.get("declined") else asked.get("user")

    @property
    def undo_asked_by(self) -> int | None:
        """The user who asks for their last act to be undone."""
        asked = self.asked("undo")
        return None if asked.get("declined") else asked.get("user")

    @property
    def drawn(self) -> bool:
        """Whether the players agreed to a draw."""
        return self.status is Status.ABANDONED and self.row.end_reason == DRAW

    @property
    def undo_agreed(self) -> tuple[int, ...]:
        """The users who have agreed to what is asked to be undone."""
        return tuple(self.asked("undo").get("agreed", ()))

    @property
    def undo_declined(self) -> bool:
        """Whether the others have declined at this very moment to let the last act be undone."""
        return bool(self.asked("undo").get("declined"))

    @property
    def thread(self) -> Thread:
        """Whether the table has a thread of its own, and where that stands."""
        return Thread(self.row.settings.get("thread", Thread.NONE))

    @property
    def wants_thread(self) -> bool:
        """Whether the game is to be played in a thread that is not open yet."""
        return self.thread is Thread.WANTED

    @property
    def in_thread(self) -> bool:
        """Whether the game is or was played in a thread of its own."""
        return self.thread in (Thread.OPEN, Thread.CLOSED)

    @property
    def first_dealer(self) -> int:
        """The seat that deals first."""
        return int(self.row.settings.get("first_dealer", 0))

    @property
    def opener_id(self) -> int:
        """The user who opened the table."""
        return self.row.opener_id

    @property
    def invited_id(self) -> int | None:
        """The user for whom a challenge is."""
        return self.row.invited_id

    @property
    def invited_name(self) -> str:
        """The name of the user for whom a challenge is."""
        return str(self.row.settings.get("invited", "?"))

    @property
    def rematch_id(self) -> int | None:
        """The table at which the rematch is played."""
        stored = self.row.settings.get("rematch_id")
        return None if stored is None else int(stored)

    @property
    def created_at(self) -> datetime:
        """When the table was opened."""
        return self.row.created_at

    @property
    def ended_at(self) -> datetime | None:
        """When the table's life ended."""
        return self.row.ended_at

    @property
    def end_reason(self) -> str | None:
        """Why it ended."""
        return self.row.end_reason

    @property
    def winner(self) -> tuple[int, ...] | None:
        """The seats that won."""
        return None if self.row.winner is None else tuple(self.row.winner)

    @property
    def turn_since(self) -> datetime | None:
        """Since when the player on move is on move."""
        return self.row.turn_since

    @property
    def home_id(self) -> int:
        """The channel in which the table was opened; the thread, if there is one, hangs below it."""
        return int(self.row.settings.get("home", self.channel_id))

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) == self.rules.players

    @property
    def live(self) -> bool:
        """Whether something can still happen here."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def seal(self) -> DealRow | None:
        """The newest deal's sealed shuffle."""
        return self.deals[-1] if self.deals else None

    @property
    def awaits_deal(self) -> bool:
        """Whether the next deal is sealed and may be dealt."""
        return self.status is Status.PLAYING and self.seal is not None and self.seal.deck is None

    @property
    def turn_users(self) -> tuple[int, ...]:
        """The users who are to act now."""
        deal = self.game.deal
        if self.status is not Status.PLAYING or self.awaits_deal or deal is None or deal.over:
            return ()
        return (self.seats[deal.turn].user_id,)

    @property
    def held(self) -> dict[int, Level]:
        """The seats of absent members that the house holds, and how well it plays for each."""
        return {int(seat): Level(level) for seat, level in self.row.settings.get("held", {}).items()}

    @property
    def house_on_move(self) -> Level | None:
        """How well the house plays that is on move, for itself or for an absent member; None where a person is."""
        if not self.turn_users:
            return None
        user = self.turn_users[0]
        if is_house(user):
            return HOUSE[user].level if user in HOUSE else Level.REGULAR
        return self.held.get(self.seat_of(user) or 0)

    @property
    def awaited(self) -> int | None:
        """The user for whom the game waits: who is on move and plays in person."""
        return self.turn_users[0] if self.turn_users and self.house_on_move is None else None

    @property
    def keeps_waiting(self) -> int | None:
        """The awaited user, where other people wait: against the house alone no clock runs and nobody is reminded."""
        awaited = self.awaited
        return awaited if awaited is not None and any(user != awaited for user in self.people) else None

    @property
    def people(self) -> tuple[int, ...]:
        """The users who play in person: no house players, and nobody whose seat the house holds."""
        held = self.held
        return tuple(seat.user_id for seat in self.seats if not is_house(seat.user_id) and seat.seat not in held)

    @property
    def practice(self) -> bool:
        """Whether one person plays against the house alone."""
        return len(self.seats) > 1 and sum(not is_house(user) for user in self.users) == 1

    @property
    def hints_allowed(self) -> bool:
        """Whether all have agreed that players may ask what the house would do."""
        return bool(self.row.settings.get("hints", False))

    @property
    def hints(self) -> bool:
        """Whether players may ask what the house would do: all have agreed to it, or one plays alone."""
        return self.hints_allowed or self.practice

    def seat_of(self, user_id: int) -> int | None:
        """Return where a user sits, or None."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    def view(self, user_id: int | None = None) -> View | None:
        """Return what a user sees of the present deal (None: a spectator), or None before the first deal."""
        if self.game.deal is None:
            return None
        seat = None if user_id is None else self.seat_of(user_id)
        if seat not in self._views:
            self._views[seat] = observe(self.game, seat)
        return self._views[seat]

    def message(self, role: str) -> MessageRow | None:
        """Return the newest open message of a role."""
        return next((m for m in reversed(self.messages) if m.role == role and not m.closed), None)

    def with_row(self, **changes: Any) -> Table:  # noqa: ANN401 - any column of a game
        """Return the table with some columns changed."""
        return replace(self, row=replace(self.row, **changes))

    def with_seal(self, seal: DealRow) -> Table:
        """Return the table with its newest deal replaced."""
        return replace(self, deals=(*self.deals[:-1], seal))

    def with_settings(self, **changes: Any) -> Table:  # noqa: ANN401 - any setting
        """Return the table with some settings changed."""
        return self.with_row(settings={**self.row.settings, **changes})


def seated(table_id: int, players: tuple[Player, ...], at: datetime) -> tuple[SeatRow, ...]:
    """Return the rows that seat players in their order."""
    return tuple(SeatRow(table_id, seat, player.user_id, player.name, at) for seat, player in enumerate(players))
