"""A table as a value: all that is stored about it, and the game that results from its actions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, fields, replace
from datetime import datetime
from functools import partial
from operator import attrgetter
from typing import Any, Final, final

from bot.engine import Game, Phase, Rules, Verb, View, observe, offered_actions, parse_action
from bot.engine.course import deal_after
from bot.house.roster import HOUSE, Level, is_house
from bot.lazy import dataclass
from bot.tables.values.clocks import Due
from db.deals import ActionRow, CutRow, DealRow
from db.games import SeatRow
from db.keys import number_of
from db.messages import MessageRow

from .parts import (
    READY_FOR,
    Adjourned,
    Adjourning,
    Ahead,
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
from .seen import PLIES, Seen, actions_of

_NAME, _USER = attrgetter("name"), attrgetter("user_id")
DRAW = "draw"
"""The reason stored with a game that ended in an agreed draw."""


@final
@dataclass(frozen=True, repr=False)
class Table:
    """A table at one moment; it holds the secret of the running deal, so it is never sent out unfiltered."""

    id: int
    """The table's key (`db/keys.py`); 0 for a table that is not stored yet."""
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
    """The spectator's ply at which the player on move ran out of time."""
    draw: Asked | None = None
    undo: Asked | None = None
    looked: tuple[int, ...] = ()
    """The seats that have looked at their first hand of a rated game; from then on, giving it up loses it."""
    looking: Asked | None = None
    """A request to look at the tricks where only the last may be looked at; its ply is :attr:`leads`."""
    adjourning: Adjourning | None = None
    """A request to adjourn."""
    adjourned: Adjourned | None = None
    """The adjournment, during which nothing is played and no clock runs; None: the game is not adjourned."""
    held_seats: tuple[HeldSeat, ...] = ()
    stood_in: tuple[int, ...] = ()
    """The numbers, from 0, of the actions that the house did for an absent member."""
    house_sat: bool = False
    """Whether the house has held a seat; the game is not rated then, whoever comes back."""
    rematch: Rematch = field(default_factory=Rematch)
    fixture: Fixture | None = None
    """The tournament pairing that is played here; None: no tournament."""
    series: Series | None = None
    """The series to which the game belongs, with the results of its earlier games; None: a single game."""
    undone: int = 0
    """The difference between the ply and the number of actions, caused by undoing."""
    given: tuple[GivenHint, ...] = ()
    """The hints given to players."""
    ahead: tuple[Ahead, ...] = ()
    """What players have chosen to do when their turns come; each entry is for its player's eyes alone."""
    reviews: tuple[Review, ...] = ()
    """The reviews of the game, one for each seat that has asked."""
    daily: Daily | None = None
    """The daily deal that is played here, if one is."""
    language: str | None = None
    """The language of a player who plays alone; None: others read the board too, so it is in the server's language."""
    invited_id: int | None = None
    """The member who is challenged."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    end_reason: str | None = None
    winner: tuple[int, ...] | None = None
    """The winning seats; None before the end."""
    turn_since: datetime | None = None
    version: int = 0
    """Number of times the table was stored; a change is refused if the database has another version."""
    due: Mapping[Due, datetime] = field(default_factory=dict, compare=False)
    """The deadlines of the table."""
    # What follows is read many times a click, so it is computed once, when the value is made.
    rules: Rules = field(init=False, compare=False)
    """The rules of the game."""
    names: tuple[str, ...] = field(init=False, compare=False)
    """The players' names by seat."""
    users: tuple[int, ...] = field(init=False, compare=False)
    """The players' Discord ids by seat."""
    held: Mapping[int, Level] = field(init=False, compare=False)
    """The seats of absent members that the house plays, each with the level at which it does."""
    live: bool = field(init=False, compare=False)
    """Whether the table is in its lobby or being played."""
    seal: DealRow | None = field(init=False, compare=False)
    """The newest deal's row, with its sealed shuffle."""
    awaits_deal: bool = field(init=False, compare=False)
    """Whether the next deal is sealed and not yet dealt."""
    seats_waited_for: tuple[int, ...] = field(init=False, compare=False)
    """The seats that are to act now: the one on turn, or while claiming all that are not yet done.

    An adjourned game waits for no seat.
    """
    turn_users: tuple[int, ...] = field(init=False, compare=False)
    """The users who are to act now, the one on turn first."""
    _seen: dict[int | None, Seen] = field(init=False, compare=False)

    def __post_init__(self) -> None:
        """Compute the fields that follow from the others."""
        keep = partial(object.__setattr__, self)
        seal = self.deals[-1] if self.deals else None
        keep("_seen", {})
        keep("rules", self.game.rules)
        keep("names", tuple(map(_NAME, self.seats)))
        keep("users", tuple(map(_USER, self.seats)))
        keep("held", {each.seat: each.level for each in self.held_seats} if self.held_seats else {})
        keep("live", self.status in (Status.LOBBY, Status.PLAYING))
        keep("seal", seal)
        keep("awaits_deal", self.status is Status.PLAYING and seal is not None and seal.deck is None)
        keep("seats_waited_for", self._waits_for())
        keep("turn_users", tuple(map(self.users.__getitem__, self.seats_waited_for)))

    def _waits_for(self) -> tuple[int, ...]:
        deal = self.game.deal
        stopped = self.status is not Status.PLAYING or self.adjourned is not None
        if stopped or self.awaits_deal or deal is None or deal.over:
            return ()
        if deal.honour is None or deal.phase is not Phase.CLAIM:
            return (deal.turn,)
        n = deal.law.players
        order = ((deal.turn + step) % n for step in range(n))
        return tuple(seat for seat in order if not deal.honour.done >> seat & 1)

    @property
    def number(self) -> int:
        """The table's number, as shown to everyone."""
        return number_of(self.id)

    def __repr__(self) -> str:
        """Return the table's key, state, number of players and ply, and no card."""
        return f"<Table {self.id} {self.status.value}, {len(self.seats)} seated, ply {self.ply}>"

    @property
    def channel_id(self) -> int:
        """The channel or thread that holds the table's board."""
        return self.place.channel_id

    @property
    def private(self) -> bool:
        """Whether only its player may know of the table, which has a panel and no board: a daily deal or a practice."""
        return self.daily is not None or self.place.private

    @property
    def ply(self) -> int:
        """The number of this moment: it grows with every action and every undoing, and never recurs.

        A control made for another ply is outdated. Until something is undone it is the number of actions.
        """
        return len(self.actions) + self.undone

    def ply_for(self, user_id: int | None) -> int:
        """Return the ply as a user (None: a spectator) may know it (:attr:`.Seen.ply`)."""
        return self.seen_by(user_id).ply

    def moment_for(self, user_id: int) -> int:
        """Return the ply as a user may know it, with a mark: what the user's controls of acts carry.

        A backup that is put back comes to the same plies again, by other acts; a control of what was lost has another
        mark.
        """
        seen = self.seen_by(user_id)
        return self.mark_after(seen.actions) * PLIES + seen.ply

    def mark_after(self, actions: Sequence[ActionRow]) -> int:
        """Return the mark of the moment after some actions: when it began, which tells nothing of cards; 0: unknown."""
        dealt = (deal.dealt_at for deal in self.deals[-1:])
        began = [at for at in (*dealt, *(row.at for row in actions[-1:])) if at is not None]
        return 1 + round(max(began).timestamp() * 1000) % 997 if began else 0

    @property
    def drawn(self) -> bool:
        """Whether the players agreed to a draw."""
        return self.status is Status.ABANDONED and self.end_reason == DRAW

    @property
    def being_dealt(self) -> bool:
        """Whether the cuts of the next deal are closed; its cards are dealt once its board has an id."""
        return self.awaits_deal and self.seal is not None and self.seal.cuts_closed_at is not None

    def message(self, role: str) -> MessageRow | None:
        """Return the newest open message with a role, or None."""
        for message in reversed(self.messages):
            if message.role == role and not message.closed:
                return message
        return None

    @property
    def stands_in_round(self) -> bool:
        """Whether the message of its round shows it, as its game has not begun and it has no board of its own."""
        waits = self.status is Status.LOBBY and self.fixture is not None and self.fixture.in_round
        return waits and self.message("board") is None

    @property
    def is_honour(self) -> bool:
        """Whether it is an honour table, which refuses only acts that are physically impossible."""
        return self.rules.irregularities == "forfeits"

    @property
    def claiming(self) -> bool:
        """Whether forfeits can be claimed now: the deal is played out or has stopped at the target."""
        deal = self.game.deal
        playing = self.status is Status.PLAYING and self.adjourned is None
        return playing and deal is not None and deal.phase is Phase.CLAIM

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return len(self.seats) == self.rules.players

    @property
    def people(self) -> tuple[int, ...]:
        """The users who play in person: neither house players nor members whose seats the house holds."""
        return tuple(seat.user_id for seat in self.seats if not is_house(seat.user_id) and seat.seat not in self.held)

    @property
    def plays_alone(self) -> bool:
        """Whether one person plays against the house alone."""
        return len(self.seats) > 1 and sum(not is_house(user) for user in self.users) == 1

    @property
    def hints(self) -> bool:
        """Whether players may ask for hints: all have agreed to it, or one person plays alone, and nothing for it."""
        return self.terms.hints or (self.plays_alone and self.daily is None and self.fixture is None)

    def seat_of(self, user_id: int) -> int | None:
        """Return a user's seat, or None."""
        for seat in self.seats:
            if seat.user_id == user_id:
                return seat.seat
        return None

    def seen_by(self, user_id: int | None) -> Seen:
        """Return what a user (None: a spectator) may know of the table: view, ply, game and actions.

        A draw that happens by itself is hidden from the others until its drawer leads (:mod:`.seen`). It is computed
        once for each seat: a table is a value, so what is seen of it never changes.
        """
        seat = None if user_id is None else self.seat_of(user_id)
        if seat not in self._seen:
            game, deals, ply, actions = self.game, self.game.deals, self.ply, self.actions
            unseen = self.unseen_passes
            if deals and unseen and seat not in (deals[-1].turn, deals[-1].leader) and not self._has_drawn(seat):
                ply, actions, base = ply - unseen, actions[:-unseen], deals[-1].base
                game = replace(game, deals=(*deals[:-1], deal_after(base, actions_of(base, actions))))
            view = observe(game, seat, opened=self.tricks_lie_open) if deals else None
            self._seen[seat] = Seen(seat, ply, actions, game, view)
        return self._seen[seat]

    @property
    def passes_by_itself(self) -> bool:
        """Whether the draw happens by itself when nothing can be declared.

        It never does at an honour table, where everybody draws by hand.
        """
        return self.terms.auto_draw and not self.is_honour

    @property
    def unseen_passes(self) -> int:
        """The number of last actions that the others may not notice: the passes since the trick or a declaration.

        With partners they are also hidden while the winner's partner may declare, except after a declaration of the
        house's, which keeps nobody waiting.
        """
        deal = self.game.deal
        if self.status is not Status.PLAYING or deal is None or deal.trick or not self.passes_by_itself:
            return 0
        if deal.phase is not Phase.PLAY and (deal.phase is not Phase.DECLARE or deal.turn == deal.leader):
            return 0
        passes = 0
        for row in reversed(self.actions[-2:]):
            if row.deal != deal.base.number or parse_action(row.action).verb is not Verb.PASS:
                break
            passes += 1
        asked = self.actions[-1].seat if passes else deal.leader
        return 0 if passes == 1 and asked != deal.leader and self.house_level(asked) is not None else passes

    def _has_drawn(self, seat: int | None) -> bool:
        """Tell whether a seat could declare after its partner, and so knows of the draw."""
        if not self.rules.partners or seat is None or not self.actions or self.actions[-1].seat != seat:
            return False
        if self.unseen_passes == 1:  # it has declared
            return True
        base = self.game.deals[-1].base
        before = deal_after(base, actions_of(base, self.actions[:-1]))
        return len(offered_actions(replace(self.game, deals=(*self.game.deals[:-1], before)))) > 1

    @property
    def shown_on_move(self) -> int | None:
        """The seat on move as everybody sees it: it stands there while a partner is asked, or has passed, unseen."""
        if not self.seats_waited_for or not self.unseen_passes or not self.rules.partners:
            return self.seats_waited_for[0] if self.seats_waited_for else None
        view = self.view()
        return view.turn if view is not None else None

    def same_for_others(self, after: Table) -> bool:
        """Tell whether all that was done since is an unseen draw, which others may not notice."""
        return (
            self.ply_for(None) == after.ply_for(None)
            and self.status is after.status
            and (self.held_seats, self.draw, self.undo, self.looking, self.adjourning, self.adjourned)
            == (after.held_seats, after.draw, after.undo, after.looking, after.adjourning, after.adjourned)
        )

    def view(self, user_id: int | None = None) -> View | None:
        """Return a user's view of the present deal (:attr:`.Seen.view`), or None before the first deal."""
        return self.seen_by(user_id).view

    def house_level(self, seat: int) -> Level | None:
        """Return the level at which the house plays a seat, for itself or for an absent member; None: a person does."""
        user = self.users[seat]
        if is_house(user):
            return HOUSE[user].level if user in HOUSE else Level.REGULAR
        return self.held.get(seat)

    @property
    def house_on_move(self) -> Level | None:
        """The level of the house player on move, for itself or for an absent member; None if a person is on move."""
        return self.house_level(self.seats_waited_for[0]) if self.seats_waited_for else None

    def human_partner(self, seat: int) -> int | None:
        """Return the user who plays in person as the partner of a seat, or None."""
        partner = (seat + 2) % 4
        return self.users[partner] if self.rules.partners and self.house_level(partner) is None else None

    @property
    def awaited(self) -> int | None:
        """The user on move as everybody sees it, if they play in person; else None.

        After a trick of the house's it is its partner, who may be asked unseen.
        """
        seat = self.shown_on_move
        if seat is None or self.house_level(seat) is None:
            return None if seat is None else self.users[seat]
        view = self.view() if self.passes_by_itself and self.rules.partners else None
        return self.human_partner(seat) if view is not None and view.phase is Phase.DECLARE else None

    @property
    def house_hesitates(self) -> bool:
        """Whether the house is to lead after its partner may have been asked, which the time must not tell others."""
        deal = self.game.deal
        if deal is None or deal.phase is not Phase.PLAY or not self.rules.partners or self.house_on_move is None:
            return False
        return self.unseen_passes > 0 and self.human_partner(deal.turn) is not None and not self.plays_alone

    @property
    def late_user(self) -> int:
        """The user whose time is up, as everybody sees it, where it is."""
        return self.users[self.shown_on_move or 0]

    @property
    def keeps_waiting(self) -> int | None:
        """The awaited user, if other people play too: against the house alone no clock runs and nobody is reminded.

        It is None while forfeits can be claimed, as that time is limited for everybody together.
        """
        awaited = None if self.claiming else self.awaited
        return awaited if awaited is not None and any(user != awaited for user in self.people) else None

    def has_come(self, kind: Due, now: datetime) -> bool:
        """Tell whether a deadline is set and has passed."""
        at = self.due.get(kind)
        return at is not None and at <= now

    # ------------------------------------------------------------ what was asked or claimed, and still holds

    def stands(self, ply: int | None) -> bool:
        """Tell whether what was asked or claimed at a spectator's ply still stands; an unseen draw does not end it."""
        return ply is not None and self.ply_for(None) <= ply <= self.ply

    @property
    def time_is_up(self) -> bool:
        """Whether the player on move has run out of time and the others have not yet decided what follows."""
        return bool(self.turn_users) and self.stands(self.time_up)

    @property
    def leads(self) -> int:
        """The number of cards led in the whole game, which a request to look at the tricks stores."""
        return sum(len(deal.tricks) + bool(deal.trick) for deal in self.game.deals)

    @property
    def looking_stands(self) -> bool:
        """Whether a request to look at the tricks is still valid: no other card has been led since."""
        deal = self.game.deal
        playing = self.status is Status.PLAYING and deal is not None and not deal.over
        return self.looking is not None and playing and self.looking.ply == self.leads

    @property
    def yet_to_let_look(self) -> tuple[int, ...]:
        """The people who have not yet agreed that the tricks may be looked at; the house always agrees."""
        asked = self.looking
        if asked is None or asked.declined:
            return ()
        return tuple(user for user in self.people if user != asked.user and user not in asked.agreed)

    @property
    def tricks_lie_open(self) -> bool:
        """Whether all have agreed that the tricks may be looked at, and no other card has been led since."""
        asked = self.looking
        return asked is not None and not asked.declined and self.looking_stands and not self.yet_to_let_look

    @property
    def adjourning_stands(self) -> bool:
        """Whether a request to adjourn, or its refusal, is still valid."""
        asked = self.adjourning
        if asked is None or self.status is not Status.PLAYING or self.adjourned is not None:
            return False
        return asked.deal == len(self.deals) if asked.declined is None else self.stands(asked.declined)

    @property
    def yet_to_adjourn(self) -> tuple[int, ...]:
        """The people who have not yet agreed to adjourn; the house always agrees."""
        asked = self.adjourning
        if asked is None or asked.declined is not None:
            return ()
        return tuple(user for user in self.people if user != asked.user and user not in asked.agreed)

    @property
    def readiness_lapses(self) -> bool:
        """Whether a player counts as ready for a limited time only.

        That is so in live games with a clock: it would otherwise start to run while the player is away.
        """
        return self.terms.clock.a_move is not None and not self.terms.clock.by_correspondence

    def ready_at(self, now: datetime) -> tuple[int, ...]:
        """Return the users who count as ready to resume an adjourned game."""
        if self.adjourned is None:
            return ()
        lasting = not self.readiness_lapses
        return tuple(user for user, at in self.adjourned.ready if lasting or now - at < READY_FOR)

    def yet_to_go_on(self, now: datetime) -> tuple[int, ...]:
        """Return the people who are not yet ready to resume an adjourned game."""
        ready = self.ready_at(now)
        return tuple(user for user in self.people if user not in ready) if self.adjourned is not None else ()

    @property
    def series_so_far(self) -> Series | None:
        """The table's series, including the table's own game once that is over."""
        if self.series is None or self.live:
            return self.series
        return self.series.after(self.winner[0] if self.winner else None)

    def but(self, **changes: Any) -> Table:  # noqa: ANN401 - any field
        """Return a copy of the table with some fields changed.

        An act makes several copies; `dataclasses.replace` goes through all fields twice for each.
        """
        if not changes.keys() <= _FIELDS:
            raise TypeError(f"a table has no {', '.join(sorted(changes.keys() - _FIELDS))}")
        copy = object.__new__(Table)
        copy.__dict__.update(self.__dict__, **changes)
        copy.__post_init__()
        return copy


