"""Calls to Discord that fail in ways of the library's own: each becomes a kind of trouble like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import aiohttp
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    import discord

_MISSING: Final = "retry_after"
_CLOSED: Final = "Session is closed"


class UntoldError(aiohttp.ClientPayloadError):
    """Discord, or what stands before it, refuses a call for a time that it does not name."""


class LeftError(aiohttp.ClientConnectionError):
    """The connections are let go already, as this process ends: what was being shown is looked at by the next one."""


class Calls(AsyncWebhookAdapter):
    """The library's calls that need no token of the bot's: answers to interactions, and by their tokens."""

    async def request(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Do a call.

        Raises:
            UntoldError: It is refused for an unknown time.
            LeftError: The connections are let go.
        """
        try:
            answer = await super().request(*arguments, **options)
        except (KeyError, TypeError, RuntimeError) as error:
            raise _trouble(error) from None
        _lighten(answer)
        return answer


def _lighten(answer: Any) -> None:  # noqa: ANN401 - what Discord answers
    """Take out of an answer the components of the message that was sent or edited.

    Nobody asks for them, and the library would make an object of each: a fortieth of what a click costs.
    """
    if not isinstance(answer, dict):
        return
    made = (answer["resource"] or {}).get("message") if "resource" in answer else answer
    if made and "components" in made:
        made["components"] = []


def guard(client: discord.Client) -> None:
    """Have all calls of a client, made from here on, fail in a way of which `DISCORD_TROUBLE` knows."""
    async_context.set(Calls())  # type: ignore[no-untyped-call]
    plain = client.http.request

    async def request(*arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        try:
            return await plain(*arguments, **options)
        except (KeyError, RuntimeError) as error:
            raise _trouble(error) from None

    client.http.request = request  # type: ignore[method-assign]


def _trouble(error: Exception) -> Exception:
    """Return what an error of the library's means, or the error itself where it means nothing else."""
    if isinstance(error, RuntimeError):
        return LeftError("the connections are let go") if error.args == (_CLOSED,) else error
    # It has looked in vain for how long to wait: in an object without it, or in a page.
    untold = error.args == (_MISSING,) or str(error).startswith("string indices must be integers")
    return UntoldError("refused for an unknown time") if untold else error
