"""Whole games against strong house players by clicks in the simulated Discord, at full length and full effort.

A simulated member opens a table by command, fills it from the lobby's menu, and plays like *regular*. The measurements
are of the house's decisions as the bot requests them, and of the event loop meanwhile. ``benchmarks/README.md`` says
more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import platform
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.loop_delay import Delays, quantiles, sample
from bot.config import Settings
from bot.engine import PRESETS, View
from bot.house.levels import Level
from bot.house.players import Decision, Method
from bot.tables import Status
from bot.tables.house.thinking import Thinking
from tests.simulated import bot_of, running
from tests.simulated.house_guest import house_table

if TYPE_CHECKING:
    from collections.abc import Callable

SETTLE_SECONDS = 30.0
"""Seconds that the simulation waits for the bot after a click, on a machine with other work."""
CODES = (
    *(f"{preset} {players}" for preset in PRESETS for players in ("2", "3", "4", "4 partners=true")),
    "modern 2 trump=first_marriage",
    "modern 3 trump=first_marriage",
    "modern 4 trump=first_marriage",
)


@dataclass
class Measured(Delays):
    """Measurements over some games, in seconds."""

    decisions: list[float] = field(default_factory=list)
    """Durations of the house's decisions that had a choice."""
    methods: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    deals: int = 0
    won: int = 0
    finished: int = 0
    unmarked: int = 0
    seconds: float = 0.0


def observed(thinking: Thinking, measured: Measured) -> Callable[[Level, View, int], Any]:
    """Return the bot's own decision function, timed and counted."""
    decide = thinking.decide

    async def timed(level: Level, view: View, seed: int) -> Decision:
        began = time.perf_counter()
        decision = await decide(level, view, seed)
        # A strong player uses the plain evaluation only if the pool did not answer.
        fell_back = level is Level.STRONG and decision.method is Method.EVALUATED
        measured.methods["fell back" if fell_back else decision.method.value] += 1
        if decision.method is not Method.ONLY:
            measured.decisions.append(time.perf_counter() - began)
        return decision

    return timed


async def game(code: str, seed: int, measured: Measured, *, pictures: bool) -> None:
    """Play one game to its end."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(
            _env_file=None,  # type: ignore[call-arg]  # read by the base class
            database_url=f"sqlite+aiosqlite:///{folder}/games.db",
            pictures=pictures,
        )
        async with running(settings) as world:
            world.env.settle_timeout = SETTLE_SECONDS
            bot = bot_of(world)
            bot.tables.store.chance = Random(seed)
            bot.thinking.decide = observed(bot.thinking, measured)  # type: ignore[method-assign, assignment]
            sampler = asyncio.create_task(sample(measured))
            began = time.perf_counter()
            with world.env.time_context():
                played = await house_table(world, world.members[0], code, Random(seed))
                await played.play()
                table = await played.table()
            measured.seconds += time.perf_counter() - began
            sampler.cancel()
            measured.finished += table.status is Status.FINISHED
            measured.clicks += len(played.sitting.moves)
            measured.deals += len(table.game.deals)
            measured.unmarked += len(played.unmarked)
            seat, result = table.seat_of(world.members[0].id), table.game.result
            measured.won += result is not None and seat in result.winner


def report(title: str, games: int, measured: Measured) -> dict[str, Any]:
    """Return the figures of some games."""
    return {
        "rules": title,
        "games": games,
        "finished": measured.finished,
        "won_by_the_member": measured.won,
        "deals": measured.deals,
        "clicks": measured.clicks,
        "house_acts": measured.methods.total(),
        "decisions": dict(sorted(measured.methods.items())),
        "decision_ms": quantiles(measured.decisions),
        "loop_delay_ms": quantiles(measured.late),
        "of_it_computing_ms": quantiles(measured.own),
        "names_without_sign": measured.unmarked,
        "seconds": round(measured.seconds, 1),
    }


def main() -> None:
    """Play, and write one line of JSON for each rule set and one for all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--codes", nargs="+", default=CODES, help="rule codes; every other seat is a strong player's")
    parser.add_argument("--games", type=int, default=1, help="games by each")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pictures", action="store_true", help="draw boards and hands too")
    chosen = parser.parse_args()
    print(json.dumps({"python": platform.python_version(), "cores": os.cpu_count()}))
    everything = Measured()
    for code in chosen.codes:
        measured = Measured()
        for at in range(chosen.games):
            asyncio.run(game(code, chosen.seed + at, measured, pictures=chosen.pictures))
        print(json.dumps(report(code, chosen.games, measured)), flush=True)
        for name, values in vars(measured).items():
            setattr(everything, name, getattr(everything, name) + values)
    print(json.dumps(report("all", chosen.games * len(chosen.codes), everything)))


if __name__ == "__main__":
    main()
