"""Many tables at once over the network: clicks per second of one process, response times, and cost per click.

The bot runs as a process of its own on one core; a local substitute for Discord (`tests/wire`) and all members run on
another. Each member clicks what their panel offers, either as fast as answers arrive or at a given rate.
``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from aiohttp import web

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import bot_process, processor_seconds, resident
from benchmarks.figures import quantiles, show
from tests.wire.messages import EPHEMERAL, Json, components_of
from tests.wire.server import GUILD, Asked, Wire

_OFFERED = re.compile(r"bzs?:\d+:\d+:(?:act|choose)\b")
_AT_TABLE = re.compile(r"bzs?:[1-9]")
_DEAL = re.compile(r"bz:\d+:\d+:deal\b")
_AGAIN_SECONDS = 5.0
"""Seconds until a refused request for a table is repeated."""
_KINDS = {"interactions": "answers", "webhooks": "calls by token", "channels": "calls to channels"}
_LONGEST = 60
"""Seconds after which a measurement ends in any case."""
_ANSWER_SECONDS = 60


class Crowd(Wire):
    """Discord with a channel for each table, which notifies the tables of changes to their messages."""

    def __init__(self, tables: int, servers: int = 1) -> None:
        super().__init__()
        self._servers = servers
        self.channels = {str(1_200_000_000_000_100_000 + number): None for number in range(tables)}
        self.seen: dict[str, TableSeen] = {}
        self.arrived: dict[str, float] = {}
        """Moment at which each interaction was answered, by its id."""
        self.kinds: Counter[str] = Counter()

    def server_of(self, channel: str) -> str:
        return str(int(GUILD) + int(channel) % self._servers)

    async def other(self, request: web.Request, path: str) -> web.Response:
        """Answer a call, record the moment if it answers a click, and wake the table whose message has changed."""
        kind, *rest = path.split("/")
        self.kinds[_KINDS.get(kind, kind)] += 1
        if kind == "interactions":
            self.arrived[rest[0]] = time.perf_counter()
        body = await _payload(request)
        response = self.carried_out(request, path, body)
        channel = rest[0] if kind == "channels" else self._asked[rest[1]].channel if kind in _KINDS else ""
        if (seen := self.seen.get(channel)) is not None:
            seen.changed.set()
        return response


async def _payload(request: web.Request) -> Json:
    """Return the JSON in a request, and ignore attached files."""
    data = await request.read()
    if request.content_type.startswith("multipart/"):
        at = data.index(b"\r\n\r\n", data.index(b'name="payload_json"')) + 4
        data = data[at : data.index(b"\r\n--", at)]
    return dict(json.loads(data)) if data else {}


@dataclass
class TableSeen:
    """A table as its two members see it, in a channel of its own."""

    wire: Crowd
    channel: str
    users: tuple[int, int]
    rng: Random
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    panels: dict[int, str] = field(default_factory=dict)
    options: Json = field(default_factory=dict)
    """Options of the command that opens a table."""

    def offered(self) -> tuple[int, Json, str, str] | None:
        """Return a click that is offered: the user, the message, the control's id and the entry chosen."""
        found: list[tuple[int, Json, str, str]] = []
        for user in self.users:
            panel = self.panel(user)
            if panel is None:
                continue
            for item in components_of(panel):
                if item.get("disabled") or not _OFFERED.match(item.get("custom_id", "")):
                    continue
                values = [entry["value"] for entry in item["options"]] if item["type"] == 3 else [""]
                found += [(user, panel, item["custom_id"], value) for value in values]
        if found:
            return self.rng.choice(found)
        board = self.newest()
        if board is None:
            return None
        for item in components_of(board):
            if _DEAL.match(item.get("custom_id", "")) and not item.get("disabled"):
                return self.users[0], board, item["custom_id"], ""
        return None

    def panel(self, user: int) -> Json | None:
        """Return a member's newest private message with controls of a table."""
        known = self.panels.get(user, "")
        if known not in self.wire.messages:
            private = [one for one, reader in self.wire.readers.items() if reader == user and one in self.wire.messages]
            mine = [one for one in private if _of_a_table(self.wire.messages[one])]
            if not mine:
                return None
            known = self.panels[user] = mine[-1]
        return self.wire.messages[known]

    def newest(self) -> Json | None:
        """Return the channel's last public message."""
        return self.wire.messages.get(self.wire.channels[self.channel] or "")

    async def sit_down(self) -> None:
        """Open a table, start it, and let both members open their hands."""
        for panel in self.panels.values():
            self.wire.messages.pop(panel, None)
        self.panels.clear()
        opener, other = self.users
        before = self.newest()
        asked = await self.wire.command(opener, "play", channel=self.channel, **self.options)
        while (board := self.newest()) is None or board is before:
            if _refused(asked):  # while too much is posted in the server
                await asyncio.sleep(_AGAIN_SECONDS)
                if self.newest() is before:
                    asked = await self.wire.command(opener, "play", channel=self.channel, **self.options)
            else:  # it was deferred, and to ask again would open a second table
                await self.wait()
        for user, label in ((other, "Join"), (opener, "Start"), (opener, "My hand"), (other, "My hand")):
            while not any(item.get("label") == label and not item.get("disabled") for item in components_of(board)):
                await self.wait()
                board = self.newest() or board  # a game is played on a new message
            await self.wire.click(user, board, label)
            while label == "My hand" and self.panel(user) is None:
                await self.wait()

    def over(self) -> bool:
        """Return whether the table shows a result."""
        board = self.newest()
        return board is not None and any(item.get("label") == "Rematch" for item in components_of(board))

    async def wait(self) -> None:
        """Wait until one of the table's messages has changed."""
        self.changed.clear()
        async with asyncio.timeout(_ANSWER_SECONDS):
            await self.changed.wait()

    async def pause(self) -> None:
        """Wait before a click for as long as the members like, which is not at all."""

    async def click(self, user: int, message: Json, custom_id: str, value: str) -> Asked:
        """Press a button or choose an entry of a menu, and wait for the answer."""
        data: Json = {"custom_id": custom_id, "component_type": 3 if value else 2}
        if value:
            data["values"] = [value]
        asked = await self.wire.interact(user, 3, data, self.channel, message)
        async with asyncio.timeout(_ANSWER_SECONDS):
            await asked.answered.wait()
        return asked


