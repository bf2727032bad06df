"""The Discord client: opens the store, loads the cogs, registers the commands, and runs the clock."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, nullcontext, suppress
from datetime import datetime, timedelta
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands, tasks

from bot.club import Club, conclude, score
from bot.config import limits_from
from bot.gateway import SILENCE_SECONDS, Gateway
from bot.members import Members
from bot.members.loading import Downtime, Loading
from bot.monitoring import Metrics, of_checking, of_shards, of_shown, of_tables
from bot.other_processes import OtherProcesses
from bot.registration import Registration, synchronised
from bot.tables import Tables
from bot.tables.house.moves import HouseMoves
from bot.tables.house.thinking import Thinking
from bot.ui.kit.arrivals import Arrivals
from bot.ui.kit.emojis import CardEmojis
from bot.ui.kit.mentions import forget_commands
from bot.ui.kit.outbox import Outbox
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import at_leisure
from bot.ui.kit.reply import UnderWay
from bot.ui.kit.tree import Translator, Tree
from cogs import cog_names
from cogs.daily import result_page
from cogs.daily.news import DailyNewsPosts
from cogs.daily.reminders import ReminderPosts
from cogs.handlers import handlers
from cogs.home import greet
from cogs.safety.fair_play import BarPosts
from cogs.safety.own_data import Links, OwnData
from cogs.standings.membership import Membership
from cogs.standings.podium import Podiums
from cogs.table.app import App, Dispatcher
from cogs.table.posts.boards import fingerprint_of_boards
from cogs.table.posts.closings import FrozenBoards
from cogs.table.posts.presenter import Presenter
from cogs.table.posts.renderer import Renderer
from cogs.tournaments.posts import TournamentPosts
from db import DatabaseError, Part, Store, shard_of

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from bot.config import Settings
    from bot.scale import Shards


class Ticking(tasks.Loop[Callable[[], Awaitable[None]]]):  # type: ignore[type-var]  # the library wants a coroutine
    """A loop of the library's that measures its waits by the monotonic clock; late ticks are not made up for.

    The library's own sleeps until a moment of the wall clock: set back by an hour, that stops the loop for an hour; set
    forward, it makes up for an hour's ticks at once.
    """

    def __init__(self, tick: Callable[[], Awaitable[None]], seconds: float) -> None:
        super().__init__(
            tick, seconds, hours=0, minutes=0, time=discord.utils.MISSING, count=None, reconnect=True, name="clock"
        )
        self._due = 0.0

    def _try_sleep_until(self, _moment: datetime) -> asyncio.Future[Any]:
        now = time.monotonic()
        self._due = max(self._due + self._sleep, now) if self._due else now + self._sleep
        sleep: asyncio.Future[Any] = super()._try_sleep_until(
            discord.utils.utcnow() + timedelta(seconds=self._due - now)
        )
        return sleep


log = logging.getLogger(__name__)

TICK_SECONDS = 1
HEARTBEAT_TICKS = 15
"""Ticks between two heartbeats, by which the bot notes that it is alive."""
LOOK_TICKS = 5
"""Ticks between two searches for another process that does the same work."""
TIDY_TICKS = 600
"""Ticks between two searches for data that is to be deleted."""
SHOWN_A_TICK = 10
"""Number of boards shown again in each tick, of those that are outdated after a start or name a postponed deadline."""
_NOT_SOONER = 0.9 * TICK_SECONDS
"""Shortest number of seconds between two rounds of such boards, also when a tick was late."""
FINISH_SECONDS = 3.0
"""Seconds that a shutdown waits for answers under way and for boards being shown."""


class BeziqueBot(commands.AutoShardedBot):
    """The bot, on every shard: the guilds intent only, no member or message cache, no pings unless asked for."""

    store: Store
    tables: Tables
    members: Members
    presenter: Presenter
    app: App
    dispatcher: Dispatcher
    other_processes: OtherProcesses

    def __init__(self, settings: Settings, *, force_sync: bool = False) -> None:
        # No voice is used, so the library need not ask for its packages.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        intents = discord.Intents.none()
        intents.guilds = True
        self.under_way = UnderWay()
        self.metrics = Metrics(self.under_way)
        sharded: Any = {}
        if settings.part is not None:
            sharded = {"shard_ids": sorted(settings.part[0]), "shard_count": settings.part[1]}
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=Tree,
            help_command=None,
            intents=intents,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=SILENCE_SECONDS,
            **sharded,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True, user=False),
            activity=discord.Game("Bézique"),
        )
        self.settings = settings
        self.registration = Registration(
            lambda force: self._in_turn("commands", self.sync_commands(force=force)), force=force_sync
        )
        self.gateway = Gateway(self, self._shard_ready)
        self.shards_held: Shards | None = None
        """This process's shards where several share the work; None where it runs alone."""
        if settings.part is not None:
            from bot.scale import Shards  # noqa: PLC0415 - who runs alone needs nothing of it

            self.shards_held = Shards(Part(*settings.part), self.gateway)
        self._ticks = 0
        self._clock = Ticking(self._tick, TICK_SECONDS)
        self.downtime = Downtime()
        self._to_show: dict[int, None] = {}
        """Tables whose boards may be outdated after a start or after time was given back; each tick shows some."""
        self._shown_at: float | None = None
        """When tables of `_to_show` were last shown, by the monotonic clock."""
        self._waits_for_database = False
        self._resumed = False
        self._ending = False
        self._ends = AsyncExitStack()
        """The ends of what a start has begun; the latest is ended first."""
        self._being_shown: set[asyncio.Task[object]] = set()
        self.arrivals = Arrivals(self, self.under_way)

    async def setup_hook(self) -> None:
        """Open the store, load the tables, the controls and every cog, and register the commands where they changed."""
        self.store = await Store.open(self.settings.database_url)
        self._ends.push_async_callback(self.store.close)
        self.store.timed = self.metrics.transaction
        part = None if self.shards_held is None else self.shards_held.part
        self.other_processes = OtherProcesses(self.store, sharing=part is not None)
        self._ends.push_async_callback(_stored, self.other_processes.end)
        if self.shards_held is not None:
            self._ends.push_async_callback(self.shards_held.end)
            self.metrics.watch(of_shards, self.shards_held)
            await self.shards_held.begin(self.store)
        self._ends.push_async_callback(super().close)
        limits, pictures = limits_from(self.settings), self.settings.pictures
        # Several machines may use the database, so its clock tells what came first.
        now = lambda: discord.utils.utcnow() + self.store.ahead  # noqa: E731
        self.tables = Tables(self.store, now, limits, at_end=(conclude, score), part=part)
        self.members = Members(self.tables)
        self.loading = Loading(self.tables, self.members)
        self.club = Club(self.store, self.tables)
        self.metrics.watch(of_tables, self.tables)
        self.metrics.watch(of_checking, self.club.checking)
        await self.other_processes.heartbeat()
        await self.other_processes.look()
        self._outdated = await self.loading.load(fingerprint_of_boards(limits, pictures=pictures))
        log.info("tables loaded", extra={"live": len(self.tables.memory.live), "outdated": len(self._outdated)})
        self.readers = Readers(self, self.members.preferences, pictures=pictures)
        self.card_emojis = CardEmojis()
        self.card_emojis.guard(self)
        renderer = Renderer(self.tables, self.members, self.club, self.readers, self.card_emojis, result_page)
        outbox = Outbox(self, self.tables.now)
        self.presenter = Presenter(self, self.tables, self.club, renderer, outbox)
        self.metrics.watch(of_shown, self.presenter.loop, self.presenter.panels.loop)
        self._daily_news = DailyNewsPosts(self, self.tables, self.club, self.readers, outbox)
        self._reminders = ReminderPosts(self, self.tables, self.club, self.readers, outbox)
        self._bars = BarPosts(self, self.tables, self.readers, outbox)
        self._frozen = FrozenBoards(self, self.tables, self.readers)
        self.thinking = Thinking(self.settings.house_workers)
        self._ends.callback(self.thinking.close)
        self.thinking.timed = self.metrics.decision
        self.thinking.wanted = self.club.reviews.interrupt
        if self.settings.reviews_ahead:
            self.club.reviews.servers = lambda: [guild.id for guild in self.guilds]
        self.tournament_posts = TournamentPosts(self, self.tables, self.club.tournaments, self.presenter, outbox)
        self.links = Links(self.settings.privacy_url, self.settings.terms_url)
        self.own_data = OwnData(self.links)
        self.app = App(
            self.tables,
            self.members,
            self.club,
            self.presenter,
            self.tournament_posts,
            Membership(self.club.standings, self.tables.now),
            outbox,
        )
        self.dispatcher = Dispatcher(self.app, handlers(self.thinking, self.own_data))
        self.podiums = Podiums(self, self.tables, self.members, self.club, self.readers, self.app.membership, outbox)
        self.add_listener(self.dispatcher.arrived, "on_interaction")
        self._house = HouseMoves(self.tables, partial(self.presenter.show, for_card=True), self.thinking)
        self._ends.push_async_callback(self._house.close)
        self._ends.callback(self.card_emojis.end)
        self._ends.push_async_callback(_stored, self.tables.boards.store)  # else the next start checks those boards
        self._ends.callback(forget_commands)
        self._ends.callback(self.registration.end)
        if self.shards_held is not None:
            from bot.scale.words import Words  # noqa: PLC0415 - as above

            words = Words(self.loading, self.presenter, self.tournament_posts, self._show_aside)
            self._ends.callback(words.close)
            self.shards_held.follow(words.heard, words.read_anew, self.tables.memory.suspend)
        self._ends.push_async_callback(self._leave_discord)
        self._ends.callback(self.club.reviews.interrupt)
        for name in cog_names():
            await self.load_extension(name)
        await self.tree.set_translator(Translator())
        self.metrics.watch_commands(self.registration)
        await self.registration.begin()

    async def _in_turn(self, what: str, work: Awaitable[object]) -> None:
        """Do start-up work that other processes do too, one process after the other."""
        async with nullcontext() if self.shards_held is None else self.shards_held.turn(what):
            await work

    async def close(self) -> None:
        """Finish the answers under way, leave Discord, then close the store; safe to call twice."""
        self._ending = True
        self._clock.cancel()
        try:
            await self._ends.aclose()
        finally:
            await super().close()  # in case the start did not come to this; a second call does nothing

    async def _leave_discord(self) -> None:
        # The gateway stops at the same time. On a busy bot something would otherwise always be under way, and the
        # last interactions would be acknowledged but never answered.
        await asyncio.gather(self.gateway.stop(), self._come_to_rest())
        state = self._connection
        for getting_ready in (state._ready_task, *state._ready_tasks.values()):  # noqa: SLF001 - the library keeps them
            if getting_ready is not None:
                getting_ready.cancel()  # otherwise the library would report readiness to a closed client

    async def _come_to_rest(self) -> None:
        """Wait for answers and displays under way, and cancel those that take too long."""

        async def all_shown() -> None:
            with suppress(TimeoutError):
                async with asyncio.timeout(FINISH_SECONDS):
                    while self._being_shown:  # also what begins meanwhile
                        await asyncio.wait(self._being_shown)

        shown = asyncio.create_task(all_shown(), name="shown")
        if not await self.under_way.ended(FINISH_SECONDS):
            log.warning("not finished before the end: %s", "; ".join(self.under_way.lasting()))
        await shown
        for task in self._being_shown:
            task.cancel()
        await self.under_way.let_go()
        await asyncio.gather(*self._being_shown, return_exceptions=True)  # the store must stay open until all end

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards of this process, and return when the bot ends."""
        connecting = super().connect(reconnect=reconnect)
        await (connecting if self.shards_held is None else self.shards_held.keep(connecting))

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        if self.shards_held is not None:
            await self.shards_held.identify(shard_id or 0)
            return
        await self.gateway.until_a_start_is_left()
        await super().before_identify_hook(shard_id, initial=initial)

    async def gateway_trouble(self) -> str | None:
        """Return why this process lacks some of its connections to Discord's gateway, or None if all are up."""
        return self.gateway.trouble() if self.shards_held is None else self.shards_held.trouble()

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; the library reports an outage by a different event."""
        with suppress(DatabaseError):  # the next start notices the removal
            await self.club.servers.removed(guild.id)
            log.info("removed from a server")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        with suppress(DatabaseError):  # a server where the bot is loses no data, whatever is noted
            await self.club.servers.returned(guild.id)
        with at_leisure():
            if await greet(self.app, guild):
                log.info("server greeted")

    async def _shard_ready(self, shard: int) -> None:
        """Start the clock and update outdated boards once all shards are ready; compare the new shard's servers.

        Where several processes share the work, the first ready shard is enough to start.
        """
        if self._ending:
            return
        if not self._resumed and (self.shards_held is not None or self.gateway.trouble() is None):
            self._resumed = True
            self._clock.start()
            if self.settings.pictures:  # thirty-two uploads take a while; text symbols are used until then
                self.card_emojis.keep(lambda: self._in_turn("emojis", self.card_emojis.load(self)))
            self._show_aside(self._show_kept_back())
        self._show_aside(self._compare_servers(shard))

    async def _compare_servers(self, shard: int) -> None:
        """Note the servers of a shard from which the bot was removed while the shard was not connected."""
        count = self.shard_count or 1
        with suppress(DatabaseError):  # the next start compares again
            await self.club.servers.compare(
                {guild.id for guild in self.guilds}, ours=lambda guild: shard_of(guild, count) == shard
            )

    async def _tidy_up(self) -> None:
        """Continue the deletions that members asked for, delete data whose time is up, and empty the database's log."""
        erased = await self.club.erasing.go_on()
        self._to_show |= dict.fromkeys(erased.tables)
        await self.show_renamed()
        for number in erased.tournaments:
            self._show_aside(self.tournament_posts.show(number))
        await self.club.servers.forget_old({guild.id for guild in self.guilds})
        await self.store.empty_log()

    async def show_renamed(self) -> None:
        """Have the clock show, a few at a time, the games that were over and now name a former player."""
        self._to_show |= dict.fromkeys(await self.tables.archive.renamed(self.tables.memory.part))

    async def _show_kept_back(self) -> None:
        """Show what a crash prevented: outdated boards, tournaments, and messages about tables that are over."""
        self._to_show |= dict.fromkeys(self._outdated)
        await self.tournament_posts.load()
        if shown := self._show_some():
            await asyncio.wait(shown)
        await self._frozen.settle()

    def _show_some(self) -> list[asyncio.Task[object]]:
        """Begin to show the next tables whose boards may be outdated, at most once per tick length."""
        now = time.monotonic()
        if self._shown_at is not None and now - self._shown_at < _NOT_SOONER:
            return []
        self._shown_at = now if self._to_show else None
        some = list(self._to_show)[:SHOWN_A_TICK]
        for table_id in some:
            del self._to_show[table_id]
        return [self._show_aside(self._frozen.after(self.presenter.show(table_id))) for table_id in some]

    async def emojis_loaded(self) -> None:
        """Wait until the card emojis have been found or uploaded; return at once where pictures are off."""
        if self.settings.pictures:
            await self.card_emojis.looked_for.wait()

    async def _tick(self) -> None:
        """Do and show everything that is due; a failure is logged and never stops the clock."""
        able = self.shards_held is not None or await self.gateway_trouble() is None
        lost = self._look_for_lost_time(able=able)
        if not able or self.tables.memory.idle:
            return
        try:
            for part, gone in lost.items():
                await self._give_back(gone, part)
            self._house.tick()
            self._ticks += 1
            if self._ticks % HEARTBEAT_TICKS == 1:
                await self.store.compare_clocks()
                await (self.tables if self.shards_held is None else self.shards_held).heartbeat()
                await self.other_processes.heartbeat()
                await self.club.daily.draw_ahead()
                self._to_show |= dict.fromkeys(self.members.holidays.turned())
                self._show_aside(self.podiums.tick())
                self._show_aside(self._daily_news.settle())
                with at_leisure():
                    self._show_aside(self._reminders.settle())
                    self._show_aside(self._bars.tell())
            if self._ticks % LOOK_TICKS == 0:
                await self.other_processes.look()
            if self._ticks % TIDY_TICKS == 1:
                self._show_aside(self._tidy_up())
            if self._frozen.is_time():
                self._show_aside(self._frozen.settle())
            for happening in await self.tables.tick():
                self._show_aside(self.presenter.happened(happening))
            for work in chain(self.presenter.panels.due(), self.club.quiet_time(idle=self.thinking.idle)):
                self._show_aside(work)
            for table_id in self.presenter.take_due():
                self._show_aside(self.presenter.show(table_id))
            for number in self.tournament_posts.take_due():
                self._show_aside(self.tournament_posts.show(number))
            self._show_some()
            self._waits_for_database = False
        except DatabaseError as error:
            self._waits_for_database = self._waits_for_database or _waits(error)
        except Exception:  # otherwise the library would stop the clock of all tables because of one of them
            log.exception("the clock stumbled")

    def _look_for_lost_time(self, *, able: bool) -> dict[Part | None, timedelta]:
        """Return the time during which nobody could act, by part of the servers; the key None means all.

        The result is empty where everybody could act.
        """
        now, after = self.tables.now(), timedelta(seconds=self._clock.seconds or TICK_SECONDS)
        if self.shards_held is not None:
            return self.shards_held.lost(now, after)
        lost = self.downtime.look(now, able=able, after=after)
        return {None: lost} if lost else {}

    async def _give_back(self, lost: timedelta, part: Part | None) -> None:
        outdated = await self.loading.give_back(lost, part)
        if part is None or self.shards_held is None:
            self.downtime.given(lost)
        else:
            self.shards_held.given(part, lost)
        log.warning("nobody could act; the time is given back", extra={"seconds": round(lost.total_seconds())})
        self._to_show |= dict.fromkeys(outdated)

    def _show_aside(self, shown: Coroutine[Any, Any, object]) -> asyncio.Task[object]:
        """Start a display in its own task, so that a slow channel delays no other table."""
        task = asyncio.create_task(shown, name="clock")
        self._being_shown.add(task)
        task.add_done_callback(self._shown)
        return task

    def _shown(self, task: asyncio.Task[object]) -> None:
        self._being_shown.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, DatabaseError):  # the clock begins it again
            self._waits_for_database = self._waits_for_database or _waits(error)
        elif error is not None:
            log.error("what is due could not be shown", exc_info=error)

    async def sync_commands(self, *, force: bool = False) -> bool:
        """Register the slash commands if Discord's differ, or always with `force`; return whether it was done."""
        return await synchronised(self, self.settings.sync_guild, force=force)


async def _stored(storing: Callable[[], Awaitable[object]]) -> None:
    """Store something at the end, if the database still takes it."""
    with suppress(DatabaseError):
        await storing()


def _waits(error: DatabaseError) -> bool:
    """Log, once until the clock has gone on, that what is due waits for the database."""
    log.error("the clock waits for the database: %s", error)
    return True
