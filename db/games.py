"""Games and their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Final, Literal, TypedDict, Unpack, get_args

from sqlalchemy import (
    ColumnElement,
    Index,
    UniqueConstraint,
    and_,
    false,
    func,
    insert,
    or_,
    select,
    text,
    true,
    update,
)

from bot.lazy import dataclass
from db.errors import Overtaken, UnknownRow
from db.keys import SPAN
from db.schema import Default, Key, Numbered, OfGame, OfNumbered, References, Snowflake, limited_to, table_of, values_of
from db.session import Part, Queries, by_game, checked, each_of, within

GameKind = Literal["open", "challenge", "rematch", "practice", "daily", "tournament"]
GameStatus = Literal["lobby", "playing", "finished", "abandoned", "cancelled", "expired", "declined", "frozen"]
OVER: Final = "(status = 'finished' OR end_reason = 'draw') AND kind != 'daily'"
"""SQL condition for the games in the lists of ended games; daily deals have their own list."""
IN_PLAY: Final = "status IN ('lobby', 'playing')"
"""SQL condition for the games that can still be played."""
UNANSWERED: Final = "unanswered"
"""SQL condition for the games whose first message in Discord is not yet identified."""


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game: its place, its rules, and its progress.

    `home_id` is the parent channel of the game's own thread, or None without such a thread; `rules` and `settings` are
    JSON objects; `winner` lists the winning seats, None before the end; `on_move` is the id of the user to act, 0 for
    nobody, None if unknown; `version` counts the changes since its creation. Only its players may know of a `private`
    practice; `unanswered` is whether its first message is not yet identified, `reviewed` whether it has reviews.
    """

    id: Numbered
    guild_id: Snowflake
    channel_id: Snowflake
    kind: GameKind
    status: GameStatus
    rules: dict[str, Any]
    settings: dict[str, Any]
    opener_id: Snowflake
    invited_id: Snowflake | None
    rematch_of: Annotated[OfNumbered[int | None], References("games.id", "SET NULL")]
    created_at: datetime
    started_at: datetime | None
    ended_at: datetime | None
    end_reason: str | None
    winner: tuple[int, ...] | None
    turn_since: datetime | None
    version: Annotated[int, Default(text("0"))]
    on_move: Snowflake | None
    home_id: Snowflake | None
    private: Annotated[bool, Default(false())] = False
    unanswered: Annotated[bool, Default(false())] = False
    reviewed: Annotated[bool, Default(false())] = False


# Keys are never reused: an old button must not open a newer table.
games = table_of(
    "games",
    GameRow,
    Index(None, "guild_id", "status"),
    # For the list of won or drawn games, with the columns that decide who sees them, so that hidden games are not read.
    Index("ix_games_over", "guild_id", "ended_at", "id", "home_id", "channel_id", "private", **limited_to(OVER)),
    # A process that takes over a shard finds its servers' games with these; the shard is calculated from the key.
    Index("ix_games_in_play", "guild_id", "id", **limited_to(IN_PLAY)),
    Index("ix_games_unanswered", "guild_id", "id", **limited_to(UNANSWERED)),
    Index(None, "status"),
    Index(None, "rematch_of"),
    Index(None, "opener_id"),
    Index(None, "invited_id", **limited_to("invited_id IS NOT NULL")),
    sqlite_autoincrement=True,
)


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
    private: bool
    unanswered: bool
    reviewed: bool


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A member's seat; `name` is the display name at the time of joining."""

    game_id: OfGame
    seat: Key[int]
    user_id: Snowflake
    name: str
    joined_at: datetime


seats = table_of(
    "seats", SeatRow, UniqueConstraint("game_id", "user_id"), Index(None, "user_id", "joined_at", "game_id")
)


@dataclass(frozen=True, slots=True)
class Visible:
    """The games of a server that a viewer may know of: their own, and those in some channels (None: in all)."""

    channels: frozenset[int] | None
    user_id: int | None = None


