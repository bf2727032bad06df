"""What moderators can do at a table and with the server's channels; who is no moderator (any more) is refused."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import discord

from bot.club.moderation import Measure
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import moderating
from bot.tables.decisions.moderating import may_be_sent_away
from bot.tables.preferences import CHANNELS
from bot.ui.kit.controls import MOST_OPTIONS, ROSE, SLATE, Control, Layout, button, channel_picker, menu, rows
from bot.ui.kit.reply import in_place
from bot.ui.kit.tree import Entry
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.safety import (
    CloseTable,
    KeepTo,
    ListPairs,
    Moderate,
    ModerateTable,
    ModerationPage,
    NameTable,
    SendAway,
    ShowModeration,
    ShowReport,
    VoidRating,
)
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.text.faces import shown_name, title_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import rules_line
from cogs.safety import check_moderator, log_page, moderation_button, note_done, reports_button, show_report
from cogs.safety.fair_play import USUAL_PERIOD, barred_page
from cogs.table.app import App, Interaction

LONGEST_NUMBER: Final = 18
"""Most digits of a table's number."""


async def table(app: App, interaction: Interaction, table_id: int, report_id: int = 0) -> None:
    await _shown(app, interaction, await _at(app, interaction, table_id, report_id), report_id=report_id)


async def moderate(app: App, interaction: Interaction, route: Moderate) -> None:
    check_moderator(app, interaction)
    guild = interaction.guild_id or 0
    if route.page is ModerationPage.LOG:
        page = log_page(await app.club.moderation.latest(guild))
    elif route.page is ModerationPage.CHANNELS:
        page = channels_page(app.renderer.readers.channels_of(guild))
    elif route.page is ModerationPage.LEAVERS:
        page = barred_page(await app.tables.left_games.barred_in(guild))
    else:
        visibility = visibility_of(interaction)  # which leaves out channels that the moderator does not see
        seen = (each.id for each in app.tables.memory.live.of_server(guild) if visibility.table(each))
        newest = await app.tables.several(sorted(seen, reverse=True)[:MOST_OPTIONS])
        page = tables_page(newest, await app.club.reports.count(guild))
    await in_place(interaction, page)


async def name_table(app: App, interaction: Interaction, _route: NameTable) -> None:
    check_moderator(app, interaction)
    words = tr("Moderate a table"), tr("The table's number"), tr("It stands on its board and its result.")
    await interaction.response.send_modal(Entry(*words, "", partial(_named, app), LONGEST_NUMBER))


async def _named(app: App, interaction: Interaction, typed: str) -> None:
    number = typed.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()):
        raise Refused(Why.NO_SUCH_TABLE, table_id=0)
    await table(app, interaction, await app.tables.named(int(number)))


async def show(app: App, interaction: Interaction, route: ShowModeration) -> None:
    await table(app, interaction, route.table_id, route.report_id)


async def show_chosen(app: App, interaction: Interaction, route: ModerateTable) -> None:
    await table(app, interaction, route.number)


async def close(app: App, interaction: Interaction, route: CloseTable) -> None:
    found = await _at(app, interaction, route.table_id, route.report_id)
    if found.live and not route.sure:
        await in_place(interaction, close_question(found, route.report_id))
        return
    closed = await app.tables.ask(found.id, moderating.close)
    await note_done(app, interaction, Measure.CLOSE, found.id)
    await _done(app, interaction, closed, route.report_id)
    await app.show(interaction, closed)


async def send_away(app: App, interaction: Interaction, route: SendAway) -> None:
    found = await _at(app, interaction, route.table_id)
    after = await app.tables.ask(found.id, moderating.send_away, route.user_id)
    await note_done(app, interaction, Measure.SEND_AWAY, found.id, route.user_id)
    await _done(app, interaction, after)
    await app.show(interaction, after)


async def void(app: App, interaction: Interaction, route: VoidRating) -> None:
    found = await _at(app, interaction, route.table_id, route.report_id)
    if not await app.club.moderation.is_rated(found.id):
        raise Refused(Why.NOT_RATED, table_id=found.id)
    if not route.sure:
        await in_place(interaction, void_question(found, route.report_id))
        return
    await app.club.moderation.void(found.guild_id, found.id, interaction.user.id)
    await _done(app, interaction, found, route.report_id)
    await app.results.changed(found.id)


async def keep_to(app: App, interaction: Interaction, route: KeepTo) -> None:
    check_moderator(app, interaction)
    guild = interaction.guild
    wanted = [int(each) for each in route.channels.split() if each.isascii() and each.isdigit()]
    there = [each for each in wanted if guild is not None and guild.get_channel(each) is not None]
    await app.members.preferences.set_of_server(interaction.guild_id or 0, {CHANNELS: there or None})
    await note_done(app, interaction, Measure.CHANNELS)
    await in_place(interaction, channels_page(there, saved=True))


async def _at(app: App, interaction: Interaction, table_id: int, report_id: int = 0) -> Table:
    check_moderator(app, interaction)
    if report_id:
        await app.club.reports.get(interaction.guild_id or 0, report_id)
    return await app.table_here(interaction, table_id)


