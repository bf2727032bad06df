"""House players under load: delays of the event loop, and the time until people get answers.

The tables use a real database file and real house processes, and boards and panels are drawn as for people. Each person
acts after a short pause. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import multiprocessing
import os
import platform
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import database_in, tables_alone
from benchmarks.figures import Delays, quantiles, sample
from bot.engine import View, build_rules
from bot.house.players import Decision, Method
from bot.house.roster import Level
from bot.tables import Limits, Player, Tables
from bot.tables.decisions import dealing, house_seats
from bot.tables.house.moves import HouseMoves
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import Terms
from bot.ui.pictures import seen_by_all, seen_from, table_picture
from cogs.table.pages.panel import panel

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GUILD, CHANNEL, FIRST_USER = 1, 2, 100
WARM_SECONDS = 5.0
"""Seconds before measuring, in which tables are opened, fonts read and processes started."""


@dataclass
class Measured(Delays):
    """All measurements, in seconds."""

    answers: list[float] = field(default_factory=list)
    """Time from a person's act to the panel that answers it; the board is drawn after that."""
    waits: list[float] = field(default_factory=list)
    """Time from the house's turn to its stored act."""
    methods: dict[str, int] = field(default_factory=dict)

    def forget(self) -> None:
        """Discard the measurements so far, which were taken before everything was warm."""
        for values in (self.late, self.own, self.answers, self.waits, self.methods):
            values.clear()


class Counting(Thinking):
    """House thinking that counts how each decision was found."""

    def __init__(self, workers: int, measured: Measured) -> None:
        super().__init__(workers)
        self._measured = measured

    async def decide(self, level: Level, view: View, seed: int, *, server: int = 0) -> Decision:
        """Return the decision after counting it."""
        decision = await super().decide(level, view, seed, server=server)
        # A strong player uses the plain evaluation only if the pool did not answer.
        fell_back = level is Level.STRONG and decision.method is Method.EVALUATED
        method = "fell back" if fell_back else decision.method.value
        self._measured.methods[method] = self._measured.methods.get(method, 0) + 1
        return decision


