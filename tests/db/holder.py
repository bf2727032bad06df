"""A process that holds leases until it is killed."""

from __future__ import annotations

import asyncio
import sys

from db import Store


async def hold(url: str, shards: list[int]) -> None:
    line = await (await Store.open(url)).line()
    held = [str(shard) for shard in shards if await line.take(shard)]
    print("held", *held, flush=True)  # noqa: T201 - whoever started it reads that
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(hold(sys.argv[1], [int(each) for each in sys.argv[2:]]))
