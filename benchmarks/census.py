"""Contents of the bot's memory: its objects by type, the allocators' figures, and the origins of allocations.

A developer's tool for ``soak.py --census``. It is injected into the process from outside, without any support in the
bot. At each SIGUSR1 the process appends one line of JSON to the file named by ``CENSUS_FILE``.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import signal
import sys
import tracemalloc
from collections import Counter
from pathlib import Path
from time import perf_counter, thread_time
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any, Final

_NAMED: Final = 60
"""Number of types that are listed, the largest first."""
_FRAMES: Final = 12
"""Number of callers recorded for each allocation when tracing."""


_PROGRAM: Final = (ModuleType, FunctionType, BuiltinFunctionType, MethodType, CodeType)
_RUNNING: Final = frozenset(
    ("BeziqueBot", "ConnectionState", "HTTPClient", "Task", "Future", "Context", "coroutine", "_UnixSelectorEventLoop",
     "ViewStore", "Tables", "Guild", "TextChannel", "Law", "Rules", "Quantities", "Logger")
)  # fmt: skip
"""Names of types that link everything together and are not followed; pictures, as results of futures, count apart."""


class _MallInfo(ctypes.Structure):
    """The struct ``mallinfo2`` of the GNU C library, version 2.33 and later."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in ("arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks",
                     "keepcost")
    ]  # fmt: skip


def begin() -> None:
    """Start answering SIGUSR1, and trace allocations if ``CENSUS_TRACE`` is set."""
    if os.environ.get("CENSUS_TRACE"):
        tracemalloc.start(_FRAMES)
    gc.callbacks.append(_timed)
    file = Path(os.environ["CENSUS_FILE"])
    signal.signal(signal.SIGUSR1, lambda *_: _note(file))


def _note(file: Path) -> None:
    began = perf_counter()
    found = {
        "resident_mb": _resident(),
        "collections": _collections(),
        "garbage": _garbage(),
        **_allocators(),
        **_objects(),
        "caches": _caches(),
        "holders": _holders(),
        "kept_kb": _kept(),
    }
    if tracemalloc.is_tracing():
        found["traced"] = _traced(file)
    found["seconds"] = round(perf_counter() - began, 2)
    with file.open("a") as lines:
        lines.write(json.dumps(found) + "\n")


_pauses: dict[int, list[float]] = {0: [], 1: [], 2: []}
"""Processor seconds of each collection since the last census, by generation."""
_began: list[float] = []


def _timed(phase: str, info: dict[str, int]) -> None:
    if phase == "start":
        _began.append(thread_time())
    elif _began:
        _pauses[info["generation"]].append(thread_time() - _began.pop())


def _collections() -> dict[int, tuple[int, float, float]]:
    """Return the collections by generation: their number, and the processor milliseconds of all and of the longest."""
    found = {
        generation: (len(each), round(1000 * sum(each), 1), round(1000 * max(each, default=0), 1))
        for generation, each in _pauses.items()
    }
    for each in _pauses.values():
        each.clear()
    return found


def _garbage() -> dict[str, tuple[int, float]]:
    """Run a full garbage collection, and return the number and kilobytes of the freed objects by type."""
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    found, gc.garbage[:] = list(gc.garbage), []
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    for each in found:
        _count(each, counts, sizes)
    counts["all"], sizes["all"] = len(found), sum(sizes.values())
    del found
    gc.collect()
    return {name: (counts[name], round(size / 1024, 1)) for name, size in sizes.most_common(30)}


def _resident() -> float:
    return round(int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20, 1)


def _allocators() -> dict[str, float]:
    """Return the C library's megabytes in use, free and mapped separately, and the number of Python's own blocks."""
    libc = ctypes.CDLL(None)
    libc.mallinfo2.restype = _MallInfo
    info = libc.mallinfo2()
    return {
        "malloc_used_mb": round(info.uordblks / 2**20, 1),
        "malloc_free_mb": round(info.fordblks / 2**20, 1),
        "malloc_mapped_mb": round(info.hblkhd / 2**20, 1),
        "python_blocks": sys.getallocatedblocks(),
    }


