"""Learn the value of hands at the end of a search sample (``bot/house/judged.py``), from deals among *regular* players.

Every trick of a deal is examined as by a search that began four tricks before, with what one seat knew then: how much
of each feature the hands have, and what the sides scored from there to the end. Now and then a seat acts at random, as
a search tries every action. Two hands play the last eight tricks by ``bot/house/eight.py``, more by rule of thumb.

    python benchmarks/judgement.py play two --deals 10000 --seed 1 --book sums.jsonl
    python benchmarks/judgement.py fit --book sums.jsonl [--write bot/house/judged.jsonl]
    python benchmarks/judgement.py choose three --deals 300 --seed 7

A book contains sums, so that runs add up. *fit* prints how well numbers fitted to two thirds of the deals predict the
other third, beside those in the file, and fits again to all. *choose* plays the learned numbers against *regular*.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house_arena import TABLES, interval
from bot.engine import PRESETS, Action, Deal, Phase
from bot.engine.cards import SUIT_MASKS, Mask, cards_of
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.house.eight import LastEight
from bot.house.judged import WIDTH, Judged, flat, judged, kind_of, shaped
from bot.house.moments import uncounted_sevens, unseen, worth_of
from bot.house.policy import Mind
from bot.house.weights import TUNED
from bot.house.worth import Worth

KNOTS: Final = (0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 23)
"""Numbers of tricks left that have a row of their own; between them the numbers are interpolated."""
AHEAD: Final = 4
"""Number of tricks before the judged moment at which the search would have begun."""
ODD: Final = 0.2
"""Share of tricks in which one seat does one thing at random."""
RIDGE: Final = 30.0
"""Strength with which every number is drawn towards zero, as a number of moments."""
SMOOTH: Final = 100.0
"""Strength with which a number is drawn towards the same one in the row before, times the square of the tricks left.

Early moments of a deal tell less. The last eight tricks are separate.
"""
LEAD: Final = WIDTH - 1

Row: TypeAlias = tuple[int, list[float], float]
"""The tricks left, each feature's surplus of the seat's side over the others, and the final lead of that side."""


class Looked(NamedTuple):
    """A moment, the seat that foresees it, and the cards whose place that seat did not know when foreseeing it."""

    deal: Deal
    seat: int
    pool: Mask
    ahead: int


class Units:
    """Evaluations of a moment, one for each number of missing cards, so that all parts can be read."""

    def __init__(self, at: Looked) -> None:
        deal, law = at.deal, at.deal.law
        turns = deal.left // law.players

        def worth(row: Judged) -> Worth:
            return Worth(
                law, TUNED, deal.trump, draws=turns, turns=turns, pool=at.pool,
                unseen=at.pool.bit_count() - at.ahead, turn_up=deal.turn_up if deal.left else -1, judged=row,
            )  # fmt: skip

        def unit(size: int, which: int) -> tuple[float, ...]:
            return tuple(float(each == which) for each in range(size))

        none = shaped([0.0] * WIDTH)
        self._by_missing = [
            worth(none._replace(
                common=unit(3, missing), royal=unit(3, missing), sequence=unit(5, missing),
                fours=(unit(4, missing),) * 4, single=unit(3, missing),
            ))
            for missing in range(5)
        ]  # fmt: skip
        self._doubles = [worth(none._replace(double=unit(4, missing))) for missing in range(4)]
        self._deal, self._law, self._turns = deal, law, turns

    def counts(self, seat: int) -> list[float]:
        """Return the amount of each feature in a seat's hand, in the order of a row's numbers (its lead is 0)."""
        deal, seen, used = self._deal, self._deal.exposed, self._deal.declared.used
        hold, trump = deal.hold[seat], deal.trump
        plain, trumps, exchange = [0.0] * 8, [0.0] * 8, [0.0, 0.0]
        for c in cards_of(hold):
            (trumps if c >> 3 & 3 == trump else plain)[c & 7] += 1.0
        if self._law.turns_up and deal.left and deal.turn_up & 7:
            exchange[deal.turn_up & 7 >= 6] = trumps[0]
        common, royal, sequence, single, double = [0.0] * 3, [0.0] * 3, [0.0] * 5, [0.0] * 3, [0.0] * 4
        fours = [[0.0] * 4 for _ in range(4)]
        for missing, worth in enumerate(self._by_missing if self._turns else ()):
            for suit in range(4):
                cards = hold & SUIT_MASKS[suit]
                if not cards:
                    continue
                found = worth.suit_value(suit, cards, worth.pool & SUIT_MASKS[suit] & ~cards, seen, used)
                if missing < 3:
                    (royal if suit == trump else common)[missing] += found[1]
                sequence[missing] += found[2]
            if missing < 4:
                for at in range(4):
                    fours[at][missing] += worth.four(at, hold, seen, used)[0]
                double[missing] += self._doubles[missing].bezique(hold, seen, used).value
            if missing < 3:
                single[missing] += worth.bezique(hold, seen, used).value
        return [
            *plain, *trumps, *common, *royal, *sequence, *(each for four in fours for each in four), *single, *double,
            *exchange, 0.0,
        ]  # fmt: skip


def standing(deal: Deal) -> list[float]:
    """Return the points by seat, including those still to come for tricks already taken."""
    totals, brisques = deal.score.totals, deal.score.brisques
    if deal.law.brisques_as_taken or deal.phase is Phase.OVER:
        return [float(each) for each in totals]
    return [float(each + taken) for each, taken in zip(totals, brisques, strict=True)]


def ahead(law: Law, seat: int, values: list[float]) -> float:
    """Return the lead of a seat's side over the mean of the others."""
    own = law.side_seats[law.sides[seat]]
    others = [each for each in range(law.players) if each not in own]
    mean = sum(values[each] for each in others) / len(others)
    return sum(values[each] - mean for each in own)


