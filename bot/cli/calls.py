"""Calls to Discord that end in time, and fail with ordinary network errors also where the library's own code fails."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord
from discord.webhook import async_
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_MISSING: Final = "retry_after"
_CLOSED: Final = "Session is closed"
_USUAL: Final = aiohttp.ClientTimeout(total=10)
"""Time after which a call without an answer counts as lost; waits that Discord asks for do not count."""
_WITH_FILES: Final = aiohttp.ClientTimeout(total=60)


class UntoldError(aiohttp.ClientPayloadError):
    """Discord, or a server in front of it, refuses a call for an unknown time."""


class PageError(aiohttp.ClientPayloadError):
    """A page, or nothing, came where Discord answers with JSON: from a server in front of it, or from a proxy."""


class LeftError(aiohttp.ClientConnectionError):
    """The connections are already closed because this process ends; the next process checks what was being shown."""


class _InTime:
    """A session whose calls end in time."""

    def __init__(self, session: aiohttp.ClientSession, timeout: aiohttp.ClientTimeout) -> None:
        self._session = session
        self._timeout = timeout

    def request(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Make a call."""
        return self._session.request(*arguments, timeout=self._timeout, **options)


class Calls(AsyncWebhookAdapter):
    """The library's calls that use an interaction's token instead of the bot's."""

    async def request(self, route: Any, session: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Make a call.

        Raises:
            TimeoutError: There was no answer in time.
            UntoldError: The call is refused for an unknown time.
            LeftError: The connections are closed.
        """
        in_time: Any = _InTime(session, _WITH_FILES if options.get("files") else _USUAL)
        try:
            answer = await super().request(route, in_time, **options)
        except (KeyError, TypeError, RuntimeError) as error:
            raise _trouble(error) from None
        _lighten(answer)
        return answer


def _lighten(answer: Any) -> None:  # noqa: ANN401 - what Discord answers
    """Remove the components of the message that was sent or edited from an answer.

    They are not used, and making an object of each would take the library a fortieth of the cost of a click.
    """
    if not isinstance(answer, dict):
        return
    made = (answer["resource"] or {}).get("message") if "resource" in answer else answer
    if made and "components" in made:
        made["components"] = []


_as_it_came = discord.http.json_or_text


async def _read(response: aiohttp.ClientResponse) -> Any:  # noqa: ANN401 - what Discord answers
    """Read an answer.

    Raises:
        PageError: The call is said to have worked, but the answer is not Discord's.
    """
    try:
        answer = await _as_it_came(response)
    except ValueError:  # JSON that breaks off
        answer = ""
    if isinstance(answer, str) and response.ok and response.status != HTTPStatus.NO_CONTENT:
        raise PageError("a page instead of an answer")
    return answer


def guard(client: discord.Client) -> None:
    """Make all later calls of a client end in time, and fail only with errors that `DISCORD_TROUBLE` contains."""
    async_context.set(Calls())  # type: ignore[no-untyped-call]
    discord.http.json_or_text = async_.json_or_text = _read  # type: ignore[attr-defined]
    plain = client.http.request

    async def request(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        timeout = _WITH_FILES if options.get("files") else _USUAL
        try:
            return await plain(*arguments, timeout=timeout, **options)
        except (KeyError, RuntimeError) as error:
            raise _trouble(error) from None

    client.http.request = request  # type: ignore[method-assign]


def _trouble(error: Exception) -> Exception:
    """Return the error that an error of the library stands for, or the error itself if it stands for no other."""
    if isinstance(error, RuntimeError):
        return LeftError("the connections are let go") if error.args == (_CLOSED,) else error
    # The library has not found how long to wait: the object has no such entry, or the answer is a page.
    untold = error.args == (_MISSING,) or str(error).startswith("string indices must be integers")
    return UntoldError("refused for an unknown time") if untold else error
