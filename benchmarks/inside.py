"""Counts from the inside of a benchmark's bot, which imports this module first and writes them at SIGUSR1.

A bot whose environment sets ``BENCHMARK_AWAKE_SECONDS`` puts tables to sleep after that time.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import threading
from datetime import timedelta
from pathlib import Path
from types import FrameType

COUNTS = "inside.json"
"""The file in the bot's folder to which the counts are written."""


def _write(_signal: int, _frame: FrameType | None) -> None:
    from bot.tables.memory import Memory  # noqa: PLC0415 - the bot measures its imports itself

    memories = [each for each in gc.get_objects() if isinstance(each, Memory)]
    counts = {
        "tasks": len(asyncio.all_tasks()),
        "python_threads": threading.active_count(),
        "objects": len(gc.get_objects()),
        "tables_live": sum(len(each.live) for each in memories),
        "tables_awake": sum(len(each.awake()) for each in memories),
    }
    Path(COUNTS + ".new").write_text(json.dumps(counts))
    Path(COUNTS + ".new").replace(COUNTS)


def _sleep_soon(seconds: float) -> None:
    from bot.tables import memory  # noqa: PLC0415 - only where it is asked for

    memory.AWAKE_FOR = timedelta(seconds=seconds)  # type: ignore[misc]


signal.signal(signal.SIGUSR1, _write)
if "BENCHMARK_AWAKE_SECONDS" in os.environ:
    _sleep_soon(float(os.environ["BENCHMARK_AWAKE_SECONDS"]))
