"""The runs of `benchmarks/reliability.py`, each in its short form."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.programs import Launcher

from .club import Group
from .crash import crash_run
from .faults import FaultyWire, faults_run
from .ground import Ground, ground
from .hostile import hostile_run
from .server import CHANNEL
from .term import term_run

pytestmark = pytest.mark.deep


@pytest.fixture
async def laid(launcher: Launcher, tmp_path: Path) -> AsyncIterator[Ground]:
    groups = [
        Group((501, 502), CHANNEL, "modern target=500"),
        Group((503, 504), CHANNEL, "britannica", auto_draw=False),
        Group((505, 506), CHANNEL, "rubicon"),
    ]
    async with ground(launcher, tmp_path, Random(1), groups, FaultyWire()) as laid:
        yield laid


async def test_kills_at_random_moments_lose_double_and_show_nothing(laid: Ground) -> None:
    audit = await crash_run(laid, Random(1), kills=3, most=0.6)
    assert audit.faults == []
    assert audit.counts["acts acknowledged"]
    assert audit.counts["panels compared"]


@pytest.mark.parametrize("rules", ["rubicon"])
async def test_whole_game_is_played_out_across_a_kill(launcher: Launcher, tmp_path: Path, rules: str) -> None:
    group = Group((501, 502), CHANNEL, rules)
    async with ground(launcher, tmp_path, Random(1), [group], FaultyWire()) as laid:
        playing = asyncio.create_task(laid.club.play())
        await laid.warmed_up()
        acts = 0

        def played() -> bool:
            return sum(each.act is not None for each in laid.ledger.clicks) > acts

        for acts in (60, 90, 120, 150):
            await laid.wire.until(played)
            if acts == 60:
                await laid.kill()
                await laid.start()
        await laid.wire.until(lambda: group.finished)
        laid.club.stopping = True
        await playing
        audit = await laid.audited()
    assert audit.faults == []
    (table,) = [each for each in audit.tables.values() if each.game.result is not None]
    assert len(table.game.deals[0].tricks) == table.game.law.tricks


async def test_ends_at_random_moments_leave_nobody_without_an_answer(laid: Ground) -> None:
    audit = await term_run(laid, Random(1), ends=3, most=0.6)
    assert audit.faults == []
    assert audit.counts["acts acknowledged"]


async def test_faults_of_the_wire_lose_double_and_show_nothing(laid: Ground) -> None:
    audit = await faults_run(laid, Random(3), seconds=2)
    assert audit.faults == []
    assert audit.counts["acts acknowledged"]


async def test_forged_interactions_reach_nothing_and_name_nothing(laid: Ground) -> None:
    audit = await hostile_run(laid, Random(1), times=150)
    assert audit.faults == []
    assert audit.counts["of them answered"]
