"""The ways in which benchmarks start a bot: in a simulated Discord, as a process of its own, or its tables alone."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from discord.utils import utcnow

from bot.config import Settings
from bot.members import Members
from bot.members.loading import Loading
from bot.tables import Tables
from db import Store

if TYPE_CHECKING:
    from bot.playground import World
    from tests.wire.server import Wire

ROOT = Path(__file__).resolve().parents[1]
_START_SECONDS = 120
_TICKS = os.sysconf("SC_CLK_TCK")


def database_in(folder: str | Path) -> str:
    """Return the address of the database in a folder."""
    return f"sqlite+aiosqlite:///{folder}/bezique.db"


def settings_in(folder: str | Path, *, pictures: bool = True) -> Settings:
    """Return the settings of a bot whose database is in a folder."""
    return Settings(database_url=database_in(folder), pictures=pictures)


@asynccontextmanager
async def simulated_bot(seed: int, *, pictures: bool) -> AsyncIterator[World]:
    """Run the bot in the simulated Discord over a database of its own; equal seeds bring equal cards."""
    from tests.simulated import bot_of, running  # noqa: PLC0415 - other benchmarks measure a process without it

    with tempfile.TemporaryDirectory() as folder:
        async with running(settings_in(folder, pictures=pictures)) as world:
            bot_of(world).tables.store.chance = Random(seed)
            yield world


@asynccontextmanager
async def tables_alone(url: str, **options: Any) -> AsyncIterator[Tables]:  # noqa: ANN401 - those of `Tables`
    """Load the tables of a database without a Discord, and close the database at the end.

    Args:
        options: What else `Tables` takes, such as its limits.
    """
    store = await Store.open(url)
    try:
        tables = Tables(store, options.pop("now", utcnow), **options)
        await Loading(tables, Members(tables)).load()
        yield tables
    finally:
        await store.close()


def processor_seconds(process: int) -> float:
    """Return the processor time used by a process in all its threads."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def resident(process: int) -> int:
    """Return the megabytes of memory that a process keeps."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") >> 20


@asynccontextmanager
async def bot_process(
    wire: Wire, folder: Path, core: int, *, pictures: bool, changes: Mapping[str, str] | None = None
) -> AsyncIterator[int]:
    """Run the bot on a core against the local Discord, and yield its process id once it is online.

    Args:
        folder: Folder of the database and the log.
        core: The processor core of the bot.
        pictures: Whether pictures are drawn.
        changes: What its environment holds besides; with it the bot tells of its inside (`benchmarks/inside.py`).
    """
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "DISCORD_TOKEN": "any",
        "BEZIQUE_DATABASE_URL": database_in(folder),
        "BEZIQUE_PICTURES": str(pictures).lower(),
        "BEZIQUE_DEAL_SECONDS": "600",
    }
    environment |= changes or {}
    program = wire.program("run")
    if changes is not None:
        program[1] = f"import benchmarks.inside; {program[1]}"
    log = folder / "log"
    with log.open("wb") as file:
        process = await asyncio.create_subprocess_exec(
            sys.executable, *program, cwd=folder, env=environment, stdout=file, stderr=file
        )
    try:
        os.sched_setaffinity(process.pid, {core})
        async with asyncio.timeout(_START_SECONDS):
            await wire.wait_for("GATEWAY")
        await asyncio.sleep(2.5)  # the library waits this long for servers
        yield process.pid
    finally:
        with suppress(ProcessLookupError):
            process.terminate()
        try:
            async with asyncio.timeout(15):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
        for line in log.read_text(errors="replace").splitlines():
            if " ERROR " in line or " WARNING " in line:
                print(line[:300], file=sys.stderr)
