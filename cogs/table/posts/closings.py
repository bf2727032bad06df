"""The last words of a game: its result, the final edits of its boards, and what frozen boards say.

The final form of a board proves its deal, or reveals a secret with which nothing was dealt. The edit may fail because
the message was edited too often, its thread is archived, or the bot may not write in the channel for a while. It is
therefore repeated until it succeeds.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable
from contextlib import nullcontext, suppress
from datetime import timedelta
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot.club import Club
from bot.tables import DatabaseError, Message, Refused, Status, Table, Tables
from bot.tables.archive import Frozen
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARDS, CLOSING, COMMITTED, RENAMED, RESULT
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, barred_wait, reason
from cogs.table.pages.board import frozen_board, moved_board
from cogs.table.pages.lobby import result_in, thread_name
from cogs.table.pages.result import rating_line, result
from cogs.table.pages.seals import seal_line
from cogs.table.posts.posts import Edited, Posts, edit_posted, woken
from cogs.table.posts.renderer import Renderer

log = logging.getLogger(__name__)


def is_in_place(table: Table) -> bool:
    """Tell whether a game's last board becomes its result: a round of a tournament leaves one message a game."""
    over = table.status is Status.FINISHED or table.drawn
    return over and table.fixture is not None and not table.place.in_thread and table.message(RESULT) is None


class Results:
    """The builder and poster of games' public results, which also updates one when its ratings change."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, renderer: Renderer, posts: Posts) -> None:
        self._client = client
        self._tables = tables
        self._club = club
        self._renderer = renderer
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
            if table.place.thread is not Thread.WANTED and not is_in_place(table):
                await self.post(table_id)

    async def layout(self, table: Table, message_id: int | None = None) -> Layout:
        """Build a result as everyone sees it, for one of its messages; None: that where the game was played."""
        chart = await self._renderer.chart(table)
        changes = await self._club.standings.rating_changes(table.id)
        why = await self._club.standings.why_unrated(table.id)
        often = await self._club.standings.no_rated_rematch(table, self._tables.now())
        with self._renderer.for_all(table):
            foot = rating_line(table, changes, why)
            if table.fixture is not None and not table.place.in_thread:  # it was a board, which carried the commitment
                foot = "\n".join([*filter(None, [foot]), seal_line(table.deals[-1])])
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


_MOST_TRIES: Final = 24 * 7
"""Largest number of tries for a message until the bot is restarted."""


class Closings:
    """The editor of the messages that await their final edit."""

    def __init__(self, client: discord.Client, tables: Tables, renderer: Renderer, results: Results) -> None:
        self._client = client
        self._tables = tables
        self._renderer = renderer
        self._results = results
        self._waits: dict[tuple[int, int], tuple[int, float]] = {}
        """The number of tries, and the moment of the next one by the monotonic clock, by table and message."""
        self._tokens: dict[tuple[int, int], discord.Interaction[Any]] = {}
        """The newest click on a message while it was a board, by table and message."""
        self._doubted: set[tuple[int, int]] = set()
        """The messages which a late answer may have made show a board since their final edit began."""

    def keep_token(self, table_id: int, message_id: int, token: discord.Interaction[Any] | None) -> None:
        """Remember a click on a message that awaits its final edit; an edit by its token counts against no limit."""
        if token is not None:
            self._tokens[table_id, message_id] = token

    def doubt(self, table_id: int, message_id: int) -> None:
        """Have a final edit of a message that is under way made once more."""
        self._doubted.add((table_id, message_id))

    async def settle(self, table: Table) -> timedelta | None:
        """Make the final edits that a table's messages await; return after how long to try again, or None if done."""
        waiting = []
        for row in table.messages:
            # A message with the commitment is final while the game runs; if the table closes, it is to show the secret.
            if row.closed or not (row.role in (CLOSING, RENAMED) or (row.role == COMMITTED and not table.live)):
                continue
            key = table.id, row.message_id
            tries, at = self._waits.get(key, (0, 0.0))
            if at <= time.monotonic():
                token = self._tokens.pop(key, None)
                self._doubted.discard(key)
                if await self._say(table, row, token, again=tries > 0):
                    self._waits.pop(key, None)
                    if key in self._doubted:
                        waiting.append(at)
                        continue
                    await self._tables.ask(table.id, dealing.unposted, row.message_id)
                    continue
                at = time.monotonic() + barred_wait(tries).total_seconds()
                self._waits[key] = tries + 1, at
            if tries < _MOST_TRIES:
                waiting.append(at)
        return timedelta(seconds=max(0.0, min(waiting) - time.monotonic())) if waiting else None

    async def _say(self, table: Table, row: Message, token: discord.Interaction[Any] | None, *, again: bool) -> bool:
        layout = await self._last_word(table, row)
        if layout is None:
            return False
        awake = row.channel_id == table.channel_id and table.live and not again
        try:
            if row is table.message(RENAMED) and not await self._rename(table):
                return False
            async with nullcontext() if awake else woken(self._client, row.channel_id):
                edited = await edit_posted(self._client, table, row.message_id, layout, token)
        except DISCORD_TROUBLE as error:
            log.info("a message still awaits its last word: %s", reason(error), extra={"table": table.id})
            return False
        return edited is not Edited.NOT_NOW

    async def _rename(self, table: Table) -> bool:
        """Write present names in a table's result and thread; return False if that is not possible now."""
        if table.place.in_thread:
            with self._renderer.for_all(table):
                name = thread_name(table)
            async with woken(self._client, table.channel_id):
                place = await self._client.fetch_channel(table.channel_id)
                if isinstance(place, discord.Thread) and place.name != name:
                    await place.edit(name=name)
        done = True
        for posted in filter(None, (table.message(role) for role in ("result", ANCHOR) if not table.live)):
            layout = await self._results.layout(table, posted.message_id)
            async with woken(self._client, posted.channel_id):
                edited = await edit_posted(self._client, table, posted.message_id, layout, None)
            done = done and edited is not Edited.NOT_NOW
        return done

    async def _last_word(self, table: Table, row: Message) -> Layout | None:
        """Build a board's final form: the finished deal, or a link to its later board; None if neither is known."""
        of_deal = (m for m in table.messages if m.role in (*BOARDS, ANCHOR) and m.deal == row.deal)
        later = next((m for m in of_deal if m.message_id > row.message_id), None)
        if later is None:
            open_deal = table.seal.number if table.live and table.seal is not None else None
            return None if row.deal == open_deal else await self._renderer.closed(table, row.deal or 0)
        link = f"https://discord.com/channels/{table.guild_id}/{later.channel_id}/{later.message_id}"
        with self._renderer.for_all(table):
            return moved_board(table, row.deal or 0, link)


