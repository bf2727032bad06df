"""Results of finished games with the luck in them, and conclusions: facts from outside, decided once a game ends."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import field
from datetime import datetime
from typing import Annotated, Final, Literal

from sqlalchemy import Index, UniqueConstraint, delete, false, func, or_, select, text, true

from bot.lazy import dataclass
from db.games import games
from db.schema import Default, Key, OfGame, Snowflake, limited_to, table_of, values_of
from db.session import Part, Queries, by_game, each_of, within

Outcome = Literal["won", "lost", "resigned", "timeout", "drawn"]
UNKNOWN: Final = "unknown"
"""The kind of a game whose record is damaged."""
VOID: Final = "void"
"""The stored reason of a game whose rating was withdrawn."""


@dataclass(frozen=True, slots=True)
class ResultRow:
    """The result of a finished game for one seat; only rated results count on the leaderboard."""

    game_id: OfGame
    seat: Key[int]
    guild_id: Snowflake
    user_id: Snowflake
    won: bool
    points: int
    outcome: Outcome
    side: int
    rated: Annotated[bool, Default(true())] = field(default=True, kw_only=True)
    ended_at: datetime
    game_kind: Annotated[str, Default(text("''"))] = ""
    deals: Annotated[int, Default(text("0"))] = 0
    best_deal: Annotated[int, Default(text("0"))] = 0
    double_beziques: Annotated[int, Default(text("0"))] = 0
    mu_before: float | None = None
    sigma_before: float | None = None
    mu: float | None = None
    """The mean of the player's estimated strength after the game; None if the game was not rated."""
    sigma: float | None = None
    standing: int | None = None
    """How far ahead the player was when one of several gave up, in thousandths of what chance could still change."""
    value: Annotated[int, Default(text("0"))] = 0
    """The value of the game for its winner; 0 for others, and where a game has none (ruling 38)."""
    rubicons: Annotated[int, Default(text("0"))] = 0
    """1 for the winner whose opponent was rubiconed, else 0."""


results = table_of("results", ResultRow, Index(None, "guild_id", "user_id", "ended_at"))


@dataclass(frozen=True, slots=True)
class ConclusionRow:
    """Facts from outside a game that were decided when it was concluded.

    `number` is its place in the order in which its server's games were concluded, `utc_offset` the minutes by which the
    server's clock was ahead of UTC, and `unrated` the reason why it is not rated, None if it is. `leaver_alone` is
    whether the others are rated by how the game stood, if one of three or four sides gave up; before by how it ended.
    """

    game_id: OfGame
    guild_id: Snowflake
    number: int
    utc_offset: int
    unrated: str | None
    leaver_alone: Annotated[bool, Default(false())] = True


conclusions = table_of("conclusions", ConclusionRow, UniqueConstraint("guild_id", "number"))


class ResultReads(Queries):
    async def of(self, game_id: int) -> list[ResultRow]:
        """Return the game's results by seat."""
        return await self._session.all(
            ResultRow, select(results).where(results.c.game_id == game_id).order_by(results.c.seat)
        )

    async def of_each(self, game_ids: Sequence[int]) -> dict[int, list[ResultRow]]:
        """Return the results of some games, by game and seat; a game without results is left out."""
        wanted = select(results).where(results.c.game_id.in_(game_ids)).order_by(results.c.game_id, results.c.seat)
        return by_game(await self._session.all(ResultRow, wanted))

    async def rated_after(self, guild_id: int, game_kind: str, number: int) -> list[ResultRow]:
        """Return rated results of a server and kind, concluded after that number, in the order of conclusion."""
        wanted = (
            select(results)
            .join(conclusions, conclusions.c.game_id == results.c.game_id)
            .where(
                conclusions.c.guild_id == guild_id,
                conclusions.c.number > number,
                results.c.game_kind == game_kind,
                results.c.rated == true(),
            )
            .order_by(conclusions.c.number, results.c.seat)
        )
        return await self._session.all(ResultRow, wanted)

    async def rated_before(self, row: ResultRow, number: int) -> ResultRow | None:
        """Return a player's last rated result of a kind concluded before that number, or None."""
        wanted = (
            select(results)
            .join(conclusions, conclusions.c.game_id == results.c.game_id)
            .where(
                results.c.guild_id == row.guild_id,
                results.c.user_id == row.user_id,
                results.c.game_kind == row.game_kind,
                results.c.rated == true(),
                conclusions.c.number < number,
            )
            .order_by(conclusions.c.number.desc())
            .limit(1)
        )
        return await self._session.one(ResultRow, wanted)

    async def rated_of(self, guild_id: int, user_id: int) -> list[tuple[ResultRow, int]]:
        """Return a player's rated results in a server, each with the server's offset from UTC then, in minutes."""
        wanted = (
            select(results, conclusions.c.utc_offset)
            .join(conclusions, conclusions.c.game_id == results.c.game_id)
            .where(results.c.guild_id == guild_id, results.c.user_id == user_id, results.c.rated == true())
        )
        found = []
        for row in (await self._session.run(wanted)).mappings():
            values = dict(row)
            offset = values.pop("utc_offset")
            found.append((ResultRow(**values), offset))
        return found


