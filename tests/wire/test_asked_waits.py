"""Discord asks for a wait of minutes: nobody's game stands still for that, by the wire."""

from __future__ import annotations

import asyncio
from fnmatch import fnmatch
from functools import partial

import discord
import pytest
from aiohttp import web

from db import Store
from db.keys import number_of
from tests.discord_server import Answered, answer

from .messages import Json, components_of, text_of
from .places import thread_payload
from .process import Process
from .server import CHANNEL, GUILD, Wire
from .two import ANN, BEN, full_lobby, labels, live_boards, resign, results

pytestmark = pytest.mark.deep

ASKED = 280.0
LIMIT = 45.0  # a sixth of what is asked, on a busy machine too
THREAD = "channels/*/messages/*/threads"
INVITATION = "channels/*/thread-members/*"


async def with_threads(wire: Wire, process: Process) -> None:
    """Have every game of the server played in a thread."""
    await process.kill()
    wire.permissions |= discord.Permissions(create_public_threads=True).value
    store = await Store.open(process.url)
    async with store.write() as tx:
        await tx.settings.set_of_guild(int(GUILD), "threads", "on")
    await store.close()
    await process.start()


def asks_to_wait(wire: Wire, *paths: str) -> list[str]:
    """Ask for a wait at calls of some kinds; open threads otherwise. Return those calls, which grow."""
    refused: list[str] = []

    async def trouble(request: web.Request, asked: str, answered: Answered) -> web.Response:
        if any(fnmatch(asked, path) for path in paths):
            refused.append(asked)
            response = answer({"message": "wait", "retry_after": ASKED, "global": False}, status=429)
            response.headers["Via"] = "1.1 google"
            return response
        if fnmatch(asked, THREAD):
            thread = asked.split("/")[3]
            wire.channels[thread] = None
            return answer(thread_payload(thread, GUILD, CHANNEL))
        return await answered(request, asked)

    wire.trouble = trouble
    return refused


async def started(wire: Wire) -> Json:
    """Let two sit down and start; return what was the lobby."""
    lobby = await full_lobby(wire)
    await wire.click(ANN, lobby, "Start")
    return lobby


def _in_play(wire: Wire, number: int) -> set[int]:
    """Return the key of the table of a number if somebody can act there."""
    controls = [
        each.get("custom_id", "") for user in (ANN, BEN) for m in wire.private(user) for each in components_of(m)
    ]
    keys = {int(each.split(":")[1]) for each in controls if ":act " in each}
    return {key for key in keys if number_of(key) == number}


def _has_boards(wire: Wire, number: int) -> bool:
    return len(live_boards(wire)) == number


def told(wire: Wire, words: str) -> bool:
    return any(words in text_of(message) for message in wire.private(ANN))


async def test_game_whose_thread_has_to_wait_is_played_in_the_channel(wire: Wire, process: Process) -> None:
    await with_threads(wire, process)
    refused = asks_to_wait(wire, THREAD)
    for number in (1, 2):
        async with asyncio.timeout(LIMIT):
            await started(wire)
            for user in (ANN, BEN):
                await wire.until(partial(_has_boards, wire, number))  # one may be edited just now
                await wire.click(user, live_boards(wire)[-1], "My hand")
            await wire.until(partial(_in_play, wire, number))
    assert told(wire, "Discord opens no thread for me now")
    assert len(refused) == 1  # the second table knows
    async with asyncio.timeout(LIMIT):
        (second,) = _in_play(wire, 2)
        await resign(wire, table=second)
        await wire.until(lambda: results(wire))


@pytest.mark.parametrize(
    "paths",
    [["guilds/*/members/*"], ["channels/*/messages/[0-9]*"], ["channels/*/messages/[0-9]*", "webhooks/*/messages/*"]],
    ids=["members are looked up", "messages are edited in the channel", "messages are edited at all"],
)
@pytest.mark.usefixtures("process")
async def test_game_is_begun_played_and_given_up_while_something_has_to_wait(wire: Wire, paths: list[str]) -> None:
    asks_to_wait(wire, *paths)
    async with asyncio.timeout(2 * LIMIT):
        await started(wire)
        await wire.until(lambda: live_boards(wire))
        while not _in_play(wire, 1):  # a panel that was opened too soon cannot be brought up to date
            for user in (ANN, BEN):
                await wire.click(user, live_boards(wire)[-1], "My hand")
            await asyncio.sleep(0.5)
        await resign(wire)
        await wire.until(lambda: results(wire))


async def test_nobody_waits_for_invitations_to_a_thread(wire: Wire, process: Process) -> None:
    await with_threads(wire, process)
    refused = asks_to_wait(wire, INVITATION)
    async with asyncio.timeout(LIMIT):
        lobby = await started(wire)
        await wire.until(lambda: any("My hand" in labels(m) and m["channel_id"] == lobby["id"] for m in wire.public()))
    board = next(m for m in wire.public() if m["channel_id"] == lobby["id"])
    for user in (ANN, BEN):
        await wire.click(user, board, "My hand")
    await wire.until(lambda: refused and _in_play(wire, 1))
    async with asyncio.timeout(LIMIT):
        await resign(wire)
        await wire.until(lambda: results(wire))
