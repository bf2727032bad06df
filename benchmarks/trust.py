"""Reliability of the learned choices and of search samples, measured by deals played out.

At moments of a player who chooses by the learned numbers, among *regular* players, every promising candidate is valued
twice: in samples like those of the search, and by playing out separate samples to the last eight tricks with the same
players. The played out value is very uncertain, but its error is independent of the other two. So the mean of (learned
- played out) (learned - samples) is the squared error of the learned value apart from the error it shares with the
samples, and the mean of (samples - played out) (samples - learned), minus the sampling noise, is the same for the
samples.

    python benchmarks/trust.py ask two --deals 900 --seed 1 --book trust.jsonl       # three, four, partners
    python benchmarks/trust.py report --book trust.jsonl

The square root of the first number should be the ``doubt`` of a row (``bot/house/learned.jsonl``); the second shows
whether more samples can be trusted fully.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house_arena import TABLES
from bot.engine import PRESETS, Action, Deal, Phase, View, observe_deal
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.learned import kind_of
from bot.house.moments import keeping_of, unseen, worth_of
from bot.house.playout import Playout
from bot.house.policy import Mind
from bot.house.reading import Reading
from bot.house.search import effort_for
from bot.house.weights import TUNED

ODD: Final = 0.15
"""Share of tricks in which one seat does one thing at random."""
TAKEN: Final = {Phase.PLAY: 0.2, Phase.DECLARE: 0.3}
"""Share of the moments that is examined, by phase."""
NEAR: Final = 25.0
"""Points behind the best beyond which an action is no candidate."""
MOST: Final = 7
"""Maximum number of candidates at a moment."""
GROUPS: Final = 40
"""Number of sample groups of the search."""
SPANS: Final = ((1, 2), (3, 4), (5, 6), (7, 8), (9, 11), (12, 15), (16, 19), (20, 30))
"""Ranges of tricks left that are reported together."""
AGAIN: Final = 60
"""Number of resamplings of the moments, from which the uncertainty of a figure is estimated."""


class Told(NamedTuple):
    """The values of a candidate, in points."""

    learned: float
    samples: tuple[float, float]
    """The values by each half of the samples."""
    played: float
    """The value by playing out."""


class Moment(NamedTuple):
    """A moment that was examined."""

    table: str
    turns: int
    declares: bool
    told: list[Told]


def mind_for(deal: Deal, seat: int, pool: int, ahead: int, *, learned: bool) -> Mind:
    """Return the mind of a seat `ahead` tricks later: with the learned numbers, or the regular's."""
    worth = worth_of(deal, TUNED, pool, ahead=ahead, judging=deal.law.players > 2)
    keeping = keeping_of(deal, TUNED, pool, ahead=ahead) if learned else None
    return Mind(deal, seat, TUNED, pool=pool, worth=worth, ahead=ahead, keeping=keeping)


