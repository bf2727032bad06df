"""The public results of games, which are edited when the rating changes shown under them change."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from weakref import WeakValueDictionary

import discord

from bot.club import Club
from bot.tables import DatabaseError, Refused, Status, Table, Tables
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from cogs.table.pages.result import rating_line, result
from cogs.table.pages.thread import result_in
from cogs.table.posts.edits import edit_posted
from cogs.table.posts.posts import Posts
from cogs.table.posts.showing import Showing

log = logging.getLogger(__name__)


class Results:
    """The builder and poster of games' public results, which also updates one when its ratings change."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, showing: Showing, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._club = club
        self._showing = showing
        self._posts = posts
        self._posting: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def post(self, table_id: int) -> None:
        """Post the result of a game that is over, unless it is posted; calls that come together post it once.

        Raises:
            discord.HTTPException, OSError: The message cannot be posted now.
            DatabaseError: The message could not be stored; the next try stores it.
            Refused: Another process has taken over the table and posts the message.
        """
        async with self._posting.setdefault(table_id, asyncio.Lock()):
            table = await self._tables.get(table_id)
            if (table.status is Status.FINISHED or table.drawn) and table.message("result") is None:
                await self._posts.once(table, "result", await self.layout(table))

    async def post_meanwhile(self, table_id: int) -> None:
        """Post a result while a round for the board waits for Discord; where this fails, the next round posts it."""
        with suppress(*DISCORD_TROUBLE, DatabaseError, Refused):
            table = await self._tables.get(table_id)
            if table.place.thread is not Thread.WANTED:
                await self.post(table_id)

    async def layout(self, table: Table, message_id: int | None = None) -> Layout:
        """Build a result as everyone sees it.

        Args:
            message_id: The message that is to show the result; None for the message posted where the game was played.
        """
        chart = await self._showing.chart(table)
        changes = await self._club.standings.rating_changes(table.id)
        why = await self._club.standings.why_unrated(table.id)
        often = await self._club.standings.no_rated_rematch(table, self._tables.now())
        with self._showing.for_all(table):
            foot = rating_line(table, changes, why)
            if message_id is not None:
                return result_in(table, message_id, chart, foot=foot, often=often)
            return result(table, chart, foot=foot, often=often)

    async def changed(self, table_id: int) -> None:
        """Update a posted result with its game's present rating; if it cannot be edited, it stays as it was."""
        table = await self._tables.get(table_id)
        posted = table.message("result")
        if posted is None:
            return
        layout = await self.layout(table)
        try:
            await edit_posted(self._client, table, posted.message_id, layout, None)
        except DISCORD_TROUBLE as error:
            log.warning("a result could not be mended", extra={"table": table.id, "why": reason(error)})
