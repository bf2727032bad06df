"""The presenter, which keeps boards, results, reminders and open panels in step with the tables.

:meth:`Presenter.show` brings a board up to date. Only one edit of a board is under way at a time; changes that come
meanwhile are merged into the next edit, and the last one always arrives. An edit uses the token of the newest click on
the board while it lives, which does not count against the bot's limits, else the channel.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord

from bot.club import Club
from bot.tables import DatabaseError, Due, Happening, Message, Refused, Status, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARD, FAREWELL
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.outbox import Outbox
from bot.ui.kit.permissions import silent_until
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Aside, Reconciler, all_done
from cogs.table.posts.attendance import Attendance
from cogs.table.posts.boards import (
    LATER,
    PostedBoard,
    PostedBoards,
    barred_words,
    board_id,
    is_renewed,
    wait_of,
    wants_new,
)
from cogs.table.posts.closings import Closings, Results, is_in_place
from cogs.table.posts.notices import Notices, asks
from cogs.table.posts.panels import Panels, fingerprint
from cogs.table.posts.posts import LOCKED, NOTICES, Edited, Posts, Seals, edit_posted
from cogs.table.posts.reminders import Reminders
from cogs.table.posts.renderer import Renderer
from cogs.table.posts.threads import Opened, Threads

log = logging.getLogger(__name__)

_MOST_BARRED = 24 * 7
"""Largest number of tries to show a board where the bot may not; by then an unseen game has closed itself."""


class Presenter:
    """The presenter of tables in their channels and in their players' panels."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, renderer: Renderer, outbox: Outbox) -> None:
        self._client = client
        self._tables = tables
        self.renderer = renderer
        self.posts = Posts(client, tables, outbox)
        self.results = Results(client, tables, club, renderer, self.posts)
        beside = Aside()
        self.attendance = Attendance(client, tables)
        self.notices = Notices(
            client, tables, renderer.members.preferences, renderer.readers, self.attendance, self.posts, beside
        )
        self.reminders = Reminders(
            client,
            tables,
            renderer.members.turn_messages,
            renderer.readers,
            self.attendance,
            outbox,
            beside,
            self.notices.post,
        )
        self._threads = Threads(client, tables, renderer, self.posts, beside)
        self.seals = Seals(client, tables, self.posts)
        self._closings = Closings(client, tables, renderer, self.results)
        self.boards = PostedBoards(tables.boards.before)
        self.panels = Panels(tables, renderer)
        self.loop = Reconciler(
            self._show_once,
            lambda table_id: {"table": table_id},
            name="a board",
            barring=LOCKED,
            most_barred=_MOST_BARRED,
        )
        self.plan_round: Callable[[int], object] = lambda _tournament: None
        """Has a tournament's messages brought up to date in which a table stands that has none of its own."""
        self._trouble: dict[int, str] = {}
        """By table, a sentence that says what hinders its board; the call that shows the board takes it."""

    def take_due(self) -> list[int]:
        """Return the tables to be shown now because their boards failed or were put off."""
        self.boards.let_go()
        return sorted(self.loop.take_due())

    def is_barred(self, table_id: int) -> bool:
        """Tell whether a table's board could not be shown last time because a permission or the channel is missing."""
        return table_id in self.loop.barred

    def is_news(self, table_id: int, user_id: int) -> bool:
        """Tell whether to tell a member why a board cannot be shown; of a barred board each is told once."""
        told = self.loop.barred[table_id].told if self.is_barred(table_id) else set()
        news = user_id not in told
        told.add(user_id)
        return news

    # ---------------------------------------------------------------- boards

    async def adopt(self, table: Table, message_id: int, interaction: discord.Interaction[Any], layout: Layout) -> None:
        """Take a message that an interaction has just posted as the table's board."""
        known = self.boards.of(table.id)
        known.message_id, known.shown, known.newer = message_id, fingerprint(layout), frozenset()
        self.boards.click(table.id, message_id, interaction)
        self.posts.keep(table, BOARD, message_id)
        try:
            await self._tables.ask(table.id, dealing.posted, message_id)
        except DatabaseError as error:  # the table is open and its message posted; the clock does the rest
            log.warning("a board could not be stored: %s", error, extra={"table": table.id})
            self.loop.plan(table.id)
        else:
            self.posts.stored(table.id, BOARD)

    async def answer_on_board(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer a click on the board by bringing the board up to date, in one call."""
        current = table.message(BOARD)
        clicked = interaction.message
        if current is None or clicked is None or clicked.id != current.message_id:
            await interaction.response.defer()
            return
        over = wants_new(table, current.deal)
        layout = await (self.renderer.parting(table, current.deal or 0) if over else self.renderer.public(table))
        known = self.boards.of(table.id)
        known.message_id, known.shown = clicked.id, fingerprint(layout)
        self.boards.click(table.id, clicked.id, interaction)
        try:
            await interaction.response.edit_message(**layout.editing())
        except BaseException:
            known.shown, known.token = "", None  # the token's original message is now the error message
            raise
        finally:  # also an answer that seems lost may have arrived
            if known.shown != fingerprint(layout):  # this late answer has overwritten a newer edit
                known.shown = ""
            if not over:
                known.answered = True
                await self._close_again(table.id, clicked.id)

    async def _close_again(self, table_id: int, message_id: int) -> None:
        """Have a message edited once more if it is no board any more, as a late answer may have made it show one."""
        table = await self._tables.get(table_id)
        if any(m.message_id == message_id and (m.closed or m.role != BOARD) for m in table.messages):
            self._closings.doubt(table_id, message_id)
            await self._tables.ask(table_id, dealing.left_late, message_id)
            self.loop.plan(table_id)

    def _now(self, table: Table) -> Table:
        """Return a table as it is known now: its board may have moved while the click was being answered."""
        return self._tables.memory.if_awake(table.id) or table

    def keep_token(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Keep a deferred click on the board, for edits that do not count against the bot's limits."""
        clicked = interaction.message
        if clicked is not None and clicked.id == board_id(self._now(table)):
            self.boards.of(table.id, clicked.id)
            self.boards.click(table.id, clicked.id, interaction)

    def move_if_out_of_sight(self, interaction: discord.Interaction[Any], table: Table, *, eager: bool) -> None:
        """Check in an interaction's channel whether the board is out of sight, and if so have it posted again.

        Args:
            eager: Whether one message below the board is enough, as the player has just asked for the hand.
        """
        last, table = getattr(interaction.channel, "last_message_id", None), self._now(table)
        if interaction.channel_id == table.channel_id and last and table.live:
            self.boards.note_below(table, last, self._tables.now(), eager=eager)

    async def show(self, table_id: int, *, for_card: bool = False, for_draw: bool = False) -> str | None:
        """Bring everything that shows a table up to date; return why the board cannot be shown, or None.

        For an act at the cards (`for_card`) the board may wait for the next one (`wait_of`); `for_draw`: the same
        player stays on move and nothing new is shown.
        """
        known = self._tables.memory.known(table_id)
        if known is not None and known.private:  # it has only a panel
            self.loop.forget(table_id)
            await self.panels.refresh(table_id)
            return None
        wait = LATER if for_draw else None
        if for_card:
            wait = wait_of(known, self.boards.known(table_id), self.panels.stands)
        reminded = known is not None and any(known.message(role) is not None for role in NOTICES)
        if wait is not None and not reminded:  # else the board's round deletes the reminder
            self.loop.plan(table_id, wait)
            await self.panels.refresh(table_id)
            return None
        trouble, _ = await asyncio.gather(self._show_board(table_id), self.panels.refresh(table_id))
        return trouble

    async def _show_board(self, table_id: int) -> str | None:
        """Bring a table's board up to date, and again its panels where the board tells of something else."""
        before = board_id(self._tables.memory.if_awake(table_id))
        shown = await self.loop.sync(table_id)  # else the edit under way is followed by another
        if not shown and not self.seals.is_answering(table_id):
            await self.results.post_meanwhile(table_id)
        trouble = self._trouble.pop(table_id, None) if shown else None
        table = self._tables.memory.if_awake(table_id)
        if board_id(table) != before:  # the panels stand above the new board
            await self.panels.refresh(table_id)
        elif table is not None and table.being_dealt:  # its board could not be posted
            await self.panels.refresh(table_id, undealt=True)
        return trouble

    async def _show_once(self, table_id: int) -> timedelta | None:
        """Make one round for a table's board; return after how long to look again, or None if nothing is left."""
        try:
            table = await self._tables.get(table_id)
            if self._tables.memory.owns(table.guild_id) and not table.private:
                return await self._sync(table, self.boards.of(table_id))
            self.boards.drop(table_id)  # it has none, or the process that owns it shows it
        except Refused:  # there is no such table any more, or its record is broken
            self.boards.drop(table_id)
        except discord.HTTPException as error:
            until = silent_until(self._client.get_guild(table.guild_id))
            if (words := barred_words(table_id, error, until)) is not None:
                self._trouble[table_id] = words
            raise
        return None

    async def _sync(self, table: Table, known: PostedBoard) -> timedelta | None:
        """Make the channel show the table, also twice and after a crash; return when to look again, if at all."""
        known.quiet = False
        if self.seals.is_answering(table.id):
            return None  # the code that posts the first message also stores it or has it looked for
        if table.stands_in_round and table.fixture is not None:
            self.plan_round(table.fixture.tournament_id)
            await self.notices.settle(table)
            return None
        table, trouble = await self.seals.settled(table), None
        if table.place.thread is Thread.WANTED and (table.status is Status.PLAYING or (table.live and table.fixture)):
            table, trouble = await self._into_thread(table, known)
            if trouble:
                self._trouble[table.id] = trouble
        current = table.message(BOARD)
        built = table
        if not table.live:
            if current is None or not await self._ended_in_place(table, known, current):
                ending = [self._tell_the_end(table)]
                await all_done(*ending, *([self._close(table, known, current)] if current is not None else []))
        else:
            if current is not None and wants_new(table, current.deal):
                await self._close(table, known, current)
                table, current = await self._tables.get(table.id), None
            built = await self._put_up(table, known, current)
        table = await self._tables.get(table.id)
        self.reminders.settle(table)
        settling = [self._closings.settle(table), self.notices.settle(table)]
        if table.live:
            settling.append(self._threads.settle(table))
        later: timedelta | None = (await all_done(*settling))[0]
        if not table.live:
            await self._threads.settle(table)  # which archives it, so everything in it comes before
            self.boards.drop(table.id)
        elif not trouble and later is None and not self.loop.is_repeated(table.id):
            await self._note(known, built)
        return later

    async def _put_up(self, table: Table, known: PostedBoard, current: Message | None) -> Table:
        """Bring a live table's board up to date, or post it; return the table that it shows."""
        moves = current is not None and is_renewed(table, current, known, self._tables.now())
        if moves:
            self.panels.board_renewed(table.id)
        layout = await self.renderer.public(table)
        if current is not None and (moves or not await self._edit(table, known, current.message_id, layout)):
            table = await self._leave(table, known, current.message_id)
            current, layout = None, await self.renderer.public(table)
        return table if current is not None else await self._post(table, known, layout)

    async def _note(self, known: PostedBoard, built: Table) -> None:
        """Note that a table is fully shown, unless more than its messages has changed meanwhile."""
        table = await self._tables.get(built.id)
        if not self._tables.memory.owns(table.guild_id):
            return
        board = table.message(BOARD)
        same = built.but(messages=table.messages, version=table.version) == table
        known.quiet = same and not (asks(table) or table.draw or self.panels.without(table))
        if same and not asks(table) and board is not None and board.message_id == known.message_id and known.shown:
            self._tables.boards.remember(table, board.message_id, known.shown)
            known.version = table.version

    async def _ended_in_place(self, table: Table, known: PostedBoard, current: Message) -> bool:
        """Let the last board of a tournament's game become its result; return False if that takes a message more."""
        if not is_in_place(table):
            return False
        layout = await self.results.layout(table)
        token, known.answered = known.token_for(current.message_id), False
        edited = await edit_posted(self._client, table, current.message_id, layout, token)
        if edited is not Edited.DONE or known.answered:
            return False
        await self._tables.ask(table.id, dealing.became_result, current.message_id)
        known.token, known.shown, known.message_id = None, "", 0
        return True

    async def _tell_the_end(self, table: Table) -> None:
        """Post the last message of a table that is over: its result, or that its first message is lost."""
        if table.status is Status.FINISHED or table.drawn:
            await self.results.post(table.id)
            if table.series is not None and table.rematch.next_id is not None:
                self.loop.plan(table.rematch.next_id)  # the next game was opened when this one ended
        elif table.sealing.answering is not None:
            farewell = await self.posts.once(table, FAREWELL, await self.renderer.closed(table, 0))
            await self._tables.ask(table.id, dealing.unposted, farewell.message_id)

    async def _into_thread(self, table: Table, known: PostedBoard) -> Opened:
        """Open the table's thread; its message in the channel is then no longer its board."""
        with self.renderer.for_all(table):
            opened = await self._threads.open(table)
        if opened.table.place.in_thread:
            with suppress(*DISCORD_TROUBLE):  # that is tried again once the cards are there
                await self._threads.settle(opened.table, known.token_for(known.message_id))
            known.token, known.shown, known.message_id, known.move = None, "", 0, False
        return opened

    async def _post(self, table: Table, known: PostedBoard, layout: Layout) -> Table:
        after, message_id, fresh = await self.posts.once(table, BOARD, layout)
        known.message_id, known.token, known.move = message_id, None, False
        known.shown = fingerprint(layout) if fresh else ""
        known.newer = frozenset()
        if not fresh or board_id(after) != message_id or table.being_dealt:  # the cards are dealt with the board's id
            self.loop.repeat(table.id)
        return after

    async def _leave(self, table: Table, known: PostedBoard, message_id: int) -> Table:
        """Note a board as left before it is posted again, so that one board remains even after a crash in between."""
        self._closings.keep_token(table.id, message_id, known.token_for(message_id))
        known.message_id, known.token, known.shown = 0, None, ""
        return await self._tables.ask(table.id, dealing.left_closing, message_id)

    async def _close(self, table: Table, known: PostedBoard, current: Message) -> None:
        """Edit a board into its final form; one with the commitment of a deal being dealt may still change."""
        message_id, known.answered = current.message_id, False
        layout, edited = await self.renderer.parting(table, current.deal or 0), Edited.DONE
        if known.message_id != message_id or known.shown != fingerprint(layout):
            try:
                edited = await edit_posted(self._client, table, message_id, layout, known.token_for(message_id))
            except (TimeoutError, discord.RateLimited):  # it is edited again later; the next board does not wait for it
                edited = Edited.NOT_NOW
        left = dealing.left_committed if table.being_dealt else dealing.unposted
        again = edited is Edited.NOT_NOW or known.answered
        await self._tables.ask(table.id, dealing.left_closing if again else left, message_id)
        known.token, known.shown, known.message_id = None, "", 0

    async def _edit(self, table: Table, known: PostedBoard, message_id: int, layout: Layout) -> bool:
        """Bring the board up to date; return False if it is gone or cannot be edited, and must be posted again."""
        text = fingerprint(layout)
        if known.message_id == message_id and known.shown == text:
            return True
        token, now = known.token_for(message_id), time.monotonic()
        if await edit_posted(self._client, table, message_id, layout, token) is not Edited.DONE:
            return False
        known.message_id, known.shown, known.edited_at = message_id, text, now
        return True

    async def moved(self, table_id: int, permit: PostPermit) -> str | None:
        """Post a table's board in its new channel, by the permit of who moved it; return why it cannot be shown."""
        permit.use()
        self.boards.of(table_id).move = True
        await self.notices.drop(await self._tables.get(table_id), all_of_them=True)
        trouble = await self.show(table_id)
        table = await self._tables.get(table_id)
        await self._threads.settle(table)
        return trouble

    # ---------------------------------------------------------- the clock

    async def happened(self, happening: Happening) -> None:
        """Show the outcome of a deadline."""
        table = happening.table
        if not self._tables.memory.owns(table.guild_id):
            return
        if happening.due is Due.NUDGE:
            await self.reminders.in_channel(table)
            known = self.boards.known(table.id)
            if known is not None and known.version == table.version:
                await self._note(known, table)
            return
        if happening.due is Due.TELL:
            await self.reminders.by_message(table)
            return
        if happening.due is Due.CLOCK:  # before the board, which may be slow or barred
            await self.notices.time_up(table)
            if self.is_barred(table.id):  # it is tried again when its own wait is over
                return
        if happening.due is Due.ITSELF and table.unseen_passes:  # nobody else's panel may tell of it
            for user in {table.users[table.game.deals[-1].leader], *table.turn_users}:
                await self.panels.refresh_one(table.id, user)
            return
        await self.show(table.id, for_card=happening.due is Due.ITSELF)
        if happening.due is Due.RESUME:
            await self.notices.post(await self._tables.get(table.id), "goes-on")
        elif happening.due is Due.ENDS_SOON:
            await self.notices.post(await self._tables.get(table.id), "ends-soon")
