"""A process that is killed in the middle of opening a database: `python -m tests.db.upgrader URL WORDS`.

It ends itself by SIGKILL in place of the first statement that has these words in it.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys

from sqlalchemy import Engine, event

from db import Store


def die_at(words: str) -> None:
    @event.listens_for(Engine, "before_cursor_execute")
    def look(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if words in statement:
            os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str) -> None:
    await (await Store.open(url)).close()


if __name__ == "__main__":
    address, found = sys.argv[1:]
    die_at(found)
    asyncio.run(main(address))
