"""Learn the value of hands at the end of a sample (``bot/house/learned.py``), from deals among *regular* players.

Every trick of a deal is examined as by a search that began four tricks before, with what one seat knew then: how much
of each feature the hands have, and what the sides scored from there to the end. Now and then a seat acts at random, as
a search tries every action. Two hands play the last eight tricks by ``last_tricks.py``, more by rule of thumb.

    python benchmarks/fitting/judgement.py play two --deals 10000 --seed 1 --book sums.jsonl [--learned all] [--drawn]
    python benchmarks/fitting/judgement.py fit --book sums.jsonl [--write bot/house/judged.jsonl]
    python benchmarks/fitting/judgement.py choose three --deals 300 --seed 7

With ``--learned`` all seats, or one side, choose by the learned numbers (``bot/house/learned.py``) instead; with
``--drawn`` the luck of the draw after a moment is subtracted from what comes of it, which changes no mean.

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
from typing import Final, NamedTuple, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from benchmarks.fitting.least_squares import KNOTS, Sums, fitted, shares
from benchmarks.house import lucks
from benchmarks.house_arena import TABLES, interval, law_of
from bot.engine import PRESETS, Action, Deal, Phase
from bot.engine.cards import SUIT_MASKS, Mask, cards_of
from bot.engine.deal import open_deal
from bot.engine.law import Law
from bot.engine.legality import distinct_moves
from bot.engine.moves import advance
from bot.engine.quantities import BEZIQUE
from bot.house.last_tricks import LastTricks
from bot.house.learned import JUDGED_WIDTH, Judged, flat, is_judged, judged, kind_of, shaped
from bot.house.moments import keeping_of, uncounted_sevens, unseen, worth_of
from bot.house.policy import Mind
from bot.house.weights import tuned
from bot.house.worth import Worth

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
LEAD: Final = JUDGED_WIDTH - 1

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
                law, tuned(law), deal.trump, draws=turns, turns=turns, pool=at.pool,
                unseen=at.pool.bit_count() - at.ahead, turn_up=deal.turn_up if deal.left else -1, judged=row,
            )  # fmt: skip

        def unit(size: int, which: int) -> tuple[float, ...]:
            return tuple(float(each == which) for each in range(size))

        none = shaped([0.0] * JUDGED_WIDTH)
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
    if not deal.law.brisques_late or deal.phase is Phase.OVER:
        return [float(each) for each in totals]
    return [float(each + taken) for each, taken in zip(totals, brisques, strict=True)]


def ahead(law: Law, seat: int, values: list[float]) -> float:
    """Return the lead of a seat's side over the mean of the others."""
    own = law.side_seats[law.sides[seat]]
    others = [each for each in range(law.players) if each not in own]
    mean = sum(values[each] for each in others) / len(others)
    return sum(values[each] - mean for each in own)


