"""A tournament as a value: its rules, its entrants, and its pairings with their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final, TypeAlias

from bot.engine import Rules
from bot.lazy import dataclass
from bot.tables.values.clocks import Clock
from bot.tables.values.parts import Player
from db.tournaments import EntrantRow, TournamentMessageRow

Entrant: TypeAlias = EntrantRow
Posted: TypeAlias = TournamentMessageRow

MOST_ENTRIES: Final = {"round-robin": 8, "swiss": 64}
"""Largest number of entries, people or pairs of partners, by form."""
STOPPED: Final = "stopped"
"""The role of the direct message that tells the organizer that the tournament has stopped."""
LONGEST_NAME: Final = 60
"""Largest number of characters of a tournament's name."""


def round_role(number: int) -> str:
    """Return the role of the message of a round, counted from 1."""
    return f"round-{number}"


class Form(StrEnum):
    """The system that decides who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody once."""
    SWISS = "swiss"
    """In each round entries with equal results meet, and no two meet twice."""

    @property
    def most(self) -> int:
        """The largest number of entries."""
        return MOST_ENTRIES[self.value]


class State(StrEnum):
    """The state of a tournament."""

    OPEN = "open"
    """People can join."""
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


LIVE: Final = (State.OPEN, State.PLAYING)


class Outcome(StrEnum):
    """The outcome of a pairing."""

    HOME = "home"
    AWAY = "away"
    DRAW = "draw"
    HOME_DEFAULT = "home-default"
    """A win without a game, as the opponent did not come or has withdrawn."""
    AWAY_DEFAULT = "away-default"
    NEITHER = "neither"
    """Both lose, as neither came or both have withdrawn."""
    BYE = "bye"
    """A round without an opponent, which counts as a win."""

    @property
    def halves(self) -> tuple[int, int]:
        """The half points of both entries, home first."""
        return _HALVES[self]

    @property
    def played(self) -> bool:
        """Whether a game decided the pairing, so that it says something about strength."""
        return self in (Outcome.HOME, Outcome.AWAY, Outcome.DRAW)


_HALVES: Final = {
    Outcome.HOME: (2, 0),
    Outcome.AWAY: (0, 2),
    Outcome.DRAW: (1, 1),
    Outcome.HOME_DEFAULT: (2, 0),
    Outcome.AWAY_DEFAULT: (0, 2),
    Outcome.NEITHER: (0, 0),
    Outcome.BYE: (2, 0),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One competitor: a person, or two partners."""

    number: int
    """From 1, in the order of ratings, the strongest first."""
    members: tuple[Entrant, ...]

    @property
    def name(self) -> str:
        """The names of its members."""
        return " & ".join(member.name for member in self.members)

    @property
    def withdrawn(self) -> bool:
        """Whether the entry no longer competes; one partner cannot compete without the other."""
        return any(member.withdrawn for member in self.members)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries that meet in a round, and the outcome."""

    round: int
    board: int
    """From 1; the best-placed entries play on board 1."""
    home: int
    """The number of the first entry."""
    away: int | None
    """The number of the second entry; None for a bye."""
    table_id: int | None = None
    outcome: Outcome | None = None
    """None until the pairing is decided."""
    points: tuple[int, int] = (0, 0)
    """The card points of both in the game, in tens."""

    def has(self, entry: int) -> bool:
        """Return whether an entry is one of the two."""
        return entry in (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament at one moment."""

    id: int
    """Its number in the database; 0 for a tournament that is not stored yet."""
    guild_id: int
    channel_id: int
    organizer_id: int
    name: str
    """Empty if its author has had it deleted."""
    form: Form
    state: State
    rules: Rules
    preset: str
    clock: Clock
    rounds: int
    """The number of rounds; 0 before the start means the usual number for the entries."""
    lasting: timedelta
    """Time for playing a pairing, from the moment at which its table is opened."""
    created_at: datetime
    round: int = 0
    """The present round, from 1; 0 before the start."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    entrants: tuple[Entrant, ...] = ()
    """In the order in which they joined."""
    pairings: tuple[Pairing, ...] = ()
    """Ordered by round and board."""
    posted: tuple[Posted, ...] = ()
    version: int = 0
    friendly: bool = False
    """Whether its games are not rated."""
    number: int = 0
    """Its number among the tournaments of its server, from 1; used in place of a missing name."""
    _entries: dict[int, Entry] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def partners(self) -> bool:
        return self.rules.partners

    @property
    def live(self) -> bool:
        """Whether the tournament is open or in play."""
        return self.state in LIVE

    @property
    def entries(self) -> Mapping[int, Entry]:
        """The entries by number; empty before the start."""
        if not self._entries:
            members: dict[int, tuple[Entrant, ...]] = {}
            for entrant in self.entrants:
                if entrant.entry is not None:
                    members[entrant.entry] = (*members.get(entrant.entry, ()), entrant)
            self._entries.update({number: Entry(number, members[number]) for number in sorted(members)})
        return self._entries

    @property
    def one_table(self) -> bool:
        """Whether no round has more than one game, so that the list shows all there is to see of it."""
        return 0 < len(self.entries) <= 3

    def entrant(self, user_id: int) -> Entrant | None:
        """Return the entrant who is this user, or None."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    def players_of(self, pairing: Pairing) -> tuple[Player, ...]:
        """Return the players of a pairing by seat; partners sit opposite each other."""
        sides = [self.entries[number].members for number in (pairing.home, pairing.away) if number is not None]
        return tuple(
            Player(side[at].user_id, side[at].name) for at in range(2 if self.partners else 1) for side in sides
        )

    def message(self, role: str) -> Posted | None:
        return next((posted for posted in self.posted if posted.role == role), None)

    def but(self, **changes: Any) -> Tournament:  # noqa: ANN401 - any field
        """Return the next value of the tournament: this one with some fields changed."""
        return replace(self, **changes)
