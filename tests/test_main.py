"""The command line as a process of its own: what it says and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import aiohttp
import discord
import pytest

from bot.cli import RECORD_COMMANDS, build_parser
from bot.cli.connect import explained, run_until_signal
from bot.cli.exits import ExitCode, Stop
from db import DatabaseError, Store
from tests.databases import of_files, url_of
from tests.discord_server import DiscordServer
from tests.programs import PROGRAM, SECONDS, Launcher, free_port, run, sentence, start, stop

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.deep, pytest.mark.timeout(4 * SECONDS)]


async def test_help_names_every_command_and_every_exit_code(tmp_path: Path) -> None:
    code, out, _ = await run(tmp_path, *PROGRAM, "--help")
    assert code == ExitCode.OK
    for name in ("run", "playground", "sync", "--sync", "--members", "--port", "--open", *RECORD_COMMANDS):
        assert name in out
    for number in ExitCode:
        assert f"  {number.value}  " in out


@pytest.mark.parametrize(
    ("arguments", "members"),
    [
        (["playground"], 2),
        (["playground", "--members", "4"], 4),
        (["--members", "3", "playground"], 3),
        (["--members", "3", "playground", "--members", "4"], 4),
    ],
)
def test_playground_has_two_members_unless_another_number_is_asked_for(arguments: list[str], members: int) -> None:
    assert build_parser().parse_args(arguments).members == members


@pytest.mark.parametrize(
    "arguments", [("play",), ("--members", "5"), ("--port", "seven"), ("--port", "70000"), ("sync", "--guild", "x")]
)
async def test_wrong_arguments_are_a_usage_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, _, err = await run(tmp_path, *PROGRAM, *arguments)
    assert code == ExitCode.USAGE
    assert "usage: python -m bot" in err


@pytest.mark.parametrize(
    ("arguments", "given", "code", "words"),
    [
        ((), {"BEZIQUE_LOBBY_MINUTES": "soon"}, ExitCode.CONFIG, ["BEZIQUE_LOBBY_MINUTES"]),
        (("run",), {}, ExitCode.CONFIG, ["DISCORD_TOKEN is not set"]),
        (("playground",), {"without": "simcord", "DISCORD_TOKEN": "any"}, ExitCode.MISSING_PACKAGE,
         ["simcord", "requirements-playground.lock"]),
        ((), {"without": "simcord"}, ExitCode.NOTHING_TO_START, ["DISCORD_TOKEN", "requirements-playground.lock"]),
    ],
    ids=["a setting that cannot be used", "no token", "no playground", "neither a token nor the playground"],
)  # fmt: skip
async def test_what_is_missing_is_named_in_one_sentence(
    launcher: Launcher, tmp_path: Path, arguments: tuple[str, ...], given: dict[str, Any], code: int, words: list[str]
) -> None:
    ended, _, err = await launcher.run(tmp_path, *arguments, **given)
    assert ended == code
    assert [each for each in words if each not in sentence(err)] == []


async def test_no_network(launcher: Launcher, tmp_path: Path, server: DiscordServer) -> None:
    await server.stop()
    code, _, err = await launcher.run(tmp_path, server=server, DISCORD_TOKEN="any")
    assert code == ExitCode.NO_NETWORK
    assert "cannot be reached" in sentence(err)


@pytest.mark.parametrize(
    ("status", "expected"), [(503, ExitCode.NO_NETWORK), (400, ExitCode.FAILURE), (429, ExitCode.RATE_LIMITED)]
)
async def test_error_of_discord_at_the_start_is_told_without_a_traceback(
    launcher: Launcher, tmp_path: Path, server: DiscordServer, status: int, expected: ExitCode
) -> None:
    server.refuse["oauth2/applications/@me"] = (status, 50035)
    code, _, err = await launcher.run(tmp_path, server=server, DISCORD_TOKEN="any")
    assert code == expected
    sentence(err)


def test_shards_that_are_too_few_for_discord_are_told_with_what_to_do() -> None:
    with pytest.raises(Stop, match="BEZIQUE_SHARDS") as ended, explained():
        raise discord.ConnectionClosed(None, shard_id=0, code=4011)  # type: ignore[arg-type]
    assert ended.value.code == ExitCode.SHARDING_REQUIRED


@of_files
async def test_locked_database_is_another_end_than_a_damaged_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = url_of(tmp_path / "bezique.db")
    store = await Store.open(url)
    monkeypatch.setattr("db.connection._PRAGMAS", ("busy_timeout = 1",))
    async with store.write() as tx:
        await tx.schedule.heartbeat(datetime.now(UTC))
        other = await Store.open(url)
        with pytest.raises(Stop, match="again in a moment") as ended, explained():
            await other.try_writing()  # as a start does when it loads the tables
        await other.close()
    await store.close()
    assert ended.value.code == ExitCode.DATABASE_LOCKED
    with pytest.raises(Stop) as ended, explained():
        raise DatabaseError("The database file is damaged; put back a backup.")
    assert ended.value.code == ExitCode.DATABASE


async def test_postgresql_that_is_not_installed_says_how_to_install_it(
    launcher: Launcher, tmp_path: Path, server: DiscordServer
) -> None:
    url = "postgresql+asyncpg://ann:s3cret@localhost/bezique"
    for arguments in (("run",), ("db", "check")):
        code, _, err = await launcher.run(
            tmp_path, *arguments, server=server, without="asyncpg", DISCORD_TOKEN="any", BEZIQUE_DATABASE_URL=url
        )
        assert code == ExitCode.MISSING_PACKAGE
        assert "requirements-postgresql.lock" in sentence(err)
        assert "s3cret" not in err


@pytest.mark.parametrize("command", ["run", "playground"])
async def test_database_that_cannot_be_opened(
    launcher: Launcher, tmp_path: Path, server: DiscordServer, command: str
) -> None:
    (tmp_path / "bezique.db").write_text("this is no database " * 100)
    code, _, err = await launcher.run(
        tmp_path,
        command,
        server=server,
        DISCORD_TOKEN="any",
        BEZIQUE_DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path}/bezique.db",
    )
    assert code == ExitCode.DATABASE
    assert "BEZIQUE_DATABASE_URL" in sentence(err)


async def test_taken_health_port(launcher: Launcher, tmp_path: Path, server: DiscordServer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = await launcher.run(tmp_path, server=server, DISCORD_TOKEN="any", BEZIQUE_HEALTH_PORT=str(port))
    assert code == ExitCode.PORT_TAKEN
    assert "BEZIQUE_HEALTH_PORT" in sentence(err)


@pytest.mark.parametrize("package", ["discord", "dotenv"])
async def test_missing_package_is_named_with_the_command_that_installs_it(tmp_path: Path, package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; from bot.cli import main; sys.exit(main(['playground']))"
    status, _, err = await run(tmp_path, "-c", code)
    assert status == ExitCode.MISSING_PACKAGE
    assert package in sentence(err)
    assert "requirements.lock" in err


async def test_stop_that_was_lost_on_its_way_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.connect.AGAIN_SECONDS", 0.01)
    lost = []

    async def connect() -> None:
        try:
            await asyncio.sleep(0)
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            lost.append("the first")
        await asyncio.Event().wait()

    async with asyncio.timeout(SECONDS):
        await run_until_signal(connect())
    assert lost == ["the first"]


async def test_online_until_told_to_stop_and_healthy_while_the_gateway_is_up(
    tmp_path: Path, server: DiscordServer
) -> None:
    port = free_port()
    process = await start(
        tmp_path,
        *server.program(),
        DISCORD_TOKEN="any",
        BEZIQUE_HEALTH_PORT=str(port),
        BEZIQUE_LOG_FORMAT="json",
    )
    try:
        await _until_health(port, {"status": "ok"})
        await server.drop_gateway()
        await _until_health(port, {"status": "unhealthy", "reasons": {"gateway": "not connected to Discord"}})
    finally:
        _, err = await stop(process, signal.SIGINT)
    assert process.returncode == ExitCode.OK, err.decode()
    assert b"KeyboardInterrupt" not in err
    assert (tmp_path / "data" / "bezique.db").exists()


async def _until_health(port: int, expected: dict[str, Any]) -> None:
    async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as session:
        while True:
            try:
                async with session.get(f"http://127.0.0.1:{port}/healthz") as answer:
                    if await answer.json() == expected:
                        assert answer.status == (200 if expected["status"] == "ok" else 503)
                        return
            except aiohttp.ClientConnectionError:
                pass
            await asyncio.sleep(0.05)


async def test_reading_a_record_does_not_import_discord(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text('{"format": "bezique-record/1", "players": ["Ann", "Ben"], "deals": []}')
    _, _, err = await run(tmp_path, "-X", "importtime", *PROGRAM, "score", "record.json")
    modules = {line.rsplit("|", 1)[-1].strip() for line in err.splitlines() if line.startswith("import time:")}
    assert "bot.engine.record" in modules
    assert not {"discord", "sqlalchemy", "aiohttp", "dotenv"} & modules
