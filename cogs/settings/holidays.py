"""Handlers for planning holidays and ending them."""

from __future__ import annotations

from datetime import timedelta, timezone

import discord

from bot.members.holidays import NotPlanned
from bot.tables.values.quiet import QUIET, read_quiet
from bot.ui.kit.days import read_day
from bot.ui.kit.entry import NotUnderstoodError
from bot.ui.kit.forms import Form
from bot.ui.kit.reply import in_place
from bot.ui.routes.settings import EndHolidays, EnterHolidays, ShowHolidays
from bot.ui.text.i18n import tr
from cogs.settings.holiday_pages import holidays_page, not_planned
from cogs.table.desk import Desk, Interaction

_LONGEST = 30


async def show(desk: Desk, interaction: Interaction, _route: ShowHolidays) -> None:
    """Show a member's holidays."""
    await _page(desk, interaction)


async def enter(desk: Desk, interaction: Interaction, _route: EnterHolidays) -> None:
    """Open the form for the first and the last day."""
    await interaction.response.send_modal(HolidayForm(desk))


async def end(desk: Desk, interaction: Interaction, _route: EndHolidays) -> None:
    """End a member's present holidays, and cancel those to come."""
    tables = await desk.members.holidays.back(interaction.user.id)
    await _page(desk, interaction)
    await _show(desk, tables)


async def _page(desk: Desk, interaction: Interaction, said: str = "") -> None:
    holidays = desk.members.holidays.of(interaction.user.id)
    await in_place(interaction, holidays_page(holidays, desk.tables.now(), said=said))


async def _show(desk: Desk, tables: list[int]) -> None:
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
            await _page(desk, interaction, str(error))
        except NotPlanned as error:
            await _page(desk, interaction, not_planned(error))
        else:
            await _page(desk, interaction)
            await _show(desk, tables)