async def _done(app: App, interaction: Interaction, found: Table, report_id: int = 0) -> None:
    """Close the report that led to what was done, and show it; without one, show the table."""
    if report_id:
        await app.club.reports.close(found.guild_id, report_id, interaction.user.id)
        await show_report(app, interaction, ShowReport(report_id))
    else:
        await _shown(app, interaction, found, tr("Done."))


async def _shown(app: App, interaction: Interaction, found: Table, said: str = "", report_id: int = 0) -> None:
    rated = found.status is Status.FINISHED and await app.club.moderation.is_rated(found.id)
    await in_place(interaction, moderation_page(found, rated=rated, said=said, report_id=report_id))


_STATES: Final = {
    Status.LOBBY: mark("It has not begun."),
    Status.PLAYING: mark("It is being played."),
    Status.FINISHED: mark("The game is over."),
}


def moderation_page(table: Table, *, rated: bool, said: str = "", report_id: int = 0) -> Layout:
    """Build the page of a moderator's actions at a table, whose game may be over and rated."""
    names = ", ".join(shown_name(name) for name in table.names)
    state = tr(_STATES[table.status]) if table.status in _STATES else tr("It is closed.")
    items: list[discord.ui.Item[Any]] = []
    if guests := may_be_sent_away(table):
        seated = [
            (title_name(seat.name), SendAway(table.id, seat.user_id), "")
            for seat in table.seats
            if seat.user_id in guests
        ]
        items.append(menu(tr("Take somebody out …"), seated))
    controls: list[Control] = []
    if table.live:
        ending = CloseTable(table.id, report_id=report_id)
        controls.append(button(ending, tr("Close this table …"), discord.ButtonStyle.danger))
    if rated:
        controls.append(button(VoidRating(table.id, report_id=report_id), tr("Take the rating back …")))
    nothing = tr("Nothing to do here.") if not items and not controls else None
    back = button(ShowReport(report_id), tr("Back to the report")) if report_id else moderation_button()
    return Layout(
        SLATE,
        f"### {tr('Moderating table {table}', table=table.number)}" + (f"\n{said}" if said else ""),
        f"{names}\n-# {rules_line(table.rules, table.terms.preset)}\n{state}",
        nothing,
        *items,
        *rows([*controls, back]),
        "-# " + tr("Kept for a year, for the moderators."),
    )


def tables_page(tables: Sequence[Table], reports: int) -> Layout:
    """Build the first page of moderation: the newest tables, the number of open reports, and the other pages."""
    named = [
        (tr("Table {table}", table=each.number), ModerateTable(each.id), ", ".join(map(title_name, each.names)))
        for each in tables
    ]
    return Layout(
        SLATE,
        f"### {tr('Moderation')}",
        menu(tr("Moderate a table …"), named) if named else None,
        *rows(
            [
                button(NameTable(), tr("Another table …")),
                reports_button(reports),
                button(ListPairs(USUAL_PERIOD), tr("Odd pairs")),
                button(Moderate(ModerationPage.LEAVERS), tr("Leavers")),
                button(Moderate(ModerationPage.CHANNELS), tr("Channels")),
                button(Moderate(ModerationPage.LOG), tr("Log")),
                button(ShowSettings(Whose.SERVER), tr("Server's settings")),
            ],
            4,
        ),
    )


def close_question(table: Table, report_id: int) -> Layout:
    words = (
        tr("Close table {table}? Its game ends for good, without a result.", table=table.number)
        if table.status is Status.PLAYING
        else tr("Close table {table}? Its players can open another one.", table=table.number)
    )
    sure = button(CloseTable(table.id, True, report_id), tr("Close it"), discord.ButtonStyle.danger)
    return Layout(ROSE, words, *rows([sure, button(ShowModeration(table.id, report_id), tr("Leave it"))]))


def void_question(table: Table, report_id: int) -> Layout:
    words = tr(
        "Take the rating of table {table} back? It then counts as friendly, in leaderboards too. It cannot be undone.",
        table=table.number,
    )
    sure = button(VoidRating(table.id, True, report_id), tr("Take it back"), discord.ButtonStyle.danger)
    back = ShowReport(report_id) if report_id else ShowModeration(table.id)
    return Layout(ROSE, words, *rows([sure, button(back, tr("Leave it"))]))


def channels_page(channel_ids: Sequence[int], *, saved: bool = False) -> Layout:
    now = (
        tr("Tables open in {channels} only.", channels=", ".join(f"<#{each}>" for each in channel_ids))
        if channel_ids
        else tr("Tables open in every channel where I may post.")
    )
    return Layout(
        SLATE,
        f"### {tr('Channels')}" + (f"\n{tr('Saved.')}" if saved else ""),
        now,
        channel_picker(KeepTo(), tr("All channels"), channel_ids),
        *rows([moderation_button()]),
        "-# " + tr("Their threads count too; tables elsewhere are played to the end."),
    )
