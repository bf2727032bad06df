"""Compare the compiled core (``bot/house/native.py``) with the Python it was compiled from, over whole deals.

Two processes play the same deals, one in plain Python and one compiled: every second deal by the rules of a preset, the
others with a random value for each option. At each act both note all that is in the deal, the legal actions and what
*regular* expects of each, and in some deals all that a short search finds. Any difference is told by the number of its
deal, and the command then fails.

    python benchmarks/compiled.py --deals 100000                # what is committed
    python benchmarks/compiled.py --deals 50000 --first 50000   # the second half, beside the first on another core
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

# The workers take the house of another folder, which PYTHONPATH names.
sys.path.append(str(Path(__file__).resolve().parents[1]))

from bot.engine import PRESETS, Deal, Phase, observe_deal
from bot.engine import moves as core
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import legal_moves
from bot.engine.options import OPTIONS
from bot.engine.rules import Rules, RulesError, make_rules
from bot.house.policy import Mind
from bot.house.search import Effort, search
from bot.house.weights import TUNED

SEARCHED: Final = 8
"""One deal of so many has a search, at an act chosen at random."""
EFFORT: Final = Effort(groups=2, horizon=3, first=2)
RANDOM: Final = 0.5
"""Share of acts chosen at random among the legal ones; *regular* chooses the others."""


def rules_for(number: int, rng: Random) -> Rules:
    """Return the rules of a deal: those of a preset, or, with an odd number, a random value for each option."""
    while True:
        players = rng.choice((2, 2, 3, 4))
        rules = rng.choice(list(PRESETS.values())).rules(players)
        changes: dict[str, Any] = {"irregularities": "prevented"}
        if number % 2:
            changes |= {
                option.key: rng.choice(option.choices).value
                for option in OPTIONS
                if option.key not in {"players", "irregularities"}
            }
        try:
            return make_rules({**rules.values(), **changes})
        except RulesError:
            continue  # two of the values cannot go together


def seen(deal: Deal) -> str:
    """Return all that is in a deal but its deck and rules, and the legal actions, as text."""
    parts = (*deal[1:], [action.text for action in legal_moves(deal)])
    return repr(parts)


def play(law: Law, number: int, rng: Random) -> tuple[int, str]:
    """Play a deal, and return how many acts it had and a digest of all that was seen and decided."""
    n, told, acts = law.players, hashlib.sha256(), 0
    carried = tuple(rng.randrange(law.rules.target // 10) * 10 for _ in range(n))
    if law.rules.partners:
        carried = (*carried[:2], *carried[:2])
    deal = open_deal(law, 0, rng.randrange(n), tuple(rng.sample(law.pack, len(law.pack))), carried)
    searched = rng.randrange(8 * n) if number % SEARCHED == 0 else -1
    while deal.phase is not Phase.OVER:
        told.update(seen(deal).encode())
        mind = Mind(deal, deal.turn, TUNED)
        action = mind.act(deal)
        told.update(f"{action.text} {mind.plays(deal) if deal.phase is Phase.PLAY else mind.declaring(deal)}".encode())
        if acts == searched:
            told.update(repr(search(observe_deal(deal, deal.turn), Random(number), TUNED, EFFORT)).encode())
        if rng.random() < RANDOM:
            action = rng.choice(legal_moves(deal))
        deal = core.advance(deal, action)
        acts += 1
    told.update(seen(deal).encode())
    return acts, told.hexdigest()[:16]


def serve(first: int, deals: int) -> None:
    """Print where the core was loaded from, then a line for each deal: its number, its acts, its digest."""
    print(core.__file__, flush=True)
    for number in range(first, first + deals):
        rng = Random(number)
        print(number, *play(law_for(rules_for(number, rng)), number, rng), flush=True)


def worker(folder: Path, first: int, deals: int) -> Iterator[str]:
    """Yield the lines of a process that plays with the house of a folder.

    Raises:
        subprocess.CalledProcessError: It failed; its output is on the terminal.
    """
    command = [sys.executable, __file__, "--serve", "--first", str(first), "--deals", str(deals)]
    with subprocess.Popen(  # noqa: S603 - this script itself
        command, env={**os.environ, "PYTHONPATH": str(folder)}, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        yield from map(str.strip, running.stdout)
    if running.returncode:
        raise subprocess.CalledProcessError(running.returncode, command)


def compare(first: int, deals: int, version: str) -> int:
    """Play deals in both forms, print what differs and how much was compared, and return how many deals differ."""
    from benchmarks.house_arena import folder_of  # noqa: PLC0415 - a worker would load this folder's house

    plain = worker(folder_of(version, compiled=False), first, deals)
    compiled = worker(folder_of(version, compiled=True), first, deals)
    loaded = next(plain), next(compiled)
    assert loaded[0].endswith(".py"), loaded
    assert not loaded[1].endswith(".py"), loaded
    acts = differ = 0
    began = time.monotonic()
    for done, (one, other) in enumerate(zip(plain, compiled, strict=True), 1):
        acts += int(one.split()[1])
        if one != other:
            differ += 1
            print(f"differs: {one} in Python, {other} compiled")
        if done % 10000 == 0 or done == deals:
            print(f"{done} deals, {acts} acts, {differ} differ, {time.monotonic() - began:.0f} s", flush=True)
    return differ


def main() -> None:
    """Read the command line, and compare."""
    parser = argparse.ArgumentParser(description="Hold the compiled core against the Python one.")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0, help="the number of the first deal (0)")
    parser.add_argument("--version", default="HEAD", help="a commit (HEAD)")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.serve:
        serve(chosen.first, chosen.deals)
    elif compare(chosen.first, chosen.deals, chosen.version):
        sys.exit(1)


if __name__ == "__main__":
    main()
