"""The account of luck: how much of a deal's margin it explains, whether it is fair, and its fitted weights.

    python benchmarks/fitting/luck.py play two --deals 6000 --seed 1 --into two.jsonl  # goes on where it stopped
    python benchmarks/fitting/luck.py fit three=three.jsonl four=four.jsonl …  # fits these, and keeps the others
    python benchmarks/fitting/luck.py show two --deals 2000 --seed 900  # deals that no weight was fitted to

Deals are played by *regular* in all seats, which makes no random choices: the rest of the margin is then luck that the
account does not include.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.house import evaluating
from bot.coach.luck import KNOTS, SPREAD, TERMS, WEIGHTS, events_of, happenings, lead, shares
from bot.engine import PRESETS, Deal
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.weights import TUNED

ROOT: Final = Path(__file__).resolve().parents[2]
TABLES: Final = {"two": (2, False), "three": (3, False), "four": (4, False), "partners": (4, True)}
SIZE: Final = TERMS * KNOTS
RIDGE: Final = 30.0
"""Strength of the doubt about each weight of two hands, as a number of rows."""
BELIEF: Final = 1000.0
"""Strength of the belief that other tables have the weights of two hands up to one scale, as a number of rows."""
FOLDS: Final = 5
"""Number of parts into which deals are divided; each part is judged by weights fitted to the others."""

Row = tuple[float, list[float]]
"""A margin without the luck whose points are certain, and the amount of each term at each knot."""


def law_of(table: str, preset: str = "modern") -> Law:
    """Return the rules of a table, with a target so high that no game ends in the middle of a deal."""
    players, partners = TABLES[table]
    changes: dict[str, Any] = {"target": 10000}
    if partners:
        changes["partners"] = True
    return law_for(PRESETS[preset].rules(players).changed(changes))


def played(law: Law, seed: int) -> list[Deal]:
    """Return all moments of a deal that *regular* plays in all seats."""
    rng = random.Random(seed)
    player = evaluating(TUNED)
    deck = list(law.pack)
    rng.shuffle(deck)
    moments = [open_deal(law, 0, seed % law.players, tuple(deck), (0,) * law.players)]
    while not moments[-1].over:
        moments.append(advance(moments[-1], player(moments[-1], rng)))
    return moments


def lookers(law: Law) -> range:
    """Return the seats from which a deal gives different information."""
    return range({2: 1, 3: 3, 4: 2 if law.rules.partners else 4}[law.players])


def row_of(moments: Sequence[Deal], seat: int) -> tuple[float, list[float]]:
    """Return a seat's lead without the luck whose points are certain, and the amount of each term at each knot."""
    law = moments[0].law
    found = [0.0] * (TERMS * KNOTS)
    margin = lead(law, moments[-1].score.totals, seat)
    weights = [lead(law, [float(each == other) for other in range(law.players)], seat) for each in range(law.players)]
    for each in happenings(moments):
        if each.sure is not None:
            margin -= lead(law, each.sure, seat)
        for weight, terms in zip(weights, each.terms, strict=True):
            for knot, share in shares(each.stage):
                for term, amount in terms:
                    found[knot * TERMS + term] += weight * share * amount
    return margin, found


def play(table: str, deals: int, seed: int, into: Path) -> None:
    """Play deals and write the effects of chance in each to one line of a file; deals already there are skipped."""
    law = law_of(table)
    done = sum(1 for _ in into.open()) if into.exists() else 0
    began = time.monotonic()
    with into.open("a") as file:
        for number in range(done, deals):
            moments = played(law, seed * 1_000_000 + number)
            rows = [row_of(moments, seat) for seat in lookers(law)]
            file.write(json.dumps([[m, {str(at): round(x, 4) for at, x in enumerate(v) if x}] for m, v in rows]) + "\n")
            file.flush()
            if number % 250 == 249:
                print(f"{number + 1} deals, {(time.monotonic() - began) / (number + 1 - done):.2f} s each", flush=True)


