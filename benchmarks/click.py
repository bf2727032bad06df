"""Code involved in one click of a card: our modules and functions, and views, from dispatch to last edit.

A two-handed game of ``modern`` is played by clicks in the simulated Discord until the pictures are warm; then one
``play`` is counted with ``sys.setprofile`` in every thread. ``--list`` names everything called, in the order of the
first call. What the playground does so that the simulation comes to rest is left out: it is no part of a click.
"""

from __future__ import annotations

import argparse
import ast
import asyncio
import inspect
import json
import sys
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType, FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.bots import ROOT, simulated_bot
from bot.engine import Phase
from tests.simulated import bot_of
from tests.simulated.player import Sitting, sit_down

ROOMS = tuple(f"{ROOT / room}/" for room in ("bot", "cogs", "db"))
PLAYGROUND = f"{ROOT / 'bot/playground.py'}"
WARM = 90
"""Number of clicks before the one that is counted."""


@dataclass
class Passed:
    """Counter of calls of our own code, which can be switched on and off."""

    on: bool = False
    calls: Counter[CodeType] = field(default_factory=Counter)
    within: frozenset[CodeType] = frozenset()

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        """Count a call; for ``sys.setprofile``."""
        where = frame.f_code.co_filename
        if self.on and event == "call" and where.startswith(ROOMS) and where != PLAYGROUND:
            self.calls[frame.f_code] += 1

    def modules(self) -> list[str]:
        """Return the modules called, in the order of the first call."""
        return list(dict.fromkeys(code.co_filename.removeprefix(f"{ROOT}/") for code in self.calls))

    def layers(self) -> list[CodeType]:
        """Return the coroutines and context managers called."""
        managers = set()
        for path in {code.co_filename for code in self.calls}:
            for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    marks = [ast.unparse(mark) for mark in node.decorator_list]
                    if "contextmanager" in marks or "asynccontextmanager" in marks:
                        managers.add((path, node.name))
        return [
            code
            for code in self.calls
            if code.co_flags & inspect.CO_COROUTINE
            or (code.co_filename, code.co_name) in managers
            or code.co_name in ("__enter__", "__aenter__")
        ]

    def functions(self) -> list[tuple[str, str, int]]:
        """Return module, name and number of calls of every function; nested functions belong to the outer one."""
        return [
            (code.co_filename.removeprefix(f"{ROOT}/"), code.co_qualname, count)
            for code, count in self.calls.items()
            if not code.co_name.startswith("<")
        ]


async def count(passed: Passed, seed: int, lying: int, *, pictures: bool) -> str:
    """Play until the pictures are warm, count the next card, and return the card played."""
    async with simulated_bot(seed, pictures=pictures) as world:
        sitting = await sit_down(world, world.members[:2], seed=seed)
        while len(sitting.moves) < WARM or await _cards_lying(sitting) != lying:
            await sitting.step()
        passed.on = True
        await sitting.step()
        passed.on = False
        return sitting.moves[-1].words


async def _cards_lying(sitting: Sitting) -> int | None:
    """Return the number of cards in the trick, or None if no card can be played now."""
    tables = bot_of(sitting.world).tables
    table = await tables.get(await tables.named(sitting.table))
    deal = table.game.deal
    return len(deal.trick) if deal is not None and deal.phase is Phase.PLAY and not table.awaits_deal else None


def main() -> None:
    """Read the command line, count and print."""
    parser = argparse.ArgumentParser(description="Count what one click of a card passes.")
    parser.add_argument("--seed", type=int, default=1, help="the same seed plays the same game (default 1)")
    parser.add_argument("--lead", action="store_true", help="count a card that is led, not one that completes a trick")
    parser.add_argument("--text", action="store_true", help="draw no pictures")
    parser.add_argument("--list", action="store_true", help="name every function")
    parser.add_argument("--json", action="store_true", help="print JSON")
    chosen = parser.parse_args()
    passed = Passed()
    threading.setprofile(passed)
    sys.setprofile(passed)
    words = asyncio.run(count(passed, chosen.seed, int(not chosen.lead), pictures=not chosen.text))
    sys.setprofile(None)
    functions = passed.functions()
    views = sum(calls for _, name, calls in functions if name in ("observe", "observe_deal"))
    deals = sum(calls for _, name, calls in functions if name == "observe_deal")
    layers = passed.layers()
    found = {
        "click": words,
        "coroutines and context managers": len(layers),
        "their modules": len({code.co_filename for code in layers}),
        "modules": len(passed.modules()),
        "functions": len(functions),
        "with what stands inside of them": len(passed.calls),
        "calls": passed.calls.total(),
        "views made": deals or views,
    }
    if chosen.json:
        print(json.dumps(found | {"passed": functions}, indent=2))
        return
    for name, value in found.items():
        print(f"{name:34}{value}")
    if chosen.list:
        for module in passed.modules():
            print(f"\n{module}")
            for where, name, calls in functions:
                if where == module:
                    print(f"  {name}{f' ×{calls}' if calls > 1 else ''}")


if __name__ == "__main__":
    main()
