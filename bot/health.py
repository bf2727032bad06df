"""What the process tells its operator over HTTP: the health checks and the metrics.

`/livez` answers as long as the process does, `/readyz` (older name: `/healthz`) tells whether people can play, else the
reasons why not. Restart the process only when `/livez` fails: a restart does not end an outage of Discord or free a
full disk.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias

from aiohttp import web

from bot.monitoring import CONTENT_TYPE

Check: TypeAlias = Callable[[], Awaitable[str | None]]

log = logging.getLogger(__name__)

CHECK_SECONDS = 2.0


class HealthServer:
    """A small HTTP server that answers GET /livez, /readyz and /healthz.

    Args:
        checks: A check for each part that people need to play, by name. It returns None when all is well, otherwise
            the reason.
        port: The port to listen on; 0 picks a free one.
        metrics: Returns the body of GET /metrics in Prometheus's format; None: there is no such page.
    """

    def __init__(
        self, checks: Mapping[str, Check], *, host: str, port: int, metrics: Callable[[], bytes] | None = None
    ) -> None:
        self._checks = dict(checks)
        self._metrics = metrics
        self._host = host
        self._requested_port = port
        self._runner: web.AppRunner | None = None
        self.port = port

    async def start(self) -> None:
        app = web.Application()
        app.router.add_get("/livez", _alive)
        for path in ("/readyz", "/healthz"):
            app.router.add_get(path, self._ready)
        if self._metrics is not None:
            app.router.add_get("/metrics", self._measured)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self._host, self._requested_port)
        try:
            await site.start()
        except OSError:
            await self.stop()
            raise
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop listening; safe to call when not started."""
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None

    async def _ready(self, _request: web.Request) -> web.Response:
        names = list(self._checks)
        found = await asyncio.gather(*(_reason(name, self._checks[name]) for name in names))
        reasons = {name: reason for name, reason in zip(names, found, strict=True) if reason is not None}
        if reasons:
            return web.json_response({"status": "unhealthy", "reasons": reasons}, status=503)
        return web.json_response({"status": "ok"})

    async def _measured(self, _request: web.Request) -> web.Response:
        assert self._metrics is not None
        return web.Response(body=self._metrics(), headers={"Content-Type": CONTENT_TYPE})


async def _alive(_request: web.Request) -> web.Response:
    return web.json_response({"status": "ok"})


async def _reason(name: str, check: Check) -> str | None:
    try:
        async with asyncio.timeout(CHECK_SECONDS):
            return await check()
    except TimeoutError:
        return f"no answer within {CHECK_SECONDS:g} seconds"
    except Exception as error:  # noqa: BLE001 - whatever a check raises means that its part is down
        log.warning("health check failed", extra={"check": name, "error": type(error).__name__})
        return type(error).__name__
