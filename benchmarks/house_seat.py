"""A seat of the arena: the house of some folder in a process of its own (started by ``house_arena.py``).

It receives a deal's cards and actions line by line as JSON, and chooses only from the view of the seat on turn. Any
earlier version of the project that knows the same rules can therefore take part.

    python benchmarks/house_seat.py FOLDER
"""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import Any, TextIO

sys.path.insert(0, sys.argv[1])  # the version in that folder, not the one of this file

from bot.engine import PRESETS, Deal, observe_deal, parse_action
from bot.engine.deal import open_deal
from bot.engine.law import law_for
from bot.engine.moves import advance
from bot.house.players import choose
from bot.house.roster import Level
from bot.house.search import Effort, effort_for


def serve(orders: TextIO, answers: TextIO) -> None:
    """Answer orders until the input ends: ``open`` a deal, ``done`` actions, ``level`` to choose with."""
    deal: Deal | None = None
    for line in orders:
        order: dict[str, Any] = json.loads(line)
        if "open" in order:
            start = order["open"]
            law = law_for(PRESETS[start["preset"]].rules(start["players"]).changed(start["changes"]))
            deal = open_deal(law, start["number"], start["dealer"], tuple(start["deck"]), tuple(start["totals"]))
        if deal is None:
            raise ValueError("no deal has been opened")
        for text in order.get("done", ()):
            deal = advance(deal, parse_action(text))
        if "level" in order:
            effort = effort_for(deal.law.players)
            if order["groups"]:
                effort = Effort(order["groups"], effort.horizon)
            view = observe_deal(deal, deal.turn)
            began = time.process_time()
            action = choose(Level(order["level"]), view, Random(order["seed"]), effort=effort).action
            taken = time.process_time() - began if len(view.offered) > 1 else 0.0
            answers.write(json.dumps([action.text, round(taken, 4)]) + "\n")
            answers.flush()


if __name__ == "__main__":
    serve(sys.stdin, sys.stdout)
