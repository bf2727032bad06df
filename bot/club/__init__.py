"""Everything a server keeps besides its tables: ratings, standings, records, daily deals and tournaments.

It has values and pure decisions by the same rules as `bot.tables`, which does not depend on this package. The two meet
in the transaction that ends a game (:func:`conclude`, passed to :class:`bot.tables.Tables`); otherwise this package
uses the public operations of `Tables`.
"""

from __future__ import annotations

from collections.abc import Coroutine, Iterator
from typing import Any

from bot.club.daily import DailyDeals
from bot.club.daily.news import ServerNews
from bot.club.daily.reminders import Reminders
from bot.club.exercises import Exercises
from bot.club.luck import Fortune, Luck
from bot.club.milestones import Milestones
from bot.club.moderation import Moderation
from bot.club.people import Erasing, People, Servers
from bot.club.reports import Reports
from bot.club.reviews import Reviews
from bot.club.standings.concluding import conclude
from bot.club.standings.rating import PROVISIONAL, Strength, strength_on
from bot.club.standings.recounting import Checking, rebuild
from bot.club.standings.results import PlayedWith
from bot.club.statistics import (
    Alone,
    Course,
    Favourite,
    Leaders,
    Opponent,
    Rating,
    RatingChange,
    Standings,
    Statistics,
    Stats,
    Versus,
    measures,
)
from bot.club.table_alerts import TableAlerts
from bot.club.tournaments import Advanced, Tournaments
from bot.club.tournaments.ranking import score
from bot.tables import Tables
from db import Board, By, MeetingRow, RecordRow, SourceRow, Store
from db import StandingRow as Standing
from db.formers import is_former
from db.milestones import MilestoneRow

__all__ = [
    "PROVISIONAL",
    "Advanced",
    "Alone",
    "Board",
    "By",
    "Club",
    "Course",
    "Favourite",
    "Fortune",
    "Leaders",
    "MeetingRow",
    "MilestoneRow",
    "Opponent",
    "PlayedWith",
    "Rating",
    "RatingChange",
    "RecordRow",
    "SourceRow",
    "Standing",
    "Standings",
    "Statistics",
    "Stats",
    "Strength",
    "Tournaments",
    "Versus",
    "conclude",
    "is_former",
    "measures",
    "rebuild",
    "score",
    "strength_on",
]


class Club:
    """Everything that servers keep besides their tables."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.standings = Standings(store, tables.now)
        self.table_alerts = TableAlerts(store, tables)
        self.exercises = Exercises(store, tables)
        self.milestones = Milestones(store)
        self.moderation = Moderation(store, tables.now)
        self.statistics = Statistics(store, tables.now)
        self.luck = Luck(store, tables.memory.part)
        self.reviews = Reviews(store, tables)
        self.checking = Checking(store, tables.now, tables.memory.owns)
        self.daily = DailyDeals(tables)
        self.daily_news = ServerNews(tables, self.daily)
        self.reminders = Reminders(tables)
        self.tournaments = Tournaments(store, tables)
        self.people = People(store)
        self.erasing = Erasing(store, tables, self.tournaments)
        self.reports = Reports(store, tables.now)
        self.servers = Servers(store, tables)

    def quiet_time(self, *, idle: bool) -> Iterator[Coroutine[Any, Any, None]]:
        """Yield work for this tick of the clock, at which nobody may wait for the house (`idle`)."""
        if self.luck.is_time(idle=idle):
            yield self.luck.use_time()
        if self.checking.is_time(idle=idle):
            yield self.checking.use_time()
        if self.reviews.is_time(idle=idle):
            yield self.reviews.use_time()
