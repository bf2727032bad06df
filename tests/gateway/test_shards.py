"""Shards: each connected, mended and let go by itself, over a real connection to a local gateway."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import discord
import pytest
import yarl
from discord.ext import commands

from bot.gateway import Gateway
from bot.gateway.connection import turns_of_one_process
from tests.discord_server import DiscordServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from bot.gateway import Turn

pytestmark = pytest.mark.timeout(30)


class Server(DiscordServer):
    """Discord with ten servers: number n is on shard n of 2, of 4 … as far as there are so many."""

    def __init__(self) -> None:
        super().__init__()
        self.gateway.concurrency = 16
        self.numbers = set(range(10))

    def guilds(self) -> list[dict[str, Any]]:
        return [
            {"id": str(_server(number)), "name": str(number), "owner_id": "1", "unavailable": False}
            | {each: [] for each in ("roles", "emojis", "features", "channels", "members", "threads", "presences")}
            for number in sorted(self.numbers)
        ]

    async def until(self, holds: Callable[[], object]) -> None:
        async with asyncio.timeout(20):
            while not holds():  # noqa: ASYNC110 - it may come of anything
                await asyncio.sleep(0.01)


def _server(number: int) -> int:
    return number << 22


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
    """A client that does nothing but be there."""

    def __init__(self, count: int | None, turn: Turn | None) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True), max_messages=None)
        self.heard: list[str] = []
        self.gateway = Gateway(self, count, turn)
        self.ended: asyncio.Task[None]

    async def connect(self, *, reconnect: bool = True) -> None:  # noqa: ARG002
        await self.gateway.run()

    async def close(self) -> None:
        await self.gateway.stop()
        await super().close()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.heard.append(f"joined {guild.id >> 22}")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.heard.append(f"available {guild.id >> 22}")

    @property
    def numbers(self) -> list[int]:
        """The servers that are known."""
        return sorted(guild.id >> 22 for guild in self.guilds)


async def at_once(_bucket: int) -> float:
    """Give every shard its turn."""
    return 0.0


@asynccontextmanager
async def client(count: int | None = None, turn: Turn | None = at_once) -> AsyncIterator[Client]:
    """Log a client in, and let it run."""
    async with Client(count, turn) as one:
        one.ended = asyncio.create_task(one.start("any"))
        started = asyncio.create_task(_asked(one))
        await asyncio.wait([started, one.ended], return_when=asyncio.FIRST_COMPLETED)
        try:
            yield one
        finally:
            started.cancel()
            await one.close()
            await asyncio.gather(one.ended, return_exceptions=True)


async def _asked(one: Client) -> None:
    while not one.gateway.starts.url:  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.01)


async def _ready(one: Client, *shards: int) -> None:
    async with asyncio.timeout(20):
        for shard in shards:
            while not one.gateway.is_ready(shard):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)


async def test_who_is_alone_has_as_many_shards_as_discord_asks_for(server: Server) -> None:
    server.gateway.shards = 3
    async with client() as one:
        await _ready(one, 0, 1, 2)
        assert one.gateway.trouble() is None
        assert one.numbers == list(range(10))
        assert sorted(shard for shard, _ in server.gateway.began) == [0, 1, 2]
        assert sorted(one.heard) == [f"available {number}" for number in range(10)]


async def test_whoever_shares_opens_none_until_told(server: Server) -> None:
    async with client(4) as one:
        await asyncio.sleep(0.1)
        assert server.gateway.began == []
        one.gateway.open(2)
        await _ready(one, 2)
        assert one.numbers == [2, 6]
        assert one.gateway.trouble([2]) is None
        assert one.gateway.trouble([1, 2]) == "1 of 2 shards not connected to Discord"


async def test_servers_of_a_shard_that_is_closed_are_forgotten_and_its_session_is_over(server: Server) -> None:
    async with client(2) as one:
        one.gateway.open(0)
        one.gateway.open(1)
        await _ready(one, 0, 1)
        await one.gateway.close(0)
        assert one.numbers == [1, 3, 5, 7, 9]
        await server.until(lambda: len(server.gateway.sessions) == 1)
        assert one.gateway.trouble([1]) is None
        one.gateway.open(0)
        await _ready(one, 0)
        assert one.numbers == list(range(10))


async def test_two_sessions_of_one_shard_both_hear(server: Server) -> None:
    async with client(2) as holder, client(2) as heir:
        for one in (holder, heir):
            one.gateway.open(1)
            await _ready(one, 1)
        server.numbers.add(11)
        await server.dispatch("GUILD_CREATE", server.guilds()[-1] | {"unavailable": None})
        await server.until(lambda: "joined 11" in holder.heard and "joined 11" in heir.heard)
        await holder.gateway.close(1)
        await server.dispatch("GUILD_DELETE", {"id": str(_server(11))})
        await server.until(lambda: 11 not in heir.numbers)


async def test_a_session_that_breaks_off_is_resumed_with_what_it_missed(server: Server) -> None:
    async with client() as one:
        await _ready(one, 0)
        one.heard.clear()
        await server.break_gateway()
        server.numbers.add(10)
        await server.dispatch("GUILD_CREATE", server.guilds()[-1] | {"unavailable": None})
        await server.until(lambda: one.heard == ["joined 10"])
        assert len(server.gateway.began) == 1
        await server.until(lambda: one.gateway.trouble() is None)


@pytest.mark.deep
async def test_servers_that_were_left_meanwhile_are_gone_with_the_next_session(server: Server) -> None:
    async with client() as one:
        await _ready(one, 0)
        server.numbers -= {3, 4}
        server.gateway.sessions.clear()
        await server.break_gateway()
        await server.until(lambda: len(server.gateway.began) == 2 and one.gateway.trouble() is None)
        assert one.numbers == [0, 1, 2, 5, 6, 7, 8, 9]


async def test_a_shard_that_waits_for_its_turn_keeps_no_other_from_being_resumed(server: Server) -> None:
    async def turn(bucket: int) -> float:
        return 0.0 if bucket == 0 else 60.0

    async with client(2, turn) as one:
        one.gateway.open(0)
        one.gateway.open(1)
        await _ready(one, 0)
        await server.break_gateway()
        await server.until(lambda: "RESUME" in server.calls)
        await server.until(lambda: one.gateway.trouble([0]) is None)
        assert one.gateway.trouble([1]) == "not connected to Discord"


async def test_who_waits_for_a_turn_may_be_closed(server: Server) -> None:
    async def turn(_bucket: int) -> float:
        return 60.0

    async with client(2, turn) as one:
        one.gateway.open(1)
        await server.until(lambda: server.gateway._sockets)
        await one.gateway.close(1)
        await server.until(lambda: not server.gateway._sockets)


@pytest.mark.deep
async def test_nobody_identifies_a_shard_sooner_than_discord_allows(server: Server) -> None:
    server.gateway.apart = 0.3
    last: dict[int, float] = {}

    async def turn(bucket: int) -> float:
        now = asyncio.get_running_loop().time()
        wait = last.get(bucket, 0.0) + server.gateway.apart - now
        if wait <= 0:
            last[bucket] = now
        return max(0.0, wait)

    server.gateway.concurrency = 2
    async with client(6, turn) as one, client(6, turn) as other:
        for shard in range(6):
            (one if shard % 2 else other).gateway.open(shard)
            (one if shard < 3 else other).gateway.open(shard)
        await _ready(one, 0, 1, 2, 3, 5)
        assert server.gateway.refused == 0
        await server.until(lambda: len(server.gateway.began) == 10)


@pytest.mark.deep
async def test_who_was_too_soon_comes_again(server: Server) -> None:
    server.gateway.apart = 0.5
    server.gateway.concurrency = 1
    async with client(2) as one:
        one.gateway.open(0)
        one.gateway.open(1)
        await _ready(one, 0, 1)
        assert server.gateway.refused >= 1


async def test_where_discord_wants_more_shards_it_is_given_more(server: Server) -> None:
    server.gateway.fewest = 3
    async with client() as one:
        await server.until(lambda: one.gateway.count == 4)
        await _ready(one, 0, 1, 2, 3)
        assert one.gateway.trouble() is None
        assert one.numbers == list(range(10))


async def test_where_discord_never_has_enough_the_client_ends(server: Server) -> None:
    server.gateway.fewest = 1000
    async with client() as one:
        with pytest.raises(discord.ConnectionClosed) as ended:
            await one.ended
        assert ended.value.code == 4011


async def test_a_token_that_is_taken_back_ends_the_client(server: Server) -> None:
    async with client(4) as one:
        one.gateway.open(1)
        await _ready(one, 1)
        server.gateway.close_with = 4004
        one.gateway.open(3)
        with pytest.raises(discord.ConnectionClosed) as ended:
            await one.ended
        assert ended.value.code == 4004


async def test_an_intent_that_is_not_allowed_is_told_as_such(server: Server) -> None:
    server.gateway.close_with = 4014
    async with client() as one:
        with pytest.raises(discord.PrivilegedIntentsRequired):
            await one.ended


async def test_where_no_start_is_left_none_is_tried(server: Server, caplog: pytest.LogCaptureFixture) -> None:
    server.gateway.left = 0
    async with client() as one:
        await server.until(lambda: "0 more sessions" in caplog.text)
        assert server.calls.count("GATEWAY") == 0
        assert one.gateway.trouble() == "not connected to Discord"


@pytest.mark.deep
async def test_a_server_with_an_outage_keeps_its_shard_from_nothing(server: Server) -> None:
    away = str(_server(5))
    guilds = server.guilds
    server.gateway._guilds = lambda: [g if g["id"] != away else g | {"unavailable": True} for g in guilds()]
    async with client() as one:
        await _ready(one, 0)
        assert one.numbers == list(range(10))
        assert "available 5" not in one.heard


async def test_turns_of_one_process_are_apart_in_each_bucket() -> None:
    turn = turns_of_one_process()
    assert await turn(0) == 0
    assert await turn(1) == 0
    assert await turn(0) > 4
