"""Handlers for moderators and for members' reports; who is no moderator (any more) is refused."""

from __future__ import annotations

import asyncio
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord

from bot.club.moderation import Measure
from bot.club.reports import LONGEST_REASON, Report, SharedGame, may_be_reported
from bot.tables import Refused, Status, Table, Why, number_of
from bot.tables.decisions import moderating
from bot.tables.preferences import CHANNELS
from bot.tables.values.restore import recordable
from bot.ui.kit.controls import MOST_OPTIONS, Layout
from bot.ui.kit.reply import Form, in_own_message, in_place, tell
from bot.ui.kit.sight import sight_of
from bot.ui.kit.tree import Entry
from bot.ui.routes.safety import (
    CloseReport,
    CloseTable,
    KeepTo,
    LiftBar,
    ListPairs,
    ListReports,
    Moderate,
    ModerateTable,
    ModerationPage,
    NameTable,
    ReportGame,
    SendAway,
    ShowModeration,
    ShowPair,
    ShowReport,
    VoidPair,
    VoidRating,
)
from bot.ui.text.faces import plain_name
from bot.ui.text.i18n import tr, trn
from bot.ui.text.typed import one_line
from cogs.archive.pages import game_files, game_texts
from cogs.safety.moderation_pages import (
    PERIODS,
    USUAL_PERIOD,
    barred_page,
    channels_page,
    close_question,
    log_page,
    moderation_page,
    pair_page,
    pairs_page,
    tables_page,
    void_pair_question,
    void_question,
)
from cogs.safety.report_pages import report_page, reports_page
from cogs.table.desk import Desk, Interaction

LONGEST_NUMBER: Final = 18
"""Most digits of a table's number."""


async def table(desk: Desk, interaction: Interaction, table_id: int, report_id: int = 0) -> None:
    """Show a moderator the possible actions at a table.

    Raises:
        Refused: The member is no moderator, or there is no such table or report here.
    """
    await _shown(desk, interaction, await _at(desk, interaction, table_id, report_id), report_id=report_id)


async def moderate(desk: Desk, interaction: Interaction, route: Moderate) -> None:
    """Show a moderator a page of moderation."""
    check_moderator(desk, interaction)
    guild = interaction.guild_id or 0
    if route.page is ModerationPage.LOG:
        page = log_page(await desk.club.moderation.latest(guild))
    elif route.page is ModerationPage.CHANNELS:
        page = channels_page(desk.showing.readers.channels_of(guild))
    elif route.page is ModerationPage.LEAVERS:
        page = barred_page(await desk.tables.left_games.barred_in(guild))
    else:
        sight = sight_of(interaction)  # which leaves out channels that the moderator does not see
        seen = (each.id for each in desk.tables.register.of_server(guild) if sight.table(each))
        newest = sorted(seen, reverse=True)
        tables = await desk.tables.several(newest[:MOST_OPTIONS])
        page = tables_page(tables, await desk.club.reports.count(guild))
    await in_place(interaction, page)


async def name_table(desk: Desk, interaction: Interaction, _route: NameTable) -> None:
    """Open the form for the number of a table."""
    check_moderator(desk, interaction)
    words = tr("Moderate a table"), tr("The table's number"), tr("It stands on its board and its result.")
    await interaction.response.send_modal(Entry(*words, "", partial(_named, desk), LONGEST_NUMBER))


async def _named(desk: Desk, interaction: Interaction, typed: str) -> None:
    number = typed.strip().lstrip("#")
    if not (number.isascii() and number.isdigit()):
        raise Refused(Why.NO_SUCH_TABLE, table_id=0)
    await table(desk, interaction, await desk.tables.named(int(number)))


async def show(desk: Desk, interaction: Interaction, route: ShowModeration) -> None:
    """Show the possible actions at a table again."""
    await table(desk, interaction, route.table_id, route.report_id)


async def show_chosen(desk: Desk, interaction: Interaction, route: ModerateTable) -> None:
    """Show the possible actions at a table that was chosen from the menu."""
    await table(desk, interaction, route.number)


async def close(desk: Desk, interaction: Interaction, route: CloseTable) -> None:
    """Close a table, after one question."""
    found = await _at(desk, interaction, route.table_id, route.report_id)
    if found.live and not route.sure:
        await in_place(interaction, close_question(found, route.report_id))
        return
    closed = await desk.tables.ask(found.id, moderating.close)
    await note_done(desk, interaction, Measure.CLOSE, found.id)
    await _done(desk, interaction, closed, route.report_id)
    await desk.show(interaction, closed)


