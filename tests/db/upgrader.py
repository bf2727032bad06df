"""A process that is killed in the middle of opening a database: `python -m tests.db.upgrader URL WORDS FOLDER`.

It ends itself by SIGKILL in place of the first statement that has these words in it. Its migrations are in the folder.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from pathlib import Path

from sqlalchemy import Engine, event

from db import Store, migrate


def die_at(words: str) -> None:
    @event.listens_for(Engine, "before_cursor_execute")
    def look(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if words in statement:
            os.kill(os.getpid(), signal.SIGKILL)


async def main(url: str) -> None:
    await (await Store.open(url)).close()


if __name__ == "__main__":
    address, found, folder = sys.argv[1:]
    migrate._SCRIPTS = Path(folder)
    die_at(found)
    asyncio.run(main(address))
