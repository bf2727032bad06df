"""What can be asked for about the daily deal; a control names the day for which it was made."""

from __future__ import annotations

from dataclasses import dataclass

from .custom_ids import Count, Route, operation


@dataclass(frozen=True, slots=True)
class OfDay(Route):
    """An operation on the deal of a day."""

    number: Count


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
class CompareDaily(OfDay):
    """See one's own course of a deal that is laid open beside the best one's."""

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
