"""The command line as a process of its own: what it says and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot.cli import RECORD_COMMANDS
from bot.cli.exits import ExitCode
from tests.discord_server import DiscordServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

PROGRAM = ("-m", "bot")
SECONDS = 40


@pytest.fixture
async def discord_server() -> AsyncIterator[DiscordServer]:
    server = DiscordServer()
    await server.start()
    yield server
    await server.stop()


async def _start(folder: Path, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Start Python with the arguments in an empty folder, with nothing of the tester's environment but PATH."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        *arguments,
        cwd=folder,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": os.getcwd(), "HOME": str(folder), **environment},  # noqa: PTH109
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def _run(folder: Path, *arguments: str, **environment: str) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of a run to the end."""
    process = await _start(folder, *arguments, **environment)
    try:
        async with asyncio.timeout(SECONDS):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        raise
    return process.returncode or 0, out.decode(), err.decode()


async def _stop(process: asyncio.subprocess.Process, number: signal.Signals) -> tuple[bytes, bytes]:
    """Send the signal, unless the process has ended by itself, and return all that it wrote."""
    if process.returncode is None:
        process.send_signal(number)
    async with asyncio.timeout(SECONDS):
        return await process.communicate()


def _sentence(err: str) -> str:
    """Return the one sentence on standard error, after checking that it is no traceback."""
    assert "Traceback" not in err
    lines = [line for line in err.splitlines() if not line[:4].isdigit()]  # log lines begin with the year
    assert len(lines) == 1, err
    assert lines[0].endswith(".")
    return lines[0]


async def test_help_names_every_command_and_every_exit_code(tmp_path: Path) -> None:
    code, out, _ = await _run(tmp_path, *PROGRAM, "--help")
    assert code == ExitCode.OK
    for name in ("run", "playground", "sync", "--sync", "--members", "--port", "--open", *RECORD_COMMANDS):
        assert name in out
    for number in ExitCode:
        assert f"  {number.value}  " in out


