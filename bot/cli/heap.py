"""Settings for how the GNU C library manages the memory of Python, pictures and the database."""

from __future__ import annotations

import asyncio
import ctypes
from typing import Final

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Numbers of ``mallopt``'s parameters, from ``malloc.h``."""
_SETTINGS: Final = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, 4 << 20), (_TRIM_THRESHOLD, 16 << 20))
GIVEN_BACK_EVERY: Final = 60.0
"""Seconds between two returns of free memory to the system."""


def keep_memory_together() -> bool:
    """Make all threads take memory from one arena, and return whether that could be set; call it before any starts.

    Otherwise each thread keeps the memory it has freed, and the process grows for an hour although nothing is kept; the
    database driver alone has several threads. Pictures, of 770 KB while they are drawn, stay below the second setting:
    mapping and unmapping each would make drawing take half as long again.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or another system
        return False
    return all(set_option(parameter, value) == 1 for parameter, value in _SETTINGS)


async def give_memory_back() -> None:
    """Give free memory back to the system every `GIVEN_BACK_EVERY` seconds, until cancelled.

    Otherwise the memory of a busy moment would stay with the process for good, in pieces between memory in use.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    while True:
        await asyncio.sleep(GIVEN_BACK_EVERY)
        await asyncio.to_thread(trim, 0)
