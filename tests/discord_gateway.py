"""Discord's gateway, as far as a bot with shards can tell: sessions, of which a shard may have several, each its own.

A session gets the events of its shard's servers, and can be resumed with what it missed. Who identifies a shard too
soon after another one of the same bucket is told that the session is not valid, as Discord does, and it is counted.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from aiohttp import WSMsgType, web

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Json = dict[str, Any]
UNKNOWN_ERROR: Final = 4000
"""The gateway's close code after which a client tries again."""
SHARDING_REQUIRED: Final = 4011
_KEPT: Final = 1000
"""So many events of a session can be sent again."""
_FORGOTTEN_AFTER: Final = 60.0
"""Seconds without a connection after which a session is not known any more."""
_EARLY: Final = 0.1
"""So many seconds sooner than allowed is not too soon: the way here takes now more, now less time."""


@dataclass
class Session:
    """One session of a shard.

    Attributes:
        id: By which it is resumed.
        shard: Of which shard.
        count: Of how many.
        socket: Its connection; None: it has broken off.
        sent: How many events it was sent, or would have been.
        kept: The last of them.
        left: When it lost its connection, by `time.monotonic()`.
    """

    id: str
    shard: int
    count: int
    socket: web.WebSocketResponse | None
    sent: int = 0
    kept: deque[Json] = field(default_factory=lambda: deque(maxlen=_KEPT))
    left: float = 0.0

    def concerns(self, server: int | None) -> bool:
        return self.shard == (0 if server is None else (server >> 22) % self.count)

    async def send(self, name: str, data: Mapping[str, Any]) -> None:
        """Send an event, or keep it until the session is resumed."""
        self.sent += 1
        event = {"op": 0, "t": name, "s": self.sent, "d": data}
        self.kept.append(event)
        if self.socket is not None:
            with suppress(ConnectionError):
                await self.socket.send_json(event)


class GatewayServer:
    """Speaks the gateway on a web application's `/gateway`.

    Attributes:
        shards: How many shards a bot is told to have.
        fewest: A bot with fewer shards is sent away with the code for that.
        concurrency: In how many buckets shards identify themselves.
        apart: So many seconds lie between two shards of a bucket; 0: it is not looked at.
        left: How many sessions may be begun yet.
        refused: How often somebody identified a shard too soon.
        began: Each session's shard, and when it began, by `time.monotonic()`.
        sessions: All that can be resumed.
        close_with: The code with which a client that identifies is sent away, or None.
        resumable: Whether a session that broke off may be resumed; else the client is told to begin another.
        accepts: Whether connections are taken.
        losing: Whether what happens while a session is broken off is not kept for it.
    """

    def __init__(self, ready: Callable[[], Json], guilds: Callable[[], Iterable[Json]]) -> None:
        self._ready = ready
        self._guilds = guilds
        self.shards = 1
        self.fewest = 1
        self.concurrency = 1
        self.apart = 0.0
        self.left = 1000
        self.refused = 0
        self.began: list[tuple[int, float]] = []
        self.sessions: dict[str, Session] = {}
        self.close_with: int | None = None
        self.resumable = True
        self.accepts = True
        self.losing = False
        self.note: Callable[[str], object] = lambda _call: None
        self._turns: dict[int, float] = {}
        self._sockets: list[web.WebSocketResponse] = []

    @property
    def limit(self) -> Json:
        """What Discord says about beginning sessions."""
        return {"total": 1000, "remaining": self.left, "reset_after": 86_400_000, "max_concurrency": self.concurrency}

    @property
    def online(self) -> list[Session]:
        return [session for session in self.sessions.values() if session.socket is not None]

    async def connected(self, request: web.Request) -> web.StreamResponse:
        """Take a client's connection, and serve it until it ends."""
        if not self.accepts:
            return web.Response(status=503)
        socket = web.WebSocketResponse()
        try:
            await socket.prepare(request)
            await socket.send_json({"op": 10, "d": {"heartbeat_interval": 41250}, "s": None, "t": None})
        except ConnectionError:  # its process has been killed
            return socket
        self._sockets.append(socket)
        closed_by_client: int | None = None
        with suppress(ConnectionError):
            async for message in socket:
                if message.type is WSMsgType.TEXT:
                    await self._hear(socket, json.loads(message.data))
            closed_by_client = socket.close_code
        if socket in self._sockets:
            self._sockets.remove(socket)
            self._left(socket, for_good=closed_by_client in (1000, 1001))
        return socket

    def _left(self, socket: web.WebSocketResponse, *, for_good: bool) -> None:
        for session in tuple(self.sessions.values()):
            if session.socket is socket:
                session.socket, session.left = None, time.monotonic()
                if for_good:
                    del self.sessions[session.id]

    async def dispatch(self, server: int | None, name: str, data: Mapping[str, Any]) -> None:
        """Send what happens in a server, or in a direct message, to every session of its shard."""
        now = time.monotonic()
        for session in tuple(self.sessions.values()):
            if session.socket is None and now - session.left > _FORGOTTEN_AFTER:
                del self.sessions[session.id]
            elif session.concerns(server) and not (session.socket is None and self.losing):
                await session.send(name, data)

    async def break_off(self) -> None:
        sockets, self._sockets = self._sockets, []
        for socket in sockets:
            self._left(socket, for_good=False)
        await asyncio.gather(*(socket.close(code=UNKNOWN_ERROR) for socket in sockets))

    async def invalidate(self, *, resumable: bool) -> None:
        """Tell every client that its session is not valid (any more), and whether it may be resumed all the same."""
        self.resumable = resumable
        for socket in tuple(self._sockets):
            with suppress(ConnectionError):
                await socket.send_json({"op": 9, "d": resumable, "s": None, "t": None})

    async def _hear(self, socket: web.WebSocketResponse, message: Json) -> None:
        if message["op"] == 1:
            await socket.send_json({"op": 11, "d": None, "s": None, "t": None})
        elif message["op"] == 2:
            self.note("GATEWAY")
            await self._identify(socket, *message["d"].get("shard", (0, 1)))
        elif message["op"] == 6:
            self.note("RESUME")
            await self._resume(socket, message["d"])

    async def _identify(self, socket: web.WebSocketResponse, shard: int, count: int) -> None:
        now, bucket = time.monotonic(), shard % self.concurrency
        self.left -= 1
        if now < self._turns.get(bucket, -self.apart) + self.apart - _EARLY:
            self.refused += 1
            await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
            return
        self._turns[bucket] = now
        close_with = SHARDING_REQUIRED if count < self.fewest else self.close_with
        if close_with is not None:
            await socket.close(code=close_with)
            return
        session = Session(f"session-{len(self.began)}", shard, count, socket)
        self.began.append((shard, now))
        self.sessions[session.id] = session
        self.resumable = True
        guilds = [guild for guild in self._guilds() if session.concerns(int(guild["id"]))]
        stubs = [{"id": guild["id"], "unavailable": True} for guild in guilds]
        begun = {"session_id": session.id, "shard": [shard, count], "guilds": stubs}
        await session.send("READY", self._ready() | begun)
        for guild in guilds:
            await session.send("GUILD_CREATE", guild)

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> None:
        session = self.sessions.get(data["session_id"])
        first = None if session is None else session.sent - len(session.kept)
        if session is None or not self.resumable or data["seq"] is None or (first or 0) > data["seq"]:
            await socket.send_json({"op": 9, "d": False, "s": None, "t": None})
            return
        for event in tuple(session.kept)[data["seq"] - session.sent + len(session.kept) :]:
            await socket.send_json(event)
        session.socket = socket
        await session.send("RESUMED", {})
