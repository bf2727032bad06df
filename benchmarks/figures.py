"""What benchmarks share: quantiles, and printing figures as a table or as JSON."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


def quantiles(values: Sequence[float]) -> dict[str, float]:
    """Return the number of values, and some quantiles in milliseconds."""
    if not values:
        return {"count": 0}
    ordered = sorted(value * 1000 for value in values)
    parts = {"median": 0.5, "p95": 0.95, "p99": 0.99}
    found = {name: round(ordered[int(part * (len(ordered) - 1))], 1) for name, part in parts.items()}
    return {"count": len(ordered), **found, "worst": round(ordered[-1], 1)}


def show(groups: Mapping[str, Mapping[str, object]], *, as_json: bool) -> None:
    """Print groups of figures, each under its title and by name, or all of them as JSON; an empty title is left out."""
    if as_json:
        print(json.dumps(groups.get("", groups), indent=2))
        return
    for title, figures in groups.items():
        if title:
            print(f"\n{title}")
        for name, value in figures.items():
            print(f"{name:48}{value}")
