"""A process whose machine's clock is not that of the one before it: what that one posted is found by the database's."""

from __future__ import annotations

import signal
from datetime import timedelta
from pathlib import Path

import pytest

from db import Store
from tests.databases import copied, of_servers
from tests.programs import Launcher, run, start, stop

from .process import Process
from .server import Wire
from .two import ANN, POST, full_lobby, live_boards, stands

pytestmark = [of_servers, pytest.mark.deep]
SHIFTED = """
import datetime
real = datetime.datetime
class Kind(type):
    def __instancecheck__(cls, value):
        return isinstance(value, real)
class Shifted(real, metaclass=Kind):
    @classmethod
    def now(cls, tz=None):
        return real.now(tz) + datetime.timedelta(seconds={seconds})
datetime.datetime = Shifted
"""
"""What sets the clock of a process before it imports anything else."""


@pytest.mark.parametrize("shards", ["0/1", ""], ids=["sharing", "alone"])
@pytest.mark.parametrize("seconds", [45, -45])
async def test_board_that_was_posted_by_another_clock_is_found(
    launcher: Launcher, wire: Wire, tmp_path: Path, empty: Path, seconds: int, shards: str
) -> None:
    copied(empty, tmp_path / "bezique.db")
    second = Process(launcher, wire, tmp_path)
    second.environment |= {"BEZIQUE_SHARDS": shards} if shards else {}
    _, code = wire.program("run")[:2]
    first = await start(
        tmp_path, "-c", SHIFTED.format(seconds=seconds) + code, "run", DISCORD_TOKEN="any",
        BEZIQUE_DATABASE_URL=second.url, **second.environment,
    )  # fmt: skip
    try:
        await wire.until(lambda: "GATEWAY" in wire.calls)
        lobby = await full_lobby(wire)
        await wire.until(lambda: second.rows("SELECT 1 FROM messages"))
        with wire.halted(*POST, done_first=True) as halt:
            await wire.begin_click(ANN, lobby, "Start")
            await wire.until(halt.reached.is_set)
            await stop(first, signal.SIGKILL)
    finally:
        await stop(first, signal.SIGKILL)
    posted = [board["id"] for board in live_boards(wire)]
    assert len(posted) == 1
    wire.nonces.clear()
    await second.start()
    try:
        await wire.until(lambda: stands(second, "board"))
        await wire.until(lambda: second.rows("SELECT 1 FROM deals WHERE deck IS NOT NULL"))
        assert [board["id"] for board in live_boards(wire)] == posted
    finally:
        await second.end_well()


@pytest.mark.parametrize(("seconds", "since", "in_use"), [(3600, 0, True), (-3600, 600, False)])
@pytest.mark.parametrize("task", ["copy", "recount"])
async def test_whether_the_bot_runs_is_told_by_the_clock_of_the_database(
    url: str, tmp_path: Path, task: str, seconds: int, since: int, *, in_use: bool
) -> None:
    store = await Store.open(url)
    async with store.write() as tx:
        await tx.processes.heartbeat(store.process, store.now() - timedelta(seconds=since))
    await store.close()
    told = ("copy", url, f"sqlite+aiosqlite:///{tmp_path}/copy.db") if task == "copy" else (task,)
    code = SHIFTED.format(seconds=seconds) + "import sys\nfrom bot.cli import run\nsys.exit(run())"
    ended = await run(tmp_path, "-c", code, "db", *told, DISCORD_TOKEN="any", BEZIQUE_DATABASE_URL=url)
    assert (ended.code == 0, "Stop it" in ended.err) == (not in_use, in_use), ended
