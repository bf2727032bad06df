"""Measuring the time during which nobody could act; it is given back to everyone whose clock ran meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

SLACK: Final = timedelta(seconds=10)
"""Shortest time that is given back; shorter losses add up until they reach it."""


class Downtime:
    """A watch that looks at the wall clock again and again, and notices when people could not act between two looks.

    People cannot act while the bot has no gateway, or does not run because the laptop sleeps or the process is stopped
    or gets no processor time. A wall clock that jumps, either way, looks the same and is compensated in the same way.
    """

    def __init__(self) -> None:
        self._last: datetime | None = None
        self._was_able = True
        self._lost = timedelta()

    def look(self, now: datetime, *, able: bool, after: timedelta) -> timedelta:
        """Return the time to be given back now, which may be negative; zero while nobody can act.

        Each look returns it again until :meth:`given` is called.

        Args:
            now: The wall clock.
            able: Whether people can act at this moment.
            after: The intended time between the last look and this one.
        """
        last, was_able = self._last, self._was_able
        self._last, self._was_able = now, able
        if last is not None:
            gap = now - last
            if not (able and was_able) or gap <= -SLACK:
                self._lost += gap
            elif gap - after >= SLACK:
                self._lost += gap - after
        return self._lost if able and abs(self._lost) >= SLACK else timedelta()

    def given(self, lost: timedelta) -> None:
        """Note that lost time has been given back."""
        self._lost -= lost

    def pass_over(self) -> None:
        """Treat the next look as the first, so that the time before it does not count as lost."""
        self._last = None
