"""Processes whose leases are on one server of PostgreSQL's; their sessions are there when the test says so."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.shards.leases import Leases
from bot.shards.share import Share
from bot.shards.wish import Wish
from db import Store, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

COUNT = 8


class Process:
    """A process of which everything but Discord and the tables is real."""

    def __init__(self, store: Store, world: World, wish: str) -> None:
        self.store = store
        self.world = world
        self.share = Share(Wish.read(wish).count)
        self.leases = Leases(store, Wish.read(wish), self.share, self)
        self.at_once = True
        """Whether its sessions are ready as soon as they are begun."""
        self.ready: dict[int, bool] = {}
        self.known: set[int] = set()
        self.words: list[Word] = []
        self.read = 0
        self.task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        await self.leases.begin()
        self.task = asyncio.create_task(self.leases.run())

    async def stop(self) -> None:
        """End without handing anything over."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
        await self.leases.end()

    async def kill(self) -> None:
        """Be gone from one moment to the next."""
        assert self.task is not None
        self.task.cancel()
        line = self.leases.hold.line
        line._driver.terminate()
        await asyncio.gather(self.task, return_exceptions=True)
        await line.close()
        self.world.processes.remove(self)

    def sessions(self) -> Iterable[int]:
        return list(self.ready)

    def open(self, shard: int) -> None:
        self.ready.setdefault(shard, self.at_once)

    async def close(self, shard: int) -> None:
        await asyncio.sleep(0)
        self.ready.pop(shard, None)

    def is_ready(self, shard: int) -> bool:
        return self.ready.get(shard, False)

    async def adopt(self, shard: int) -> None:
        assert shard not in self.known
        others = [each for each in self.world.processes if each is not self and shard in each.share.held]
        assert not others, "somebody else still answers"
        self.known.add(shard)
        await asyncio.sleep(0)

    async def disown(self, shard: int) -> None:
        assert shard not in self.share.held, "it still answers"
        self.known.remove(shard)

    async def finish(self, shard: int) -> None:
        assert shard not in self.share.held
        await asyncio.sleep(0)

    async def read_anew(self) -> None:
        self.read += 1

    def heard(self, word: Word) -> None:
        self.words.append(word)


class World:
    def __init__(self, url: str) -> None:
        self.url = url
        self.processes: list[Process] = []
        self.stores: list[Store] = []

    async def process(self, wish: str = f"/{COUNT}", *, at_once: bool = True, start: bool = True) -> Process:
        self.stores.append(await Store.open(self.url))
        self.processes.append(process := Process(self.stores[-1], self, wish))
        process.at_once = at_once
        if start:
            await process.start()
        return process

    def shares(self) -> list[int]:
        return [len(each.share.held) for each in self.processes]

    def all_answered(self) -> bool:
        held = [shard for each in self.processes for shard in each.share.held]
        return sorted(held) == list(range(COUNT))

    async def until(self, come: Callable[[], bool]) -> None:
        async with asyncio.timeout(60):
            while not come():  # noqa: ASYNC110 - it is for processes to say nothing of it
                await asyncio.sleep(0.01)
