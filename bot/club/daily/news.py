"""The news of the daily deal that a server gets once a day, in the channel and at the hour that it has chosen."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Final

from bot.club.daily import DailyDeals, DailyResult, begins, laid_open, listed, number_at, streak
from bot.lazy import dataclass
from bot.tables import Tables
from bot.tables.values.clocks import SERVER_CLOCK, read_server_clock
from db import Reader, Transaction

NEWS: Final = "daily_news"
"""The key under which a server's choice of news is stored."""
TOLD: Final = "daily_told"
"""The key for the number of the deal of a server's latest news, or for a note that they are being posted."""
USUAL_HOUR: Final = 8


@dataclass(frozen=True, slots=True)
class NewsChoice:
    """The channel in which a server gets the daily news, and the hour of the day by the server's clock."""

    channel_id: int
    hour: int

    def at(self, number: int, offset: int = 0) -> datetime:
        """Return when the news of a deal are due: at the chosen hour by the server's clock, within the UTC day."""
        return begins(number) + timedelta(minutes=(60 * self.hour - offset) % (24 * 60))

    def is_due(self, told: object, now: datetime, offset: int = 0) -> bool:
        """Return whether the news of today's deal are due now: its hour has come, and they were not posted today.

        News of missed days are not posted later.
        """
        today = number_at(now)
        return now >= self.at(today, offset) and not (type(told) is int and told >= today)

    def stored(self) -> list[int]:
        return [self.channel_id, self.hour]


def read_news(stored: object) -> NewsChoice | None:
    """Read a stored choice; None where there is none, or it is invalid."""
    if not isinstance(stored, list) or len(stored) != 2 or not all(type(each) is int for each in stored):
        return None
    channel_id, hour = stored
    return NewsChoice(channel_id, hour) if 0 <= hour < 24 else None


@dataclass(frozen=True, slots=True)
class Telling:
    """A note that a server or a member is being told of a deal, stored before the message is sent."""

    number: int
    since: datetime
    again: bool = False
    """Whether the note was stored by an earlier attempt, so that the message may be up already."""

    def stored(self) -> dict[str, Any]:
        return {"number": self.number, "at": self.since.isoformat()}


def begun_telling(told: Any, number: int, now: datetime) -> Telling | None:  # noqa: ANN401 - any JSON
    """Return the note that a deal is being told of now; None if the stored number or note says that it was."""
    if type(told) is int and told >= number:
        return None
    if isinstance(told, dict) and told["number"] == number:
        return Telling(number, datetime.fromisoformat(told["at"]), again=True)
    return Telling(number, now)


@dataclass(frozen=True, slots=True)
class DailyNews:
    """The news that a server gets once a day."""

    today: int
    has_yesterday: bool
    """Whether there was a deal yesterday."""
    results: tuple[DailyResult, ...]
    """The best lines of yesterday's list."""
    played: int
    """Number of players in that list."""
    streak: int
    """The streak of days on which somebody in the server has played."""
    unfinished: bool
    """Whether a game of yesterday may still be finished."""


class ServerNews:
    """The news of the daily deal of all servers: what each has chosen, which are due, and what they say."""

    def __init__(self, tables: Tables, deals: DailyDeals) -> None:
        self._tables = tables
        self._db = tables.store.db
        self._deals = deals
        self._preferences = tables.preferences

    async def of(self, guild_id: int) -> DailyNews:
        now = self._tables.now()
        today = number_at(now)
        has_yesterday = today - 1 in await self._deals.deals(today - 1)

        async def read(reader: Reader) -> DailyNews:
            return DailyNews(
                today,
                has_yesterday,
                await listed(reader, today - 1, guild_id),
                await reader.daily.count(today - 1, guild_id),
                streak(await reader.daily.days_here(guild_id), today),
                has_yesterday and now < laid_open(today - 1),
            )

        return await self._db.ask(read)

    async def choice(self, guild_id: int) -> NewsChoice | None:
        """Return where and when a server gets news; None where it gets none."""
        return read_news((await self._preferences.of_server(guild_id)).get(NEWS))

    async def choose(self, guild_id: int, choice: NewsChoice | None) -> None:
        """Store where and when a server gets news; if the hour has passed today, they begin tomorrow."""
        changes: dict[str, object] = {NEWS: choice.stored() if choice is not None else None}
        if choice is not None:
            now, clock = self._tables.now(), await self._preferences.clock_of(guild_id)
            today = number_at(now)
            changes[TOLD] = today if now >= choice.at(today, clock.offset) else today - 1
        await self._preferences.set_of_server(guild_id, changes)

    async def due(self) -> dict[int, int]:
        """Return the channels of the servers whose news are due now, by server."""
        chosen = await self._preferences.of_all_servers(NEWS)
        if not chosen:
            return {}
        told = await self._preferences.of_all_servers(TOLD)
        clocks = await self._preferences.of_all_servers(SERVER_CLOCK)
        now = self._tables.now()
        return {
            guild: choice.channel_id
            for guild, stored in sorted(chosen.items())
            if (choice := read_news(stored)) is not None
            and choice.is_due(told.get(guild), now, read_server_clock(clocks.get(guild)).offset)
        }

    async def begin_telling(self, guild_id: int, number: int) -> Telling | None:
        """Store that a server's news of a deal are being posted, and return that note; None if they were posted."""
        now = self._tables.now()

        async def noted(tx: Transaction) -> Telling | None:
            telling = begun_telling((await tx.settings.of_guild(guild_id)).get(TOLD), number, now)
            if telling is not None:
                await tx.settings.set_of_guild(guild_id, TOLD, telling.stored())
            return telling

        return await self._db.do(noted)

    async def note_told(self, guild_id: int, number: int) -> None:
        """Store that the news of a deal were posted in a server, or shall not be."""
        await self._preferences.set_of_server(guild_id, {TOLD: number})
