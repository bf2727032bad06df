"""When a season is over, and whether its podium is still to be announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any, Final

from bot.tables.values.server_clock import EARLIEST, LATEST, SERVER_CLOCK, read_server_clock

SEASONS: Final = "seasons"
"""The key under which a server keeps how long its seasons are."""
PODIUM: Final = "podium"
"""The key under which a server keeps where podiums are announced, and since when."""
TOLD: Final = "podium_told"
"""The key under which it is kept which podium was announced last."""

SETTLED: Final = timedelta(minutes=2)
"""So long after its end a season is over for everybody, whatever a clock is worth."""
AT_LATEST: Final = timedelta(days=3)
"""So long a podium is news; a bot that was away for longer says nothing."""


class SeasonLength(StrEnum):
    """How long a server's seasons are."""

    MONTH = "month"
    QUARTER = "quarter"


def length_of(stored: object) -> SeasonLength:
    """Return how long a server's seasons are: a month, where nothing else was chosen."""
    return SeasonLength.QUARTER if stored == SeasonLength.QUARTER else SeasonLength.MONTH


def last_ended(length: SeasonLength, now: datetime) -> tuple[str, datetime]:
    """Return the season that was over last, and the moment of its end, by the clock that shows a moment."""
    first = now.month if length is SeasonLength.MONTH else now.month - (now.month - 1) % 3
    end = datetime(now.year, first, 1, tzinfo=now.tzinfo)
    before = end - timedelta(days=1)
    if length is SeasonLength.MONTH:
        return f"{before:%Y-%m}", end
    return f"{before:%Y}-Q{(before.month + 2) // 3}", end


def may_be_due(now: datetime) -> bool:
    """Tell whether any season has ended so lately that a podium may be to be announced: each month begins so.

    It begins first where clocks are farthest ahead, and last where they are farthest behind.
    """
    first = timezone(timedelta(minutes=LATEST))
    _, end = last_ended(SeasonLength.MONTH, (now - SETTLED).astimezone(first))
    return now - end <= AT_LATEST + timedelta(minutes=LATEST - EARLIEST)


def due(choices: Mapping[str, Any], now: datetime) -> str | None:
    """Return the season whose podium a server is still to be told, None where there is none.

    Args:
        choices: What the server has chosen, by key.
        now: The moment.
    """
    clock = read_server_clock(choices.get(SERVER_CLOCK))
    season, end = last_ended(length_of(choices.get(SEASONS)), clock.local(now))
    podium, told = choices.get(PODIUM), choices.get(TOLD) or {}
    if not podium or not SETTLED <= now - end <= AT_LATEST:
        return None
    if datetime.fromisoformat(podium["since"]) >= end:
        return None  # it was not wanted yet
    return None if told.get("season") == season and "message" in told else season


def announced_in(channel_id: int, now: datetime) -> dict[str, Any]:
    """Return what is stored where podiums are to be announced in a channel from now on."""
    return {"channel": channel_id, "since": now.astimezone(UTC).isoformat()}


def in_order(seasons: Sequence[str], length: SeasonLength) -> list[str]:
    """Return seasons with those of a length first, each newest first: the others stay readable too."""
    newest = sorted(seasons, reverse=True)
    quarters = [each for each in newest if "Q" in each]
    months = [each for each in newest if "Q" not in each]
    return quarters + months if length is SeasonLength.QUARTER else months + quarters
