"""Calls to Discord as the bot makes them."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import aiohttp
import discord
import pytest
from aiohttp import web
from discord.http import Route
from discord.webhook.async_ import interaction_message_response_params

from bot.cli.calls import Calls, LeftError, guard
from bot.ui.kit.reconcile import DISCORD_TROUBLE

_ROW = {"type": 1, "components": [{"type": 2, "style": 1, "custom_id": "bz:1:0:hand", "label": "Q♠"}]}


def _as_discord_does(answer: object) -> web.Response:
    """Return an answer under the one name of its kind that the library knows."""
    return web.Response(body=json.dumps(answer).encode(), headers={"Content-Type": "application/json"})


async def test_what_was_sent_is_not_read_again_out_of_the_answer() -> None:
    async def answered(request: web.Request) -> web.Response:
        message = {"id": "7", "components": [_ROW]}
        if request.path.endswith("/callback"):
            return _as_discord_does({"interaction": {"id": "5"}, "resource": {"type": 7, "message": message}})
        return _as_discord_does(message) if request.method == "PATCH" else web.Response(status=204)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answered)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    usual, Route.BASE = Route.BASE, f"http://127.0.0.1:{runner.addresses[0][1]}"
    calls: Any = Calls()  # type: ignore[no-untyped-call]
    try:
        async with aiohttp.ClientSession() as session:
            edited = await calls.edit_original_interaction_response(3, "any", session=session, payload={})
            params = interaction_message_response_params(type=7, content="words")
            clicked = await calls.create_interaction_response(5, "any", session=session, params=params)
            deleted = await calls.delete_original_interaction_response(3, "any", session=session)
    finally:
        Route.BASE = usual
        await runner.cleanup()
    assert edited == {"id": "7", "components": []}
    assert clicked["resource"]["message"] == {"id": "7", "components": []}
    assert not deleted


async def test_call_after_the_connections_were_let_go_is_trouble_like_any_other() -> None:
    calls: Any = Calls()  # type: ignore[no-untyped-call]
    session = aiohttp.ClientSession()
    await session.close()
    with pytest.raises(LeftError):
        await calls.edit_original_interaction_response(3, "any", session=session, payload={})
    client = discord.Client(intents=discord.Intents.none())
    guard(client)
    async with client:
        # As the library's own beginning and end leave them.
        client.http._global_over = asyncio.Event()
        client.http._global_over.set()
        client.http._HTTPClient__session = session  # type: ignore[attr-defined]
        with pytest.raises(LeftError):
            await client.http.send_message(5, params=discord.http.handle_message_parameters(content="words"))
    assert issubclass(LeftError, DISCORD_TROUBLE)
