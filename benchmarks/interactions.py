"""Whole games by clicks in the simulated Discord: duration, response times, and calls per trick.

Simulated members click what their panels offer. The measurements are the real time of a game, the time from a click's
arrival at the bot to its acknowledgement, and the calls to Discord by kind. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import platform
import statistics
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import simulated_bot
from benchmarks.figures import show
from tests.simulated import bot_of
from tests.simulated.player import Sitting, sit_down

if TYPE_CHECKING:
    from bot.playground import World

SECONDS_A_CLICK = 4
"""Simulated seconds that a player takes for a move; the simulation skips them, but interaction tokens age by them."""


class Stopwatch(list[Any]):
    """Replacement for the simulation's list of requests, which records when each click was acknowledged."""

    def __init__(self, backend: Any) -> None:  # noqa: ANN401 - the simulation's own type
        super().__init__(backend.http_requests)
        self.waits: list[float] = []
        self._since: dict[str, float] = {}
        emit = backend.emit

        def timed(event: str, payload: Any) -> Any:  # noqa: ANN401 - as above
            if event == "INTERACTION_CREATE":
                self._since[str(payload["id"])] = time.perf_counter()
            return emit(event, payload)

        backend.emit = timed
        backend.http_requests = self

    def append(self, entry: Any) -> None:  # noqa: ANN401 - as above
        """Add a request that the bot has just made."""
        super().append(entry)
        if entry.path.endswith("/callback"):
            since = self._since.pop(entry.path.split("/")[2], None)
            if since is not None:
                self.waits.append(time.perf_counter() - since)


@dataclass
class Sample:
    """Measurements over some games."""

    seconds: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    """Processor seconds per game, including the skipped time."""
    waits: list[float] = field(default_factory=list)
    calls: Counter[str] = field(default_factory=Counter)
    clicks: int = 0
    tricks: int = 0
    deals: int = 0
    declared: int = 0


def kind(method: str, path: str) -> str:
    """Return the category of a call: an answer, another call with a click's token, or a call for the channel."""
    if path.endswith("/callback"):
        return "acknowledgement"
    if path.startswith("/webhooks/"):
        return {"PATCH": "edit by token", "DELETE": "deletion by token"}.get(method, "message by token")
    return {"PATCH": "channel edit", "POST": "channel message", "DELETE": "channel deletion"}.get(method, method)


async def game(sample: Sample, seed: int, *, tokens: bool, pictures: bool) -> None:
    """Play one game, and add its measurements to the sample."""
    async with simulated_bot(seed, pictures=pictures) as world:
        watch = Stopwatch(world.env.backend)
        sitting = await sit_down(world, world.members[:2], seed=seed)
        first, started, busy = len(watch), time.perf_counter(), time.process_time()
        skipped = await _play(world, sitting, tokens=tokens)
        sample.seconds.append(time.perf_counter() - started - skipped)
        sample.busy.append(time.process_time() - busy)
        sample.waits += watch.waits
        sample.calls.update(kind(entry.method, entry.path) for entry in watch[first:])
        table = await bot_of(world).tables.get(sitting.table)
        sample.clicks += len(sitting.moves)
        sample.deals += len(table.game.deals)
        sample.tricks += sum(len(deal.tricks) for deal in table.game.deals)
        sample.declared += sum(move.words.split(" ")[0] not in ("play", "pass") for move in sitting.moves)


async def _play(world: World, sitting: Sitting, *, tokens: bool) -> float:
    """Play to the end, and return the real seconds spent on skipping the players' thinking time."""
    skipped = 0.0
    while True:
        if not tokens:
            for board in bot_of(world).presenter.boards.values():
                board.token = None
        if not await sitting.step():
            return skipped
        since = time.perf_counter()
        await world.env.advance_time(SECONDS_A_CLICK)
        skipped += time.perf_counter() - since


def report(sample: Sample, title: str) -> dict[str, Any]:
    """Return the results of a sample."""
    waits = sorted(wait * 1000 for wait in sample.waits)
    channel = sum(count for name, count in sample.calls.items() if name.startswith("channel"))
    answers = sample.calls["acknowledgement"]
    return {
        "situation": title,
        "games": len(sample.seconds),
        "deals": sample.deals,
        "tricks": sample.tricks,
        "declarations": sample.declared,
        "clicks": sample.clicks,
        "seconds a game": round(statistics.mean(sample.seconds), 2),
        "processor seconds a game": round(statistics.mean(sample.busy), 2),
        "ms to acknowledgement, p50": round(statistics.median(waits), 1),
        "ms to acknowledgement, p99": round(waits[int(len(waits) * 0.99)], 1),
        "answers a trick": round(answers / sample.tricks, 2),
        "webhook calls a trick": round((sample.calls.total() - channel - answers) / sample.tricks, 2),
        "channel calls a trick": round(channel / sample.tricks, 2),
        "channel calls beyond one a declaration, a trick": round((channel - sample.declared) / sample.tricks, 2),
        "calls": dict(sorted(sample.calls.items())),
    }


async def measure(games: int, seed: int, *, pictures: bool) -> list[dict[str, Any]]:
    """Play some games in each situation."""
    found = []
    for title, tokens in (("the board was clicked lately", True), ("nobody has clicked the board lately", False)):
        sample = Sample()
        for number in range(games):
            await game(sample, seed + number, tokens=tokens, pictures=pictures)
        found.append(report(sample, title))
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Play whole games by clicks in the simulated Discord.")
    parser.add_argument("--games", type=int, default=3, help="games in each situation (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same games (default 1)")
    parser.add_argument("--text", action="store_true", help="draw no pictures")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    rows = asyncio.run(measure(chosen.games, chosen.seed, pictures=not chosen.text))
    about = f"Python {platform.python_version()}, modern, two players, to 1000, {'text' if chosen.text else 'pictures'}"
    show({f"{about}, {number}": row for number, row in enumerate(rows, 1)}, as_json=chosen.json)


if __name__ == "__main__":
    main()
