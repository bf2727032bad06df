"""Fixtures for all tests."""

from __future__ import annotations

import asyncio
import gc
import random
from dataclasses import fields
from typing import TYPE_CHECKING, Any, NoReturn

import hypothesis
import pytest

from bot.club import Club
from bot.config import Settings, env_name
from db import Store
from tests import databases
from tests.discord_server import DiscordServer
from tests.programs import Launcher
from tests.shared_work import shared_work
from tests.simulated import another_server, check_errors, running, write_requests
from tests.simulated.asking import ask
from tests.simulated.player import Sitting, private_answer, seated, sit_down
from tests.simulated.watch import Watch, watching
from tests.tables.at_table import Clock, loading, tables_over
from tests.tables.sharing import process

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from pathlib import Path

    from simcord import MemberActor

    from bot.playground import World
    from bot.tables import Tables


# The same examples at every run, however long one takes: a machine with much else to do is no fault of the test.
# New ones: --hypothesis-profile=default.
hypothesis.settings.register_profile(
    "bezique",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("bezique")


# Collecting leaves next to no garbage, and looking for it takes as long as a third of it.
gc.disable()


def pytest_collection_finish() -> None:
    """Take what was imported and collected out of the garbage collector's rounds: it stays to the end anyway."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(tryfirst=True)  # before pytest selects by marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Make all cases of a sweep but the first deep; on a server leave out the tests that work with no database."""
    swept = set()
    for item in items:
        if item.get_closest_marker("sweep") is not None:
            name = item.nodeid.split("[")[0]
            if name in swept:
                item.add_marker(pytest.mark.deep)
            swept.add(name)
    if databases.ON_SERVER:
        config.hook.pytest_deselected(items=[item for item in items if not databases.asked_for_by(item)])
        items[:] = [item for item in items if databases.asked_for_by(item)]


@pytest.fixture(autouse=True)
def _numbers_without_marks(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Number tables from 1 without random marks, as version 1.0 did, so that tests can name them; not if `marked`."""
    if request.node.get_closest_marker("marked") is None:
        monkeypatch.setattr("db.session.Session.mark", staticmethod(lambda: 0))


@pytest.fixture(autouse=True)
def _no_database_that_was_not_asked_for(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold the tests to what `asked_for_by` says of them, so that none is left out by mistake."""
    if not databases.asked_for_by(request.node):

        def refuse(*_: object, **__: object) -> NoReturn:
            pytest.fail("a database is opened of which tests.databases.asked_for_by knows nothing")

        monkeypatch.setattr("db.connection.create_async_engine", refuse)
        monkeypatch.setattr("db.writer.create_engine", refuse)


@pytest.fixture(autouse=True)
def _no_settings_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    for each in fields(Settings):
        monkeypatch.delenv(env_name(each.name), raising=False)
    monkeypatch.delenv(databases.VARIABLE, raising=False)


@pytest.fixture(scope="session", autouse=True)
def _no_database_stays() -> Iterator[None]:
    yield
    databases.drop(all_of_them=True)


@pytest.fixture(autouse=True)
def _no_database_outlives_its_test() -> Iterator[None]:
    yield
    databases.drop()


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """Starts the program as a process of its own without waiting for its imports each time."""
    launcher = Launcher()
    yield launcher
    launcher.close()


@pytest.fixture
async def server() -> AsyncIterator[DiscordServer]:
    server = DiscordServer()
    await server.start()
    yield server
    await server.stop()


@pytest.fixture(scope="session", autouse=True)
def _shared_work() -> Iterator[None]:
    with shared_work():
        yield


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with the schema and nothing in it, made once."""
    path = tmp_path_factory.mktemp("empty") / "bezique.db"

    async def make() -> None:
        await (await Store.open(databases.url_of(path))).close()

    asyncio.run(make())
    databases.keep(path)
    return path


@pytest.fixture
def power_stays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let commits of this process return before the disk has them; tests/db shows that they do not elsewhere."""
    power_on(monkeypatch)


def power_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr("db.connection._PRAGMAS", ("busy_timeout = 10000", "synchronous = OFF"))


@pytest.fixture
def settings(tmp_path: Path, empty: Path, power_stays_on: None) -> Settings:  # noqa: ARG001 - a fixture
    """Settings with a database file of the test's own and nothing from the machine's environment."""
    return settings_over(databases.copied(empty, tmp_path / "bezique.db"))


def settings_over(path: Path) -> Settings:
    return Settings(
        database_url=databases.url_of(path),
        pictures=False,  # which take time to draw; tests of pictures switch them on
        reviews_ahead=False,  # which take a process; the tests of them switch them on
    )


@pytest.fixture
def world(request: pytest.FixtureRequest) -> World:
    """A server with members, and a bot: the test's own, or that of the file where it is marked `one_bot`."""
    marked = request.node.get_closest_marker("one_bot") is not None
    world: World = request.getfixturevalue("own_server" if marked else "own_bot")
    return world


@pytest.fixture
async def own_bot(settings: Settings) -> AsyncIterator[World]:
    async with running(settings) as world:
        yield world


@pytest.fixture(scope="module")
async def one_bot(tmp_path_factory: pytest.TempPathFactory, empty: Path) -> AsyncIterator[World]:
    """The bot of a whole file, in whose tests it is all the same what happens in other servers at the same time."""
    path = databases.copied(empty, tmp_path_factory.mktemp("one_bot") / "bezique.db")
    settings = settings_over(path)
    databases.keep(path)
    with pytest.MonkeyPatch.context() as patch:
        power_on(patch)
        async with running(settings) as world:
            yield world


@pytest.fixture
def own_server(one_bot: World) -> Iterator[World]:
    """A server and members of the test's own at the bot of the file; neither table numbers nor cards are known."""
    world = another_server(one_bot)
    backend: Any = world.env.backend
    emit = backend.emit
    yield world
    backend.emit = emit  # as `set_locales` changes it
    backend.faults.clear()
    write_requests(world.env)
    backend.http_requests.clear()
    check_errors(world)
    _ = world.env.errors  # those that the test has looked at are none of the next one's


@pytest.fixture
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allow games of so few points that one or two deals decide them."""
    monkeypatch.setattr("bot.engine.options.MIN_TARGET", 10)


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
    await ann.click(private_answer(await ask(ann, world.channel, "resign")), label="Resign")
    result = first.result()
    assert result is not None
    for player in (ann, ben):
        await player.click(result, label="Rematch")
    return await seated(world, first.table + 1, (ann, ben), look=False)


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


@pytest.fixture
def path(tmp_path: Path, empty: Path, power_stays_on: None) -> Path:  # noqa: ARG001 - a fixture
    return databases.copied(empty, tmp_path / "bezique.db")


@pytest.fixture
def url(path: Path) -> str:
    return databases.url_of(path)


@pytest.fixture
async def store(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def tables(store: Store, clock: Clock) -> Tables:
    opened = tables_over(store, clock)
    await loading(opened).load()
    return opened


@pytest.fixture
def club(store: Store, tables: Tables) -> Club:
    return Club(store, tables)


@pytest.fixture
def rng() -> random.Random:
    return random.Random(7)


@pytest.fixture
async def other(url: str) -> AsyncIterator[Store]:
    opened = await Store.open(url)
    yield opened
    await opened.close()


@pytest.fixture
async def ours(store: Store, clock: Clock) -> Tables:
    """The process with shard 0."""
    return await process(store, clock, 0)


@pytest.fixture
async def theirs(other: Store, clock: Clock) -> Tables:
    """The process with shard 1."""
    return await process(other, clock, 1, seed=2)
