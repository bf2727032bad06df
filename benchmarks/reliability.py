"""The bot in a process of its own under kills, restarts, network faults and hostile input, with a check of the result.

    python benchmarks/reliability.py crash --times 200
    python benchmarks/reliability.py term --times 100
    python benchmarks/reliability.py faults --seconds 240
    python benchmarks/reliability.py hostile --times 10000

Each run prints its figures and every fault found as JSON, and exits with 1 if there was a fault.
``docs/reliability.md`` explains the checks.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import secrets
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.programs import Launcher
from tests.wire.crash import crash_run
from tests.wire.faults import FaultyWire, faults_run
from tests.wire.ground import Ground, ground
from tests.wire.hostile import hostile_run
from tests.wire.term import term_run

if TYPE_CHECKING:
    from tests.wire.audit import Audit

RUNS = ("crash", "term", "faults", "hostile")


async def run(options: argparse.Namespace) -> int:
    """Run the selected test, print its results, and return the exit code."""
    rng, launcher, began = Random(options.seed), Launcher(), time.monotonic()
    try:
        with tempfile.TemporaryDirectory() as folder:
            async with ground(launcher, Path(folder), rng, wire=FaultyWire()) as laid:
                audit = await asyncio.wait_for(_run(laid, rng, options), options.most)
            if options.keep_log:
                options.keep_log.write_text("\n".join(laid.ledger.log))
    finally:
        launcher.close()
    seconds = round(time.monotonic() - began, 1)
    print(json.dumps({"run": options.run, "seed": options.seed, "seconds": seconds, **audit.counts}, indent=1))
    for fault in audit.faults:
        print(f"FAULT {fault}")
    print(f"{len(audit.faults)} faults")
    return int(bool(audit.faults))


async def _run(laid: Ground, rng: Random, options: argparse.Namespace) -> Audit:
    if options.run == "term":
        return await term_run(laid, rng, ends=options.times, most=options.each)
    if options.run == "faults":
        return await faults_run(laid, rng, seconds=options.seconds)
    if options.run == "hostile":
        for group in laid.club.groups:
            group.rules = group.rules.replace("target=500", "target=3000")
        return await hostile_run(laid, rng, times=options.times)
    return await crash_run(laid, rng, kills=options.times, most=options.each)


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description="Runs that show what the bot survives.")
    parser.add_argument("run", choices=RUNS)
    parser.add_argument("--times", type=int, default=200, help="how often it is killed, ended or troubled")
    parser.add_argument("--seconds", type=float, default=240, help="how long there are faults")
    parser.add_argument("--each", type=float, default=1.5, help="seconds of play before that, at most")
    parser.add_argument("--most", type=float, default=590, help="seconds after which the run is broken off")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="chance begins here")
    parser.add_argument("--keep-log", type=Path, metavar="FILE", help="write what the bot logged into a file")
    return asyncio.run(run(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
