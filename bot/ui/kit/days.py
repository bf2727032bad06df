"""Reading of days and of offsets from UTC as people type them, in words or in numbers."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta, timezone
from typing import Final

from bot.tables.values.clocks import EARLIEST, LATEST
from bot.ui.kit.tree import NotUnderstoodError
from bot.ui.text.i18n import tr

_MONTHS: Final = (
    ("jan",), ("feb", "fev", "fév"), ("mar",), ("apr", "avr"), ("may", "mai"), ("jun", "juin"), ("jul", "juil"),
    ("aug", "aou", "aoû"), ("sep",), ("oct",), ("nov",), ("dec", "déc"),
)  # fmt: skip
"""The first letters of the months' names, in all languages of the bot."""
_ISO: Final = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_NUMBERS: Final = re.compile(r"(\d{1,2})[./](\d{1,2})(?:[./](\d{4})?)?")
_DAY_FIRST: Final = re.compile(r"(\d{1,2})(?:\.|st|nd|rd|th|er)? ?([^\W\d_]{3,})\.?,? ?(\d{4})?")
_MONTH_FIRST: Final = re.compile(r"([^\W\d_]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?")


def read_day(typed: str, today: date) -> date:
    """Read a day: ``2026-12-20``, ``20 Dec``, ``December 20``, ``20 décembre 2026``, ``20.12.`` or ``20/12``.

    Without a year it is the next such day, today included. A text that could be two days, such as ``3/4``, is refused.
    """
    text = " ".join(typed.lower().split())
    found: date | None = None
    if match := _ISO.fullmatch(text):
        found = _day(match[1], int(match[2]), int(match[3]), today)
    elif match := _NUMBERS.fullmatch(text):
        day, month = int(match[1]), int(match[2])
        if "/" in text and day <= 12 and month <= 12 and day != month:
            raise NotUnderstoodError(
                tr("{typed} may be two days; write the month, as in 20 Dec.", typed=_quoted(typed))
            )
        day, month = (month, day) if "/" in text and month > 12 else (day, month)
        found = _day(match[3], month, day, today)
    elif match := _DAY_FIRST.fullmatch(text):
        found = _day(match[3], _month(match[2]), int(match[1]), today)
    elif match := _MONTH_FIRST.fullmatch(text):
        found = _day(match[3], _month(match[1]), int(match[2]), today)
    if found is None:
        raise NotUnderstoodError(tr("{typed} is no day; write 20 Dec or 2026-12-20.", typed=_quoted(typed)))
    return found


def _month(word: str) -> int:
    """Return the number of the month that a word names, or 0 for no month; *juillet* is told apart from *juin*."""
    if word.startswith("juil"):
        return 7
    return next((at for at, names in enumerate(_MONTHS, 1) if word.startswith(names)), 0)


def _day(year: str | None, month: int, day: int, today: date) -> date | None:
    for each in (int(year),) if year is not None else range(today.year, today.year + 9):  # to the next 29 February
        try:
            found = date(each, month, day)
        except ValueError:
            continue
        if year is not None or found >= today:
            return found
    return None


def _quoted(typed: str) -> str:
    return "`" + (typed.replace("`", "ˋ").strip()[:20] or " ") + "`"


_OFFSET = re.compile(
    r"(?:(?:UTC|GMT)\s*)?(?P<sign>[+\-−–]?)\s*(?P<hours>\d{1,2})(?:(?::|h)(?P<minutes>\d{2})|[.,](?P<part>\d{1,2}))?h?"
)
_PARTS: Final = {"0": 0, "00": 0, "15": 15, "25": 15, "30": 30, "5": 30, "50": 30, "45": 45, "75": 45}
"""Minutes by what stands behind a point: a part of an hour, or minutes. Every place is at a quarter of an hour."""


def read_offset(text: str) -> int:
    """Read an offset from UTC as people write it (``+1``, ``-3:30``, ``5.5``, ``UTC+2``), and return it in minutes."""
    match = _OFFSET.fullmatch(text.strip().upper().replace("H", "h"))
    if text.strip().upper() in ("UTC", "GMT", "Z"):
        return 0
    if match is None:
        raise NotUnderstoodError(_offset_help(text))
    minutes = int(match["minutes"] or 0) if match["part"] is None else _PARTS.get(match["part"], 60)
    away = int(match["hours"]) * 60 + minutes
    if match["sign"] not in ("", "+"):
        away = -away
    if minutes >= 60 or not EARLIEST <= away <= LATEST:
        raise NotUnderstoodError(_offset_help(text))
    return away


def _offset_help(text: str) -> str:
    return tr(
        "{text} is no distance from UTC; write hours between -12 and +14, as `+1`, `-3:30` or `5.5`.",
        text=f"`{text.strip()[:20].replace('`', 'ˋ') or ' '}`",
    )


def write_offset(minutes: int) -> str:
    """Write an offset from UTC, given in minutes: ``UTC``, ``UTC+1``, ``UTC-3:30``."""
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def time_there(minutes: int, now: datetime) -> str:
    """Return the time of day at an offset from UTC, given in minutes."""
    return f"{now.astimezone(timezone(timedelta(minutes=minutes))):%H:%M}"
