"""What is known of a table's board in this process, and when one that could not be shown is tried again."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import discord

_LONGEST_WAIT = timedelta(minutes=5)
"""So long at most until a board that could not be shown is tried again."""
_BARRED_WAITS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60))
"""When it is tried again where the bot may not post or the channel is gone; the last of them again and again."""
_MOST_BARRED = 24 * 7
"""So often at most: a game that nobody can see has closed itself by then."""


@dataclass(slots=True)
class PostedBoard:
    """What is known of a table's public message in this process."""

    message_id: int = 0
    shown: str = ""
    token: discord.Interaction[Any] | None = None
    """The newest interaction whose original message is this board."""
    edited_at: datetime | None = None
    newer: set[int] = field(default_factory=set)
    """Messages of others seen after the board."""
    move: bool = False
    busy: bool = False
    again: bool = False
    failures: int = 0
    """How often in a row it could not be shown."""
    barred: int = 0
    """How often in a row it was put off because the bot may not post there, or the channel is gone."""
    barred_until: datetime | None = None
    told: set[int] = field(default_factory=set)
    """Who has heard why."""

    def succeeded(self) -> None:
        """Note that the board is shown as it is."""
        self.failures, self.barred, self.barred_until = 0, 0, None
        self.told.clear()

    def failed(self, now: datetime) -> datetime:
        """Note that something went wrong that may pass; return when to try again, later each time."""
        wait = min(timedelta(seconds=2**self.failures), _LONGEST_WAIT)
        self.failures = min(self.failures + 1, 10)
        return now + wait

    def put_off(self, now: datetime) -> datetime | None:
        """Note that the bot may not post there; return when to try again, as nothing tells when it may, or None.

        Clicks meanwhile make it no later.
        """
        if self.barred_until is None or self.barred_until <= now:
            self.barred_until = now + _BARRED_WAITS[min(self.barred, len(_BARRED_WAITS) - 1)]
            self.barred += 1
        return self.barred_until if self.barred <= _MOST_BARRED else None

    def is_news(self, user_id: int) -> bool:
        """Tell whether a member is to hear what keeps the board from being shown; where it is barred only once."""
        if not self.barred:
            return True
        news = user_id not in self.told
        self.told.add(user_id)
        return news
