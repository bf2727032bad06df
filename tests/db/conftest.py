from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from db import Store
from tests.databases import url_of

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
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()
