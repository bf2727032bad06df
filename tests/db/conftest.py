from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db import Store, migrate
from tests.databases import ON_SERVER, copied, url_of
from tests.db import next_version, version_1_0

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "bezique.db"


@pytest.fixture
def url(path: Path) -> str:
    return url_of(path)


@pytest.fixture
async def store(path: Path, empty: Path) -> AsyncIterator[Store]:
    """A store over a database with the schema and nothing in it, which need not be migrated for each test."""
    if not ON_SERVER:
        path.parent.mkdir(mode=0o700)
        copied(empty, path)
    opened = await Store.open(url_of(path))
    yield opened
    await opened.close()


@pytest.fixture
async def second(url: str, store: Store) -> AsyncIterator[Store]:
    """Another process's way to the same database."""
    await store.ping()
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def old(path: Path) -> Path:
    """A database of version 1.0, with a frozen game whose record is damaged."""
    version_1_0.write(path)
    return path


@pytest.fixture
def next_scripts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make this program one that knows the made-up migration too, and return the folder of its migrations."""
    folder = tmp_path / "next"
    next_version.write(folder)
    monkeypatch.setattr(migrate, "_SCRIPTS", folder)
    return folder
