"""What a click leaves behind in memory: no more than what answers the next one."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.config import Settings
from bot.playground import World
from bot.ui.kit.controls import Layout, PictureFile
from cogs.table.posts.boards import PostedBoards
from tests.databases import url_of
from tests.simulated import bot_of, running
from tests.simulated.player import sit_down


def _in_memory() -> Counter[str]:
    """Count what a click brings with it: itself, the message that was clicked, and the messages that are made of it."""
    return Counter(
        type(each).__name__
        for each in gc.get_objects()
        if isinstance(each, (discord.Interaction, discord.Message, Layout, PictureFile))
    )


@pytest.fixture
async def drawn(tmp_path: Path) -> AsyncIterator[World]:
    settings = Settings(
        database_url=url_of(tmp_path / "bezique.db"),
    )
    async with running(settings) as world:
        await bot_of(world).emojis_loaded()
        yield world


@pytest.mark.deep
async def test_a_click_that_was_answered_is_let_go_without_the_collector(drawn: World) -> None:
    sitting = await sit_down(drawn, drawn.members[:2])
    for _ in range(4):
        await sitting.on_move().move()
    gc.collect()
    before = _in_memory()
    gc.disable()
    try:
        for _ in range(12):
            await sitting.on_move().move()
        after = _in_memory()
    finally:
        gc.enable()
    assert before["Interaction"] == before["Message"] == 3  # by whose tokens the panels and the board are edited
    assert after == before


def test_of_each_board_the_newest_click_is_kept_while_it_can_be_used() -> None:
    boards = PostedBoards(lambda _table_id: (0, ""))
    for table_id, minutes in ((1, 0), (2, 1), (1, 10)):
        boards.of(table_id)
        click: Any = SimpleNamespace(extras={"arrived": time.monotonic() - 60 * (17 - minutes)}, response=None)
        boards.click(table_id, 100, click)
    boards.let_go()
    assert [boards.of(table_id).token_for(100) is not None for table_id in (1, 2)] == [True, False]
