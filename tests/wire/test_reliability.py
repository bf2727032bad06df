"""The runs of `benchmarks/reliability.py`, each in its short form."""

from __future__ import annotations

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
    ]
    async with ground(launcher, tmp_path, Random(1), groups, FaultyWire()) as laid:
        yield laid


async def test_kills_at_random_moments_lose_double_and_show_nothing(laid: Ground) -> None:
    audit = await crash_run(laid, Random(1), kills=3, most=0.6)
    assert audit.faults == []
    assert audit.counts["acts acknowledged"]
    assert audit.counts["panels compared"]


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