class ResultWrites(ResultReads):
    async def add(self, rows: Sequence[ResultRow]) -> None:
        """Store the results of a game's seats."""
        await self._session.insert(results, [values_of(row) for row in rows])

    async def rate(self, row: ResultRow) -> None:
        """Store again whether a result is rated, and how it changed the player's rating."""
        values = {
            "rated": row.rated,
            "mu_before": row.mu_before,
            "sigma_before": row.sigma_before,
            "mu": row.mu,
            "sigma": row.sigma,
        }
        await self._session.update(results, {"game_id": row.game_id, "seat": row.seat}, values)

    async def leave_out(self, game_id: int) -> None:
        """Mark a game's results as uncountable."""
        await self._session.update(results, {"game_id": game_id}, {"game_kind": UNKNOWN, "rated": False})

    async def forget(self, game_id: int) -> None:
        """Delete the results of a game, so that they can be determined again."""
        await self._session.run(delete(results).where(results.c.game_id == game_id))


class ConclusionReads(Queries):
    async def of(self, game_id: int) -> ConclusionRow | None:
        """Return a game's conclusion, or None if it has not been concluded."""
        return await self._session.one(ConclusionRow, select(conclusions).where(conclusions.c.game_id == game_id))

    async def of_each(self, game_ids: Collection[int]) -> dict[int, ConclusionRow]:
        """Return the conclusions of some games, by game."""
        wanted = select(conclusions).where(conclusions.c.game_id.in_(select(each_of(game_ids))))
        return {row.game_id: row for row in await self._session.all(ConclusionRow, wanted)}

    async def after(self, guild_id: int, number: int, limit: int) -> list[ConclusionRow]:
        """Return the conclusions of a server's games after a number, at most `limit`, in ascending order."""
        wanted = select(conclusions).where(conclusions.c.guild_id == guild_id, conclusions.c.number > number)
        return await self._session.all(ConclusionRow, wanted.order_by(conclusions.c.number).limit(limit))

    async def missing(self, guild_id: int) -> list[int]:
        """Return a server's won or drawn games that have no conclusion yet, in the order in which they ended."""
        over = or_(games.c.status == "finished", games.c.end_reason == "draw")
        concluded = select(conclusions.c.game_id).where(conclusions.c.game_id == games.c.id).exists()
        wanted = select(games.c.id).where(games.c.guild_id == guild_id, over, ~concluded)
        return list((await self._session.run(wanted.order_by(games.c.ended_at, games.c.id))).scalars())

    async def next_number(self, guild_id: int) -> int:
        """Return the number that the next concluded game of a server gets."""
        last = select(func.max(conclusions.c.number)).where(conclusions.c.guild_id == guild_id)
        return 1 + ((await self._session.run(last)).scalar() or 0)


class ConclusionWrites(ConclusionReads):
    async def add(self, row: ConclusionRow) -> None:
        """Store a game's conclusion."""
        await self._session.insert(conclusions, [values_of(row)])

    async def set_unrated(self, game_id: int, unrated: str) -> None:
        """Store why a game is no longer rated."""
        await self._session.update(conclusions, {"game_id": game_id}, {"unrated": unrated})


@dataclass(frozen=True, slots=True)
class LuckRow:
    """The lead of a player's side in a game, and the part of it due to the cards; None if yet to be counted."""

    game_id: OfGame
    seat: Key[int]
    guild_id: Snowflake
    deals: int | None = None
    lead: float | None = None
    points: float | None = None


luck = table_of("luck", LuckRow, Index("ix_luck_due", "guild_id", "game_id", **limited_to("deals IS NULL")))


class LuckReads(Queries):
    async def due(self, after: int, part: Part | None = None) -> tuple[int, int] | None:
        """Return a game whose luck is yet to be counted, with its server; search the servers in a circle."""
        for wanted in (luck.c.guild_id > after, luck.c.guild_id <= after):
            found = (
                await self._session.run(
                    select(luck.c.game_id, luck.c.guild_id)
                    .where(luck.c.deals.is_(None), wanted, within(luck.c.guild_id, part))
                    .order_by(luck.c.guild_id, luck.c.game_id)
                    .limit(1)
                )
            ).first()
            if found is not None:
                return int(found.game_id), int(found.guild_id)
        return None

    async def of(self, guild_id: int, user_id: int, limit: int) -> list[LuckRow]:
        """Return a member's luck in their last games in a server for which it has been counted."""
        wanted = (
            select(luck)
            .join(results, (results.c.game_id == luck.c.game_id) & (results.c.seat == luck.c.seat))
            .where(results.c.guild_id == guild_id, results.c.user_id == user_id, luck.c.deals > 0)
            .order_by(results.c.ended_at.desc())
            .limit(limit)
        )
        return await self._session.all(LuckRow, wanted)


class LuckWrites(LuckReads):
    async def await_counting(self, rows: Sequence[LuckRow]) -> None:
        """Note that the luck of a game is to be counted, unless that is already noted."""
        if rows:
            known = select(luck.c.seat).where(luck.c.game_id == rows[0].game_id).limit(1)
            if (await self._session.run(known)).first() is None:
                await self._session.insert(luck, [values_of(row) for row in rows])

    async def keep(self, game_id: int, rows: Sequence[LuckRow]) -> None:
        """Replace a game's rows of luck to be counted, if any, with counted rows; with no rows, only delete them."""
        if await self._session.delete(luck, {"game_id": game_id}):
            await self._session.insert(luck, [values_of(row) for row in rows])
