"""A table in a thread of its own: opened on the lobby's message when the game starts, closed when it is over."""

from __future__ import annotations

import logging
from collections.abc import Collection
from typing import Any, Final, NamedTuple

import discord

from bot.house.roster import is_house
from bot.tables import Table, Tables
from bot.tables.decisions import moving
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import OPENING_THREADS, bold, missing_for_threads
from bot.ui.text.i18n import aside, tr
from cogs.table.pages.thread import anchor, thread_name
from cogs.table.posts.edits import alive, channel_of, edit_by_token
from cogs.table.posts.posts import Posts
from cogs.table.posts.showing import Showing

log = logging.getLogger(__name__)

ALREADY_OPEN = 160004
"""A thread hangs from that message already."""
_REMEMBERED = 2000
"""Of so many messages it is known what they show; one that is forgotten is edited once more, no harm done."""
_ASLEEP_AFTER: Final = 10080
"""Minutes without a word until Discord puts a thread away: the longest it knows, for games by correspondence."""


class Opened(NamedTuple):
    """The table after its thread was to be opened, and why it stands in the channel instead, as a sentence."""

    table: Table
    trouble: str | None = None


class Threads:
    """Opens the threads of tables, and closes them."""

    def __init__(self, client: discord.Client, tables: Tables, showing: Showing, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._showing = showing
        self._posts = posts
        self._shown: dict[int, tuple[object, ...]] = {}

    def disown(self, tables: Collection[int]) -> None:
        """Know nothing any more of the messages of tables that another process has."""
        for table_id in tables:
            self._shown.pop(table_id, None)

    async def open(self, table: Table) -> Opened:
        """Move a table into a thread of its own; where that cannot be, it stays in its channel. Safe to do twice."""
        channel = self._client.get_channel(table.channel_id)
        if channel is not None and not isinstance(channel, discord.TextChannel):
            return Opened(
                await self._tables.ask(table.id, moving.without_thread)
            )  # threads hang from text channels alone
        if channel is not None and (lacks := missing_for_threads(channel.permissions_for(channel.guild.me))):
            return await self._stay(table, lacks)
        hangs = table.message("board") or table.message(ANCHOR)
        try:
            if hangs is None:
                table, message_id, _ = await self._posts.once(table, ANCHOR, anchor(table))
            else:
                message_id = hangs.message_id
            thread_id = await self._create(table, message_id)
        except discord.Forbidden:
            return await self._stay(table, [OPENING_THREADS])
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.warning("a thread could not be opened", extra={"table": table.id, "code": error.code})
            return Opened(await self._tables.ask(table.id, moving.without_thread))
        return Opened(await self._tables.ask(table.id, moving.into_thread, thread_id, message_id))

    async def _create(self, table: Table, message_id: int) -> int:
        message = channel_of(self._client, table).get_partial_message(message_id)
        try:
            thread = await message.create_thread(name=thread_name(table), auto_archive_duration=_ASLEEP_AFTER)
        except discord.HTTPException as error:
            if error.code != ALREADY_OPEN:
                raise
            return message_id  # a thread has the number of the message from which it hangs
        for user in table.users:
            if not is_house(user):
                await self._invite(thread, user)
        return thread.id

    async def _invite(self, thread: discord.Thread, user_id: int) -> None:
        """Put a thread among a player's channels; without it they find it below the message just as well."""
        try:
            await thread.add_user(discord.Object(user_id))
        except discord.HTTPException as error:
            log.warning("a player could not be added to a thread", extra={"status": error.status})

    async def _stay(self, table: Table, lacks: list[str]) -> Opened:
        with aside():
            said = tr(
                "I may not play in threads here: I lack {permissions}. So this game is played in the channel itself. "
                "Somebody who manages the server can allow that, or turn the threads off with `/settings server`.",
                permissions=bold(lacks),
            )
        return Opened(await self._tables.ask(table.id, moving.without_thread), said)

    async def settle(self, table: Table, token: discord.Interaction[Any] | None = None) -> None:
        """Bring the message in the channel up to date, and close the thread of a game that is over.

        Args:
            table: The table.
            token: A click on that message, if there was one lately: it saves a call to the channel.
        """
        hangs = table.message(ANCHOR)
        if hangs is not None:
            shows = (table.status, table.channel_id, table.rematch.votes, table.rematch.next_id)
            if self._shown.get(table.id) != shows:
                layout = anchor(table, await self._showing.chart(table))
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
            by_token = token is not None and alive(token, self._tables.now()) and await edit_by_token(token, layout)
            if not by_token:
                await place.get_partial_message(message_id).edit(**layout.editing())
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("the message above a thread is gone", extra={"table": table.id, "status": error.status})

    async def _close(self, table: Table) -> None:
        """Put the thread away, open to be read and to be woken by a new word."""
        try:
            thread = self._client.get_channel(table.channel_id) or await self._client.fetch_channel(table.channel_id)
            if isinstance(thread, discord.Thread) and not thread.archived:
                await thread.edit(archived=True)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.info("a thread could not be closed", extra={"table": table.id, "status": error.status})
