"""A process that adds actions to a game as fast as it can: `python -m tests.db.writer URL GAME NAME PLIES`.

Each transaction adds an action and notes its ply in the game's settings, then a line on standard output says
that it was committed, or that another writer had the ply.
"""

from __future__ import annotations

import asyncio
import sys

from db import PlyTaken, Store
from tests.db.samples import NOON


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(url: str, game: int, name: str, plies: int) -> None:
    store = await Store.open(url)
    say("ready")
    for ply in range(plies):
        try:
            async with store.write() as tx:
                await tx.add_action(game, ply, 0, 0, f"play {name} {ply}", NOON)
                await tx.update_game(game, settings={"ply": ply})
            say(f"kept {ply}")
        except PlyTaken:
            say(f"taken {ply}")
    await store.close()


if __name__ == "__main__":
    address, number, own_name, count = sys.argv[1:]
    asyncio.run(main(address, int(number), own_name, int(count)))
