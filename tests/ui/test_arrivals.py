"""Whose an interaction is: each process answers for its own servers, and for those that it gets while one waits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
import pytest

from bot.shards.share import Share
from bot.ui.kit import arrivals
from bot.ui.kit.arrivals import Arrivals

if TYPE_CHECKING:
    from collections.abc import Callable

SERVER = 5 << 22
"""On shard 1 of 4."""


class Reader:
    """A client whose library only notes what it is given to read."""

    def __init__(self, share: Share) -> None:
        self.read: list[str] = []
        self._client = discord.Client(intents=discord.Intents(guilds=True))
        parsers: dict[str, Callable[[Any], None]] = self._client._connection.parsers
        parsers["INTERACTION_CREATE"] = lambda data: self.read.append(data["id"])
        Arrivals(self._client, share)
        self._arrive = parsers["INTERACTION_CREATE"]

    def gets(self, number: str, server: int | None) -> None:
        """Let a command come."""
        user = {"user": {"id": "7"}}
        where = user if server is None else {"guild_id": str(server), "member": user}
        self._arrive({"id": number, "type": 2, "data": {"name": "rules"}, **where})


async def test_who_is_alone_takes_in_everything_at_once() -> None:
    reader = Reader(Share.everything())
    reader.gets("1", SERVER)
    reader.gets("2", None)
    assert reader.read == ["1", "2"]


async def test_each_takes_in_what_is_its_own_and_shard_0_direct_messages() -> None:
    reader = Reader(Share(4, {0}))
    reader.gets("1", None)
    reader.gets("2", SERVER)
    reader.gets("3", SERVER - (1 << 22))
    assert reader.read == ["1", "3"]


async def test_an_heir_takes_in_what_waited_once_the_shard_is_its_own() -> None:
    share = Share(4)
    reader = Reader(share)
    reader.gets("1", SERVER)
    reader.gets("2", None)
    await asyncio.sleep(0.1)
    assert reader.read == []
    share.take(1)
    async with asyncio.timeout(10):
        while not reader.read:  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)
    assert reader.read == ["1"]


async def test_what_the_holder_answers_is_left_to_it_without_a_word(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(arrivals, "HEIRS_WAIT", 0.1)
    share = Share(4)
    reader = Reader(share)
    reader.gets("1", SERVER)
    waiting = asyncio.all_tasks() - {asyncio.current_task()}
    await asyncio.gather(*waiting)
    share.take(1)
    await asyncio.sleep(0.1)
    assert len(waiting) == 1
    assert reader.read == []
    assert "interaction" not in caplog.text
