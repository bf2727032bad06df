"""An act that takes long is deferred, its end is told, and the two never race: by the wire, with late confirmations."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest
from aiohttp import web

from tests import databases
from tests.discord_server import Answered

from .messages import EPHEMERAL, Json, text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, begin, cards_offered, hands_opened, live_boards, locked, nobody_waits

pytestmark = [pytest.mark.deep, databases.of_files]

DEFERRED_MESSAGE, DEFERRED_UPDATE = 5, 6
CONFIRMED_AFTER = 0.9
HELD = (1.9, 2.1, 2.2, 2.4, 2.5)
"""Seconds for which the database is locked, so that the answer comes just after the deferral has begun."""


def late_confirmations(wire: Wire) -> list[str]:
    """Carry out callbacks at once and confirm them late; return the refusals, which grow."""
    refused: list[str] = []

    async def trouble(request: web.Request, asked: str, answered: Answered) -> web.Response:
        answer = await answered(request, asked)
        if asked.endswith("/callback"):
            if answer.status >= 400:
                refused.append(asked)
            await asyncio.sleep(CONFIRMED_AFTER)
        return answer

    wire.trouble = trouble
    return refused


async def end_without_suspicion(process: Process, refused: list[str]) -> None:
    ended = await process.end_well()
    assert refused == []
    assert "another process" not in ended.out + ended.err


async def test_acts_that_take_as_long_as_the_deferral_are_all_answered(wire: Wire, process: Process) -> None:
    await hands_opened(wire, await begin(wire, process))
    refused = late_confirmations(wire)
    for held in HELD:
        await wire.until(lambda: cards_offered(wire))
        user, panel, custom_id = cards_offered(wire)[0]
        before = text_of(panel)
        with locked(process):
            asked = await wire.press(user, wire.messages[panel["id"]], custom_id)
            await asyncio.sleep(held)
        await wire.until(partial(_differs, panel, before))
        assert asked.answer
    await end_without_suspicion(process, refused)


async def test_click_on_a_lobby_is_deferred_and_takes_effect_once_the_database_is_free(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with locked(process):
        asked = await wire.begin_click(BEN, lobby, "Join")
        await wire.until(asked.answered.is_set)
        assert asked.answer["type"] == DEFERRED_MESSAGE
        assert asked.answer["data"]["flags"] & EPHEMERAL
    await wire.until(partial(_is_full, lobby))
    await wire.until(lambda: nobody_waits(wire))


async def test_table_that_took_long_to_open_stands_there_for_everyone(wire: Wire, process: Process) -> None:
    with locked(process):
        asked = await wire.begin_command(ANN, "play")
        await wire.until(asked.answered.is_set)
        assert asked.answer["type"] == DEFERRED_MESSAGE
    await wire.until(wire.public)
    (lobby,) = wire.public()
    await wire.click(BEN, lobby, "Join")
    await wire.until(partial(_is_full, lobby))
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: live_boards(wire) and nobody_waits(wire))


async def test_whoever_joins_meanwhile_sees_it(wire: Wire, process: Process) -> None:
    refused = late_confirmations(wire)
    for held in HELD:
        known = {message["id"] for message in wire.public()}
        await wire.command(ANN, "play")
        await wire.until(partial(_is_new, wire, known))
        lobby = wire.public()[-1]
        with locked(process):
            await wire.begin_click(BEN, lobby, "Join")
            await asyncio.sleep(held)
        await wire.until(partial(_is_full, lobby))
        await wire.until(lambda: nobody_waits(wire))
        await wire.begin_click(ANN, lobby, "Start")
    await end_without_suspicion(process, refused)


async def test_table_whose_command_took_as_long_stands_there_for_everyone(wire: Wire, process: Process) -> None:
    refused = late_confirmations(wire)
    for held in HELD[:3]:
        known = {message["id"] for message in wire.public()}
        with locked(process):
            await wire.begin_command(ANN, "play")
            await asyncio.sleep(held)
        await wire.until(partial(_is_new, wire, known))
        await wire.until(lambda: nobody_waits(wire))
        assert not any("Join" in text_of(message) for message in wire.private(ANN))
    await end_without_suspicion(process, refused)


async def test_act_that_could_not_be_stored_is_answered_in_its_panel(wire: Wire, process: Process) -> None:
    await hands_opened(wire, await begin(wire, process))
    user, panel, card = cards_offered(wire)[0]
    with locked(process):
        asked = await wire.press(user, panel, card)
        await wire.until(asked.answered.is_set)
        assert asked.answer["type"] == DEFERRED_UPDATE
        async with asyncio.timeout(90):
            while not asked.followups:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.1)
    (told,) = asked.followups
    assert "Nothing was saved" in text_of({"content": "", **told})
    await wire.press(user, panel, card)
    await wire.until(lambda: process.rows("SELECT 1 FROM actions WHERE action LIKE '%play%'"))


async def test_click_that_comes_twice_accuses_nobody(wire: Wire, process: Process) -> None:
    refused = late_confirmations(wire)
    for _ in range(3):
        asked = await wire.begin_command(ANN, "help")
        data = {"id": "1", "name": "help", "type": 1, "options": []}
        await wire.interact(ANN, 2, data, asked.channel, None, id=asked.id, token=asked.token)
        await wire.until(asked.answered.is_set)
    await wire.until(lambda: len(refused) == 3)
    await end_without_suspicion(process, [])


def _differs(message: Json, before: str) -> bool:
    return text_of(message) != before


def _is_new(wire: Wire, known: set[str]) -> bool:
    return any(each["id"] not in known for each in wire.public())


def _is_full(lobby: Json) -> bool:
    return "Everyone is here" in text_of(lobby)
