"""Pictures: milliseconds and kilobytes of a table for all and for a seat, of all hands, of a chart and of an emoji.

*Cold* is the first picture of a process: font, palette, cloth and every face it needs are drawn from scratch. *Warm*
has the faces in its cache and takes consecutive positions of whole games, as a table does; *another* takes positions of
different games, so that hardly any card stays in its place. Times are processor time of one thread, so other load on
the machine does not count.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import PIL

from bot.engine import PRESETS, CardSet, Game, Rules, Verb, View, apply, observe, offered_actions, start_deal
from bot.engine.cards import NO_CARD
from bot.engine.law import law_for
from bot.ui.pictures import (
    OpenHand,
    emoji_picture,
    hands_picture,
    seen_by_all,
    seen_from,
    table_picture,
)
from bot.ui.pictures.chart import chart_picture, course_of

NAMES = ("Maximilian", "Odette", "Ben", "Wilhelmina")
SEATS = {"two seats": (2, False), "three seats": (3, False), "four seats": (4, False), "partners": (4, True)}


def rules_for(kind: str) -> Rules:
    """Return the modern rules for a number of seats."""
    players, partners = SEATS[kind]
    return PRESETS["modern"].rules(players).changed({"partners": partners})


def open_hands(kind: str, seed: int) -> list[list[OpenHand]]:
    """Deal several times and return every seat's cards, with the rest of the pack as the cards drawn later."""
    rng = random.Random(seed)
    law = law_for(rules_for(kind))
    found = []
    for _ in range(40):
        deck = list(law.pack)
        rng.shuffle(deck)
        dealt = 8 * law.players
        found.append(
            [
                OpenHand(CardSet.of(deck[8 * seat : 8 * seat + 8]), drew=tuple(deck[dealt + seat :: law.players]))
                for seat in range(law.players)
            ]
        )
    return found


def positions(kind: str, games: int, seed: int) -> list[tuple[View, View]]:
    """Play deals in which everything possible is declared; return the views of a spectator and of the seat on turn."""
    rng = random.Random(seed)
    rules = rules_for(kind)
    found = []
    for number in range(games):
        deck = list(law_for(rules).pack)
        rng.shuffle(deck)
        game = start_deal(Game(rules), number % rules.players, tuple(deck)).game
        while game.deal is not None and (actions := offered_actions(game)):
            found.append((observe(game, None), observe(game, game.deal.turn)))
            declared = [action for action in actions if action.verb is Verb.DECLARE]
            game = apply(game, rng.choice(declared or actions)).game
    return found


def whole_game(kind: str, seed: int) -> Game:
    """Play deals at random until a side has reached the target."""
    rng = random.Random(seed)
    rules = rules_for(kind)
    game = Game(rules)
    while game.result is None:
        if game.deal is None or game.between_deals:
            deck = list(law_for(rules).pack)
            rng.shuffle(deck)
            game = start_deal(game, game.next_dealer() or 0, tuple(deck)).game
        game = apply(game, rng.choice(offered_actions(game))).game
    return game


def measure(draw: Callable[[], bytes]) -> tuple[float, float]:
    """Return milliseconds of this thread's processor time, and kilobytes."""
    began = time.thread_time()
    file = draw()
    return (time.thread_time() - began) * 1000, len(file) / 1024


def cold(what: str, kind: str, seed: int) -> float:
    """Return the milliseconds of the first picture in a process of its own."""
    command = [sys.executable, __file__, "--cold", what, "--kind", kind, "--seed", str(seed)]
    return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)  # noqa: S603


