"""A small local stand-in for Discord: enough of REST and of the gateway to log in and come online."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

from aiohttp import WSMsgType, web

APPLICATION = "1200000000000000001"
BOT_USER = {"id": APPLICATION, "username": "bezique", "discriminator": "0", "avatar": None, "bot": True}


class DiscordServer:
    """Speaks REST under /api/v10 and the gateway under /gateway on a free port of this machine.

    Attributes:
        refuse: For a path, the status and Discord's error code with which it is refused.
        close_with: The code with which a client that identifies is sent away, or None.
        registered: The command payloads that were sent last, or None.
        calls: Every REST call as `METHOD path`, and `GATEWAY` for each client that came online.
    """

    def __init__(self) -> None:
        self.refuse: dict[str, tuple[int, int]] = {}
        self.registered: list[Any] | None = None
        self.calls: list[str] = []
        self.port = 0
        self._runner: web.AppRunner | None = None
        self._sockets: list[web.WebSocketResponse] = []
        self.close_with: int | None = None
        self._accept_gateway = True
        self._called = asyncio.Event()

    async def start(self) -> None:
        """Begin to listen."""
        app = web.Application()
        app.router.add_get("/gateway", self._gateway)
        app.router.add_route("*", "/api/v10/{path:.*}", self._rest)
        self._runner = web.AppRunner(app)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop listening."""
        await self.drop_gateway()
        if self._runner is not None:
            await self._runner.cleanup()

    async def wait_for(self, call: str) -> None:
        """Return once there was such a call."""
        while call not in self.calls:
            self._called.clear()
            await self._called.wait()

    async def drop_gateway(self) -> None:
        """Close every gateway connection and accept no new one."""
        self._accept_gateway = False
        for socket in self._sockets:
            await socket.close()
        self._sockets.clear()

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
        if path in self.refuse:
            status, code = self.refuse[path]
            return _json({"message": "refused", "code": code}, status=status)
        if path == "users/@me":
            return _json(BOT_USER)
        if path == "oauth2/applications/@me":
            return _json(_application())
        if path.endswith("/commands"):
            if request.method == "PUT":
                self.registered = await request.json()
            known = [
                {"version": "1", "application_id": APPLICATION, "description": "", **command, "id": str(number)}
                for number, command in enumerate(self.registered or [], start=1)
            ]
            return _json(known)
        if path.endswith("/emojis"):
            return _json({"items": []})
        return _json({"message": "404: Not Found", "code": 0}, status=404)

    def _note(self, call: str) -> None:
        self.calls.append(call)
        self._called.set()

    async def _gateway(self, request: web.Request) -> web.StreamResponse:
        if not self._accept_gateway:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.append(socket)
        await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        with suppress(ConnectionError):
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._answer(socket, json.loads(message.data))
        return socket

    async def _answer(self, socket: web.WebSocketResponse, message: dict[str, Any]) -> None:
        if message["op"] == 1:
            await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
        elif message["op"] == 2:
            self._note("GATEWAY")
            if self.close_with is not None:
                await socket.close(code=self.close_with)
                return
            ready = {
                "v": 10,
                "user": BOT_USER,
                "guilds": [],
                "session_id": "s",
                "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
                "application": {"id": APPLICATION, "flags": 0},
            }
            await socket.send_json({"op": 0, "t": "READY", "s": 1, "d": ready})


def _json(value: object, *, status: int = 200) -> web.Response:
    """Return JSON under exactly the content type that discord.py looks for, without a character set."""
    return web.Response(body=json.dumps(value).encode(), content_type="application/json", status=status)


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
