"""Delays of the event loop: how much too long a task sleeps, and how much of that the bot itself was computing."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

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
