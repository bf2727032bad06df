"""The shards that a process answers for; each server belongs to one shard, whose holder does everything for it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Final

from db import Part

_ALONE: Final = frozenset({0})
"""The shards of a process that is alone: the only shard there is."""


def shard_of(guild_id: int | None, count: int) -> int:
    """Return the shard, of `count`, to which a server belongs; None stands for direct messages, which go to shard 0.

    Source: Discord's documentation of the gateway, *Sharding*.
    """
    return 0 if guild_id is None else (guild_id >> 22) % count


class Share:
    """The shards that this process answers for: some of all shards, or everything if it is alone."""

    def __init__(self, count: int | None, held: Iterable[int] = ()) -> None:
        self.count = count
        """How many shards there are; None if this process is alone, however many gateways it opens."""
        self._held = _ALONE if count is None else frozenset(held)

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
        """The shards of this process; only shard 0 if it is alone."""
        return self._held

    def shard_of(self, guild_id: int | None) -> int:
        """Return the shard of a server; None stands for direct messages."""
        return 0 if self.count is None else shard_of(guild_id, self.count)

    def has(self, guild_id: int | None) -> bool:
        """Tell whether this process answers for a server, or with None for direct messages."""
        return self.shard_of(guild_id) in self._held

    def part(self, shards: Collection[int] | None = None) -> Part | None:
        """Return the part of all servers that belongs to some shards, by default all of this process.

        None means all servers.
        """
        return None if self.count is None else Part(self._held if shards is None else shards, self.count)

    def take(self, shard: int) -> None:
        """Answer for one more shard; the caller must hold its lease.

        Raises:
            ValueError: There is no such shard, or this process is alone.
        """
        if self.count is None or not 0 <= shard < self.count:
            raise ValueError(f"no shard {shard} of {self.count}")
        self._held |= {shard}

    def give_up(self, shard: int) -> None:
        """Stop answering for a shard.

        Raises:
            ValueError: This process is alone.
        """
        if self.count is None:
            raise ValueError("who is alone gives up nothing")
        self._held -= {shard}
