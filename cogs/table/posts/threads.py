"""Threads of tables, each opened on the lobby's message when the game starts and archived when it is over."""

from __future__ import annotations

import logging
from typing import Any, Final, NamedTuple

import discord

from bot.house.roster import is_house
from bot.tables import Table, Tables
from bot.tables.decisions import moving
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import OPENING_THREADS, bold, missing_for_threads
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Aside, reason
from bot.ui.text.i18n import aside, tr
from cogs.table.pages.lobby import anchor, thread_name
from cogs.table.posts.posts import Posts, channel_of, edit_by_token
from cogs.table.posts.renderer import Renderer

log = logging.getLogger(__name__)

ALREADY_OPEN = 160004
"""Discord's code for a message that already has a thread."""
_REMEMBERED = 2000
"""Largest number of messages whose content is remembered; a forgotten message is edited once more, harmlessly."""
_ASLEEP_AFTER: Final = 10080
"""Minutes without a message until Discord archives a thread; the longest Discord allows, for correspondence games."""


class Opened(NamedTuple):
    """A table after the try to open its thread, with a sentence that says why it stays in the channel, or None."""

    table: Table
    trouble: str | None = None


class Threads:
    """The threads of tables."""

    def __init__(self, client: discord.Client, tables: Tables, renderer: Renderer, posts: Posts, beside: Aside) -> None:
        self._client = client
        self._tables = tables
        self._renderer = renderer
        self._posts = posts
        self._aside = beside
        self._failed: set[int] = set()
        """Tables whose thread Discord has failed to open once."""
        self._shown: dict[int, tuple[object, ...]] = {}

    async def open(self, table: Table) -> Opened:
        """Move a table into a thread of its own, or keep it in its channel if that fails; safe to do twice."""
        channel = self._client.get_channel(table.channel_id)
        if channel is not None and not isinstance(channel, discord.TextChannel):
            return Opened(
                await self._tables.ask(table.id, moving.without_thread)
            )  # only text channels have threads on messages
        if channel is not None and (lacks := missing_for_threads(channel.permissions_for(channel.guild.me))):
            return await self._stay(table, _lacking(lacks))
        hangs = table.message("board") or table.message(ANCHOR)
        try:
            if hangs is None:
                table, message_id, _ = await self._posts.once(table, ANCHOR, anchor(table))
            else:
                message_id = hangs.message_id
            thread_id = await self._create(table, message_id)
        except discord.Forbidden:
            return await self._stay(table, _lacking([OPENING_THREADS]))
        except DISCORD_TROUBLE as error:
            refused = isinstance(error, discord.RateLimited) or getattr(error, "status", 500) < 500
            if not refused and table.id not in self._failed:  # perhaps it is open, which the next try finds out
                self._failed.add(table.id)
                raise
            self._failed.discard(table.id)
            log.warning("a thread could not be opened: %s", reason(error), extra={"table": table.id})
            return await self._stay(table, _not_now())
        self._failed.discard(table.id)
        return Opened(await self._tables.ask(table.id, moving.into_thread, thread_id, message_id))

    async def _create(self, table: Table, message_id: int) -> int:
        message = channel_of(self._client, table).get_partial_message(message_id)
        try:
            thread = await message.create_thread(name=thread_name(table), auto_archive_duration=_ASLEEP_AFTER)
        except discord.HTTPException as error:
            if error.code != ALREADY_OPEN:
                raise
            return message_id  # a thread has the id of its message
        self._aside.begin(self._invite(thread, table))
        return thread.id

    async def _invite(self, thread: discord.Thread, table: Table) -> None:
        """Add a thread to its players' channel lists; if that fails, a player still finds it below the message."""
        for user in table.users:
            if not is_house(user):
                try:
                    await thread.add_user(discord.Object(user))
                except DISCORD_TROUBLE as error:
                    log.warning("a player could not be added to a thread: %s", reason(error))

    async def _stay(self, table: Table, why: str) -> Opened:
        """Keep a table in its channel, for a reason that is told."""
        return Opened(await self._tables.ask(table.id, moving.without_thread), why)

    async def settle(self, table: Table, token: discord.Interaction[Any] | None = None) -> None:
        """Bring the message above the thread up to date, and archive the thread if the game is over."""
        hangs = table.message(ANCHOR)
        if hangs is not None:
            shows = (table.status, table.channel_id, table.rematch)
            if self._shown.get(table.id) != shows:
                with self._renderer.for_all(table):
                    layout = anchor(table, await self._renderer.chart(table))
                await self._edit(table, hangs.message_id, layout, token)
                if len(self._shown) >= _REMEMBERED:
                    self._shown.clear()
                self._shown[table.id] = shows
        if not table.live and table.place.thread is Thread.OPEN:
            await self._close(table)
            await self._tables.ask(table.id, moving.thread_closed)

    async def _edit(
        self, table: Table, message_id: int, layout: Layout, token: discord.Interaction[Any] | None
    ) -> None:
        place = channel_of(self._client, table, message_id)
        try:
            if not await edit_by_token(token, layout):
                await place.get_partial_message(message_id).edit(**layout.editing())
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("the message above a thread is gone", extra={"table": table.id, "status": error.status})

    async def _close(self, table: Table) -> None:
        """Archive the thread; it can still be read, and a new message opens it again."""
        try:
            thread = self._client.get_channel(table.channel_id) or await self._client.fetch_channel(table.channel_id)
            if isinstance(thread, discord.Thread) and not thread.archived:
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("a thread could not be closed", extra={"table": table.id, "status": error.status})


def _lacking(permissions: list[str]) -> str:
    with aside():
        return tr("I lack {permissions} here; games are played in the channel.", permissions=bold(permissions))


def _not_now() -> str:
    with aside():
        return tr("Discord opens no thread for me now; this game is played in the channel.")
