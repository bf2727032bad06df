"""When members are not reminded, and by whose clock: a server's offset from UTC, quiet hours, and holidays."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any, Final

import discord

from bot.members.holidays import NoHoliday, NotPlanned
from bot.tables.preferences import QUIET
from bot.tables.values.clocks import EARLIEST, LATEST, SERVER_CLOCK, ServerClock, read_server_clock
from bot.tables.values.times import MOST_A_YEAR, Holiday, Quiet, days_taken, now_or_next, read_quiet
from bot.ui.kit.controls import SLATE, Layout, button, menu, rows, switch
from bot.ui.kit.days import read_day, read_offset, time_there, write_offset
from bot.ui.kit.permissions import only_managers
from bot.ui.kit.reply import Form, in_place, refuse
from bot.ui.kit.tree import LONGEST, Entry, NotUnderstoodError
from bot.ui.routes.settings import (
    EndHolidays,
    EnterHolidays,
    EnterOffset,
    EnterServerClock,
    Hours,
    SetQuiet,
    SetServerClock,
    ShowHolidays,
    ShowQuiet,
    ShowServerClock,
    ShowSettings,
    Subject,
    SwitchQuiet,
    Whose,
)
from bot.ui.text.i18n import pair, tr
from cogs.table.app import App, Interaction
from cogs.table.pages.board import first_day, last_day

_IN_THE_MENU: Final = range(-11 * 60, 12 * 60 + 1, 60)
"""The offsets from UTC in the menu, in minutes: each full hour of the day, which leaves room for one more."""
_USUAL: Final = Quiet(22, 8)
"""The default quiet hours, for a member who turns them on for the first time."""
_LONGEST_DAY: Final = 30
"""Longest text in which a day is typed."""


def heading(title: str, *, saved: bool) -> str:
    return f"### {title}" + (f"\n{tr('Saved.')}" if saved else "")


def _offered(offset: int, now: datetime) -> dict[int, str]:
    """Return the offsets from UTC that a menu offers, in minutes, the present one included, with their labels."""
    return {each: f"{time_there(each, now)} · {write_offset(each)}" for each in sorted({*_IN_THE_MENU, offset})}


def _to_mend(typed: str) -> str:
    """Return a refused text in a form that a control can carry, so that the form offers it again."""
    return " ".join("".join(c if c.isprintable() else " " for c in typed)[:LONGEST].split())


async def _ask_offset(
    interaction: Interaction, title: str, typed: str, then: Callable[[Interaction, str], Coroutine[Any, Any, None]]
) -> None:
    line = tr("As +1, -3:30 or 5.5; -12 to +14.")
    await interaction.response.send_modal(Entry(title, tr("Hours from UTC"), line, typed, then))


# ---------------------------------------------------------------- a server's clock


def server_clock_page(
    clock: ServerClock, now: datetime, *, saved: bool = False, said: str = "", typed: str = ""
) -> Layout:
    """Build the private page for choosing a server's offset from UTC; `said` tells why a typed text was refused."""
    offset = clock.offset
    offered = _offered(offset, now)
    entries = [(label, SetServerClock(each), "") for each, label in offered.items()]
    return Layout(
        SLATE,
        heading(tr("Clock of this server"), saved=saved),
        f"⚠ {said}" if said else None,
        tr("It is {time} here now ({offset}).", time=time_there(offset, now), offset=write_offset(offset)),
        menu(offered[offset], entries, chosen=SetServerClock(offset)),
        discord.ui.ActionRow(button(EnterServerClock(_to_mend(typed)), tr("Another clock …"))),
        "-# "
        + tr("For months, seasons and the daily message; daily deals begin at midnight UTC.")
        + "\n-# "
        + tr("Set it anew when your clocks change."),
        discord.ui.ActionRow(button(ShowSettings(Whose.SERVER, Subject.SEASONS), tr("Seasons and clock"))),
    )


async def show_server_clock(app: App, interaction: Interaction, _route: ShowServerClock) -> None:
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    clock = await app.members.preferences.clock_of(interaction.guild_id or 0)
    await in_place(interaction, server_clock_page(clock, app.tables.now()))


async def set_server_clock(app: App, interaction: Interaction, route: SetServerClock) -> None:
    """Set the server's offset from UTC; an impossible offset changes nothing."""
    if EARLIEST <= route.minutes <= LATEST:
        await _set_clock(app, interaction, route.minutes)
    else:
        await show_server_clock(app, interaction, ShowServerClock())


async def enter_server_clock(app: App, interaction: Interaction, route: EnterServerClock) -> None:
    await _ask_offset(interaction, tr("Clock of this server"), route.typed, partial(_entered_clock, app))


async def _entered_clock(app: App, interaction: Interaction, typed: str) -> None:
    try:
        minutes = read_offset(typed)
    except NotUnderstoodError as error:
        clock = await app.members.preferences.clock_of(interaction.guild_id or 0)
        await in_place(interaction, server_clock_page(clock, app.tables.now(), said=str(error), typed=typed))
        return
    await _set_clock(app, interaction, minutes)


