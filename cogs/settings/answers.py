"""Handlers for the settings of members and servers, and for holidays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta, timezone
from functools import partial
from typing import Any

import discord

from bot.club.standings.seasons import PODIUM, announced_in
from bot.members.holidays import NotPlanned
from bot.tables.preferences import MODERATORS
from bot.tables.service import THREADS
from bot.tables.values.clocks import EARLIEST, LATEST, SERVER_CLOCK, read_server_clock
from bot.tables.values.quiet import BY_MESSAGE, QUIET, Quiet, read_quiet
from bot.ui.kit.controls import Layout
from bot.ui.kit.days import read_day, read_offset
from bot.ui.kit.permissions import not_here, only_managers, without_threads
from bot.ui.kit.reply import Form, in_place, refuse, tell
from bot.ui.kit.tree import Entry, NotUnderstoodError
from bot.ui.routes.settings import (
    ChooseSetting,
    EndHolidays,
    EnterHolidays,
    EnterOffset,
    EnterServerClock,
    Hours,
    SetPodium,
    SetQuiet,
    SetServerClock,
    ShowHolidays,
    ShowQuiet,
    ShowServerClock,
    ShowSettings,
    SwitchQuiet,
    TellMe,
    TellTurns,
    Whose,
)
from bot.ui.text.faces import Look
from bot.ui.text.i18n import read_in, tr
from cogs.settings.pages import holidays_page, not_planned, own_page, server_page, setting
from cogs.settings.quiet_pages import USUAL, changed_quiet, quiet_page, server_clock_page
from cogs.table.answers.lobby import my_tables
from cogs.table.desk import Desk, Interaction


async def choose_own(desk: Desk, interaction: Interaction, changes: Mapping[str, object]) -> dict[str, object]:
    """Store a member's choices, write this answer by them already, and return all of their choices."""
    readers, user = desk.showing.readers, interaction.user.id
    choices = await desk.members.preferences.set_of_member(user, changes)
    read_in(readers.language_of(interaction), in_words=readers.taste_of(user).look is Look.TEXT)
    return choices


async def show_own_tables(desk: Desk, interaction: Interaction) -> None:
    """Update a member's panels, and the boards of tables without other members, after a change of settings."""
    await desk.presenter.redraw_panels(interaction.user.id)
    for table in await my_tables(desk, interaction):
        if table.language is not None:  # the board of a private table is in its player's language
            await desk.presenter.show(table.id)


async def page_of(desk: Desk, interaction: Interaction, choices: Mapping[str, Any], *, saved: bool = False) -> Layout:
    """Build the page with a member's settings."""
    told = await desk.club.table_alerts.wants(interaction.guild_id or 0, interaction.user.id)
    moderates = interaction.guild_id is not None and desk.showing.readers.is_moderator(interaction)
    return own_page(
        choices,
        desk.tables.now(),
        told=told,
        saved=saved,
        in_server=interaction.guild_id is not None,
        reports=await desk.club.reports.count(interaction.guild_id or 0) if moderates else None,
    )


async def tell_me(desk: Desk, interaction: Interaction, route: TellMe) -> None:
    """Turn on or off a member's messages about tables opened in this server."""
    await desk.club.table_alerts.choose(interaction.guild_id or 0, interaction.user.id, on=route.on)
    own = await desk.members.preferences.of_member(interaction.user.id)
    await in_place(interaction, await page_of(desk, interaction, own, saved=True))


async def show(desk: Desk, interaction: Interaction, route: ShowSettings) -> None:
    """Show a page of settings."""
    if route.whose is Whose.MINE:
        own = await desk.members.preferences.of_member(interaction.user.id)
        await in_place(interaction, await page_of(desk, interaction, own))
        return
    choices = await desk.members.preferences.of_server(interaction.guild_id or 0)
    await in_place(interaction, server_page(choices, manager=interaction.permissions.manage_guild))


async def choose(desk: Desk, interaction: Interaction, route: ChooseSetting) -> None:
    """Store a choice; a member who may not manage the server (any more) cannot change its settings."""
    if route.whose is Whose.SERVER and route.key == MODERATORS:
        await _name_moderators(desk, interaction, route.value)
        return
    mine, preferences = route.whose is Whose.MINE, desk.members.preferences
    known = await (
        preferences.of_member(interaction.user.id) if mine else preferences.of_server(interaction.guild_id or 0)
    )
    found = setting(route.whose, route.key, known)
    offer = found.offer(route.value) if found is not None else None
    if offer is None:  # from another version: show the page with the present choices
        await show(desk, interaction, ShowSettings(route.whose))
    elif mine:
        choices = await choose_own(desk, interaction, {route.key: offer.stored})
        await in_place(interaction, await page_of(desk, interaction, choices, saved=True))
        await show_own_tables(desk, interaction)
    elif not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
    else:
        choices = await desk.members.preferences.set_of_server(interaction.guild_id or 0, {route.key: offer.stored})
        warning = without_threads(interaction) if route.key == THREADS and offer.stored else ""
        await in_place(interaction, server_page(choices, manager=True, saved=True, warning=warning))