def play(law: Law, rng: random.Random) -> list[Row]:
    """Play a deal, and return its examined moments, one for each trick."""
    n = law.players
    deal = open_deal(law, 0, rng.randrange(n), tuple(rng.sample(law.pack, len(law.pack))), (0,) * n)
    looked: list[Looked] = []
    known: list[list[Mask]] = []
    odd = -1
    while deal.phase is not Phase.OVER and (deal.left or n > 2 or not looked or looked[-1].deal.left):
        trick = len(deal.tricks)
        fresh = deal.phase is Phase.PLAY and not deal.trick
        if fresh and trick <= law.first_stage and (not looked or len(looked[-1].deal.tricks) < trick):
            back = AHEAD if deal.left else rng.randint(1, AHEAD)
            if trick >= back:
                seat = rng.randrange(n)
                looked.append(Looked(deal, seat, known[trick - back][seat], back))
        if fresh and len(known) == trick < law.first_stage:
            known.append([unseen(deal, seat) for seat in range(n)])
            odd = rng.randrange(n) if rng.random() < ODD else -1
        if deal.turn == odd and deal.left:
            odd = -1
            action = rng.choice(distinct_moves(deal))
        else:
            action = Mind(deal, deal.turn, TUNED).act(deal)
        deal = advance(deal, action)
    end = standing(deal)
    if deal.phase is not Phase.OVER:
        end[deal.turn] += LastEight(deal.trump).lead(deal.hold[deal.turn], deal.hold[1 - deal.turn])
        for seat, hold in enumerate(deal.hold):
            end[seat] += law.quantities.seven * uncounted_sevens(deal, hold).bit_count()
    rows = []
    for each, units in ((each, Units(each)) for each in looked):
        by_seat = [units.counts(seat) for seat in range(n)]
        by_seat[each.deal.turn][LEAD] = 1.0
        counted = [ahead(law, each.seat, [counts[at] for counts in by_seat]) for at in range(WIDTH)]
        gained = [after - before for after, before in zip(end, standing(each.deal), strict=True)]
        rows.append((each.deal.left // n, counted, ahead(law, each.seat, gained)))
    return rows


def by_learned(deal: Deal) -> Action:
    """Return the best action of the seat on turn by the learned numbers."""
    pool = unseen(deal, deal.turn)
    worth = worth_of(deal, TUNED, pool, judging=True) if deal.left else None
    return Mind(deal, deal.turn, TUNED, pool=pool, worth=worth).act(deal)


def duel(law: Law, deals: int, seed: int, act: Callable[[Deal], Action] = by_learned) -> list[float]:
    """Return, for each deck, the lead over the regular of a player who acts by `act`, as the mean of all seats."""
    rng = random.Random(seed)
    found = []
    for number in range(deals):
        deck, leads = tuple(rng.sample(law.pack, len(law.pack))), []
        for own in law.side_seats:
            deal = open_deal(law, 0, number % law.players, deck, (0,) * law.players)
            while deal.phase is not Phase.OVER:
                deal = advance(deal, act(deal) if deal.turn in own else Mind(deal, deal.turn, TUNED).act(deal))
            leads.append(ahead(law, own[0], standing(deal)))
        found.append(statistics.mean(leads))
    return found


class Sums:
    """Sums for least squares over the moments with one number of tricks left."""

    def __init__(self, width: int = WIDTH) -> None:
        self.moments = 0
        self.total = self.square = 0.0
        self.outcome = [0.0] * width
        self.product = [[0.0] * width for _ in range(width)]

    def add(self, counted: list[float], outcome: float) -> None:
        """Add a moment."""
        self.moments += 1
        self.total += outcome
        self.square += outcome * outcome
        there = [(at, value) for at, value in enumerate(counted) if value]
        for at, value in there:
            self.outcome[at] += value * outcome
            line = self.product[at]
            for other, factor in there:
                line[other] += value * factor

    def join(self, other: Sums) -> None:
        """Add the sums of another."""
        self.moments += other.moments
        self.total += other.total
        self.square += other.square
        self.outcome = [a + b for a, b in zip(self.outcome, other.outcome, strict=True)]
        self.product = [
            [a + b for a, b in zip(mine, theirs, strict=True)]
            for mine, theirs in zip(self.product, other.product, strict=True)
        ]

    def error(self, weights: list[float]) -> float:
        """Return the sum of the squared differences between the outcomes and the predictions by some weights."""
        told = sum(a * b for a, b in zip(weights, self.outcome, strict=True))
        lines = [sum(b * c for b, c in zip(weights, line, strict=True)) for line in self.product]
        spread = sum(a * line for a, line in zip(weights, lines, strict=True))
        return self.square - 2.0 * told + spread

    @property
    def spread(self) -> float:
        """The sum of the squared differences between the outcomes and their mean."""
        return self.square - self.total * self.total / self.moments

    def written(self) -> dict[str, Any]:
        """Return the sums as JSON, with only one half of the symmetric products."""
        return {
            "moments": self.moments, "total": self.total, "square": self.square, "outcome": self.outcome,
            "product": [line[: at + 1] for at, line in enumerate(self.product)],
        }  # fmt: skip

    @classmethod
    def read(cls, found: dict[str, Any]) -> Sums:
        """Return sums from JSON."""
        sums = cls()
        sums.moments, sums.total, sums.square = found["moments"], found["total"], found["square"]
        sums.outcome = found["outcome"]
        for at, line in enumerate(found["product"]):
            for other, value in enumerate(line):
                sums.product[at][other] = sums.product[other][at] = value
        return sums


BySplit: TypeAlias = dict[tuple[bool, int], Sums]
"""Sums by whether the deals are kept apart, and by the number of tricks left."""


def shares(turns: int) -> list[tuple[int, float]]:
    """Return the rows that a number of tricks left lies between, with the share of each."""
    if turns >= KNOTS[-1]:
        return [(len(KNOTS) - 1, 1.0)]
    high = next(at for at, knot in enumerate(KNOTS) if knot > turns)
    share = (turns - KNOTS[high - 1]) / (KNOTS[high] - KNOTS[high - 1])
    return [(high - 1, 1.0 - share), (high, share)] if share else [(high - 1, 1.0)]


def solved(matrix: list[list[float]]) -> list[float]:
    """Return the solution of positive definite equations whose last column is the right-hand side."""
    size = len(matrix)
    for at in range(size):
        pivot = [value / matrix[at][at] for value in matrix[at][at:]]
        for other in range(at + 1, size):
            if factor := matrix[other][at]:
                matrix[other][at:] = [a - factor * b for a, b in zip(matrix[other][at:], pivot, strict=True)]
        matrix[at][at:] = pivot
    found = [0.0] * size
    for at in reversed(range(size)):
        line = matrix[at]
        found[at] = line[size] - sum(line[other] * found[other] for other in range(at + 1, size))
    return found


def fitted(
    by_turns: dict[int, Sums], width: int = WIDTH, ridge: float = RIDGE, smooth: float = SMOOTH
) -> list[list[float]]:
    """Return the rows that best predict the outcomes, drawn a little towards zero and to each other."""
    size = width * len(KNOTS)
    matrix = [[0.0] * (size + 1) for _ in range(size)]
    moments = sum(sums.moments for sums in by_turns.values())
    scale = [sum(sums.product[at][at] for sums in by_turns.values()) / moments + 1e-3 for at in range(width)]
    for turns, sums in by_turns.items():
        for one, share in shares(turns):
            for at in range(width):
                line = matrix[one * width + at]
                line[size] += share * sums.outcome[at]
                for other, factor in shares(turns):
                    start = other * width
                    for place, value in enumerate(sums.product[at]):
                        line[start + place] += share * factor * value
    for knot in range(len(KNOTS)):
        for at in range(width):
            here = knot * width + at
            matrix[here][here] += ridge * scale[at]
            if knot > 1:
                before, drawn = here - width, smooth * KNOTS[knot] ** 2 * scale[at]
                matrix[here][here] += drawn
                matrix[before][before] += drawn
                matrix[here][before] -= drawn
                matrix[before][here] -= drawn
    found = solved(matrix)
    return [found[knot * width : (knot + 1) * width] for knot in range(len(KNOTS))]


def fit(table: str, found: BySplit) -> list[list[float]]:
    """Print how well the rows predict the deals kept apart, and return the rows fitted to all deals."""
    kept = {turns: sums for (apart, turns), sums in found.items() if apart}
    rest = {turns: sums for (apart, turns), sums in found.items() if not apart}
    rows = fitted(rest)
    known, apart_too = (sum(each.moments for each in part.values()) for part in (rest, kept))
    print(f"{table}: {known} moments, {apart_too} kept apart")
    for low, high in ((0, 0), (1, 2), (3, 5), (6, 9), (10, 14), (15, 24)):
        within = [(turns, sums) for turns, sums in kept.items() if low <= turns <= high]
        spread = sum(sums.spread for _, sums in within)
        now = sum(sums.error(flat(judged(table, turns))) for turns, sums in within)
        new = 0.0
        for turns, sums in within:
            numbers = zip(*([share * each for each in rows[knot]] for knot, share in shares(turns)), strict=True)
            new += sums.error([sum(each) for each in numbers])
        print(f"    {low} to {high} tricks left: R² = {1 - new / spread:.3f}; by the file {1 - now / spread:.3f}")
    whole: dict[int, Sums] = defaultdict(Sums)
    for (_, turns), sums in found.items():
        whole[turns].join(sums)
    return fitted(whole)


def gather(law: Law, chosen: argparse.Namespace) -> None:
    """Play deals, and add their sums to a book."""
    rng = random.Random(f"{chosen.table}:{chosen.seed}")
    seen: BySplit = defaultdict(Sums)
    for number in range(chosen.deals):
        for turns, counted, outcome in play(law, rng):
            seen[number % 3 == 0, turns].add(counted, outcome)
    with chosen.book.open("a", encoding="utf-8") as file:
        for (apart, turns), sums in seen.items():
            line = {"table": kind_of(law), "apart": apart, "turns": turns, **sums.written()}
            file.write(json.dumps(line) + "\n")


def learn(book: Path, target: Path | None) -> None:
    """Fit rows to everything in a book, and write them to a file."""
    books: defaultdict[str, BySplit] = defaultdict(lambda: defaultdict(Sums))
    for line in book.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        books[found["table"]][found["apart"], found["turns"]].join(Sums.read(found))
    rows = {table: fit(table, found) for table, found in books.items()}
    if target:
        write(target, rows)


def write(path: Path, rows: dict[str, list[list[float]]]) -> None:
    """Write rows to a file, and keep the rows of other tables there."""
    old = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []
    lines = [each for each in old if each["table"] not in rows]
    for table, found in rows.items():
        for turns, numbers in zip(KNOTS, found, strict=True):
            rounded = [round(each, 2) for each in numbers]
            assert flat(shaped(rounded)) == rounded
            lines.append({"table": table, "turns": turns, "numbers": rounded})
    ordered = sorted(lines, key=lambda each: (each["table"], each["turns"]))
    path.write_text("".join(json.dumps(each) + "\n" for each in ordered), encoding="utf-8")


def main() -> None:
    """Read the command line, and run play, fit or choose."""
    parser = argparse.ArgumentParser(description="Learn what hands are worth where a sample ends.")
    commands = parser.add_subparsers(dest="what", required=True)
    more = commands.add_parser("play", help="play deals, and add what was seen to a book")
    more.add_argument("--book", type=Path, required=True)
    other = commands.add_parser("choose", help="let who chooses by what was learned meet the regular")
    for each in (more, other):
        each.add_argument("table", choices=tuple(TABLES))
        each.add_argument("--deals", type=int, default=1000)
        each.add_argument("--seed", type=int, default=1)
        each.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    told = commands.add_parser("fit", help="find the rows of every kind of table that a book holds")
    told.add_argument("--book", type=Path, required=True)
    told.add_argument("--write", type=Path, help="the file of rows in which these take the others' place")
    chosen = parser.parse_args()
    if chosen.what == "fit":
        learn(chosen.book, chosen.write)
        return
    players, partners = TABLES[chosen.table]
    changes: dict[str, bool | int | str] = {"target": 10000}
    if partners:
        changes["partners"] = True
    law = law_for(PRESETS[chosen.preset].rules(players).changed(changes))
    if chosen.what == "play":
        gather(law, chosen)
    else:
        print(f"{chosen.table}: {interval(duel(law, chosen.deals, chosen.seed))} points a deal, {chosen.deals} decks")


if __name__ == "__main__":
    main()
