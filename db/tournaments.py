"""Tournaments: their rules, entrants, pairings, and the messages that show them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import Column, ForeignKey, Index, false, func, insert, or_, select, text, update

from bot.lazy import dataclass
from db.errors import Overtaken
from db.schema import NUMBER, Default, Key, Numbered, OfNumbered, References, Snowflake, columns_of, table_of, values_of
from db.session import Part, Queries, within


def _key() -> Column[int]:
    return Column("tournament_id", NUMBER, ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True)


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """A tournament: its place, its rules, and its progress; `rules` is a JSON object."""

    id: Numbered
    guild_id: Snowflake
    channel_id: Snowflake
    organizer_id: Snowflake
    name: str
    form: str
    status: str
    rules: dict[str, Any]
    preset: str
    clock: str
    rounds: int
    round_minutes: int
    round: int
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    version: Annotated[int, Default(text("0"))]
    friendly: Annotated[bool, Default(false())] = False


# Keys are never reused: an old button must not open a newer tournament.
tournaments = table_of(
    "tournaments", TournamentRow, Index(None, "guild_id", "status"), Index(None, "status"), sqlite_autoincrement=True
)


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """A person who takes part in a tournament."""

    user_id: Key[Snowflake]
    name: str
    joined_at: datetime
    partner_id: Snowflake | None = None
    """The user with whom they want to play; two are partners if each names the other."""
    entry: int | None = None
    """The number of their entry, a person or two partners; None before the start."""
    withdrawn: bool = False


entrants = table_of("tournament_entrants", EntrantRow, Index(None, "user_id"), before=_key())


@dataclass(frozen=True, slots=True)
class PairingRow:
    """A pairing in a round: two entry numbers, or one with a bye; `outcome` is None until it is known."""

    round: Key[int]
    board: Key[int]
    home: int
    away: int | None
    game_id: Annotated[OfNumbered[int | None], References("games.id", "SET NULL")]
    outcome: str | None
    home_points: int
    away_points: int


pairings = table_of("tournament_pairings", PairingRow, Index(None, "game_id", unique=True), before=_key())


@dataclass(frozen=True, slots=True)
class TournamentMessageRow:
    """A message that shows a tournament."""

    role: Key[str]
    channel_id: Snowflake
    message_id: Snowflake
    settled: bool = False
    """Whether the message is final."""


tournament_messages = table_of("tournament_messages", TournamentMessageRow, before=_key())


@dataclass(frozen=True, slots=True)
class TournamentRows:
    """All rows of a tournament."""

    tournament: TournamentRow
    entrants: tuple[EntrantRow, ...]
    """The entrants in the order in which they joined."""
    pairings: tuple[PairingRow, ...]
    """The pairings by round and board."""
    messages: tuple[TournamentMessageRow, ...]
    number: int = 0
    """The tournament's number in its server, from 1."""


class TournamentReads(Queries):
    async def load(self, tournament_id: int) -> TournamentRows | None:
        """Return all rows of a tournament, or None if no tournament has this number."""
        found = await self._session.one(TournamentRow, select(tournaments).where(tournaments.c.id == tournament_id))
        if found is None:
            return None
        people = select(*columns_of(entrants, EntrantRow)).where(entrants.c.tournament_id == tournament_id)
        met = select(*columns_of(pairings, PairingRow)).where(pairings.c.tournament_id == tournament_id)
        posted = select(*columns_of(tournament_messages, TournamentMessageRow)).where(
            tournament_messages.c.tournament_id == tournament_id
        )
        return TournamentRows(
            found,
            tuple(await self._session.all(EntrantRow, people.order_by(entrants.c.joined_at, entrants.c.user_id))),
            tuple(await self._session.all(PairingRow, met.order_by(pairings.c.round, pairings.c.board))),
            tuple(await self._session.all(TournamentMessageRow, posted.order_by(tournament_messages.c.role))),
            await self.number(found.guild_id, tournament_id),
        )

    async def number(self, guild_id: int, tournament_id: int) -> int:
        """Return a tournament's number in its server, from 1; none is ever deleted alone, so it is a count."""
        counted = select(func.count()).select_from(tournaments)
        wanted = counted.where(tournaments.c.guild_id == guild_id, tournaments.c.id <= tournament_id)
        return int((await self._session.run(wanted)).scalar_one())

    async def in_state(self, statuses: Sequence[str], part: Part | None = None) -> list[int]:
        """Return the numbers of tournaments in some states, in all servers or in a part of them, the oldest first."""
        wanted = select(tournaments.c.id).where(
            tournaments.c.status.in_(statuses), within(tournaments.c.guild_id, part)
        )
        return list((await self._session.run(wanted.order_by(tournaments.c.id))).scalars())

    async def unsettled(self, part: Part | None = None) -> list[int]:
        """Return the numbers of the tournaments that have a message which is not settled yet."""
        wanted = (
            select(tournament_messages.c.tournament_id)
            .join(tournaments, tournaments.c.id == tournament_messages.c.tournament_id)
            .where(tournament_messages.c.settled.is_(False), within(tournaments.c.guild_id, part))
        )
        return sorted(set((await self._session.run(wanted)).scalars()))

    async def naming(self, guild_id: int, user_id: int) -> list[int]:
        """Return the numbers of a server's tournaments that somebody has organized or entered."""
        entered = select(entrants.c.tournament_id).where(
            or_(entrants.c.user_id == user_id, entrants.c.partner_id == user_id)
        )
        named = or_(tournaments.c.organizer_id == user_id, tournaments.c.id.in_(entered))
        wanted = select(tournaments.c.id).where(tournaments.c.guild_id == guild_id, named)
        return list((await self._session.run(wanted.order_by(tournaments.c.id))).scalars())

    async def of_guild(
        self, guild_id: int, statuses: Sequence[str], limit: int = 10, *, channels: Collection[int] | None = None
    ) -> list[int]:
        """Return a server's (or some channels') tournaments in some states, the newest first."""
        wanted = select(tournaments.c.id).where(tournaments.c.guild_id == guild_id, tournaments.c.status.in_(statuses))
        if channels is not None:
            wanted = wanted.where(tournaments.c.channel_id.in_(channels))
        return list((await self._session.run(wanted.order_by(tournaments.c.id.desc()).limit(limit))).scalars())


