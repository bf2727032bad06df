"""Fixtures of the house players at tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.tables.house import pool, thinking
from bot.tables.house.thinking import Thinking
from tests.house_pool import ENDLESS, LITTLE, begin
from tests.tables.at_house import House

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.tables import Tables


@pytest.fixture
async def mind(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Thinking]:
    """A place to think, at which the strong take little time."""
    monkeypatch.setattr(thinking, "THINKING_SECONDS", 0.0)
    monkeypatch.setattr(thinking, "EFFORT", LITTLE)
    for seconds in ("PATIENCE_SECONDS", "HINT_PATIENCE_SECONDS", "_IN_GOOD_TIME"):
        monkeypatch.setattr(thinking, seconds, ENDLESS)
    monkeypatch.setattr(pool, "begin", begin)  # a test waits for its process
    opened = Thinking(1)
    yield opened
    opened.close()


@pytest.fixture
def house(tables: Tables, mind: Thinking) -> House:
    return House(tables, mind)
