"""The daily deal: the secret of each day, and each player's game and score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from datetime import datetime
from typing import Annotated

from sqlalchemy import Index, Select, false, func, select, update

from bot.lazy import dataclass
from db.schema import Default, Key, OfNumbered, References, Snowflake, table_of, values_of
from db.session import Queries


@dataclass(frozen=True, slots=True)
class DailyDealRow:
    """The deal of a day; its secret was drawn before the day began and never appears in the repr."""

    number: Key[int]
    commitment: str
    secret: str = field(repr=False)
    drawn_at: datetime


daily_deals = table_of("daily_deals", DailyDealRow)


@dataclass(frozen=True, slots=True)
class DailyGameRow:
    """A user's game of a daily deal, in whatever server it was begun; each user has one a day."""

    number: Key[int]
    user_id: Key[Snowflake]
    game_id: Annotated[OfNumbered[int], References("games.id", "CASCADE")]
    guild_id: Snowflake
    begun_at: datetime
    points: int | None = None
    """The user's score minus the house's; None if the game was not finished."""
    shared: Annotated[bool, Default(false())] = False
    """Whether the line about it has been posted."""


daily_games = table_of(
    "daily_games",
    DailyGameRow,
    Index(None, "game_id"),
    Index(None, "number", "points"),
    Index(None, "guild_id", "number", "points"),
    Index(None, "user_id", "number"),
)

_OF = daily_games.c


class DailyReads(Queries):
    async def deals(self, numbers: Iterable[int]) -> dict[int, DailyDealRow]:
        """Return the deals of these days, by number; days whose deal has not been drawn are left out."""
        wanted = select(daily_deals).where(daily_deals.c.number.in_(list(numbers)))
        return {row.number: row for row in await self._session.all(DailyDealRow, wanted)}

    async def game_of(self, number: int, user_id: int) -> DailyGameRow | None:
        wanted = select(daily_games).where(_OF.number == number, _OF.user_id == user_id)
        return await self._session.one(DailyGameRow, wanted)

    async def of_table(self, game_id: int) -> DailyGameRow | None:
        """Return the daily game that is played at a table, or None if there is none."""
        return await self._session.one(DailyGameRow, select(daily_games).where(_OF.game_id == game_id))

    async def results(
        self, number: int, guild_id: int | None = None, limit: int = 10, offset: int = 0
    ) -> list[DailyGameRow]:
        """Return the finished games of a day, in one server or in all, the best first."""
        wanted = _played_out(select(daily_games), number, guild_id)
        wanted = wanted.order_by(_OF.points.desc(), _OF.begun_at, _OF.user_id).limit(limit).offset(offset)
        return await self._session.all(DailyGameRow, wanted)

    async def count(
        self, number: int, guild_id: int | None = None, *, below: int | None = None, above: int | None = None
    ) -> int:
        """Count the finished games of a day, in a server or in all; `below` and `above` limit the points, exclusive."""
        wanted = _played_out(select(func.count()).select_from(daily_games), number, guild_id)
        if below is not None:
            wanted = wanted.where(_OF.points < below)
        if above is not None:
            wanted = wanted.where(_OF.points > above)
        return int((await self._session.run(wanted)).scalar_one())

    async def days_of(self, user_id: int, guild_id: int | None = None) -> Sequence[int]:
        """Return the numbers of the daily deals that a user has finished, in one server or in all, the newest first."""
        wanted = select(_OF.number).where(_OF.user_id == user_id, _OF.points.is_not(None))
        if guild_id is not None:
            wanted = wanted.where(_OF.guild_id == guild_id)
        return list((await self._session.run(wanted.order_by(_OF.number.desc()))).scalars())

    async def points_of(self, user_id: int, first: int, last: int) -> dict[int, int]:
        """Return a user's points in the finished daily deals from one number to another, by number."""
        wanted = select(_OF.number, _OF.points).where(
            _OF.user_id == user_id, _OF.number.between(first, last), _OF.points.is_not(None)
        )
        return {row.number: row.points for row in await self._session.run(wanted)}

    async def days_here(self, guild_id: int) -> Sequence[int]:
        """Return the numbers of the daily deals that at least one player has finished in a server, the newest first."""
        wanted = select(_OF.number).where(_OF.guild_id == guild_id, _OF.points.is_not(None)).distinct()
        return list((await self._session.run(wanted.order_by(_OF.number.desc()))).scalars())


class DailyWrites(DailyReads):
    async def draw(self, row: DailyDealRow) -> None:
        """Store the secret of a day; raises Duplicate if it has one."""
        await self._session.insert(daily_deals, [values_of(row)])

    async def begin(self, row: DailyGameRow) -> None:
        """Store that a user has begun their game of a day; raises Duplicate if they have, here or in another server."""
        await self._session.insert(daily_games, [values_of(row)])

    async def finish(self, number: int, user_id: int, points: int) -> None:
        await self._session.update(daily_games, {"number": number, "user_id": user_id}, {"points": points})

    async def share(self, number: int, user_id: int, *, shared: bool = True) -> bool:
        """Store whether the line of a user's finished game is posted, and return whether this changed anything."""
        wanted = update(daily_games).where(
            _OF.number == number, _OF.user_id == user_id, _OF.points.is_not(None),
            _OF.shared == false() if shared else _OF.shared != false(),
        )  # fmt: skip
        return (await self._session.run(wanted.values(shared=shared))).rowcount > 0


def _played_out(wanted: Select, number: int, guild_id: int | None) -> Select:  # type: ignore[type-arg]
    wanted = wanted.where(_OF.number == number, _OF.points.is_not(None))
    return wanted if guild_id is None else wanted.where(_OF.guild_id == guild_id)
