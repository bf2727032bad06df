"""What an accomplice is worth in games of three or four, to whoever is helped and to an honest player beside them.

Everybody plays at random, so nobody is stronger. The accomplice gives up when it suits the helped player, in one of two
ways, and every game is rated as the bot rates it (``bot/club/standings``), by the present rule and by that of 1.0.0:

- *ahead*: as soon as the helped player leads. If that is not so by the end of the first deal, the accomplice's time
  runs out: in 1.0.0 the helped player then let the house play on, and nothing was rated; now that takes consent, so
  the game is claimed.
- *behind*: in the last tricks of a deal that may decide the game, if the helped player does not lead. No rule of
  ratings helps against this, nor against cards played in somebody's favour: it is for moderators to see.

    python benchmarks/accomplice.py --games 120
    python benchmarks/accomplice.py --games 200 --players 4
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.club.standings.rating import Strength, rated_results
from bot.engine import build_rules
from tests.tables.at_table import PLAYERS
from tests.tables.made import begun, resigned, results_of, step

if TYPE_CHECKING:
    from bot.tables import Table

LATE: Final = 3
"""Tricks before the end of a deal from which on the accomplice may save a game that is being lost."""


def leads(table: Table) -> bool:
    """Tell whether the first player alone has the most points."""
    mine, *others = table.game.totals
    return mine > max(others)


def ahead(table: Table) -> bool | None:
    """Tell whether the accomplice gives up now, as the first player leads; None: lets the time run out."""
    if len(table.game.deals) > 1:
        return None
    return bool(table.game.deals[0].tricks) and leads(table)


def behind(table: Table) -> bool | None:
    """Tell whether the accomplice gives up now, as the first player is about to lose."""
    deal = table.game.deal
    if deal is None or deal.left or deal.hold[deal.turn].bit_count() > LATE:
        return False
    return max(table.game.totals) >= table.rules.target - 300 and not leads(table)


def simulate(games: int, players: int, when: Callable[[Table], bool | None], seed: int = 1, *, old: bool) -> list[str]:
    """Return what became of the helped player in so many games, and of everybody's rating."""
    chance, people = Random(seed), PLAYERS[:players]
    helped, accomplice = people[0].user_id, people[-1]
    believed = {each.user_id: Strength() for each in people}
    won = lost = unrated = 0
    for _ in range(games):
        table = begun(people, seed=chance.randrange(2**32), rules=build_rules("modern", players, {}))
        stood_in = False
        while table.live:
            gives_up = when(table)
            if gives_up is None and old:
                stood_in = True
                break
            table = resigned(table, accomplice) if gives_up in (True, None) else step(table, chance)
        rows = [] if stood_in else results_of(table)
        unrated += not rows
        if not rows:
            continue
        rated = rated_results(rows, believed, leaver_alone=not old)
        won += rated[0].won
        lost += not rated[0].won
        believed = {row.user_id: Strength(row.mu or 0.0, row.sigma or 0.0) for row in rated}
    ratings = [believed[user].rating for user in (helped, people[1].user_id, accomplice.user_id)]
    return [f"{won} won, {lost} lost, {unrated} unrated", *map(str, ratings)]


def main() -> None:
    """Read the command line, play and print."""
    parser = argparse.ArgumentParser(description="What an accomplice is worth at a table of three or four.")
    parser.add_argument("--games", type=int, default=200, help="games of each line (200)")
    parser.add_argument("--players", type=int, choices=(3, 4), default=3, help="players at the table (3)")
    chosen = parser.parse_args()
    print("accomplice gives up, rule | the helped player's games | helped | honest | accomplice")
    for name, when in (("ahead", ahead), ("behind", behind)):
        for old in (True, False):
            told = simulate(chosen.games, chosen.players, when, old=old)
            print(" | ".join([f"{name}, {'1.0.0' if old else 'now'}", *told]))


if __name__ == "__main__":
    main()
