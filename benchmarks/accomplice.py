"""What an accomplice is worth in games of three or four, to whoever is helped and to an honest player beside them.

Everybody plays at random, so nobody is stronger. The accomplice gives up when it suits the helped player (``WAYS``),
and is one account or a new one for every game. Many games are played once. From these, 200 are drawn again and again
and rated as the bot rates them (``bot/club/standings``), and by two rules of before. Means have intervals of 95%.

For somebody who leaves at any moment and helps nobody it also tells by how much the ratings of the others then differ
from what they would have been, had the game been played out.

    python benchmarks/accomplice.py --pool 300
    python benchmarks/accomplice.py --pool 150 --players 4
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.club.standings.rating import Strength, gave_up, rated_results, strength_after
from bot.engine import build_rules
from tests.tables.at_table import PLAYERS
from tests.tables.made import begun, noon, resigned, results_of, step

if TYPE_CHECKING:
    from bot.tables import Table
    from db.results import ResultRow

HELPED, HONEST = 0, 1
LATE: Final = 3
"""Tricks before the end of a deal from which on the accomplice may save a game that is being lost."""
RATED: Final = 200
"""Rated games of one run."""
Rows: TypeAlias = Sequence["ResultRow"]
Played: TypeAlias = Mapping[str, Rows]
"""One game: its results if it is played out (``""``), and by each way in which the accomplice gives up."""


class Rule(StrEnum):
    """How a game is rated that somebody has given up."""

    OLD = "1.0.0"
    """Everybody, by who has won it (ruling 21)."""
    ALONE = "leaver alone"
    """Only who gave up, as the last."""
    NOW = "now"


def lead(table: Table) -> int:
    """Return by how many points the helped player leads, brisques included; below zero: is behind."""
    deal = table.game.deals[-1]
    mine, *others = (
        total + (0 if deal.over else taken) for total, taken in zip(table.game.totals, deal.score.brisques, strict=True)
    )
    return mine - max(others)


def late(table: Table) -> bool:
    """Tell whether the last tricks of a deal are played that may decide the game."""
    deal = table.game.deal
    if deal is None or deal.left or deal.hold[deal.turn].bit_count() > LATE:
        return False
    return max(table.game.totals) >= table.rules.target - 300


WAYS: Final[Mapping[str, Callable[[Table, Random], bool]]] = {
    "as soon as the friend leads": lambda table, _: lead(table) > 0,
    "as soon as the friend leads by 100": lambda table, _: lead(table) >= 100,
    "late, where the friend would lose": lambda table, _: late(table) and lead(table) <= 0,
    "once the friend is 150 behind": lambda table, _: lead(table) <= -150,
    "late if behind, or 150 ahead": lambda table, _: lead(table) >= 150 or (late(table) and lead(table) <= 0),
    "at any moment, for nobody": lambda _, chance: chance.random() < 1 / 200,
}


def play_one(players: int, seed: int) -> Played:
    """Play a game out at random, and note what became of it for each way of giving up."""
    chance, leaves, people = Random(seed), Random(-seed), PLAYERS[:players]
    table = begun(people, seed=chance.randrange(2**32), rules=build_rules("modern", players, {}))
    found: dict[str, Rows] = {}
    tricks = 0
    while table.live:
        done = sum(len(deal.tricks) for deal in table.game.deals)
        if done > tricks and not table.awaits_deal:
            tricks = done
            for name, when in WAYS.items():
                if name not in found and when(table, leaves):
                    found[name] = results_of(resigned(table, people[-1]))
        table = step(table, chance, noon(chance=chance))
    played_out = results_of(table)
    return {"": played_out} | {name: found.get(name, played_out) for name in WAYS}


def rate_many(
    pool: Sequence[Played], way: str, seed: int, *, rule: Rule = Rule.NOW, new_accounts: bool = False
) -> list[int]:
    """Return what everybody is rated after many games, drawn from some that were played.

    Args:
        new_accounts: Whether the accomplice has a new account for every game.
    """
    chance, users = Random(seed), [row.user_id for row in pool[0][way]]
    believed = {user: Strength() for user in users}
    for _ in range(RATED):
        if new_accounts:
            believed[users[-1]] = Strength()
        rows = chance.choice(pool)[way]
        rows = [replace(row, standing=None) for row in rows] if rule is Rule.OLD else rows
        believed |= {
            row.user_id: strength_after(row)
            for row in rated_results(rows, believed)
            if rule is not Rule.ALONE or row.standing is None or gave_up(row)
        }
    return [believed[user].rating for user in users]


def told(values: Sequence[float]) -> str:
    """Return a mean with its interval of 95%."""
    return f"{statistics.mean(values):.0f} ± {1.96 * statistics.stdev(values) / len(values) ** 0.5:.0f}"


def strayed(pool: Sequence[Played], way: str, sigma: float) -> tuple[float, float]:
    """Return by how much the ratings of the others differ if one leaves: the mean, and the standard deviation."""
    apart = []
    for game in pool:
        if game[way] is not game[""]:
            believed = {row.user_id: Strength(sigma=sigma) for row in game[way]}
            left, played_out = (rated_results(game[how], believed) for how in (way, ""))
            apart += [40 * ((a.mu or 0) - (b.mu or 0)) for a, b in zip(left[:-1], played_out[:-1], strict=True)]
    return statistics.mean(apart), statistics.pstdev(apart)


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(description="What an accomplice is worth at a table of three or four.")
    parser.add_argument("--pool", type=int, default=300, help="games that are played (300)")
    parser.add_argument("--runs", type=int, default=10, help=f"runs of {RATED} rated games for each line (10)")
    parser.add_argument("--players", type=int, choices=(3, 4), default=3, help="players at the table (3)")
    chosen = parser.parse_args()
    pool = [play_one(chosen.players, seed) for seed in range(1, chosen.pool + 1)]
    print("the accomplice gives up | accounts | rule | games given up | friend | honest | accomplice")
    for way in ("", *WAYS):
        share = sum(game[way] is not game[""] for game in pool) / len(pool)
        for new_accounts in (False, True):
            for rule in Rule if way else (Rule.NOW,):
                runs = [rate_many(pool, way, seed, rule=rule, new_accounts=new_accounts) for seed in range(chosen.runs)]
                rated = [told([run[seat] for run in runs]) for seat in (HELPED, HONEST, -1)]
                names = (way or "never", "new" if new_accounts else "one", rule.value)
                print(" | ".join([*names, f"{RATED * share:.0f} of {RATED}", *rated]), flush=True)
    *_, nobody = WAYS
    for sigma in (25 / 3, 2.0):
        mean, spread = strayed(pool, nobody, sigma)
        print(f"{nobody}, all ± {40 * sigma:.0f}: the others differ by {mean:+.1f}, standard deviation {spread:.1f}")


if __name__ == "__main__":
    main()
