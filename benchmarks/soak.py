"""Minutes of play at a steady rate over the network: memory growth, log messages, and stuck tables.

The bot, the substitute for Discord and the members are those of `load.py`. Every few seconds it records the bot's
memory, and any table where nobody has been able to click for a minute. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import bot_process, processor_seconds, resident
from benchmarks.figures import quantiles, show
from benchmarks.load import Crowd, Load, TableSeen
from tests.wire.messages import Json, components_of
from tests.wire.server import Asked

EVERY_SECONDS = 10
STUCK_SECONDS = 60
_FEWEST = 3
"""Minimum number of moments for a trend."""
_SETTLING = 0.25
"""Share of the time that is left out of the trend, while caches fill and the first games end."""


@dataclass
class Watched(TableSeen):
    """A table that records the moment of its last click."""

    clicked: float = 0.0

    async def click(self, user: int, message: Json, custom_id: str, value: str) -> Asked:
        """Click, and record the moment."""
        asked = await TableSeen.click(self, user, message, custom_id, value)
        self.clicked = time.perf_counter()
        return asked


@dataclass
class Moment:
    """Measurements at one moment."""

    second: float
    megabytes: int
    processor: float
    clicks: int


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Let the tables play, and return the results."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    wire = Crowd(chosen.tables)
    await wire.start()
    moments: list[Moment] = []
    stuck: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        async with bot_process(wire, Path(folder), cores[0], pictures=chosen.pictures) as process:
            tables = [
                Watched(wire, channel, (10_000 + 2 * number, 10_001 + 2 * number), Random(number))
                for number, channel in enumerate(wire.channels)
            ]
            wire.seen = {table.channel: table for table in tables}
            load = Load(wire, list(tables), chosen.rate)
            for table in tables:
                await table.sit_down()
                table.clicked = time.perf_counter()
            load.sample.on = True
            late: list[str] = []
            tasks = [asyncio.create_task(_play(load, table, late)) for table in tables]
            tasks.append(asyncio.create_task(load.pace()))
            began = time.perf_counter()
            while (second := time.perf_counter() - began) < chosen.minutes * 60:
                moments.append(Moment(second, resident(process), processor_seconds(process), len(load.sample.answers)))
                if len(moments) % 6 == 1:
                    print(moments[-1], file=sys.stderr, flush=True)
                done, _ = await asyncio.wait(tasks, timeout=EVERY_SECONDS, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
                # With many tables at a low rate each one waits for its turn.
                longest = STUCK_SECONDS + 5 * chosen.tables / chosen.rate
                stuck |= {table.channel for table in tables if time.perf_counter() - table.clicked > longest}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            said = (Path(folder) / "log").read_text(errors="replace").splitlines()
        await wire.stop()
    return report(moments, load, stuck, late, [line for line in said if " ERROR " in line or " WARNING " in line])


async def _play(load: Load, table: Watched, late: list[str]) -> None:
    """Let a table play on after each answer that came too late, and record what the table showed then."""
    while True:
        try:
            await load.play(table)
        except TimeoutError:
            board = table.newest()
            labels = [item["label"] for item in components_of(board) if item.get("label")] if board is not None else []
            late.append(f"{table.channel}, panels {len(table.panels)}: {', '.join(labels)}")
            if table.offered() is None and not table.over():  # it failed while sitting down, so they open another table
                with suppress(TimeoutError):
                    await table.sit_down()


def _slope(moments: list[Moment]) -> tuple[float, float]:
    """Return the memory's growth in megabytes per minute, with its standard error."""
    minutes, kept = [m.second / 60 for m in moments], [float(m.megabytes) for m in moments]
    if len(moments) < _FEWEST:
        return 0.0, 0.0
    slope, at = statistics.linear_regression(minutes, kept)
    left = sum((y - at - slope * x) ** 2 for x, y in zip(minutes, kept, strict=True))
    spread = sum((x - statistics.fmean(minutes)) ** 2 for x in minutes)
    return round(slope, 3), round((left / (len(moments) - 2) / spread) ** 0.5, 3)


def report(moments: list[Moment], load: Load, stuck: set[str], late: list[str], said: list[str]) -> dict[str, Any]:
    """Return a summary of the measurements."""
    each_minute = moments[:: 60 // EVERY_SECONDS]
    settled, half = each_minute[int(len(each_minute) * _SETTLING) :], each_minute[len(each_minute) // 2 :]
    first, last = moments[0], moments[-1]
    clicks = last.clicks - first.clicks
    return {
        "minutes": round(last.second / 60, 1),
        "clicks": clicks,
        "clicks_a_second": round(clicks / (last.second - first.second), 1),
        "processor_ms_a_click": round((last.processor - first.processor) / clicks * 1000, 2),
        "answer_ms": quantiles(load.sample.answers),
        "games_over": load.sample.games,
        "megabytes_each_minute": [m.megabytes for m in each_minute],
        "megabytes_more_a_minute": _slope(settled),
        "in_the_second_half": _slope(half),
        "tables_stuck": len(stuck),
        "answers_too_late": len(late),
        "first_too_late": late[:5],
        "logged": len(said),
        "first_logged": [line[:200] for line in said[:5]],
    }


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Play for minutes at a steady rate, and watch memory and log.")
    parser.add_argument("--minutes", type=float, default=10, help="how long (default 10)")
    parser.add_argument("--rate", type=float, default=20, help="clicks a second (default 20)")
    parser.add_argument("--tables", type=int, default=60, help="tables of two (default 60)")
    parser.add_argument("--text", dest="pictures", action="store_false", help="draw no pictures")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    found = asyncio.run(measure(chosen))
    show({"": found}, as_json=chosen.json)


if __name__ == "__main__":
    main()