def _of_a_table(message: Json) -> bool:
    return any(_AT_TABLE.match(item.get("custom_id", "")) for item in components_of(message))


def _refused(asked: Asked) -> bool:
    """Tell whether a request for a table was answered in private, at once or after it was deferred."""
    return bool(asked.answer.get("data", {}).get("flags", 0) & EPHEMERAL) and (
        asked.answer["type"] == 4 or asked.edited
    )


@dataclass
class Sample:
    """Measurements, taken only while `on` is set."""

    on: bool = False
    answers: list[float] = field(default_factory=list)
    """Seconds from a click to its answer."""
    turns: list[float] = field(default_factory=list)
    """Seconds from a click until a member at the table is offered something again."""
    overdue: int = 0
    """Number of clicks at the given rate for which no table was ready."""
    games: int = 0


class Load:
    """Load generator that makes every table click."""

    def __init__(self, wire: Crowd, tables: list[TableSeen], rate: float) -> None:
        self.sample = Sample()
        self._wire = wire
        self._tables = tables
        self._rate = rate
        self._ready: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def play(self, table: TableSeen) -> None:
        """Click what a table offers, again and again."""
        while True:
            offered = table.offered()
            if offered is None:
                if table.over():
                    self.sample.games += 1
                    await table.sit_down()
                else:
                    await table.wait()
                continue
            if self._rate:
                turn = asyncio.Event()
                self._ready.put_nowait(turn)
                await turn.wait()
                offered = table.offered() or offered
            await table.pause()
            began, counts = time.perf_counter(), self.sample.on
            asked = await table.click(*offered)
            while table.offered() is None and not table.over():
                await table.wait()
            if counts and self.sample.on:
                self.sample.answers.append(self._wire.arrived[asked.id] - began)
                self.sample.turns.append(time.perf_counter() - began)

    async def pace(self) -> None:
        """Release clicks at the given rate, at random moments like those of people."""
        if not self._rate:
            await asyncio.Event().wait()
        chance, at = Random(7), time.perf_counter()
        while True:
            at += chance.expovariate(self._rate)
            await asyncio.sleep(max(0.0, at - time.perf_counter()))
            if self._ready.empty():
                self.sample.overdue += self.sample.on
            else:
                self._ready.get_nowait().set()


