"""Calls to Discord as the bot makes them."""

from __future__ import annotations

import asyncio
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import interaction_message_response_params

from bot.cli import calls
from bot.cli.calls import Calls, LeftError, guard
from bot.monitoring import Metrics
from bot.ui.kit.reconcile import DISCORD_TROUBLE, at_leisure
from bot.ui.kit.reply import UnderWay
from tests.discord_server import serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

_ROW = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "bz:1:0:hand", "label": "Q♠"}]}


def _as_discord_does(answer: object) -> web.Response:
    """Return an answer under the one name of its kind that the library knows."""
    return web.Response(body=json.dumps(answer).encode(), headers={"Content-Type": "application/json"})


@asynccontextmanager
async def discord_that(
    answers: Callable[[web.Request], Awaitable[web.Response]],
) -> AsyncIterator[discord.Client]:
    """Stand in Discord's place with a server, and yield a guarded client that is logged in there."""
    usual = Route.BASE
    async with serving(answers) as address:
        Route.BASE = address
        client = discord.Client(intents=discord.Intents.none())
        guard(client)
        try:
            async with client, aiohttp.ClientSession() as session:
                client.http._HTTPClient__session = session  # type: ignore[attr-defined]
                client.http.token = "any"
                yield client
        finally:
            Route.BASE = usual


class Limited:
    """A server that asks for waits, and counts what it was asked."""

    def __init__(self, *answers: web.Response) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.called = asyncio.Event()

    async def answer(self, request: web.Request) -> web.Response:
        self.called.set()
        self.asked.append(f"{request.method} {request.path}")
        return self.answers.pop(0) if self.answers else _as_discord_does({"id": "7"})


def wait(seconds: float, *, everywhere: bool = False) -> web.Response:
    body = json.dumps({"message": "wait", "retry_after": seconds, "global": everywhere}).encode()
    return web.Response(status=429, body=body, headers={"Content-Type": "application/json", "Via": "1.1 google"})


def last(reset_after: float) -> web.Response:
    response = _as_discord_does({"id": "7"})
    response.headers.update({"X-Ratelimit-Limit": "1", "X-Ratelimit-Remaining": "0"})
    response.headers["X-Ratelimit-Reset-After"] = str(reset_after)
    return response


async def post(client: discord.Client, channel: int = 5) -> None:
    await client.http.send_message(channel, params=discord.http.handle_message_parameters(content="words"))


async def test_short_wait_is_waited_for_and_a_long_one_fails_at_once_and_is_remembered() -> None:
    server = Limited(wait(0.05), _as_discord_does({"id": "7"}), wait(280))
    async with discord_that(server.answer) as client, asyncio.timeout(5):
        await post(client)
        for _ in range(3):
            with pytest.raises(discord.RateLimited) as told:
                await post(client)
            assert 270 < told.value.retry_after <= 280
        assert len(server.asked) == 3
        await post(client, channel=6)
    assert issubclass(discord.RateLimited, DISCORD_TROUBLE)


async def test_last_call_for_now_returns_at_once_and_the_next_knows() -> None:
    server = Limited(last(280))
    async with discord_that(server.answer) as client, asyncio.timeout(5):
        await post(client)
        with pytest.raises(discord.RateLimited):
            await post(client)
    assert len(server.asked) == 1


async def test_what_nobody_waits_for_takes_as_long_as_discord_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "_USUAL", 0.5)
    server = Limited(wait(0.8), wait(0.8))
    async with discord_that(server.answer) as client, asyncio.timeout(20):
        with pytest.raises(discord.RateLimited):
            await post(client)
        with at_leisure():
            await post(client)
    assert len(server.asked) == 3


async def test_wait_for_everything_that_was_broken_off_shuts_nothing_for_ever() -> None:
    server = Limited(wait(0.3, everywhere=True))
    async with discord_that(server.answer) as client, asyncio.timeout(5):
        first = asyncio.create_task(post(client))
        await server.called.wait()
        await asyncio.sleep(0.05)
        first.cancel()
        await post(client, channel=6)
        assert server.asked == ["POST /channels/5/messages", "POST /channels/6/messages"]


