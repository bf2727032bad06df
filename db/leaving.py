"""Rated games that members have left recently: their clock ran out, or they gave up at once."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Annotated

from sqlalchemy import Index, delete, false, select, true, update

from bot.lazy import dataclass
from db.formers import FIRST_FORMER, FormerReads
from db.schema import Default, Key, OfGame, Snowflake, table_of, values_of


@dataclass(frozen=True, slots=True)
class LeftGameRow:
    """A rated game that a member has left.

    `by_days` is whether it was played by correspondence, `settled` whether the member can no longer play on, and `told`
    whether the member has been told the consequence.
    """

    game_id: OfGame
    user_id: Key[Snowflake]
    guild_id: Snowflake
    at: datetime
    by_days: bool
    settled: bool
    told: Annotated[bool, Default(false())] = False


left_games = table_of("left_games", LeftGameRow, Index(None, "guild_id", "user_id"), Index(None, "at"))


class LeavingReads(FormerReads):
    async def of_members(self, guild_id: int, user_ids: Collection[int]) -> list[LeftGameRow]:
        """Return the games that some members have left in a server, also before their data was deleted."""
        names = await self.aliases(user_ids)
        wanted = select(left_games).where(
            left_games.c.guild_id == guild_id, left_games.c.user_id.in_([*user_ids, *names])
        )
        rows = await self._session.all(LeftGameRow, wanted)
        return [replace(row, user_id=names.get(row.user_id, row.user_id)) for row in rows]

    async def of_server(self, guild_id: int) -> list[LeftGameRow]:
        """Return all games that were left in a server, by member."""
        wanted = select(left_games).where(left_games.c.guild_id == guild_id)
        return await self._session.all(LeftGameRow, wanted.order_by(left_games.c.user_id, left_games.c.at))

    async def untold(self) -> list[tuple[int, int]]:
        """Return the (server, member) pairs with a settled left game that the member has not been told of."""
        wanted = select(left_games.c.guild_id, left_games.c.user_id).distinct()
        here = left_games.c.user_id < FIRST_FORMER
        found = await self._session.run(
            wanted.where(here, left_games.c.settled == true(), left_games.c.told == false())
        )
        return [(int(row.guild_id), int(row.user_id)) for row in found]


class LeavingWrites(LeavingReads):
    async def add(self, row: LeftGameRow) -> None:
        """Store that a member has left a game, or update whether it is settled; the moment of leaving is kept.

        What the member left before their data was deleted is theirs again, so that it is counted together.
        """
        if names := await self.aliases([row.user_id]):
            again = update(left_games).where(left_games.c.guild_id == row.guild_id, left_games.c.user_id.in_(names))
            await self._session.run(again.values(user_id=row.user_id))
        keys = {"game_id": row.game_id, "user_id": row.user_id}
        if not await self._session.update(left_games, keys, {"settled": row.settled}):
            await self._session.insert(left_games, [values_of(row)])

    async def forgive(self, game_id: int, user_id: int) -> None:
        await self._session.delete(left_games, {"game_id": game_id, "user_id": user_id})

    async def lift(self, guild_id: int, user_id: int) -> bool:
        """Delete all of a member's left games in a server, and return whether there were any."""
        names = [user_id, *await self.aliases([user_id])]
        lifted = delete(left_games).where(left_games.c.guild_id == guild_id, left_games.c.user_id.in_(names))
        return (await self._session.run(lifted)).rowcount > 0

    async def tell(self, guild_id: int, user_id: int) -> bool:
        """Note that a member is told now of their left games, and return whether there was any to tell."""
        keys = {"guild_id": guild_id, "user_id": user_id, "settled": True, "told": False}
        return await self._session.update(left_games, keys, {"told": True})

    async def forget_before(self, before: datetime) -> None:
        await self._session.run(delete(left_games).where(left_games.c.at < before))
