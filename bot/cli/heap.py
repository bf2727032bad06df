"""How the GNU C library keeps the memory that Python, pictures and the database ask it for."""

from __future__ import annotations

import asyncio
import ctypes
from typing import Final

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Numbers of ``mallopt``'s parameters, from ``malloc.h``."""
_SETTINGS: Final = ((_ARENA_MAX, 1), (_MMAP_THRESHOLD, 4 << 20), (_TRIM_THRESHOLD, 16 << 20))
GIVEN_BACK_EVERY: Final = 60.0
"""After so many seconds what is free is given back to the system."""


def keep_memory_together() -> bool:
    """Have all threads take memory from one place, before any is started; return whether that could be set.

    Else each thread keeps for itself what it has let go, and the process grows for an hour though nothing is kept; the
    database's driver alone has several. Pictures, of 770 KB while they are drawn, stay below the second setting: mapped
    and given back each time they would take half as long again.
    """
    try:
        set_option = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):  # another C library, or another system
        return False
    return all(set_option(parameter, value) == 1 for parameter, value in _SETTINGS)


async def give_memory_back() -> None:
    """Give what is free between that which is in use back to the system again and again, until cancelled.

    What a crowded moment took would else stay with the process for good: it lies in pieces between what lasts.
    """
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return
    while True:
        await asyncio.sleep(GIVEN_BACK_EVERY)
        await asyncio.to_thread(trim, 0)
