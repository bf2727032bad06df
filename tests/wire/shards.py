"""Many processes that share the shards, with tables all over them: members play while processes end and others come.

Each shard is clicked on at all times, so that it is seen for how long nobody answered for it.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from discord.utils import utcnow

from bot.engine import build_rules
from bot.tables import Player, Status, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.values.parts import Terms
from bot.ui.routes.table import ShowHand
from db import Store
from tests.databases import connected, url_of
from tests.programs import Launched, Launcher
from tests.tables.at_table import loading

from .audit import Audit, tables_in
from .club import offers
from .ground import SETTLED_SECONDS
from .ledger import Click, Ledger
from .many import Many, channel_in
from .messages import Json
from .server import Asked

FIRST_USER: Final = 10**17
FIRST_MESSAGE: Final = 11 * 10**17
MEMBERS_WAIT: Final = 3.0
"""So long Discord waits for an answer."""
AGAIN: Final = 1.0
"""After so long somebody tries again who knows that nobody answers."""
TOGETHER: Final = 8
"""So many tables are opened at the same time before a run."""


class Notes(Ledger):
    """What was clicked; nothing is asked of the database meanwhile, which belongs to the processes."""

    def __post_init__(self) -> None:
        """Look at nothing."""

    def close(self) -> None:
        """Hold nothing."""

    def committed(self) -> dict[int, int]:
        """Say that nothing is known."""
        return {}


class Worker:
    """One process that shares the work; it can be killed and started again."""

    def __init__(self, launcher: Launcher, wire: Many, folder: Path, shards: Sequence[int], **environment: str) -> None:
        self.shards = shards
        self._wire = wire
        self._folder = folder
        self.launcher = launcher
        self._launched: Launched | None = None
        self.environment = environment
        self.log: list[str] = []

    @property
    def said(self) -> str:
        """Its log so far."""
        return self._launched.said if self._launched is not None else ""

    @property
    def process(self) -> int:
        """Its number for the system."""
        assert self._launched is not None
        return self._launched._process

    async def start(self) -> None:
        """Start it, and do not wait."""
        own = ",".join(map(str, self.shards))
        shared = {"BEZIQUE_SHARDS": f"{own}/{self._wire.gateway.shards}"} | self.environment
        self._launched = await self.launcher.start(
            self._folder, "run", server=self._wire, DISCORD_TOKEN="any",
            BEZIQUE_DATABASE_URL=url_of(self._folder / "bezique.db"), BEZIQUE_PICTURES="false",
            **{name: value for name, value in shared.items() if value},
        )  # fmt: skip

    async def end(self, number: signal.Signals) -> int:
        """Send it a signal, wait for its end, keep what it wrote, and return its exit code."""
        if self._launched is None:
            return 0
        launched, self._launched = self._launched, None
        ended = await launched.stop(number)
        self.log.append(ended.out + ended.err)
        return ended.code

    async def close(self) -> None:
        """Let it run no more."""
        await self.end(signal.SIGKILL)


@dataclass
class Place:
    """A table, who sits there, and what was seen of it."""

    table: int
    server: int
    users: tuple[int, int]
    board: Json
    turn: int = 0
    """Whose turn it may be: the first or the second."""


@dataclass
class Waits:
    """Which shards answer, as those who click there see it.

    Attributes:
        answered: When a shard answered last.
        failed: Since when it has answered nobody, where somebody was told that the interaction failed.
    """

    answered: dict[int, float] = field(default_factory=dict)
    failed: dict[int, float] = field(default_factory=dict)

    def good(self, shard: int, asked_at: float, now: float) -> None:
        """Note that somebody who had asked then was answered."""
        if asked_at >= self.failed.get(shard, 0.0):
            self.failed.pop(shard, None)
        if asked_at >= self.answered.get(shard, 0.0):
            self.answered[shard] = now

    def bad(self, shard: int, asked_at: float) -> None:
        """Note that somebody who asked then was not answered in time."""
        if asked_at > self.answered.get(shard, 0.0):
            self.failed.setdefault(shard, asked_at)


class Show:
    """A run."""

    def __init__(self, folder: Path, wire: Many, workers: Sequence[Worker], rng: random.Random) -> None:
        self.folder = folder
        self.wire = wire
        self.workers = list(workers)
        self.notes = Notes(wire, folder)
        self.places: list[Place] = []
        self.waits = Waits()
        self.counts: Counter[str] = Counter()
        self.times: list[float] = []
        self.stopping = False
        self.taken_over: list[list[float]] = []
        """For each process that was killed, after how many seconds others answered for each of its shards."""
        self._watching: list[asyncio.Task[None]] = []
        self._rng = rng

    # ------------------------------------------------------------ before

    async def furnish(self, tables: int) -> None:
        """Open so many tables, spread over all servers, each with its first deal dealt."""
        store = await Store.open(url_of(self.folder / "bezique.db"))
        service = Tables(store, utcnow, chance=random.Random(self._rng.random()))
        await loading(service).load()
        servers = self.wire.servers
        numbers = iter(range(tables))

        async def some() -> None:
            for number in numbers:
                self.places.append(await self._furnished(service, number, servers[number % len(servers)]))

        await asyncio.gather(*(some() for _ in range(TOGETHER)))
        await store.close()

    async def _furnished(self, service: Tables, number: int, server: int) -> Place:
        one, two = (FIRST_USER + 2 * number + at for at in range(2))
        players = [Player(user, f"User {user}") for user in (one, two)]
        table = await service.open(
            guild_id=server, channel_id=channel_in(server), opener=players[0],
            rules=build_rules("modern", 2, {}), terms=Terms("modern"),
        )  # fmt: skip
        message = str(FIRST_MESSAGE + number)
        await service.ask(table.id, dealing.posted, int(message) - 10**9)
        await service.join(table.id, players[1])
        await service.start(table.id, one)
        await service.ask(table.id, dealing.posted, int(message))
        button = {"type": 2, "style": 1, "label": "My hand", "custom_id": ShowHand(table.id).custom_id}
        board = self.wire.put(message, str(channel_in(server)), [{"type": 1, "components": [button]}])
        self.notes.opened.append(Asked("0", "none", one, "0", callback={"type": 4}))
        return Place(table.id, server, (one, two), board)

    # ------------------------------------------------------------ members

    def begin(self, pause: float) -> None:
        """Let somebody click in every shard again and again, so many seconds apart, until `stopping`."""
        by_shard: dict[int, list[Place]] = {}
        for place in self.places:
            by_shard.setdefault(self.wire.shard_of(place.server), []).append(place)
        self._watching += [asyncio.create_task(self._live(shard, places, pause)) for shard, places in by_shard.items()]

    async def _live(self, shard: int, places: Sequence[Place], pause: float) -> None:
        await asyncio.sleep(pause * self._rng.random())
        while not self.stopping:
            await self._step(shard, self._rng.choice(places))
            await asyncio.sleep(pause * (0.5 + self._rng.random()))

    async def _step(self, shard: int, place: Place) -> None:
        """Let a member ask for their hand, and do one of the things that are offered there."""
        user = place.users[place.turn % 2]
        wait = AGAIN if shard in self.waits.failed else MEMBERS_WAIT
        press = await self._press(shard, user, place.board, ShowHand(place.table).custom_id, wait=wait)
        panel = self.wire.messages.get(press.asked.original or "") if press is not None else None
        if panel is None:
            return
        found = offers(panel)
        place.turn += 1
        if not found:
            return
        custom_id, value = self._rng.choice(found)
        await self._press(shard, user, panel, custom_id, value)

    async def _press(
        self, shard: int, user: int, message: Json, custom_id: str, value: str = "", wait: float = MEMBERS_WAIT
    ) -> Click | None:
        began = time.monotonic()
        asked = await self.wire.press(user, message, custom_id, *([value] if value else []))
        click = Click(user, custom_id, value, asked, {})
        if (act := click.act) is not None:
            click.committed[act[0]] = act[1]
            self.notes.clicks.append(click)
        self.counts["clicks"] += 1
        try:
            async with asyncio.timeout(wait):
                await asked.answered.wait()
        except TimeoutError:
            self.counts["clicks without an answer"] += 1
            self.waits.bad(shard, began)
            return None
        now = time.monotonic()
        self.times.append(now - began)
        self.waits.good(shard, began, now)
        return click

    # ------------------------------------------------------------ processes

    async def all_answered(self, seconds: float) -> float:
        """Return once every shard has answered somebody, and no shard has failed somebody since; and after how long."""
        began = time.monotonic()
        everyone = {self.wire.shard_of(place.server) for place in self.places}
        before = dict(self.waits.answered)
        async with asyncio.timeout(seconds):
            while True:
                fresh = {shard for shard, at in self.waits.answered.items() if at > before.get(shard, 0.0)}
                if fresh >= everyone and not self.waits.failed:
                    return time.monotonic() - began
                await asyncio.sleep(0.1)

    def cut_lines(self) -> None:
        """Have the server end every connection of the bot's, as it does when it starts anew."""
        asked = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'bezique%' AND pid <> pg_backend_pid()"
        )
        with connected(self.folder / "bezique.db") as beside:
            list(beside.execute(asked))

    async def killed(self, worker: Worker, *, again: bool = True) -> None:
        """Kill a process, and watch when its shards answer again.

        Args:
            worker: The process.
            again: Whether it is started again at once, as a supervisor does; it may be faster than its standby.
        """
        code = await worker.end(signal.SIGKILL)
        at = time.monotonic()
        assert code == -signal.SIGKILL, worker.log[-1][-3000:]
        self.counts["kills"] += 1
        self._watching.append(asyncio.create_task(self._watch(worker.shards, at)))
        if again:
            await worker.start()

    async def _watch(self, shards: Iterable[int], killed: float) -> None:
        """Note after how long each shard of a process that was killed has answered somebody again."""
        waits: dict[int, float] = {}
        while missing := set(shards) - waits.keys():
            if self.stopping:
                break
            await asyncio.sleep(0.1)
            waits |= {
                shard: at - killed for shard, at in self.waits.answered.items() if shard in missing and at > killed
            }
        self.taken_over.append(sorted(round(wait, 1) for wait in waits.values()))

    async def standing_by(self, worker: Worker) -> None:
        """Start a process whose shards are another one's, and return once it stands by."""
        await worker.start()
        self.workers.append(worker)
        async with asyncio.timeout(60):
            while "standby: " not in worker.said:  # noqa: ASYNC110 - it tells nobody but its log
                await asyncio.sleep(0.1)

    async def replaced(self, old: Worker, new: Worker) -> None:
        """Start a process as the standby of another one, and end that one."""
        await self.standing_by(new)
        code = await old.end(signal.SIGTERM)
        assert code == 0, old.log[-1][-3000:]
        self.workers.remove(old)
        self.counts["processes replaced"] += 1

    # ------------------------------------------------------------ after

    async def audited(self, former: Iterable[Worker] = ()) -> Audit:
        """Let the members stop, end all processes, and compare what is left with what members were told."""
        self.stopping = True
        await asyncio.gather(*self._watching)
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLED_SECONDS):
                while (await self._compared()).faults:  # noqa: ASYNC110 - boards come when they come
                    await asyncio.sleep(1)
        codes = await asyncio.gather(*(worker.end(signal.SIGTERM) for worker in self.workers))
        self.counts["ended badly"] += sum(map(bool, codes))
        self.notes.log = [text for worker in (*self.workers, *former) for text in worker.log]
        audit = await self._compared()
        audit.openings()
        audit.logs()
        if self.counts["ended badly"]:
            audit.faults.append(f"{self.counts['ended badly']} processes did not end as they should")
        # The turn of a process that is killed ends with it; Discord has whoever comes too soon then try again.
        if self.wire.gateway.refused and not self.counts["kills"]:
            audit.faults.append(f"{self.wire.gateway.refused} shards were identified too soon")
        return audit

    async def _compared(self) -> Audit:
        """Compare the record and the boards of those tables where somebody has acted with what members were told."""
        audit = Audit(self.notes, await tables_in(self.folder / "bezique.db"))
        audit.acts()
        for number in {act[0] for click in self.notes.clicks if click.taken and (act := click.act) is not None}:
            self._board(audit, audit.tables[number])
        return audit

    def _board(self, audit: Audit, table: Table) -> None:
        boards = [row.message_id for row in table.messages if row.role == "board" and not row.closed]
        shown = self.wire.messages.get(str(boards[0])) if boards else None
        if shown is not None and table.status is Status.PLAYING:
            audit.board(table, shown)
        else:
            audit.faults.append(f"table {table.id} has no board")

    def reset(self) -> None:
        """Count anew from here."""
        self.counts.clear()
        self.times.clear()
        self.taken_over.clear()
        self.wire.answers.clear()

    def told(self) -> Json:
        """Return what was measured, for printing."""
        times = sorted(self.times)

        def at(values: Sequence[float], part: float) -> float:
            return round(values[min(len(values) - 1, int(part * len(values)))], 3) if values else 0.0

        return {
            **self.counts,
            "answers a second time": sum(count - 1 for count in self.wire.answers.values()),
            "identified": len(self.wire.gateway.began), "identified too soon": self.wire.gateway.refused,
            "answer_ms": {"median": round(at(times, 0.5) * 1000), "p99": round(at(times, 0.99) * 1000)},
            "taken_over_after_seconds": self.taken_over,
        }  # fmt: skip


def written(told: Json) -> str:
    """Return what was measured as one line."""
    return json.dumps(told)
