"""What the bot posts stands in the channel once, when answers are lost and when it ends before it has stored it."""

from __future__ import annotations

import pytest

from .messages import Json, text_of
from .process import Process
from .server import Wire
from .two import HISTORY, POST, begin, resign, results, settled, stored

pytestmark = pytest.mark.deep


def reminders(wire: Wire) -> list[Json]:
    return [message for message in wire.public() if "your turn" in text_of(message)]


@pytest.mark.parametrize("killed", [True, False], ids=["the bot ended", "the answer was lost"])
@pytest.mark.parametrize("history", [True, False], ids=["looked for", "known by its nonce"])
async def test_result_stands_there_once(wire: Wire, process: Process, history: bool, killed: bool) -> None:
    await begin(wire, process)
    if not history:
        wire.permissions &= ~HISTORY
        await process.restart()
    with wire.halted(*POST, done_first=True) as halt:
        await resign(wire)
        await wire.until(halt.reached.is_set)
        if killed:
            await process.kill()
            assert stored(process, "result") == []
            if history:
                wire.nonces.clear()
    if killed:
        await process.start()
    await wire.until(lambda: stored(process, "result") and settled(wire, process))
    assert [message["id"] for message in results(wire)] == stored(process, "result")


@pytest.mark.parametrize("killed", [True, False], ids=["the bot ended", "the answer was lost"])
async def test_player_is_reminded_in_one_message(wire: Wire, process: Process, killed: bool) -> None:
    await begin(wire, process)
    await process.kill()
    process.environment["BEZIQUE_NUDGE_SECONDS"] = "1"
    with wire.halted(*POST, done_first=True) as halt:
        await process.start()
        await wire.until(halt.reached.is_set)
        if killed:
            await process.kill()
            wire.nonces.clear()
    if killed:
        await process.start()
    await wire.until(lambda: stored(process, "nudge"))
    assert [message["id"] for message in reminders(wire)] == stored(process, "nudge")
