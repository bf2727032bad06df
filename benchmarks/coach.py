"""Whether the coach can be trusted: what a decision takes, and whether hints, reviews and reasons say what is so.

    python benchmarks/coach.py effort              # seconds of one core for a decision of *strong*
    python benchmarks/coach.py verdict             # whether charges are confirmed afresh, and who is charged
    python benchmarks/coach.py reasons             # whether what is said holds in new samples; --table three
    python benchmarks/coach.py load                # hints on an idle machine and on one that is fully loaded

Positions come from deals among *regular* players, one of each deal. The goals: who follows a hint is charged in 0 %,
charges are confirmed afresh in 95 % or more, hints of a loaded machine are no worse than those of an idle one.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house_gain import moments
from bot.coach.hints import GROUPS, Hint, hint
from bot.coach.reasons import told
from bot.coach.review import Done, looked_back
from bot.coach.samples import compare
from bot.engine import PRESETS, Action, Deal, View
from bot.engine.law import Law, law_for
from bot.house.chance import Purpose
from bot.house.levels import Level
from bot.house.players import Method, choose
from bot.tables.house.thinking import Thinking
from tests.coach.truth import holds, seems

TABLES: Final = {"two": (2, False), "three": (3, False), "four": (4, False), "partners": (4, True)}
CONFIRMING: Final = 400
"""Groups of samples in which a charge is measured once more, which are none of the review's."""


def law_of(table: str) -> Law:
    """Return the rules of a table: no game ends in the middle of a deal."""
    players, partners = TABLES[table]
    changes: dict[str, Any] = {"target": 10000}
    if partners:
        changes["partners"] = True
    return law_for(PRESETS["modern"].rules(players).changed(changes))


def positions(table: str, count: int, seed: int) -> Iterator[tuple[Deal, View]]:
    """Yield moments of deals, one of each."""
    yield from islice(moments(law_of(table), random.Random(seed)), count)


def seeds_of(at: int) -> dict[Purpose, int]:
    """Return chance for a position, another one for each purpose."""
    return {purpose: at * 100 + number for number, purpose in enumerate(Purpose)}


def effort(count: int, seed: int) -> None:
    """Print what decisions take that have to be searched."""
    for table in TABLES:
        taken: list[float] = []
        for at, (_, view) in enumerate(positions(table, 10**9, seed)):
            began = time.process_time()
            decision = choose(Level.STRONG, view, random.Random(at))
            if decision.method is Method.SAMPLED:
                taken.append(time.process_time() - began)
            if len(taken) >= count:
                break
        taken.sort()
        print(
            f"{table}: median {statistics.median(taken):.3f} s, p95 {taken[int(0.95 * len(taken))]:.3f} s, "
            f"longest {taken[-1]:.3f} s ({len(taken)})",
            flush=True,
        )


def verdict(table: str, count: int, seed: int) -> None:
    """Print how often players are charged, and how many of the charges a new measurement confirms."""
    players: dict[str, Callable[[int, View], Action]] = {
        "who follows hints, if none were kept": lambda at, view: hint(view, seeds_of(at), groups=2).action,
        "regular": lambda at, view: choose(Level.REGULAR, view, random.Random(at)).action,
        "novice": lambda at, view: choose(Level.NOVICE, view, random.Random(at)).action,
    }
    asked = Counter[str]()
    charged, counted, above, sure = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    off: list[float] = []
    for at, (_, view) in enumerate(positions(table, count, seed)):
        seeds = seeds_of(at)
        for name, act in players.items():
            action = act(at, view)
            asked[name] += 1
            found = looked_back(
                Done(view, action, (seeds[Purpose.GLANCE], seeds[Purpose.REVIEW], seeds[Purpose.CONFIRM]))
            )
            if found is None:
                continue
            charged[name] += 1
            if not found.error:
                counted[name] += 1
                continue
            afresh = compare(view, found.better, action, seeds[Purpose.LUCK], CONFIRMING).points
            above[name] += afresh.mean > 0.0
            sure[name] += afresh.sure
            off.append(found.points - afresh.mean)
    for name, times in asked.items():
        measured = charged[name] - counted[name]
        print(
            f"{name}: {times} decisions, charged {charged[name]} ({charged[name] / times:.1%}), of them "
            f"{counted[name]} counted exactly; of {measured} measured ones {above[name]} are confirmed "
            f"afresh, {sure[name]} by two standard errors",
            flush=True,
        )
    if len(off) > 1:
        error = statistics.stdev(off) / len(off) ** 0.5
        print(f"what was told less what was found afresh: {statistics.mean(off):+.2f} ± {1.96 * error:.2f} points")


