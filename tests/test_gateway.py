"""The library's shards over a real connection to a local gateway, with what the bot mends of them."""

from __future__ import annotations

import asyncio
import threading
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord
import pytest
import yarl
from discord.ext import commands

from bot import gateway
from bot.gateway import Gateway
from tests.discord_server import DiscordServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

pytestmark = pytest.mark.timeout(60)


class Server(DiscordServer):
    """Discord with ten servers: number n is on shard n of 2, of 4 … as far as there are so many."""

    def __init__(self) -> None:
        super().__init__()
        self.gateway.concurrency = 16
        self.gateway.apart = 0.0
        self.numbers = set(range(10))

    def guilds(self) -> list[dict[str, Any]]:
        return [
            {"id": str(number << 22), "name": str(number), "owner_id": "1", "unavailable": False}
            | {each: [] for each in ("roles", "emojis", "features", "channels", "members", "threads", "presences")}
            for number in sorted(self.numbers)
        ]


@pytest.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    server = Server()
    await server.start()
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://127.0.0.1:{server.port}/api/v10")
    url = yarl.URL(f"ws://127.0.0.1:{server.port}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", url)
    yield server
    await server.stop()


class Client(commands.AutoShardedBot):
    """A client that does nothing but be there; its sessions wait for no turn."""

    def __init__(self) -> None:
        super().__init__(
            command_prefix="!", intents=discord.Intents(guilds=True), max_messages=None,
            guild_ready_timeout=gateway.SILENCE_SECONDS,
        )  # fmt: skip
        self.heard: list[str] = []
        self.gateway = Gateway(self, self.ready)
        self.ended: asyncio.Task[None]

    async def ready(self, shard: int) -> None:
        self.heard.append(f"ready {shard}")

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        await self.gateway.until_a_start_is_left()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.heard.append(f"joined {guild.id >> 22}")

    @property
    def numbers(self) -> list[int]:
        return sorted(guild.id >> 22 for guild in self.guilds)


@asynccontextmanager
async def client() -> AsyncIterator[Client]:
    async with Client() as one:
        one.ended = asyncio.create_task(one.start("any"))
        try:
            yield one
        finally:
            one.ended.cancel()
            await one.close()
            await asyncio.gather(one.ended, return_exceptions=True)
            for thread in threading.enumerate():  # of a connection that was cancelled before its session began
                if isinstance(thread, discord.gateway.KeepAliveHandler):
                    thread.stop()
                    await thread.ws.socket.close()  # otherwise whoever collects it warns in another test


async def until(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(50):
        while not holds():  # noqa: ASYNC110 - it may come of anything
            await asyncio.sleep(0.01)


async def well(one: Client) -> None:
    await until(lambda: one.shard_count and one.gateway.trouble() is None)


async def test_there_are_as_many_shards_as_discord_asks_for(server: Server) -> None:
    server.gateway.shards = 3
    async with client() as one:
        await well(one)
        assert one.numbers == list(range(10))
        assert sorted(shard for shard, _ in server.gateway.began) == [0, 1, 2]


async def test_a_session_that_breaks_off_is_resumed_with_what_it_missed(server: Server) -> None:
    async with client() as one:
        await well(one)
        await server.break_gateway()
        server.numbers.add(10)
        await server.dispatch("GUILD_CREATE", server.guilds()[-1] | {"unavailable": None})
        await until(lambda: "joined 10" in one.heard)
        await well(one)
        assert len(server.gateway.began) == 1
        assert one.numbers == list(range(11))


async def test_servers_that_were_left_meanwhile_are_gone_with_the_next_session(server: Server) -> None:
    async with client() as one:
        await well(one)
        server.numbers -= {3, 4}
        server.gateway.sessions.clear()
        await server.break_gateway()
        await until(lambda: one.heard.count("ready 0") == 2)
        assert one.numbers == [0, 1, 2, 5, 6, 7, 8, 9]
        assert one.gateway.trouble() is None


@pytest.mark.deep
@pytest.mark.parametrize("forgotten", [False, True])
async def test_after_an_outage_all_shards_are_back_within_a_minute(server: Server, forgotten: bool) -> None:
    server.gateway.shards = 8
    async with client() as one:
        await well(one)
        await server.drop_gateway()
        await until(lambda: one.gateway.trouble() is not None)
        await asyncio.sleep(12)  # the library's own pauses are half a minute long by now
        if forgotten:
            server.gateway.sessions.clear()
        server.gateway.accepts, began = True, time.monotonic()
        await well(one)
        assert time.monotonic() - began < 60


@pytest.mark.parametrize(
    ("code", "raised"),
    [(4004, discord.ConnectionClosed), (4011, discord.ConnectionClosed), (4014, discord.PrivilegedIntentsRequired)],
)
async def test_what_discord_refuses_for_good_ends_the_client(
    server: Server, code: int, raised: type[Exception]
) -> None:
    server.gateway.close_with = code
    async with client() as one:
        with pytest.raises(raised):
            await one.ended


async def test_where_no_start_is_left_none_is_tried(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    server.gateway.left = 0
    async with client() as one:
        await until(lambda: "begin no session in the next" in caplog.text)
        assert server.gateway.began == []
        assert one.gateway.trouble() == "not connected to Discord"


async def test_a_server_with_an_outage_keeps_its_shard_from_nothing(server: Server) -> None:
    away = str(5 << 22)
    guilds = server.guilds
    server.gateway._guilds = lambda: [g if g["id"] != away else g | {"unavailable": True} for g in guilds()]
    async with client() as one:
        await well(one)
        assert one.numbers == list(range(10))
