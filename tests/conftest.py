"""Fixtures for all tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.config import Settings, env_name
from tests.programs import Launcher
from tests.simulated import running

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from bot.playground import World


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for field in Settings.model_fields:
        monkeypatch.delenv(env_name(field), raising=False)


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """Starts the program as a process of its own without waiting for its imports each time."""
    launcher = Launcher()
    yield launcher
    launcher.close()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings with a database file of the test's own and nothing from the machine's environment."""
    return Settings(
        _env_file=None,  # type: ignore[call-arg]  # read by the base class
        database_url=f"sqlite+aiosqlite:///{tmp_path}/bezique.db",
        pictures=False,  # which take time to draw; tests of pictures switch them on
    )


@pytest.fixture
async def world(settings: Settings) -> AsyncIterator[World]:
    """The running bot in a simulated server with four members."""
    async with running(settings) as world:
        yield world
