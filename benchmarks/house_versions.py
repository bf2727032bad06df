"""Gain of one version's decisions over another's between two hands, decision by decision.

A player who chooses by the learned numbers meets *regular*, as *strong* does in the arena. At some of its moments all
versions are asked, each in a process of its own. Where they differ, each action is played out over the same samples:
the other's hand is the real one and the stock lies in random orders, each with the cards of every draw rotated. The
player goes on by the learned numbers and the other as *regular*, up to the last eight tricks, which are guessed
(``last_tricks.py``). A version whose own samples are played by the same two players has that in its favour, so ask
again with ``--on none`` and ``--on both``: the same decisions, in a book of their own, gone on with as *regular* and
by the learned numbers on both sides. Gains of single decisions do not simply add up over a deal.

    python benchmarks/house_versions.py play strong@7a62471 strong --compiled --deals 100 --book versions.jsonl
    python benchmarks/house_versions.py report --book versions.jsonl

The first version is the one that others are compared with. A version is a level, with a commit or a folder, as in
``house_arena.py``.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house import times
from benchmarks.house_arena import ROOT, Seat, folder_of, interval
from bot.engine import PRESETS, Action, Deal, Phase, Verb, observe_deal, parse_action
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.chance import Purpose, seed_for
from bot.house.imagine import Imagination
from bot.house.moments import keeping_of, unseen, worth_of
from bot.house.playout import Playout
from bot.house.policy import Mind
from bot.house.weights import TUNED

TAKEN: Final = (0.4, 0.12)
"""Share of the player's moments at which the versions are asked: with at most `LATE` tricks left, and before."""
LATE: Final = 12
GOING_ON: Final = {"player": (True, False), "none": (False, False), "both": (True, True)}
"""Whether the player, and the other, go on by the learned numbers; otherwise as *regular*."""
SPANS: Final = ((1, 2), (3, 5), (6, 8), (9, 14), (15, 24))
"""Tricks left whose decisions are reported together."""


def mind_of(deal: Deal, *, learned: bool) -> Mind:
    """Return the mind of the seat on turn, by the learned numbers or as *regular*."""
    pool = unseen(deal, deal.turn)
    keeping = keeping_of(deal, TUNED, pool) if learned and deal.left else None
    return Mind(deal, deal.turn, TUNED, pool=pool, keeping=keeping)


