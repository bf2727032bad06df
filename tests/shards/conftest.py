"""A world of processes that share shards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.databases import copied, url_of

from .processes import World

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
async def world(tmp_path: Path, empty: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[World]:
    monkeypatch.setattr("bot.shards.leases.LOOK_SECONDS", 0.05)
    monkeypatch.setattr("bot.shards.leases.PATIENCE", 0.3)
    monkeypatch.setattr("bot.shards.leases.GRACE", 1.0)
    world = World(url_of(copied(empty, tmp_path / "bezique.db")))
    yield world
    for process in world.processes:
        await process.stop()
    for store in world.stores:
        await store.close()