async def test_wait_for_everything_concerns_no_token_of_an_interaction() -> None:
    server = Limited(wait(280, everywhere=True))
    async with discord_that(server.answer) as client, asyncio.timeout(5):
        for channel in (5, 6):
            with pytest.raises(discord.RateLimited):
                await post(client, channel)
        async with aiohttp.ClientSession() as session:
            await Calls(client.http).edit_original_interaction_response(3, "any", session=session, payload={})
    assert len(server.asked) == 2


async def test_answer_that_was_repeated_is_not_taken_for_another_processs() -> None:
    taken = json.dumps({"message": "refused", "code": 40060}).encode()
    refused = web.Response(status=400, body=taken, headers={"Content-Type": "application/json"})
    server = Limited(web.Response(status=500), refused)
    async with discord_that(server.answer) as client, asyncio.timeout(5), aiohttp.ClientSession() as session:
        params = interaction_message_response_params(type=5)
        with pytest.raises(discord.DiscordServerError):
            await Calls(client.http).create_interaction_response(5, "any", session=session, params=params)


async def test_calls_of_one_limit_go_in_their_order_and_as_many_as_it_takes() -> None:
    under_way, most, order = 0, 0, list[int]()

    async def answers(request: web.Request) -> web.Response:
        nonlocal under_way, most
        under_way += 1
        most = max(most, under_way)
        order.append(int((await request.json())["content"]))
        await asyncio.sleep(0.02)
        under_way -= 1
        response = _as_discord_does({"id": "7"})
        left = max(0, 2 - (len(order) - 1) % 3)
        response.headers.update({"X-Ratelimit-Limit": "3", "X-Ratelimit-Remaining": str(left)})
        response.headers["X-Ratelimit-Reset-After"] = "0.1"
        return response

    async with discord_that(answers) as client, asyncio.timeout(10):
        words = [discord.http.handle_message_parameters(content=str(number)) for number in range(12)]
        await asyncio.gather(*(client.http.send_message(5, params=each) for each in words))
    assert sorted(order) == list(range(12))
    assert order[0] == 0
    assert most <= 3


async def test_what_was_sent_is_not_read_again_out_of_the_answer() -> None:
    async def answered(request: web.Request) -> web.Response:
        message = {"id": "7", "components": [_ROW]}
        if request.path.endswith("/callback"):
            return _as_discord_does({"interaction": {"id": "5"}, "resource": {"type": 7, "message": message}})
        return _as_discord_does(message) if request.method == "PATCH" else web.Response(status=204)

    async with discord_that(answered) as client, aiohttp.ClientSession() as session:
        made: Any = Calls(client.http)
        edited = await made.edit_original_interaction_response(3, "any", session=session, payload={})
        params = interaction_message_response_params(type=7, content="words")
        clicked = await made.create_interaction_response(5, "any", session=session, params=params)
        deleted = await made.delete_original_interaction_response(3, "any", session=session)
    assert edited == {"id": "7", "components": []}
    assert clicked["resource"]["message"] == {"id": "7", "components": []}
    assert not deleted


async def test_each_call_goes_through_the_middlewares_and_is_counted() -> None:
    async def answered(_request: web.Request) -> web.Response:
        return _as_discord_does({"id": "1"})

    metrics = Metrics(UnderWay())
    async with discord_that(answered) as client:
        guard(client, metrics.called)
        await client.http.request(Route("GET", "/gateway/bot"))
    counted = 'bezique_discord_calls_total{method="GET",route="/gateway/bot",status="200"} 1.0'
    assert counted in metrics.text().decode()


async def test_call_after_the_connections_were_let_go_is_trouble_like_any_other() -> None:
    client = discord.Client(intents=discord.Intents.none())
    made: Any = Calls(client.http)
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(LeftError):
        await made.edit_original_interaction_response(3, "any", session=session, payload={})
    guard(client)
    async with client:
        # As the library's own beginning and end leave them.
        client.http._global_over = asyncio.Event()
        client.http._global_over.set()
        client.http._HTTPClient__session = session  # type: ignore[attr-defined]
        with pytest.raises(LeftError):
            await client.http.send_message(5, params=discord.http.handle_message_parameters(content="words"))
    assert issubclass(LeftError, DISCORD_TROUBLE)
