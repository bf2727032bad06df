"""Strength and thinking time of the house players: duplicate deals, with 95% intervals.

Every deck is played twice with the seats exchanged, so that both players get the same cards. The result is the
difference in points per deal with the luck of the draw removed, which halves the variance and keeps the mean;
``--plain`` leaves the luck in. Games are counted in the same pairs.

    python benchmarks/house.py --pairs 400 greedy:random regular:greedy novice:greedy
    python benchmarks/house.py --pairs 300 strong:regular
    python benchmarks/house.py --pairs 40 --games 1000 strong:regular
    python benchmarks/house.py --pairs 100 --simulations 1000 strong:ismcts
    python benchmarks/house.py --pairs 100 --players 3 strong:regular
    python benchmarks/house.py --pairs 100 --partners strong:regular

The line with ismcts needs OpenSpiel (``benchmarks/requirements.txt``).
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.spiel import Ismcts
from benchmarks.yardsticks import greedy_action, random_action
from bot.engine import PRESETS, Action, Deal, observe_deal
from bot.engine.actions import PLAYS
from bot.engine.cards import mask_of
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.ending import Ending
from bot.house.moments import worth_of
from bot.house.players import choose
from bot.house.policy import Mind
from bot.house.roster import Level
from bot.house.search import Effort, effort_for
from bot.house.weights import Weights, tuned

Player: TypeAlias = Callable[[Deal, random.Random], Action]
"""Function that chooses for the seat on turn; the players of this file use nothing that the seat may not see."""

greedy: Player = greedy_action
at_random: Player = random_action


class _Endings:
    """Cache of the last ending searched, whose table serves all decisions of the same deal."""

    def __init__(self) -> None:
        self._deck: tuple[int, ...] = ()
        self._ending: Ending | None = None

    def action(self, deal: Deal) -> Action:
        """Return the best action in the last eight tricks of two players."""
        if self._ending is None or self._deck is not deal.base.deck:
            self._deck = deal.base.deck
            self._ending = Ending(deal.law, deal.trump)
        seat = deal.turn
        led = deal.trick[0] if deal.trick else None
        return PLAYS[seat][self._ending.lines(deal.hold[seat], deal.hold[1 - seat], led)[0].card]


def evaluating(weights: Weights | None) -> Player:
    """Return a player that follows the evaluation, and plays the last tricks of two hands exactly.

    By default it has the weights of its game.
    """
    endings = _Endings()

    def act(deal: Deal, _rng: random.Random) -> Action:
        if deal.left or deal.law.players > 2:
            return Mind(deal, deal.turn, weights or tuned(deal.law)).act(deal)
        return endings.action(deal)

    return act


def play_deal(
    law: Law, deck: tuple[int, ...], dealer: int, players: tuple[Player, Player], rng: random.Random
) -> tuple[float, float]:
    """Return the first player's lead over the second in points in one deal, with and without luck."""
    deal = open_deal(law, 0, dealer, deck, (0, 0))
    lucky = 0.0
    while not deal.over:
        before, deal = deal, advance(deal, players[deal.turn](deal, rng))
        if deal.left and deal.left < before.left:
            lucky += luck(before, deal)
    points = deal.score.totals[0] - deal.score.totals[1]
    return points, points - lucky


def luck(before: Deal, after: Deal) -> float:
    """Return how much luckier a draw was for the first seat than for the second (:func:`lucks`)."""
    found = lucks(before, after)
    return found[0] - found[1]


def lucks(before: Deal, after: Deal) -> list[float]:
    """Return, by seat, how much better its hand looks after a draw than in the mean of all possible draws.

    Every order of the stock is equally likely, so the mean of this is zero whatever the players do: subtracting it from
    the points changes no expected value, but removes much of the variance. The last draw, in which a player gets the
    turn-up, is left out.
    """
    deck = after.base.deck
    at = len(deck) - before.left + (before.turn_up >= 0)
    stock = deck[at : len(deck)]
    worth = worth_of(after, tuned(after.law), mask_of(stock), judging=True)
    seen, used = after.exposed, after.declared.used
    found = []
    for held, holds in zip(before.hold, after.hold, strict=True):
        mean = sum(worth.hand(held | 1 << c, seen, used)[0] for c in stock) / len(stock)
        found.append(worth.hand(holds, seen, used)[0] - mean)
    return found