async def _set_clock(app: App, interaction: Interaction, minutes: int) -> None:
    """Set the server's offset from UTC; a member who may not manage the server (any more) is refused."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    now = app.tables.now()
    choices = await app.members.preferences.set_clock(interaction.guild_id, minutes, now)
    clock = read_server_clock(choices.get(SERVER_CLOCK))
    await in_place(interaction, server_clock_page(clock, now, saved=True))


# ---------------------------------------------------------------- quiet hours


def quiet_words(stored: object, now: datetime) -> str:
    """Write a member's quiet hours, and the time that it is for the member."""
    quiet = read_quiet(stored)
    if quiet is None:
        return tr("off")
    hours = tr(
        "from {start} to {end} ({offset})",
        start=f"{quiet.start}:00", end=f"{quiet.end}:00", offset=write_offset(quiet.offset),
    )  # fmt: skip
    there = time_there(quiet.offset, now)
    return hours + "\n-# " + tr("For you it is {time} now.", time=there)


def quiet_page(stored: object, now: datetime, *, said: str = "", typed: str = "") -> Layout:
    """Build the private page with a member's quiet hours; `said` tells why the last choice, or `typed`, was refused."""
    quiet = read_quiet(stored)
    on = quiet is not None
    items: list[discord.ui.Item[Any] | str] = []
    if quiet is not None:
        clocks = [(label, SetQuiet(Hours.OFFSET, str(each)), "") for each, label in _offered(quiet.offset, now).items()]
        items = [
            _hours(Hours.START, quiet.start, without=quiet.end),
            _hours(Hours.END, quiet.end, without=quiet.start),
            tr("Is it {time} for you now? If not, choose your time.",
               time=time_there(quiet.offset, now)),
            menu(tr("Your time"), clocks, chosen=SetQuiet(Hours.OFFSET, str(quiet.offset))),
            discord.ui.ActionRow(button(EnterOffset(_to_mend(typed)), tr("Another clock …"))),
        ]  # fmt: skip
    return Layout(
        SLATE,
        f"### {tr('Quiet hours')}",
        f"⚠ {said}" if said else None,
        tr("No reminders; the clocks of tables run on."),
        discord.ui.ActionRow(switch(SwitchQuiet(not on), tr("Quiet hours"), on=on)),
        *items,
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE, Subject.TURNS), tr("Reminders"))),
    )


def _hours(what: Hours, chosen: int, *, without: int) -> discord.ui.ActionRow[Any]:
    def named(hour: int) -> str:
        time = f"{hour}:00"
        return tr("From {time}", time=time) if what is Hours.START else tr("Until {time}", time=time)

    entries = [(named(hour), SetQuiet(what, str(hour)), "") for hour in range(24) if hour != without]
    title = tr("From") if what is Hours.START else tr("Until")
    return menu(title, entries, chosen=SetQuiet(what, str(chosen)))


async def _usual(app: App, interaction: Interaction) -> Quiet:
    """Return the default quiet hours, with the offset from UTC of the server in which they are chosen."""
    clock = await app.members.preferences.clock_of(interaction.guild_id or 0)
    return Quiet(_USUAL.start, _USUAL.end, clock.offset)


async def show_quiet(app: App, interaction: Interaction, _route: ShowQuiet) -> None:
    stored = (await app.members.preferences.of_member(interaction.user.id)).get(QUIET)
    await in_place(interaction, quiet_page(stored, app.tables.now()))


async def switch_quiet(app: App, interaction: Interaction, route: SwitchQuiet) -> None:
    """Turn a member's quiet hours on, with the default hours unless they have some already, or off."""
    before = read_quiet((await app.members.preferences.of_member(interaction.user.id)).get(QUIET))
    await _keep(app, interaction, (before or await _usual(app, interaction)) if route.on else None)


async def set_quiet(app: App, interaction: Interaction, route: SetQuiet) -> None:
    """Change the start or the end of a member's quiet hours, or their offset from UTC; refuse an invalid value."""
    stored = (await app.members.preferences.of_member(interaction.user.id)).get(QUIET)
    before = read_quiet(stored) or await _usual(app, interaction)
    number = int(route.value) if route.value.lstrip("-").isdecimal() else 0
    after = {
        Hours.START: replace(before, start=number % 24),
        Hours.END: replace(before, end=number % 24),
        Hours.OFFSET: replace(before, offset=number),
    }[route.what]
    if after.start == after.end:
        said = tr("Quiet hours cannot end when they begin; give two hours.")
        await in_place(interaction, quiet_page(stored, app.tables.now(), said=said))
        return
    await _keep(app, interaction, read_quiet(after.stored()) or before)


async def enter_offset(app: App, interaction: Interaction, route: EnterOffset) -> None:
    await _ask_offset(interaction, tr("Your clock"), route.typed, partial(_entered, app))


async def _entered(app: App, interaction: Interaction, typed: str) -> None:
    stored = (await app.members.preferences.of_member(interaction.user.id)).get(QUIET)
    before = read_quiet(stored) or await _usual(app, interaction)
    try:
        after = replace(before, offset=read_offset(typed))
    except NotUnderstoodError as error:
        await in_place(interaction, quiet_page(stored, app.tables.now(), said=str(error), typed=typed))
        return
    await _keep(app, interaction, after)


