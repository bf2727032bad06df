from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.tables.house import pool, thinking
from bot.tables.house.thinking import Thinking
from db import Store
from tests.databases import copied, url_of
from tests.house_pool import ENDLESS, LITTLE, begin
from tests.tables.at_house import House
from tests.tables.at_table import Clock, ownership, tables_over
from tests.tables.sharing import process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from bot.tables import Tables


@pytest.fixture
def path(tmp_path: Path, empty: Path, power_stays_on: None) -> Path:  # noqa: ARG001 - a fixture
    return copied(empty, tmp_path / "bezique.db")


@pytest.fixture
def url(path: Path) -> str:
    return url_of(path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def tables(store: Store, clock: Clock) -> Tables:
    opened = tables_over(store, clock)
    await ownership(opened).load()
    return opened


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


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


@pytest.fixture
async def other(url: str) -> AsyncIterator[Store]:
    """The database as a second process has opened it."""
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def ours(store: Store, clock: Clock) -> Tables:
    """The process with shard 0."""
    return await process(store, clock, 0)


@pytest.fixture
async def theirs(other: Store, clock: Clock) -> Tables:
    """The process with shard 1."""
    return await process(other, clock, 1, seed=2)
