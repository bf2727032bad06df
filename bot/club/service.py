"""What may be asked of a server beside its tables: composed of one part for each of its concerns."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from .calling import Calling
from .daily import DailyDeals
from .erasing import Erasing
from .exercises import Exercises
from .luck import Luck
from .order import Order
from .people import People
from .records import Records
from .reviews import Reviews
from .servers import Servers
from .standings import Standings
from .tournaments import Tournaments

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store


class Club:
    """All that servers keep beside their tables."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.standings = Standings(store)
        self.calling = Calling(store, tables)
        self.exercises = Exercises(store, tables)
        self.order = Order(store, tables.now)
        self.records = Records(store)
        self.luck = Luck(store, tables.share)
        self.reviews = Reviews(store, tables)
        self.daily = DailyDeals(tables)
        self.tournaments = Tournaments(store, tables)
        self.people = People(store)
        self.erasing = Erasing(store, tables, self.tournaments)
        self.servers = Servers(store, tables)

    async def use_quiet_time(self, *, idle: bool) -> None:
        """Do a little of what can wait; call it with each tick of the clock.

        Args:
            idle: Whether nobody waits for the house now.
        """
        await asyncio.gather(self.luck.tick(idle=idle), self.reviews.tick(idle=idle))
