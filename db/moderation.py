"""The log of moderators' actions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from datetime import datetime

from sqlalchemy import Index, delete, select

from db.schema import Snowflake, table_of
from db.session import Queries


@dataclass(frozen=True, slots=True)
class ModerationRow:
    """A moderator's action: the table, the member it is about, the other member, and the number of games."""

    guild_id: Snowflake
    by_id: Snowflake
    what: str
    game_id: int | None
    about_id: Snowflake | None
    other_id: Snowflake | None = field(default=None, kw_only=True)
    games: int | None = field(default=None, kw_only=True)
    at: datetime


moderations = table_of("moderations", ModerationRow, Index(None, "guild_id", "id"), numbered=True)


class ModerationReads(Queries):
    """Reads of moderators' actions."""

    async def moderations(self, guild_id: int, limit: int) -> list[ModerationRow]:
        """Return the last actions of moderators in a server, the newest first."""
        wanted = select(*(moderations.c[each.name] for each in fields(ModerationRow)))
        wanted = wanted.where(moderations.c.guild_id == guild_id).order_by(moderations.c.id.desc()).limit(limit)
        return await self._session.all(ModerationRow, wanted)


class ModerationWrites(ModerationReads):
    """Writes of moderators' actions."""

    async def note(self, row: ModerationRow) -> None:
        """Store a moderator's action."""
        await self._session.insert(moderations, [asdict(row)])

    async def forget_before(self, before: datetime) -> None:
        """Delete the actions from before a moment."""
        await self._session.run(delete(moderations).where(moderations.c.at < before))
