"""Effect of a server that floods its own tables on another server: answer times there with and without the flood.

The bot, the substitute for Discord and the members are those of `load.py`. In one server people play at leisure; in the
other all tables are clicked as fast as answers arrive. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import bot_process, processor_seconds
from benchmarks.figures import quantiles, show
from benchmarks.load import Crowd, Load, TableSeen
from tests.wire.messages import Json

_OTHER = "1200000000000090000"
"""The second server."""


class TwoServers(Crowd):
    """Discord with two servers: the first has the given number of channels, the second all others."""

    def __init__(self, quiet: int, busy: int) -> None:
        super().__init__(quiet + busy)
        self.busy = set(list(self.channels)[quiet:])

    def guilds(self) -> list[Json]:
        """Return both servers."""
        (first,) = super().guilds()
        channels = {True: list[Json](), False: list[Json]()}
        for channel in first["channels"]:
            channels[channel["id"] in self.busy].append(channel)
        second = {**first, "id": _OTHER, "roles": [{**first["roles"][0], "id": _OTHER}]}
        return [
            {**first, "channels": channels[False]},
            {**second, "channels": [{**channel, "guild_id": _OTHER} for channel in channels[True]]},
        ]

    async def dispatch(self, name: str, data: Mapping[str, Any]) -> None:
        """Send an event, from the server that its channel belongs to."""
        if data.get("channel_id") in self.busy:
            data = {**data, "guild_id": _OTHER, "channel": {**data["channel"], "guild_id": _OTHER}}
        await super().dispatch(name, data)


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Let the quiet server play alone, then during the flood, and return the results of both."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    wire = TwoServers(chosen.quiet, chosen.busy)
    await wire.start()
    found: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder:
        async with bot_process(wire, Path(folder), cores[0], pictures=chosen.pictures) as process:
            tables = [
                TableSeen(wire, channel, (10_000 + 2 * number, 10_001 + 2 * number), Random(number))
                for number, channel in enumerate(wire.channels)
            ]
            wire.seen = {table.channel: table for table in tables}
            for table in tables:
                await table.sit_down()
            calm = Load(wire, tables[: chosen.quiet], chosen.rate)
            flood = Load(wire, tables[chosen.quiet :], 0)
            tasks = [asyncio.create_task(calm.play(table)) for table in tables[: chosen.quiet]]
            tasks.append(asyncio.create_task(calm.pace()))
            for name in ("alone", "beside the flood"):
                if name != "alone":
                    tasks += [asyncio.create_task(flood.play(table)) for table in tables[chosen.quiet :]]
                await asyncio.sleep(chosen.warm)
                calm.sample.answers, calm.sample.turns, calm.sample.on = [], [], True
                flood.sample.answers, flood.sample.on = [], True
                busy = processor_seconds(process)
                done, _ = await asyncio.wait(tasks, timeout=chosen.seconds, return_when=asyncio.FIRST_EXCEPTION)
                for task in done:
                    task.result()
                calm.sample.on = flood.sample.on = False
                found[name] = {
                    "answer_ms": quantiles(calm.sample.answers),
                    "next_offer_ms": quantiles(calm.sample.turns),
                    "flood_clicks_a_second": round(len(flood.sample.answers) / chosen.seconds, 1),
                    "bot_busy_percent": round((processor_seconds(process) - busy) / chosen.seconds * 100),
                }
                if flood.sample.answers:
                    found[name]["flood_answer_ms"] = quantiles(flood.sample.answers)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await wire.stop()
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Play in one server beside another one that floods its tables.")
    parser.add_argument("--quiet", type=int, default=6, help="tables of the quiet server (default 6)")
    parser.add_argument("--busy", type=int, default=60, help="tables of the busy server (default 60)")
    parser.add_argument("--rate", type=float, default=3, help="clicks a second in the quiet server (default 3)")
    parser.add_argument("--seconds", type=float, default=15, help="seconds of measuring, twice (default 15)")
    parser.add_argument("--warm", type=float, default=4, help="seconds of playing before each (default 4)")
    parser.add_argument("--text", dest="pictures", action="store_false", help="draw no pictures")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    show(asyncio.run(measure(chosen)), as_json=chosen.json)


if __name__ == "__main__":
    main()
