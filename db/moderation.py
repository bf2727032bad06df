"""The log of moderators' actions, and the withdrawal of ratings."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, true

from db.conclusions import conclusions
from db.rows import ModerationRow, ResultRow
from db.schema import moderations, ratings, results, standings
from db.session import Queries
from db.standing_rows import RatingRow

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


class ModerationReads(Queries):
    """Reads of moderators' actions and rated results."""

    async def moderations(self, guild_id: int, limit: int) -> list[ModerationRow]:
        """Return the last actions of moderators in a server, the newest first."""
        wanted = select(*(moderations.c[each.name] for each in fields(ModerationRow)))
        wanted = wanted.where(moderations.c.guild_id == guild_id).order_by(moderations.c.id.desc()).limit(limit)
        return await self._session.all(ModerationRow, wanted)

    async def rated_after(self, guild_id: int, game_kind: str, number: int) -> list[ResultRow]:
        """Return rated results of a server and game kind, concluded after a game, in the order of conclusion.

        Args:
            guild_id: The server.
            game_kind: The kind of game.
            number: The game's place in the order of the server's concluded games.
        """
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
        """Return a player's last rated result of a kind before a game, or None if there is none.

        Args:
            row: The player's result of that game.
            number: The game's place in the order of the server's concluded games.
        """
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


class ModerationWrites(ModerationReads):
    """Writes of moderators' actions and of withdrawn ratings."""

    async def note(self, row: ModerationRow) -> None:
        """Store a moderator's action."""
        await self._session.insert(moderations, [asdict(row)])

    async def forget_before(self, before: datetime) -> None:
        """Delete the actions from before a moment."""
        await self._session.run(delete(moderations).where(moderations.c.at < before))

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

    async def forget_rating(self, row: RatingRow) -> None:
        """Delete the rating of a player who has no rated game any more."""
        keys = {"guild_id": row.guild_id, "game_kind": row.game_kind, "user_id": row.user_id}
        await self._session.delete(ratings, keys)

    async def set_standing(
        self, guild_id: int, season: str, game_kind: str, user_id: int, counted: Mapping[str, int] | None
    ) -> None:
        """Store a player's recounted standing, or delete it if `counted` is None."""
        keys = {"guild_id": guild_id, "season": season, "game_kind": game_kind, "user_id": user_id}
        if counted is None:
            await self._session.delete(standings, keys)
        else:
            await self._session.put(standings, {**keys, **counted})