_FIELDS: Final = frozenset(each.name for each in fields(Table) if each.init)


def tidy(table: Table) -> Table:
    """Return a table without lapsed requests and claims and without deadlines that no longer apply.

    Every change passes through here before it is stored, so all that a table holds is valid.
    """
    playing = table.status is Status.PLAYING
    adjourned = playing and table.adjourned is not None
    awaited = table.keeps_waiting is not None
    waits = {
        Due.LOBBY: table.status is Status.LOBBY,
        Due.CHALLENGE: table.status is Status.LOBBY,
        # In private only a click can bring the message in which a deal is played.
        Due.DEAL: table.awaits_deal and not (table.being_dealt or adjourned or table.private),
        Due.NUDGE: awaited,
        Due.TELL: awaited and table.terms.clock.by_correspondence,
        Due.CLOCK: awaited,
        Due.FORFEITS: table.claiming and len(table.people) > 1,
        Due.ABANDON: playing and not adjourned,
        Due.DAY: playing and table.daily is not None,
        Due.ROUND: table.live and table.fixture is not None,
        Due.LAPSES: table.adjourning_stands and bool(table.yet_to_adjourn),
        Due.RESUME: adjourned,
        Due.ENDS_SOON: adjourned,
        Due.LEFT: adjourned,
        Due.ITSELF: bool(table.turn_users) and (table.house_on_move is None or table.house_hesitates),
    }
    lobby = replace(
        table.lobby,
        to_agree=tuple(user for user in table.lobby.to_agree if user in table.users and not is_house(user)),
        sat_down=tuple(user for user in table.lobby.sat_down if user in table.users),
    )
    return table.but(
        lobby=lobby,
        draw=table.draw if playing and table.draw is not None and table.stands(table.draw.ply) else None,
        undo=table.undo if playing and table.undo is not None and table.stands(table.undo.ply) else None,
        looking=table.looking if table.looking_stands else None,
        adjourning=table.adjourning if table.adjourning_stands else None,
        adjourned=table.adjourned if playing else None,
        claims=table.claims if table.claims is not None and table.stands(table.claims.ply) else None,
        time_up=table.time_up if table.stands(table.time_up) else None,
        ahead=table.ahead if playing and not table.awaits_deal else (),
        due={kind: at for kind, at in table.due.items() if waits[kind]},
    )
