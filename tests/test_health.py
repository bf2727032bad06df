"""/readyz: green while people can play, red with a reason otherwise; /livez: green while the process answers."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import aiohttp
import pytest

from bot import health
from bot.health import HealthServer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable


async def _well() -> str | None:
    return None


@asynccontextmanager
async def served(**checks: Callable[[], Awaitable[str | None]]) -> AsyncIterator[str]:
    """Serve checks; yield the address."""
    server = HealthServer(checks, host="127.0.0.1", port=0)
    await server.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        await server.stop()


async def _get(path: str = "readyz", **checks: Callable[[], Awaitable[str | None]]) -> tuple[int, Any]:
    async with (
        served(**checks) as address,
        aiohttp.ClientSession() as session,
        session.get(f"{address}/{path}") as answer,
    ):
        return answer.status, await answer.json()


async def test_green_when_every_part_is_well() -> None:
    assert await _get(gateway=_well, database=_well) == (200, {"status": "ok"})


async def _down() -> str | None:
    return "not connected to Discord"


async def test_red_with_the_reason_when_one_part_is_not_though_the_process_is_alive() -> None:
    for path in ("readyz", "healthz"):
        status, body = await _get(path, gateway=_down, database=_well)
        assert (status, body["reasons"]) == (503, {"gateway": "not connected to Discord"})
    assert await _get("livez", gateway=_down) == (200, {"status": "ok"})


async def test_red_when_a_check_fails_or_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> str | None:
        raise ConnectionError("with details that stay inside")

    async def stuck() -> str | None:
        await asyncio.Event().wait()
        return None

    monkeypatch.setattr(health, "CHECK_SECONDS", 0.05)
    status, body = await _get(gateway=stuck, database=broken)
    assert status == 503
    assert body["reasons"] == {"gateway": "no answer within 0.05 seconds", "database": "ConnectionError"}


async def test_taken_port_is_an_error_at_the_start() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = HealthServer({"database": _well}, host="127.0.0.1", port=taken.getsockname()[1])
        with pytest.raises(OSError, match="address already in use"):
            await server.start()


async def test_nobody_listens_any_more_after_the_end() -> None:
    async with served(database=_well) as address:
        pass
    async with aiohttp.ClientSession() as session:
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.get(f"{address}/livez")
