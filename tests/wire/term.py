"""Ends at random moments under clicks: by the clock, and while Discord keeps an answer back, awhile or for ever."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from random import Random
from typing import Final

from .audit import Audit
from .crash import Trap
from .ground import Ground

LONGEST_END: Final = 10.0
"""Seconds after which a container is killed."""


async def term_run(ground: Ground, rng: Random, *, ends: int, most: float = 1.2) -> Audit:
    """Let members play, tell the bot to end so many times, also while a request stands still, and compare everything.

    Args:
        ground: Where; the bot is not started yet.
        ends: How often.
        most: After so many seconds at the latest each time.
    """
    playing = asyncio.create_task(ground.club.play())
    faults, took, hung, held = [], [], 0, []
    await ground.warmed_up()
    await ground.end(quietly=False)
    for _ in range(ends - 1):
        trap = Trap(rng.randrange(1, 80), rng.random() < 0.5)
        await ground.start()
        if rng.random() < 0.6:
            ground.wire.trouble = trap
            with suppress(TimeoutError):
                await asyncio.wait_for(trap.sprung.wait(), most)
        else:
            await asyncio.sleep(rng.uniform(0, most))
        if trap.sprung.is_set() and rng.random() < 0.15:
            hung += 1
        else:
            asyncio.get_running_loop().call_later(rng.uniform(0, 1), trap.over.set)
        began = time.monotonic()
        ended = await ground.end(quietly=False)
        took.append(time.monotonic() - began)
        trap.over.set()
        held.append(trap.held)
        ground.wire.trouble = None
        if ended.code != 0 or took[-1] > LONGEST_END:
            faults.append(f"an end took {took[-1]:.1f} s and gave {ended.code}: {ended.err[-2000:]}")
    await ground.start()
    await asyncio.sleep(most)
    ground.club.stopping = True
    await playing
    audit = await ground.audited(held)
    audit.faults[:0] = faults
    audit.counts["ends"], audit.counts["of them while an answer never came"] = ends, hung
    audit.counts["longest end, in ms"] = round(1000 * max(took))
    return audit
