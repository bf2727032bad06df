"""The private pages for a server's offset from UTC and for a member's quiet hours."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import discord

from bot.tables.values.clocks import ServerClock
from bot.tables.values.quiet import Quiet, read_quiet
from bot.ui.kit.controls import SLATE, Layout, button, menu, switch
from bot.ui.kit.days import read_offset, time_there, write_offset
from bot.ui.kit.tree import LONGEST, NotUnderstoodError
from bot.ui.routes.settings import (
    EnterOffset,
    EnterServerClock,
    Hours,
    SetQuiet,
    SetServerClock,
    ShowSettings,
    SwitchQuiet,
    Whose,
)
from bot.ui.text.i18n import tr


def server_clock_page(
    clock: ServerClock, now: datetime, *, saved: bool = False, said: str = "", typed: str = ""
) -> Layout:
    """Build the private page for choosing a server's offset from UTC.

    Args:
        saved: Whether something has just been changed.
        said: The reason for which the typed text was refused.
        typed: The refused text, which the form offers again to be corrected.
    """
    offset = clock.offset
    clocks = clocks_in_a_menu(offset, now)
    entries = [(label, SetServerClock(each), "") for each, label in clocks]
    return Layout(
        SLATE,
        f"### {tr('Clock of this server')}" + (f"\n{tr('Saved.')}" if saved else ""),
        f"⚠ {said}" if said else None,
        tr("It is {time} here now ({offset}).", time=time_there(offset, now), offset=write_offset(offset)),
        menu(dict(clocks)[offset], entries, chosen=SetServerClock(offset)),
        discord.ui.ActionRow(button(EnterServerClock(kept_to_mend(typed)), tr("Another clock …"))),
        "-# "
        + tr("For months, seasons and the daily message; a daily deal begins at midnight UTC.")
        + "\n-# "
        + tr("Set it anew when your clocks change."),
        discord.ui.ActionRow(button(ShowSettings(Whose.SERVER), tr("All settings"))),
    )


_IN_THE_MENU: Final = range(-11 * 60, 12 * 60 + 1, 60)
"""The offsets from UTC in the menu, in minutes: each full hour of the day, which leaves room for one more."""
USUAL: Final = Quiet(22, 8)
"""The default quiet hours, for a member who turns them on for the first time."""


def changed_quiet(
    before: Quiet, *, start: int | None = None, end: int | None = None, offset: str | None = None
) -> Quiet:
    """Return a member's quiet hours with the given changes.

    Args:
        before: The quiet hours so far.
        start: The full hour at which they begin.
        end: The full hour at which they end.
        offset: The member's offset from UTC as typed.

    Raises:
        NotUnderstoodError: They would end when they begin, or the offset cannot be read.
    """
    start = before.start if start is None else start % 24
    end = before.end if end is None else end % 24
    if start == end:
        raise NotUnderstoodError(tr("Quiet hours cannot end when they begin; give two hours."))
    return Quiet(start, end, before.offset if offset is None else read_offset(offset))


def quiet_words(stored: object, now: datetime) -> str:
    """Write a member's quiet hours, and the time that it is for the member."""
    quiet = read_quiet(stored)
    if quiet is None:
        return tr("none: you are reminded at any time")
    hours = tr(
        "from {start} to {end} ({offset})",
        start=f"{quiet.start}:00", end=f"{quiet.end}:00", offset=write_offset(quiet.offset),
    )  # fmt: skip
    there = time_there(quiet.offset, now)
    return hours + "\n-# " + tr("For you it is {time} now.", time=there)


def quiet_page(stored: object, now: datetime, *, said: str = "", typed: str = "") -> Layout:
    """Build the private page with a member's quiet hours.

    Args:
        stored: The quiet hours, as stored.
        said: The reason for which the last choice was refused.
        typed: The refused text, which the form offers again to be corrected.
    """
    quiet = read_quiet(stored)
    on = quiet is not None
    items: list[discord.ui.Item[Any] | str] = [
        discord.ui.ActionRow(switch(SwitchQuiet(not on), tr("Quiet hours"), on=on))
    ]
    if quiet is not None:
        items += [
            _hours(Hours.START, quiet.start, without=quiet.end),
            _hours(Hours.END, quiet.end, without=quiet.start),
            tr("Is it {time} for you now? If not, choose your time.",
               time=time_there(quiet.offset, now)),
            _clock(quiet.offset, now),
            discord.ui.ActionRow(button(EnterOffset(kept_to_mend(typed)), tr("Another clock …"))),
        ]  # fmt: skip
    return Layout(
        SLATE,
        f"### {tr('Quiet hours')}",
        f"⚠ {said}" if said else None,
        tr("No reminders of your turn; the clocks of tables run on."),
        *items,
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE), tr("All settings"))),
    )


def _hours(what: Hours, chosen: int, *, without: int) -> discord.ui.ActionRow[Any]:
    def named(hour: int) -> str:
        time = f"{hour}:00"
        return tr("From {time}", time=time) if what is Hours.START else tr("Until {time}", time=time)

    entries = [(named(hour), SetQuiet(what, str(hour)), "") for hour in range(24) if hour != without]
    title = tr("From") if what is Hours.START else tr("Until")
    return menu(title, entries, chosen=SetQuiet(what, str(chosen)))


def _clock(offset: int, now: datetime) -> discord.ui.ActionRow[Any]:
    """Build the menu of offsets from UTC with the time of day at each; a typed offset is an entry too."""
    entries = [(label, SetQuiet(Hours.OFFSET, str(each)), "") for each, label in clocks_in_a_menu(offset, now)]
    return menu(tr("Your time"), entries, chosen=SetQuiet(Hours.OFFSET, str(offset)))


def clocks_in_a_menu(offset: int, now: datetime) -> list[tuple[int, str]]:
    """Return the offsets from UTC that a menu offers, in minutes, the present one included, with their labels."""
    return [(each, f"{time_there(each, now)} · {write_offset(each)}") for each in sorted({*_IN_THE_MENU, offset})]


def kept_to_mend(typed: str) -> str:
    """Return a typed text in a form that a control can carry."""
    return " ".join("".join(c if c.isprintable() else " " for c in typed)[:LONGEST].split())
