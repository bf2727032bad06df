"""Fixtures of tournaments."""

from __future__ import annotations

import pytest

from db import Store
from tests.tables.at_table import Clock

from .held import House


@pytest.fixture
async def house(store: Store, clock: Clock) -> House:
    """Where tournaments are held; started."""
    house = House(store, clock)
    await house.start()
    return house
