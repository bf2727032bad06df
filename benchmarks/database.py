"""Acts per second of a database, and their waiting times: `python benchmarks/database.py ADDRESS …`.

Without an address it uses a file of its own. All tables are opened and started at once; then every player on turn acts
as soon as the previous act is stored, without display or thinking time. It prints a line of JSON for each address.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.bots import tables_alone
from bot.club import conclude, score
from bot.engine import build_rules
from bot.tables import Limits, Player, Refused, Tables
from bot.tables.decisions import dealing
from bot.tables.values.parts import Terms
from db import DatabaseError

_RULES = build_rules("modern", 2, {})
_FIRST = 2**60


async def measured(url: str, tables: int, seconds: float) -> dict[str, Any]:
    """Return the measurements of one database, which must be empty."""
    async with tables_alone(url, limits=Limits(), chance=Random(1), at_end=(conclude, score)) as house:
        return {"database": url.partition(":")[0], **await _played(house, tables, seconds)}


async def _played(house: Tables, tables: int, seconds: float) -> dict[str, Any]:
    refused = 0

    async def begun(at: int) -> int:
        nonlocal refused
        ann, ben = Player(_FIRST + 2 * at, "Ann"), Player(_FIRST + 2 * at + 1, "Ben")
        try:
            table = await house.open(
                guild_id=1 + at % 10, channel_id=1, opener=ann, rules=_RULES, terms=Terms("modern", auto_draw=True)
            )
            await house.ask(table.id, dealing.posted, 10_000 + at)
            await house.join(table.id, ben)
            return (await house.start(table.id, ann.user_id)).table.id
        except (Refused, DatabaseError):
            refused += 1
            raise

    began = time.perf_counter()
    numbers = await asyncio.gather(*(begun(at) for at in range(tables)))
    started = time.perf_counter() - began
    waits: list[float] = []
    until = time.perf_counter() + seconds

    async def play(number: int) -> None:
        rng = Random(number)
        while time.perf_counter() < until:
            table = await house.get(number)
            if not table.live:
                return
            if table.awaits_deal:
                if table.seal is not None and table.seal.message_id is None:
                    await house.ask(number, dealing.posted, 20_000 + number * 100 + len(table.messages))
                await house.ask(number, dealing.deal, table.users[0])
                await house.ask(number, dealing.posted, 20_000 + number * 100 + len(table.messages) + 1)
                continue
            user = table.turn_users[0]
            view = table.view(user)
            assert view is not None
            action = rng.choice(list(view.offered))
            asked = time.perf_counter()
            await house.act(number, user, action.text.partition(" ")[2], table.ply)
            waits.append(time.perf_counter() - asked)

    used = _processor()
    began = time.perf_counter()
    await asyncio.gather(*(play(number) for number in numbers))
    took = time.perf_counter() - began
    used = _processor() - used
    waits.sort()
    return {
        "tables": tables, "all_started_s": round(started, 2), "refused": refused,
        "acts": len(waits), "acts_a_second": round(len(waits) / took, 1),
        "own_ms_an_act": round(1000 * used / len(waits), 2),
        "median_ms": round(1000 * waits[len(waits) // 2], 1), "p99_ms": round(1000 * waits[len(waits) * 99 // 100], 1),
    }  # fmt: skip


def _processor() -> float:
    """Return the processor seconds that this process has used."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    """Measure the databases named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("address", nargs="*", help="an empty database; without any, a file that is made for it")
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for url in options.address or [f"sqlite+aiosqlite:///{folder}/bezique.db"]:
            print(json.dumps(asyncio.run(measured(url, options.tables, options.seconds))))


if __name__ == "__main__":
    main()
