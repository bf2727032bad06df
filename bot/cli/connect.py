"""The commands that start the bot, at Discord or in the playground, with a sentence for each reason why that fails."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import importlib
import importlib.util
import logging
import os
import signal
import threading
import webbrowser
from collections.abc import Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from http import HTTPStatus
from types import ModuleType
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot.cli.calls import PageError, UntoldError, guard
from bot.cli.exits import ExitCode, Stop, program
from bot.client import BeziqueBot
from bot.config import Settings
from bot.ui.kit.reconcile import at_leisure
from db import Busy, DatabaseError, MissingDriver, OtherCount, Unreachable

if TYPE_CHECKING:
    from bot.health import HealthServer

log = logging.getLogger(__name__)

LOGIN_REFUSED = (
    "Discord refused the token: copy it again from the Developer Portal (Bot, Reset Token) into DISCORD_TOKEN."
)
NO_TOKEN = "DISCORD_TOKEN holds signs that no token has: copy it from the Developer Portal (Bot, Reset Token)."  # noqa: S105
NO_INTENT = (
    "Discord refused an intent, though the bot asks for none that must be allowed: start the version of this "
    "repository, unchanged."
)
NO_ACCESS = (
    "Discord refused to register the commands there: invite the bot to that server again with the README's "
    "link, which includes the scope applications.commands."
)
NO_NETWORK = (
    "Discord cannot be reached: check this machine's network, proxy and clock, or discordstatus.com, "
    "then start the bot again."
)
PAGE = (
    "A page came instead of Discord's answer: check this machine's network and proxy, or discordstatus.com, "
    "then start the bot again."
)
TOO_MANY_REQUESTS = (
    "Discord refuses this address for a while, as too much was asked from it: wait an hour before the bot is started "
    "again, and do not let it be restarted in a loop."
)
TOO_FEW_SHARDS = (
    "Discord wants the bot's servers spread over more shards than it has (close code 4011): start it again, or where "
    "BEZIQUE_SHARDS names shards, name more of them there, as many for every process, and start them all again."
)
MISSING_ACCESS = 50001
"""Discord's code for a server to which the application has no access."""
# The gateway's close codes that have a sentence of their own.
AUTHENTICATION_FAILED = 4004
SHARDING_REQUIRED = 4011
_MOST_NAMED = 20
"""Largest number of tables that a health check names."""
AGAIN_SECONDS = 3.0
"""Seconds after which an unfinished stop is asked for again, well below the ten before a container is killed."""


def connect(settings: Settings, *, force_sync: bool) -> ExitCode:
    """Run the bot until Ctrl-C or SIGTERM ends it."""
    keep_memory_together()
    look_for_garbage_less_often()
    return asyncio.run(_until_stopped(settings, force_sync=force_sync))


def register(settings: Settings, *, guild: int | None) -> ExitCode:
    """Register the slash commands, everywhere or for one server, without going online."""
    if guild is not None:
        settings = replace(settings, sync_guild=guild)
    return asyncio.run(_register(settings))


def look_for_garbage_less_often() -> None:
    """Make garbage collection rarer: exclude what has been imported, and raise the thresholds.

    A click makes some thousand objects, nearly all freed by their reference counts; collecting as often as usual took
    a tenth of the processor's time. Imports leave next to no garbage, so it is not collected first.
    """
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


def _token(settings: Settings) -> str:
    token = settings.discord_token.strip() if settings.discord_token else ""
    if not token:
        raise Stop(
            ExitCode.CONFIG,
            "DISCORD_TOKEN is not set: put the bot's token into .env or into the environment, "
            f"or start `{program()} playground`, which needs none.",
        )
    if not token.isprintable():  # no header can carry it
        raise Stop(ExitCode.BAD_TOKEN, NO_TOKEN)
    return token


async def _register(settings: Settings) -> ExitCode:
    bot = BeziqueBot(settings, force_sync=True)
    with explained():
        async with bot:
            await bot.login(_token(settings))
            await bot.registration.first_tried()
    return ExitCode.OK


async def _until_stopped(settings: Settings, *, force_sync: bool) -> ExitCode:
    token = _token(settings)
    bot = BeziqueBot(settings, force_sync=force_sync)
    guard(bot, bot.metrics.called)
    health = await _serve_health(settings, bot)
    beside = [asyncio.create_task(give_memory_back(), name="memory")]
    if health is not None:
        beside.append(asyncio.create_task(bot.metrics.watch_loop(), name="loop"))
    try:
        with explained():
            async with bot:
                last = LastResort(bot.under_way.lasting)
                await run_until_signal(_run(bot, token), told=last.begin)
    finally:
        for task in beside:
            task.cancel()
        if health is not None:
            await health.stop()
    log.info("stopped")
    return ExitCode.OK


async def _run(bot: BeziqueBot, token: str) -> None:
    with at_leisure():  # nobody waits for the bot yet
        await bot.login(token)
    await bot.connect()


