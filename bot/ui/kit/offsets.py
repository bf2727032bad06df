"""Offsets from UTC: reading them as people type them, writing them, and offering them in menus."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone

from bot.tables.values.server_clock import EARLIEST, LATEST
from bot.ui.kit.entry import NotUnderstoodError
from bot.ui.text.i18n import tr

_OFFSET = re.compile(
    r"(?:(?:UTC|GMT)\s*)?(?P<sign>[+\-−–]?)\s*(?P<hours>\d{1,2})(?:(?::|h)(?P<minutes>\d{2})|[.,](?P<part>\d{1,2}))?h?"
)


OFFSETS = tuple(
    sorted({*range(EARLIEST, LATEST + 1, 60), -570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765})
)
"""The offsets from UTC, in minutes, that are in use anywhere."""


def read_offset(text: str) -> int:
    """Read an offset from UTC as people write it (``+1``, ``-3:30``, ``5.5``, ``UTC+2``), and return it in minutes.

    Raises:
        NotUnderstoodError: The text is no offset, or a larger one than any place has.
    """
    match = _OFFSET.fullmatch(text.strip().upper().replace("H", "h"))
    if text.strip().upper() in ("UTC", "GMT", "Z"):
        return 0
    if match is None:
        raise NotUnderstoodError(_offset_help(text))
    minutes = int(match["minutes"] or 0)
    if match["part"]:
        minutes = round(float(f"0.{match['part']}") * 60)
    away = int(match["hours"]) * 60 + minutes
    if match["sign"] not in ("", "+"):
        away = -away
    if minutes >= 60 or not EARLIEST <= away <= LATEST:
        raise NotUnderstoodError(_offset_help(text))
    return away


def _offset_help(text: str) -> str:
    return tr(
        "{text} is no distance from UTC. Write it in hours, as `+1`, `-3:30` or `5.5`; it lies between -12 and +14.",
        text=f"`{text.strip()[:20].replace('`', 'ˋ') or ' '}`",
    )


def write_offset(minutes: int) -> str:
    """Write an offset from UTC, given in minutes: ``UTC``, ``UTC+1``, ``UTC-3:30``."""
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def offset_choices(typed: str, now: datetime) -> list[tuple[str, str]]:
    """Return up to 25 offsets from UTC that fit a typed text, as (label with the time there, value) pairs."""
    wanted = typed.strip().lower().removeprefix("utc").removeprefix("gmt").replace("−", "-")
    found = []
    for minutes in OFFSETS:
        name = write_offset(minutes)
        if wanted in name.lower() or time_there(minutes, now).startswith(wanted):
            found.append((_label(minutes, now), name))
    found.sort(key=lambda choice: abs(read_offset(choice[1])))
    return found[:25]


def time_there(minutes: int, now: datetime) -> str:
    """Return the time of day at an offset from UTC, given in minutes."""
    return f"{now.astimezone(timezone(timedelta(minutes=minutes))):%H:%M}"


def _label(minutes: int, now: datetime) -> str:
    return tr("{offset} · it is {time} there now", offset=write_offset(minutes), time=time_there(minutes, now))
