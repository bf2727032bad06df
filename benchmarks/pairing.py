"""Measure how much processor time pairing a Swiss round takes: ``python benchmarks/pairing.py``.

Sixty-four players are paired for eight rounds with random outcomes; the first round loads the library.
"""

from __future__ import annotations

import random
import time
from datetime import UTC, datetime, timedelta
from importlib import import_module

from bot.club.tournaments import decisions
from bot.club.tournaments.values import Entrant, Form, Outcome, State, Tournament
from bot.engine import build_rules
from bot.tables import NO_CLOCK

PLAYERS, ROUNDS, SEEDS = 64, 8, 5


def begun(players: int) -> Tournament:
    """Return a Swiss tournament of this many players that has just been started."""
    now = datetime(2026, 3, 1, tzinfo=UTC)
    people = tuple(Entrant(at, f"P{at}", now, entry=at) for at in range(1, players + 1))
    return Tournament(
        1, 1, 1, 1, "Cup", Form.SWISS, State.PLAYING, build_rules("modern", 2, {}), "modern", NO_CLOCK, ROUNDS,
        timedelta(hours=1), now, started_at=now, entrants=people,
    )  # fmt: skip


def main() -> None:
    """Print the milliseconds of each round, and of the import before them."""
    began = time.process_time()
    import_module("networkx")

    print(f"import: {1000 * (time.process_time() - began):.0f} ms")
    for seed in range(SEEDS):
        chance, tournament, took = random.Random(seed), begun(PLAYERS), []
        for number in range(ROUNDS):
            began = time.process_time()
            pairs = decisions.next_pairs(tournament)
            took.append(1000 * (time.process_time() - began))
            assert pairs is not None
            tournament = decisions.paired(tournament, number, pairs)
            for pairing in tournament.of_round(number + 1):
                outcome = chance.choice((Outcome.HOME, Outcome.AWAY, Outcome.HOME, Outcome.AWAY, Outcome.DRAW))
                tournament = decisions.recorded(tournament, pairing, outcome)
        print(f"{PLAYERS} players, ms a round: {' '.join(f'{each:.0f}' for each in took)} · all {sum(took):.0f}")


if __name__ == "__main__":
    main()
