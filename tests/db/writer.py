"""A process that adds actions to a game as fast as it can: `python -m tests.db.writer URL GAME NAME PLIES`.

Each transaction changes the game as it was read before, noting a ply in its settings, and adds the action of that
ply; then a line on standard output says that it was committed, or that another writer was faster.
"""

from __future__ import annotations

import asyncio
import sys

from db import ActionRow, Overtaken, Store
from tests.db.samples import NOON


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(url: str, game: int, name: str, plies: int) -> None:
    store = await Store.open(url)
    say("ready")
    for ply in range(plies):
        async with store.read() as reader:
            version = await reader.games.version(game)
        assert version is not None
        try:
            async with store.write() as tx:
                await tx.games.update(game, version, settings={"ply": ply})
                await tx.deals.add_actions([ActionRow(game, ply, 0, 0, f"play {name} {ply}", NOON)])
            say(f"kept {ply}")
        except Overtaken:
            say(f"taken {ply}")
    await store.close()


if __name__ == "__main__":
    address, number, own_name, count = sys.argv[1:]
    asyncio.run(main(address, int(number), own_name, int(count)))
