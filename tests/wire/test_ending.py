"""A bot that is told to end does so in order, whatever it was about: by the wire, at chosen requests."""

from __future__ import annotations

import pytest

from .process import Process
from .server import Wire
from .two import ANN, BEN, CALLBACK, EDIT

pytestmark = pytest.mark.deep


async def test_end_in_the_middle_of_bringing_the_boards_up_to_date_leaves_no_trace_in_the_log(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    await wire.until(lambda: process.rows("SELECT 1 FROM messages"))
    await process.end_well()
    with wire.halted(*EDIT, done_first=False) as halt:
        await process.start()
        await halt.reached.wait()
        await process.end_well()
    assert process.rows("SELECT 1 FROM games WHERE status = 'lobby'")


async def test_end_while_an_answer_stands_still_at_discord_leaves_no_trace_in_the_log(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with wire.halted(*CALLBACK, done_first=False) as halt:
        await wire.begin_click(BEN, lobby, "Join")
        await halt.reached.wait()
        await process.end_well()
    assert process.rows("SELECT 1 FROM seats WHERE user_id = ?", BEN)
