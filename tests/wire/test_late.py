"""An act that takes long is deferred, and its end is told: by the wire, while another program locks the database."""

from __future__ import annotations

import asyncio

import pytest

from tests import databases

from .messages import EPHEMERAL, LOADING, text_of
from .process import Process
from .server import Asked, Wire
from .two import ANN, BEN, begin, cards_offered, hands_opened, live_boards, locked, nobody_waits

pytestmark = [pytest.mark.deep, databases.of_files]

DEFERRED_MESSAGE, DEFERRED_UPDATE = 5, 6


async def deferred(wire: Wire, asked: Asked) -> int:
    """Wait until an interaction is deferred, and return how."""
    await wire.until(asked.answered.is_set)
    kind: int = asked.answer["type"]
    return kind


async def test_click_on_a_lobby_is_deferred_and_takes_effect_once_the_database_is_free(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with locked(process):
        asked = await wire.begin_click(BEN, lobby, "Join")
        assert await deferred(wire, asked) == DEFERRED_MESSAGE
        assert asked.answer["data"]["flags"] & EPHEMERAL
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    await wire.until(lambda: nobody_waits(wire))


async def test_table_that_took_long_to_open_stands_there_for_everyone(wire: Wire, process: Process) -> None:
    with locked(process):
        asked = await wire.begin_command(ANN, "play")
        assert await deferred(wire, asked) == DEFERRED_MESSAGE
    await wire.until(wire.public)
    (lobby,) = wire.public()
    await wire.click(BEN, lobby, "Join")
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: live_boards(wire))
    for message in wire.private(ANN):
        assert not message["flags"] & LOADING


async def test_act_that_could_not_be_stored_is_answered_in_its_panel(wire: Wire, process: Process) -> None:
    await hands_opened(wire, await begin(wire, process))
    user, panel, card = cards_offered(wire)[0]
    with locked(process):
        asked = await wire.press(user, panel, card)
        assert await deferred(wire, asked) == DEFERRED_UPDATE
        async with asyncio.timeout(90):
            while not asked.followups:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.1)
    (told,) = asked.followups
    assert "Nothing was saved" in text_of({"content": "", **told})
    await wire.press(user, panel, card)
    await wire.until(lambda: process.rows("SELECT 1 FROM actions WHERE action LIKE '%play%'"))
