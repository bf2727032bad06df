"""The interactions that are being answered, so that a shutdown can wait for them and a log line can name them."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BREAKING_OFF_SECONDS: Final = 1.0
"""Seconds that cancelled answers get to end, in which a commit under way is completed."""
_LOOK_SECONDS: Final = 0.02


class UnderWay:
    """The interactions of one client that are being answered."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[str, float, int | None]] = {}
        self.answered: Callable[[str, float], object] = lambda _what, _seconds: None
        """Callback for each answered interaction: what it was, and the seconds that it took."""
        self._tasks: set[asyncio.Task[object]] = set()
        """The tasks that answer them, work after the answer included."""
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def answering(self, interaction_id: int, what: str, guild_id: int | None = None) -> Iterator[None]:
        """Count an interaction as under way inside the block.

        Args:
            interaction_id: Its id.
            what: The command or the control's operation; it must not name a player's cards.
            guild_id: The interaction's server; None for a direct message.
        """
        self._open[interaction_id] = what, time.monotonic(), guild_id
        self._idle.clear()
        if (task := asyncio.current_task()) is not None:
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        try:
            yield
        finally:
            _, since, _ = self._open.pop(interaction_id, (what, time.monotonic(), guild_id))
            self.answered(what, time.monotonic() - since)
            if not self._open:
                self._idle.set()

    def since(self, interaction_id: int) -> float | None:
        """Return the seconds for which an interaction has been under way, or None if it is not."""
        found = self._open.get(interaction_id)
        return None if found is None else time.monotonic() - found[1]

    def lasting(self) -> list[str]:
        """Return a line for each interaction under way, with the seconds since it began, the oldest first."""
        now = time.monotonic()
        return [f"{what} for {now - since:.1f} s" for what, since, _ in self._open.values()]

    async def ended(self, seconds: float) -> bool:
        """Wait until nothing is under way, or until the seconds are over, and return whether nothing is."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def ended_in(self, concerns: Callable[[int | None], bool], seconds: float) -> bool:
        """Wait until nothing is under way in some servers, or until time is up, and return whether nothing is.

        Args:
            concerns: Tells whether a server's id, or None for direct messages, is among them.
            seconds: The longest wait, in seconds.
        """
        until = time.monotonic() + seconds
        while any(concerns(guild_id) for _, _, guild_id in self._open.values()):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(_LOOK_SECONDS)
        return True

    async def let_go(self) -> None:
        """Cancel everything under way, as no answer can be sent once the connections are closed."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_BREAKING_OFF_SECONDS)
