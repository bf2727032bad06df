"""The clock of a table: no time, a time a move, or days a move."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a player may take for a move; ``a_move`` is None where there is no clock."""

    key: str
    label: str
    a_move: timedelta | None

    @property
    def by_correspondence(self) -> bool:
        """Whether a move may take days."""
        return self.a_move is not None and self.a_move >= timedelta(days=1)


def _live(minutes: int) -> Clock:
    return Clock(
        f"live-{minutes}",
        "1 minute a move" if minutes == 1 else f"{minutes} minutes a move",
        timedelta(minutes=minutes),
    )


def _days(days: int) -> Clock:
    return Clock(f"days-{days}", "1 day a move" if days == 1 else f"{days} days a move", timedelta(days=days))


NO_CLOCK: Final = Clock("none", "no clock", None)
CLOCKS: Final[dict[str, Clock]] = {
    clock.key: clock
    for clock in (NO_CLOCK, *(_live(n) for n in (1, 2, 3, 5, 10, 30)), *(_days(n) for n in (1, 2, 3, 5, 7)))
}
DEFAULT_CLOCK: Final = CLOCKS["live-3"]


def clock_of(key: object) -> Clock:
    """Return a stored clock; an unknown one is no clock."""
    return CLOCKS.get(key, NO_CLOCK) if isinstance(key, str) else NO_CLOCK
