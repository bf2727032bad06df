"""Find the weights of the house players' evaluation by the cross-entropy method.

Every generation draws candidates around the present middle, lets each play the same deals twice with the seats
exchanged against an opponent, and moves the middle and the spread to the best quarter. Both sides play the last
eight tricks exactly, as the players do. The result is a row for ``bot/house/weights.py``.

    python benchmarks/tune_house.py --generations 20 --against greedy
    python benchmarks/tune_house.py --generations 30 --against tuned --start tuned
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from dataclasses import fields
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house import Player, duel, evaluating, greedy
from bot.engine import PRESETS
from bot.engine.law import Law, law_for
from bot.house.weights import HAND_TUNED, TUNED, Weights

LEAST = 1e-3


def draw(middle: list[float], spread: list[float], rng: random.Random) -> list[float]:
    """Draw a candidate: every weight is varied by a factor."""
    return [max(LEAST, m) * math.exp(rng.gauss(0.0, s)) for m, s in zip(middle, spread, strict=True)]


def within_bounds(values: list[float]) -> list[float]:
    """Keep probabilities and shares below one."""
    shares = {
        "one_missing", "win", "ready", "take_brisque", "take_plain", "trump_plain", "trump_brisque",
    }  # fmt: skip
    return [
        min(value, 0.98) if field.name in shares else value
        for field, value in zip(fields(Weights), values, strict=True)
    ]


def tune(law: Law, start: Weights, against: list[Player], chosen: argparse.Namespace) -> Weights:
    """Return the middle of the last generation."""
    rng = random.Random(chosen.seed)
    middle = start.values()
    spread = [chosen.spread] * len(middle)
    elite = max(3, chosen.population // 4)
    for generation in range(chosen.generations):
        began = time.monotonic()
        candidates = [within_bounds(draw(middle, spread, rng)) for _ in range(chosen.population - 1)] + [middle]
        scored = []
        for values in candidates:
            player = evaluating(start.changed(values))
            means = [
                statistics.mean(
                    duel(law, player, other, chosen.pairs, seed=1000 * chosen.seed + generation, plain=True)
                )
                for other in against
            ]
            scored.append((statistics.mean(means), values))
        scored.sort(reverse=True)
        best = [values for _, values in scored[:elite]]
        for at in range(len(middle)):
            logs = [math.log(max(LEAST, values[at])) for values in best]
            middle[at] += 0.7 * (math.exp(statistics.mean(logs)) - middle[at])
            spread[at] = max(0.06, 0.3 * spread[at] + 0.7 * (statistics.stdev(logs) + 0.02))
        print(
            f"generation {generation + 1}: best {scored[0][0]:+.1f}, elite {scored[elite - 1][0]:+.1f}, "
            f"{time.monotonic() - began:.0f} s"
        )
        for field, value, wide in zip(fields(Weights), middle, spread, strict=True):
            print(f"    {field.name}={value:.3f},  # {wide:.2f}")
        sys.stdout.flush()
    return start.changed(middle)


def main() -> None:
    """Read the command line, tune and print."""
    parser = argparse.ArgumentParser(description="Tune the weights of the house players' evaluation.")
    parser.add_argument("--generations", type=int, default=20)
    parser.add_argument("--population", type=int, default=36)
    parser.add_argument("--pairs", type=int, default=50, help="deals a candidate, each played twice (50)")
    parser.add_argument("--spread", type=float, default=0.5, help="the first spread, as a factor's logarithm (0.5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", choices=("hand", "tuned"), default="hand")
    parser.add_argument("--against", choices=("greedy", "tuned", "both"), default="both")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    chosen = parser.parse_args()
    law = law_for(PRESETS[chosen.preset].rules(2).changed({"target": 10000, "finish": "end_of_deal"}))
    against = [greedy] if chosen.against != "tuned" else []
    if chosen.against != "greedy":
        against.append(evaluating(TUNED))
    weights = tune(law, TUNED if chosen.start == "tuned" else HAND_TUNED, against, chosen)
    print(repr(weights))


if __name__ == "__main__":
    main()
