"""The operations on everything besides tables, with one part for each concern."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bot.club.daily.news import ServerNews
from bot.club.daily.service import DailyDeals
from bot.club.exercises import Exercises
from bot.club.luck import Luck
from bot.club.moderation import Moderation
from bot.club.people import Erasing
from bot.club.standings.leaderboards import Standings
from bot.club.standings.recounting import Checking
from bot.club.statistics import Records
from bot.club.table_alerts import TableAlerts
from bot.club.tournaments.service import Tournaments

from .people import People
from .reports import Reports
from .reviews import Reviews
from .servers import Servers

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from bot.tables import Tables
    from db import Store


class Club:
    """Everything that servers keep besides their tables."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.standings = Standings(store, tables.now)
        self.table_alerts = TableAlerts(store, tables)
        self.exercises = Exercises(store, tables)
        self.moderation = Moderation(store, tables.now)
        self.records = Records(store, tables.now)
        self.luck = Luck(store, tables.memory.part)
        self.reviews = Reviews(store, tables)
        self.checking = Checking(store, tables.now, tables.memory.owns)
        self.daily = DailyDeals(tables)
        self.daily_news = ServerNews(tables, self.daily)
        self.tournaments = Tournaments(store, tables)
        self.people = People(store)
        self.erasing = Erasing(store, tables, self.tournaments)
        self.reports = Reports(store, tables.now)
        self.servers = Servers(store, tables)

    def quiet_time(self, *, idle: bool) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield pieces of work that may be done now while the bot is idle; call it once in each tick of the clock.

        Args:
            idle: Whether nobody waits for the house now.
        """
        if self.luck.is_time(idle=idle):
            yield self.luck.use_time()
        if self.checking.is_time(idle=idle):
            yield self.checking.use_time()
        if self.reviews.is_time(idle=idle):
            yield self.reviews.use_time()
