"""Whether the coach can be trusted: what a decision takes, and whether hints and reviews say what is so.

    python benchmarks/coach.py effort              # seconds of one core for a decision of *strong*

Positions come from deals among *regular* players, one of each deal.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import time
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house_gain import moments
from bot.engine import PRESETS
from bot.engine.law import Law, law_for
from bot.house.levels import Level
from bot.house.players import Method, choose

TABLES: Final = {"two": (2, False), "three": (3, False), "four": (4, False), "partners": (4, True)}


def law_of(table: str) -> Law:
    """Return the rules of a table: no game ends in the middle of a deal."""
    players, partners = TABLES[table]
    changes: dict[str, Any] = {"target": 10000}
    if partners:
        changes["partners"] = True
    return law_for(PRESETS["modern"].rules(players).changed(changes))


def effort(positions: int, seed: int) -> None:
    """Print what decisions take that have to be searched."""
    for table in TABLES:
        rng = random.Random(seed)
        taken: list[float] = []
        for _, view in moments(law_of(table), rng):
            began = time.process_time()
            decision = choose(Level.STRONG, view, random.Random(rng.random()))
            if decision.method is Method.SAMPLED:
                taken.append(time.process_time() - began)
            if len(taken) >= positions:
                break
        taken.sort()
        print(
            f"{table}: median {statistics.median(taken):.3f} s, p95 {taken[int(0.95 * len(taken))]:.3f} s, "
            f"longest {taken[-1]:.3f} s ({len(taken)})",
            flush=True,
        )


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether the coach can be trusted.")
    parser.add_argument("what", choices=("effort",))
    parser.add_argument("--positions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    effort(chosen.positions, chosen.seed)


if __name__ == "__main__":
    main()
