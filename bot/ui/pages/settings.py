"""What members and servers can choose: reading what they type, and showing what holds now."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from typing import Any

from bot.tables.service import THREADS
from bot.tables.values.quiet import QUIET, Quiet, read_quiet
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.entry import NotUnderstoodError
from bot.ui.kit.readers import BOARDS, FOUR_COLOUR, LANGUAGE, LOOK, read_look
from bot.ui.text.faces import Look
from bot.ui.text.i18n import LANGUAGES, mark, pair, tr

_OFFSET = re.compile(
    r"(?:(?:UTC|GMT)\s*)?(?P<sign>[+\-−–]?)\s*(?P<hours>\d{1,2})(?:(?::|h)(?P<minutes>\d{2})|[.,](?P<part>\d{1,2}))?h?"
)
_EARLIEST, _LATEST = -12 * 60, 14 * 60
OFFSETS = tuple(
    sorted({*range(_EARLIEST, _LATEST + 1, 60), -570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765})
)
"""The distances from UTC, in minutes, that are kept anywhere."""


@dataclass(frozen=True, slots=True)
class Setting:
    """A line of a settings page: the key under which it is stored, its title, and the words for what holds now."""

    key: str
    title: str
    words: Callable[[object, datetime], str]


def read_offset(text: str) -> int:
    """Read a distance from UTC as people write it (``+1``, ``-3:30``, ``5.5``, ``UTC+2``), in minutes.

    Raises:
        NotUnderstoodError: It is none, or farther than any place is.
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
    if minutes >= 60 or not _EARLIEST <= away <= _LATEST:
        raise NotUnderstoodError(_offset_help(text))
    return away


def _offset_help(text: str) -> str:
    return tr(
        "{text} is no distance from UTC. Write it in hours, as `+1`, `-3:30` or `5.5`; it lies between -12 and +14.",
        text=f"`{text.strip()[:20].replace('`', 'ˋ') or ' '}`",
    )


def write_offset(minutes: int) -> str:
    """Write a distance from UTC: ``UTC``, ``UTC+1``, ``UTC-3:30``."""
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}" + (f":{rest:02}" if rest else "")


def offset_choices(typed: str, now: datetime) -> list[tuple[str, str]]:
    """Return the distances from UTC that fit what is being typed, with the time of day there, and their values."""
    wanted = typed.strip().lower().removeprefix("utc").removeprefix("gmt").replace("−", "-")
    found = []
    for minutes in OFFSETS:
        name = write_offset(minutes)
        there = now.astimezone(timezone(timedelta(minutes=minutes)))
        label = tr("{offset} · it is {time} there now", offset=name, time=f"{there:%H:%M}")
        if wanted in name.lower() or f"{there:%H:%M}".startswith(wanted):
            found.append((label, name))
    found.sort(key=lambda choice: abs(read_offset(choice[1])))
    return found[:25]


def new_quiet(stored: object, start: int | None, end: int | None, offset: str | None) -> Quiet:
    """Return a member's quiet hours with what was given changed.

    Args:
        stored: The quiet hours so far, as stored.
        start: The full hour at which they begin; None: as before.
        end: The full hour at which they end; None: as before.
        offset: The distance of the member's clock from UTC as typed; None: as before, at first UTC.

    Raises:
        NotUnderstoodError: They have no beginning or no end, or both are the same, or the offset cannot be read.
    """
    before = read_quiet(stored)
    start = before.start if start is None and before is not None else start
    end = before.end if end is None and before is not None else end
    away = read_offset(offset) if offset is not None else before.offset if before is not None else 0
    if start is None or end is None:
        raise NotUnderstoodError(
            tr("Quiet hours need a beginning and an end: give `quiet_from` and `quiet_to`, as 22 and 7.")
        )
    if start % 24 == end % 24:
        raise NotUnderstoodError(tr("Quiet hours cannot end when they begin. Give two different hours, as 22 and 7."))
    return Quiet(start % 24, end % 24, away)


def _quiet_words(stored: object, now: datetime) -> str:
    quiet = read_quiet(stored)
    if quiet is None:
        return tr("none: you are reminded at any time")
    hours = tr(
        "from {start} to {end} ({offset})",
        start=f"{quiet.start}:00", end=f"{quiet.end}:00", offset=write_offset(quiet.offset),
    )  # fmt: skip
    there = now.astimezone(timezone(timedelta(minutes=quiet.offset)))
    return hours + "\n-# " + tr("For you it is {time} now; if it is not, give `utc_offset`.", time=f"{there:%H:%M}")


LOOKS = {
    Look.PICTURES: mark("pictures of the cards"),
    Look.EMOJI: mark("small card signs"),
    Look.TEXT: mark("words alone, for screen readers"),
}
"""What may be chosen for cards, in words."""


def _look_words(stored: object, _now: datetime) -> str:
    return tr(LOOKS[read_look(stored)])


def _colour_words(stored: object, _now: datetime) -> str:
    return tr("four: clubs green, diamonds blue") if stored else tr("two")


def _language_words(stored: object, _now: datetime) -> str:
    return LANGUAGES[stored] if isinstance(stored, str) and stored in LANGUAGES else tr("as set in Discord")


OWN = (
    Setting(LOOK, mark("Your cards"), _look_words),
    Setting(FOUR_COLOUR, mark("Colours"), _colour_words),
    Setting(LANGUAGE, mark("Language"), _language_words),
    Setting(QUIET, mark("Quiet hours"), _quiet_words),
)
"""What a member chooses, in the order in which it is shown."""


def own_page(choices: Mapping[str, Any], now: datetime, *, saved: bool = False) -> Layout:
    """Build the private page with a member's settings; ``saved``: something has just been changed."""
    lines = [pair(f"**{tr(each.title)}**", each.words(choices.get(each.key), now)) for each in OWN]
    head = f"### {tr('Your settings')}" + (f"\n{tr('Saved.')}" if saved else "")
    return Layout(
        SLATE, head, "\n".join(lines), "-# " + tr("They hold in every server. Change them with `/settings me`.")
    )


def _threads_words(stored: object, _now: datetime) -> str:
    return tr("each game in a thread of its own") if stored else tr("games are played in the channel itself")


SERVER = (
    Setting(BOARDS, mark("Boards"), _look_words),
    Setting(FOUR_COLOUR, mark("Colours"), _colour_words),
    Setting(LANGUAGE, mark("Language"), _language_words),
    Setting(THREADS, mark("Threads"), _threads_words),
)
"""What a server chooses, in the order in which it is shown."""


def server_page(choices: Mapping[str, Any], now: datetime, *, saved: bool = False, warning: str = "") -> Layout:
    """Build the private page with a server's settings.

    Args:
        choices: What the server chose, by key.
        now: The present moment.
        saved: Something has just been changed.
        warning: What keeps a choice from having its effect, as a sentence.
    """
    lines = [pair(f"**{tr(each.title)}**", each.words(choices.get(each.key), now)) for each in SERVER]
    head = f"### {tr('Settings of this server')}" + (f"\n{tr('Saved.')}" if saved else "")
    foot = "-# " + tr("They hold for games that begin from now on. Change them with `/settings server`.")
    return Layout(SLATE, head, "\n".join(lines), f"⚠ {warning}" if warning else None, foot)
