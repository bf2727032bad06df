"""Kills at random moments: by the clock, at a request that was carried out, and at one that was not."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

from aiohttp import web

from tests.discord_server import Answered

from .audit import Audit
from .ground import Ground


@dataclass
class Trap:
    """Stands still at one of the next requests, before or after it is carried out, and says so."""

    left: int
    done_first: bool
    sprung: asyncio.Event = field(default_factory=asyncio.Event)
    over: asyncio.Event = field(default_factory=asyncio.Event)
    held: str = ""
    """The path of the request that stood still."""

    async def __call__(self, request: web.Request, path: str, answered: Answered) -> web.Response:
        """Answer a request, unless it is the one."""
        self.left -= 1
        if self.left:
            return await answered(request, path)
        if self.done_first:
            await answered(request, path)
        self.held = path
        self.sprung.set()
        await self.over.wait()
        return web.Response(status=500)


async def crash_run(ground: Ground, rng: Random, *, kills: int, most: float = 1.2) -> Audit:
    """Let members play, kill the bot so many times and start it again, then compare everything.

    Args:
        ground: Where; the bot is not started yet.
        kills: How often.
        most: After so many seconds at the latest each time.
    """
    playing = asyncio.create_task(ground.club.play())
    starting = 0
    await ground.warmed_up()
    await ground.kill()
    for _ in range(kills - 1):
        trap = Trap(rng.randrange(1, 120), rng.random() < 0.5)
        if rng.random() < 0.1:  # while it starts
            starting += 1
            start = asyncio.create_task(ground.start())
            await ground.wire.until(lambda: ground.process.runs)
            await asyncio.sleep(rng.uniform(0, 0.5))
            start.cancel()
            await asyncio.gather(start, return_exceptions=True)
        else:
            await ground.start()
            if rng.random() < 0.6:
                ground.wire.trouble = trap
                with suppress(TimeoutError):
                    await asyncio.wait_for(trap.sprung.wait(), most)
            else:
                await asyncio.sleep(rng.uniform(0, most))
        await ground.kill()
        trap.over.set()
        ground.wire.trouble = None
    await ground.start()
    await asyncio.sleep(2 * most)
    ground.club.stopping = True
    await playing
    audit = await ground.audited()
    audit.counts["kills"], audit.counts["of them while starting"] = kills, starting
    audit.counts["games played"] = sum(group.finished for group in ground.club.groups)
    return audit
