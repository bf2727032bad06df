"""A bot that is told to end does so in order, whatever it was about: by the wire, at chosen requests."""

from __future__ import annotations

import signal

import pytest

from bot.cli.exits import ExitCode

from .process import Process
from .server import Wire

pytestmark = pytest.mark.deep

ANN, BEN = 501, 502


async def test_end_in_the_middle_of_bringing_the_boards_up_to_date_leaves_no_trace_in_the_log(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    await wire.until(lambda: process.rows("SELECT 1 FROM messages"))
    assert (await process.end(signal.SIGTERM)).code == ExitCode.OK
    with wire.halted("PATCH", "channels/*/messages/*", done_first=False) as halt:
        await process.start()
        await halt.reached.wait()
        ended = await process.end(signal.SIGTERM)
    assert ended.code == ExitCode.OK, ended.err
    assert "Traceback" not in ended.err, ended.err
    assert process.rows("SELECT 1 FROM games WHERE status = 'lobby'")


async def test_end_while_an_answer_stands_still_at_discord_leaves_no_trace_in_the_log(
    wire: Wire, process: Process
) -> None:
    await wire.command(ANN, "play")
    (lobby,) = wire.public()
    with wire.halted("POST", "interactions/*/callback", done_first=False) as halt:
        await wire.begin_click(BEN, lobby, "Join")
        await halt.reached.wait()
        ended = await process.end(signal.SIGTERM)
    assert ended.code == ExitCode.OK, ended.err
    assert "Traceback" not in ended.err, ended.err
    assert process.rows("SELECT 1 FROM seats WHERE user_id = ?", BEN)
