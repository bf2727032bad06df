"""Fixtures: Discord over the wire, and the bot as a process of its own that a test can kill and start again."""

from __future__ import annotations

import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.databases import copied
from tests.programs import Launcher

from .process import Process
from .server import Wire


@pytest.fixture
async def wire() -> AsyncIterator[Wire]:
    """Discord, with a server in it."""
    wire = Wire()
    await wire.start()
    yield wire
    await wire.stop()


@pytest.fixture
async def process(launcher: Launcher, wire: Wire, tmp_path: Path, empty: Path) -> AsyncIterator[Process]:
    copied(empty, tmp_path / "bezique.db")
    process = Process(launcher, wire, tmp_path)
    await process.start()
    yield process
    if process.runs:
        ended = await process.end(signal.SIGKILL)
        assert "Traceback" not in ended.err, ended.err
