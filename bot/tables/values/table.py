"""A table as a value: everything that is stored about it, and the game that follows from its actions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from bot.engine import Game, Rules, View, observe
from bot.house.levels import Level
from bot.house.roster import is_house
from db.rows import ActionRow, CutRow, DealRow, MessageRow, SeatRow

from .acting import claiming, house_level, plays_alone, seats_waited_for
from .adjourned import Adjourned, Adjourning, request_stands, yet_to_adjourn
from .due import Due
from .looking import may_stand, tricks_lie_open
from .parts import (
    Asked,
    Claims,
    Daily,
    Fixture,
    GivenHint,
    HeldSeat,
    Kind,
    Lobby,
    Lots,
    Place,
    Rematch,
    Review,
    Sealing,
    Series,
    Status,
    Terms,
)
from .pause import game_for, sees_all, stands, unseen_passes

DRAW = "draw"
"""Why a game ended that its two players agreed to end without a winner."""


@dataclass(frozen=True, slots=True, repr=False)
class Table:
    """One table at one moment. It holds the secret of the running deal, so it never leaves the bot as it is."""

    id: int
    """The table's number, which everyone calls it by; 0 for one that is not stored yet."""
    guild_id: int
    kind: Kind
    status: Status
    opener_id: int
    created_at: datetime
    game: Game
    terms: Terms
    place: Place
    seats: tuple[SeatRow, ...] = ()
    deals: tuple[DealRow, ...] = ()
    cuts: tuple[CutRow, ...] = ()
    actions: tuple[ActionRow, ...] = ()
    messages: tuple[MessageRow, ...] = ()
    lobby: Lobby = field(default_factory=Lobby)
    lots: Lots = field(default_factory=Lots)
    sealing: Sealing = field(default_factory=Sealing)
    claims: Claims | None = None
    time_up: int | None = None
    """The ply, as everybody knows it, at which the player on move ran out of time."""
    draw: Asked | None = None
    undo: Asked | None = None
    looking: Asked | None = None
    """Who asks to look at the tricks where only the last may be looked at (:mod:`.looking`)."""
    adjourning: Adjourning | None = None
    """Who asks to put the game down for a while."""
    adjourned: Adjourned | None = None
    """The game is put down: nothing is played, and no clock runs."""
    held_seats: tuple[HeldSeat, ...] = ()
    stood_in: tuple[int, ...] = ()
    """At which of the actions, counted from 0, the house acted for an absent member."""
    rematch: Rematch = field(default_factory=Rematch)
    fixture: Fixture | None = None
    """What it is played for in a tournament; None: it is a table like any other."""
    series: Series | None = None
    """Where two play several games for one result: how those before this one ended."""
    undone: int = 0
    """By how much undoing has set the ply ahead of the number of actions."""
    given: tuple[GivenHint, ...] = ()
    """The hints that players were given, each with its moment."""
    reviews: tuple[Review, ...] = ()
    """What came of looking back, from each seat that has asked."""
    daily: Daily | None = None
    """The daily deal that is played here, if one is."""
    language: str | None = None
    """The language of who plays here alone; None: the board is read by others too, in the server's language."""
    invited_id: int | None = None
    """The member who is challenged."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    end_reason: str | None = None
    winner: tuple[int, ...] | None = None
    """The winning seats; None before the end."""
    turn_since: datetime | None = None
    version: int = 0
    """How often the table was stored; a change is refused where the database has another."""
    due: Mapping[Due, datetime] = field(default_factory=dict, compare=False)
    """What happens to the table by itself, and when."""
    _views: dict[int | None, View] = field(default_factory=dict, init=False, compare=False)

    def __repr__(self) -> str:
        """Name the table and where it stands, and no card."""
        return f"<Table {self.id} {self.status.value}, {len(self.seats)} seated, ply {self.ply}>"

    @property
    def rules(self) -> Rules:
        """The rules that are played."""
        return self.game.rules

    @property
    def channel_id(self) -> int:
        """The channel or thread in which the table stands."""
        return self.place.channel_id

    @property
    def ply(self) -> int:
        """The number of this moment: it grows with every action and with every undoing, and never comes again.

        A control made for another moment is outdated. As long as nothing was undone it is the number of actions.
        """
        return len(self.actions) + self.undone

    def ply_for(self, user_id: int | None) -> int:
        """Return the number of this moment as a user (None: a spectator) may know it: it tells of no unseen draw.

        It stands in the user's controls. What is asked of everybody or claimed goes by the spectator's.
        """
        return self.ply if sees_all(self, user_id) else self.ply - unseen_passes(self)

    @property
    def live(self) -> bool:
        """Whether something can still happen here."""
        return self.status in (Status.LOBBY, Status.PLAYING)

    @property
    def drawn(self) -> bool:
        """Whether the players agreed to a draw."""
        return self.status is Status.ABANDONED and self.end_reason == DRAW

    @property
    def seal(self) -> DealRow | None:
        """The newest deal's sealed shuffle."""
        return self.deals[-1] if self.deals else None

    @property
    def awaits_deal(self) -> bool:
        """Whether the next deal is sealed and may be dealt."""
        return self.status is Status.PLAYING and self.seal is not None and self.seal.deck is None

    @property
    def being_dealt(self) -> bool:
        """Whether the cuts of the next deal are closed, and its cards follow once its board has an id."""
        return self.awaits_deal and self.seal is not None and self.seal.cuts_closed_at is not None

    def message(self, role: str) -> MessageRow | None:
        """Return the newest open message of a role."""
        return next((m for m in reversed(self.messages) if m.role == role and not m.closed), None)

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def users(self) -> tuple[int, ...]:
        """The players' Discord ids by seat."""
        return tuple(seat.user_id for seat in self.seats)

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) == self.rules.players

    @property
    def held(self) -> dict[int, Level]:
        """The seats of absent members that the house holds, and how well it plays for each."""
        return {each.seat: each.level for each in self.held_seats}

    @property
    def people(self) -> tuple[int, ...]:
        """The users who play in person: no house players, and nobody whose seat the house holds."""
        held = self.held
        return tuple(seat.user_id for seat in self.seats if not is_house(seat.user_id) and seat.seat not in held)

    @property
    def hints(self) -> bool:
        """Whether players may ask what the house would do: all have agreed to it, or one plays alone."""
        return self.terms.hints or (plays_alone(self) and self.daily is None)

    def seat_of(self, user_id: int) -> int | None:
        """Return where a user sits, or None."""
        return next((seat.seat for seat in self.seats if seat.user_id == user_id), None)

    def view(self, user_id: int | None = None) -> View | None:
        """Return what a user sees of the present deal (None: a spectator), or None before the first deal.

        A draw that happens by itself is not seen by the others before its drawer leads (:mod:`.pause`). A view is made
        once for each seat: a table is a value, so what is seen of it never changes.
        """
        if self.game.deal is None:
            return None
        seat = None if user_id is None else self.seat_of(user_id)
        if seat not in self._views:
            self._views[seat] = observe(game_for(self, user_id), seat, opened=tricks_lie_open(self))
        return self._views[seat]

    @property
    def turn_users(self) -> tuple[int, ...]:
        """The users who are to act now; who is on turn comes first."""
        return tuple(self.seats[seat].user_id for seat in seats_waited_for(self))

    @property
    def house_on_move(self) -> Level | None:
        """How well the house plays that is on move, for itself or for an absent member; None where a person is."""
        waited = seats_waited_for(self)
        return house_level(self, waited[0]) if waited else None

    @property
    def awaited(self) -> int | None:
        """The user for whom the game waits: who is on move and plays in person."""
        return self.turn_users[0] if self.turn_users and self.house_on_move is None else None

    @property
    def keeps_waiting(self) -> int | None:
        """The awaited user, where other people wait: against the house alone no clock runs and nobody is reminded.

        Nor while forfeits can be claimed, which has a time of its own for everybody.
        """
        awaited = None if claiming(self) else self.awaited
        return awaited if awaited is not None and any(user != awaited for user in self.people) else None

    @property
    def time_is_up(self) -> bool:
        """Whether the player on move has run out of time, and nobody has decided yet what comes of it."""
        return bool(self.turn_users) and stands(self, self.time_up)

    def but(self, **changes: Any) -> Table:  # noqa: ANN401 - any field
        """Return the next value of the table: this one with some fields changed."""
        return replace(self, **changes)


