"""What can be asked for about the daily deal; a control names the day for which it was made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from bot.club.values.daily import laid_open, number_at
from bot.tables import Refused, Why
from bot.ui.routes.custom_ids import Count, Route, operation


def _has_come(number: int, now: datetime) -> None:
    """See that a day is one of the calendar's, from the first up to today.

    Raises:
        Refused: It is not.
    """
    if not 1 <= number <= number_at(now):
        raise Refused(Why.NO_SUCH_DAY)


def _is_laid_open(number: int, now: datetime) -> None:
    """See that a day is one of the calendar's, and that its deal is laid open.

    Raises:
        Refused: It is not.
    """
    _has_come(number, now)
    if now < laid_open(number):
        raise Refused(Why.DAILY_RUNNING)


Day = Annotated[int, range(10**6), _has_come]
"""A day by the number of its deal, today at the latest; checked when the operation is read."""
LaidOpenDay = Annotated[int, range(10**6), _is_laid_open]
"""A day whose deal nobody can play any more; checked when the operation is read."""


@dataclass(frozen=True, slots=True)
class OfDay(Route):
    """An operation on the deal of a day."""

    number: Day


@operation("daily")
class ShowDaily(Route):
    """See today's deal: to begin it, to go on, or how it went."""


@operation("daily-play")
class PlayDaily(OfDay):
    """Begin the deal of a day, or go on with it."""


@operation("daily-share")
class ShareDaily(OfDay):
    """Post the line of one's own game."""


@operation("daily-past")
class LookAtDay(OfDay):
    """See the results of a day, and from when it is laid open its cards."""


@operation("daily-beside")
class CompareDaily(Route):
    """See one's own course of a deal that is laid open beside the best one's."""

    number: LaidOpenDay
    page: Count = 0


@operation("daily-fair")
class ProveDaily(OfDay):
    """See what proves that the deal of a day was fixed before."""


@operation("daily-news")
class ShowNews(Route):
    """See where and when a server is told of the daily deal."""


@operation("daily-here")
class NewsHere(Route):
    """Have a server told in this channel."""


@operation("daily-hour")
class SetNewsHour(Route):
    """Have a server told at an hour of the day (UTC)."""

    hour: Count


@operation("daily-stop")
class StopNews(Route):
    """Have a server told no more."""
