"""Finding the tables of a member: in the register for this process's tables, in the database for those of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.values.parts import Kind

if TYPE_CHECKING:
    from collections.abc import Collection

    from bot.tables.memory import Memory
    from db import Store


class Whereabouts:
    """Finds the live tables of members, whichever process holds them."""

    def __init__(self, db: Store, memory: Memory) -> None:
        self._db = db
        self._memory = memory

    async def of_user(self, user_id: int) -> list[int]:
        """Return the live tables at which a user sits in any server, the oldest first."""
        if self._memory.part is None:
            return self._memory.register.of_user(user_id)
        found = await self._db.ask(lambda reader: reader.live.of_user(user_id))
        return [each.id for each in found]

    async def daily_of(self, user_id: int) -> list[int]:
        """Return the daily deals that a user is playing in any server, the oldest first."""
        if self._memory.part is None:
            return self._memory.register.daily_of(user_id)
        found = await self._db.ask(lambda reader: reader.live.of_user(user_id))
        return [each.id for each in found if each.kind == Kind.DAILY.value]

    async def versions(self, table_ids: Collection[int]) -> dict[int, int]:
        """Return the versions of some tables, whichever process holds them."""
        return await self._db.ask(lambda reader: reader.live.versions(table_ids))

    async def taking_part(self, guild_id: int, user_id: int) -> list[int]:
        """Return the live tables of a server at which a user sits or is challenged, the oldest first."""
        if self._memory.owns(guild_id):
            there = (each for each in self._memory.register if each.guild_id == guild_id)
            return sorted(each.id for each in there if user_id in each.users or each.invited_id == user_id)
        found = await self._db.ask(lambda reader: reader.live.taking_part(guild_id, user_id))
        return [each.id for each in found]

    async def count_of(self, guild_id: int, user_id: int) -> int:
        """Return the number of live tables of a server at which a user sits, without daily deals."""
        if self._memory.owns(guild_id):
            return self._memory.register.count_of(guild_id, user_id)
        found = await self._db.ask(lambda reader: reader.live.taking_part(guild_id, user_id))
        return sum(each.sits and each.kind != Kind.DAILY.value for each in found)