async def _serve_health(settings: Settings, bot: BeziqueBot) -> HealthServer | None:
    if settings.health_port is None:
        return None
    from bot.health import HealthServer  # noqa: PLC0415 - a web server, which most do not want

    async def database() -> str | None:
        if not hasattr(bot, "store"):
            return "not opened yet"
        try:
            await bot.store.try_writing()
        except DatabaseError as error:
            return str(error)
        return None

    async def records() -> str | None:
        damaged = sorted(bot.tables.store.tally.damaged) if hasattr(bot, "tables") else []
        numbers = ", ".join(map(str, damaged[:_MOST_NAMED]))
        return f"the database is damaged at table {numbers}: put back a backup" if damaged else None

    async def processes() -> str | None:
        return bot.other_processes.trouble() if hasattr(bot, "other_processes") else None

    health = HealthServer(
        {"gateway": bot.gateway_trouble, "database": database, "records": records, "processes": processes},
        host=settings.health_host,
        port=settings.health_port,
        metrics=bot.metrics.text,
    )
    try:
        await health.start()
    except OSError as error:
        raise Stop(
            ExitCode.PORT_TAKEN,
            f"The health check cannot listen on {settings.health_host}:{settings.health_port} ({error.strerror}): "
            "choose another BEZIQUE_HEALTH_PORT, or stop the program that uses it.",
        ) from None
    return health


async def run_until_signal(
    work: Coroutine[Any, Any, object],
    *,
    told: Callable[[], None] | None = None,
) -> None:
    """Run `work` until it ends or until SIGINT or SIGTERM arrives, which cancels it and counts as its end.

    A cancellation can be lost: `asyncio.wait_for`, with which the library connects, ignores one that arrives just as it
    finishes. So the cancellation is repeated every `AGAIN_SECONDS` while `work` goes on.
    """
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    stopping = False

    def stop() -> None:
        nonlocal stopping
        if told is not None:
            told()
        if not task.done():
            stopping = True
            task.cancel()
            loop.call_later(AGAIN_SECONDS, stop)

    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):  # Windows has no such handlers; Ctrl-C works anyway
            loop.add_signal_handler(number, stop)
    try:
        await task
    except asyncio.CancelledError:
        if not stopping:
            raise
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):
                loop.remove_signal_handler(number)


@contextlib.contextmanager
def explained() -> Iterator[None]:
    """Turn each failure that an operator can mend into a `Stop` with its sentence."""
    try:
        yield
    except discord.PrivilegedIntentsRequired:
        raise Stop(ExitCode.MISSING_PERMISSION, NO_INTENT) from None
    except (discord.LoginFailure, discord.GatewayNotFound) as error:
        raise _refusal(error.__cause__) from None
    except (discord.HTTPException, aiohttp.ClientError, TimeoutError) as error:
        raise _refusal(error) from None
    except discord.ConnectionClosed as error:
        if error.code == AUTHENTICATION_FAILED:
            raise Stop(ExitCode.BAD_TOKEN, LOGIN_REFUSED) from None
        if error.code == SHARDING_REQUIRED:
            raise Stop(ExitCode.SHARDING_REQUIRED, TOO_FEW_SHARDS) from None
        raise Stop(
            ExitCode.FAILURE, f"Discord ended the connection for good (code {error.code}); start the bot again."
        ) from None
    except OtherCount as error:
        raise Stop(ExitCode.CONFIG, f"{error} The number is the setting BEZIQUE_SHARDS.") from None
    except DatabaseError as error:
        raise no_database(error, database_sentence(error)) from None
    except commands.ExtensionError as error:
        log.exception("a cog failed to load", extra={"cog": error.name})
        raise Stop(
            ExitCode.FAILURE,
            f"The part {error.name} of the bot failed to load, so it does not start; the log above says why.",
        ) from None


def _refusal(error: BaseException | None) -> Stop:
    if isinstance(error, UntoldError) or getattr(error, "status", None) == HTTPStatus.TOO_MANY_REQUESTS:
        return Stop(ExitCode.RATE_LIMITED, TOO_MANY_REQUESTS)
    if isinstance(error, PageError):
        return Stop(ExitCode.NO_NETWORK, PAGE)
    if not isinstance(error, discord.HTTPException) or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return Stop(ExitCode.NO_NETWORK, NO_NETWORK)
    if error.response.headers.get("Content-Type") != "application/json":
        return Stop(ExitCode.NO_NETWORK, PAGE)
    if error.status == HTTPStatus.UNAUTHORIZED:
        return Stop(ExitCode.BAD_TOKEN, LOGIN_REFUSED)
    if error.code == MISSING_ACCESS:
        return Stop(ExitCode.MISSING_PERMISSION, NO_ACCESS)
    one_line = " ".join(str(error).split()).rstrip(".")
    return Stop(ExitCode.FAILURE, f"Discord refused to let the bot start: {one_line}.")


def no_database(error: DatabaseError, sentence: str) -> Stop:
    """Return the `Stop` for a database error."""
    if isinstance(error, MissingDriver):
        return Stop(ExitCode.MISSING_PACKAGE, str(error))
    if isinstance(error, Unreachable):
        return Stop(ExitCode.DATABASE_LOCKED, f"{sentence} Try again once it answers.")
    if isinstance(error, Busy):
        return Stop(ExitCode.DATABASE_LOCKED, f"{error} Start the bot again in a moment.")
    return Stop(ExitCode.DATABASE, sentence)


