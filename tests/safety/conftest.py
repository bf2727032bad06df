"""Members who have their data deleted may play a tournament, so its fixture serves here too."""

from __future__ import annotations

from tests.tournaments.conftest import house

__all__ = ["house"]