async def send_away(desk: Desk, interaction: Interaction, route: SendAway) -> None:
    """Take a member out of a lobby."""
    found = await _at(desk, interaction, route.table_id)
    after = await desk.tables.ask(found.id, moderating.send_away, route.user_id)
    await note_done(desk, interaction, Measure.SEND_AWAY, found.id, route.user_id)
    await _done(desk, interaction, after)
    await desk.show(interaction, after)


async def void(desk: Desk, interaction: Interaction, route: VoidRating) -> None:
    """Take back the ratings of a game, after one question."""
    found = await _at(desk, interaction, route.table_id, route.report_id)
    if not await desk.club.moderation.is_rated(found.id):
        raise Refused(Why.NOT_RATED, table_id=found.id)
    if not route.sure:
        await in_place(interaction, void_question(found, route.report_id))
        return
    await desk.club.moderation.void(found.guild_id, found.id, interaction.user.id)
    await _done(desk, interaction, found, route.report_id)
    await desk.presenter.results.changed(found.id)


async def keep_to(desk: Desk, interaction: Interaction, route: KeepTo) -> None:
    """Restrict the bot to the chosen channels; without any, it may be used in all."""
    check_moderator(desk, interaction)
    guild = interaction.guild
    wanted = [int(each) for each in route.channels.split() if each.isascii() and each.isdigit()]
    there = [each for each in wanted if guild is not None and guild.get_channel(each) is not None]
    await desk.members.preferences.set_of_server(interaction.guild_id or 0, {CHANNELS: there or None})
    await note_done(desk, interaction, Measure.CHANNELS)
    await in_place(interaction, channels_page(there, saved=True))


def check_moderator(desk: Desk, interaction: Interaction) -> None:
    """Check that the member is a moderator.

    Raises:
        Refused: The member is no moderator, or no longer one.
    """
    if not desk.showing.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


async def _at(desk: Desk, interaction: Interaction, table_id: int, report_id: int = 0) -> Table:
    check_moderator(desk, interaction)
    if report_id:
        await desk.club.reports.get(interaction.guild_id or 0, report_id)
    return await desk.table_here(interaction, table_id)


async def _done(desk: Desk, interaction: Interaction, found: Table, report_id: int = 0) -> None:
    """Close the report that led to what was done, and show it; without one, show the table."""
    if report_id:
        await desk.club.reports.close(found.guild_id, report_id, interaction.user.id)
        await show_report(desk, interaction, ShowReport(report_id))
    else:
        await _shown(desk, interaction, found, tr("Done."))


async def _shown(desk: Desk, interaction: Interaction, found: Table, said: str = "", report_id: int = 0) -> None:
    rated = found.status is Status.FINISHED and await desk.club.moderation.is_rated(found.id)
    layout: Layout = moderation_page(found, rated=rated, said=said, report_id=report_id)
    await in_place(interaction, layout)


async def note_done(
    desk: Desk, interaction: Interaction, what: Measure, table_id: int | None = None, about: int | None = None
) -> None:
    """Store a moderator's action for the log."""
    await desk.club.moderation.log(interaction.guild_id or 0, interaction.user.id, what, table_id, about)


async def pairs(desk: Desk, interaction: Interaction, route: ListPairs | None = None) -> None:
    """Show a moderator the pairs whose rated games look odd."""
    check_moderator(desk, interaction)
    days = _period(USUAL_PERIOD if route is None else route.days)
    guild, since, moderation = interaction.guild_id or 0, _since(desk, days), desk.club.moderation
    odd, members = await moderation.odd_pairs(guild, since), await moderation.odd_members(guild, since)
    await in_place(interaction, pairs_page(odd, members, days))


async def pair(desk: Desk, interaction: Interaction, route: ShowPair, said: str = "") -> None:
    """Show a moderator the rated games of two members."""
    check_moderator(desk, interaction)
    two, days = (route.one_id, route.other_id), _period(route.days)
    row, last = await desk.club.moderation.pair(interaction.guild_id or 0, two, _since(desk, days))
    await in_place(interaction, pair_page(row, two, days, last, said=said))