def ask(deal: Deal, view: View, played_out: int, rng: random.Random) -> Moment | None:
    """Return a moment with its candidates' values, or None without two candidates that were learned."""
    law, seat = deal.law, deal.turn
    imagination = Imagination(view)
    base, pool = imagination.deal(rng), imagination.hidden
    n, side = law.players, law.sides[seat]
    minds = [
        [mind_for(base, each, pool, ahead, learned=law.sides[each] == side) for each in range(n)]
        for ahead in range(base.left // n + 1)
    ]
    declares = base.phase is Phase.DECLARE
    scores: dict[Action, float]
    if declares:
        scores = {action: score for score, action in minds[0][seat].declaring(base)}
    else:
        cards = {card: score for score, card in minds[0][seat].plays(base)}
        scores = {action: cards[action.cards[0]] for action in view.offered if action.cards[0] in cards}
    able = [action for action in view.offered if action in scores]
    if len(able) < len(view.offered):
        return None  # a seven could be exchanged, which has no learned value
    able.sort(key=lambda action: scores[action], reverse=True)
    able = [action for action in able[:MOST] if scores[action] > scores[able[0]] - NEAR]
    if len(able) < 2:
        return None
    playout = Playout(base, seat, TUNED, effort_for(n).horizon, pool)

    def to_the_end(sample: Deal) -> float:
        while sample.phase is not Phase.OVER and (sample.left or sample.trick or sample.phase is Phase.DECLARE):
            sample = advance(sample, minds[(base.left - sample.left) // n][sample.turn].act(sample))
        return playout.ahead(sample)

    reading = Reading(view, imagination, TUNED)
    played: list[list[float]] = [[] for _ in able]
    for sample in reading.hands(played_out, rng).drawn(played_out, rng):
        rotated = imagination.rotated(sample.deal)
        for found, action in zip(played, able, strict=True):
            found.append(statistics.mean(to_the_end(advance(each, action)) for each in rotated))
    searched: list[list[float]] = [[] for _ in able]
    for sample in reading.hands(GROUPS, rng).drawn(GROUPS, rng):
        rotated = imagination.rotated(sample.deal)
        for found, action in zip(searched, able, strict=True):
            found.append(statistics.mean(playout.value(advance(each, action)) for each in rotated))
    half = GROUPS // 2
    told = [
        Told(scores[action], (statistics.mean(one[:half]), statistics.mean(one[half:])), statistics.mean(other))
        for action, one, other in zip(able, searched, played, strict=True)
    ]
    return Moment(kind_of(law), base.left // n, declares, told)


def moments(law: Law, deals: int, played_out: int, rng: random.Random) -> Iterator[Moment]:
    """Play deals in which one side chooses by the learned numbers, and yield some of its moments with their values."""
    n = law.players
    for _ in range(deals):
        deal = open_deal(law, 0, rng.randrange(n), tuple(rng.sample(law.pack, len(law.pack))), (0,) * n)
        own = rng.choice(law.side_seats)
        trick = odd = -1
        while deal.phase is not Phase.OVER and deal.left:
            if deal.phase is Phase.PLAY and not deal.trick and trick != len(deal.tricks):
                trick = len(deal.tricks)
                odd = rng.randrange(n) if rng.random() < ODD else -1
            if deal.turn in own and rng.random() < TAKEN[deal.phase]:
                view = observe_deal(deal, deal.turn)
                found = ask(deal, view, played_out, rng) if len(view.offered) > 1 else None
                if found is not None:
                    yield found
            if deal.turn == odd:
                odd = -1
                deal = advance(deal, rng.choice(distinct_moves(deal)))
                continue
            mind = mind_for(deal, deal.turn, unseen(deal, deal.turn), 0, learned=deal.turn in own)
            deal = advance(deal, mind.act(deal))


def squares(moment: Moment) -> tuple[float, float, int]:
    """Return the summed squared errors at a moment, of the learned values and the samples, and their number."""
    said = [_centred([each.learned for each in moment.told]), _centred([each.played for each in moment.told])]
    halves = [_centred([each.samples[at] for each in moment.told]) for at in (0, 1)]
    learned = samples = 0.0
    for one, other, first, second in zip(*said, *halves, strict=True):
        mean, chance = (first + second) / 2, (first - second) / 2
        learned += (one - other) * (one - mean)
        samples += (mean - other) * (mean - one) - chance * chance
    return learned, samples, len(moment.told) - 1


def _centred(values: list[float]) -> list[float]:
    mean = statistics.mean(values)
    return [each - mean for each in values]


def report(book: Path) -> None:
    """Print the results in a book, by kind of table, kind of action, and tricks left."""
    found: dict[tuple[str, bool, tuple[int, int]], list[tuple[float, float, int]]] = defaultdict(list)
    for line in book.read_text(encoding="utf-8").splitlines():
        each = json.loads(line)
        told = [Told(learned, (samples[0], samples[1]), played) for learned, samples, played in each["told"]]
        moment = Moment(each["table"], each["turns"], each["declares"], told)
        span = next(span for span in SPANS if span[0] <= moment.turns <= span[1])
        found[moment.table, moment.declares, span].append(squares(moment))
    rng = random.Random(1)
    for (table, declares, span), some in sorted(found.items()):
        drawn = [_means(rng.choices(some, k=len(some))) for _ in range(AGAIN)]
        learned, samples = (
            f"{mean:.0f} ± {1.96 * statistics.stdev(each):.0f}"
            for mean, each in zip(_means(some), zip(*drawn, strict=True), strict=True)
        )
        doing = "declaring" if declares else "playing"
        doubt = math.sqrt(max(0.0, _means(some)[0]))
        print(f"{table} {doing}, {span[0]}-{span[1]} tricks left, {len(some)} moments:", end=" ")
        print(f"learned {learned} (doubt {doubt:.1f}), samples {samples}")


def _means(some: list[tuple[float, float, int]]) -> tuple[float, float]:
    many = sum(each[2] for each in some)
    return sum(each[0] for each in some) / many, sum(each[1] for each in some) / many


def main() -> None:
    """Read the command line, and ask or report."""
    parser = argparse.ArgumentParser(description="How far what was learned and samples are to be trusted.")
    commands = parser.add_subparsers(dest="what", required=True)
    more = commands.add_parser("ask", help="ask about moments, and add what was told to a book")
    more.add_argument("table", choices=tuple(TABLES))
    more.add_argument("--deals", type=int, default=100)
    more.add_argument("--groups", type=int, default=12, help="of samples that are played out (12)")
    more.add_argument("--seed", type=int, default=1)
    told = commands.add_parser("report", help="print what a book tells")
    for each in (more, told):
        each.add_argument("--book", type=Path, required=True)
    chosen = parser.parse_args()
    if chosen.what == "report":
        report(chosen.book)
        return
    players, partners = TABLES[chosen.table]
    changes: dict[str, bool | int | str] = {"target": 10000}
    if partners:
        changes["partners"] = True
    law = law_for(PRESETS["modern"].rules(players).changed(changes))
    with chosen.book.open("a", encoding="utf-8") as file:
        for moment in moments(law, chosen.deals, chosen.groups, random.Random(f"{chosen.table}:{chosen.seed}")):
            file.write(json.dumps(moment._asdict()) + "\n")
            file.flush()


if __name__ == "__main__":
    main()
