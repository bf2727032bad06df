"""Answers to interactions whose handling takes long: Discord is told to wait, and the answer comes after that.

Discord drops an interaction that has no answer within three seconds. After `PATIENCE` seconds it is therefore deferred,
and its response is replaced by one that sends what a handler answers with in the way that is left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

log = logging.getLogger(__name__)

PATIENCE: Final = 2.0
"""Seconds after which an interaction is deferred; Discord waits for three."""


_ARRIVED: Final = "arrived"


def age(interaction: discord.Interaction[Any]) -> timedelta:
    """Return the time since an interaction arrived, that is since this was first asked of it."""
    now = time.monotonic()
    return timedelta(seconds=now - interaction.extras.setdefault(_ARRIVED, now))


class _Sent(NamedTuple):
    message_id: int


class LateResponse(discord.InteractionResponse[Any]):
    """The response of an interaction that was deferred because it took long.

    Attributes:
        thinking: Whether the member sees a private message that waits for the answer; if not, the clicked message does.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, thinking: bool) -> None:
        super().__init__(interaction)
        self.thinking = thinking

    def is_done(self) -> bool:
        """Return that Discord has an answer."""
        return True

    async def send_message(self, content: Any = None, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Send a private message, which takes the place of the one that waits; what all see goes another way."""
        options.pop("ephemeral", None)
        sent = await self._parent.followup.send(content or discord.utils.MISSING, **options, ephemeral=True, wait=True)
        return _Sent(sent.id)

    async def edit_message(self, **options: Any) -> None:  # noqa: ANN401
        """Edit the clicked message: by the token if it is the original one, else in its channel."""
        clicked = self._parent.message
        if not self.thinking or clicked is None:
            await self._parent.edit_original_response(**options)
        else:
            await clicked.edit(**options)

    async def defer(self, **_options: Any) -> None:  # noqa: ANN401
        """Do nothing, as Discord has been told to wait."""

    async def send_modal(self, _modal: Any, /) -> Any:  # noqa: ANN401
        """Fail, as no form can be opened any more.

        Raises:
            TimeoutError: Always.
        """
        raise TimeoutError


def is_late(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether an interaction was deferred because it took long."""
    return isinstance(interaction.response, LateResponse)


@asynccontextmanager
async def deferred_when_late(interaction: discord.Interaction[Any], *, private: bool) -> AsyncIterator[None]:
    """Defer an interaction inside the block that has no answer after `PATIENCE` seconds.

    Args:
        interaction: The interaction.
        private: Whether it was made in a private message of the member, which is then to be edited.
    """
    loop = asyncio.get_running_loop()
    begun: list[asyncio.Task[None]] = []
    # A timer, and no task, as nearly all interactions have their answer long before.
    timer = loop.call_later(PATIENCE, lambda: begun.append(loop.create_task(_defer(interaction, private=private))))
    try:
        yield
    finally:
        timer.cancel()
        for deferring in begun:  # one that is under way ends first, so that it is known what Discord shows
            await deferring
    response = interaction.response
    if isinstance(response, LateResponse) and response.thinking and not interaction.client.is_closed():
        await _take_waiting_away(interaction)


async def _defer(interaction: discord.Interaction[Any], *, private: bool) -> None:
    if interaction.response.is_done():
        return
    try:
        await interaction.response.defer(ephemeral=True, thinking=not private)
    except DISCORD_TROUBLE as error:  # perhaps as the answer has come first
        log.info("an interaction could not be deferred: %s", reason(error))
    except discord.InteractionResponded:
        return
    else:
        interaction._cs_response = LateResponse(interaction, thinking=not private)  # type: ignore[attr-defined]  # noqa: SLF001


async def _take_waiting_away(interaction: discord.Interaction[Any]) -> None:
    """Delete the message that waits for an answer, if none has come."""
    with suppress(*DISCORD_TROUBLE):
        waiting = await interaction.original_response()
        if waiting.flags.loading:
            await waiting.delete()
