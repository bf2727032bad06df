"""`python -m bot db …`: what whoever runs the bot does with its database beside it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.cli.connect import explained
from bot.cli.exits import ExitCode, Stop
from bot.tables.values.restore import BrokenRecord, restore
from db import upkeep

if TYPE_CHECKING:
    import argparse
    from collections.abc import Coroutine
    from pathlib import Path
    from typing import Any

    from bot.config import Settings


def run(settings: Settings, options: argparse.Namespace) -> ExitCode:
    """Do the task that the options name, and tell on standard output what came of it.

    Raises:
        Stop: It could not be done, or the database is not sound.
    """
    url = settings.database_url
    work: Coroutine[Any, Any, str]
    if options.task == "backup":
        work = _backup(url, options.file)
    else:
        work = _check(url) if options.task == "check" else _migrate(url)
    with explained():
        print(asyncio.run(work))  # noqa: T201
    return ExitCode.OK


async def _backup(url: str, file: Path) -> str:
    size = await upkeep.backup(url, file)
    return f"{file}: {size:,} bytes, looked through and sound."


async def _migrate(url: str) -> str:
    before, after = await upkeep.upgrade(url)
    return f"The schema is {after} already." if before == after else f"The schema is {after} now; it was {before}."


async def _check(url: str) -> str:
    found = await upkeep.check(url)
    faults = list(found.faults)
    if found.version == found.head:
        faults += await _that_do_not_replay(url)
    if faults:
        raise Stop(ExitCode.DATABASE, "\n".join(faults))
    behind = "" if found.version == found.head else f"; `db migrate` or the next start brings it to {found.head}"
    return (
        f"Sound: {found.games:,} games with {found.actions:,} acts, {found.results:,} results, "
        f"schema {found.version}{behind}."
    )


async def _that_do_not_replay(url: str) -> list[str]:
    faults = []
    async with upkeep.reading(url) as reader:
        for number in await reader.games.every_id():
            rows = await reader.games.load(number)
            try:
                if rows is not None:
                    restore(rows)
            except BrokenRecord as error:
                faults.append(f"Game {number} does not replay: {error}.")
    return faults
