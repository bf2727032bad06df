"""The ground on which a run takes place: Discord over the wire, the bot as a process, and members who play."""

from __future__ import annotations

import asyncio
import json
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from db import Store
from tests.databases import url_of
from tests.programs import Ended, Launcher

from .audit import Audit, tables_in
from .club import MORE_CHANNELS, Club, Group, groups_of
from .ledger import Ledger
from .process import Process
from .server import CHANNEL, Wire

QUIET_SECONDS = 0.5
"""Where the bot has called nobody for so long, it has said what it had to say."""
SETTLED_SECONDS = 90.0
"""Seconds after the last click in which every board has to show its table, on a busy machine too.

A board may wait ten for the card that ends a trick, and a lost call ten for its answer, then some for the next try.
"""


@dataclass
class Ground:
    """All that a run needs, and what came of it so far."""

    launcher: Launcher
    wire: Wire
    process: Process
    ledger: Ledger
    club: Club
    folder: Path
    online: bool = False
    figures: dict[str, object] = field(default_factory=dict)

    async def start(self) -> None:
        """Start the bot, and let members see that it is online."""
        await self.process.start()
        self.online = True

    async def warmed_up(self) -> None:
        """Start the bot, and return once an act was done and acknowledged."""
        await self.start()
        await self.wire.until(lambda: any(click.act is not None and click.taken for click in self.ledger.clicks))

    async def kill(self) -> None:
        """End the bot from one instruction to the next, and keep what it wrote."""
        self.online = False
        ended = await self.process.end(signal.SIGKILL)
        self.ledger.log.append(ended.out + ended.err)
        assert ended.code == -signal.SIGKILL, ended.err[-3000:]

    async def end(self, *, quietly: bool = True) -> Ended:
        """Tell the bot to end, keep what it wrote, and return how it ended.

        Args:
            quietly: Whether nobody clicks any more by then.
        """
        self.online = not quietly
        ended = await self.process.end(signal.SIGTERM)
        self.online = False
        self.ledger.log.append(ended.out + ended.err)
        return ended

    async def quiet(self) -> None:
        """Return once the bot has called nobody for a while."""
        async with asyncio.timeout(SETTLED_SECONDS):
            calls = -1
            while calls != len(self.wire.calls):
                calls = len(self.wire.calls)
                await asyncio.sleep(QUIET_SECONDS)

    async def audited(self, held: Sequence[str] | None = None) -> Audit:
        """Let the members stop and the bot come to rest, end it, and compare everything.

        Args:
            held: The paths of calls that Discord kept back and then failed; None: promised answers may be lost.
        """
        self.club.stopping = True
        self.wire.trouble = None
        before = await self._settled(held)
        if await self.club.deal():  # between two deals nobody has a panel
            before = await self._settled(held)
        await before.panels(self.club)
        await self.quiet()
        ended = await self.end()
        audit = Audit(self.ledger, await tables_in(self.folder / "bezique.db"), before.faults, before.counts)
        if ended.code != 0:
            audit.faults.append(f"it ended with code {ended.code}: {ended.err[-2000:]}")
        audit.all(self.club)
        if held is not None:
            audit.unanswered(held)
        await self._by_command(audit)
        return audit

    async def _settled(self, held: Sequence[str] | None) -> Audit:
        """Compare what members see, and once more until it is as it should be, or should have been long ago."""
        until = time.monotonic() + SETTLED_SECONDS
        while True:
            await self.quiet()
            seen = Audit(self.ledger, await tables_in(self.folder / "bezique.db"))
            seen.boards(self.club)
            late = Audit(self.ledger, {})
            if held is not None:
                late.unanswered(held)
            if not seen.faults + late.faults or time.monotonic() > until:
                return seen

    async def _by_command(self, audit: Audit) -> None:
        """Have the program itself check the database, and verify and replay every record."""
        records = audit.records()
        (self.folder / "records").write_text("\n".join(records) + "\n" if records else "")
        audit.counts["records verified"] = len(records)
        url = url_of(self.folder / "bezique.db")
        checked = await self.launcher.run(self.folder, "db", "check", "--standings", BEZIQUE_DATABASE_URL=url)
        if checked.code:
            audit.faults.append(f"db check: {checked.out}{checked.err}")
        for command in ("verify", "replay") if records else ():
            ended = await self.launcher.run(self.folder, command, "--lines", "records")
            said = [json.loads(line) for line in ended.out.splitlines()]
            wrong = [one for one in said if "error" in one or "false" in json.dumps(one.get("deals", ""))]
            if ended.code or wrong or len(said) != len(records):
                audit.faults.append(f"{command}: {len(said)} answers, {wrong[:2]} {ended.err[:500]}")


@asynccontextmanager
async def ground(
    launcher: Launcher,
    folder: Path,
    rng: Random,
    groups: list[Group] | None = None,
    wire: Wire | None = None,
    **environment: str,
) -> AsyncIterator[Ground]:
    """Lay out a ground with a bot that is not started yet; at the end nothing of it runs any more."""
    await (await Store.open(url_of(folder / "bezique.db"))).close()
    wire = wire or Wire()
    wire.channels = dict.fromkeys((CHANNEL, *MORE_CHANNELS))
    await wire.start()
    process = Process(launcher, wire, folder)
    process.environment |= {"BEZIQUE_LOG_LEVEL": "DEBUG", **environment}
    ledger = Ledger(wire, folder)
    club = Club(wire, ledger, groups or groups_of(list(wire.channels)), rng)
    laid = Ground(launcher, wire, process, ledger, club, folder)
    club.awake = lambda: laid.online
    try:
        yield laid
    finally:
        club.stopping = True
        if process.runs:
            await laid.kill()
        ledger.close()
        await wire.stop()