@pytest.mark.parametrize(
    "arguments", [("play",), ("--members", "5"), ("--port", "seven"), ("--port", "70000"), ("sync", "--guild", "x")]
)
async def test_wrong_arguments_are_a_usage_error(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    code, _, err = await _run(tmp_path, *PROGRAM, *arguments)
    assert code == ExitCode.USAGE
    assert "usage: python -m bot" in err


async def test_setting_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    code, _, err = await _run(tmp_path, *PROGRAM, BEZIQUE_LOBBY_MINUTES="soon")
    assert code == ExitCode.CONFIG
    assert "BEZIQUE_LOBBY_MINUTES" in _sentence(err)


async def test_connecting_without_a_token_says_where_to_put_it(tmp_path: Path) -> None:
    code, _, err = await _run(tmp_path, *PROGRAM, "run")
    assert code == ExitCode.CONFIG
    assert "DISCORD_TOKEN is not set" in _sentence(err)


async def test_wrong_token(tmp_path: Path, discord_server: DiscordServer) -> None:
    discord_server.refuse["users/@me"] = (401, 0)
    code, _, err = await _run(tmp_path, *discord_server.program(), DISCORD_TOKEN="wrong")
    assert code == ExitCode.BAD_TOKEN
    assert "Developer Portal" in _sentence(err)
    assert "wrong" not in err


async def test_no_network(tmp_path: Path, discord_server: DiscordServer) -> None:
    await discord_server.stop()
    code, _, err = await _run(tmp_path, *discord_server.program(), DISCORD_TOKEN="any")
    assert code == ExitCode.NO_NETWORK
    assert "cannot be reached" in _sentence(err)


@pytest.mark.parametrize(("status", "expected"), [(500, ExitCode.NO_NETWORK), (400, ExitCode.FAILURE)])
async def test_error_of_discord_at_the_start_is_told_without_a_traceback(
    tmp_path: Path, discord_server: DiscordServer, status: int, expected: ExitCode
) -> None:
    discord_server.refuse["oauth2/applications/@me"] = (status, 50035)
    code, _, err = await _run(tmp_path, *discord_server.program(), DISCORD_TOKEN="any")
    assert code == expected
    _sentence(err)


async def test_missing_scope_for_the_commands(tmp_path: Path, discord_server: DiscordServer) -> None:
    discord_server.refuse["applications/1200000000000000001/guilds/5/commands"] = (403, 50001)
    code, _, err = await _run(tmp_path, *discord_server.program("sync", "--guild", "5"), DISCORD_TOKEN="any")
    assert code == ExitCode.MISSING_PERMISSION
    assert "applications.commands" in _sentence(err)


@pytest.mark.parametrize("command", ["run", "playground"])
async def test_database_that_cannot_be_opened(tmp_path: Path, discord_server: DiscordServer, command: str) -> None:
    (tmp_path / "bezique.db").write_text("this is no database " * 100)
    code, _, err = await _run(
        tmp_path,
        *discord_server.program(command),
        DISCORD_TOKEN="any",
        BEZIQUE_DATABASE_URL=f"sqlite+aiosqlite:///{tmp_path}/bezique.db",
    )
    assert code == ExitCode.DATABASE
    assert "BEZIQUE_DATABASE_URL" in _sentence(err)


async def test_taken_health_port(tmp_path: Path, discord_server: DiscordServer) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        code, _, err = await _run(
            tmp_path, *discord_server.program(), DISCORD_TOKEN="any", BEZIQUE_HEALTH_PORT=str(port)
        )
    assert code == ExitCode.PORT_TAKEN
    assert "BEZIQUE_HEALTH_PORT" in _sentence(err)


@pytest.mark.parametrize("package", ["simcord", "discord", "pydantic_settings"])
async def test_missing_package_is_named_with_the_command_that_installs_it(tmp_path: Path, package: str) -> None:
    code = f"import sys; sys.modules['{package}'] = None; from bot.cli import main; sys.exit(main(['playground']))"
    status, _, err = await _run(tmp_path, "-c", code)
    assert status == ExitCode.MISSING_PACKAGE
    assert package in _sentence(err)
    assert "requirements.lock" in err


async def test_commands_are_registered_once_and_again_only_where_asked(
    tmp_path: Path, discord_server: DiscordServer
) -> None:
    put = "PUT applications/1200000000000000001/commands"
    for arguments, total in ((("sync",), 1), (("sync",), 2)):
        code, _, _ = await _run(tmp_path, *discord_server.program(*arguments), DISCORD_TOKEN="any")
        assert code == ExitCode.OK
        assert discord_server.calls.count(put) == total
    process = await _start(tmp_path, *discord_server.program(), DISCORD_TOKEN="any")
    await _until(lambda: discord_server.calls.count("GET applications/1200000000000000001/commands") == 1)
    await _stop(process, signal.SIGTERM)
    assert discord_server.calls.count(put) == 2


async def test_online_until_told_to_stop_and_healthy_while_the_gateway_is_up(
    tmp_path: Path, discord_server: DiscordServer
) -> None:
    port = _free_port()
    process = await _start(
        tmp_path,
        *discord_server.program(),
        DISCORD_TOKEN="any",
        BEZIQUE_HEALTH_PORT=str(port),
        BEZIQUE_LOG_FORMAT="json",
    )
    try:
        await _until_health(port, {"status": "ok"})
        await discord_server.drop_gateway()
        await _until_health(port, {"status": "unhealthy", "reasons": {"gateway": "not connected to Discord"}})
    finally:
        _, err = await _stop(process, signal.SIGINT)
    assert process.returncode == ExitCode.OK, err.decode()
    assert b"KeyboardInterrupt" not in err
    assert (tmp_path / "data" / "bezique.db").exists()


def _free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


async def _until(condition: Any) -> None:  # noqa: ANN401 - any function without arguments
    async with asyncio.timeout(SECONDS):
        while not condition():  # noqa: ASYNC110 - the server that is asked knows no events
            await asyncio.sleep(0.05)


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


@pytest.mark.parametrize("command", sorted(RECORD_COMMANDS))
async def test_reading_a_record_does_not_import_discord(tmp_path: Path, command: str) -> None:
    (tmp_path / "record.json").write_text('{"format": "bezique-record/1", "players": ["Ann", "Ben"], "deals": []}')
    _, _, err = await _run(tmp_path, "-X", "importtime", *PROGRAM, command, "record.json")
    modules = {line.rsplit("|", 1)[-1].strip() for line in err.splitlines() if line.startswith("import time:")}
    assert "bot.engine.record" in modules
    assert not {"discord", "sqlalchemy", "aiohttp", "pydantic"} & modules
