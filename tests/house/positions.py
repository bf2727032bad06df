"""Positions for the tests of the house players: real deals, played on at random or by the evaluation."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from benchmarks.yardsticks import greedy_action, random_action
from bot.engine import PRESETS, Deal, Rules, build_rules
from bot.engine.deal import open_deal
from bot.engine.law import law_for
from bot.engine.moves import advance

RULES: dict[str, Rules] = {
    **{f"{name} {players}": PRESETS[name].rules(players) for name in PRESETS for players in PRESETS[name].players},
    "partners": build_rules("modern", 4, {"partners": True}),
    "partners britannica": build_rules("britannica", 4, {"partners": True}),
    "63 cards": build_rules("enquire", 3, {"packs": "two_less_an_eight"}),
    "without a trump": build_rules("parlour", 2, {"trump": "first_marriage"}),
    "without a trump, partners": build_rules("modern", 4, {"trump": "first_marriage", "partners": True}),
    "what lies there": build_rules("enquire", 3, {"new_card": False, "treble": False, "trick": "rank_then_trump"}),
    "doubles": build_rules("modern", 3, {"double_from_singles": True, "seven_scores": "played", "reckoning": "units"}),
    "both notes": build_rules("britannica", 2, {"trump": "first_marriage", "forfeits": "revoke_only"}),
    "everything else": build_rules(
        "modern",
        2,
        {
            "trick": "any_suit",
            "sequence_bars_marriage": True,
            "bezique_cards_locked": True,
            "seven_scores": "declared",
            "seven_exchange": "any_holder",
            "brisques": "as_taken",
            "last_trick": "before_last_eight",
            "finish": "at_once",
            "target": 500,
            "both_out": "non_dealer_first",
            "past_tricks": "last_only",
        },
    ),
}
"""Every preset and number of seats, and between them every value of every option."""


def opened(rules: Rules, seed: int, carried: int = 0) -> Deal:
    """Return a deal just opened, everyone with so many points."""
    law = law_for(rules)
    rng = Random(seed)
    deck = list(law.pack)
    rng.shuffle(deck)
    return open_deal(law, 3, seed % law.players, tuple(deck), (carried,) * law.players)


def played(rules: Rules, seed: int, *, carried: int = 0, greedy: float = 0.7) -> Iterator[Deal]:
    """Yield every moment of a deal at which somebody has a choice, played now sensibly and now at random."""
    rng = Random(seed)
    deal = opened(rules, seed, carried)
    while not deal.over:
        yield deal
        chooses = greedy_action if rng.random() < greedy else random_action
        deal = advance(deal, chooses(deal, rng))
