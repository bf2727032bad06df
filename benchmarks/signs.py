"""Whether late charges have the right sign: an independent reference for each size of the stock (`coach.py signs`)."""

from __future__ import annotations

import math
import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.coach.review import Done, charge_of
from bot.coach.samples import Measured, measured
from bot.engine import Action, Deal, Phase, View, observe_deal
from bot.engine.deal import open_deal
from bot.engine.law import Law
from bot.engine.moves import advance
from bot.house.chance import Purpose
from bot.house.ending import Ending
from bot.house.imagine import Imagination
from bot.house.players import choose
from bot.house.policy import Mind
from bot.house.reading import Reading
from bot.house.roster import Level
from bot.house.weights import TUNED

STOCKS: Final = (2, 4, 6, 8, 10, 12, 14, 16)
"""Cards in the stock of two hands from which samples reach the last eight tricks."""
REFERENCE: Final = 200
"""Number of groups of samples of the reference."""


def late(law: Law, left: int, rng: random.Random) -> Iterator[View]:
    """Yield moments with a choice and so many cards in the stock, one from each deal among *regular* players."""
    while True:
        deck = tuple(rng.sample(law.pack, len(law.pack)))
        deal = open_deal(law, 0, rng.randrange(law.players), deck, (0,) * law.players)
        steps = rng.randrange(2 * law.players)
        while deal.phase is not Phase.OVER and (deal.left > left or steps):
            steps -= deal.left <= left
            deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
        if deal.left == left and len((view := observe_deal(deal, deal.turn)).offered) > 1:
            yield view


def lead(deal: Deal, seat: int) -> int:
    """Return a seat's final lead if *regular* plays until the stock is gone, and then both play their best."""
    law = deal.law
    while deal.phase is not Phase.OVER and (deal.left or deal.trick or deal.phase is Phase.DECLARE):
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    score = deal.score
    found = score.totals[seat] - score.totals[1 - seat]
    if deal.phase is Phase.OVER:
        return found
    if not law.brisques_as_taken:
        found += score.brisques[seat] - score.brisques[1 - seat]
    turn, hold = deal.turn, deal.hold
    ahead = Ending(law, deal.trump, counted=deal.declared.counted).lines(hold[turn], hold[1 - turn])[0].points
    return found + (ahead if turn == seat else -ahead)


def reference(view: View, one: Action, other: Action, seed: int, groups: int = REFERENCE) -> Measured:
    """Return the difference between two actions by samples of their own, each solved by a search of its own."""
    rng = random.Random(seed)
    imagination = Imagination(view)
    values = []
    for drawn in Reading(view, imagination, TUNED).samples(groups, rng):
        leads = [
            lead(advance(deal, one), view.turn) - lead(advance(deal, other), view.turn)
            for deal in imagination.rotated(drawn.deal)
        ]
        values.append((drawn.hands, sum(leads) / len(leads)))
    return measured(values)


def signs(law: Law, count: int, seed: int) -> None:
    """Print for each size of the stock how many charges have the wrong sign, or are further off than chance explains.

    Args:
        law: The rules of two hands, with a target out of reach.
        count: Number of charges for each size.
        seed: Seed of the deals.
    """
    for left in STOCKS:
        said = Counter[str]()
        decisions = 0
        for at, view in enumerate(late(law, left, random.Random(f"{left}:{seed}"))):
            decisions += 1
            rng = random.Random(at)
            action = choose(Level.NOVICE, view, rng).action
            seeds = {purpose: at * 100 + number for number, purpose in enumerate(Purpose)}
            found = charge_of(
                Done(view, action, (seeds[Purpose.GLANCE], seeds[Purpose.REVIEW], seeds[Purpose.CONFIRM]))
            )
            if found is None:
                continue
            truth = reference(view, found.better, action, at)
            said["charged"] += 1
            said["wrong"] += truth.mean <= 0
            said["surely wrong"] += truth.mean < 0 and -truth.mean > 2 * truth.error
            said["off"] += abs(found.points - truth.mean) > 2 * math.hypot(found.error, truth.error) + 1e-9
            if said["charged"] >= count:
                break
        print(
            f"{left} in the stock: {decisions} decisions, {said['charged']} charged, wrong sign {said['wrong']} "
            f"(surely {said['surely wrong']}), off by more than two standard errors {said['off']}",
            flush=True,
        )
