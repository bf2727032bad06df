"""What the leases of a process ask of the rest of it, and what they tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from db import DatabaseError, Word


class Duties(Protocol):
    """What a process does for its shards."""

    def sessions(self) -> Iterable[int]:
        """Return the shards for which a session is there or on its way."""

    def open(self, shard: int) -> None:
        """Begin a session for a shard, if there is none."""

    async def close(self, shard: int) -> None:
        """End a shard's session."""

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard's session is there, and its servers are known."""

    async def adopt(self, shard: int) -> None:
        """Know a shard's tables from now on.

        Raises:
            DatabaseError: They cannot be read.
        """

    async def disown(self, shard: int) -> None:
        """Know nothing of a shard's tables any more."""

    async def finish(self, shard: int) -> None:
        """Wait for what is being answered there, not for long."""

    async def read_anew(self) -> None:
        """Read everything that is kept by word, as some may have been missed.

        Raises:
            DatabaseError: It cannot be read.
        """

    def heard(self, word: Word) -> None:
        """Take note of what another process has changed."""


@dataclass
class Tally:
    """What has happened to the shards of this process since it began."""

    taken: int = 0
    """Shards that were free, and that it has taken."""
    received: int = 0
    """Shards that were handed to it as their heir."""
    handed: int = 0
    """Shards that it has handed to an heir."""
    lines_lost: int = 0
    unanswered: Callable[[float], object] = field(default=lambda _seconds: None)
    """Told for each shard that comes for how many seconds nobody had answered for it."""


class Disagreement(DatabaseError):  # noqa: N818 - it says what to do
    """Tell that a process which is running counts other shards than this one."""