def database_sentence(error: DatabaseError) -> str:
    """Return a sentence with the database error and the name of the setting."""
    return f"{error} Its address is the setting BEZIQUE_DATABASE_URL."


FORCED_END_SECONDS: Final = 10.0
"""Seconds from the request to end until the process is ended by force; a container is killed soon after."""


class LastResort:
    """A timer that ends a process which has not ended some seconds after the request, and logs what was still open.

    It waits in its own thread, so it also ends a process whose event loop hangs, or one that has returned from `main`
    and waits for other threads.

    Args:
        lasting: Returns what is under way, in words that reveal no player's cards.
    """

    def __init__(
        self,
        lasting: Callable[[], Sequence[str]],
        seconds: float = FORCED_END_SECONDS,
        end: Callable[[int], object] = os._exit,
    ) -> None:
        self._lasting = lasting
        self._seconds = seconds
        self._end = end
        self._timer: threading.Timer | None = None

    def begin(self) -> None:
        """Start the timer; further calls change nothing."""
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = threading.Timer(self._seconds, self._act, [loop])
            self._timer.daemon = True
            self._timer.start()

    def _act(self, loop: asyncio.AbstractEventLoop) -> None:
        still = [*self._lasting(), *_tasks(loop), *_threads()]
        log.error("ended after %g seconds in which it did not end by itself; open: %s", self._seconds, "; ".join(still))
        for handler in logging.getLogger().handlers:
            handler.flush()
        self._end(ExitCode.FAILURE)


def _tasks(loop: asyncio.AbstractEventLoop) -> list[str]:
    """Return the names of the unfinished coroutines; task names are not used, as a control's id may reveal a card."""
    try:
        return sorted({f"task {getattr(task.get_coro(), '__qualname__', '?')}" for task in asyncio.all_tasks(loop)})
    except RuntimeError:  # the tasks changed meanwhile
        return ["tasks that change"]


def _threads() -> list[str]:
    return sorted(
        {f"thread {thread.name}" for thread in threading.enumerate() if not thread.daemon} - {"thread MainThread"}
    )


_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Numbers of ``mallopt``'s parameters, from ``malloc.h``."""
_SETTINGS: Final = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, 4 << 20), (_TRIM_THRESHOLD, 16 << 20))
GIVEN_BACK_EVERY: Final = 60.0
"""Seconds between two returns of free memory to the system."""


def keep_memory_together() -> bool:
    """Make all threads take memory from one arena, and return whether that could be set; call it before any starts.

    Otherwise each thread keeps the memory it has freed, and the process grows for an hour although nothing is kept; the
    database driver alone has several threads. Pictures, of 770 KB while they are drawn, stay below the second setting:
    mapping and unmapping each would make drawing take half as long again.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or another system
        return False
    return all(set_option(parameter, value) == 1 for parameter, value in _SETTINGS)


async def give_memory_back() -> None:
    """Give free memory back to the system every `GIVEN_BACK_EVERY` seconds, until cancelled.

    Otherwise the memory of a busy moment would stay with the process for good, in pieces between memory in use.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    while True:
        await asyncio.sleep(GIVEN_BACK_EVERY)
        await asyncio.to_thread(trim, 0)


INSTALL: Final = (
    "`pip install -r requirements-playground.lock` in the cloned folder, or `pip install 'bezique-bot[playground]'`"
)
NOTHING_TO_START: Final = (
    "There is neither a token nor the playground: set DISCORD_TOKEN in the environment or in .env to connect to "
    f"Discord, or install the playground with {INSTALL}."
)


def is_installed() -> bool:
    return importlib.util.find_spec("simcord") is not None


def _load() -> ModuleType:
    """Import the playground, which needs an extra, without the warnings that its import logs about its own client."""
    logging.disable(logging.WARNING)
    try:
        return importlib.import_module("bot.playground")
    finally:
        logging.disable(logging.NOTSET)


def play(settings: Settings, *, members: int, port: int, open_browser: bool) -> ExitCode:
    """Serve the playground until Ctrl-C, SIGTERM, or its own [End preview session]."""
    try:
        playground = _load()
    except ModuleNotFoundError as missing:
        raise Stop(
            ExitCode.MISSING_PACKAGE,
            f"The playground needs the package {missing.name}: install it with {INSTALL}.",
        ) from None

    def ready(url: str) -> None:
        print(playground.greeting(url, members), flush=True)  # noqa: T201
        if open_browser:
            webbrowser.open(url)

    try:
        with explained():
            asyncio.run(run_until_signal(playground.serve(settings, members=members, port=port, ready=ready)))
    except playground.PortTaken:
        raise Stop(
            ExitCode.PORT_TAKEN,
            f"Port {port} is taken: stop the other program, or choose another port with --port "
            f"{port + 1 if port < 65535 else 0}.",
        ) from None
    except playground.MissingExtra:
        raise Stop(
            ExitCode.MISSING_PACKAGE, f"The playground's page needs more packages: install them with {INSTALL}."
        ) from None
    return ExitCode.OK