def _objects() -> dict[str, Any]:
    """Return the number and size of objects by type, including those that the garbage collector does not track."""
    counts: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    followed = gc.get_objects()
    seen = {id(followed)}
    for each in followed:
        seen.add(id(each))
    for each in followed:
        _count(each, counts, sizes)
        for inner in gc.get_referents(each):
            if id(inner) not in seen and not gc.is_tracked(inner):
                seen.add(id(inner))
                _count(inner, counts, sizes)
    return {
        "objects": sum(counts.values()),
        "objects_mb": round(sum(sizes.values()) / 2**20, 1),
        "types": {name: (counts[name], round(size / 2**20, 2)) for name, size in sizes.most_common(_NAMED)},
    }


def _count(each: object, counts: Counter[str], sizes: Counter[str]) -> None:
    kind = type(each)
    name = f"{kind.__module__}.{kind.__qualname__}"
    counts[name] += 1
    sizes[name] += sys.getsizeof(each, 0)


def _caches() -> dict[str, int]:
    """Return the number of values kept by each cached function and private module dictionary of the bot."""
    found = {}
    for name, module in list(sys.modules.items()):
        if name.split(".")[0] in ("bot", "cogs", "db"):
            for key, value in vars(module).items():
                if hasattr(value, "cache_info") and getattr(value, "__module__", "") == name:
                    found[f"{name}.{key}"] = value.cache_info().currsize
                elif isinstance(value, dict) and key.startswith("_") and not key.startswith("__"):
                    found[f"{name}.{key}"] = len(value)
    return {name: size for name, size in sorted(found.items(), key=lambda pair: -pair[1]) if size > 8}


def _holders() -> dict[str, int]:
    """Return the sizes of the collections that single objects of the bot hold, by attribute."""
    found: Counter[str] = Counter()
    for each in gc.get_objects():
        kind = type(each)
        if kind.__module__.split(".")[0] not in ("bot", "db") and kind.__name__ not in ("ConnectionState", "ViewStore"):
            continue
        for key, value in (getattr(each, "__dict__", None) or {}).items():
            if isinstance(value, (dict, set, list)) or type(value).__name__ in ("WeakValueDictionary", "deque"):
                found[f"{kind.__name__}.{key}"] = max(found[f"{kind.__name__}.{key}"], len(value))
    return dict(found.most_common(40))


def _kept() -> dict[str, tuple[int, float]]:
    """Return for each large holder of the bot its entries, and the kilobytes not counted for an earlier holder."""
    from bot.engine import course  # noqa: PLC0415 - this is put into a process that has read it already
    from bot.tables.values import seen as visible  # noqa: PLC0415

    wanted = {
        "Memory": ("_awake", "_ended"), "OpenPanels": ("_by_table",), "PostedBoards": ("_boards",),
        "Studio": ("_drawn",), "LiveTables": ("_entries",), "HTTPClient": ("_buckets",),
        "Posts": ("_tried", "_settled"), "ViewStore": ("_views", "_synced_message_views"),
        "Closings": ("_waits", "_tokens"),
    }  # fmt: skip
    roots: dict[str, Any] = {}
    for each in gc.get_objects():
        for key in wanted.get(type(each).__name__, ()):
            if hasattr(each, key):
                roots[f"{type(each).__name__}.{key}"] = getattr(each, key)
    roots = {name: roots[name] for name in sorted(roots, key=lambda name: not name.startswith("Memory"))}
    roots |= {"seen._read": visible._read, "course._known": course._known}  # noqa: SLF001
    seen = {id(sys.modules)}
    return {name: (len(root), round(_deep(root, seen) / 1024, 1)) for name, root in roots.items()}


def _deep(root: object, seen: set[int]) -> int:
    """Return the bytes of everything reachable from an object and not yet seen, without code and `_RUNNING`."""
    waiting, size = [root], 0
    while waiting:
        each = waiting.pop()
        name = type(each).__name__
        if id(each) in seen or isinstance(each, (type, *_PROGRAM)) or name in _RUNNING:
            continue
        seen.add(id(each))
        size += sys.getsizeof(each, 0)
        waiting += gc.get_referents(each)
    return size


def _traced(file: Path) -> dict[str, float]:
    """Write a snapshot next to the file, and return the megabytes that tracing itself uses."""
    number = len(list(file.parent.glob(file.name + ".*.snapshot")))
    tracemalloc.take_snapshot().dump(f"{file}.{number}.snapshot")
    current, peak = tracemalloc.get_traced_memory()
    return {"traced_mb": round(current / 2**20, 1), "peak_mb": round(peak / 2**20, 1),
            "tracing_mb": round(tracemalloc.get_tracemalloc_memory() / 2**20, 1)}  # fmt: skip