async def load(tables: int, seconds: float, level: Level | None, workers: int, *, pictures: bool) -> dict[str, Any]:
    """Let tables play for a while against the house or, without a level, without any thinking, for comparison."""
    measured = Measured()
    async with contextlib.AsyncExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        house = await stack.enter_async_context(
            tables_alone(database_in(folder), limits=Limits(tables_a_member=10_000))
        )
        mind = Counting(workers, measured)
        began: dict[int, float] = {}
        shown: set[asyncio.Task[None]] = set()

        async def moved(table_id: int) -> None:
            measured.waits.append(time.monotonic() - began.pop(table_id, time.monotonic()))
            await _draw(house, table_id, pictures=pictures)

        moves = HouseMoves(house, moved, mind)
        memory = [_kilobytes(os.getpid())]
        people = [
            asyncio.create_task(_person(house, at, level, measured, began, shown, pictures=pictures))
            for at in range(tables)
        ]
        sampler = asyncio.create_task(sample(measured))
        warm = time.monotonic() + WARM_SECONDS
        until = warm + seconds
        while time.monotonic() < until:
            moves.tick()
            await asyncio.sleep(1)
            if warm and time.monotonic() >= warm:
                warm = 0.0
                measured.forget()
        workers_kb = [_kilobytes(pid) for child in multiprocessing.active_children() if (pid := child.pid)]
        for task in (sampler, *people):
            task.cancel()
        for outcome in await asyncio.gather(sampler, *people, *shown, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome
        await moves.close()
        mind.close()
        memory.append(_kilobytes(os.getpid()))
    return {
        "tables": tables, "seconds": seconds, "level": level.value if level else "none", "workers": workers,
        "pictures": pictures, "machine_load": round(os.getloadavg()[0], 1),
        "loop_delay_ms": quantiles(measured.late), "of_it_computing_ms": quantiles(measured.own),
        "answer_ms": quantiles(measured.answers),
        "house_waits_ms": quantiles(measured.waits), "decisions": measured.methods,
        "bot_kilobytes": memory, "process_kilobytes": workers_kb,
    }  # fmt: skip


async def _person(
    tables: Tables, at: int, level: Level | None, measured: Measured, began: dict[int, float],
    shown: set[asyncio.Task[None]], *, pictures: bool,
) -> None:  # fmt: skip
    """Play at a table of one's own, with one to three seconds of thought before each act."""
    rng = Random(at)
    user = FIRST_USER + at
    while True:
        rules = build_rules("modern", 2, {})
        opened = await tables.open(
            guild_id=GUILD, channel_id=CHANNEL, opener=Player(user, f"Person {at}"), rules=rules, terms=Terms("modern")
        )
        await tables.ask(opened.id, dealing.posted, opened.id * 1000)
        await tables.ask(opened.id, house_seats.add_house, user, level or Level.NOVICE)
        await tables.start(opened.id, user)
        table = await tables.ask(opened.id, dealing.posted, opened.id * 1000 + 1)
        while table.live:
            if table.awaits_deal:
                await tables.ask(table.id, dealing.posted, table.id * 1000 + len(table.messages))
                await tables.ask(table.id, dealing.deal, user)
                await tables.ask(table.id, dealing.posted, table.id * 1000 + len(table.messages) + 1)
            elif table.turn_users == (user,):
                await asyncio.sleep(rng.uniform(1, 3))
                await _click(tables, table.id, user, rng, measured, pictures=pictures)
                drawing = asyncio.create_task(_draw(tables, table.id, pictures=pictures))
                shown.add(drawing)
                drawing.add_done_callback(shown.discard)
            elif level is None:  # for comparison, the other seat takes the first action offered
                view = table.view(table.turn_users[0])
                assert view is not None
                await tables.act(table.id, table.turn_users[0], _words(view.offered[0].text), table.ply)
            else:
                began.setdefault(table.id, time.monotonic())
                await asyncio.sleep(0.05)
            table = await tables.get(table.id)


async def _click(tables: Tables, table_id: int, user: int, rng: Random, measured: Measured, *, pictures: bool) -> None:
    table = await tables.get(table_id)
    view = table.view(user)
    assert view is not None
    began = time.perf_counter()
    done = await tables.act(table_id, user, _words(rng.choice(view.offered).text), table.ply)
    seen = done.table.view(user)
    if pictures and seen is not None and not seen.over:
        await asyncio.to_thread(table_picture, seen_from(seen, done.table.names))
    panel(done.table, user)
    measured.answers.append(time.perf_counter() - began)


async def _draw(tables: Tables, table_id: int, *, pictures: bool) -> None:
    table = await tables.get(table_id)
    view = table.view()
    if pictures and view is not None and not view.over:
        await asyncio.to_thread(table_picture, seen_by_all(view, table.names))


def _words(text: str) -> str:
    return text.split(" ", 1)[1]


def _kilobytes(pid: int) -> int:
    """Return a process's resident memory, or 0 if it cannot be read."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
    return 0


def _levels(names: Sequence[str]) -> Iterator[Level | None]:
    for name in names:
        yield None if name == "none" else Level(name)


def main() -> None:
    """Measure, and write one line of JSON for each level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--levels", nargs="+", default=["none", "regular", "strong"])
    parser.add_argument("--no-pictures", action="store_true")
    chosen = parser.parse_args()
    logging.basicConfig(level=logging.ERROR)
    print(json.dumps({"python": platform.python_version(), "cores": os.cpu_count()}))
    for level in _levels(chosen.levels):
        print(json.dumps(asyncio.run(
            load(chosen.tables, chosen.seconds, level, chosen.workers, pictures=not chosen.no_pictures)
        )), flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
