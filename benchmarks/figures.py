"""What benchmarks share: delays of the event loop, quantiles, and printing figures as a table or as JSON."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SAMPLE_SECONDS = 0.005


@dataclass
class Delays:
    """Recorded delays, in seconds."""

    late: list[float] = field(default_factory=list)
    """Time that a task slept longer than requested."""
    own: list[float] = field(default_factory=list)
    """The part of it in which this process was computing."""


async def sample(delays: Delays) -> None:
    """Record delays until cancelled."""
    while True:
        began, computed = time.perf_counter(), time.process_time()
        await asyncio.sleep(SAMPLE_SECONDS)
        late = time.perf_counter() - began - SAMPLE_SECONDS
        delays.late.append(late)
        delays.own.append(max(0.0, min(late, time.process_time() - computed)))


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
