"""A server of PostgreSQL's that is away for a while is one line of the log, and everything is shown after it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest

from tests.databases import copied, of_servers, url_of
from tests.programs import Launcher
from tests.relay import Relay

from .many import Many, channel_in
from .messages import text_of
from .process import Process
from .server import Wire
from .shards import Show
from .test_odd_input import in_a_direct_message
from .two import ANN, BEN, begin, hands_opened, live_boards, resign, results

pytestmark = [of_servers, pytest.mark.deep]
SECONDS_AWAY = 12.0
MOST_LINES = 6
"""What is told once: by the clock, by the line to the database, and by those who look after them."""


class Relayed(Process):
    """The bot with a relay before its database."""

    relay: Relay

    @property
    def url(self) -> str:
        """The relay's address."""
        return self.relay.url


@pytest.fixture(params=["0/1", ""], ids=["sharing", "alone"])
async def process(
    request: pytest.FixtureRequest, launcher: Launcher, wire: Wire, tmp_path: Path, empty: Path
) -> AsyncIterator[Relayed]:
    copied(empty, tmp_path / "bezique.db")
    process = Relayed(launcher, wire, tmp_path)
    process.relay = Relay(url_of(tmp_path / "bezique.db"))
    process.environment |= {"BEZIQUE_SHARDS": request.param} if request.param else {}
    await process.relay.start()
    await process.start()
    yield process
    if process.runs:
        await process.end(signal.SIGKILL)
    await process.relay.cut()


async def test_server_that_is_away_is_told_once_and_the_game_goes_on(wire: Wire, process: Relayed) -> None:
    board = await begin(wire, process)
    await hands_opened(wire, board)
    await process.relay.cut()
    await asyncio.sleep(SECONDS_AWAY / 2)
    asked = await wire.begin_click(ANN, board, "My hand")
    await asyncio.sleep(SECONDS_AWAY / 2)
    await process.relay.start()
    await wire.until(lambda: asked.answered.is_set() and bool(live_boards(wire)))
    await asyncio.sleep(2)
    await resign(wire)
    await wire.until(lambda: results(wire))
    await wire.until(lambda: any("The game is over" in text_of(panel) for panel in wire.private(BEN)))
    ended = await process.end_well()
    assert len(told(ended.err)) <= MOST_LINES, "\n".join(told(ended.err))


@pytest.fixture
async def elsewhere(launcher: Launcher, tmp_path: Path, empty: Path) -> AsyncIterator[tuple[Show, Relayed]]:
    """A process with one of two shards, and two tables, one of which belongs to nobody's shard just now."""
    copied(empty, tmp_path / "bezique.db")
    wire = Many(shards=2, servers=2, concurrency=16)
    await wire.start()
    show = Show(tmp_path, wire, [], Random(5))
    await show.furnish(2)
    process = Relayed(launcher, wire, tmp_path)
    process.relay = Relay(url_of(tmp_path / "bezique.db"))
    process.environment["BEZIQUE_SHARDS"] = "0/2"
    await process.relay.start()
    await process.start()
    yield show, process
    if process.runs:
        await process.end(signal.SIGKILL)
    await process.relay.cut()
    await wire.stop()


async def test_panel_of_another_processs_table_is_looked_after_without_a_word_for_each_look(
    elsewhere: tuple[Show, Relayed],
) -> None:
    show, process = elsewhere
    wire = show.wire
    (place,) = [each for each in show.places if wire.shard_of(each.server) == 1]
    user = place.users[0]
    hand = {"id": "1", "name": "hand", "type": 1, "options": []}
    asked = await wire.interact(user, 2, hand, str(channel_in(place.server)), None, **in_a_direct_message(wire, user))
    await wire.until(lambda: asked.answered.is_set() and wire.private(user))
    await process.relay.cut()
    await asyncio.sleep(SECONDS_AWAY)
    await process.relay.start()
    await asyncio.sleep(SECONDS_AWAY / 4)
    ended = await process.end_well()
    assert len(told(ended.err)) <= MOST_LINES, "\n".join(told(ended.err))


def told(err: str) -> list[str]:
    return [line for line in err.splitlines() if " WARNING " in line or " ERROR " in line]
