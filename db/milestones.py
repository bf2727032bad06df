"""Milestones: what members have reached for the first time in a server."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated

from sqlalchemy import Index, false, select

from bot.lazy import dataclass
from db.schema import Default, Key, Snowflake, table_of, values_of
from db.session import Queries


@dataclass(frozen=True, slots=True)
class MilestoneRow:
    """A milestone that a member has reached in a server, and when."""

    guild_id: Key[Snowflake]
    user_id: Key[Snowflake]
    milestone: Key[str]
    at: datetime
    shown: Annotated[bool, Default(false())] = False
    """Whether it has been shown to the member; it follows from no game."""


milestones = table_of("milestones", MilestoneRow, Index(None, "user_id"))


class MilestoneReads(Queries):
    async def of(self, guild_id: int, user_id: int) -> list[MilestoneRow]:
        """Return the milestones of a member in a server, the newest first."""
        wanted = (
            select(milestones)
            .where(milestones.c.guild_id == guild_id, milestones.c.user_id == user_id)
            .order_by(milestones.c.at.desc(), milestones.c.milestone)
        )
        return await self._session.all(MilestoneRow, wanted)


class MilestoneWrites(MilestoneReads):
    async def reach(self, rows: Sequence[MilestoneRow]) -> None:
        await self._session.insert(milestones, [values_of(row) for row in rows])

    async def shown(self, guild_id: int, user_id: int) -> None:
        """Store that all milestones of a member have been shown."""
        await self._session.update(milestones, {"guild_id": guild_id, "user_id": user_id}, {"shown": True})
