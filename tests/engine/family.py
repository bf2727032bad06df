"""Other members of the family, which nobody plays: the same rules with other quantities."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from bot.engine import Game
from bot.engine.combinations import COMBINATIONS
from bot.engine.quantities import Quantities

from .positions import legal_rules

VALUES: Final = {
    "common-marriage": 15,
    "royal-marriage": 35,
    "single-bezique": 45,
    "double-bezique": 305,
    "treble-bezique": 905,
    "four-queens": 65,
    "four-kings": 75,
    "four-aces": 105,
    "sequence": 155,
}
"""Four knaves are no combination here."""


TOY: Final = Quantities(
    packets=(1, 3, 2),
    packs=3,
    combinations=tuple(replace(row, points=VALUES[row.name]) for row in COMBINATIONS if row.name in VALUES),
    brisque=5,
    last_trick=25,
    seven=15,
    exchange=20,
    dealer_seven=30,
)
"""Six cards a hand, three packs for two; no number is that of Bézique."""


@st.composite
def games(draw: st.DrawFn) -> Game:
    """Draw rules, and quantities that they can be played with."""
    rules, points = draw(legal_rules(("bezique",))), st.integers(1, 40)
    packets = draw(st.lists(st.integers(1, 4), min_size=1, max_size=4).filter(lambda each: 1 < sum(each) < 16))
    rows = draw(st.lists(st.sampled_from(COMBINATIONS), min_size=1, unique=True))
    quantities = Quantities(
        packets=tuple(packets),
        packs=None if rules.players == 3 else draw(st.sampled_from([None, 2, 3, 4])),
        combinations=tuple(replace(row, points=draw(st.integers(1, 600))) for row in rows),
        brisque=draw(st.integers(8, 40)),
        last_trick=draw(points),
        seven=draw(points),
        exchange=draw(points),
        dealer_seven=draw(points),
    )
    return Game(rules, quantities=quantities)