def duel(law: Law, one: Player, other: Player, pairs: int, *, seed: int, plain: bool = False) -> Iterator[float]:
    """Yield, for each deck, one player's lead over the other in points per deal, as the mean of both seatings.

    The luck of the draw is removed (:func:`luck`) unless `plain` is set.
    """
    rng = random.Random(seed)
    for number in range(pairs):
        deck = list(law.pack)
        rng.shuffle(deck)
        there = play_deal(law, tuple(deck), number % 2, (one, other), rng)
        back = play_deal(law, tuple(deck), number % 2, (other, one), rng)
        yield (there[not plain] - back[not plain]) / 2


def games(law: Law, one: Player, other: Player, pairs: int, *, seed: int) -> Iterator[float]:
    """Yield, for each row of decks, one player's share of wins in two games, one from either seat."""
    rng = random.Random(seed)
    for number in range(pairs):
        decks = [rng.sample(law.pack, len(law.pack)) for _ in range(40)]
        won = _wins(law, decks, number % 2, (one, other), rng) + 1 - _wins(law, decks, number % 2, (other, one), rng)
        yield won / 2


def _wins(law: Law, decks: list[list[int]], dealer: int, players: tuple[Player, Player], rng: random.Random) -> int:
    """Return 1 if the first player wins the game that these decks make, else 0."""
    totals: tuple[int, ...] = (0, 0)
    for number, deck in enumerate(decks):
        deal = open_deal(law, number, (dealer + number) % 2, tuple(deck), totals)
        while not deal.over:
            deal = advance(deal, players[deal.turn](deal, rng))
        if deal.result is not None:
            return int(deal.result.winner == (0,))
        totals = deal.score.totals
    raise RuntimeError("forty deals did not reach the target")


def seated(law: Law, one: Player, other: Player, pairs: int, *, seed: int) -> Iterator[float]:
    """Yield, for each deck of three or four hands, how much better one player does in a seat than the other.

    All other seats belong to the other kind of player. The result is the points of a random seat above the mean of the
    other seats, minus the same with the other player in that seat. Partners play two against two, once on either side,
    and their lead is counted as between two players.
    """
    rng = random.Random(seed)
    n = law.players
    for number in range(pairs):
        deck = tuple(rng.sample(law.pack, len(law.pack)))
        dealer, seat = number % n, rng.randrange(n)
        leads: list[float] = []
        for turn in (0, 1):
            if law.rules.partners:
                players = [one if each % 2 == turn else other for each in range(n)]
            else:
                players = [one if each == seat and not turn else other for each in range(n)]
            deal = open_deal(law, 0, dealer, deck, (0,) * n)
            while not deal.over:
                deal = advance(deal, players[deal.turn](deal, rng))
            totals = deal.score.totals
            if law.rules.partners:
                leads.append(sum(totals[turn::2]) - sum(totals[1 - turn :: 2]))
            else:
                lead = totals[seat] - (sum(totals) - totals[seat]) / (n - 1)
                leads.append(-lead if turn else lead)
        yield sum(leads) / (2 if law.rules.partners else 1)


class Timed:
    """A house player, with the processor time of each decision that was not forced."""

    def __init__(self, level: Level, effort: Effort) -> None:
        self._level, self._effort = level, effort
        self.seconds: list[float] = []

    def __call__(self, deal: Deal, rng: random.Random) -> Action:
        """Choose from the seat's view only."""
        view = observe_deal(deal, deal.turn)
        if len(view.offered) == 1:
            return view.offered[0]
        began = time.thread_time()
        action = choose(self._level, view, rng, effort=self._effort).action
        self.seconds.append(time.thread_time() - began)
        return action