LIVE: tuple[GameStatus, ...] = ("lobby", "playing")
ALL = Visible(None)
"""Visibility of all games, past and present."""
_CHANGEABLE = frozenset(GameChanges.__annotations__)


IN_PUBLIC: Final = games.c.private == false()
"""Condition for the games that are no private practices, of which only their players may know."""


def seen_by(visible: Visible) -> ColumnElement[bool]:
    """Return a condition for the games that a viewer may know of."""
    if visible == ALL:
        return true()
    own = games.c.id.in_(select(seats.c.game_id).where(seats.c.user_id == visible.user_id))
    if visible.channels is None:
        return or_(IN_PUBLIC, own)
    home = func.coalesce(games.c.home_id, games.c.channel_id)
    return or_(and_(home.in_(select(each_of(visible.channels))), IN_PUBLIC), own)


class GameReads(Queries):
    async def get(self, game_id: int) -> GameRow | None:
        """Return the game, or None if no game has this number."""
        return await self._session.one(GameRow, select(games).where(games.c.id == game_id))

    async def numbered(self, number: int) -> int | None:
        """Return the key of the game with a number that people see, or None if no game has it."""
        if not 0 < number < SPAN:
            return None
        marked = games.c.id.between(number * SPAN, number * SPAN + SPAN - 1)
        return (await self._session.run(select(func.max(games.c.id)).where(or_(games.c.id == number, marked)))).scalar()

    async def version(self, game_id: int) -> int | None:
        """Return the number of changes to the game since its creation, or None if no game has this number."""
        found: int | None = (await self._session.run(select(games.c.version).where(games.c.id == game_id))).scalar()
        return found

    async def server(self, game_id: int) -> int | None:
        """Return the server of a game, or None if no game has this number."""
        found: int | None = (await self._session.run(select(games.c.guild_id).where(games.c.id == game_id))).scalar()
        return found

    async def live(self) -> list[GameRow]:
        """Return every lobby and every game in play, oldest first: the tables to resume at start."""
        return await self._session.all(GameRow, select(games).where(games.c.status.in_(LIVE)).order_by(games.c.id))

    async def finished_of(
        self,
        guild_id: int,
        user_id: int | None = None,
        limit: int = 25,
        offset: int = 0,
        visible: Visible = ALL,
    ) -> list[GameRow]:
        """Return a page of the server's won or drawn games, of one user if named, newest first."""
        wanted = (
            select(games)
            .where(games.c.guild_id == guild_id, text(OVER))  # must match the index's condition literally
            .order_by(games.c.ended_at.desc(), games.c.id.desc())
            .limit(limit)
            .offset(offset)
        )
        if user_id is not None:
            wanted = wanted.where(games.c.id.in_(select(seats.c.game_id).where(seats.c.user_id == user_id)))
        if user_id is None or user_id != visible.user_id:
            wanted = wanted.where(seen_by(visible))
        return await self._session.all(GameRow, wanted)

    async def newest_of_each(self, guild_id: int, since: datetime, most: int) -> list[tuple[int, int]]:
        """Return each member's newest won or drawn games since then, as (member, game), newest first."""
        order = (games.c.ended_at.desc(), games.c.id.desc())
        place = func.row_number().over(partition_by=seats.c.user_id, order_by=order).label("place")
        lately = (
            select(seats.c.user_id, games.c.id, games.c.ended_at, place)
            .join(seats, seats.c.game_id == games.c.id)
            .where(games.c.guild_id == guild_id, text(OVER), games.c.ended_at >= since, seats.c.user_id > 0)
            .subquery()
        )
        wanted = (
            select(lately.c.user_id, lately.c.id)
            .where(lately.c.place <= most)
            .order_by(lately.c.ended_at.desc(), lately.c.id.desc(), lately.c.user_id)
        )
        return [(row.user_id, row.id) for row in await self._session.run(wanted)]

    async def several(self, numbers: Sequence[int]) -> list[GameRow]:
        """Return some games in the order requested; missing games are left out."""
        found = await self._session.all(GameRow, select(games).where(games.c.id.in_(numbers)))
        known = {row.id: row for row in found}
        return [known[number] for number in numbers if number in known]

    async def every_id(self) -> list[int]:
        found = await self._session.run(select(games.c.id).order_by(games.c.id))
        return [int(number) for number in found.scalars()]

    async def seats(self, game_id: int) -> list[SeatRow]:
        """Return the seats of the game, by seat number."""
        return await self._session.all(SeatRow, select(seats).where(seats.c.game_id == game_id).order_by(seats.c.seat))

    async def seats_of_each(self, game_ids: Sequence[int]) -> dict[int, list[SeatRow]]:
        """Return the seats of some games, by game and seat; a game without seats is left out."""
        wanted = select(seats).where(seats.c.game_id.in_(game_ids)).order_by(seats.c.game_id, seats.c.seat)
        return by_game(await self._session.all(SeatRow, wanted))


