"""The clocks of tables: none, minutes a move, or days a move."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import Final


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that a player has for a move; ``a_move`` is None without a clock."""

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


MOST_MINUTES, MOST_DAYS = 120, 7
"""The longest time for a move, in a live game (minutes) and by correspondence (days)."""

NO_CLOCK: Final = Clock("none", "no clock", None)
CLOCKS: Final[dict[str, Clock]] = {
    clock.key: clock
    for clock in (NO_CLOCK, *(_live(n) for n in (1, 2, 3, 5, 10, 30)), *(_days(n) for n in range(1, MOST_DAYS + 1)))
}
"""The customary clocks, by key."""
DEFAULT_CLOCK: Final = CLOCKS["live-3"]


def clock_of(key: object) -> Clock:
    """Return the clock with a stored key; an unknown key means no clock."""
    if not isinstance(key, str) or key in CLOCKS:
        return CLOCKS.get(str(key), NO_CLOCK)
    kind, _, count = key.partition("-")
    most = {"live": MOST_MINUTES, "days": MOST_DAYS}.get(kind, 0)
    if not (count.isascii() and count.isdigit() and len(count) <= 3 and 1 <= int(count) <= most):
        return NO_CLOCK
    return _live(int(count)) if kind == "live" else _days(int(count))
