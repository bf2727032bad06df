"""What is being answered at the moment, so that an end of the process can wait for it and a log line can name it."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

_BREAKING_OFF_SECONDS: Final = 1.0
"""A commit that is under way is completed in that time."""
_LOOK_SECONDS: Final = 0.02


class UnderWay:
    """The interactions of one client that are being answered."""

    def __init__(self) -> None:
        self._open: dict[int, tuple[str, float, int | None]] = {}
        self.answered: Callable[[str, float], object] = lambda _what, _seconds: None
        """Told of each that has been answered, and of the seconds that it took."""
        self._tasks: set[asyncio.Task[object]] = set()
        """In which they are answered, also while something is done after the answer."""
        self._idle = asyncio.Event()
        self._idle.set()

    @contextmanager
    def answering(self, interaction_id: int, what: str, guild_id: int | None = None) -> Iterator[None]:
        """Count an interaction as under way inside the block.

        Args:
            interaction_id: Its id.
            what: The command or the control's operation; nothing that a player holds.
            guild_id: The server from which it comes; None for a direct message.
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
        """Return for how many seconds an interaction has been under way, None where it is not."""
        found = self._open.get(interaction_id)
        return None if found is None else time.monotonic() - found[1]

    def lasting(self) -> list[str]:
        """Return what is under way, with the seconds since it began, the oldest first."""
        now = time.monotonic()
        return [f"{what} for {now - since:.1f} s" for what, since, _ in self._open.values()]

    async def ended(self, seconds: float) -> bool:
        """Wait until nothing is under way, for at most so many seconds, and return whether that is so."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            return False
        return True

    async def ended_in(self, concerns: Callable[[int | None], bool], seconds: float) -> bool:
        """Wait until nothing is under way in some servers, for at most so many seconds, and return whether that is so.

        Args:
            concerns: Tells of a server, or with None of direct messages, whether it is one of them.
            seconds: How long.
        """
        until = time.monotonic() + seconds
        while any(concerns(guild_id) for _, _, guild_id in self._open.values()):
            if time.monotonic() > until:
                return False
            await asyncio.sleep(_LOOK_SECONDS)
        return True

    async def let_go(self) -> None:
        """Break off what is still under way: once the connections are let go, no answer can be given any more."""
        tasks = self._tasks - {asyncio.current_task()}
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_BREAKING_OFF_SECONDS)