def times(seconds: list[float]) -> str:
    """Return the median, 95th percentile and maximum decision time as text."""
    ordered = sorted(seconds)
    return (
        f"{len(ordered)} decisions: median {statistics.median(ordered):.3f} s, "
        f"p95 {ordered[int(0.95 * len(ordered))]:.3f} s, longest {ordered[-1]:.3f} s"
    )


def report(name: str, values: list[float], unit: str) -> str:
    """Return a mean with its 95% interval as text."""
    mean = statistics.mean(values)
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{name}: {mean:+.2f} ± {half:.2f} {unit} ({len(values)} pairs)"


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(description="Measure the house players against each other.")
    parser.add_argument(
        "duels", nargs="+", help="two of random greedy beginner novice regular skilled strong ismcts, as strong:regular"
    )
    parser.add_argument("--pairs", type=int, default=100, help="decks, each played twice (100)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2, help="seats (2)")
    parser.add_argument("--partners", action="store_true", help="four seats, two against two")
    parser.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    parser.add_argument("--games", type=int, metavar="TARGET", help="play games to this target instead of deals")
    parser.add_argument("--groups", type=int, help="of samples that a search plays out (the usual number)")
    parser.add_argument("--horizon", type=int, help="tricks of each sample played out (the usual number)")
    parser.add_argument("--simulations", type=int, default=1000, help="of OpenSpiel's search")
    parser.add_argument("--plain", action="store_true", help="count points as they fall, the luck of the draw included")
    parser.add_argument("--progress", type=int, metavar="PAIRS", help="also print what is known after so many pairs")
    chosen = parser.parse_args()
    if chosen.pairs < 2:
        parser.error("an interval needs at least two pairs")
    seats = 4 if chosen.partners else chosen.players
    if seats > 2 and (chosen.games or any("ismcts" in duel for duel in chosen.duels)):
        parser.error("games and OpenSpiel's search are for two seats")
    usual = effort_for(seats)
    effort = usual._replace(horizon=chosen.horizon or usual.horizon)
    if chosen.groups:
        effort = effort.exactly(chosen.groups)
    makers: dict[str, Callable[[], Player]] = {
        "random": lambda: at_random,
        "greedy": lambda: greedy,
        "beginner": lambda: Timed(Level.BEGINNER, effort),
        "novice": lambda: Timed(Level.NOVICE, effort),
        "regular": lambda: evaluating(None),
        "skilled": lambda: Timed(Level.SKILLED, effort),
        "strong": lambda: Timed(Level.STRONG, effort),
        "ismcts": lambda: Ismcts(chosen.simulations),
    }
    book = PRESETS[chosen.preset].rules(seats)
    changes: dict[str, bool | int | str] = {"partners": True} if chosen.partners else {}
    if "target" in book.free():
        changes["target"] = chosen.games or 10000
    law = law_for(book.changed(changes))
    for text in chosen.duels:
        names = text.split(":")
        if len(names) != 2 or not set(names) <= set(makers):
            parser.error(f"{text} is not a duel: write two of {', '.join(makers)} as strong:regular")
        one, other = (makers[name]() for name in names)
        title = f"{names[0]} against {names[1]}, {chosen.preset}"
        if seats > 2:
            title += ", partners" if chosen.partners else f", {seats} seats"
        if seats > 2:
            unit, played = "points a deal", seated(law, one, other, chosen.pairs, seed=chosen.seed)
        elif chosen.games:
            unit, played = f"of the games to {chosen.games}", games(law, one, other, chosen.pairs, seed=chosen.seed)
        else:
            unit = "points a deal" if chosen.plain else "points a deal without the luck of the draw"
            played = duel(law, one, other, chosen.pairs, seed=chosen.seed, plain=chosen.plain)
        values: list[float] = []
        for value in played:
            values.append(value)
            if chosen.progress and len(values) % chosen.progress == 0:
                print("   ", report("so far", values, unit), flush=True)
        print(report(title, values, unit))
        for name, player in zip(names, (one, other), strict=True):
            if isinstance(player, (Timed, Ismcts)) and player.seconds:
                print(f"    {name}: {times(player.seconds)}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