def read(path: Path) -> list[list[Row]]:
    """Return the rows of a file, by deal."""
    found = []
    for line in path.open():
        deal = []
        for margin, terms in json.loads(line):
            row = [0.0] * SIZE
            for at, amount in terms.items():
                row[int(at)] = amount
            deal.append((margin, row))
        found.append(deal)
    return found


def solve(matrix: list[list[float]], right: list[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive."""
    n = len(right)
    a = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    for k in range(n):
        pivot = a[k]
        for i in range(k + 1, n):
            factor = a[i][k] / pivot[k]
            if factor:
                a[i] = [x - factor * y for x, y in zip(a[i], pivot, strict=True)]
    found = [0.0] * n
    for k in reversed(range(n)):
        found[k] = (a[k][n] - sum(a[k][j] * found[j] for j in range(k + 1, n))) / a[k][k]
    return found


class Sums:
    """Sums over rows, from which the weights with the smallest remaining margins follow."""

    def __init__(self, rows: Iterable[Row]) -> None:
        self.rows = 0
        self.matrix = [[0.0] * SIZE for _ in range(SIZE)]
        self.right = [0.0] * SIZE
        for margin, row in rows:
            self.rows += 1
            there = [(at, x) for at, x in enumerate(row) if x]
            for at, x in there:
                self.right[at] += x * margin
                line = self.matrix[at]
                for other, y in there:
                    line[other] += x * y

    def less(self, other: Sums) -> Sums:
        """Return the sums without some of the rows."""
        found = Sums(())
        found.rows = self.rows - other.rows
        found.right = [x - y for x, y in zip(self.right, other.right, strict=True)]
        found.matrix = [
            [x - y for x, y in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.matrix, other.matrix, strict=True)
        ]
        return found

    def fitted(self, prior: Sequence[float] | None) -> list[float]:
        """Return the weights that leave the smallest margins.

        Args:
            prior: The expected weights up to one scale (None: nothing is known of them).
        """
        if prior is None:
            doubt, base = RIDGE, [0.0] * SIZE
        else:
            doubt = BELIEF
            explained = sum(w * x for w, x in zip(prior, self.right, strict=True))
            square = sum(
                w * sum(x * v for x, v in zip(line, prior, strict=True) if x)
                for w, line in zip(prior, self.matrix, strict=True)
            )
            base = [explained / square * w for w in prior]
        matrix, right = [list(line) for line in self.matrix], list(self.right)
        for at in range(SIZE):
            weight = doubt * matrix[at][at] / self.rows + 1e-6
            matrix[at][at] += weight
            right[at] += weight * base[at]
        return solve(matrix, right)


def left(rows: Iterable[Row], weights: Sequence[float]) -> list[float]:
    """Return the margins minus the luck that the weights give."""
    return [margin - sum(w * x for w, x in zip(weights, row, strict=True) if x) for margin, row in rows]


def fit(sources: dict[str, Path]) -> None:
    """Fit weights to the deals of each table and write them to the file; tables not named keep theirs.

    Two hands are fitted only to their own deals. The other tables have fewer deals, so they are also drawn to the
    weights of two hands. The remainder is printed for deals not used in the fit, a fifth of them at a time.
    """
    weights = {kind: [weight for knot in knots for weight in knot] for kind, knots in WEIGHTS.items()}
    spread = dict(SPREAD)
    for table in sorted(sources, key=lambda each: each != "two"):
        deals = read(sources[table])
        parts = [[row for deal in deals[part::FOLDS] for row in deal] for part in range(FOLDS)]
        sums = [Sums(part) for part in parts]
        whole = Sums(row for part in parts for row in part)
        prior = None if table == "two" else weights["two"]
        rest = [
            each
            for part, own in zip(parts, sums, strict=True)
            for each in left(part, whole.less(own).fitted(prior))
        ]  # fmt: skip
        before = [each for part in parts for each in left(part, weights[table])]
        weights[table], spread[table] = whole.fitted(prior), statistics.pstdev(rest)
        margins = [margin for part in parts for margin, _ in part]
        print(
            f"{table}: {len(deals)} deals, s.d. of the margin {statistics.pstdev(margins):.1f}; left of it by the "
            f"weights before {statistics.pstdev(before):.1f}, by the new ones, without a part in them, "
            f"{spread[table]:.1f}",
            flush=True,
        )
    write(weights, spread)


SPREAD_SAID: Final = (
    "By kind of table, the standard deviation in points of a deal's margin between equal players after luck is removed."
)


def write(weights: dict[str, list[float]], spread: dict[str, float]) -> None:
    """Write the weights to their place in ``bot/coach/luck.py``, between the marks that keep them as they are."""
    path = ROOT / "bot" / "coach" / "luck.py"
    before, rest = path.read_text(encoding="utf-8").split("# fmt: off\n")
    after = rest.split("# fmt: on\n")[1]
    lines = [
        "WEIGHTS: Final[dict[str, tuple[tuple[float, ...], ...]]] = {",
    ]
    for kind, found in weights.items():
        lines.append(f'    "{kind}": (')
        for knot in range(KNOTS):
            lines.append("        (")
            row = [f"{found[knot * TERMS + term]:.3g}" for term in range(TERMS)]
            row = [each if "." in each or "e" in each else each + ".0" for each in row]
            lines += [f"            {', '.join(row[at : at + 12])}," for at in range(0, TERMS, 12)]
            lines.append("        ),")
        lines.append("    ),")
    kept = ", ".join(f'"{kind}": {rest:.0f}.0' for kind, rest in spread.items())
    lines += [
        "}",
        '"""By kind of table and knot of the first stage, the weight of each term."""',
        f"SPREAD: Final[dict[str, float]] = {{{kept}}}",
        f'"""{SPREAD_SAID}"""',
    ]
    path.write_text(before + "\n".join(["# fmt: off", *lines, "# fmt: on", ""]) + after, encoding="utf-8")


def show(table: str, deals: int, seed: int, preset: str) -> None:
    """Print the mean of luck, which should be zero, and the part of the margin that luck leaves unexplained."""
    law = law_of(table, preset)
    margins, lucks, hands, swings = [], [], [], []
    for number in range(deals):
        moments = played(law, seed * 1_000_000 + number)
        events = events_of(moments)
        for seat in lookers(law):
            margins.append(lead(law, moments[-1].score.totals, seat))
            lucks.append(sum(lead(law, each.points, seat) for each in events))
            hands.append(sum(lead(law, each.points, seat) for each in events if each.trick))
            swings.append(margins[-1] - lucks[-1])
    rest = [margin - drawn for margin, drawn in zip(margins, hands, strict=True)]
    mean = statistics.fmean
    first = lucks[:: len(lookers(law))]  # the sum over all seats is zero in every deal
    error = statistics.pstdev(first) / math.sqrt(deals)
    slope = sum(a * b for a, b in zip(lucks, margins, strict=True)) / sum(a * a for a in lucks)
    print(
        f"{table}, {preset}: {deals} deals, seed {seed}; mean of luck {mean(first):+.2f} ± {error:.2f} (one standard "
        f"error); s.d. of the margin {statistics.pstdev(margins):.1f}, less draws {statistics.pstdev(rest):.1f}, less "
        f"hands too {statistics.pstdev(swings):.1f}; a point of luck brings {slope:.2f}; "
        f"mean margin {mean(margins[:: len(lookers(law))]):+.1f}"
    )


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure and fit the account of luck.")
    parser.add_argument("what", choices=("play", "fit", "show"))
    parser.add_argument("tables", nargs="+")
    parser.add_argument("--deals", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    chosen = parser.parse_args()
    if chosen.what == "fit":
        fit({table: Path(path) for table, path in (each.split("=", 1) for each in chosen.tables)})
        return
    for table in chosen.tables:
        if chosen.what == "play":
            play(table, chosen.deals, chosen.seed, chosen.into or Path(f"{table}.jsonl"))
        else:
            show(table, chosen.deals, chosen.seed, chosen.preset)


if __name__ == "__main__":
    main()
