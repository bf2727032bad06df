"""Clubs are tried at the same tables as tables are."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.club.daily.service import DailyDeals
from bot.tables import Tables
from tests.tables.conftest import clock, other, ours, path, store, tables, theirs, url

from .held import House

if TYPE_CHECKING:
    from db import Store
    from tests.tables.at_table import Clock

__all__ = ["clock", "other", "ours", "path", "store", "tables", "theirs", "url"]


@pytest.fixture
async def house(store: Store, clock: Clock) -> House:
    """Where tournaments are held; started."""
    house = House(store, clock)
    await house.start()
    return house


@pytest.fixture
def daily(tables: Tables) -> DailyDeals:
    return DailyDeals(tables, random.Random(1))
