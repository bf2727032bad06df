"""For how long nobody could act: the time that is given back to everyone whose clock ran meanwhile."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

SLACK: Final = timedelta(seconds=10)
"""Less than this is not given back until more has come together."""


class Vigil:
    """Looks at the wall clock again and again, and notices when people could not act between two looks.

    They cannot while the bot has no gateway, and while it does not run: a laptop that sleeps, a process that is stopped
    or kept from the processor. A wall clock that jumps, either way, looks the same, and is made good in the same way.
    """

    def __init__(self) -> None:
        self._last: datetime | None = None
        self._was_able = True
        self._lost = timedelta()

    def look(self, now: datetime, *, able: bool, after: timedelta) -> timedelta:
        """Return what is to be given back now, which may be negative; zero while nobody can act.

        It is asked for again at each look until it has been `given`.

        Args:
            now: The wall clock.
            able: Whether people can act at this moment.
            after: How long after the last look this one was to come.
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
        """Note that a time has been given back."""
        self._lost -= lost

    def pass_over(self) -> None:
        """Take the next look for the first: what lies before it is no loss."""
        self._last = None
