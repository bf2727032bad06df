"""Operations of the daily deal; a control names the day for which it was made."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from bot.club.daily import laid_open, number_at
from bot.tables import Refused, Why
from bot.ui.routes.custom_ids import Count, Route


def _has_come(number: int, now: datetime) -> None:
    """Check that a day is one of the calendar, from the first up to today."""
    if not 1 <= number <= number_at(now):
        raise Refused(Why.NO_SUCH_DAY)


def _is_laid_open(number: int, now: datetime) -> None:
    """Check that a day is one of the calendar, and that its cards are laid open."""
    _has_come(number, now)
    if now < laid_open(number):
        raise Refused(Why.DAILY_RUNNING)


Day = Annotated[int, range(10**6), _has_come]
"""The number of a day's deal, today's at the latest; checked when the operation is read."""
LaidOpenDay = Annotated[int, range(10**6), _is_laid_open]
"""The number of a day's deal that can no longer be played; checked when the operation is read."""


class OfDay(Route):
    """An operation on the deal of a day."""

    number: Day


class ShowDaily(Route, op="daily"):
    """See today's deal, with a button to begin it or go on, or with its result."""


class PlayDaily(OfDay, op="daily-play"):
    """Begin the deal of a day, or go on with it."""


class ShareDaily(OfDay, op="daily-share"):
    """Post one's own result in one line."""


class LookAtDay(OfDay, op="daily-past"):
    """See the results of a day, and its cards once they are laid open."""


class CompareDaily(Route, op="daily-beside"):
    """Compare one's own play of a deal that is laid open with the best player's."""

    number: LaidOpenDay
    page: Count = 0


class ProveDaily(OfDay, op="daily-fair"):
    """See the proof that the deal of a day was fixed in advance."""


class Remind(Route, op="daily-remind"):
    """See one's reminder of the daily deal, which is turned on by that."""


class SetReminder(Route, op="daily-remind-at"):
    """Be reminded of the daily deal at an hour of the day by one's own clock."""

    hour: Count


class StopReminder(Route, op="daily-remind-off"):
    """Be reminded of the daily deal no more."""


class ShowNews(Route, op="daily-news"):
    """See the channel and the hour of the server's news of the daily deal."""


class NewsHere(Route, op="daily-here"):
    """Post the server's news of the daily deal in this channel."""


class SetNewsHour(Route, op="daily-hour"):
    """Post the server's news of the daily deal at an hour of the day (UTC)."""

    hour: Count


class StopNews(Route, op="daily-stop"):
    """Stop the server's news of the daily deal."""
