"""Fixtures for the behaviour tests: two members at a table, and a watch over everything posted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.simulated import running

from .player import Sitting, private_answer, seated, sit_down
from .watch import Watch, watching

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from simcord import MemberActor

    from bot.config import Settings
    from bot.playground import World


@pytest.fixture
async def world(settings: Settings) -> AsyncIterator[World]:
    """The running bot in a simulated server."""
    async with running(settings) as world:
        yield world


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow games of so few points that one or two deals decide them."""
    monkeypatch.setattr("bot.engine.option_values.MIN_TARGET", 10)


@pytest.fixture
def watch(world: World) -> Iterator[Watch]:
    """Watch everything that is posted and logged; leaks fail the test at its end."""
    with watching(world) as watch:
        yield watch
        watch.check()


@pytest.fixture
async def sitting(world: World) -> Sitting:
    """Ann and Ben at a table of two, dealt, with their panels open."""
    return await sit_down(world, world.members[:2])


@pytest.fixture
async def sealed(world: World) -> Sitting:
    """The same two at a table whose next deal is sealed and not dealt yet: the rematch of a game given up."""
    first = await sit_down(world, world.members[:2])
    ann, ben = (player.actor for player in first.players)
    await ann.click(private_answer(await ann.slash(world.channel, "resign")), label="Resign")
    result = first.result()
    assert result is not None
    for player in (ann, ben):
        await player.click(result, label="Rematch")
    return await seated(world, 2, (ann, ben), look=False)


@pytest.fixture
def ann(world: World) -> MemberActor:
    """The member who opens tables."""
    return world.members[0]


@pytest.fixture
def ben(world: World) -> MemberActor:
    """The member who sits down with her."""
    return world.members[1]


@pytest.fixture
def cleo(world: World) -> MemberActor:
    """A member who only watches."""
    return world.members[2]
