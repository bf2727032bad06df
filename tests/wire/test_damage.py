"""A damaged page of the database freezes the tables whose records lie there, and is named to the operator."""

from __future__ import annotations

import signal
from pathlib import Path

import aiohttp
import pytest

from bot.cli.exits import ExitCode
from tests import databases
from tests.db.test_checking import damage_acts
from tests.programs import Launcher, free_port

from .messages import text_of
from .process import Process
from .server import Wire
from .two import ANN, BEN, begin

pytestmark = [pytest.mark.deep, databases.of_files]


async def readiness(port: int) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/readyz") as answer:
        return answer.status, await answer.text()


async def test_table_whose_record_is_damaged_is_frozen_and_named(
    wire: Wire, process: Process, launcher: Launcher, tmp_path: Path
) -> None:
    board = await begin(wire, process)
    (game,) = process.rows("SELECT id FROM games")
    await process.end(signal.SIGTERM)
    damage_acts(process.database)
    port = free_port()
    process.environment["BEZIQUE_HEALTH_PORT"] = str(port)
    await process.start()
    for user in (ANN, BEN):
        asked = await wire.begin_command(user, "hand")
        await wire.until(asked.answered.is_set)
        assert "try again" not in text_of(asked.answer["data"] | {"content": ""})
    await wire.until(lambda: "its record is damaged" in text_of(board))
    status, told = await readiness(port)
    assert status == 503
    assert f"the database is damaged at table {game['id']}: put back a backup" in told
    ended = await process.end(signal.SIGTERM)
    assert "Traceback" not in ended.err, ended.err
    checked = await launcher.run(tmp_path, "db", "check", BEZIQUE_DATABASE_URL=process.url)
    assert checked.code == ExitCode.DATABASE
    assert f"Game {game['id']} cannot be read" in checked.err
