"""What comes to a process that shares the work while it is still starting."""

from __future__ import annotations

from typing import cast

import discord
import pytest
from discord.ext import commands

from bot.ownership.memory_sync import MemorySync
from bot.ownership.sharing import Sharing
from bot.shards.wish import Wish
from bot.ui.kit.arrivals import UnderWay
from db import Word

pytestmark = pytest.mark.deep


class Following:
    def __init__(self) -> None:
        self.words: list[Word] = []

    def heard(self, word: Word) -> None:
        self.words.append(word)


async def test_words_that_come_while_a_process_starts_are_followed_once_it_can() -> None:
    sharing, following = Sharing(Wish.read("/4"), UnderWay()), Following()
    sharing.gateway_of(commands.AutoShardedBot("!", intents=discord.Intents.none()))
    early, late = Word("member", 5, 1), Word("guild", 6, 1)
    sharing.heard(early)
    sharing.heard(early)
    sharing.run(cast("MemorySync", following), lambda _tables: None)
    sharing.heard(late)
    assert following.words == [early, late]
    await sharing.stop()
