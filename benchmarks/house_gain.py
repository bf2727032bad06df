"""Gain of the strong player's decisions over the regular's, for any number of seats.

Duels of three and four hands need thousands of deals before luck averages out. Here both players are asked at the same
moment of a deal among *regular* players. If their actions differ, both actions are played out to the end of the deal
over the same samples of the hidden cards, by the regular in every seat, and the leads of their side over the others are
compared. These samples are not those of the search. This measures one decision at a time: it shows whether the search
is worthwhile, but not how many points per deal it gains.

    python benchmarks/house_gain.py 3
    python benchmarks/house_gain.py 4 --partners --positions 400
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.engine import PRESETS, Deal, Phase, View, observe_deal
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.players import choose
from bot.house.policy import Mind
from bot.house.roster import Level
from bot.house.search import Effort, effort_for
from bot.house.weights import TUNED


class Gain(NamedTuple):
    """One decision: whether the two players differ, the gain, and whether the stock was gone."""

    differs: bool
    points: float
    late: bool


def played_out(deal: Deal, seat: int) -> float:
    """Return the lead of a seat's side over the others' mean after the regular has played the deal to its end."""
    while deal.phase is not Phase.OVER:
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    law, totals = deal.law, deal.score.totals
    own = law.sides[seat]
    others = [points for at, points in enumerate(totals) if law.sides[at] != own]
    mean = statistics.mean(others)
    return sum(points - mean for at, points in enumerate(totals) if law.sides[at] == own)


def moments(law: Law, rng: random.Random) -> Iterator[tuple[Deal, View]]:
    """Yield moments with a choice in deals among *regular* players, one from each deal."""
    while True:
        deck = tuple(rng.sample(law.pack, len(law.pack)))
        deal = open_deal(law, 0, rng.randrange(law.players), deck, (0,) * law.players)
        trick = rng.randrange(law.tricks)
        steps = rng.randrange(2 * law.players)
        while deal.phase is not Phase.OVER and (len(deal.tricks) < trick or steps):
            steps -= len(deal.tricks) >= trick
            deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
        if deal.phase is not Phase.OVER and len((view := observe_deal(deal, deal.turn)).offered) > 1:
            yield deal, view


def gain(deal: Deal, view: View, effort: Effort, samples: int, rng: random.Random) -> Gain:
    """Compare the actions of the two players at a moment."""
    seat, late = deal.turn, not deal.left
    strong = choose(Level.STRONG, view, random.Random(rng.random()), effort=effort).action
    regular = choose(Level.REGULAR, view, random.Random(rng.random())).action
    if strong == regular:
        return Gain(differs=False, points=0.0, late=late)
    imagination = Imagination(view)
    total = 0.0
    for _ in range(samples):
        sample = imagination.likely(rng)
        total += played_out(advance(sample, strong), seat) - played_out(advance(sample, regular), seat)
    return Gain(differs=True, points=total / samples, late=late)


def told(name: str, found: list[Gain]) -> str:
    """Return a mean with its 95% interval as text."""
    if len(found) < 2:
        return f"{name}: too few decisions"
    points = [each.points for each in found]
    half = 1.96 * statistics.stdev(points) / math.sqrt(len(points))
    differs = statistics.mean(each.differs for each in found)
    return f"{name}: {statistics.mean(points):+.2f} ± {half:.2f} points a decision, {differs:.0%} differ ({len(found)})"


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure what a decision of the strong player gains.")
    parser.add_argument("players", type=int, choices=(2, 3, 4))
    parser.add_argument("--partners", action="store_true")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--samples", type=int, default=40, help="on which two actions that differ are compared (40)")
    parser.add_argument("--groups", type=int, help="of samples that a search plays out (the usual number)")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    changes: dict[str, Any] = {"target": 10000}
    if chosen.partners:
        changes["partners"] = True
    law = law_for(PRESETS[chosen.preset].rules(chosen.players).changed(changes))
    rng = random.Random(chosen.seed)
    effort = effort_for(chosen.players)
    if chosen.groups:
        effort = effort.exactly(chosen.groups)
    found: list[Gain] = []
    for deal, view in moments(law, rng):
        found.append(gain(deal, view, effort, chosen.samples, rng))
        if len(found) >= chosen.positions:
            break
    print(told("first stage", [each for each in found if not each.late]))
    print(told("last eight tricks", [each for each in found if each.late]))
    print(told("together", found))


if __name__ == "__main__":
    main()