async def void_pair(desk: Desk, interaction: Interaction, route: VoidPair) -> None:
    """Take back the ratings of all games of two members in a period, after one question."""
    check_moderator(desk, interaction)
    order, guild = desk.club.moderation, interaction.guild_id or 0
    two, days = (route.one_id, route.other_id), _period(route.days)
    since = _since(desk, days)
    if not route.sure:
        row, last = await order.pair(guild, two, since)
        if row is None:
            raise Refused(Why.NO_RATED_GAMES)
        await in_place(interaction, void_pair_question(two, days, last, row.games))
        return
    games = await order.void_pair(guild, two, since, route.last_id, interaction.user.id)
    said = trn("{count} rating was taken back.", "{count} ratings were taken back.", len(games))
    await pair(desk, interaction, ShowPair(*two, days), said)
    for number in games:  # their results in the channels now say so
        await desk.presenter.results.changed(number)


async def lift(desk: Desk, interaction: Interaction, route: LiftBar) -> None:
    """Lift the bar that keeps a member from rated tables."""
    check_moderator(desk, interaction)
    guild = interaction.guild_id or 0
    if await desk.tables.left_games.lift(guild, route.user_id):
        await desk.club.moderation.log(guild, interaction.user.id, Measure.LIFT, about_id=route.user_id)
    await in_place(interaction, barred_page(await desk.tables.left_games.barred_in(guild), said=tr("Done.")))


def _period(days: int) -> int:
    return days if days in PERIODS else USUAL_PERIOD


def _since(desk: Desk, days: int) -> datetime:
    return desk.tables.now() - timedelta(days=days)


_NOBODY, _NO_GAME = "game", "none"
"""The entries of the forms for a report of a game alone, and of a member without a game."""


# ------------------------------------------------------------------------------------------------ members


async def report_game(desk: Desk, interaction: Interaction, route: ReportGame) -> None:
    """Open the form for a report from the button under a result."""
    table = await _game(desk, interaction, route.table_id)
    await desk.club.reports.check(interaction.user.id)
    await interaction.response.send_modal(GameReport(desk, table, interaction.user.id))


async def report_member(desk: Desk, interaction: Interaction, member: discord.User | discord.Member) -> None:
    """Open the form for a report of a member.

    Raises:
        Refused: The reported one is oneself or a bot, or the member has made too many reports today.
    """
    if member.id == interaction.user.id:
        raise Refused(Why.REPORT_SELF)
    if member.bot:
        raise Refused(Why.REPORT_NOBODY)
    await desk.club.reports.check(interaction.user.id)
    shared = await desk.club.reports.shared_games(interaction.guild_id or 0, interaction.user.id, member.id)
    await interaction.response.send_modal(MemberReport(desk, member, shared))


class _Report(Form):
    """A form for the subject and the reason of a report."""

    def __init__(self, desk: Desk, title: str, label: str, about: list[discord.SelectOption]) -> None:
        super().__init__(title=title, timeout=900)
        self._desk = desk
        self.about: discord.ui.Select[_Report] = discord.ui.Select(options=about)
        self.reason: discord.ui.TextInput[_Report] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph, max_length=LONGEST_REASON, required=False
        )
        told = tr("For this server's moderators; whoever runs me can read it too.")
        self.add_item(discord.ui.Label(text=label, component=self.about))
        self.add_item(discord.ui.Label(text=tr("What happened?"), description=told, component=self.reason))

    async def _make(self, interaction: Interaction, guild_id: int, reported_id: int | None, game: int | None) -> None:
        reason = one_line(self.reason.value, LONGEST_REASON)
        await self._desk.club.reports.make(guild_id, interaction.user.id, reported_id, game, reason)
        await tell(
            interaction, tr("Thank you. Your report is for this server's moderators; whoever runs me can read it too.")
        )

    @property
    def _chosen(self) -> str:
        return (self.about.values or [""])[0]


