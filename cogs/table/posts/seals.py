"""Finds the message that carries a seal's commitment where a crash, or an answer that was lost, has come in between.

A message may be up that is not stored. A table's first message is the answer to an interaction and is fetched by its
token; a board is looked for among the channel's last messages. What cannot be found for certain is never dealt from.
The board whose id deals the cards is looked for in the same way.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord

from bot.tables import Table, Tables
from bot.tables.decisions import dealing, sealing
from bot.tables.decisions.dealing import BOARD
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from cogs.table.posts.posts import Posts, unposted_seal

log = logging.getLogger(__name__)

_DEAD_TOKEN: Final = 50027


class Seals:
    """Knows which seals may stand in a message that is not stored, and settles what becomes of them."""

    def __init__(self, client: discord.Client, tables: Tables, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._posts = posts
        self._answering: set[int] = set()
        """Tables whose first message is being posted just now."""

    def is_answering(self, table_id: int) -> bool:
        """Tell whether a table's first message is being posted just now."""
        return table_id in self._answering

    @contextmanager
    def answering(self, table_id: int) -> Iterator[None]:
        """Let nobody look for a table's first message while it is being posted."""
        self._answering.add(table_id)
        try:
            yield
        finally:
            self._answering.discard(table_id)

    async def settled(self, table: Table) -> Table:
        """Settle where the seal of a table stands that may be up, and return the table as it is then.

        Its message is found and becomes the table's; or there is none and it may be posted; or that cannot be told, and
        it is laid open: another seal takes its place, or the table is closed. So it is with the board of a deal whose
        cuts are closed, but that one is sealed anew also where its board is certainly not there any more.

        Raises:
            discord.HTTPException, OSError: Discord could not be asked just now.
        """
        if table.sealing.answering:
            return await self._by_token(table)
        if table.being_dealt and table.deals[-1].withdrawn:  # with words that were deleted
            return await self._tables.ask(table.id, dealing.sealed_anew)
        posting = table.being_dealt or (unposted_seal(table) is not None and table.message(BOARD) is None)
        if not posting or not self._posts.may_be_up(table, BOARD):
            return table
        found = await self._posts.look(table, BOARD)
        if found is None:
            log.warning("a seal is replaced: its message may be up, and is not found", extra={"table": table.id})
            return await self._tables.ask(table.id, dealing.sealed_anew)
        return await self._found(table, found) if found else table

    async def _found(self, table: Table, message_id: int) -> Table:
        """Store a message that was found."""
        table = await self._tables.ask(table.id, dealing.posted, message_id)
        self._posts.stored(table.id, BOARD)
        return table

    async def _by_token(self, table: Table) -> Table:
        found = await self.answer_of(table)
        if found:
            log.info("a table's first message was found", extra={"table": table.id})
            return await self._found(table, found)
        log.warning("a table's first message cannot be found, it is closed", extra={"table": table.id})
        return await self._tables.ask(table.id, sealing.answer_lost)

    async def answer_of(self, table: Table) -> int:
        """Return the id of the message with which the table's interaction was answered; 0 where there is none any more.

        Raises:
            discord.HTTPException, OSError: Discord could not be asked just now.
        """
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
        # Two processes with one token and two databases answer the same: a message of the other's is no answer of ours.
        seal = unposted_seal(table)
        if seal is not None and seal.commitment not in json.dumps(message.get("components", ())):
            return 0
        return int(message["id"])


async def quietly(seals: Seals, table: Table) -> int | None:
    """Return the message with which a table's interaction was answered, 0 for none, None where it cannot be asked."""
    try:
        return await seals.answer_of(table)
    except DISCORD_TROUBLE as error:
        log.warning("a table's first message cannot be asked for: %s", reason(error), extra={"table": table.id})
        return None
