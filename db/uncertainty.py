"""Constants of displayed ratings and their growing uncertainty; docs/ratings.md explains them."""

from __future__ import annotations

from typing import Final

NEWCOMER_MU: Final = 25.0
"""Mean of a newcomer's estimated strength."""
NEWCOMER_SIGMA: Final = NEWCOMER_MU / 3
"""Standard deviation of a newcomer's estimated strength, and the greatest that inactivity leads to."""
PER_POINT: Final = 40
"""Points of a displayed rating per unit of strength."""
RATING: Final = 1000
"""Displayed rating of a newcomer."""
LOWEST: Final = 1000
"""Lower bound of a newcomer's displayed rating; places are ordered by lower bounds."""
REST_DAYS: Final = 90
"""Days without a game after which a rating becomes less certain."""
VARIANCE_A_DAY: Final = NEWCOMER_SIGMA**2 / 1800
"""Daily increase of the variance after that: 1,800 days lead from certainty to a newcomer's uncertainty."""