_EVERY: Final = timedelta(minutes=10)
"""Time between two looks at the frozen tables."""


class FrozenBoards:
    """The editor of the boards of frozen tables."""

    def __init__(self, client: discord.Client, tables: Tables, readers: Readers) -> None:
        self._client = client
        self._tables = tables
        self._readers = readers
        self._looked: float | None = None
        self._told_of = 0
        """Number of frozen tables at the last look."""

    def is_time(self) -> bool:
        """Tell whether to look now: another record was found broken, or the last look is `_EVERY` ago."""
        if self._told_of != self._tables.store.tally.frozen:
            return True
        return self._looked is not None and time.monotonic() - self._looked >= _EVERY.total_seconds()

    async def after(self, shown: Awaitable[object]) -> None:
        """Wait for a table to be shown; if that found a broken record, say so on its board at once."""
        await shown
        if self.is_time():
            await self.settle()

    async def settle(self) -> None:
        """Edit every board of a frozen table that does not say so yet; a failed edit is left for the next look."""
        self._looked, self._told_of = time.monotonic(), self._tables.store.tally.frozen
        for table in await self._tables.frozen.untold():
            for board in table.boards:
                if await self._say(table, board):
                    await self._tables.frozen.told(board)

    async def _say(self, table: Frozen, board: Message) -> bool:
        with self._readers.for_all(table.guild_id):
            layout = frozen_board(table, board.deal or 0)
        place = self._client.get_partial_messageable(board.channel_id, guild_id=table.guild_id)
        try:
            async with woken(self._client, board.channel_id):
                await place.get_partial_message(board.message_id).edit(**layout.editing())
        except discord.NotFound:
            return True
        except DISCORD_TROUBLE as error:
            log.info("a frozen table's board awaits its last word: %s", reason(error), extra={"table": table.id})
            return False
        return True