class GameWrites(GameReads):
    async def create(
        self,
        *,
        guild_id: int,
        channel_id: int,
        kind: GameKind,
        opener_id: int,
        rules: Mapping[str, Any],
        settings: Mapping[str, Any],
        created_at: datetime,
        status: GameStatus = "lobby",
        invited_id: int | None = None,
        rematch_of: int | None = None,
        started_at: datetime | None = None,
        turn_since: datetime | None = None,
        on_move: int | None = None,
        private: bool = False,
        unanswered: bool = False,
        reviewed: bool = False,
    ) -> int:
        """Store a new game at version 0 and return its key, which is never reused."""
        if kind not in get_args(GameKind):
            raise ValueError(f"a game cannot be of kind {kind}")
        _check_status(status)
        result = await self._session.run(
            insert(games)
            .values(
                id=self._session.next_key(games),
                guild_id=guild_id,
                channel_id=channel_id,
                kind=kind,
                status=status,
                rules=rules,
                settings=settings,
                opener_id=opener_id,
                invited_id=invited_id,
                rematch_of=rematch_of,
                created_at=created_at,
                started_at=started_at,
                turn_since=turn_since,
                on_move=on_move,
                private=private,
                unanswered=unanswered,
                reviewed=reviewed,
            )
            .returning(games.c.id)
        )
        return int(result.scalar_one())

    async def update(self, game_id: int, version: int, **changes: Unpack[GameChanges]) -> None:
        """Change columns and raise the version by one; `Overtaken` if it was changed or deleted since."""
        if "status" in changes:
            _check_status(changes["status"])
        values = {**checked(changes, _CHANGEABLE), "version": version + 1}
        if not await self._session.update(games, {"id": game_id, "version": version}, values):
            self._session.failure = Overtaken(f"Table {game_id} was changed by another process.")
            raise self._session.failure

    async def freeze(self, game_id: int, at: datetime) -> None:
        """End a game whose record is broken, whatever its version."""
        values = {"status": "frozen", "ended_at": at, "end_reason": "frozen", "version": games.c.version + 1}
        if not await self._session.update(games, {"id": game_id}, values):
            self._session.failure = UnknownRow(f"There is no table {game_id}.")
            raise self._session.failure

    async def begin_turns_by(self, now: datetime, part: Part | None = None) -> None:
        """Set the beginning of each live game's turn to now if it lies ahead, as after the clock was set back."""
        late = update(games).where(games.c.status.in_(LIVE), games.c.turn_since > now, within(games.c.guild_id, part))
        await self._session.run(late.values(turn_since=now, version=games.c.version + 1))

    async def set_seats(self, game_id: int, rows: Sequence[SeatRow]) -> None:
        """Replace the seats of the game with exactly these."""
        if any(row.game_id != game_id for row in rows):
            raise ValueError("a seat belongs to another game")
        await self._session.delete(seats, {"game_id": game_id})
        await self._session.insert(seats, [values_of(row) for row in rows])


def _check_status(status: GameStatus) -> None:
    if status not in get_args(GameStatus):
        raise ValueError(f"a game cannot have the status {status}")