def play(law: Law, rng: random.Random, *, learned: tuple[int, ...] = (), drawn: bool = False) -> list[Row]:
    """Play a deal, and return its examined moments, one for each trick.

    Args:
        learned: The seats that choose by the learned numbers; moments are looked at from these, if there are any.
        drawn: Subtract the luck of the draws after a moment from what comes of it.
    """
    n = law.players
    deal = open_deal(law, 0, rng.randrange(n), tuple(rng.sample(law.pack, len(law.pack))), (0,) * n)
    looked: list[Looked] = []
    known: list[list[Mask]] = []
    luck: list[list[float]] = []
    odd = -1
    while deal.phase is not Phase.OVER:
        trick = len(deal.tricks)
        fresh = deal.phase is Phase.PLAY and not deal.trick
        if fresh and trick <= law.first_stage and (not looked or len(looked[-1].deal.tricks) < trick):
            back = AHEAD if deal.left else rng.randint(1, AHEAD)
            if trick >= back:
                seat = rng.choice(learned or range(n))
                looked.append(Looked(deal, seat, known[trick - back][seat], back))
                if n == 2 and not deal.left:
                    break  # two hands are told by the ending from here on
        if fresh and len(known) == trick < law.first_stage:
            known.append([unseen(deal, seat) for seat in range(n)])
            odd = rng.randrange(n) if rng.random() < ODD else -1
        if deal.turn == odd and deal.left:
            odd = -1
            action = rng.choice(distinct_moves(deal))
        else:
            pool = unseen(deal, deal.turn)
            keeping = keeping_of(deal, tuned(law), pool) if deal.turn in learned else None
            action = Mind(deal, deal.turn, tuned(law), pool=pool, keeping=keeping).act(deal)
        before, deal = deal, advance(deal, action)
        if drawn and deal.left and deal.left < before.left:
            luck.append(lucks(before, deal))
    end = standing(deal)
    if deal.phase is not Phase.OVER:
        end[deal.turn] += LastTricks(law, exact=False).lead(deal)
        for seat, hold in enumerate(deal.hold):
            end[seat] += law.quantities.seven * uncounted_sevens(deal, hold).bit_count()
    rows = []
    for each, units in ((each, Units(each)) for each in looked):
        by_seat = [units.counts(seat) for seat in range(n)]
        by_seat[each.deal.turn][LEAD] = 1.0
        counted = [ahead(law, each.seat, [counts[at] for counts in by_seat]) for at in range(JUDGED_WIDTH)]
        gained = [after - before for after, before in zip(end, standing(each.deal), strict=True)]
        for draw in luck[len(each.deal.tricks) :]:
            gained = [points - lucky for points, lucky in zip(gained, draw, strict=True)]
        rows.append((each.deal.left // n, counted, ahead(law, each.seat, gained)))
    return rows


def by_learned(deal: Deal) -> Action:
    """Return the best action of the seat on turn by the learned numbers."""
    pool = unseen(deal, deal.turn)
    weights = tuned(deal.law)
    worth = worth_of(deal, weights, pool, judging=True) if deal.left else None
    return Mind(deal, deal.turn, weights, pool=pool, worth=worth).act(deal)


def duel(law: Law, deals: int, seed: int, act: Callable[[Deal], Action] = by_learned) -> list[float]:
    """Return, for each deck, the lead over the regular of a player who acts by `act`, as the mean of all seats."""
    rng = random.Random(seed)
    found = []
    for number in range(deals):
        deck, leads = tuple(rng.sample(law.pack, len(law.pack))), []
        for own in law.side_seats:
            deal = open_deal(law, 0, number % law.players, deck, (0,) * law.players)
            while deal.phase is not Phase.OVER:
                deal = advance(deal, act(deal) if deal.turn in own else Mind(deal, deal.turn, tuned(law)).act(deal))
            leads.append(ahead(law, own[0], standing(deal)))
        found.append(statistics.mean(leads))
    return found


BySplit: TypeAlias = dict[tuple[bool, int], Sums]
"""Sums by whether the deals are kept apart, and by the number of tricks left."""


def fit(table: str, found: BySplit) -> list[list[float]]:
    """Print how well the rows predict the deals kept apart, and return the rows fitted to all deals."""
    kept = {turns: sums for (apart, turns), sums in found.items() if apart}
    rest = {turns: sums for (apart, turns), sums in found.items() if not apart}
    rows = fitted(rest, JUDGED_WIDTH, RIDGE, SMOOTH)
    known, apart_too = (sum(each.moments for each in part.values()) for part in (rest, kept))
    print(f"{table}: {known} moments, {apart_too} kept apart")
    known_as = table if is_judged(table) else "2"
    for low, high in ((0, 0), (1, 2), (3, 5), (6, 9), (10, 14), (15, 24)):
        within = [(turns, sums) for turns, sums in kept.items() if low <= turns <= high]
        spread = sum(sums.spread for _, sums in within)
        now = sum(sums.error(flat(judged(known_as, turns))) for turns, sums in within)
        new = 0.0
        for turns, sums in within:
            numbers = zip(*([share * each for each in rows[knot]] for knot, share in shares(turns)), strict=True)
            new += sums.error([sum(each) for each in numbers])
        print(f"    {low} to {high} tricks left: R² = {1 - new / spread:.3f}; by the file {1 - now / spread:.3f}")
    whole: dict[int, Sums] = defaultdict(lambda: Sums(JUDGED_WIDTH))
    for (_, turns), sums in found.items():
        whole[turns].join(sums)
    return fitted(whole, JUDGED_WIDTH, RIDGE, SMOOTH)


def gather(law: Law, chosen: argparse.Namespace) -> None:
    """Play deals, and add their sums to a book."""
    rng = random.Random(f"{chosen.table}:{chosen.seed}")
    seen: BySplit = defaultdict(lambda: Sums(JUDGED_WIDTH))
    for number in range(chosen.deals):
        learned = tuple(range(law.players)) if chosen.learned == "all" else ()
        if chosen.learned == "side":
            learned = rng.choice(law.side_seats)
        for turns, counted, outcome in play(law, rng, learned=learned, drawn=chosen.drawn):
            seen[number % 3 == 0, turns].add(counted, outcome)
    with chosen.book.open("a", encoding="utf-8") as file:
        for (apart, turns), sums in seen.items():
            # A game gets rows of its own by the first book that is fitted.
            table = kind_of(law) if law.quantities == BEZIQUE else law.rules.game
            line = {"table": table, "apart": apart, "turns": turns, **sums.written()}
            file.write(json.dumps(line) + "\n")


def learn(book: Path, target: Path | None) -> None:
    """Fit rows to everything in a book, and write them to a file."""
    books: defaultdict[str, BySplit] = defaultdict(lambda: defaultdict(lambda: Sums(JUDGED_WIDTH)))
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
    more.add_argument(
        "--learned", choices=("none", "side", "all"), default="none", help="who chooses by the learned numbers (none)"
    )
    more.add_argument("--drawn", action="store_true", help="subtract the luck of the draw")
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
    law = law_of(chosen.preset, chosen.table, 10000)
    if chosen.what == "play":
        gather(law, chosen)
    else:
        print(f"{chosen.table}: {interval(duel(law, chosen.deals, chosen.seed))} points a deal, {chosen.deals} decks")


if __name__ == "__main__":
    main()
