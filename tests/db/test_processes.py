from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path

import pytest
from sqlalchemy.engine import Connection

from db import Store, migrate, upkeep
from tests.databases import of_servers
from tests.db.samples import game_with_deal

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]


async def start_writer(url: str, game: int, name: str, plies: int) -> Process:
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.db.writer", url, str(game), name, str(plies), cwd=ROOT, stdout=PIPE
    )


async def lines_until(process: Process, line: str) -> list[str]:
    assert process.stdout is not None
    seen: list[str] = []
    while (read := (await process.stdout.readline()).decode().strip()) != line:
        assert read, "the writer ended early"
        seen.append(read)
    return seen


@pytest.mark.parametrize("commits", [1, 17, 60])
async def test_kill_9_loses_nothing_that_was_committed_and_keeps_nothing_half(url: str, commits: int) -> None:
    store = await Store.open(url)
    game = await game_with_deal(store)
    await store.close()
    process = await start_writer(url, game, "ann", 100_000)
    await lines_until(process, f"kept {commits - 1}")
    process.send_signal(signal.SIGKILL)
    rest, _ = await process.communicate()
    assert process.returncode == -signal.SIGKILL
    reported = commits + rest.decode().count("kept ")

    again = await Store.open(url)
    async with again.read() as reader:
        rows = await reader.game_record.load(game)
    await again.close()
    assert rows is not None
    # One more may have been committed before the process could say so.
    assert len(rows.actions) in {reported, reported + 1}
    assert [(row.ply, row.action) for row in rows.actions] == [
        (ply, f"play ann {ply}") for ply in range(len(rows.actions))
    ]
    assert rows.game.settings == {"ply": len(rows.actions) - 1}
    assert rows.game.version == len(rows.actions)
    assert (await upkeep.check(url)).faults == ()


async def test_two_processes_share_a_game_without_harm(url: str) -> None:
    store = await Store.open(url)
    game = await game_with_deal(store)
    plies = 60
    writers = [await start_writer(url, game, name, plies) for name in ("ann", "ben")]
    outputs = [(await writer.communicate())[0].decode().split("\n") for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    kept = {
        int(line.removeprefix("kept ")): name
        for name, output in zip(("ann", "ben"), outputs, strict=True)
        for line in output
        if line.startswith("kept ")
    }
    async with store.read() as reader:
        rows = await reader.game_record.load(game)
    await store.close()
    assert rows is not None
    assert (rows.game.version, rows.game.settings) == (plies, {"ply": plies - 1})
    assert [row.action for row in rows.actions] == [f"play {kept[ply]} {ply}" for ply in range(plies)]
    for ply in range(plies):
        answers = sorted(line for output in outputs for line in output if line.endswith(f" {ply}"))
        assert answers == [f"kept {ply}", f"taken {ply}"]
    assert (await upkeep.check(url)).faults == ()


async def test_two_processes_may_make_the_database_at_once(url: str, path: Path) -> None:
    path.parent.mkdir()
    writers = [await start_writer(url, 0, "nobody", 0) for _ in range(3)]
    outputs = [(await writer.communicate())[0] for writer in writers]
    assert [(writer.returncode, out) for writer, out in zip(writers, outputs, strict=True)] == [(0, b"ready\n")] * 3


@of_servers
async def test_database_that_another_process_makes_during_the_look_is_not_refused(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    look = migrate.version_of

    def slow_look(connection: Connection) -> str | None:
        version = look(connection)
        monkeypatch.undo()
        other = [sys.executable, "-m", "tests.db.writer", url, "0", "nobody", "0"]
        subprocess.run(other, cwd=ROOT, check=True, timeout=120)  # noqa: S603 - this project's own command
        return version

    monkeypatch.setattr(migrate, "version_of", slow_look)
    await (await Store.open(url)).close()