class GameReport(_Report):
    """A form for a report of one of a game's players, or of the game alone."""

    def __init__(self, desk: Desk, table: Table, user_id: int) -> None:
        options = [
            discord.SelectOption(label=plain_name(table.names[seat])[:100], value=str(seat))
            for seat in may_be_reported(table, user_id)
        ]
        options.append(discord.SelectOption(label=tr("The game, and nobody in it"), value=_NOBODY))
        super().__init__(desk, tr("Report table {table}", table=table.number), tr("Who or what is reported?"), options)
        self._table_id = table.id

    async def submitted(self, interaction: Interaction) -> None:
        """Store the report; a member who may not see the game any more is refused."""
        table = await _game(self._desk, interaction, self._table_id)
        seats = {str(seat): table.users[seat] for seat in may_be_reported(table, interaction.user.id)}
        if self._chosen != _NOBODY and self._chosen not in seats:
            raise Refused(Why.REPORT_NOBODY)
        await self._make(interaction, table.guild_id, seats.get(self._chosen), table.id)


class MemberReport(_Report):
    """A form for a report of a member, about a game or none."""

    def __init__(self, desk: Desk, member: discord.User | discord.Member, shared: list[SharedGame]) -> None:
        options = [discord.SelectOption(label=tr("No game"), value=_NO_GAME, default=True)]
        options += [
            discord.SelectOption(
                label=tr("Table {table}", table=number_of(game)), value=str(game), description=began.date().isoformat()
            )
            for game, began in shared
        ]
        name = plain_name(member.display_name)
        super().__init__(desk, tr("Report {name}", name=name)[:45], tr("Is it about a game with them?"), options)
        self._member_id = member.id
        self._shared = [game for game, _ in shared]

    async def submitted(self, interaction: Interaction) -> None:
        """Store the report; a game that the two have not played together is refused."""
        game = next((each for each in self._shared if str(each) == self._chosen), None)
        if game is not None:
            game = (await _game(self._desk, interaction, game)).id
        elif self._chosen != _NO_GAME:
            raise Refused(Why.NO_SUCH_TABLE, table_id=0)
        await self._make(interaction, interaction.guild_id or 0, self._member_id, game)


async def _game(desk: Desk, interaction: Interaction, table_id: int) -> Table:
    """Return a game that a member may report: one that has begun, and that they may know of.

    Raises:
        Refused: There is no game with that number here, or it has not begun.
    """
    table = await desk.table_here(interaction, table_id)
    if table.private:
        raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
    if table.started_at is None:
        raise Refused(Why.NOT_STARTED, table_id=table_id)
    return table


# ------------------------------------------------------------------------------------------------ moderators


async def list_reports(desk: Desk, interaction: Interaction, route: ListReports | None = None, said: str = "") -> None:
    """Show a moderator the open reports."""
    check_moderator(desk, interaction)
    found = await desk.club.reports.open(interaction.guild_id or 0, 0 if route is None else route.page)
    tables = [await _table(desk, report) for report in found.reports]
    await in_place(interaction, reports_page(found, {each.id: each for each in tables if each is not None}, said=said))


async def show_report(desk: Desk, interaction: Interaction, route: ShowReport) -> None:
    """Show a moderator one report, with the record of its game if the game is over."""
    check_moderator(desk, interaction)
    report = await desk.club.reports.get(interaction.guild_id or 0, route.report_id)
    table, files = await _table(desk, report), list[discord.File]()
    if table is not None and not table.live and recordable(table):
        desk.costly(interaction)
        record, story = await asyncio.to_thread(game_texts, table)
        files = game_files(table, record, story)[:1]
    rated = table is not None and table.status is Status.FINISHED and await desk.club.moderation.is_rated(table.id)
    done = await desk.club.moderation.since(report)
    layout = report_page(report, table, files[0] if files else None, done, rated=rated)
    if in_own_message(interaction):
        await interaction.response.edit_message(view=layout, attachments=files)
    else:
        await interaction.response.send_message(view=layout, files=files, ephemeral=True)


async def close_report(desk: Desk, interaction: Interaction, route: CloseReport) -> None:
    """Close a report, and show the others."""
    check_moderator(desk, interaction)
    guild = interaction.guild_id or 0
    game = (await desk.club.reports.get(guild, route.report_id)).game_id
    if await desk.club.reports.close(guild, route.report_id, interaction.user.id):
        await note_done(desk, interaction, Measure.CLOSE_REPORT, game)
    await list_reports(desk, interaction, said=tr("Done."))


async def _table(desk: Desk, report: Report) -> Table | None:
    """Return the table of the game that a report is about; None if there is none, or its record is damaged."""
    try:
        return None if report.game_id is None else await desk.tables.get(report.game_id)
    except Refused:
        return None
