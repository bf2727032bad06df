"""Several processes that share the shards: what members notice when processes are killed or replaced.

Needs PostgreSQL: ``BEZIQUE_TEST_DATABASE`` names a server. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from db import Store
from tests.databases import drop, url_of
from tests.programs import Launcher
from tests.wire.many import Many
from tests.wire.shards import Show, Worker, written


def _say(began: float, text: str) -> None:
    print(f"{time.monotonic() - began:6.1f} s  {text}", flush=True)


async def main() -> None:
    """Run the measurement selected on the command line, and print it as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=4)
    parser.add_argument("--shards", type=int, default=64)
    parser.add_argument("--servers", type=int, default=320)
    parser.add_argument("--tables", type=int, default=2000)
    parser.add_argument("--concurrency", type=int, default=16, help="in how many buckets shards identify themselves")
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--every", type=float, default=10, help="seconds from one kill to the next")
    parser.add_argument("--pause", type=float, default=2, help="seconds between two things that are done in a shard")
    parser.add_argument("--replace", action="store_true", help="at the end each process is replaced by another one")
    parser.add_argument("--most", type=float, default=600, help="seconds in which all shards are answered for again")
    options = parser.parse_args()
    rng, began = random.Random(1), time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        await (await Store.open(url_of(folder / "bezique.db"))).close()
        wire = Many(options.shards, options.servers, options.concurrency)
        await wire.start()
        launchers = [Launcher() for _ in range(options.processes + 1)]
        of = options.shards
        parts = [
            range(n * of // options.processes, (n + 1) * of // options.processes) for n in range(options.processes)
        ]
        workers = [Worker(each, wire, folder, part) for each, part in zip(launchers[1:], parts, strict=True)]
        show, former = Show(folder, wire, workers, rng), list[Worker]()
        try:
            await show.furnish(options.tables)
            _say(began, f"{options.tables} tables")
            for worker in workers:
                await worker.start()
            show.begin(options.pause)
            _say(began, f"all shards answer after {await show.all_answered(options.most):.1f} s")
            show.reset()
            for number in range(options.kills):
                await show.killed(workers[number % len(workers)])
                await asyncio.sleep(options.every)
                _say(began, f"kill {number + 1}: {len(show.waits.failed)} shards wait")
            _say(began, f"all shards answer after {await show.all_answered(options.most):.1f} s")
            print(written({"run": "kills", "concurrency": options.concurrency, **show.told()}), flush=True)
            if options.replace:
                show.reset()
                for old in tuple(show.workers):
                    former.append(old)
                    await show.replaced(old, Worker(launchers[0], wire, folder, old.shards))
                    launchers.insert(0, old.launcher)
                    _say(began, f"replaced: {show.counts['clicks without an answer']} clicks without an answer")
                await show.all_answered(options.most)
                print(written({"run": "replaced", "concurrency": options.concurrency, **show.told()}), flush=True)
            audit = await show.audited(former)
            print(written({"audit": dict(audit.counts), "faults": audit.faults[:10]}), flush=True)
        finally:
            show.stopping = True
            for worker in (*show.workers, *former):
                await worker.close()
            for launcher in set(launchers):
                launcher.close()
            await wire.stop()
    drop(all_of_them=True)


if __name__ == "__main__":
    asyncio.run(main())
