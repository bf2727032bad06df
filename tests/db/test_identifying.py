"""Turns to identify a shard, over all processes."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from db import Store
from db.shards import APART, seconds_until
from tests.databases import connected, of_servers
from tests.db.samples import NOON

if TYPE_CHECKING:
    from pathlib import Path


async def _turn(store: Store, bucket: int) -> float:
    async with store.write() as tx:
        return await tx.identifies.turn(bucket)


@of_servers
async def test_a_turn_is_taken_by_one_of_many_who_ask_at_once(url: str, store: Store) -> None:
    await store.ping()
    second = await Store.open(url)
    try:
        waits = await asyncio.gather(*(_turn(each, 3) for each in (store, second) for _ in range(5)))
        assert min(waits) == 0
        assert all(0 < wait <= APART.total_seconds() for wait in sorted(waits)[1:])
        assert await _turn(second, 4) == 0, "another bucket's turn is its own"
    finally:
        await second.close()


@of_servers
async def test_the_next_turn_comes_after_so_long(path: Path, store: Store) -> None:
    assert await _turn(store, 0) == 0
    assert await _turn(store, 0) > 0
    with connected(path) as beside:
        beside.execute("UPDATE identifies SET at = at - interval '5.3 seconds'")
    assert await _turn(store, 0) == 0


@pytest.mark.parametrize(
    ("past", "wait"), [(0.0, 5.2), (5.0, 0.2), (5.2, 0.05), (60.0, 0.05), (-3600.0, 5.2)]
)  # the last: the server's clock was set back
def test_nobody_asks_without_a_pause_nor_waits_for_a_clock_that_was_set_back(past: float, wait: float) -> None:
    assert seconds_until(NOON, NOON + timedelta(seconds=past)) == pytest.approx(wait)
