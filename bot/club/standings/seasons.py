"""The seasons of a server: those of a moment, when one is over, and whether its podium has yet to be announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from enum import StrEnum
from typing import Any, Final

from bot.tables.values.clocks import EARLIEST, LATEST, SERVER_CLOCK, read_server_clock

SEASONS: Final = "seasons"
"""The key under which the length of a server's seasons is stored."""
PODIUM: Final = "podium"
"""The key under which it is stored where a server's podiums are announced, and since when."""
TOLD: Final = "podium_told"
"""The key under which the podium announced last is stored."""
SETTLED: Final = timedelta(minutes=2)
"""Time after a season's end before its podium is announced, as clocks may differ a little."""
AT_LATEST: Final = timedelta(days=3)
"""Time after a season's end within which its podium is announced; after a longer outage nothing is announced."""
ALL_TIME: Final = ""
"""The season that never ends."""


def seasons_of(moment: datetime) -> tuple[str, str, str]:
    """Return the seasons of a moment in a server's time zone: all time, the month and the quarter."""
    return ALL_TIME, f"{moment:%Y-%m}", f"{moment:%Y}-Q{(moment.month + 2) // 3}"


def seasons_at(ended_at: datetime, utc_offset: int) -> tuple[str, str, str]:
    """Return the seasons of a game that ended at a moment; `utc_offset` is the server's offset from UTC in minutes."""
    return seasons_of(ended_at.astimezone(timezone(timedelta(minutes=utc_offset))))


class SeasonLength(StrEnum):
    """The length of a server's seasons."""

    MONTH = "month"
    QUARTER = "quarter"


def length_of(stored: object) -> SeasonLength:
    """Return the length of a server's seasons from its stored choice; the default is a month."""
    return SeasonLength.QUARTER if stored == SeasonLength.QUARTER else SeasonLength.MONTH


def last_ended(length: SeasonLength, now: datetime) -> tuple[str, datetime]:
    """Return the season that ended last and the moment of its end, in the time zone of `now`."""
    first = now.month if length is SeasonLength.MONTH else now.month - (now.month - 1) % 3
    end = datetime(now.year, first, 1, tzinfo=now.tzinfo)
    before = end - timedelta(days=1)
    if length is SeasonLength.MONTH:
        return f"{before:%Y-%m}", end
    return f"{before:%Y}-Q{(before.month + 2) // 3}", end


def may_be_due(now: datetime) -> bool:
    """Return whether some server's season may have ended so recently that its podium has to be announced.

    That is so at the beginning of each month, from the time zone farthest ahead to the one farthest behind.
    """
    first = timezone(timedelta(minutes=LATEST))
    _, end = last_ended(SeasonLength.MONTH, (now - SETTLED).astimezone(first))
    return now - end <= AT_LATEST + timedelta(minutes=LATEST - EARLIEST)


def due(choices: Mapping[str, Any], now: datetime) -> str | None:
    """Return the season whose podium has yet to be announced in a server that made these choices, or None."""
    clock = read_server_clock(choices.get(SERVER_CLOCK))
    season, end = last_ended(length_of(choices.get(SEASONS)), clock.local(now))
    podium, told = choices.get(PODIUM), choices.get(TOLD) or {}
    if not podium or not SETTLED <= now - end <= AT_LATEST:
        return None
    if datetime.fromisoformat(podium["since"]) >= end:
        return None  # podiums were switched on after the season's end
    return None if told.get("season") == season and "message" in told else season


def announced_in(channel_id: int, now: datetime) -> dict[str, Any]:
    return {"channel": channel_id, "since": now.astimezone(UTC).isoformat()}


def in_order(seasons: Sequence[str], length: SeasonLength) -> list[str]:
    """Return all seasons, those of the chosen length first, and each length with the newest first."""
    newest = sorted(seasons, reverse=True)
    quarters = [each for each in newest if "Q" in each]
    months = [each for each in newest if "Q" not in each]
    return quarters + months if length is SeasonLength.QUARTER else months + quarters