def values(deal: Deal, actions: list[Action], orders: int, learned: Sequence[bool], rng: random.Random) -> list[float]:
    """Return what each action brings the seat on turn, in the mean of the same orders of the stock.

    To be quick, both players choose by what the seat on turn knows now, as in a sample. `learned` tells whether this
    seat, and the other, go on by the learned numbers.
    """
    seat = deal.turn
    imagination = Imagination(observe_deal(deal, seat))
    pool = imagination.hidden
    minds = []
    for ahead in range(deal.left // 2 + 1):
        worth = worth_of(deal, TUNED, pool, ahead=ahead)
        keeping = keeping_of(deal, TUNED, pool, ahead=ahead)
        minds.append(
            [
                Mind(
                    deal,
                    each,
                    TUNED,
                    pool=pool,
                    worth=worth,
                    ahead=ahead,
                    keeping=keeping if learned[each != seat] else None,
                )
                for each in range(2)
            ]
        )
    judge = Playout(deal, seat, TUNED, 0, pool)
    found = [0.0] * len(actions)
    for _ in range(orders):
        for each in imagination.rotated(imagination.restocked(deal, rng)):
            for at, action in enumerate(actions):
                after = advance(each, action)
                while after.phase is not Phase.OVER and (after.left or after.phase is Phase.DECLARE or after.trick):
                    after = advance(after, minds[(deal.left - after.left) // 2][after.turn].act(after))
                found[at] += judge.ahead(after)
    return [each / orders / 2 for each in found]


def play(law: Law, name: str, seats: list[Seat], asked: argparse.Namespace) -> list[dict[str, Any]]:
    """Play a deal, and return the player's moments at which the versions were asked."""
    rng = random.Random(name)
    number = rng.randrange(2)
    deck = list(law.pack)
    rng.shuffle(deck)
    deal = open_deal(law, 0, number, tuple(deck), (0, 0))
    own = rng.randrange(2)
    start = {
        "preset": "modern", "players": 2, "changes": {"target": law.target}, "number": 0, "dealer": number,
        "deck": deck, "totals": (0, 0),
    }  # fmt: skip
    for seat in seats:
        seat.open(start)
    found = []
    ply = 0
    while deal.phase is not Phase.OVER and deal.left:
        view = observe_deal(deal, deal.turn)
        due = len(view.offered) > 1 and deal.turn == own and deal.left <= 2 * asked.last
        if due and rng.random() < TAKEN[deal.left > 2 * LATE]:
            seed = seed_for(name, ply, own, Purpose.MOVE)
            chosen = [seat.choose(seed) for seat in seats]
            differ = list(dict.fromkeys(chosen))
            worth = values(deal, differ, asked.orders, GOING_ON[asked.on], rng) if len(differ) > 1 else [0.0]
            points = [round(worth[differ.index(each)], 2) for each in chosen]
            found.append({"turns": deal.left // 2, "points": points, "chosen": [each.text for each in chosen]})
        action = mind_of(deal, learned=deal.turn == own).act(deal)
        if Verb.EXCHANGE in {each.verb for each in view.offered}:
            action = next(each for each in view.offered if each.verb is Verb.EXCHANGE)
        assert parse_action(action.text) == action
        for seat in seats:
            seat.saw(action)
        deal = advance(deal, action)
        ply += 1
    return found


def report(book: Path) -> None:
    """Print what a book says, version by version."""
    found: defaultdict[tuple[str, ...], list[dict[str, Any]]] = defaultdict(list)
    for line in book.read_text(encoding="utf-8").splitlines():
        each = json.loads(line)
        found[tuple(each["versions"])].append(each)
    for versions, lines in found.items():
        for at, version in enumerate(versions[1:], 1):
            print(f"{version} over {versions[0]}")
            gains = [each["points"][at] - each["points"][0] for each in lines]
            by_deal: defaultdict[str, float] = defaultdict(float)
            for each, gain in zip(lines, gains, strict=True):
                by_deal[each["deal"]] += gain / TAKEN[each["turns"] > LATE]
            print(f"    in a deal, all decisions added up: {interval(list(by_deal.values()))} ({len(by_deal)} deals)")
            for low, high in ((0, LATE), *SPANS):
                some = [
                    (gain, each["chosen"][at] != each["chosen"][0])
                    for gain, each in zip(gains, lines, strict=True)
                    if low <= each["turns"] <= high
                ]
                if len(some) > 1:
                    differ = sum(other for _, other in some)
                    points = interval([gain for gain, _ in some])
                    print(f"    {low} to {high} tricks left: {points} a decision, {differ} of {len(some)} differ")


def main() -> None:
    """Read the command line, and play or report."""
    parser = argparse.ArgumentParser(description="What decisions of one version gain over those of another.")
    commands = parser.add_subparsers(dest="what", required=True)
    told = commands.add_parser("report", help="print what a book says")
    told.add_argument("--book", type=Path, required=True)
    more = commands.add_parser("play", help="play deals, ask, and add what was found to a book")
    more.add_argument("versions", nargs="+")
    more.add_argument("--book", type=Path, required=True)
    more.add_argument("--deals", type=int, default=100)
    more.add_argument("--orders", type=int, default=60, help="of the stock, on which actions are compared (60)")
    more.add_argument("--last", type=int, default=24, help="ask only with at most so many tricks left (24)")
    more.add_argument("--on", choices=tuple(GOING_ON), default="player", help="who goes on by the learned numbers")
    more.add_argument("--seed", type=int, default=1)
    more.add_argument("--compiled", action="store_true", help="compile the folders of commits")
    chosen = parser.parse_args()
    if chosen.what == "report":
        report(chosen.book)
        return
    law = law_for(PRESETS["modern"].rules(2).changed({"target": 10000}))
    known = set()
    if chosen.book.exists():
        lines = [json.loads(line) for line in chosen.book.read_text(encoding="utf-8").splitlines()]
        known = {each["deal"] for each in lines if each["versions"] == chosen.versions}
    with ExitStack() as stack:
        seats = []
        for version in chosen.versions:
            level, _, where = version.partition("@")
            folder = folder_of(where or str(ROOT), compiled=chosen.compiled)
            seats.append(stack.enter_context(Seat(folder, level, 0)))
        for number in range(chosen.deals):
            name = f"{chosen.seed}:{number}"
            if name in known:
                continue
            found = play(law, name, seats, chosen)
            with chosen.book.open("a", encoding="utf-8") as file:
                for each in found:
                    file.write(json.dumps({"versions": chosen.versions, "deal": name, **each}) + "\n")
        for version, seat in zip(chosen.versions, seats, strict=True):
            if seat.seconds:
                print(f"{version}: mean {statistics.mean(seat.seconds):.3f} s, {times(seat.seconds)}")


if __name__ == "__main__":
    main()
