"""Former players: the ids that replace deleted members, and by what a limit or a block still finds the member.

A limit or another member's block must not end because somebody has their data deleted. So a keyed hash of the member's
id is kept beside the former player's, until no limit or block needs it. The key is a secret of this database.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Index, select

from bot.lazy import dataclass
from db.schema import Key, Snowflake, table_of, values_of
from db.session import Queries
from db.settings import NO_SERVER, SettingReads, SettingWrites

FIRST_FORMER: Final = 2**62
"""Smallest id of a former player; Discord issues no ids of this size before the year 2049."""
_KEY: Final = "former_key"
"""The setting of no server with the key of the hashes."""


@dataclass(frozen=True, slots=True)
class FormerRow:
    """A former player of a server (0: of what belongs to no server), and a keyed hash of the member's id."""

    former_id: Key[Snowflake]
    guild_id: Snowflake
    member: str
    at: datetime


former_players = table_of("former_players", FormerRow, Index(None, "member"))


def is_former(user_id: int) -> bool:
    return user_id >= FIRST_FORMER


def new_former() -> int:
    """Draw a random id for a former player."""
    return FIRST_FORMER + secrets.randbelow(FIRST_FORMER)


def _hashed(key: str, user_id: int) -> str:
    return hmac.digest(bytes.fromhex(key), str(user_id).encode(), "sha256").hex()


class FormerReads(Queries):
    async def aliases(self, user_ids: Iterable[int]) -> dict[int, int]:
        """Return the former players by whom limits and blocks still find some members, each with the member."""
        key = (await SettingReads(self._session).of_guild(NO_SERVER)).get(_KEY)
        if key is None:  # nobody has had data deleted yet
            return {}
        members = {_hashed(key, user): user for user in user_ids}
        wanted = select(former_players).where(former_players.c.member.in_(members))
        return {row.former_id: members[row.member] for row in await self._session.all(FormerRow, wanted)}

    async def formers_of(self, user_id: int, since: datetime) -> list[dict[str, Any]]:
        """Return where and when a member's data was deleted since a moment."""
        names = await self.aliases([user_id])
        wanted = select(former_players.c.guild_id, former_players.c.at).order_by(
            former_players.c.at, former_players.c.guild_id
        )
        wanted = wanted.where(former_players.c.former_id.in_(names), former_players.c.at >= since)
        return [dict(row) for row in (await self._session.run(wanted)).mappings()]


class FormerWrites(FormerReads):
    async def remember(self, former_id: int, guild_id: int, user_id: int, at: datetime) -> None:
        """Store that a former player replaces a member."""
        settings = SettingWrites(self._session)
        await self._session.in_turn(_KEY)
        key = (await settings.of_guild(NO_SERVER)).get(_KEY)
        if key is None:
            key = secrets.token_hex(32)
            await settings.set_of_guild(NO_SERVER, _KEY, key)
        await self._session.put(former_players, values_of(FormerRow(former_id, guild_id, _hashed(key, user_id), at)))