async def _name_moderators(desk: Desk, interaction: Interaction, chosen: str) -> None:
    """Store the role of the moderators, besides members who may manage the server; no choice means no role."""
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    role = int(chosen) if chosen.isascii() and chosen.isdigit() else None
    choices = await desk.members.preferences.set_of_server(interaction.guild_id or 0, {MODERATORS: role})
    await in_place(interaction, server_page(choices, manager=True, saved=True))


async def set_podium(desk: Desk, interaction: Interaction, route: SetPodium) -> None:
    """Have podiums announced in this channel, or nowhere; a season that is already over is not announced."""
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    if route.on and (hindrance := not_here(interaction)):
        await refuse(interaction, hindrance)
        return
    chosen = announced_in(interaction.channel_id or 0, desk.tables.now()) if route.on else None
    choices = await desk.members.preferences.set_of_server(interaction.guild_id or 0, {PODIUM: chosen})
    await in_place(interaction, server_page(choices, manager=True, saved=True))


async def server_clock(desk: Desk, interaction: Interaction, _route: ShowServerClock) -> None:
    """Show the server's offset from UTC."""
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    clock = await desk.members.preferences.clock_of(interaction.guild_id or 0)
    await in_place(interaction, server_clock_page(clock, desk.tables.now()))


async def set_server_clock(desk: Desk, interaction: Interaction, route: SetServerClock) -> None:
    """Set the server's offset from UTC; an impossible offset changes nothing."""
    if EARLIEST <= route.minutes <= LATEST:
        await _set_clock(desk, interaction, route.minutes)
    else:
        await server_clock(desk, interaction, ShowServerClock())


async def enter_server_clock(desk: Desk, interaction: Interaction, route: EnterServerClock) -> None:
    """Open the form for the server's offset from UTC."""
    title, label = tr("Clock of this server"), tr("Hours from UTC")
    line = tr("As +1, -3:30 or 5.5; between -12 and +14.")
    await interaction.response.send_modal(Entry(title, label, line, route.typed, partial(_entered_clock, desk)))


async def _entered_clock(desk: Desk, interaction: Interaction, typed: str) -> None:
    try:
        minutes = read_offset(typed)
    except NotUnderstoodError as error:
        clock = await desk.members.preferences.clock_of(interaction.guild_id or 0)
        await in_place(interaction, server_clock_page(clock, desk.tables.now(), said=str(error), typed=typed))
        return
    await _set_clock(desk, interaction, minutes)


async def _set_clock(desk: Desk, interaction: Interaction, minutes: int) -> None:
    """Set the server's offset from UTC; a member who may not manage the server (any more) is refused."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    now = desk.tables.now()
    choices = await desk.members.preferences.set_clock(interaction.guild_id, minutes, now)
    clock = read_server_clock(choices.get(SERVER_CLOCK))
    await in_place(interaction, server_clock_page(clock, now, saved=True))


async def _usual(desk: Desk, interaction: Interaction) -> Quiet:
    """Return the default quiet hours, with the offset from UTC of the server in which they are chosen."""
    clock = await desk.members.preferences.clock_of(interaction.guild_id or 0)
    return Quiet(USUAL.start, USUAL.end, clock.offset)


async def quiet(desk: Desk, interaction: Interaction, _route: ShowQuiet) -> None:
    """Show a member's quiet hours."""
    stored = (await desk.members.preferences.of_member(interaction.user.id)).get(QUIET)
    await in_place(interaction, quiet_page(stored, desk.tables.now()))


async def switch_quiet(desk: Desk, interaction: Interaction, route: SwitchQuiet) -> None:
    """Turn a member's quiet hours on, with the default hours unless they have some already, or off."""
    before = read_quiet((await desk.members.preferences.of_member(interaction.user.id)).get(QUIET))
    await _keep(desk, interaction, (before or await _usual(desk, interaction)) if route.on else None)


async def set_quiet(desk: Desk, interaction: Interaction, route: SetQuiet) -> None:
    """Change the start or the end of a member's quiet hours, or their offset from UTC; refuse an invalid value."""
    stored = (await desk.members.preferences.of_member(interaction.user.id)).get(QUIET)
    before = read_quiet(stored) or await _usual(desk, interaction)
    number = int(route.value) if route.value.lstrip("-").isdecimal() else 0
    try:
        if route.what is Hours.START:
            after = changed_quiet(before, start=number)
        elif route.what is Hours.END:
            after = changed_quiet(before, end=number)
        else:
            after = Quiet(before.start, before.end, number)
    except NotUnderstoodError as error:
        await in_place(interaction, quiet_page(stored, desk.tables.now(), said=str(error)))
        return
    await _keep(desk, interaction, read_quiet(after.stored()) or before)


