"""Faults of the wire: calls refused, lost, slow or told to wait, sessions broken off, events missed or doubled."""

from __future__ import annotations

import asyncio
import re
import time
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final

from aiohttp import web

from tests.discord_server import Answered, answer

from .audit import Audit
from .ground import Ground
from .server import TOO_OLD_TO_EDIT, Wire

DEAD_TOKEN: Final = 50027
_TOKEN: Final = re.compile(r"webhooks/\d+/([\w-]+)")
_LONG: Final = 60
_CLOSED_BY: Final = 75
"""After faults for so many seconds it is waited so long that boards are closed which could not be edited."""
_BUSY: Final = "<html><body>error code: 1015</body></html>"
KINDS: Final = (
    "refused token", "too old to edit", "lost answer", "answer with 502", "broken off before", "told to wait",
    "told to wait without a time", "told to wait by an address", "503 before", "slow", "page", "page before",
)  # fmt: skip


class FaultyWire(Wire):
    """Discord with a gateway that doubles interactions and lets them overtake each other.

    Attributes:
        rng: Chance, where there are faults at all.
        done: How often each kind of fault was brought about.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rng: Random | None = None
        self.done: Counter[str] = Counter()
        self._held: Mapping[str, Any] | None = None

    async def dispatch(self, name: str, data: Mapping[str, Any]) -> None:
        """Send an event; an interaction perhaps twice, or after the next one."""
        if name != "INTERACTION_CREATE" or self.rng is None:
            await super().dispatch(name, data)
            return
        fate = self.rng.random()
        if fate < 0.05 and self._held is None:
            self._held = data
            asyncio.get_running_loop().call_later(0.3, lambda: asyncio.ensure_future(self._let_go()))
            self.done["overtaken interaction"] += 1
            return
        await super().dispatch(name, data)
        await self._let_go()
        if fate > 0.95:
            self.done["doubled interaction"] += 1
            await super().dispatch(name, data)

    async def _let_go(self) -> None:
        held, self._held = self._held, None
        if held is not None:
            await super().dispatch("INTERACTION_CREATE", held)


@dataclass
class Faults:
    """What happens to calls: `rate` of them meet a fault, and tokens die `token_life` seconds after their click."""

    wire: FaultyWire
    rng: Random
    rate: float
    token_life: float
    too_slow: float
    done: Counter[str] = field(default_factory=Counter)

    async def __call__(self, request: web.Request, path: str, answered: Answered) -> web.Response:
        """Answer a call, or do not."""
        token = _TOKEN.match(path)
        if token is not None and self._is_dead(token[1]):
            self.done["dead token"] += 1
            return _refused(401, DEAD_TOKEN)
        if self.rng.random() >= self.rate:
            return await answered(request, path)
        kind = self.rng.choice(KINDS)
        if (kind == "refused token" and token is None) or (kind == "too old to edit" and not _edits(request, path)):
            kind = "lost answer"
        self.done[kind] += 1
        if kind in ("lost answer", "answer with 502", "page"):
            await answered(request, path)
        if kind == "slow":
            await asyncio.sleep(self.too_slow)
            return await answered(request, path)
        if kind in ("lost answer", "broken off before") and request.transport is not None:
            request.transport.close()
        return _ANSWERS[kind]()

    def _is_dead(self, token: str) -> bool:
        asked = self.wire._asked.get(token)
        return asked is not None and time.monotonic() - asked.at > self.token_life


def _edits(request: web.Request, path: str) -> bool:
    return request.method == "PATCH" and path.startswith("channels/")


def _refused(status: int, code: int) -> web.Response:
    return answer({"message": "refused", "code": code}, status=status)


def _told_to_wait(body: Mapping[str, object]) -> web.Response:
    response = answer(body, status=429)
    response.headers["Via"] = "1.1 google"
    return response


_ANSWERS: Final[dict[str, Callable[[], web.Response]]] = {
    "refused token": lambda: _refused(401, DEAD_TOKEN),
    "too old to edit": lambda: _refused(400, TOO_OLD_TO_EDIT),
    "lost answer": lambda: web.Response(status=500),
    "answer with 502": lambda: web.Response(status=502),
    "broken off before": lambda: web.Response(status=500),
    "told to wait": lambda: _told_to_wait({"message": "wait", "retry_after": 0.05, "global": False}),
    "told to wait without a time": lambda: _told_to_wait({"message": "wait"}),
    "told to wait by an address": lambda: web.Response(status=429, text=_BUSY),
    "503 before": lambda: web.Response(status=503),
    "page": lambda: web.Response(text=_BUSY, content_type="text/html"),
    "page before": lambda: web.Response(text=_BUSY, content_type="text/html"),
}


async def faults_run(
    ground: Ground,
    rng: Random,
    *,
    seconds: float,
    rate: float = 0.1,
    token_life: float = 4.0,
    answer_within: float = 3.0,
) -> Audit:
    """Let members play through faults of every kind, then without any, and compare everything.

    Args:
        ground: Where, with a `FaultyWire`; the bot is not started yet.
        seconds: How long there are faults.
        rate: How many of all calls meet one.
        token_life: Seconds for which an interaction's token lives: a quarter of an hour, shortened.
        answer_within: Seconds after which it is too late to answer an interaction.
    """
    wire = ground.wire
    assert isinstance(wire, FaultyWire)
    playing = asyncio.create_task(ground.club.play())
    await ground.warmed_up()
    faults = Faults(wire, rng, rate, token_life, answer_within + 0.2, wire.done)
    wire.trouble, wire.rng, wire.answer_within = faults, rng, answer_within
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        await asyncio.sleep(rng.uniform(1.0, 3.0))
        if not wire.online:
            continue  # the library waits longer each time where it is broken off before it is online
        kind = rng.choice(("resumed", "missed events", "invalid session", "invalid session, resumable"))
        wire.done[kind] += 1
        if kind.startswith("invalid"):
            await wire.invalidate(resumable="resumable" in kind)
        else:
            await wire.break_gateway(lose=kind == "missed events")
    wire.trouble, wire.rng, wire.answer_within = None, None, None
    await asyncio.sleep(8 if seconds < _LONG else _CLOSED_BY)
    ground.club.stopping = True
    await playing
    with suppress(TimeoutError):  # else the audit says so
        await wire.until(lambda: wire.online)
    audit = await ground.audited()
    audit.counts.update(wire.done)
    audit.counts["games played"] = sum(group.finished for group in ground.club.groups)
    return audit
