"""Two processes that were started with one token by mistake: what is done is done once, and both say what is wrong."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest

from bot.other_processes import SAME_DATABASE, SAME_LOGIN
from tests.databases import copied
from tests.programs import Launcher, free_port

from .messages import EPHEMERAL, text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, full_lobby, stands

pytestmark = pytest.mark.deep


async def well(process: Process) -> tuple[int, str]:
    """Return how a process answers when it is asked whether it is ready."""
    address = f"http://127.0.0.1:{process.environment['BEZIQUE_HEALTH_PORT']}/readyz"
    async with aiohttp.ClientSession() as session, session.get(address) as response:
        return response.status, str((await response.json()).get("reasons", {}).get("processes", ""))


async def until_it_says(process: Process, reason: str) -> None:
    """Wait until a process says of others what is wrong, or with an empty reason that nothing is."""
    for _ in range(200):
        if await well(process) == (503 if reason else 200, reason):
            return
        await asyncio.sleep(0.1)
    raise AssertionError(f"it never said: {reason}")


@pytest.fixture(scope="module")
def second_launcher() -> Iterator[Launcher]:
    """Starts a second process beside a first one: a launcher starts one at a time."""
    second = Launcher()
    yield second
    second.close()


@pytest.fixture
async def pair(
    launcher: Launcher, second_launcher: Launcher, wire: Wire, tmp_path: Path, empty: Path
) -> AsyncIterator[list[Process]]:
    """Two processes that are not started yet, each with a port at which it says whether it is well."""
    (tmp_path / "other").mkdir()
    for folder in (tmp_path, tmp_path / "other"):
        copied(empty, folder / "bezique.db")
    pair = [Process(each, wire, tmp_path) for each in (launcher, second_launcher)]
    for process in pair:
        process.environment["BEZIQUE_HEALTH_PORT"] = str(free_port())
    yield pair
    for process in pair:
        if process.runs:
            ended = await process.end(signal.SIGKILL)
            assert "Traceback" not in ended.err, ended.err


async def test_two_processes_on_one_database_do_everything_once_and_both_say_so_until_one_ends(
    wire: Wire, pair: list[Process]
) -> None:
    for process in pair:
        await process.start()
    lobby = await full_lobby(wire)
    await wire.until(lambda: stands(pair[0], "board"))
    await wire.click(ANN, lobby, "Start")
    await wire.until(lambda: pair[0].rows("SELECT 1 FROM deals WHERE deck IS NOT NULL"))
    assert len(pair[0].rows("SELECT 1 FROM games")) == 1
    assert [row["user_id"] for row in pair[0].rows("SELECT user_id FROM seats ORDER BY joined_at")] == [ANN, BEN]
    private = [text_of(message) for message in wire.messages.values() if message["flags"] & EPHEMERAL]
    assert not [text for text in private if "already" in text or "went wrong" in text], private
    for process in pair:
        await until_it_says(process, SAME_DATABASE)
    ends = [await pair[1].end_well()]
    await until_it_says(pair[0], "")
    ends.append(await pair[0].end_well())
    assert [ended.err.count(SAME_DATABASE) for ended in ends] == [1, 1]


async def test_process_that_takes_the_place_of_a_killed_one_is_alone(wire: Wire, pair: list[Process]) -> None:
    first, second = pair
    await first.start()
    await wire.command(ANN, "play")
    await first.kill()
    await second.start()
    assert second.rows("SELECT COUNT(*) AS rows FROM processes")[0]["rows"] == 2
    await wire.command(BEN, "play")
    await until_it_says(second, "")
    ended = await second.end(signal.SIGTERM)
    assert SAME_DATABASE not in ended.err
    assert len(second.rows("SELECT 1 FROM processes")) == 1, "it has taken its own row away"


async def test_two_processes_on_two_databases_say_that_somebody_else_answers(
    second_launcher: Launcher, wire: Wire, pair: list[Process], tmp_path: Path
) -> None:
    first, other = pair[0], Process(second_launcher, wire, tmp_path / "other")
    other.environment |= pair[1].environment
    for process in (first, other):
        await process.start()
    for _ in range(8):
        await wire.command(ANN, "rules")
    await wire.command(ANN, "play")
    await wire.until(
        lambda: sum(len(each.rows("SELECT 1 FROM games WHERE status = 'lobby'")) for each in (first, other)) == 1
    )
    assert len(wire.public()) == 1
    errors = [(await process.end(signal.SIGTERM)).err for process in (first, other)]
    told = [line for err in errors for line in err.splitlines() if SAME_LOGIN in line]
    assert told
    assert len(told) <= 2, "each says it once"
    assert all("Traceback" not in err for err in errors), errors
