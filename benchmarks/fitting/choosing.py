"""Learn the numbers for choosing actions (``bot/house/learned.py``) from the search's values in many moments.

Moments come from deals among *regular* players, in which a seat now and then does something at random. The search
values all actions of a moment over the same samples. The evaluation gives what each action takes from the hand, and the
cards with which it takes the trick; least squares over the differences between the actions of a moment then give the
numbers.

    python benchmarks/fitting/choosing.py play two --deals 2800 --book moments.jsonl       # three, four, partners
    python benchmarks/fitting/choosing.py fit --book moments.jsonl
    python benchmarks/fitting/choosing.py fit --book moments.jsonl --write bot/house/learned.jsonl
    python benchmarks/fitting/choosing.py meet two --deals 1500 --seed 8

A fifth of the moments is kept apart. For them *fit* prints how many points a choice is worth more than the regular's,
once by the learned numbers and once by one half of the samples; the other half values both. Then it fits again to all
moments. *meet* lets a player that uses only the learned numbers play the regular, from all seats of each deck.
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
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.fitting.judgement import Looked, Units, duel
from benchmarks.fitting.least_squares import KNOTS, Sums, fitted, shares
from benchmarks.house_arena import TABLES, interval
from bot.engine import PRESETS, Action, Deal, Phase, Verb, View, observe_deal
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.learned import JUDGED_WIDTH, LEARNED_WIDTH, kind_of
from bot.house.moments import keeping_of, unseen, worth_of
from bot.house.playout import Playout
from bot.house.policy import Mind
from bot.house.reading import Reading
from bot.house.search import effort_for
from bot.house.weights import TUNED

ODD: Final = 0.25
"""Share of tricks in which one seat does one thing at random."""
TAKEN: Final = {Phase.PLAY: 0.16, Phase.DECLARE: 0.25}
"""Share of a deal's moments that is examined, by phase."""
FITTED: Final = LEARNED_WIDTH - 2
"""Number of values of a row that are fitted; the other two say how far to trust them."""
RIDGE: Final = 540.0
"""Strength with which every number is drawn towards zero, as a number of actions."""
SMOOTH: Final = 27.0
"""Strength with which a number is drawn towards the same one in the row before, times the square of the tricks left."""
NEAR: Final = 40.0
"""Points behind the best action at which the weight of an action falls by a factor of *e*."""
FAR: Final = 60.0
"""Points behind the best beyond which an action does not show how far to trust the numbers."""
LEAST: Final = 2.5
"""Smallest doubt of a row, in points."""
PLAIN, LEADS, WINS = JUDGED_WIDTH, JUDGED_WIDTH + 8, JUDGED_WIDTH + 24


class Choice(NamedTuple):
    """An action that can be chosen at a moment."""

    sure: float
    """The points that it scores at once."""
    parts: dict[int, float]
    """The amount of each number of a row that it contains, by position in the row."""
    halves: tuple[float, float]
    """Its value by each half of the samples."""
    regular: float
    """Its value by the regular's evaluation."""

    @property
    def points(self) -> float:
        """Its value by all samples."""
        return statistics.mean(self.halves)


class Moment(NamedTuple):
    """A moment with a choice of actions while there is still a stock."""

    table: str
    turns: int
    declares: bool
    choices: list[Choice]

    def said(self, rows: list[list[float]]) -> list[float]:
        """Return the values of the choices by these rows."""
        near = shares(self.turns)
        return [
            each.sure + sum(share * rows[knot][at] * much for knot, share in near for at, much in each.parts.items())
            for each in self.choices
        ]


