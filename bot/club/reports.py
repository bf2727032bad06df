"""Reports of members and games, which only the moderators of a server can read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Final

from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables import Table
from bot.tables.values.clocks import day_begins
from bot.tables.values.refused import Refused, Why
from db import Reader, Store, Transaction
from db.formers import is_former
from db.keys import KEYS
from db.moderation import ReportRow as Report

__all__ = ["LONGEST_REASON", "MOST_A_DAY", "PAGE", "OpenReports", "Report", "Reports", "SharedGame", "may_be_reported"]

SharedGame = tuple[int, datetime]
"""The number of a game that two members have played together, and when it began."""

MOST_A_DAY: Final = 3
"""Reports that a member may make in a day (:func:`.day_begins`), in all servers together."""
LONGEST_REASON: Final = 300
"""Largest number of characters of a reason."""
PAGE: Final = 5
"""Number of reports on a page."""
_LATEST: Final = 10
"""Number of latest common games offered to a member who reports another one."""


def may_be_reported(table: Table, reporter_id: int) -> list[int]:
    """Return the seats whose players a user may report: other people, except former players."""
    return [
        seat.seat
        for seat in table.seats
        if seat.user_id != reporter_id and not is_house(seat.user_id) and not is_former(seat.user_id)
    ]


@dataclass(frozen=True, slots=True)
class OpenReports:
    """A page of a server's open reports."""

    reports: tuple[Report, ...]
    """The newest first."""
    page: int
    """Counted from 0."""
    count: int
    """Number of all open reports."""

    @property
    def pages(self) -> int:
        """Number of pages."""
        return max(1, -(-self.count // PAGE))


class Reports:
    """Stores members' reports, and reads and closes them for moderators."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def make(
        self, guild_id: int, reporter_id: int, reported_id: int | None, game_id: int | None, reason: str
    ) -> None:
        """Store a report of a member, of a game, or of both; the reason is one line, or empty."""
        if reported_id == reporter_id:
            raise Refused(Why.REPORT_SELF)
        now = self._now()
        row = Report(0, guild_id, reporter_id, reported_id, game_id, reason[:LONGEST_REASON], now)

        async def stored(tx: Transaction) -> None:
            await tx.in_turn("reports", reporter_id)
            if await tx.reports.made_since(reporter_id, day_begins(now)) >= MOST_A_DAY:
                raise Refused(Why.REPORTED_OFTEN, detail=str(MOST_A_DAY))
            await tx.reports.add(row)

        await self._store.do(stored)

    async def check(self, reporter_id: int) -> None:
        """Refuse a member who has made all the reports of a day, before they fill in the form."""
        since = day_begins(self._now())
        if await self._store.ask(lambda reader: reader.reports.made_since(reporter_id, since)) >= MOST_A_DAY:
            raise Refused(Why.REPORTED_OFTEN, detail=str(MOST_A_DAY))

    async def open(self, guild_id: int, page: int = 0) -> OpenReports:
        """Return a page of a server's open reports; the last page if there are fewer."""

        async def read(reader: Reader) -> OpenReports:
            count = await reader.reports.count_open(guild_id)
            at = min(page, max(0, count - 1) // PAGE)
            return OpenReports(tuple(await reader.reports.open(guild_id, PAGE, at * PAGE)), at, count)

        return await self._store.ask(read)

    async def count(self, guild_id: int) -> int:
        return await self._store.ask(lambda reader: reader.reports.count_open(guild_id))

    async def get(self, guild_id: int, report_id: int) -> Report:
        """Return a report of a server, open or closed."""
        found = None
        if report_id in KEYS:
            found = await self._store.ask(lambda reader: reader.reports.get(guild_id, report_id))
        if found is None:
            raise Refused(Why.NO_SUCH_REPORT)
        return found

    async def close(self, guild_id: int, report_id: int, by_id: int) -> bool:
        """Close a report, and return whether it was open."""
        now = self._now()
        return await self._store.do(lambda tx: tx.reports.close(guild_id, report_id, by_id, now))

    async def shared_games(self, guild_id: int, user_id: int, other_id: int) -> list[SharedGame]:
        """Return the latest games of a server that two members have played together, the newest first."""
        return await self._store.ask(lambda reader: reader.reports.shared_games(guild_id, user_id, other_id, _LATEST))