def one_cold(what: str, kind: str, seed: int) -> float:
    """Draw one picture and return its milliseconds; no picture may have been drawn before."""
    seen = positions(kind, 1, seed)
    spectator, player = seen[len(seen) // 2]
    hands = open_hands(kind, seed)[0]
    draws = {
        "hands": lambda: hands_picture(hands, NAMES[: len(hands)]),
        "panel": lambda: of_views("panel", (spectator, player)),
        "board": lambda: of_views("board", (spectator, player)),
        "chart": lambda: chart_picture(course_of(whole_game(kind, seed))),
        "emoji": lambda: emoji_picture(20),
    }
    return measure(draws[what])[0]


def row(
    name: str, first: float, turns: list[tuple[float, float]], others: list[tuple[float, float]]
) -> dict[str, object]:
    """Return a picture's summarized measurements."""
    sizes = [size for _, size in [*turns, *others]]
    return {
        "name": name,
        "cold_ms": round(first, 1),
        "warm_ms": round(statistics.median(t for t, _ in turns), 1),
        "warm_p95_ms": round(statistics.quantiles([t for t, _ in turns], n=20)[18], 1),
        "another_ms": round(statistics.median(t for t, _ in others), 1),
        "kb": round(statistics.median(sizes), 1),
        "kb_smallest": round(min(sizes), 1),
        "kb_largest": round(max(sizes), 1),
    }


def of_views(what: str, views: tuple[View, View]) -> bytes:
    """Draw the spectator's table or that of the seat on turn, whose last card counts as the one just drawn."""
    spectator, player = views
    names = NAMES[: spectator.players]
    if what == "board":
        return table_picture(seen_by_all(spectator, names))
    return table_picture(seen_from(player, names, drawn=max(player.hand, default=NO_CARD)))


def rows(seed: int, games: int) -> list[dict[str, object]]:
    """Measure everything."""
    found = []
    for kind in SEATS:
        seen = positions(kind, games, seed)
        mixed = random.Random(seed).sample(seen, min(60, len(seen)))
        for what in ("panel", "board"):
            for views in seen[::3]:  # until nearly every face has been drawn once, as in a bot that has run for a while
                of_views(what, views)
            turns = [measure(partial(of_views, what, views)) for views in seen[:120]]
            others = [measure(partial(of_views, what, views)) for views in mixed]
            found.append(row(f"{what}, {kind}", cold(what, kind, seed), turns, others))
    for kind in ("two seats", "four seats"):
        hands = open_hands(kind, seed)
        for each in hands:
            hands_picture(each, NAMES[: len(each)])
        turns = [measure(partial(hands_picture, each, NAMES[: len(each)])) for each in hands]
        found.append(row(f"hands, {kind}", cold("hands", kind, seed), turns, turns))
    courses = [course_of(whole_game("two seats", each)) for each in range(seed, seed + 20)]
    turns = [measure(partial(chart_picture, course)) for course in courses]
    found.append(row("chart", cold("chart", "two seats", seed), turns, turns))
    turns = [measure(partial(emoji_picture, number)) for number in range(32)]
    found.append(row("emoji", cold("emoji", "two seats", seed), turns, turns))
    return found


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure how long pictures take and how large they are.")
    parser.add_argument("--seed", type=int, default=1, help="where the games begin (1)")
    parser.add_argument("--games", type=int, default=6, help="how many deals of each kind (6)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--cold", choices=("panel", "board", "hands", "chart", "emoji"), help=argparse.SUPPRESS)
    parser.add_argument("--kind", choices=tuple(SEATS), default="two seats", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.games < 1:
        parser.error("there must be at least one game")
    if chosen.cold:
        print(one_cold(chosen.cold, chosen.kind, chosen.seed))
        return
    found = rows(chosen.seed, chosen.games)
    if chosen.json:
        print(json.dumps({"python": platform.python_version(), "pillow": PIL.__version__, "rows": found}, indent=2))
        return
    print(f"Python {platform.python_version()}, Pillow {PIL.__version__}; milliseconds of one thread, kilobytes")
    heads = ("cold", "warm", "95%", "another", "KB", "least", "most")
    print(f"{'':20}" + "".join(f"{head:>9}" for head in heads))
    for each in found:
        name, *figures = each.values()
        print(f"{name:20}" + "".join(f"{figure:>9}" for figure in figures))


if __name__ == "__main__":
    main()