async def measure(chosen: argparse.Namespace) -> dict[str, Any]:
    """Run the bot, let the tables play, and return the results.

    Raises:
        TimeoutError: it took longer than a minute.
    """
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[-1]})
    wire = Crowd(chosen.tables)
    await wire.start()
    with tempfile.TemporaryDirectory(dir=chosen.folder) as folder:
        async with bot_process(wire, Path(folder), cores[0], pictures=chosen.pictures) as process:
            print(f"the bot is process {process}", file=sys.stderr)
            tables = [
                TableSeen(wire, channel, (10_000 + 2 * number, 10_001 + 2 * number), Random(chosen.seed + number))
                for number, channel in enumerate(wire.channels)
            ]
            wire.seen = {table.channel: table for table in tables}
            load = Load(wire, tables, chosen.rate)
            for table in tables:
                await table.sit_down()
            tasks = [asyncio.create_task(load.play(table)) for table in tables]
            tasks.append(asyncio.create_task(load.pace()))
            await _pause(tasks, chosen.warm)
            load.sample.on = True
            before = processor_seconds(process), time.process_time(), time.perf_counter(), Counter(wire.kinds)
            await _pause(tasks, chosen.seconds)
            load.sample.on = False
            busy, own, lasted = (
                processor_seconds(process) - before[0],
                time.process_time() - before[1],
                time.perf_counter() - before[2],
            )
            kept = resident(process)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        await wire.stop()
    clicks = len(load.sample.answers)
    return {
        "tables": chosen.tables,
        "clicks": clicks,
        "clicks_a_second": round(clicks / lasted, 1),
        "processor_ms_a_click": round(busy / clicks * 1000, 2),
        "bot_busy_percent": round(busy / lasted * 100),
        "load_busy_percent": round(own / lasted * 100),
        "answer_ms": quantiles(load.sample.answers),
        "next_offer_ms": quantiles(load.sample.turns),
        "overdue": load.sample.overdue,
        "games_over": load.sample.games,
        "calls_a_click": {kind: round(count / clicks, 2) for kind, count in (wire.kinds - before[3]).items()},
        "megabytes": kept,
    }


async def _pause(tasks: list[asyncio.Task[None]], seconds: float) -> None:
    """Let the tables play for a while; an error at any of them ends the measurement."""
    done, _ = await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
    for task in done:
        task.result()


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Let many tables play over the wire, and measure.")
    parser.add_argument("--tables", type=int, default=60, help="tables of two (default 60)")
    parser.add_argument(
        "--rate", type=float, default=0, help="clicks a second; 0 for as fast as answers come (default)"
    )
    parser.add_argument("--seconds", type=float, default=15, help="seconds of measuring (default 15, at most 30)")
    parser.add_argument("--warm", type=float, default=3, help="seconds of playing before it (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed clicks alike (default 1)")
    parser.add_argument("--folder", help="where the database lies for that time (default: where temporary files do)")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--pictures", action="store_true", help="draw pictures")
    kind.add_argument("--text", dest="pictures", action="store_false", help="draw none (default)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    chosen.seconds = min(chosen.seconds, 30.0)
    found = asyncio.run(asyncio.wait_for(measure(chosen), _LONGEST))
    show({"": found}, as_json=chosen.json)


if __name__ == "__main__":
    main()
