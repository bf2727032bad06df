"""Seals whose message may be posted but is not stored: it is found, or the seal is laid open and replaced."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord

from bot.tables import Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARD
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from cogs.table.posts.posts import Posts, unposted_seal

log = logging.getLogger(__name__)

_DEAD_TOKEN: Final = 50027


class Seals:
    """The seals whose message may be posted but not stored, each of which is found, posted or replaced."""

    def __init__(self, client: discord.Client, tables: Tables, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._posts = posts
        self._answering: set[int] = set()
        """The tables whose first message is being posted now."""

    def is_answering(self, table_id: int) -> bool:
        return table_id in self._answering

    @contextmanager
    def answering(self, table_id: int) -> Iterator[None]:
        """Mark a table's first message as being posted, so that it is not looked for meanwhile."""
        self._answering.add(table_id)
        try:
            yield
        finally:
            self._answering.discard(table_id)

    async def settled(self, table: Table) -> Table:
        """Find out whether the message of a table's seal is posted, and return the table as it stands then.

        If the message is found, it becomes the table's. If there is none, it may be posted. If that cannot be told, the
        seal is revealed, and another seal takes its place or the table is closed. The board of a deal whose cuts are
        closed is treated alike, but its deal is also sealed anew if the board is certainly gone.
        """
        if table.sealing.answering:
            return await self._by_token(table)
        if table.being_dealt and table.deals[-1].withdrawn:  # a member's words in the shuffle were deleted
            return await self._tables.ask(table.id, dealing.sealed_anew)
        posting = table.being_dealt or (unposted_seal(table) is not None and table.message(BOARD) is None)
        if not posting or not self._posts.may_be_up(table, BOARD):
            return table
        found = await self._posts.find(table, BOARD)
        if found is None:
            log.warning("a seal is replaced: its message may be up, and is not found", extra={"table": table.id})
            return await self._tables.ask(table.id, dealing.sealed_anew)
        return await self._found(table, found) if found else table

    async def _found(self, table: Table, message_id: int) -> Table:
        table = await self._tables.ask(table.id, dealing.posted, message_id)
        self._posts.stored(table.id, BOARD)
        return table

    async def _by_token(self, table: Table) -> Table:
        found = await self.answer_of(table)
        if found:
            log.info("a table's first message was found", extra={"table": table.id})
            return await self._found(table, found)
        log.warning("a table's first message cannot be found, it is closed", extra={"table": table.id})
        return await self._tables.ask(table.id, dealing.answer_lost)

    async def answer_of(self, table: Table) -> int:
        """Return the id of the message that answered the table's interaction, or 0 if it is gone."""
        route = discord.http.Route(
            "GET",
            "/webhooks/{application_id}/{webhook_token}/messages/@original",
            application_id=self._client.application_id,
            webhook_token=table.sealing.answering,
        )
        try:
            message = await self._client.http.request(route)
        except discord.HTTPException as error:
            if error.status in (401, 403, 404) or error.code == _DEAD_TOKEN:
                return 0
            raise
        # Two processes with one token and two databases answer the same click; a message of the other is not ours.
        seal = unposted_seal(table)
        if seal is not None and seal.commitment not in json.dumps(message.get("components", ())):
            return 0
        return int(message["id"])

    async def answer_if_told(self, table: Table) -> int | None:
        """Return the same, or None if Discord cannot be asked just now."""
        try:
            return await self.answer_of(table)
        except DISCORD_TROUBLE as error:
            log.warning("a table's first message cannot be asked for: %s", reason(error), extra={"table": table.id})
            return None