def looked_at(deal: Deal, view: View, groups: int, rng: random.Random) -> Moment | None:
    """Return a moment with the search's values of all its actions, or None if an action is of a kind not learned."""
    seat, law = deal.turn, deal.law
    imagination = Imagination(view)
    base, pool = imagination.deal(rng), imagination.hidden
    playout = Playout(base, seat, TUNED, effort_for(law.players).horizon, pool)
    values: list[list[float]] = [[] for _ in view.offered]
    for sample in Reading(view, imagination, TUNED).hands(groups, rng).drawn(groups, rng):
        rotated = imagination.rotated(sample.deal)
        for found, action in zip(values, view.offered, strict=True):
            found.append(statistics.mean(playout.value(advance(each, action)) for each in rotated))
    half = groups // 2
    halves = [(statistics.mean(each[:half]), statistics.mean(each[half:])) for each in values]
    mind = Mind(base, seat, TUNED, pool=pool, worth=worth_of(base, TUNED, pool, judging=law.players > 2))
    regular = Mind(base, seat, TUNED, pool=pool)
    before = Units(Looked(base, seat, pool, 0)).counts(seat)
    choices = []
    if base.phase is Phase.DECLARE:
        looks = {action: score for score, action in regular.declaring(base)}
        for action, both in zip(view.offered, halves, strict=True):
            after = base if action.verb is Verb.PASS else advance(base, action)
            if action not in looks or after.trump != base.trump:
                return None
            parts = _less(before, Units(Looked(after, seat, pool, 0)).counts(seat))
            if action.verb is Verb.DECLARE:
                parts[PLAIN + 7] = float(sum(not base.exposed >> c & 1 for c in action.cards))
            gained = float(after.score.totals[seat] - base.score.totals[seat])
            choices.append(Choice(gained, parts, both, looks[action]))
    else:
        scores = {card: score for score, card in regular.plays(base)}
        losses, ready = mind.worth.losses(base.hold[seat], base.exposed, base.declared.used)
        swings = dict(zip([card for card, _ in losses], mind.swings(base, losses), strict=True))
        led = sum(law.card_points[c] for c in base.trick)
        for action, both in zip(view.offered, halves, strict=True):
            if action.verb is not Verb.PLAY:
                return None
            card = action.cards[0]
            hold = tuple(cards & ~(1 << card) if at == seat else cards for at, cards in enumerate(base.hold))
            parts = _less(before, Units(Looked(base._replace(hold=hold), seat, pool, 0)).counts(seat))
            swing, leads = swings[card], not base.trick
            kind = (card & 7) + 8 * (card >> 3 & 3 == base.trump)
            parts[PLAIN + leads] = swing
            parts[PLAIN + 2] = swing * ready
            parts[PLAIN + 3] = swing * mind.denied
            parts[PLAIN + 4 + leads] = swing * (law.card_points[card] + led)
            parts[PLAIN + 6] = float(base.exposed >> card & 1)
            if leads or swing > 0.0:
                parts[(LEADS if leads else WINS) + kind] = 1.0
            choices.append(Choice(0.0, parts, both, scores[card]))
    return Moment(kind_of(law), deal.left // law.players, base.phase is Phase.DECLARE, choices)


def _less(before: list[float], after: list[float]) -> dict[int, float]:
    return {at: b - a for at, (a, b) in enumerate(zip(before, after, strict=True)) if abs(b - a) > 1e-6}


def moments(law: Law, deals: int, groups: int, rng: random.Random) -> Iterator[Moment]:
    """Play deals, and yield some of their moments with the search's values."""
    n = law.players
    for _ in range(deals):
        deal = open_deal(law, 0, rng.randrange(n), tuple(rng.sample(law.pack, len(law.pack))), (0,) * n)
        trick = odd = -1
        while deal.phase is not Phase.OVER and deal.left:
            if deal.phase is Phase.PLAY and not deal.trick and trick != len(deal.tricks):
                trick = len(deal.tricks)
                odd = rng.randrange(n) if rng.random() < ODD else -1
            if rng.random() < TAKEN[deal.phase] and len((view := observe_deal(deal, deal.turn)).offered) > 1:
                found = looked_at(deal, view, groups, rng)
                if found is not None:
                    yield found
            if deal.turn == odd:
                odd = -1
                deal = advance(deal, rng.choice(distinct_moves(deal)))
                continue
            pool = unseen(deal, deal.turn)
            worth = worth_of(deal, TUNED, pool, judging=n > 2)
            deal = advance(deal, Mind(deal, deal.turn, TUNED, pool=pool, worth=worth).act(deal))


def by_learned(deal: Deal) -> Action:
    """Return the best action of the seat on turn by the learned numbers."""
    pool = unseen(deal, deal.turn)
    worth = worth_of(deal, TUNED, pool, judging=deal.law.players > 2) if deal.left else None
    return Mind(deal, deal.turn, TUNED, pool=pool, worth=worth, keeping=keeping_of(deal, TUNED, pool)).act(deal)


def sums_of(found: list[Moment]) -> dict[int, Sums]:
    """Return the sums for least squares over the differences between the actions of each moment, by tricks left.

    Actions near the best count most. Which these are, one half of the samples says, and the other half what each is
    worth: with few groups an action would else be near the best by the same chance that makes its value too large.
    """
    by_turns: dict[int, Sums] = defaultdict(lambda: Sums(FITTED))
    for moment in found:
        for near, half in ((0, 1), (1, 0)):
            best = max(each.halves[near] for each in moment.choices)
            weights = [math.exp((each.halves[near] - best) / NEAR) + 0.02 for each in moment.choices]
            weights = [each / sum(weights) for each in weights]
            rest = [each.halves[half] - each.sure for each in moment.choices]
            centre = sum(weight * value for weight, value in zip(weights, rest, strict=True))
            usual: dict[int, float] = defaultdict(float)
            for weight, each in zip(weights, moment.choices, strict=True):
                for at, much in each.parts.items():
                    usual[at] += weight * much
            for weight, value, each in zip(weights, rest, moment.choices, strict=True):
                root = math.sqrt(weight)
                line = [0.0] * FITTED
                for at, mean in usual.items():
                    line[at] = root * (each.parts.get(at, 0.0) - mean)
                by_turns[moment.turns].add(line, root * (value - centre))
    return by_turns


def doubt(rows: list[list[float]], apart: list[Moment]) -> list[list[float]]:
    """Return for each row its error beyond the samples' noise, as a pair for playing and declaring."""
    sums: dict[tuple[int, bool], list[float]] = defaultdict(lambda: [0.0, 0.0])
    for moment in apart:
        best = max(each.points for each in moment.choices)
        said = [
            (value, each) for value, each in zip(moment.said(rows), moment.choices, strict=True)
            if each.points > best - FAR
        ]  # fmt: skip
        off = [value - each.points for value, each in said]
        noise = [(each.halves[0] - each.halves[1]) / 2 for _, each in said]
        spread = sum((each - statistics.mean(off)) ** 2 for each in off)
        spread -= sum((each - statistics.mean(noise)) ** 2 for each in noise)
        for knot, share in shares(moment.turns):
            kept = sums[knot, moment.declares]
            kept[0] += share * spread
            kept[1] += share * (len(said) - 1)
    found = []
    for knot in range(1, len(KNOTS)):
        pair = []
        for declares in (False, True):
            # Few moments are declarations, so for these the neighbouring rows count fully.
            near = [
                (at, 1.0 if declares or at == knot else 0.5) for at in range(knot - 1 - declares, knot + 2 + declares)
            ]
            spread, count = (sum(factor * sums[at, declares][part] for at, factor in near) for part in (0, 1))
            pair.append(round(max(LEAST, math.sqrt(max(0.0, spread) / count)), 2) if count else 10.0)
        found.append(pair)
    return found


def fit(table: str, found: list[Moment]) -> list[list[float]]:
    """Print how well rows choose in the moments kept apart, and return the rows fitted to all moments."""
    apart = found[::5]
    rows = fitted(sums_of([each for at, each in enumerate(found) if at % 5]), FITTED, RIDGE, SMOOTH)
    print(f"{table}: {len(found)} moments, {len(apart)} kept apart; points a decision more than the regular's")
    for name, some in (
        ("playing", [m for m in apart if not m.declares]),
        ("declaring", [m for m in apart if m.declares]),
    ):
        if len(some) > 1:
            learned, half = [], []
            for moment in some:
                regular = max(moment.choices, key=lambda each: each.regular).halves[1]
                said = moment.said(rows)
                learned.append(moment.choices[said.index(max(said))].halves[1] - regular)
                half.append(max(moment.choices, key=lambda each: each.halves[0]).halves[1] - regular)
            print(f"    {name}: by what was learned {interval(learned)}, by half of the samples {interval(half)}")
    whole = fitted(sums_of(found), FITTED, RIDGE, SMOOTH)
    return [row + pair for row, pair in zip(whole[1:], doubt(rows, apart), strict=True)]


def read(book: Path) -> dict[str, list[Moment]]:
    """Return the moments of a book by kind of table."""
    found: dict[str, list[Moment]] = defaultdict(list)
    for line in book.read_text(encoding="utf-8").splitlines():
        each: dict[str, Any] = json.loads(line)
        choices = [
            Choice(sure, {int(at): much for at, much in parts.items()}, (one, two), regular)
            for sure, parts, (one, two), regular in each["choices"]
        ]
        found[each["table"]].append(Moment(each["table"], each["turns"], each["declares"], choices))
    return found


def write(path: Path, rows: dict[str, list[list[float]]]) -> None:
    """Write rows to a file, and keep the rows of other tables there."""
    old = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    lines = [each for each in old if each["table"] not in rows]
    for table, found in rows.items():
        for turns, numbers in zip(KNOTS[1:], found, strict=True):
            lines.append({"table": table, "turns": turns, "numbers": [round(each, 3) for each in numbers]})
    lines.sort(key=lambda each: (each["table"], each["turns"]))
    path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")


def main() -> None:
    """Read the command line, and run play, fit or meet."""
    parser = argparse.ArgumentParser(description="Learn how to choose from what the search finds.")
    commands = parser.add_subparsers(dest="what", required=True)
    more = commands.add_parser("play", help="play deals, ask the search, and add what it found to a book")
    more.add_argument("--groups", type=int, default=24, help="of samples, for each action (24)")
    more.add_argument("--book", type=Path, required=True)
    other = commands.add_parser("meet", help="let who chooses by what was learned meet the regular")
    for each in (more, other):
        each.add_argument("table", choices=tuple(TABLES))
        each.add_argument("--deals", type=int, default=100)
        each.add_argument("--seed", type=int, default=1)
    told = commands.add_parser("fit", help="find the rows of every kind of table that a book holds")
    told.add_argument("--book", type=Path, required=True)
    told.add_argument("--write", type=Path, help="the file of rows in which these take the others' place")
    chosen = parser.parse_args()
    if chosen.what == "fit":
        rows = {table: fit(table, found) for table, found in read(chosen.book).items()}
        if chosen.write:
            write(chosen.write, rows)
        return
    players, partners = TABLES[chosen.table]
    changes: dict[str, bool | int | str] = {"target": 10000}
    if partners:
        changes["partners"] = True
    law = law_for(PRESETS["modern"].rules(players).changed(changes))
    if chosen.what == "meet":
        leads = duel(law, chosen.deals, chosen.seed, by_learned)
        print(f"{chosen.table}: {interval(leads)} points a deal, {chosen.deals} decks")
        return
    rng = random.Random(f"{chosen.table}:{chosen.seed}")
    with chosen.book.open("a", encoding="utf-8") as file:
        for moment in moments(law, chosen.deals, chosen.groups, rng):
            choices = [(each.sure, each.parts, each.halves, round(each.regular, 2)) for each in moment.choices]
            file.write(json.dumps({**moment._asdict(), "choices": choices}) + "\n")


if __name__ == "__main__":
    main()
