"""What an operator can watch."""

from __future__ import annotations

import asyncio
import re
import time
from typing import TYPE_CHECKING

import aiohttp
import pytest
from aiohttp import web

from bot.health import HealthServer
from bot.monitoring import Metrics, template
from bot.ui.kit.reply import UnderWay
from tests.discord_server import serving
from tests.simulated import bot_of
from tests.simulated.player import sit_down

if TYPE_CHECKING:
    from bot.playground import World


def _value(text: str, name: str) -> float:
    found = re.search(rf"^{re.escape(name)} ([\d.e+-]+)$", text, re.MULTILINE)
    assert found, f"{name} is not in\n{text}"
    return float(found[1])


async def test_metrics_of_a_game_are_served_beside_the_health_checks(world: World) -> None:
    bot = bot_of(world)
    sitting = await sit_down(world, world.members[:2])
    await sitting.steps(3)
    async with bot.store.write() as tx:
        await tx.settings.set_of_guild(1, "kept", value=True)
    server = HealthServer({}, host="127.0.0.1", port=0, metrics=bot.metrics.text)
    await server.start()
    try:
        address = f"http://127.0.0.1:{server.port}/metrics"
        async with aiohttp.ClientSession() as session, session.get(address) as answer:
            assert (answer.status, answer.content_type) == (200, "text/plain")
            text = await answer.text()
    finally:
        await server.stop()
    assert _value(text, 'bezique_tables{status="playing"}') == 1
    assert _value(text, 'bezique_tables{status="lobby"}') == 0
    (table,) = bot.tables.memory.awake()
    assert _value(text, "bezique_acts_total") == len(table.actions) > 0
    assert _value(text, 'bezique_retries_total{why="conflict"}') == 0
    assert _value(text, 'bezique_answer_seconds_count{what="/play"}') == 1
    assert _value(text, 'bezique_answers_total{outcome="done",what="/play"}') == 1
    assert _value(text, 'bezique_not_shown_total{what="board"}') == 0
    assert _value(text, "bezique_oldest_waiting_board_seconds") == 0
    assert _value(text, 'bezique_database_seconds_count{kind="write"}') > 1
    assert "bezique_loop_delay_seconds_bucket" in text
    for member in world.members:
        assert f'"{member.name}' not in text  # as a label
        assert str(member.id) not in text
    assert not re.search(r"bzs?:", text)


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/channels/1311768467463790321/messages", "/channels/{id}/messages"),
        ("/api/v10/interactions/1311768467463790321/aW50ZX.x-y_z/callback", "/interactions/{id}/{token}/callback"),
        (
            "/api/v10/webhooks/1311768467463790321/aW50ZXJh/messages/@original",
            "/webhooks/{id}/{token}/messages/@original",
        ),
        ("/api/v10/gateway/bot", "/gateway/bot"),
    ],
)
def test_routes_of_calls_name_nobody(path: str, route: str) -> None:
    assert template(path) == route


async def test_late_event_loop_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.monitoring.LOOK_SECONDS", 0.001)
    metrics = Metrics(UnderWay())
    watching = asyncio.create_task(metrics.watch_loop())
    await asyncio.sleep(0.002)
    time.sleep(0.05)  # noqa: ASYNC251 - which is just what keeps an event loop
    await asyncio.sleep(0.01)
    watching.cancel()
    late = metrics.text().decode()
    assert _value(late, "bezique_loop_delay_seconds_sum") > 0.04
    assert _value(late, "bezique_loop_delay_seconds_count") >= 1


async def test_each_call_to_discord_is_counted_by_its_route_and_status_and_one_without_an_answer_as_0() -> None:
    async def answered(request: web.Request) -> web.Response:
        if request.method == "PUT":
            return web.json_response({"code": 30046}, status=400)
        return web.json_response({}, status=429 if request.method == "PATCH" else 200)

    metrics = Metrics(UnderWay())
    async with aiohttp.ClientSession(middlewares=[metrics.called]) as session:
        async with serving(answered) as base:
            address = f"{base}/api/v10/channels/1311768467463790321/messages"
            for method in ("POST", "POST", "PATCH", "PUT"):
                async with session.request(method, address):
                    pass
        with pytest.raises(aiohttp.ClientError):
            await session.post(address)
    text, route = metrics.text().decode(), 'route="/channels/{id}/messages"'
    calls = {("POST", 200): 2, ("PATCH", 429): 1, ("POST", 0): 1}
    for (method, status), count in calls.items():
        assert _value(text, f'bezique_discord_calls_total{{method="{method}",{route},status="{status}"}}') == count
    assert _value(text, f"bezique_discord_call_seconds_count{{{route}}}") == 4
    for limit in ("address", "old_message"):
        assert _value(text, f'bezique_discord_limits_total{{limit="{limit}"}}') == 1
