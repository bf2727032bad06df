"""A process that holds locks until it is killed."""

from __future__ import annotations

import asyncio
import sys

from db import Part, Store


async def hold(url: str, shards: list[int]) -> None:
    line = await (await Store.open(url)).line()
    print(f"held {await line.take(Part(shards, 8))}", flush=True)  # noqa: T201 - whoever started it reads that
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(hold(sys.argv[1], [int(each) for each in sys.argv[2:]]))