async def enter_offset(desk: Desk, interaction: Interaction, route: EnterOffset) -> None:
    """Open the form for a member's offset from UTC."""
    title, label = tr("Your clock"), tr("Hours from UTC")
    line = tr("As +1, -3:30 or 5.5; between -12 and +14.")
    await interaction.response.send_modal(Entry(title, label, line, route.typed, partial(_entered, desk)))


async def _entered(desk: Desk, interaction: Interaction, typed: str) -> None:
    stored = (await desk.members.preferences.of_member(interaction.user.id)).get(QUIET)
    try:
        before = read_quiet(stored) or await _usual(desk, interaction)
        after = changed_quiet(before, offset=typed)
    except NotUnderstoodError as error:
        await in_place(interaction, quiet_page(stored, desk.tables.now(), said=str(error), typed=typed))
        return
    await _keep(desk, interaction, after)


async def _keep(desk: Desk, interaction: Interaction, hours: Quiet | None) -> None:
    """Store a member's quiet hours, or None, and show the page with them."""
    stored = hours.stored() if hours is not None else None
    choices = await desk.members.preferences.set_of_member(interaction.user.id, {QUIET: stored})
    await in_place(interaction, quiet_page(choices.get(QUIET), desk.tables.now()))


_LONGEST = 30


async def show_holidays(desk: Desk, interaction: Interaction, _route: ShowHolidays) -> None:
    """Show a member's holidays."""
    await _holidays_page(desk, interaction)


async def enter_holidays(desk: Desk, interaction: Interaction, _route: EnterHolidays) -> None:
    """Open the form for the first and the last day."""
    await interaction.response.send_modal(HolidayForm(desk))


async def end_holidays(desk: Desk, interaction: Interaction, _route: EndHolidays) -> None:
    """End a member's present holidays, and cancel those to come."""
    tables = await desk.members.holidays.back(interaction.user.id)
    await _holidays_page(desk, interaction)
    await _show_tables(desk, tables)


async def _holidays_page(desk: Desk, interaction: Interaction, said: str = "") -> None:
    holidays = desk.members.holidays.of(interaction.user.id)
    await in_place(interaction, holidays_page(holidays, desk.tables.now(), said=said))


async def _show_tables(desk: Desk, tables: list[int]) -> None:
    for table_id in tables:
        await desk.presenter.show(table_id)


class HolidayForm(Form):
    """A form for the first and the last day of a member's holidays."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(title=tr("Your holidays"), timeout=900)
        self._desk = desk
        self.first: discord.ui.TextInput[HolidayForm] = discord.ui.TextInput(max_length=_LONGEST, required=True)
        self.last: discord.ui.TextInput[HolidayForm] = discord.ui.TextInput(max_length=_LONGEST, required=True)
        example = tr("As 20 Dec, or 2026-12-20.")
        self.add_item(discord.ui.Label(text=tr("First day"), description=example, component=self.first))
        self.add_item(discord.ui.Label(text=tr("Last day"), description=example, component=self.last))

    async def submitted(self, interaction: Interaction) -> None:
        """Store the days, by the member's own clock if it is known from their quiet hours, else by UTC."""
        desk, user = self._desk, interaction.user.id
        quiet = read_quiet((await desk.members.preferences.of_member(user)).get(QUIET))
        offset = quiet.offset if quiet is not None else 0
        today = desk.tables.now().astimezone(timezone(timedelta(minutes=offset))).date()
        try:
            first = read_day(self.first.value, today)
            last = read_day(self.last.value, max(first, today))
            tables = await desk.members.holidays.plan(user, first, last, offset)
        except NotUnderstoodError as error:
            await _holidays_page(desk, interaction, str(error))
        except NotPlanned as error:
            await _holidays_page(desk, interaction, not_planned(error))
        else:
            await _holidays_page(desk, interaction)
            await _show_tables(desk, tables)


async def choose_turn_messages(desk: Desk, interaction: Interaction, route: TellTurns) -> None:
    """Turn the messages on, from the next turn, or off, and confirm it where the button was pressed."""
    user = interaction.user.id
    own = await desk.members.preferences.set_of_member(user, {BY_MESSAGE: True if route.on else None})
    if route.page:
        await in_place(interaction, await page_of(desk, interaction, own, saved=True))
    elif route.on:
        await tell(
            interaction,
            tr("A direct message now tells you of your turn where a move may take days, but not in quiet hours; it "
            "goes when you have played."),
        )  # fmt: skip
    else:
        await tell(interaction, tr("No more messages about your turns."))
