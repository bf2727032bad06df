"""A small local stand-in for Discord: enough of REST and of the gateway to log in and come online.

`tests/wire` goes on from here, with a server and its members in it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tests.discord_gateway import GatewayServer

APPLICATION = "1200000000000000001"
_FIRST_EMOJI = 1300000000000000000
Answered = Callable[[web.Request, str], Awaitable[web.Response]]
Trouble = Callable[[web.Request, str, Answered], Awaitable[web.Response]]
BOT_USER = {"id": APPLICATION, "username": "bezique", "discriminator": "0", "avatar": None, "bot": True}


class DiscordServer:
    """Speaks REST under /api/v10 and the gateway under /gateway on a free port of this machine.

    Attributes:
        refuse: For a path, the status and Discord's error code with which it is refused.
        gateway: The sessions.
        registered: The command payloads that were sent last, or None.
        emojis: The application's emojis, by id.
        calls: Every REST call as `METHOD path`, and `GATEWAY` for each client that came online.
        trouble: What stands between a REST call and its answer: it gets the request, its path, and what carries it out.
    """

    def __init__(self) -> None:
        self.refuse: dict[str, tuple[int, int]] = {}
        self.registered: list[Any] | None = None
        self.emojis: dict[str, Any] = {}
        self.calls: list[str] = []
        self.port = 0
        self._runner: web.AppRunner | None = None
        self.gateway = GatewayServer(self._ready, self.guilds)
        self.gateway.note = self._note
        self.trouble: Trouble | None = None
        self._called = asyncio.Event()

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/gateway", self.gateway.connected)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        await self.drop_gateway()
        if self._runner is not None:
            await self._runner.cleanup()

    async def wait_for(self, call: str) -> None:
        while call not in self.calls:
            self._called.clear()
            await self._called.wait()

    async def drop_gateway(self) -> None:
        """Close every gateway connection and accept no new one."""
        self.gateway.accepts = False
        await self.gateway.break_off()

    @property
    def online(self) -> bool:
        return bool(self.gateway.online)

    async def break_gateway(self, *, lose: bool = False) -> None:
        """Break every gateway connection off without a word, and take the next one.

        Args:
            lose: What happens until the client is back is not kept for it.
        """
        self.gateway.losing = lose
        await self.gateway.break_off()

    async def invalidate(self, *, resumable: bool) -> None:
        """Tell every client that its session is not valid (any more), and whether it may be resumed all the same."""
        await self.gateway.invalidate(resumable=resumable)

    def program(self, *arguments: str) -> list[str]:
        """Return the arguments for Python that start the bot with this server in Discord's place."""
        code = (
            "import sys, yarl, discord.http, discord.gateway; "
            f"discord.http.Route.BASE = 'http://127.0.0.1:{self.port}/api/v10'; "
            "discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = "
            f"yarl.URL('ws://127.0.0.1:{self.port}/gateway'); "
            "from bot.cli import main; sys.exit(main(sys.argv[1:]))"
        )
        return ["-c", code, *arguments]

    async def _rest(self, request: web.Request) -> web.Response:
        path = request.match_info["path"]
        self._note(f"{request.method} {path}")
        if self.trouble is not None:
            return await self.trouble(request, path, self._answered)
        return await self._answered(request, path)

    async def _answered(self, request: web.Request, path: str) -> web.Response:
        if path in self.refuse:
            status, code = self.refuse[path]
            return answer({"message": "refused", "code": code}, status=status)
        if path == "gateway/bot":
            url = f"ws://127.0.0.1:{self.port}/gateway"
            return answer({"url": url, "shards": self.gateway.shards, "session_start_limit": self.gateway.limit})
        if path == "users/@me":
            return answer(BOT_USER)
        if path == "oauth2/applications/@me":
            return answer(_application())
        if path.endswith("/commands"):
            if request.method == "PUT":
                self.registered = await request.json()
            return answer([_kept(number, each, path) for number, each in enumerate(self.registered or [], start=1)])
        if path.endswith("/emojis"):
            if request.method == "GET":
                return answer({"items": list(self.emojis.values())})
            made = {"id": str(_FIRST_EMOJI + self.calls.count(f"POST {path}")), "name": (await request.json())["name"]}
            self.emojis[made["id"]] = made
            return answer(made, status=201)
        return await self.other(request, path)

    async def other(self, request: web.Request, path: str) -> web.Response:  # noqa: ARG002
        """Answer a call that has nothing to do with coming online."""
        return answer({"message": "404: Not Found", "code": 0}, status=404)

    def guilds(self) -> list[dict[str, Any]]:
        """Return the servers in which the bot is, as they are sent to a client that comes online."""
        return []

    async def dispatch(self, name: str, data: Mapping[str, Any]) -> None:
        """Send an event to whoever is online; a client that resumes its session gets what it missed."""
        server = data.get("id") if name.startswith("GUILD_") else data.get("guild_id")
        known = (
            int(server) if isinstance(server, str) and server.isascii() and server.isdecimal() else None
        )  # or forged
        await self.gateway.dispatch(known, name, data)

    def _note(self, call: str) -> None:
        self.calls.append(call)
        self._called.set()

    def _ready(self) -> dict[str, Any]:
        return {
            "v": 10,
            "user": BOT_USER,
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "application": {"id": APPLICATION, "flags": 0},
        }


@asynccontextmanager
async def serving(answers: Callable[[web.Request], Awaitable[web.Response]]) -> AsyncIterator[str]:
    """Answer every request to a free port of this machine; yield its address."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answers)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()


def answer(value: object, *, status: int = 200) -> web.Response:
    """Return JSON under exactly the content type that discord.py looks for, without a character set."""
    return web.Response(body=json.dumps(value).encode(), content_type="application/json", status=status)


def _kept(number: int, command: Mapping[str, Any], path: str) -> dict[str, Any]:
    """Return a registered command as Discord returns it: with its defaults, and without what is empty."""
    kept = {"default_member_permissions": None, "nsfw": False, "description": "", **command}
    kept |= {"id": str(number), "application_id": APPLICATION, "version": "1"}
    if "/guilds/" in path:
        kept |= {"guild_id": path.split("/")[-2], "integration_types": [0], "contexts": None}
    elif not kept.get("integration_types"):
        kept["integration_types"] = [0, 1]  # what a new application has
    return {key: value for key, value in kept.items() if value != []}


def _application() -> dict[str, Any]:
    return {
        "id": APPLICATION,
        "name": "bezique",
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "owner": BOT_USER,
        "flags": 0,
    }
