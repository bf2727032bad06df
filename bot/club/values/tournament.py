"""A tournament as a value: what it is played by, who takes part, and who has met whom with what outcome."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any, Final

from bot.engine import Rules
from bot.tables.values.clocks import Clock
from bot.tables.values.parts import Player

MOST_ENTRIES: Final = {"round-robin": 8, "swiss": 64}
"""So many compete at most, people or pairs of partners, by form."""
LONGEST_NAME: Final = 60
"""So many characters a tournament's name has at most."""


class Form(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    """Everybody meets everybody once."""
    SWISS = "swiss"
    """In each round those meet who have done equally well, and nobody the same twice."""

    @property
    def most(self) -> int:
        """How many compete at most."""
        return MOST_ENTRIES[self.value]


class State(StrEnum):
    """Where a tournament stands in its life."""

    OPEN = "open"
    """People join."""
    PLAYING = "playing"
    FINISHED = "finished"
    CANCELLED = "cancelled"


LIVE: Final = (State.OPEN, State.PLAYING)


class Outcome(StrEnum):
    """How a pairing came out."""

    HOME = "home"
    AWAY = "away"
    DRAW = "draw"
    HOME_DEFAULT = "home-default"
    """Without a game, as the other did not come or has withdrawn."""
    AWAY_DEFAULT = "away-default"
    NEITHER = "neither"
    """Nobody came: both lose."""
    BYE = "bye"
    """There was nobody left to meet: it counts as a win."""

    @property
    def halves(self) -> tuple[int, int]:
        """What it brings both, in half points."""
        return _HALVES[self]

    @property
    def played(self) -> bool:
        """Whether a game decided it, so that it tells of strength."""
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
class Entrant:
    """Somebody who takes part."""

    user_id: int
    name: str
    joined_at: datetime
    partner_id: int | None = None
    """With whom they want to play as partners; both want it where that is so for each."""
    entry: int | None = None
    """The number under which they compete, from the start on."""
    withdrawn: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """Who competes: a person, or two partners."""

    number: int
    """From 1, the strongest first as far as is known."""
    members: tuple[Entrant, ...]

    @property
    def name(self) -> str:
        """The names of its members."""
        return " & ".join(member.name for member in self.members)

    @property
    def withdrawn(self) -> bool:
        """Whether it competes no more: one partner does not without the other."""
        return any(member.withdrawn for member in self.members)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who meets whom in a round, and what came of it."""

    round: int
    board: int
    """From 1, the first being that of those who stand best."""
    home: int
    """The number of an entry."""
    away: int | None
    """The other's; None for a bye."""
    table_id: int | None = None
    outcome: Outcome | None = None
    points: tuple[int, int] = (0, 0)
    """The points that both made in the game, in tens."""

    def has(self, entry: int) -> bool:
        """Tell whether an entry is one of the two."""
        return entry in (self.home, self.away)


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that shows a tournament."""

    role: str
    channel_id: int
    message_id: int
    settled: bool = False
    """Whether it says what it will always say."""


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament at one moment."""

    id: int
    """Its number; 0 for one that is not stored yet."""
    guild_id: int
    channel_id: int
    organizer_id: int
    name: str
    """Empty where whoever gave it has had it deleted."""
    form: Form
    state: State
    rules: Rules
    preset: str
    clock: Clock
    rounds: int
    """How many are played; before the start 0 for as many as are customary for those who take part."""
    lasting: timedelta
    """How long there is to play a pairing, from the moment at which its table is opened."""
    created_at: datetime
    round: int = 0
    """The present one, from 1; 0 before the start."""
    started_at: datetime | None = None
    ended_at: datetime | None = None
    entrants: tuple[Entrant, ...] = ()
    """In the order in which they joined."""
    pairings: tuple[Pairing, ...] = ()
    """By round and board."""
    posted: tuple[Posted, ...] = ()
    version: int = 0
    friendly: bool = False
    """Its games are not rated."""
    number: int = 0
    """Its number among the tournaments of its server, from 1; by it the tournament is called where it has no name."""
    _entries: dict[int, Entry] = field(default_factory=dict, init=False, compare=False, repr=False)

    @property
    def partners(self) -> bool:
        """Whether partners compete."""
        return self.rules.partners

    @property
    def live(self) -> bool:
        """Whether something can still happen."""
        return self.state in LIVE

    @property
    def entries(self) -> Mapping[int, Entry]:
        """Who competes, by number; nobody before the start."""
        if not self._entries:
            members: dict[int, tuple[Entrant, ...]] = {}
            for entrant in self.entrants:
                if entrant.entry is not None:
                    members[entrant.entry] = (*members.get(entrant.entry, ()), entrant)
            self._entries.update({number: Entry(number, members[number]) for number in sorted(members)})
        return self._entries

    def entrant(self, user_id: int) -> Entrant | None:
        """Return a user as one who takes part, or None."""
        return next((entrant for entrant in self.entrants if entrant.user_id == user_id), None)

    def of_round(self, number: int) -> tuple[Pairing, ...]:
        """Return the pairings of a round."""
        return tuple(pairing for pairing in self.pairings if pairing.round == number)

    def pairing_of(self, user_id: int) -> Pairing | None:
        """Return the pairing of a user in the present round, or None."""
        entrant = self.entrant(user_id)
        if entrant is None or entrant.entry is None:
            return None
        return next((pairing for pairing in self.of_round(self.round) if pairing.has(entrant.entry)), None)

    def players_of(self, pairing: Pairing) -> tuple[Player, ...]:
        """Return who plays a pairing, by seat: partners sit opposite each other."""
        sides = [self.entries[number].members for number in (pairing.home, pairing.away) if number is not None]
        return tuple(
            Player(side[at].user_id, side[at].name) for at in range(2 if self.partners else 1) for side in sides
        )

    def message(self, role: str) -> Posted | None:
        """Return the message of a role, or None."""
        return next((posted for posted in self.posted if posted.role == role), None)

    def but(self, **changes: Any) -> Tournament:  # noqa: ANN401 - any field
        """Return the next value of the tournament: this one with some fields changed."""
        return replace(self, **changes)
