"""Fixtures of the daily deal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.club.daily import DailyDeals
from bot.club.daily.news import ServerNews

if TYPE_CHECKING:
    from bot.tables import Tables


@pytest.fixture
def daily(tables: Tables) -> DailyDeals:
    """The daily deals of these tables."""
    return DailyDeals(tables, random.Random(1))


@pytest.fixture
def news(tables: Tables, daily: DailyDeals) -> ServerNews:
    """The news of these deals."""
    return ServerNews(tables, daily)
