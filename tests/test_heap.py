"""How memory is kept: threads share one place, also in the process that runs the bot."""

from __future__ import annotations

import ctypes
import sys
from typing import TYPE_CHECKING

import pytest

from tests.programs import run

if TYPE_CHECKING:
    from pathlib import Path

_PLACES = """
import ctypes, tempfile, threading
if {together}:
    from bot.cli.connect import keep_memory_together
    assert keep_memory_together()
kept = []
together = threading.Barrier(4)
def fill():
    together.wait()
    kept.append([bytes(5000) for _ in range(1000)])
threads = [threading.Thread(target=fill) for _ in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
library = ctypes.CDLL(None)
library.fopen.restype = ctypes.c_void_p
library.fclose.argtypes = [ctypes.c_void_p]
library.malloc_info.argtypes = [ctypes.c_int, ctypes.c_void_p]
with tempfile.NamedTemporaryFile() as said:
    file = library.fopen(said.name.encode(), b"w")
    library.malloc_info(0, file)
    library.fclose(file)
    print(said.read().count(b"<heap nr="))
"""


_HERE = sys.platform.startswith("linux") and hasattr(ctypes.CDLL(None), "malloc_info")


@pytest.mark.deep
@pytest.mark.skipif(not _HERE, reason="needs the GNU C library")
async def test_threads_take_memory_from_one_place(tmp_path: Path) -> None:
    apart = await run(tmp_path, "-c", _PLACES.replace("{together}", "False"))
    together = await run(tmp_path, "-c", _PLACES.replace("{together}", "True"))
    assert int(apart.out) > 1, apart.err
    assert int(together.out) == 1, together.err