def series_after(table: Table) -> Series | None:
    """Return how a series stands with the game of a table, when that is over; before that as it stood."""
    if table.series is None or table.live:
        return table.series
    return table.series.after(table.winner[0] if table.winner else None)


def tidy(table: Table) -> Table:
    """Return a table without what has lapsed: requests and claims of another moment, deadlines of what is over.

    Every change passes through here before it is stored, so what a table holds always stands.
    """
    playing = table.status is Status.PLAYING
    adjourned = playing and table.adjourned is not None
    awaited = table.keeps_waiting is not None
    waits = {
        Due.LOBBY: table.status is Status.LOBBY,
        Due.CHALLENGE: table.status is Status.LOBBY,
        Due.DEAL: table.awaits_deal and not table.being_dealt and not adjourned,
        Due.NUDGE: awaited,
        Due.TELL: awaited and table.terms.clock.by_correspondence,
        Due.CLOCK: awaited,
        Due.FORFEITS: claiming(table) and len(table.people) > 1,
        Due.ABANDON: playing and not adjourned,
        Due.DAY: playing and table.daily is not None,
        Due.ROUND: table.live and table.fixture is not None,
        Due.LAPSES: request_stands(table) and bool(yet_to_adjourn(table)),
        Due.RESUME: adjourned,
        Due.ENDS_SOON: adjourned,
        Due.LEFT: adjourned,
    }
    return replace(
        table,
        lobby=replace(table.lobby, to_agree=_here(table), sat_down=_still_seated(table)),
        draw=table.draw if playing and table.draw is not None and stands(table, table.draw.ply) else None,
        undo=table.undo if playing and table.undo is not None and stands(table, table.undo.ply) else None,
        looking=table.looking if may_stand(table) else None,
        adjourning=table.adjourning if request_stands(table) else None,
        adjourned=table.adjourned if playing else None,
        claims=table.claims if table.claims is not None and stands(table, table.claims.ply) else None,
        time_up=table.time_up if stands(table, table.time_up) else None,
        due={kind: at for kind, at in table.due.items() if waits[kind]},
    )


def _here(table: Table) -> tuple[int, ...]:
    """Return who has yet to agree and sits there; house players agree to everything."""
    return tuple(user for user in table.lobby.to_agree if user in table.users and not is_house(user))


def _still_seated(table: Table) -> tuple[int, ...]:
    """Return the order in which people sat down, without who stood up: whoever comes back has come last."""
    return tuple(user for user in table.lobby.sat_down if user in table.users)
