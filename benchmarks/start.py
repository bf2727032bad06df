"""Starts of the bot with an empty database and again: processor seconds until it is online in a local Discord.

Each start is a process of its own with a new folder. Several checkouts can be given; their starts alternate, so that
what else the machine does strikes all of them alike.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import ROOT, database_in, processor_seconds
from tests.wire.server import Wire

_LONGEST = 60
"""Seconds after which a start has failed."""


async def started(checkout: Path, folder: str) -> tuple[float, float]:
    """Return the processor and clock seconds that the bot of a checkout takes to be online with a folder's database."""
    wire = Wire()
    await wire.start()
    try:
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(checkout),
            "HOME": folder,
            "DISCORD_TOKEN": "any",
            "BEZIQUE_DATABASE_URL": database_in(folder),
        }
        began = time.perf_counter()
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *wire.program("run"),
            cwd=folder,
            env=environment,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            async with asyncio.timeout(_LONGEST):
                await wire.wait_for("GATEWAY")
            return processor_seconds(process.pid), time.perf_counter() - began
        finally:
            process.kill()
            await process.wait()
    finally:
        await wire.stop()


async def measure(checkouts: list[Path], times: int) -> None:
    """Start the bot of each checkout in turn, and print medians with the least and the most."""
    taken: dict[Path, list[tuple[float, ...]]] = {each: [] for each in checkouts}
    for _ in range(times):
        for each in checkouts:
            with tempfile.TemporaryDirectory() as folder:
                taken[each].append((*await started(each, folder), *await started(each, folder)))
    for each, found in taken.items():
        for at, name in enumerate(("empty: processor", "empty: clock", "again: processor", "again: clock")):
            seconds = [one[at] for one in found]
            print(f"{each}  {name:16}{median(seconds):6.2f} s  ({min(seconds):.2f} to {max(seconds):.2f})")


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure starts of the bot with an empty database.")
    parser.add_argument("checkouts", nargs="*", type=Path, help="folders with the bot's code (default: this one)")
    parser.add_argument("--times", type=int, default=10, help="starts of each (default 10)")
    chosen = parser.parse_args()
    asyncio.run(measure([each.resolve() for each in chosen.checkouts] or [ROOT], chosen.times))


if __name__ == "__main__":
    main()
