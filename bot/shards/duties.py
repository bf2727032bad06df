"""The interface between the leases of a process and the rest of it, and the counts that the leases keep."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from db import DatabaseError, Word


class Duties(Protocol):
    """The duties of a process for its shards."""

    def sessions(self) -> Iterable[int]:
        """Return the shards that have a session or one being opened."""

    def open(self, shard: int) -> None:
        """Begin a session for a shard, if there is none."""

    async def close(self, shard: int) -> None:
        """End a shard's session."""

    def is_ready(self, shard: int) -> bool:
        """Tell whether a shard has a session and its servers are known."""

    async def adopt(self, shard: int) -> None:
        """Load a shard's tables and keep them from now on.

        Raises:
            DatabaseError: They cannot be read.
        """

    async def disown(self, shard: int) -> None:
        """Forget a shard's tables."""

    async def finish(self, shard: int) -> None:
        """Wait a short time for the answers under way for a shard."""

    async def read_anew(self) -> None:
        """Read again everything that is kept up to date by words, as some words may have been missed.

        Raises:
            DatabaseError: It cannot be read.
        """

    def heard(self, word: Word) -> None:
        """Take note of a change that another process has made."""


@dataclass
class Tally:
    """Counts of what has happened to the shards of this process since it began."""

    taken: int = 0
    """Free shards that it has taken."""
    received: int = 0
    """Shards that were handed to it as their heir."""
    handed: int = 0
    """Shards that it has handed to an heir."""
    lines_lost: int = 0
    unanswered: Callable[[float], object] = field(default=lambda _seconds: None)
    """Called for each shard that it begins to answer for, with the seconds for which no process had answered."""


class Disagreement(DatabaseError):  # noqa: N818 - it says what to do
    """A running process has a different number of shards than this one."""