async def _keep(app: App, interaction: Interaction, hours: Quiet | None) -> None:
    stored = hours.stored() if hours is not None else None
    choices = await app.members.preferences.set_of_member(interaction.user.id, {QUIET: stored})
    await in_place(interaction, quiet_page(choices.get(QUIET), app.tables.now()))


# ---------------------------------------------------------------- holidays


def holiday_words(holidays: tuple[Holiday, ...], now: datetime) -> str:
    """Write a member's present or next holidays, for the member."""
    holiday = now_or_next(holidays, now)
    if holiday is None:
        return tr("none")
    if holiday.starts <= now:
        return tr("you are away until {day}", day=last_day(holiday))
    return tr("from {first} to {last}", first=first_day(holiday), last=last_day(holiday))


def holidays_page(holidays: tuple[Holiday, ...], now: datetime, *, said: str = "") -> Layout:
    """Build the private page with a member's holidays; `said` tells why the last choice was refused."""
    holiday = now_or_next(holidays, now)
    buttons = [button(EnterHolidays(), tr("Choose days …"), discord.ButtonStyle.primary)]
    if holiday is not None:
        buttons.append(button(EndHolidays(), tr("I am back") if holiday.starts <= now else tr("Call them off")))
    left = max(0, MOST_A_YEAR - days_taken(holidays, now.year))
    return Layout(
        SLATE,
        f"### {tr('Holidays')}",
        f"⚠ {said}" if said else None,
        tr("No reminders, and your clock stands where a move may take days. Others see until when. "
           "Tournament rounds go on."),
        pair(f"**{tr('Your holidays')}**", holiday_words(holidays, now))
        + "\n-# "
        + tr("Days left this year: {left} of {most}", left=left, most=MOST_A_YEAR),
        *rows(buttons),
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE, Subject.TURNS), tr("Reminders"))),
    )  # fmt: skip


async def show_holidays(app: App, interaction: Interaction, _route: ShowHolidays) -> None:
    await _holidays_page(app, interaction)


async def enter_holidays(app: App, interaction: Interaction, _route: EnterHolidays) -> None:
    await interaction.response.send_modal(HolidayForm(app))


async def end_holidays(app: App, interaction: Interaction, _route: EndHolidays) -> None:
    """End a member's present holidays, and cancel those to come."""
    tables = await app.members.holidays.back(interaction.user.id)
    await _holidays_page(app, interaction)
    await _show_tables(app, tables)


async def _holidays_page(app: App, interaction: Interaction, said: str = "") -> None:
    holidays = await app.members.holidays.all_of(interaction.user.id)
    await in_place(interaction, holidays_page(holidays, app.tables.now(), said=said))


async def _show_tables(app: App, tables: list[int]) -> None:
    for table_id in tables:
        await app.presenter.show(table_id)


class HolidayForm(Form):
    """A form for the first and the last day of a member's holidays."""

    def __init__(self, app: App) -> None:
        super().__init__(title=tr("Your holidays"), timeout=900)
        self._desk = app
        self.first: discord.ui.TextInput[HolidayForm] = discord.ui.TextInput(max_length=_LONGEST_DAY, required=True)
        self.last: discord.ui.TextInput[HolidayForm] = discord.ui.TextInput(max_length=_LONGEST_DAY, required=True)
        example = tr("As 20 Dec, or 2026-12-20.")
        self.add_item(discord.ui.Label(text=tr("First day"), description=example, component=self.first))
        self.add_item(discord.ui.Label(text=tr("Last day"), description=example, component=self.last))

    async def submitted(self, interaction: Interaction) -> None:
        """Store the days, by the member's own clock if it is known from their quiet hours, else by UTC."""
        app, user = self._desk, interaction.user.id
        quiet = read_quiet((await app.members.preferences.of_member(user)).get(QUIET))
        offset = quiet.offset if quiet is not None else 0
        today = app.tables.now().astimezone(timezone(timedelta(minutes=offset))).date()
        try:
            first = read_day(self.first.value, today)
            last = read_day(self.last.value, max(first, today))
            tables = await app.members.holidays.plan(user, first, last, offset)
        except NotUnderstoodError as error:
            await _holidays_page(app, interaction, str(error))
        except NotPlanned as error:
            await _holidays_page(app, interaction, _not_planned(error))
        else:
            await _holidays_page(app, interaction)
            await _show_tables(app, tables)


def _not_planned(error: NotPlanned) -> str:
    return {
        NoHoliday.BACKWARDS: tr("That ends before it begins; write the first day above."),
        NoHoliday.PAST: tr("Those days have passed; choose days to come."),
        NoHoliday.FAR: tr("That is over a year away; choose nearer days."),
        NoHoliday.TOO_MANY: tr("That is too long: {left} of {most} days are left that year.",
                               left=error.left, most=MOST_A_YEAR),
    }[error.why]  # fmt: skip
