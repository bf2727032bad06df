"""Answers to interactions whose handling takes long: Discord is told to wait, and the answer comes after that.

Discord drops an interaction that has no answer within three seconds. After `PATIENCE` seconds it is therefore deferred.
What a handler answers with waits for the end of that, and goes in the way that is left.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord

from bot.ui.kit.reconcile import DISCORD_TROUBLE, is_answered_already, reason

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


class Response(discord.InteractionResponse[Any]):
    """The response of an interaction, which is deferred if it takes long; what comes after that goes in the way left.

    Only one callback is under way at a time, so the handler's answer never races the bot's own deferral.

    Args:
        private: Whether it was made in a private message of the member, which is then to be edited.

    Attributes:
        late: Whether it was deferred because it took long, or is just being deferred.
        thinking: Whether the member then sees a private message that waits for the answer; if not, the clicked message
            does.
        repeated: Whether this process has made another callback for the interaction before its latest one.
    """

    def __init__(self, interaction: discord.Interaction[Any], *, private: bool) -> None:
        super().__init__(interaction)
        self.late = False
        self.thinking = not private
        self.repeated = False
        self._turn = asyncio.Lock()

    def untie(self) -> None:
        """Break the cycle of an answered interaction and its response, so that reference counting frees both.

        The garbage collector would otherwise have to find some fifty objects for each click, a minute or two later.
        """
        if self.is_done():
            self._parent = None  # type: ignore[assignment]  # unused once answered

    async def settled(self) -> None:
        """Wait until no callback is under way."""
        async with self._turn:
            return

    async def defer_late(self) -> None:
        """Defer the interaction, unless it has an answer or one is under way."""
        if self._turn.locked() or self.is_done():
            return
        async with self._turn:
            self.late = True
            try:
                self._begin()
                await super().defer(ephemeral=True, thinking=self.thinking)
            except DISCORD_TROUBLE as error:
                self.late = False
                log.info("an interaction could not be deferred: %s", reason(error))
                self.suspect(error)

    def suspect(self, error: Exception) -> None:
        """Report another process if it must have answered: Discord says so of this process's first callback."""
        if is_answered_already(error) and not self.repeated:
            self._parent.client.other_processes.answered(self._parent.id)

    def _begin(self) -> None:
        self.repeated = self._parent.client.under_way.has_called_back(self._parent.id)

    async def send_message(self, content: Any = None, **options: Any) -> Any:  # noqa: ANN401 - the library's own
        """Send a message; a late one is private, and takes the place of the one that waits."""
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().send_message(content, **options)
        options.pop("ephemeral", None)
        sent = await self._parent.followup.send(content or discord.utils.MISSING, **options, ephemeral=True, wait=True)
        return _Sent(sent.id)

    async def edit_message(self, **options: Any) -> Any:  # noqa: ANN401
        """Edit the clicked message; when late by the token if it is the original one, else in its channel."""
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().edit_message(**options)
        clicked = self._parent.message
        if not self.thinking or clicked is None:
            return await self._parent.edit_original_response(**options)
        return await clicked.edit(**options)

    async def defer(self, **options: Any) -> Any:  # noqa: ANN401
        """Tell Discord to wait, unless it has been told."""
        async with self._turn:
            if not self.late:
                self._begin()
                return await super().defer(**options)
        return None

    async def send_modal(self, modal: Any, /) -> Any:  # noqa: ANN401
        """Open a form.

        Raises:
            TimeoutError: It is too late for one.
        """
        async with self._turn:
            if self.late:
                raise TimeoutError
            self._begin()
            opened = await super().send_modal(modal)
            self._parent.client.arrivals.forms[modal.custom_id] = modal
            return opened


def is_late(interaction: discord.Interaction[Any]) -> bool:
    """Tell whether an interaction was deferred because it took long, or is just being deferred."""
    return bool(getattr(interaction.response, "late", False))


async def settled(interaction: discord.Interaction[Any]) -> None:
    """Wait until no callback for an interaction is under way, after which it is known whether there was one."""
    if isinstance(interaction.response, Response):
        await interaction.response.settled()


@asynccontextmanager
async def deferred_when_late(interaction: discord.Interaction[Any], *, private: bool) -> AsyncIterator[Response]:
    """Defer an interaction inside the block that has no answer after `PATIENCE` seconds; yield its response.

    Args:
        private: Whether it was made in a private message of the member, which is then to be edited.
    """
    loop = asyncio.get_running_loop()
    begun: list[asyncio.Task[None]] = []
    response = Response(interaction, private=private)
    interaction._cs_response = response  # type: ignore[attr-defined]  # noqa: SLF001 - the library has no other way
    # A timer, and no task, as nearly all interactions have their answer long before.
    timer = loop.call_later(PATIENCE, lambda: begun.append(loop.create_task(response.defer_late())))
    try:
        yield response
    finally:
        timer.cancel()
        for deferring in begun:  # one that is under way ends first, so that it is known what Discord shows
            await deferring
    if response.late and response.thinking and not interaction.client.is_closed():
        await _take_waiting_away(interaction)


async def _take_waiting_away(interaction: discord.Interaction[Any]) -> None:
    """Delete the message that waits for an answer, if none has come."""
    with suppress(*DISCORD_TROUBLE):
        waiting = await interaction.original_response()
        if waiting.flags.loading:
            await waiting.delete()
