"""Calls to Discord that are told to wait without being told how long: a kind of trouble like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import aiohttp
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

if TYPE_CHECKING:
    import discord

_MISSING: Final = "retry_after"


class UntoldError(aiohttp.ClientPayloadError):
    """Discord, or what stands before it, refuses a call for a time that it does not name."""


class Calls(AsyncWebhookAdapter):
    """The library's calls that need no token of the bot's: answers to interactions, and by their tokens."""

    async def request(self, *arguments: Any, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Do a call.

        Raises:
            UntoldError: It is refused for an unknown time.
        """
        try:
            answer = await super().request(*arguments, **options)
        except (KeyError, TypeError) as error:
            if _is_untold(error):
                raise UntoldError("refused for an unknown time") from None
            raise
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
        except KeyError as error:
            if _is_untold(error):
                raise UntoldError("refused for an unknown time") from None
            raise

    client.http.request = request  # type: ignore[method-assign]


def _is_untold(error: Exception) -> bool:
    """Tell whether the library has looked in vain for how long to wait: in an object without it, or in a page."""
    return error.args == (_MISSING,) or str(error).startswith("string indices must be integers")
