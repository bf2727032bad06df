"""Least squares for the house players' learned numbers, with one row of numbers for some numbers of tricks left."""

from __future__ import annotations

from typing import Any, Final

KNOTS: Final = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 23)
"""Numbers of tricks left that have a row of their own; between them the numbers are interpolated."""


class Sums:
    """Sums for least squares over the moments with one number of tricks left."""

    def __init__(self, width: int) -> None:
        self.moments = 0
        self.total = self.square = 0.0
        self.outcome = [0.0] * width
        self.product = [[0.0] * width for _ in range(width)]

    def add(self, counted: list[float], outcome: float) -> None:
        """Add a moment."""
        self.moments += 1
        self.total += outcome
        self.square += outcome * outcome
        there = [(at, value) for at, value in enumerate(counted) if value]
        for at, value in there:
            self.outcome[at] += value * outcome
            line = self.product[at]
            for other, factor in there:
                line[other] += value * factor

    def join(self, other: Sums) -> None:
        """Add the sums of another."""
        self.moments += other.moments
        self.total += other.total
        self.square += other.square
        self.outcome = [a + b for a, b in zip(self.outcome, other.outcome, strict=True)]
        self.product = [
            [a + b for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.product, other.product, strict=True)
        ]

    def error(self, weights: list[float]) -> float:
        """Return the sum of the squared differences between the outcomes and the predictions by some weights."""
        told = sum(a * b for a, b in zip(weights, self.outcome, strict=True))
        lines = [sum(b * c for b, c in zip(weights, line, strict=True)) for line in self.product]
        spread = sum(a * line for a, line in zip(weights, lines, strict=True))
        return self.square - 2.0 * told + spread

    @property
    def spread(self) -> float:
        """The sum of the squared differences between the outcomes and their mean."""
        return self.square - self.total * self.total / self.moments

    def written(self) -> dict[str, Any]:
        """Return the sums as JSON, with only one half of the symmetric products."""
        return {
            "moments": self.moments, "total": self.total, "square": self.square, "outcome": self.outcome,
            "product": [line[: at + 1] for at, line in enumerate(self.product)],
        }  # fmt: skip

    @classmethod
    def read(cls, found: dict[str, Any]) -> Sums:
        """Return sums from JSON."""
        sums = cls(len(found["outcome"]))
        sums.moments, sums.total, sums.square = found["moments"], found["total"], found["square"]
        sums.outcome = found["outcome"]
        for at, line in enumerate(found["product"]):
            for other, value in enumerate(line):
                sums.product[at][other] = sums.product[other][at] = value
        return sums


def shares(turns: int) -> list[tuple[int, float]]:
    """Return the rows that a number of tricks left lies between, with the share of each."""
    if turns >= KNOTS[-1]:
        return [(len(KNOTS) - 1, 1.0)]
    high = next(at for at, knot in enumerate(KNOTS) if knot > turns)
    share = (turns - KNOTS[high - 1]) / (KNOTS[high] - KNOTS[high - 1])
    return [(high - 1, 1.0 - share), (high, share)] if share else [(high - 1, 1.0)]


def solved(matrix: list[list[float]]) -> list[float]:
    """Return the solution of positive definite equations whose last column is the right-hand side."""
    size = len(matrix)
    for at in range(size):
        pivot = [value / matrix[at][at] for value in matrix[at][at:]]
        for other in range(at + 1, size):
            if factor := matrix[other][at]:
                matrix[other][at:] = [a - factor * b for a, b in zip(matrix[other][at:], pivot, strict=True)]
        matrix[at][at:] = pivot
    found = [0.0] * size
    for at in reversed(range(size)):
        line = matrix[at]
        found[at] = line[size] - sum(line[other] * found[other] for other in range(at + 1, size))
    return found


def fitted(by_turns: dict[int, Sums], width: int, ridge: float, smooth: float) -> list[list[float]]:
    """Return the rows that best predict the outcomes, drawn a little towards zero and to each other.

    Args:
        by_turns: The sums by the number of tricks left.
        width: How many numbers a row has.
        ridge: How strongly every number is drawn towards zero, as a number of moments.
        smooth: How strongly a number is drawn towards the same one in the row before, times the square of the tricks
            left.
    """
    size = width * len(KNOTS)
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    moments = sum(sums.moments for sums in by_turns.values())
    scale = [sum(sums.product[at][at] for sums in by_turns.values()) / moments + 1e-3 for at in range(width)]
    for turns, sums in by_turns.items():
        for one, share in shares(turns):
            for at in range(width):
                line = matrix[one * width + at]
                line[size] += share * sums.outcome[at]
                for other, factor in shares(turns):
                    start = other * width
                    for place, value in enumerate(sums.product[at]):
                        line[start + place] += share * factor * value
    for knot in range(len(KNOTS)):
        for at in range(width):
            here = knot * width + at
            matrix[here][here] += ridge * scale[at]
            if knot > 1:
                before, drawn = here - width, smooth * KNOTS[knot] ** 2 * scale[at]
                matrix[here][here] += drawn
                matrix[before][before] += drawn
                matrix[here][before] -= drawn
                matrix[before][here] -= drawn
    found = solved(matrix)
    return [found[knot * width : (knot + 1) * width] for knot in range(len(KNOTS))]
