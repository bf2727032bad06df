"""The shards a process answers for; a server belongs to one of them, and everything of its to that one's holder."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Final

_ALONE: Final = frozenset({0})
"""What is held by who is alone: the only shard there is."""


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard to which a server belongs, of so many; direct messages, which None stands for, come to shard 0.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    return 0 if guild_id is None else (guild_id >> 22) % count


class Share:
    """What this process answers for: some of so many shards, or everything where it is alone."""

    def __init__(self, count: int | None, held: Iterable[int] = ()) -> None:
        self.count = count
        """How many shards there are; None where this process is alone, however many gateways it opens."""
        self._held = _ALONE if count is None else frozenset(held)
        self._awaited: set[tuple[int, asyncio.Future[None]]] = set()

    @classmethod
    def everything(cls) -> Share:
        """Return the share of a process that is alone."""
        return cls(None)

    @property
    def alone(self) -> bool:
        """Whether no other process has a share."""
        return self.count is None

    @property
    def held(self) -> frozenset[int]:
        """The shards of this process; shard 0, of one, where it is alone."""
        return self._held

    def shard_of(self, guild_id: int | None) -> int:
        """Return the shard to which a server, or with None a direct message, belongs."""
        return 0 if self.count is None else shard_of(guild_id, self.count)

    def has(self, guild_id: int | None) -> bool:
        """Tell whether this process answers for a server, or with None for direct messages."""
        return self.shard_of(guild_id) in self._held

    async def comes(self, guild_id: int | None, within: float) -> bool:
        """Wait until this process answers for a server, at most so many seconds, and tell whether it does."""
        if self.has(guild_id):
            return True
        coming: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._awaited.add(waiting := (self.shard_of(guild_id), coming))
        try:
            async with asyncio.timeout(within):
                await coming
        except TimeoutError:
            pass
        finally:
            self._awaited.discard(waiting)
        return self.has(guild_id)

    def take(self, shard: int) -> None:
        """Answer for one more shard. Only who holds its lease may say so.

        Raises:
            ValueError: There is no such shard, or this process is alone.
        """
        if self.count is None or not 0 <= shard < self.count:
            raise ValueError(f"no shard {shard} of {self.count}")
        self._held |= {shard}
        for awaited, coming in tuple(self._awaited):
            if awaited == shard and not coming.done():
                coming.set_result(None)

    def give_up(self, shard: int) -> None:
        """Answer for a shard no longer.

        Raises:
            ValueError: This process is alone.
        """
        if self.count is None:
            raise ValueError("who is alone gives up nothing")
        self._held -= {shard}
