"""The command `python -m bot db …`: the operator's tasks on the database."""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.cli.connect import explained, no_database
from bot.cli.exits import ExitCode, Stop
from bot.club import rebuild
from bot.club.standings.recounting import recounted
from bot.config import Settings
from bot.other_processes import ALIVE
from bot.tables.values.stored import BrokenRecord, decode
from db import AlreadyThere, Damaged, DatabaseError, Store, copying, explaining, upkeep

_MOST_NAMED = 10
"""Most games named whose records do not replay."""
_MOST_DIFFERENCES = 50
"""Most rows named that do not follow from the games."""
_IN_USE = "The bot uses the database, or did so a moment ago. Stop it, wait a minute, and try again."
_NOBODY = 0
"""A number that no process has."""


def run(settings: Settings, options: argparse.Namespace) -> ExitCode:
    """Do the task that the options name, and print its result on standard output."""
    url = settings.database_url
    tasks: dict[str, Callable[[], Coroutine[Any, Any, str]]] = {
        "backup": lambda: _backup(url, options.file),
        "check": lambda: _check(url, standings=options.standings),
        "copy": lambda: _copy(options.source, options.target),
        "migrate": lambda: _migrate(url),
        "recount": lambda: _recount(url),
    }
    with explained():
        print(asyncio.run(tasks[options.task]()))  # noqa: T201
    return ExitCode.OK


async def _backup(url: str, file: Path) -> str:
    try:
        size = await upkeep.backup(url, file)
    except AlreadyThere as error:
        raise no_database(error, str(error)) from None
    return f"{file}: {size:,} bytes, read through without a fault. `db check` replays its games."


async def _copy(source: str, target: str) -> str:
    try:
        with copying.told_of("FROM"):
            async with upkeep.reading(source) as reader:
                if await reader.processes.lately(_NOBODY, ALIVE):
                    raise Stop(ExitCode.DATABASE, _IN_USE)
        found = await copying.copy(source, target)
    except DatabaseError as error:
        raise no_database(error, str(error)) from None
    return (
        f"Copied and compared: {found.games:,} games, {found.rows:,} rows in {found.tables} tables."
        " Set BEZIQUE_DATABASE_URL to the new address before the next start."
    )


async def _migrate(url: str) -> str:
    before, after = await upkeep.upgrade(url)
    return f"The schema is {after} already." if before == after else f"The schema is {after} now; it was {before}."


async def _check(url: str, *, standings: bool) -> str:
    found = await upkeep.check(url)
    if found.version != found.head:
        raise _not_replayed(found)
    faults = [*found.faults, *await _that_do_not_replay(url)]
    other = await _that_count_otherwise(url) if standings else []
    if faults or other:
        raise Stop(ExitCode.FAILURE if other else ExitCode.DATABASE, "\n".join([*faults, *other]))
    return f"Sound: {_content(found)}." + (" Counted anew, standings and ratings are the same." if standings else "")


def _not_replayed(found: upkeep.Soundness) -> Stop:
    """Return the end of a check of a database whose games only a program with another schema can read."""
    told = (
        f"No game was replayed: the schema is {found.version or 'unknown'}, and this version of the bot works with"
        f" {found.head}."
    )
    if found.faults:
        return Stop(ExitCode.DATABASE, "\n".join([told, *found.faults]))
    return Stop(
        ExitCode.FAILURE, f"{told} Bring it there with `db migrate`, and check again. It holds {_content(found)}."
    )


def _content(found: upkeep.Soundness) -> str:
    return f"{found.games:,} games with {found.actions:,} acts, {found.results:,} results, schema {found.version}"


async def _recount(url: str) -> str:
    await upkeep.upgrade(url)  # this also reports a missing database
    store = await Store.open(url)
    try:
        # Counting would keep the bot from writing.
        if await store.ask(lambda reader: reader.processes.lately(store.process, ALIVE)):
            raise Stop(ExitCode.DATABASE, _IN_USE)
        found = await rebuild(store)
    finally:
        await store.close()
    told = f"Counted anew: {found.games:,} games."
    told += f" Rows that were stored otherwise: {found.mended:,}."
    if found.damaged:
        numbers = ", ".join(map(str, found.damaged[:_MOST_NAMED]))
        told += (
            f" Counted as they are stored, as their records do not replay: {len(found.damaged):,} "
            f"({numbers}; see `db check`)."
        )
    return told


async def _that_count_otherwise(url: str) -> list[str]:
    """Count everything anew from one moment of the database, and return a line for each row stored differently."""
    found: list[str] = []
    async with upkeep.reading(url) as reader:
        for server in await reader.servers.kept():
            try:
                with explaining():
                    recount = await recounted(reader, server)
            except Damaged:
                found.append(f"Server {server} cannot be counted anew: the database is damaged there.")
            else:
                found += [f"Counted anew: {each}." for each in recount.wrong]
    more = len(found) - _MOST_DIFFERENCES
    return found[:_MOST_DIFFERENCES] + ([f"And {more:,} rows more."] if more > 0 else [])


async def _that_do_not_replay(url: str) -> list[str]:
    faults = []
    async with upkeep.reading(url) as reader:
        for number in await reader.games.every_id():
            try:
                with explaining():
                    rows = await reader.game_record.load(number)
                if rows is not None:
                    decode(rows)
            except Damaged:
                faults.append(f"Game {number} cannot be read: the database is damaged there.")
            except BrokenRecord as error:
                faults.append(f"Game {number} does not replay: {error}.")
    return faults
