"""An act that takes long is deferred, and its end is told: by the wire, while another program locks the database."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests import databases

from .messages import EPHEMERAL, LOADING, components_of, text_of
from .process import Process
from .server import Asked, Wire
from .test_moves import ANN, BEN, begin, live_boards

pytestmark = [pytest.mark.deep, databases.of_files]

DEFERRED_MESSAGE, DEFERRED_UPDATE = 5, 6


@contextmanager
def locked(process: Process) -> Iterator[None]:
    """Keep the database locked as another program would."""
    other = sqlite3.connect(process.database, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


async def deferred(wire: Wire, asked: Asked) -> int:
    """Wait until an interaction is deferred, and return how."""
    await wire.until(asked.answered.is_set)
    assert asked.callback is not None
    kind: int = asked.callback["type"]
    return kind


async def test_click_on_a_lobby_is_deferred_and_takes_effect_once_the_database_is_free(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with locked(process):
        asked = await wire.begin_click(BEN, lobby, "Join")
        assert await deferred(wire, asked) == DEFERRED_MESSAGE
        assert asked.callback is not None
        assert asked.callback["data"]["flags"] & EPHEMERAL
    await wire.until(lambda: "Everyone is here" in text_of(lobby))
    await wire.until(lambda: not any(message["flags"] & LOADING for message in wire.messages.values()))


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
    board = await begin(wire, process)
    known = set(wire.messages)
    for user in (ANN, BEN):
        await wire.click(user, board, "My hand")
    await wire.until(lambda: len(set(wire.messages) - known) == 2)
    acts = [
        (user, panel, item["custom_id"])
        for user in (ANN, BEN)
        for panel in wire.private(user)[-1:]
        for item in components_of(panel)
        if ":act play" in item.get("custom_id", "") and not item.get("disabled")
    ]
    user, panel, card = acts[0]
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
