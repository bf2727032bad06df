"""Counters of table writes, for the operator's metrics."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """The counts since the start."""

    acts: int = 0
    conflicts: int = 0
    """Requests decided anew because another process had changed the table."""
    busy: int = 0
    """Requests decided anew because the database was busy."""
    frozen: int = 0
    """Tables whose records were found broken."""

    def retried(self, *, conflict: bool) -> None:
        """Count a request that was decided anew, as another process changed the table or kept the database busy."""
        if conflict:
            self.conflicts += 1
        else:
            self.busy += 1