class TournamentWrites(TournamentReads):
    async def unsettle(self, numbers: Collection[int], but: str) -> None:
        """Have the messages of tournaments edited once more, except those of one role."""
        theirs = tournament_messages.c.tournament_id.in_(numbers), tournament_messages.c.role != but
        await self._session.run(update(tournament_messages).where(*theirs).values(settled=False))

    async def create(self, row: TournamentRow) -> int:
        """Store a new tournament and return its key; the row's own is ignored."""
        values = values_of(row) | {"id": self._session.next_key(tournaments)}
        made = insert(tournaments).values(values).returning(tournaments.c.id)
        return int((await self._session.run(made)).scalar_one())

    async def change(self, row: TournamentRow) -> None:
        """Replace a tournament's row and raise its version by one; `Overtaken` if that has changed."""
        values = {name: value for name, value in values_of(row).items() if name not in ("id", "version")}
        keys = {"id": row.id, "version": row.version}
        if not await self._session.update(tournaments, keys, values | {"version": row.version + 1}):
            raise Overtaken(row.id)

    async def put_entrants(self, tournament_id: int, rows: Sequence[EntrantRow]) -> None:
        """Store entrants, in place of their existing rows."""
        for row in rows:
            await self._session.put(entrants, {"tournament_id": tournament_id, **values_of(row)})

    async def drop_entrant(self, tournament_id: int, user_id: int) -> None:
        await self._session.delete(entrants, {"tournament_id": tournament_id, "user_id": user_id})

    async def put_pairings(self, tournament_id: int, rows: Sequence[PairingRow]) -> None:
        """Store pairings, in place of those of the same boards."""
        for row in rows:
            await self._session.put(pairings, {"tournament_id": tournament_id, **values_of(row)})

    async def put_message(self, tournament_id: int, row: TournamentMessageRow) -> None:
        """Store a message, in place of the one with the same role."""
        await self._session.put(tournament_messages, {"tournament_id": tournament_id, **values_of(row)})

    async def attach(self, tournament_id: int, round_number: int, board: int, game_id: int, name: str) -> None:
        """Store the game opened for a pairing; `Overtaken` if it has one, an outcome, or another name."""
        named = select(tournaments.c.id).where(tournaments.c.id == tournament_id, tournaments.c.name == name)
        if (await self._session.run(named.with_for_update(read=True))).first() is None:
            raise Overtaken(tournament_id)
        keys = {"tournament_id": tournament_id, "round": round_number, "board": board, "game_id": None, "outcome": None}
        if not await self._session.update(pairings, keys, {"game_id": game_id}):
            raise Overtaken(tournament_id)
        later = update(tournaments).where(tournaments.c.id == tournament_id)
        await self._session.run(later.values(version=tournaments.c.version + 1))

    async def decide(self, game_id: int, outcome: str, points: tuple[int, int]) -> bool:
        """Store the outcome of a game's pairing if it has none, and return whether it had none.

        This raises the tournament's version.
        """
        found = (await self._session.run(select(pairings).where(pairings.c.game_id == game_id))).first()
        if found is None or found.outcome is not None:
            return False
        keys = {"tournament_id": found.tournament_id, "round": found.round, "board": found.board}
        home, away = points
        known = {"outcome": outcome, "home_points": home, "away_points": away}
        await self._session.update(pairings, keys, known)
        later = update(tournaments).where(tournaments.c.id == found.tournament_id)
        await self._session.run(later.values(version=tournaments.c.version + 1))
        return True
