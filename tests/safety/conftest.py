"""Members who have their data deleted may play a tournament, so its fixture serves here too."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.club.people import Erasing
from bot.club.tournaments import Tournaments
from tests.tournaments.conftest import house

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store

__all__ = ["house"]


@pytest.fixture
def erasing(store: Store, tables: Tables) -> Erasing:
    return Erasing(store, tables, Tournaments(store, tables))
