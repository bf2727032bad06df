"""Calls to Discord: each ends in time, waits that Discord asks for included, and fails with ordinary network errors.

The library sleeps for as long as Discord asks: before a call, after a refused one, and after the last one that Discord
takes for now, though that was answered. So its two ways to call are replaced by one, in which a call waits only before
it is made, and only if its limit allows for that.
"""

# ruff: noqa: ANN401 - the library's own arguments and answers

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from math import inf
from typing import Any, Final
from urllib.parse import quote

import aiohttp
import discord
import orjson
from discord.http import json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.ui.kit.reconcile import is_answered_already, is_at_leisure

_CLOSED: Final = "Session is closed"
_USUAL: Final = 10.0
"""Seconds after which a call counts as lost; where somebody waits for it, the waits before it included."""
_WITH_FILES: Final = 60.0
_SHORTEST: Final = 1.0
"""Seconds for which an answer is waited for at the least, however long the call had to wait before."""
_TRIES: Final = 5
_MOST_TRIES: Final = 20
"""Largest number of tries where Discord asks for a wait again and again."""
_FAILED: Final = (500, 502, 504, 524)
"""HTTP statuses after which a call is made again."""
_LIMITS_KEPT: Final = 500


class UntoldError(aiohttp.ClientPayloadError):
    """Discord, or a server in front of it, refuses a call for an unknown time."""


class PageError(aiohttp.ClientPayloadError):
    """A page, or nothing, came where Discord answers with JSON: from a server in front of it, or from a proxy."""


class LeftError(aiohttp.ClientConnectionError):
    """The connections are already closed because this process ends; the next process checks what was being shown."""


class _Limit:
    """One of Discord's limits; while it is not known, and where calls must keep their order, one is made at a time."""

    def __init__(self, *, serial: bool) -> None:
        self._serial = serial
        self._most = self._left = 1
        self._until = 0.0
        """The moment, by the event loop's clock, from which the full number is left again; 0 while it is not known."""
        self._under_way = 0
        self._queue = asyncio.Lock()
        self._changed = asyncio.Event()

    @asynccontextmanager
    async def place(self, deadline: float) -> AsyncIterator[None]:
        """Wait until a call may be made, and count it as under way inside the block."""
        in_time(self._wait() if self._wait() < inf else 0.0, deadline)  # those who queue may have more time
        try:
            async with asyncio.timeout_at(deadline if deadline < inf else None), self._queue:
                while (wait := self._wait()) > 0:
                    in_time(wait if wait < inf else 0.0, deadline)
                    self._changed.clear()
                    with suppress(TimeoutError):
                        async with asyncio.timeout(wait if wait < inf else None):
                            await self._changed.wait()
                self._left -= 1
                self._under_way += 1
        except TimeoutError:
            raise discord.RateLimited(_SHORTEST) from None
        try:
            yield
        finally:
            self._under_way -= 1
            self._changed.set()

    def _wait(self) -> float:
        """Return the seconds until a call may be made; infinity if that depends on a call under way."""
        now = asyncio.get_running_loop().time()
        if now >= self._until and (self._until or not self._under_way):
            self._left, self._until = self._most - self._under_way, 0.0
        if self._left > 0:
            return inf if self._serial and self._under_way else 0.0
        return self._until - now if self._until else inf

    def is_idle(self) -> bool:
        """Tell whether nothing would be lost by forgetting this."""
        return not self._under_way and not self._queue.locked() and self._wait() == 0

    def learn(self, response: aiohttp.ClientResponse) -> None:
        """Read from an answer how many calls are left until when."""
        left, after = response.headers.get("X-Ratelimit-Remaining"), response.headers.get("X-Ratelimit-Reset-After")
        if left is None or after is None or response.status == HTTPStatus.TOO_MANY_REQUESTS:
            return
        self._most = int(response.headers.get("X-Ratelimit-Limit", 1))
        now, others = asyncio.get_running_loop().time(), int(left) - (self._under_way - 1)
        self._left = min(others, self._left) if now < self._until else others
        self._until = now + float(after)

    def shut(self, seconds: float) -> None:
        self._left, self._until = 0, max(self._until, asyncio.get_running_loop().time() + seconds)


def in_time(wait: float, deadline: float) -> None:
    """Check that a wait ends before a deadline of the event loop's clock."""
    if asyncio.get_running_loop().time() + wait > deadline:
        raise discord.RateLimited(wait)


