"""What Discord, or what stands before it, can answer at the start: a sentence with its code, or the bot is online."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web

from bot.cli.exits import ExitCode
from bot.registration import Registration
from tests.discord_server import DiscordServer, answer
from tests.programs import SECONDS, Launcher, free_port, sentence

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.deep, pytest.mark.timeout(4 * SECONDS)]
Answer = Callable[[web.Request, str], Awaitable[web.Response]]
COMMANDS = "applications/1200000000000000001/commands"


async def test_wrong_token(launcher: Launcher, tmp_path: Path, server: DiscordServer) -> None:
    server.refuse["users/@me"] = (401, 0)
    code, _, err = await launcher.run(tmp_path, server=server, DISCORD_TOKEN="wrong")
    assert code == ExitCode.BAD_TOKEN
    assert "Developer Portal" in sentence(err)
    assert "wrong" not in err


LOGIN = ("users/@me", "oauth2/applications/@me", "gateway/bot")


@pytest.mark.parametrize(
    ("status", "body", "paths", "expected"),
    [
        (200, "<html>sign in</html>", LOGIN, ExitCode.NO_NETWORK),
        (200, "", LOGIN, ExitCode.NO_NETWORK),
        (200, '{"id":', LOGIN, ExitCode.NO_NETWORK),
        (401, "<html>sign in</html>", LOGIN[:1], ExitCode.NO_NETWORK),
        (403, "<html>error code: 1020</html>", LOGIN, ExitCode.NO_NETWORK),
        (404, "<html>nothing here</html>", LOGIN, ExitCode.NO_NETWORK),
        (429, "<html>error code: 1015</html>", LOGIN, ExitCode.RATE_LIMITED),
    ],
)
async def test_page_instead_of_an_answer_at_the_start_is_told_in_one_sentence(
    launcher: Launcher, tmp_path: Path, server: DiscordServer, status: int, body: str, paths: tuple[str, ...],
    expected: ExitCode,
) -> None:  # fmt: skip
    kind = "application/json" if body.startswith("{") else "text/html"
    for wanted in paths:

        async def trouble(request: web.Request, path: str, answered: Answer, wanted: str = wanted) -> web.Response:
            broken = web.Response(body=body.encode(), content_type=kind, status=status)
            return broken if path == wanted else await answered(request, path)

        server.trouble = trouble
        code, _, err = await launcher.run(tmp_path, server=server, DISCORD_TOKEN="any")
        assert code == expected, (wanted, err)
        told = sentence(err)
        assert ("wait an hour" if expected == ExitCode.RATE_LIMITED else "A page came") in told, wanted


@pytest.mark.parametrize("refused", [LOGIN[0], LOGIN[1], COMMANDS])
async def test_missing_access_is_named_only_where_discord_says_so(
    launcher: Launcher, tmp_path: Path, server: DiscordServer, refused: str
) -> None:
    server.refuse[refused] = (403, 40333)
    code, _, err = await launcher.run(tmp_path, "sync", server=server, DISCORD_TOKEN="any")
    assert code == ExitCode.FAILURE
    assert "invite" not in sentence(err)


async def test_token_that_no_header_can_carry(launcher: Launcher, tmp_path: Path, server: DiscordServer) -> None:
    for sign in ("\\x00", "\\n", "\\x7f", "\\ufeff"):
        (tmp_path / ".env").write_text(f'DISCORD_TOKEN="a{sign.encode().decode("unicode_escape")}b"\n')
        code, _, err = await launcher.run(tmp_path, server=server)
        assert code == ExitCode.BAD_TOKEN, err
        assert "Developer Portal" in sentence(err)
    assert server.calls == []


async def test_missing_scope_for_the_commands(launcher: Launcher, tmp_path: Path, server: DiscordServer) -> None:
    server.refuse["applications/1200000000000000001/guilds/5/commands"] = (403, 50001)
    code, _, err = await launcher.run(tmp_path, "sync", "--guild", "5", server=server, DISCORD_TOKEN="any")
    assert code == ExitCode.MISSING_PERMISSION
    assert "applications.commands" in sentence(err)


async def test_commands_are_registered_once_and_again_only_where_asked(
    launcher: Launcher, tmp_path: Path, server: DiscordServer
) -> None:
    for total in (1, 2):
        code, _, _ = await launcher.run(tmp_path, "sync", server=server, DISCORD_TOKEN="any")
        assert code == ExitCode.OK
        assert server.calls.count(f"PUT {COMMANDS}") == total
    launched = await launcher.start(tmp_path, server=server, DISCORD_TOKEN="any")
    try:
        async with asyncio.timeout(SECONDS):
            await server.wait_for("GATEWAY")  # whoever comes online has registered what there was to register
    finally:
        code, _, err = await launched.stop(signal.SIGTERM)
    assert code == ExitCode.OK, err
    assert server.calls.count(f"GET {COMMANDS}") == 1
    assert server.calls.count(f"PUT {COMMANDS}") == 2


async def test_commands_of_one_server_are_registered_once(
    launcher: Launcher, tmp_path: Path, server: DiscordServer
) -> None:
    for _ in range(2):
        launched = await launcher.start(tmp_path, server=server, DISCORD_TOKEN="any", BEZIQUE_SYNC_GUILD="5")
        async with asyncio.timeout(SECONDS):
            await server.wait_for("GATEWAY")
        server.calls.remove("GATEWAY")
        code, _, err = await launched.stop(signal.SIGTERM)
        assert code == ExitCode.OK, err
    assert server.calls.count("PUT applications/1200000000000000001/guilds/5/commands") == 1


def refused(status: int, code: int) -> web.Response:
    return answer({"message": "refused", "code": code}, status=status)


def to_wait() -> web.Response:
    response = answer({"message": "wait", "retry_after": 300.0, "global": False}, status=429)
    response.headers["Via"] = "1.1 google"
    return response


def page(status: int) -> Callable[[], web.Response]:
    return lambda: web.Response(text="<html>error code: 1015</html>", content_type="text/html", status=status)


@pytest.mark.parametrize(
    "refusal",
    [partial(refused, 400, 30034), partial(refused, 400, 30032), partial(refused, 403, 50001), page(429), page(403),
     page(200), partial(refused, 500, 0), to_wait],
)  # fmt: skip
async def test_bot_goes_online_where_discord_takes_no_commands(
    launcher: Launcher,
    tmp_path: Path,
    server: DiscordServer,
    refusal: Callable[[], web.Response],
) -> None:
    async def trouble(request: web.Request, path: str, answered: Answer) -> web.Response:
        return refusal() if path == COMMANDS and request.method == "PUT" else await answered(request, path)

    server.trouble = trouble
    port = free_port()
    launched = await launcher.start(tmp_path, server=server, DISCORD_TOKEN="any", BEZIQUE_HEALTH_PORT=str(port))
    try:
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as session:
            await server.wait_for("GATEWAY")
            async with session.get(f"http://127.0.0.1:{port}/metrics") as told:
                assert "bezique_commands_registered 0.0" in await told.text()
    finally:
        code, _, err = await launched.stop(signal.SIGTERM)
    assert code == ExitCode.OK, err
    assert "Traceback" not in err
    assert "those that it has stay" in err or "goes online with those that Discord has" in err


async def test_commands_are_tried_again_until_discord_takes_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.registration.barred_wait", lambda _times: timedelta(seconds=0.2))
    forced: list[bool] = []
    taken = asyncio.Event()

    async def register(force: bool) -> None:
        forced.append(force)
        if len(forced) < 3:
            raise TimeoutError
        taken.set()

    registration = Registration(register, force=True)
    await registration.begin()
    assert isinstance(registration.trouble, TimeoutError)
    assert not registration.done
    await taken.wait()
    assert forced == [True, False, False]
