"""The numbers by which ratings are shown and grow less sure; docs/ratings.md says what they mean."""

from __future__ import annotations

from typing import Final

NEWCOMER_MU: Final = 25.0
"""The mean that is believed of a newcomer's strength."""
NEWCOMER_SIGMA: Final = NEWCOMER_MU / 3
"""The standard deviation that is believed of a newcomer's strength, and the greatest that a rest leads to."""
PER_POINT: Final = 40
"""Points of a shown rating for one of strength."""
RATING: Final = 1000
"""A newcomer's rating."""
LOWEST: Final = 1000
"""A newcomer's lower bound, which places go by."""
REST_DAYS: Final = 90
"""Days without a game after which a rating begins to grow less sure."""
VARIANCE_A_DAY: Final = NEWCOMER_SIGMA**2 / 1800
"""What each further day adds to the square of the standard deviation: 1,800 days lead from certainty to a newcomer."""
