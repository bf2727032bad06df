"""Random play of whole deals: this engine compared to OpenSpiel and RLCard, in one run on one core.

Every contender is driven from Python in the same way: list the legal actions, choose one at random, apply it, and
continue until the deal is over; then start the next deal. The contenders take turns round by round, so that other load
on the machine affects all of them; the result is the ratio within the run. ``benchmarks/README.md`` says more.
"""

from __future__ import annotations

import argparse
import importlib
import json
import platform
import random
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.engine import PRESETS, Game, apply, legal_actions, observe_deal, start_deal
from bot.engine.actions import Action
from bot.engine.deal import Deal, open_deal
from bot.engine.game import apply_move
from bot.engine.law import law_for
from bot.engine.legality import legal_moves
from bot.engine.moves import advance

YARDSTICK = "OpenSpiel gin_rummy"


class Sample(NamedTuple):
    """The result of one contender in one round."""

    actions: int
    """Number of players' actions."""
    chances: int
    """Number of separate chance steps (only in games that are driven card by card)."""
    deals: int
    seconds: float
    """Processor seconds."""


class Contender(NamedTuple):
    """A program that plays whole deals until its time is up."""

    name: str
    play: Callable[[float, random.Random], Sample]


def engine_contender(preset: str, players: int, step: Callable[[Deal, Action], Deal]) -> Contender:
    """Return this engine at deal level: ``legal_moves`` and one of the two ways to apply an action."""
    law = law_for(PRESETS[preset].rules(players))

    def play(seconds: float, rng: random.Random) -> Sample:
        deck, carried, draw = list(law.pack), (0,) * law.players, rng.random
        actions = deals = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            rng.shuffle(deck)
            deal = open_deal(law, 0, deals % law.players, tuple(deck), carried)
            while legal := legal_moves(deal):
                deal = step(deal, legal[int(draw() * len(legal))])
                actions += 1
            deals += 1
        return Sample(actions, 0, deals, spent)

    return Contender(f"bezique {preset}, {players} hands, {step.__name__}", play)


def game_contender(*, observed: bool) -> Contender:
    """Return this engine at game level, as the bot uses it: checked, with events, optionally with a view per step."""
    rules = PRESETS["modern"].rules(2)

    def play(seconds: float, rng: random.Random) -> Sample:
        deck, draw = list(law_for(rules).pack), rng.random
        actions = deals = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            rng.shuffle(deck)
            game = start_deal(Game(rules), deals % 2, tuple(deck)).game
            while legal := legal_actions(game):
                if observed:
                    observe_deal(game.deals[-1], game.deals[-1].turn)
                game = apply(game, legal[int(draw() * len(legal))]).game
                actions += 1
            deals += 1
        return Sample(actions, 0, deals, spent)

    return Contender(f"bezique modern, 2 hands, game with events{' and views' if observed else ''}", play)


def open_spiel_contender(spiel: Any, name: str) -> Contender:  # noqa: ANN401 - an untyped package
    """Return one of OpenSpiel's games; chance is driven like a player, which is its fastest way."""
    game = spiel.load_game(name)

    def play(seconds: float, rng: random.Random) -> Sample:
        draw = rng.random
        actions = chances = deals = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    chances += 1
                else:
                    actions += 1
                legal = state.legal_actions()
                state.apply_action(legal[int(draw() * len(legal))])
            deals += 1
        return Sample(actions, chances, deals, spent)

    return Contender(f"OpenSpiel {name}", play)


def rlcard_contender(rlcard: Any) -> Contender:  # noqa: ANN401 - an untyped package
    """Return RLCard's gin rummy in its environment, which builds an observation at every step."""
    env = rlcard.make("gin-rummy", config={"seed": 1})

    def play(seconds: float, rng: random.Random) -> Sample:
        draw = rng.random
        actions = deals = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            state, _ = env.reset()
            while not env.is_over():
                legal = list(state["legal_actions"])
                state, _ = env.step(legal[int(draw() * len(legal))])
                actions += 1
            deals += 1
        return Sample(actions, 0, deals, spent)

    return Contender("RLCard gin-rummy, environment", play)


def rlcard_game_contender(rlcard: Any) -> Contender:  # noqa: ANN401 - an untyped package
    """Return the game inside RLCard's environment, without observations, which is its fastest way."""
    game = rlcard.make("gin-rummy", config={"seed": 1}).game

    def play(seconds: float, rng: random.Random) -> Sample:
        draw = rng.random
        actions = deals = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            game.init_game()
            while not game.is_over():
                legal = game.judge.get_legal_actions()
                game.step(legal[int(draw() * len(legal))])
                actions += 1
            deals += 1
        return Sample(actions, 0, deals, spent)

    return Contender("RLCard gin-rummy, game alone", play)


