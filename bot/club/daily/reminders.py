"""The reminder of the daily deal that a member gets once a day by direct message, at the hour that they have chosen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from bot.club.daily import begins, number_at
from bot.club.daily.news import Telling, begun_telling
from bot.lazy import dataclass
from bot.tables import Tables
from bot.tables.preferences import DAILY_REMINDER, HOLIDAYS, QUIET
from bot.tables.values.times import away_for, quiet_for, read_holidays
from db import Transaction
from db.settings import NO_SERVER

REMINDED: Final = "daily_reminded"
"""The key for the number of the deal of a member's latest reminder, or for a note that it is being sent."""


@dataclass(frozen=True, slots=True)
class Reminder:
    """An hour of the day by the member's clock, and the server in whose list their deal is to stand."""

    hour: int
    offset: int
    """Minutes by which the member's clock is ahead of UTC."""
    since: datetime
    """When it was chosen; earlier hours do not count."""
    guild_id: int = NO_SERVER

    def at(self, number: int) -> datetime:
        """Return when a deal is told of: at the chosen hour, within the deal's UTC day."""
        return begins(number) + timedelta(minutes=(60 * self.hour - self.offset) % (24 * 60))

    def stored(self) -> list[Any]:
        return [self.hour, self.offset, self.since.isoformat(), self.guild_id]


def read_reminder(stored: object) -> Reminder | None:
    """Read a stored reminder; None where there is none, or it is invalid."""
    values: Any = stored
    try:
        hour, offset, since, guild_id = values
        found = Reminder(hour, offset, datetime.fromisoformat(since), guild_id)
    except (TypeError, ValueError):
        return None
    valid = all(type(each) is int for each in (hour, offset, guild_id)) and found.since.tzinfo is not None
    return found if valid and 0 <= hour < 24 and abs(offset) <= 14 * 60 else None


class Reminders:
    """The reminders of all members: what each has chosen, and who is to be told now."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._preferences = tables.preferences
        self._settled: dict[int, int] = {}
        """The number of the latest deal of which each member is known to need no reminder any more."""

    def of(self, user_id: int) -> Reminder | None:
        return read_reminder(self._preferences.members.get(user_id, {}).get(DAILY_REMINDER))

    async def choose(self, user_id: int, reminder: Reminder | None) -> dict[str, Any]:
        """Store a member's reminder, or that they want none; return all of their choices."""
        stored = reminder.stored() if reminder is not None else None
        return await self._preferences.set_of_member(user_id, {DAILY_REMINDER: stored})

    def due(self) -> list[int]:
        """Return the members whose hour has come, if this process sends reminders, as one does for all."""
        now = self._tables.now()
        today = number_at(now)
        if not self._tables.memory.owns(None):
            return []
        return [
            user
            for user, choices in self._preferences.members.items()
            if self._settled.get(user) != today
            and (found := read_reminder(choices.get(DAILY_REMINDER))) is not None
            and found.since < found.at(today) <= now
        ]

    async def begin(self, user_id: int) -> Telling | timedelta | None:
        """Store that a member is being reminded of today's deal, and return that note, or what is left of quiet hours.

        None if they were reminded, do not want it, are on holiday or have played.
        """
        now = self._tables.now()
        number = number_at(now)

        async def noted(tx: Transaction) -> Telling | timedelta | None:
            own, game = await tx.settings.of_user(user_id), await tx.daily.game_of(number, user_id)
            table = await tx.games.get(game.game_id) if game is not None else None
            telling = begun_telling(own.get(REMINDED), number, now)
            played = table is not None and table.ended_at is not None
            away = away_for(read_holidays(own.get(HOLIDAYS)), now)
            if telling is None or played or away or read_reminder(own.get(DAILY_REMINDER)) is None:
                return None
            if quiet := quiet_for(own.get(QUIET), now):
                return quiet
            await tx.settings.set_of_user(user_id, REMINDED, telling.stored())
            return telling

        found = await self._tables.store.db.do(noted)
        if found is None:
            self._settled[user_id] = number
        return found

    async def note_told(self, user_id: int, number: int) -> None:
        """Store that a member was reminded of a deal."""

        async def noted(tx: Transaction) -> None:
            if REMINDED in await tx.settings.of_user(user_id):  # else everything of theirs was deleted meanwhile
                await tx.settings.set_of_user(user_id, REMINDED, number)

        await self._tables.store.db.do(noted)
        self._settled[user_id] = number
