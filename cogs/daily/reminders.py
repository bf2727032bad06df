"""The reminder of the daily deal: the choice of its hour, and the direct message, once a day at most."""

from __future__ import annotations

import logging
from datetime import timedelta, timezone
from typing import Final

import discord

from bot.club import Club
from bot.club.daily import DailyDay, ends, number_at
from bot.club.daily.news import Telling
from bot.club.daily.reminders import Reminder
from bot.tables import Tables
from bot.tables.preferences import DAILY_REMINDER, QUIET
from bot.tables.values.times import quiet_for, read_quiet
from bot.ui.kit.controls import CLOTH, SLATE, Layout, button, rows
from bot.ui.kit.outbox import Outbox, nonce_for, takes_no_messages
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import Reconciler, reason
from bot.ui.kit.reply import in_place
from bot.ui.routes.daily import PlayDaily, Remind, SetReminder, ShowDaily, StopReminder
from bot.ui.text.i18n import tr
from bot.ui.text.words import moment
from cogs.daily import ahead, day_title
from cogs.daily.news import hour_menu
from cogs.table.app import App, Interaction

log = logging.getLogger(__name__)

_REFUSED: Final = range(400, 500)
_TOO_MANY: Final = 429


async def remind(app: App, interaction: Interaction, _route: Remind) -> None:
    """Show a member's reminder; one who has none gets it at this hour of the day from now on."""
    reminder = app.club.reminders.of(interaction.user.id)
    if reminder is None:
        offset = await _offset(app, interaction)
        await _choose(app, interaction, app.tables.now().astimezone(timezone(timedelta(minutes=offset))).hour)
    else:
        await _show(app, interaction, reminder)


async def set_reminder(app: App, interaction: Interaction, route: SetReminder) -> None:
    await _choose(app, interaction, min(route.hour, 23))


async def stop_reminder(app: App, interaction: Interaction, _route: StopReminder) -> None:
    await app.club.reminders.choose(interaction.user.id, None)
    back = button(ShowDaily(), tr("Today's deal"))
    await in_place(interaction, Layout(SLATE, tr("No more reminders."), *rows([back])))


async def _offset(app: App, interaction: Interaction) -> int:
    """Return the offset from UTC of a member's clock, as their quiet hours tell it, else of the server's."""
    quiet = read_quiet((await app.members.preferences.of_member(interaction.user.id)).get(QUIET))
    if quiet is not None:
        return quiet.offset
    return (await app.members.preferences.clock_of(interaction.guild_id or 0)).offset


async def _choose(app: App, interaction: Interaction, hour: int) -> None:
    before = app.club.reminders.of(interaction.user.id)
    guild = interaction.guild_id or (before.guild_id if before is not None else 0)
    reminder = Reminder(hour, await _offset(app, interaction), app.tables.now(), guild)
    await app.club.reminders.choose(interaction.user.id, reminder)
    await _show(app, interaction, reminder)


async def _show(app: App, interaction: Interaction, reminder: Reminder) -> None:
    """Show when a reminder comes: at its hour, or when quiet hours end, if that is on the same day of deals."""
    today = number_at(app.tables.now())
    at = reminder.at(today)
    at += quiet_for((await app.members.preferences.of_member(interaction.user.id)).get(QUIET), at)
    layout = Layout(
        SLATE,
        f"### 🔔 {tr('Reminder')}",
        tr("A direct message every day at {time}, unless you have played.", time=moment(at, "t")),
        "⚠ " + tr("That is in your quiet hours; choose another hour.") if at >= ends(today) else None,
        hour_menu(SetReminder, reminder.hour, reminder.offset),
        *rows([button(ShowDaily(), tr("Today's deal")), button(StopReminder(), tr("Stop it"))]),
    )
    await in_place(interaction, layout)


def reminder_message(day: DailyDay) -> Layout:
    return Layout(
        CLOTH,
        day_title(day.number),
        ahead(day),
        *rows(
            [
                button(PlayDaily(day.number), tr("Play"), discord.ButtonStyle.success),
                button(StopReminder(), tr("Send me no more of these")),
            ]
        ),
    )


class ReminderPosts:
    """The sender of reminders to members whose hour has come; a note before and after keeps each to one a day."""

    def __init__(self, client: discord.Client, tables: Tables, club: Club, readers: Readers, outbox: Outbox) -> None:
        self._client, self._tables, self._club = client, tables, club
        self._readers, self._outbox = readers, outbox
        self._loop = Reconciler(self._tell, lambda _user_id: {}, name="a reminder")

    async def settle(self) -> None:
        """Send the reminders that are due, one after the other."""
        if self._loop.is_running():
            return
        for user_id in self._loop.take_due(self._club.reminders.due()):
            await self._loop.sync(user_id)

    async def _tell(self, user_id: int) -> timedelta | None:
        reminders = self._club.reminders
        found, reminder = await reminders.begin(user_id), reminders.of(user_id)
        if not isinstance(found, Telling) or reminder is None:
            return found if isinstance(found, timedelta) else None
        day = await self._club.daily.day(found.number, reminder.guild_id, user_id)
        assert day is not None  # today's deal always exists
        with self._readers.for_member(user_id, reminder.guild_id):
            layout = reminder_message(day)
        try:
            place = await self._client.create_dm(discord.Object(user_id))
            await self._outbox.once(
                place,
                nonce_for("bzr.", user_id, found.number),
                layout,
                since=found.since if found.again else None,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except discord.HTTPException as error:
            if error.status not in _REFUSED or error.status == _TOO_MANY:
                raise
            log.warning("a member could not be reminded: %s", reason(error))
            if takes_no_messages(error):
                await self._tables.preferences.cannot_reach(user_id, DAILY_REMINDER)
        await reminders.note_told(user_id, found.number)
        return None
