"""The users that each user has blocked, and recent requests to play."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy import BigInteger, Column, Index, Integer, Table, delete, func, select

from db.formers import FormerReads
from db.schema import UtcDateTime, metadata

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "blocked_id"),
    info={"row": "A member whom another one has blocked."},
)

askings = Table(
    "askings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("asked_id", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "user_id", "asked_id", "at"),
    Index(None, "at"),
    info={"row": "A request of a member to another one to play."},
)


class BlockReads(FormerReads):
    """Reads of blocks and requests to play; a member is found whose data was deleted meanwhile, too."""

    async def blocked_by(self, user_id: int) -> list[int]:
        """Return the users that a user has blocked, the latest first; former players stand for deleted members."""
        wanted = select(blocks.c.blocked_id).where(blocks.c.user_id == user_id)
        found = await self._session.run(wanted.order_by(blocks.c.at.desc(), blocks.c.blocked_id))
        return list(found.scalars())

    async def blocking(self, user_id: int) -> list[int]:
        names = [user_id, *await self.aliases([user_id])]
        wanted = select(blocks.c.user_id).where(blocks.c.blocked_id.in_(names)).distinct().order_by(blocks.c.user_id)
        return list((await self._session.run(wanted)).scalars())

    async def among(self, user_ids: Collection[int]) -> list[tuple[int, int]]:
        """Return the blocks among some users, as (user, blocked user)."""
        names = await self.aliases(user_ids)
        wanted = select(blocks.c.user_id, blocks.c.blocked_id).where(
            blocks.c.user_id.in_(user_ids), blocks.c.blocked_id.in_([*user_ids, *names])
        )
        return [(row.user_id, names.get(row.blocked_id, row.blocked_id)) for row in await self._session.run(wanted)]

    async def shunned(self, user_id: int, among: Collection[int]) -> set[int]:
        """Return those of some users whom a user has blocked, or who have blocked the user."""
        return {user for pair in await self.among({user_id, *among}) if user_id in pair for user in pair} - {user_id}

    async def asked(self, user_id: int, asked_id: int, since: datetime) -> int:
        """Return how many times a user has asked another one to play since a moment."""
        names = await self.aliases([user_id, asked_id])
        ids = {user: [user, *(former for former, of in names.items() if of == user)] for user in (user_id, asked_id)}
        wanted = select(func.count()).where(
            askings.c.user_id.in_(ids[user_id]), askings.c.asked_id.in_(ids[asked_id]), askings.c.at > since
        )
        return int((await self._session.run(wanted)).scalar_one())


class BlockWrites(BlockReads):
    async def block(self, user_id: int, blocked_id: int, at: datetime) -> None:
        await self.unblock(user_id, blocked_id)
        await self._session.put(blocks, {"user_id": user_id, "blocked_id": blocked_id, "at": at})

    async def unblock(self, user_id: int, blocked_id: int) -> None:
        names = [blocked_id, *await self.aliases([blocked_id])]
        await self._session.run(delete(blocks).where(blocks.c.user_id == user_id, blocks.c.blocked_id.in_(names)))

    async def note_asking(self, user_id: int, asked_id: int, at: datetime) -> None:
        await self._session.insert(askings, [{"user_id": user_id, "asked_id": asked_id, "at": at}])

    async def forget_askings(self, before: datetime) -> None:
        await self._session.run(delete(askings).where(askings.c.at < before))
