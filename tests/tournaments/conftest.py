"""Fixtures of tournaments."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from .held import House

if TYPE_CHECKING:
    from db import Store
    from tests.tables.at_table import Clock


@pytest.fixture
async def house(store: Store, clock: Clock) -> House:
    """Where tournaments are held; started."""
    house = House(store, clock)
    await house.start()
    return house
