"""Discord messages that show a game: its boards, reminders, results, and direct messages about a turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from datetime import datetime
from typing import Final

from sqlalchemy import Index, or_, select, text, update

from bot.lazy import dataclass
from db.games import IN_PUBLIC, UNANSWERED, games
from db.schema import Key, OfGame, Snowflake, limited_to, table_of, values_of
from db.session import Part, Queries, within

OPEN: Final = "NOT closed"
"""SQL condition for the messages that may still change."""


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message that the bot posted for a game; its role is `table`, `board`, `nudge`, `result` or similar."""

    game_id: OfGame
    message_id: Key[Snowflake]
    channel_id: Snowflake
    role: str
    deal: int | None = field(default=None, kw_only=True)
    posted_at: datetime
    closed: bool = False


messages = table_of("messages", MessageRow, Index("ix_messages_open", "role", "game_id", **limited_to(OPEN)))


class MessageReads(Queries):
    async def of(self, game_id: int, role: str | None = None) -> list[MessageRow]:
        """Return the game's messages, of one role if named, the oldest first."""
        wanted = (
            select(messages).where(messages.c.game_id == game_id).order_by(messages.c.posted_at, messages.c.message_id)
        )
        if role is not None:
            wanted = wanted.where(messages.c.role == role)
        return await self._session.all(MessageRow, wanted)

    async def left_open(self, role: str, part: Part | None = None) -> list[int]:
        """Return the ended games that an open message of this role still shows in play."""
        wanted = (
            select(messages.c.game_id)
            .join(games, games.c.id == messages.c.game_id)
            .where(messages.c.role == role, text(OPEN), games.c.status.not_in(("lobby", "playing", "frozen")))
            .where(within(games.c.guild_id, part))
            .distinct()
        )
        return [int(row.game_id) for row in await self._session.run(wanted)]

    async def left_frozen(self, roles: Sequence[str], part: Part | None = None) -> list[int]:
        """Return the games with a broken record that an open message of these roles still shows in play."""
        wanted = (
            select(messages.c.game_id)
            .join(games, games.c.id == messages.c.game_id)
            .where(games.c.status == "frozen", messages.c.role.in_(roles), text(OPEN))
            .where(within(games.c.guild_id, part))
            .distinct()
        )
        return [int(row.game_id) for row in await self._session.run(wanted)]

    async def unanswered(self, part: Part | None = None) -> list[int]:
        """Return the ended games whose first message has not yet been identified or reported as not found."""
        wanted = select(games.c.id).where(
            text(UNANSWERED),  # must match the index's condition literally
            games.c.status.not_in(("lobby", "playing", "frozen")),
            within(games.c.guild_id, part),
        )
        return [int(row.id) for row in await self._session.run(wanted)]

    async def unannounced(self, role: str, ended_after: datetime, part: Part | None = None) -> list[int]:
        """Return the games won or drawn since a moment that never had a message of this role, the oldest first."""
        told = select(messages.c.game_id).where(messages.c.role == role)
        wanted = (
            select(games.c.id)
            .where(
                or_(games.c.status == "finished", games.c.end_reason == "draw"),
                games.c.ended_at > ended_after,
                games.c.kind != "daily",  # it is private and has no result in a channel, like a private practice
                IN_PUBLIC,
                games.c.id.not_in(told),
                within(games.c.guild_id, part),
            )
            .order_by(games.c.id)
        )
        return [int(row.id) for row in await self._session.run(wanted)]


class MessageWrites(MessageReads):
    async def put(self, row: MessageRow) -> None:
        """Store a message, in place of its earlier row if there is one."""
        await self._session.put(messages, values_of(row))

    async def reopen(self, game_id: int, roles: Sequence[str], role: str) -> None:
        """Give the closed messages of a game that have one of some roles another role, in which they may change."""
        closed = messages.c.game_id == game_id, messages.c.role.in_(roles), messages.c.closed
        await self._session.run(update(messages).where(*closed).values(role=role, closed=False))


@dataclass(frozen=True, slots=True)
class TurnMessageRow:
    """A direct message that notifies a member of a turn; without an id it is being sent or may have been sent.

    `ply` is the ply of the turn, as all players know it.
    """

    game_id: OfGame
    user_id: Key[Snowflake]
    ply: int
    at: datetime
    channel_id: Snowflake | None = None
    message_id: Snowflake | None = None


turn_messages = table_of("turn_messages", TurnMessageRow)


class TurnReads(Queries):
    async def all(self, part: Part | None = None) -> list[TurnMessageRow]:
        """Return all messages that exist or may exist, or those about games in a part of all servers."""
        wanted = select(turn_messages).order_by(turn_messages.c.game_id)
        if part is not None:
            wanted = wanted.join(games, games.c.id == turn_messages.c.game_id).where(within(games.c.guild_id, part))
        return await self._session.all(TurnMessageRow, wanted)


class TurnWrites(TurnReads):
    async def put(self, row: TurnMessageRow) -> None:
        """Store a message, in place of an earlier one of the same member for the same game."""
        await self._session.put(turn_messages, values_of(row))

    async def drop(self, game_id: int, user_id: int) -> None:
        """Delete the row of a message that no longer exists."""
        await self._session.delete(turn_messages, {"game_id": game_id, "user_id": user_id})
