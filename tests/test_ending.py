"""How the process ends: what runs is finished, and what does not end is ended."""

from __future__ import annotations

import asyncio
import logging
import signal
from typing import TYPE_CHECKING

import pytest

from bot.cli.connect import LastResort
from bot.cli.exits import ExitCode
from bot.ui.kit.reply import UnderWay
from tests.programs import SECONDS, start, stop
from tests.simulated import bot_of

if TYPE_CHECKING:
    from pathlib import Path

    from bot.playground import World

pytestmark = pytest.mark.deep


async def test_an_end_waits_for_what_is_being_answered(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = bot_of(world)
    ann = world.members[0]
    arrived, go_on = asyncio.Event(), asyncio.Event()
    adopt = bot.presenter.adopt

    async def slow(*arguments: object) -> None:
        arrived.set()
        await go_on.wait()
        await adopt(*arguments)  # type: ignore[arg-type]  # passed on as they come

    monkeypatch.setattr(bot.presenter, "adopt", slow)
    clicked = asyncio.create_task(ann.slash(world.channel, "play"))
    await arrived.wait()
    ending = asyncio.create_task(bot.close())
    await asyncio.sleep(0.05)
    assert not ending.done()
    go_on.set()
    await ending
    await clicked
    (table,) = bot.tables.memory.awake()
    assert table.message("board") is not None


async def test_end_waits_for_answers_and_boards_at_the_same_time(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.client.FINISH_SECONDS", 0.2)
    bot = bot_of(world)

    async def hangs() -> None:
        with bot.under_way.answering(1, "join"):
            await asyncio.Event().wait()

    answering = asyncio.create_task(hangs())
    showing = bot._show_aside(asyncio.Event().wait())
    resting = asyncio.create_task(bot._come_to_rest())
    for _ in range(3):
        await asyncio.sleep(0)
    assert not answering.done()
    assert "shown" in {task.get_name() for task in asyncio.all_tasks()}  # it waits for boards already
    await resting
    assert answering.cancelled()
    assert showing.cancelled()


async def test_nothing_under_way_is_waited_for_only_so_long() -> None:
    under_way = UnderWay()
    assert await under_way.ended(1)
    with under_way.answering(1, "act"):
        assert not await under_way.ended(0.01)
        assert [line.split(" for ")[0] for line in under_way.lasting()] == ["act"]
    assert await under_way.ended(0.01)


async def test_what_is_done_after_an_answer_is_broken_off_when_the_connections_are_let_go() -> None:
    under_way, done = UnderWay(), []

    async def answer() -> None:
        with under_way.answering(1, "join"):
            done.append("answered")
        await asyncio.sleep(60)
        done.append("more")

    task = asyncio.create_task(answer())
    await asyncio.sleep(0)
    assert await under_way.ended(1)
    await under_way.let_go()
    assert task.cancelled()
    assert done == ["answered"]
    assert under_way.lasting() == []


async def test_last_resort_says_what_is_open_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    ended = asyncio.Event()
    codes = []
    loop = asyncio.get_running_loop()

    def end(code: int) -> None:
        codes.append(code)
        loop.call_soon_threadsafe(ended.set)

    async def hangs() -> None:
        await asyncio.Event().wait()

    hanging = asyncio.create_task(hangs(), name="bz:1:2:act play QSa")
    last = LastResort(lambda: ["act for 9.0 s"], 0.01, end)
    with caplog.at_level(logging.ERROR):
        last.begin()
        last.begin()
        await ended.wait()
    hanging.cancel()
    assert codes == [ExitCode.FAILURE]
    assert "act for 9.0 s" in caplog.text
    assert "hangs" in caplog.text
    assert "QSa" not in caplog.text


HANGS = """
import asyncio, sys
from bot.cli.connect import LastResort, run_until_signal

async def work():
    print("running", flush=True)
    while True:
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            print("not now", flush=True)

async def main():
    await run_until_signal(work(), told=LastResort(lambda: [], 0.3).begin)

asyncio.run(main())
"""


async def test_process_that_does_not_end_is_ended(tmp_path: Path) -> None:
    process = await start(tmp_path, "-c", HANGS)
    assert process.stdout is not None
    async with asyncio.timeout(SECONDS):
        assert await process.stdout.readline() == b"running\n"
    _, err = await stop(process, signal.SIGTERM)
    assert process.returncode == ExitCode.FAILURE, err.decode()
    assert b"work" in err