OTHERS: tuple[tuple[str, tuple[Callable[[Any], Contender], ...]], ...] = (
    ("pyspiel", (partial(open_spiel_contender, name="gin_rummy"), partial(open_spiel_contender, name="hearts"))),
    ("rlcard", (rlcard_contender, rlcard_game_contender)),
)
"""The contenders other than this engine, by the package they need."""


def contenders(*, ours_only: bool) -> tuple[list[Contender], list[str]]:
    """Return all contenders that can run here, and a sentence for each missing package."""
    found = [engine_contender("modern", 2, advance)]
    missing = []
    if not ours_only:
        for package, makers in OTHERS:
            try:
                module = importlib.import_module(package)
            except ImportError:
                missing.append(
                    f"{package} is not installed, so it is left out: pip install -r benchmarks/requirements.txt"
                )
                continue
            found += [make(module) for make in makers]
    found.append(engine_contender("modern", 2, apply_move))
    for preset, players in (("britannica", 2), ("enquire", 2), ("parlour", 2), ("rubicon", 2), ("modern", 3),
                            ("modern", 4)):  # fmt: skip
        found.append(engine_contender(preset, players, advance))
    found += [game_contender(observed=False), game_contender(observed=True)]
    return found, missing


def measure(found: list[Contender], rounds: int, seconds: float, seed: int) -> dict[str, list[Sample]]:
    """Let all contenders play in turn, round by round, after a short warm-up of each."""
    samples: dict[str, list[Sample]] = {each.name: [] for each in found}
    for each in found:
        each.play(min(0.2, seconds), random.Random(seed))
    for number in range(rounds):
        for each in found:
            samples[each.name].append(each.play(seconds, random.Random(seed + number)))
    return samples


def summary(samples: dict[str, list[Sample]]) -> list[dict[str, Any]]:
    """Return a row for each contender: medians over the rounds, their spread, and the ratio to the yardstick."""
    yardstick = samples.get(YARDSTICK)
    rows = []
    for name, turns in samples.items():
        rates = [turn.actions / turn.seconds for turn in turns]
        row: dict[str, Any] = {
            "name": name,
            "actions_per_second": round(statistics.median(rates)),
            "lowest": round(min(rates)),
            "highest": round(max(rates)),
            "with_chance_per_second": round(
                statistics.median((turn.actions + turn.chances) / turn.seconds for turn in turns)
            ),
            "deals_per_second": round(statistics.median(turn.deals / turn.seconds for turn in turns), 1),
            "actions_per_deal": round(sum(t.actions for t in turns) / sum(t.deals for t in turns), 1),
        }
        if yardstick:
            row["times_yardstick"] = round(
                statistics.median(
                    rate / (mark.actions / mark.seconds) for rate, mark in zip(rates, yardstick, strict=True)
                ),
                2,
            )
        rows.append(row)
    return rows


def table(rows: list[dict[str, Any]]) -> str:
    """Return the rows as a readable table."""
    heads = (
        ("actions/s", 10),
        ("lowest", 9),
        ("highest", 9),
        ("+ chance", 9),
        ("deals/s", 9),
        ("a deal", 7),
        ("ratio", 7),
    )
    lines = [" " * 55 + "".join(f" {head:>{width}}" for head, width in heads)]
    for row in rows:
        ratio = f"{row['times_yardstick']:.2f}" if "times_yardstick" in row else "–"
        lines.append(
            f"{row['name']:55} {row['actions_per_second']:>10,} {row['lowest']:>9,} {row['highest']:>9,} "
            f"{row['with_chance_per_second']:>9,} {row['deals_per_second']:>9,} {row['actions_per_deal']:>7} {ratio:>7}"
        )
    return "\n".join(lines)


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure random play of whole deals.")
    parser.add_argument("--rounds", type=int, default=7, help="how often everyone takes a turn (7)")
    parser.add_argument("--seconds", type=float, default=1.0, help="processor seconds a turn (1.0)")
    parser.add_argument("--seed", type=int, default=1, help="where the random choices begin (1)")
    parser.add_argument("--ours", action="store_true", help="measure this engine only")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    chosen = parser.parse_args()
    if chosen.rounds < 1 or chosen.seconds <= 0:
        parser.error("rounds and seconds must be positive")
    found, missing = contenders(ours_only=chosen.ours)
    rows = summary(measure(found, chosen.rounds, chosen.seconds, chosen.seed))
    if chosen.json:
        about = {"python": platform.python_version(), "rounds": chosen.rounds, "seconds": chosen.seconds}
        print(json.dumps({**about, "missing": missing, "rows": rows}, indent=2))
        return
    print(f"Python {platform.python_version()}, medians of {chosen.rounds} rounds of {chosen.seconds} s each")
    print(table(rows))
    print(f"ratio: actions a second against {YARDSTICK}, round by round, median")
    for sentence in missing:
        print(sentence)


if __name__ == "__main__":
    main()
