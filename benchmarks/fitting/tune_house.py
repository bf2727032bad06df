"""Find the weights of the house players' evaluation by the cross-entropy method.

Every generation draws candidates around the present mean, lets each play the same deals twice, with the seats
exchanged, against an opponent, and moves the mean and the spread to the best quarter. Both sides play the last eight
tricks exactly, as the players do. The result is a row for ``bot/house/weights.py``.

    python benchmarks/fitting/tune_house.py --generations 20 --against greedy
    python benchmarks/fitting/tune_house.py --generations 30 --against tuned --start tuned
    python benchmarks/fitting/tune_house.py --last-eight 12000

The last command fits, by least squares, the value of the cards of two hands in the last eight tricks
(``bot/house/last_tricks.py``).
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

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.house import Player, duel, evaluating, greedy
from bot.engine import PRESETS
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.ending import Ending
from bot.house.last_tricks import Plain, counts
from bot.house.policy import Mind
from bot.house.weights import TUNED, Weights

LEAST = 1e-3
HAND_TUNED = Weights(
    one_missing=0.7,
    more_missing=0.6,
    win=0.2,
    later=0.45,
    tempo=2.7,
    ready=0.1,
    deny=0.03,
    denial=0.0,
    ace=2.0,
    ten=4.0,
    trump=2.0,
    trump_brisque_kept=1.0,
    rank_step=0.3,
    late=1.0,
    early=0.4,
    take_brisque=0.69,
    take_plain=0.39,
    trump_plain=0.108,
    trump_brisque=0.716,
    double=0.81,
    exposing=0.45,
)
"""The first guess, from which the tuning began."""


def draw(middle: list[float], spread: list[float], rng: random.Random) -> list[float]:
    """Draw a candidate by varying every weight by a factor."""
    return [max(LEAST, m) * math.exp(rng.gauss(0.0, s)) for m, s in zip(middle, spread, strict=True)]


def within_bounds(values: list[float]) -> list[float]:
    """Limit probabilities and shares to at most one."""
    shares = {
        "one_missing", "win", "ready", "take_brisque", "take_plain", "trump_plain", "trump_brisque",
    }  # fmt: skip
    return [
        min(value, 0.98) if field.name in shares else value
        for field, value in zip(fields(Weights), values, strict=True)
    ]


def tune(law: Law, start: Weights, against: list[Player], chosen: argparse.Namespace) -> Weights:
    """Return the mean of the last generation."""
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


def endings(law: Law, number: int, rng: random.Random) -> list[tuple[list[float], float]]:
    """Return the features of endings of deals between two players with the evaluation, and their exact results.

    In the eight tricks before, every tenth action is random, so that unusual hands occur too; the stock is then drawn
    in four orders.
    """
    rows: list[tuple[list[float], float]] = []
    while len(rows) < number:
        deck = rng.sample(law.pack, len(law.pack))
        deal = open_deal(law, 0, 0, tuple(deck), (0, 0))
        while deal.left > 16:
            deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
        known, at = deal, len(deck) - deal.left + (deal.turn_up >= 0)
        for _ in range(4):
            stock = rng.sample(deck[at:], len(deck) - at)
            deal = known._replace(base=known.base._replace(deck=(*deck[:at], *stock)))
            while deal.left:
                chosen = rng.choice(legal_moves(deal)) if rng.random() < 0.1 else Mind(deal, deal.turn, TUNED).act(deal)
                deal = advance(deal, chosen)
            leader, follower = deal.hold[deal.turn], deal.hold[1 - deal.turn]
            exact = Ending(deal.law, deal.trump).lines(leader, follower)[0].points
            rows.append((counts(leader, follower, deal.trump), float(exact)))
    return rows


def least_squares(rows: list[tuple[list[float], float]], *, ridge: float = 3.0) -> list[float]:
    """Return the weights whose weighted sums best match the outcomes, drawn a little towards zero."""
    size = len(rows[0][0])
    matrix = [[ridge if at == other else 0.0 for other in range(size + 1)] for at in range(size)]
    for counted, outcome in rows:
        for at, value in enumerate(counted):
            if value:
                line = matrix[at]
                for other, factor in enumerate(counted):
                    line[other] += value * factor
                line[size] += value * outcome
    for at in range(size):  # the matrix is positive definite, so no pivot search is needed
        pivot = [value / matrix[at][at] for value in matrix[at]]
        matrix[at] = pivot
        for other in range(size):
            if other != at and (factor := matrix[other][at]):
                matrix[other] = [a - factor * b for a, b in zip(matrix[other], pivot, strict=True)]
    return [line[size] for line in matrix]


def fit_last_eight(law: Law, number: int, seed: int) -> None:
    """Fit the estimate of the last eight tricks, and print it with its accuracy on endings kept apart."""
    rows = endings(law, number, random.Random(seed))
    fitted = rows[: 4 * len(rows) // 5]
    weights = least_squares(fitted)
    others = rows[len(fitted) :]
    errors = [sum(a * b for a, b in zip(weights, counted, strict=True)) - outcome for counted, outcome in others]
    share = statistics.fmean(error * error for error in errors) / statistics.pvariance(row[1] for row in others)
    print(f"R² = {1 - share:.3f}, error {statistics.pstdev(errors):.1f} points")
    half, plain = (len(weights) + 1) // 2, len(Plain._fields)
    rounded = [round(weight, 1) for weight in weights]
    print(f"EIGHT_BASE = {rounded[0]}")
    for name, numbers in (("LEADER", rounded[1:half]), ("FOLLOWER", rounded[half:])):
        print(f"EIGHT_{name} = EightWeights({tuple(numbers[:plain])}, {tuple(numbers[plain:])})")


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
    parser.add_argument("--last-eight", type=int, metavar="ENDINGS", help="fit the guess of the last eight tricks")
    chosen = parser.parse_args()
    book = PRESETS[chosen.preset].rules(2)
    law = law_for(book.changed({"target": 10000, "finish": "end_of_deal"} if "target" in book.free() else {}))
    if chosen.last_eight:
        fit_last_eight(law, chosen.last_eight, chosen.seed)
        return
    against = [greedy] if chosen.against != "tuned" else []
    if chosen.against != "greedy":
        against.append(evaluating(TUNED))
    weights = tune(law, TUNED if chosen.start == "tuned" else HAND_TUNED, against, chosen)
    print(repr(weights))


if __name__ == "__main__":
    main()
