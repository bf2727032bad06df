"""A process that is killed in the middle of a copy: `python -m tests.db.copier FROM TO WORDS`."""

from __future__ import annotations

import asyncio
import sys

from db import copying
from tests.db.upgrader import die_at

if __name__ == "__main__":
    source, target, found = sys.argv[1:]
    die_at(found)
    asyncio.run(copying.copy(source, target))