def reasons(table: str, count: int, seed: int) -> None:
    """Print how often what a reason says is not so: by what lies open, and in new samples."""
    themes, wrong = Counter[str](), Counter[str]()
    asked = 0
    for at, (_, view) in enumerate(positions(table, count, seed)):
        if view.last_eight and view.players == 2:
            continue
        asked += 1
        options = choose(Level.REGULAR, view, random.Random(at)).options
        one, other = options[0].action, random.Random(at).choice(options[1:]).action
        found = compare(view, one, other, at * 2, GROUPS)
        if found.points.mean < 0:
            found = compare(view, other, one, at * 2, GROUPS)
        story = told(view, found)
        if story is None:
            themes["many small things" if found.told else "little"] += 1
            continue
        themes[story.reason.theme.value] += 1
        amiss = seems(view, found, story)
        if amiss:
            wrong[f"{story.reason.theme.value}: {amiss}"] += 1
        amiss = holds(compare(view, found.one, found.other, at * 2 + 1, 2 * GROUPS), story)
        if amiss:
            wrong[f"{story.reason.theme.value}, afresh: {amiss}"] += 1
    said = sum(times for theme, times in themes.items() if " " not in theme and theme != "little")
    print(f"{table}: {asked} comparisons, {said} with a reason, {sum(wrong.values())} wrong", dict(themes), dict(wrong))


async def _hints(views: list[View]) -> list[tuple[Hint, float]]:
    thinking = Thinking(1)
    found = []
    try:
        await thinking.hint(views[0], seeds_of(0))  # the process has to be begun
        for at, view in enumerate(views):
            began = time.monotonic()
            given = await thinking.hint(view, seeds_of(at))
            found.append((given, time.monotonic() - began))
    finally:
        thinking.close()
    return found


def _burn() -> None:
    while True:
        pass


def load(table: str, count: int, seed: int) -> None:
    """Print whether hints of a machine on which two programs want each core are those of an idle one."""
    views = [view for _, view in positions(table, count, seed)]
    here = [hint(view, seeds_of(at)) for at, view in enumerate(views)]
    burning = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(2 * (os.cpu_count() or 1))]
    for each in burning:
        each.start()
    found = asyncio.run(_hints(views))
    for each in burning:
        each.terminate()
    waited = sorted(seconds for _, seconds in found)
    same = sum(given == other for (given, _), other in zip(found, here, strict=True))
    thumbs = sum(given.rule_of_thumb for given, _ in found)
    print(
        f"{table}: {same} of {len(views)} hints are the same in every number, {thumbs} by a rule of thumb; waited "
        f"{statistics.median(waited):.1f} s (median), {waited[int(0.95 * len(waited))]:.1f} s (p95), {waited[-1]:.1f} s"
    )


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether the coach can be trusted.")
    parser.add_argument("what", choices=("effort", "verdict", "reasons", "load"))
    parser.add_argument("--table", choices=tuple(TABLES), default="two")
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.what == "effort":
        effort(chosen.positions, chosen.seed)
    else:
        {"verdict": verdict, "reasons": reasons, "load": load}[chosen.what](chosen.table, chosen.positions, chosen.seed)


if __name__ == "__main__":
    main()
