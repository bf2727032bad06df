"""Finds the message that carries a seal's commitment where a crash, or an answer that was lost, has come in between.

A message may be up that is not stored. A table's first message is the answer to an interaction and is fetched by its
token; a board is looked for among the channel's last messages. What cannot be found for certain is never dealt from.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import discord

from bot.tables import Seal, Table, Tables
from bot.tables.decisions import dealing, sealing
from bot.tables.decisions.dealing import FAREWELL
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason

log = logging.getLogger(__name__)

_REMEMBERED: Final = timedelta(seconds=60)
"""Discord returns the message that is there for the same nonce for some minutes; so long it is relied upon."""
_SKEW: Final = timedelta(minutes=10)
"""So much this machine's clock may be ahead of Discord's."""
_LONG_AGO: Final = datetime(2000, 1, 1, tzinfo=UTC)
_PAGE: Final = 100
_PAGES: Final = 5
_DEAD_TOKEN: Final = 50027


def nonce_of(table: Table, role: str) -> dict[str, Any]:
    """Return with what a message is posted so that Discord knows it when it comes again, at most 25 characters.

    It is that of the first board of a sealed deal, and of what is posted once. A seal in another's place has another.
    """
    if role in ("result", FAREWELL):
        return {"nonce": f"bz{table.id}.{role}"}
    seal = unposted_seal(table) if role == "board" else None
    return {} if seal is None else {"nonce": f"bz{table.id}.{seal.number}.{seal.commitment[:8]}"}


def unposted_seal(table: Table) -> Seal | None:
    """Return the seal of a live table whose message is not known."""
    seal = table.seal
    return seal if table.live and seal is not None and seal.deck is None and seal.message_id is None else None


class Seals:
    """Knows which seals may stand in a message that is not stored, and settles what becomes of them."""

    def __init__(self, client: discord.Client, tables: Tables) -> None:
        self._client = client
        self._tables = tables
        self._unsure: dict[tuple[int, str], datetime] = {}
        """Tables with the commitment that may be up somewhere, and since when this process has tried to post it."""
        self._answering: set[int] = set()
        """Tables whose first message is being posted just now."""

    def resume(self, tables: Iterable[Table]) -> None:
        """Take note at a start of every seal whose message is not known: it may have been posted before a crash."""
        for table in tables:
            if (seal := unposted_seal(table)) is not None:
                self._unsure[table.id, seal.commitment] = _LONG_AGO

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

    @contextmanager
    def posting(self, table: Table) -> Iterator[None]:
        """Post the board of a seal: where it cannot be told whether it is up, it is looked for before the next try."""
        seal = unposted_seal(table)
        if seal is None:
            yield
            return
        key = table.id, seal.commitment
        known = key in self._unsure
        self._unsure.setdefault(key, self._tables.now())
        try:
            yield
        except discord.HTTPException as error:
            if error.status < 500 and not known:  # it was refused, so it is not up
                del self._unsure[key]
            raise
        else:
            self._unsure.pop(key, None)

    async def settled(self, table: Table) -> Table:
        """Settle where the seal of a table stands that may be up, and return the table as it is then.

        Its message is found and becomes the table's; or there is none and it may be posted; or that cannot be told, and
        it is laid open: another seal takes its place, or the table is closed.

        Raises:
            discord.HTTPException, OSError: Discord could not be asked just now.
        """
        seal = unposted_seal(table)
        if table.sealing.answering:
            return await self._by_token(table)
        if seal is None or (table.id, seal.commitment) not in self._unsure:
            return table
        found = await self._in_channel(table, seal)
        if found is None:
            log.warning("a seal is replaced: it cannot be told whether it is up", extra={"table": table.id})
            return await self._tables.ask(table.id, sealing.sealed_anew)
        if found:
            self._unsure.pop((table.id, seal.commitment), None)
        return await self._tables.ask(table.id, dealing.posted, found) if found else table

    async def _by_token(self, table: Table) -> Table:
        found = await self.answer_of(table)
        if found:
            log.info("a table's first message was found", extra={"table": table.id})
            return await self._tables.ask(table.id, dealing.posted, found)
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
        return int(message["id"])

    async def _in_channel(self, table: Table, seal: Seal) -> int | None:
        """Look for a seal's message; 0 where there is certainly none, None where that cannot be told."""
        channel: Any = self._client.get_channel(table.channel_id)
        if channel is None:  # a thread that is asleep, or a channel that is gone, which is told so by Discord
            channel = await self._client.fetch_channel(table.channel_id)
        may = channel.permissions_for(channel.guild.me)
        if not (may.view_channel and may.read_message_history):
            if self._tables.now() - self._unsure[table.id, seal.commitment] < _REMEMBERED:
                return 0  # posted again it is the same message
            await self._client.fetch_channel(table.channel_id)  # else it would be sealed anew with every try
            return None
        after = discord.utils.time_snowflake(seal.opened_at - _SKEW)
        for _ in range(_PAGES):
            page = await self._client.http.logs_from(table.channel_id, _PAGE, after=after)
            carrying = [int(message["id"]) for message in page if self._carries(message, table, seal)]
            if carrying or len(page) < _PAGE:
                return min(carrying, default=0)  # the first one binds
            after = max(int(message["id"]) for message in page)
        return None

    def _carries(self, message: Any, table: Table, seal: Seal) -> bool:  # noqa: ANN401 - as Discord sends it
        own = self._client.user is not None and message["author"]["id"] == str(self._client.user.id)
        shown = json.dumps(message.get("components", ()))
        return own and (seal.commitment in shown or message.get("nonce") == nonce_of(table, "board")["nonce"])


async def quietly(seals: Seals, table: Table) -> int | None:
    """Return the message with which a table's interaction was answered, 0 for none, None where it cannot be asked."""
    try:
        return await seals.answer_of(table)
    except DISCORD_TROUBLE as error:
        log.warning("a table's first message cannot be asked for: %s", reason(error), extra={"table": table.id})
        return None
