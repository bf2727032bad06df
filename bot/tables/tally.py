"""What is counted while tables are written, for whoever runs the bot."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Tally:
    """What has been counted since the start."""

    acts: int = 0
    conflicts: int = 0
    busy: int = 0
    frozen: int = 0
    """Tables whose records were found broken."""

    def retried(self, *, conflict: bool) -> None:
        """Count a request that was begun anew: overtaken by another process, or kept out by one."""
        if conflict:
            self.conflicts += 1
        else:
            self.busy += 1