class Calls(AsyncWebhookAdapter):
    """All calls of a client, by its own token and by those of interactions, each passed through the middlewares."""

    def __init__(self, http: discord.http.HTTPClient, *middlewares: aiohttp.ClientMiddlewareType) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._http, self._middlewares = http, middlewares
        self._limits: dict[str, _Limit] = {}
        self._named: dict[str, str] = {}
        """The names that Discord gives to the limits of routes."""
        self._shut_until = 0.0
        """The moment until which Discord takes no call by the client's own token."""

    async def by_own_token(
        self, route: discord.http.Route, *, files: Sequence[discord.File] = (), form: Any = None, **options: Any
    ) -> Any:
        """Make a call with the bot's token; the arguments are those of the library's function."""
        http = self._http
        headers = {"User-Agent": http.user_agent}
        if http.token is not None:
            headers["Authorization"] = f"Bot {http.token}"
        if reason := options.pop("reason", None):
            headers["X-Audit-Log-Reason"] = quote(reason, safe="/ ")
        session = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001 - the library makes it
        options = {"proxy": http.proxy, "proxy_auth": http.proxy_auth, **options}
        return await self._call(session, route, headers, files=files or (), form=form, **options)

    async def request(
        self, route: Any, session: Any, *, payload: Any = None, multipart: Any = None, files: Any = None, **options: Any
    ) -> Any:
        """Make a call with an interaction's token."""
        for key in ("reason", "auth_token"):  # are only of webhooks
            options.pop(key, None)
        if payload is not None:
            options["json"] = payload
        answer = await self._call(session, route, {}, files=files or (), form=multipart, **options)
        _lighten(answer)
        return answer

    async def _call(
        self,
        session: aiohttp.ClientSession,
        route: Any,
        headers: dict[str, str],
        *,
        files: Sequence[discord.File],
        form: Any,
        **options: Any,
    ) -> Any:
        if "json" in options:
            headers["Content-Type"] = "application/json"
            options["data"] = orjson.dumps(options.pop("json")).decode()
        usual = _WITH_FILES if files else _USUAL
        clock = asyncio.get_running_loop().time
        deadline = inf if is_at_leisure() else clock() + usual
        limit, failed = self._limit_of(route), list[discord.HTTPException]()
        for made in range(_MOST_TRIES):
            for file in files:
                file.reset(seek=made)
            if form:
                options["data"] = aiohttp.FormData(quote_fields=False)  # Discord takes no quoted names
                for field in form:
                    options["data"].add_field(**field)
            if "Authorization" in headers:
                await self._opened(deadline)
            async with limit.place(deadline):
                timeout = aiohttp.ClientTimeout(total=max(_SHORTEST, min(usual, deadline - clock())))
                try:
                    async with session.request(
                        route.method,
                        route.url,
                        headers=headers,
                        timeout=timeout,
                        middlewares=self._middlewares,
                        **options,
                    ) as response:
                        answer = await _read(response)
                except RuntimeError as error:
                    raise LeftError("the connections are let go") if error.args == (_CLOSED,) else error from None
                self._learn(route, limit, response)
            if response.ok:
                return answer
            refusal = _refusal(response, answer)
            if response.status == HTTPStatus.TOO_MANY_REQUESTS:
                wait = self._asked_wait(limit, response, answer, refusal)
            elif response.status in _FAILED and len(failed) < _TRIES - 1:
                wait = 1.0 + 2 * len(failed)
                failed.append(refusal)
                if clock() + wait > deadline:
                    raise refusal
            else:  # a call that failed may have been carried out, so Discord's *answered already* tells nothing
                raise failed[-1] if failed and is_answered_already(refusal) else refusal
            in_time(wait, deadline)
            await asyncio.sleep(wait)
        raise refusal

    async def _opened(self, deadline: float) -> None:
        """Wait until Discord takes calls by the bot's token."""
        while (wait := self._shut_until - asyncio.get_running_loop().time()) > 0:
            in_time(wait, deadline)
            await asyncio.sleep(wait)

    def _limit_of(self, route: Any) -> _Limit:
        if route.webhook_token is not None:
            return self._kept(f"token {route.webhook_id} {route.webhook_token}", serial=True)
        return self._kept(f"{self._named.get(route.key, route.key)} {route.major_parameters}")

    def _kept(self, key: str, *, serial: bool = False) -> _Limit:
        if key not in self._limits:
            if len(self._limits) >= _LIMITS_KEPT:
                self._limits = {each: limit for each, limit in self._limits.items() if not limit.is_idle()}
            self._limits[key] = _Limit(serial=serial)
        return self._limits[key]

    def _learn(self, route: Any, limit: _Limit, response: aiohttp.ClientResponse) -> None:
        limit.learn(response)
        name = response.headers.get("X-Ratelimit-Bucket")
        if name is not None and route.webhook_token is None and self._named.get(route.key) != name:
            self._named[route.key] = name
            self._limits.setdefault(f"{name} {route.major_parameters}", limit)

    def _asked_wait(
        self, limit: _Limit, response: aiohttp.ClientResponse, answer: Any, error: discord.HTTPException
    ) -> float:
        """Return the seconds for which Discord asks to wait, and note whose calls that concerns."""
        if not response.headers.get("Via"):
            raise error
        if not isinstance(answer, dict) or "retry_after" not in answer:
            raise UntoldError("refused for an unknown time")
        wait = float(answer["retry_after"])
        if answer.get("global"):
            self._shut_until = asyncio.get_running_loop().time() + wait
        elif response.headers.get("X-Ratelimit-Remaining", "0") == "0":  # else it is a limit of this call's own
            limit.shut(wait)
        return wait


async def _read(response: aiohttp.ClientResponse) -> Any:
    try:
        answer = await json_or_text(response)
    except ValueError:  # JSON that breaks off
        answer = ""
    if isinstance(answer, str) and response.ok and response.status != HTTPStatus.NO_CONTENT:
        raise PageError("a page instead of an answer")
    return answer


def _refusal(response: aiohttp.ClientResponse, answer: Any) -> discord.HTTPException:
    kinds: dict[int, type[discord.HTTPException]] = {
        HTTPStatus.FORBIDDEN: discord.Forbidden,
        HTTPStatus.NOT_FOUND: discord.NotFound,
    }
    if response.status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        return discord.DiscordServerError(response, answer)
    return kinds.get(response.status, discord.HTTPException)(response, answer)


def _lighten(answer: Any) -> None:
    """Remove the components of the message that was sent or edited from an answer.

    They are not used, and making an object of each would take the library a fortieth of the cost of a click.
    """
    if not isinstance(answer, dict):
        return
    made = (answer["resource"] or {}).get("message") if "resource" in answer else answer
    if made and "components" in made:
        made["components"] = []


def guard(client: discord.Client, *middlewares: aiohttp.ClientMiddlewareType) -> None:
    """Make all later calls of a client end in time, and fail only with errors that `DISCORD_TROUBLE` contains."""
    calls = Calls(client.http, *middlewares)
    async_context.set(calls)
    client.http.request = calls.by_own_token  # type: ignore[assignment, method-assign]
