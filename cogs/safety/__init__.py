"""Reports of members and games: the menu and forms to make one, and the pages where moderators read and close them."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import discord
from discord.ext import commands

from bot.club.moderation import Measure, ModerationRow
from bot.club.reports import LONGEST_REASON, OpenReports, Report, SharedGame, may_be_reported
from bot.tables import Refused, Status, Table, Why, number_of
from bot.tables.values.record import recordable
from bot.ui.kit.controls import SLATE, Control, Layout, Page, button, rows
from bot.ui.kit.reply import Form, in_own_message, in_place, tell
from bot.ui.kit.tree import add_user_menu
from bot.ui.routes.safety import CloseReport, ListReports, Moderate, ReportGame, ShowModeration, ShowReport, VoidRating
from bot.ui.text.faces import plain_name, shown_name
from bot.ui.text.i18n import mark, pair, tr
from bot.ui.text.typed import one_line, shown_line
from bot.ui.text.words import joined, moment
from cogs.archive import game_files, game_texts
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot

_NOBODY, _NO_GAME = "game", "none"
"""The entries of the forms for a report of a game alone, and of a member without a game."""


async def report_game(app: App, interaction: Interaction, route: ReportGame) -> None:
    table = await _game(app, interaction, route.table_id)
    await app.club.reports.check(interaction.user.id)
    await interaction.response.send_modal(GameReport(app, table, interaction.user.id))


async def report_member(app: App, interaction: Interaction, member: discord.User | discord.Member) -> None:
    if member.id == interaction.user.id:
        raise Refused(Why.REPORT_SELF)
    if member.bot:
        raise Refused(Why.REPORT_NOBODY)
    await app.club.reports.check(interaction.user.id)
    shared = await app.club.reports.shared_games(interaction.guild_id or 0, interaction.user.id, member.id)
    await interaction.response.send_modal(MemberReport(app, member, shared))


class _Report(Form):
    """A form for the subject and the reason of a report."""

    def __init__(self, app: App, title: str, label: str, about: list[discord.SelectOption]) -> None:
        super().__init__(title=title, timeout=900)
        self._desk = app
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
        await tell(interaction, tr("Thank you. This server's moderators read it; whoever runs me can, too."))

    @property
    def _chosen(self) -> str:
        return (self.about.values or [""])[0]


class GameReport(_Report):
    """A form for a report of one of a game's players, or of the game alone."""

    def __init__(self, app: App, table: Table, user_id: int) -> None:
        options = [
            discord.SelectOption(label=plain_name(table.names[seat])[:100], value=str(seat))
            for seat in may_be_reported(table, user_id)
        ]
        options.append(discord.SelectOption(label=tr("The game, and nobody in it"), value=_NOBODY))
        super().__init__(app, tr("Report table {table}", table=table.number), tr("Who or what is reported?"), options)
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

    def __init__(self, app: App, member: discord.User | discord.Member, shared: list[SharedGame]) -> None:
        options = [discord.SelectOption(label=tr("No game"), value=_NO_GAME, default=True)]
        options += [
            discord.SelectOption(
                label=tr("Table {table}", table=number_of(game)), value=str(game), description=began.date().isoformat()
            )
            for game, began in shared
        ]
        name = plain_name(member.display_name)
        super().__init__(app, tr("Report {name}", name=name)[:45], tr("Is it about a game with them?"), options)
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


async def _game(app: App, interaction: Interaction, table_id: int) -> Table:
    """Return a game that a member may report: one that has begun, and that they may know of."""
    table = await app.table_here(interaction, table_id)
    if table.private:
        raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
    if table.started_at is None:
        raise Refused(Why.NOT_STARTED, table_id=table_id)
    return table


async def list_reports(app: App, interaction: Interaction, route: ListReports | None = None, said: str = "") -> None:
    check_moderator(app, interaction)
    found = await app.club.reports.open(interaction.guild_id or 0, 0 if route is None else route.page)
    tables = [await _table(app, report) for report in found.reports]
    await in_place(interaction, reports_page(found, {each.id: each for each in tables if each is not None}, said=said))


async def show_report(app: App, interaction: Interaction, route: ShowReport) -> None:
    check_moderator(app, interaction)
    report = await app.club.reports.get(interaction.guild_id or 0, route.report_id)
    table, files = await _table(app, report), list[discord.File]()
    if table is not None and not table.live and recordable(table):
        app.costly(interaction)
        record, story = await asyncio.to_thread(game_texts, table)
        files = game_files(table, record, story)[:1]
    rated = table is not None and table.status is Status.FINISHED and await app.club.moderation.is_rated(table.id)
    done = await app.club.moderation.since(report)
    layout = report_page(report, table, files[0] if files else None, done, rated=rated)
    if in_own_message(interaction):
        await interaction.response.edit_message(view=layout, attachments=files)
    else:
        await interaction.response.send_message(view=layout, files=files, ephemeral=True)


async def close_report(app: App, interaction: Interaction, route: CloseReport) -> None:
    check_moderator(app, interaction)
    guild = interaction.guild_id or 0
    game = (await app.club.reports.get(guild, route.report_id)).game_id
    if await app.club.reports.close(guild, route.report_id, interaction.user.id):
        await note_done(app, interaction, Measure.CLOSE_REPORT, game)
    await list_reports(app, interaction, said=tr("Done."))


async def _table(app: App, report: Report) -> Table | None:
    """Return the table of the game that a report is about; None if there is none, or its record is damaged."""
    try:
        return None if report.game_id is None else await app.tables.get(report.game_id)
    except Refused:
        return None


def reports_page(found: OpenReports, tables: Mapping[int, Table], *, said: str = "") -> Layout:
    """Build a page of the open reports of a server; `tables` holds their games, as far as they can be read."""
    items: list[discord.ui.Item[Any] | str] = []
    for report in found.reports:
        items.append(_told(report, tables.get(report.game_id or 0)))
        items += rows([button(ShowReport(report.id), tr("Open")), _done(report)])
    return Layout(
        SLATE,
        f"### {pair(tr('Open reports'), str(found.count))}" + (f"\n{said}" if said else ""),
        *items,
        *rows([*Page(found.page, found.pages).controls(ListReports), moderation_button()]),
        "-# " + tr("This is for moderators; those reported are not told."),
    )


def report_page(
    report: Report,
    table: Table | None,
    record: discord.File | None,
    done: Sequence[ModerationRow],
    *,
    rated: bool,
) -> Layout:
    """Build the page of one report, with what moderators have `done` since at that game or about that member."""
    controls: list[Control] = [] if report.closed_at is not None else [_done(report)]
    if table is not None:
        at_table = tr("Moderating table {table}", table=table.number)
        controls.append(button(ShowModeration(table.id, report.id), at_table))
        if rated:
            controls.append(button(VoidRating(table.id, report_id=report.id), tr("Take the rating back …")))
    controls.append(button(ListReports(), tr("All reports")))
    attached: discord.ui.Item[Any] | str | None = None
    if record is not None:
        attached = discord.ui.File(record)
    elif table is not None and table.live:
        attached = tr("The record holds every card, and comes after the end.")
    closed = "" if report.closed_at is None else "\n" + tr("Closed {moment}.", moment=moment(report.closed_at, "f"))
    words = _told(report, table) + "".join(f"\n-# {log_line(row)}" for row in done) + closed
    return Layout(SLATE, f"### {tr('Report {number}', number=number_of(report.id))}", words, attached,
                  *rows(controls))  # fmt: skip


def _done(report: Report) -> Control:
    return button(CloseReport(report.id), tr("Done"), discord.ButtonStyle.success)


def _told(report: Report, table: Table | None) -> str:
    lines = [
        tr("<@{by}> reports <@{about}>", by=report.reporter_id, about=report.reported_id)
        if report.reported_id is not None
        else tr("<@{by}> reports a game", by=report.reporter_id)
    ]
    lines[0] += f" · {moment(report.at, 'f')}"
    if table is not None:
        posted = table.message("result") or table.message("board") or table.message("table")
        place = f"https://discord.com/channels/{table.guild_id}/"
        place += str(table.channel_id) if posted is None else f"{posted.channel_id}/{posted.message_id}"
        names = joined([shown_name(name) for name in table.names])
        lines.append(f"[{tr('Table {table}', table=table.number)}]({place}) · {names}")
    lines.append(shown_line(report.reason, LONGEST_REASON) if report.reason else tr("No reason given."))
    return "\n".join(lines)


def reports_button(count: int) -> Control:
    return button(ListReports(), tr("Reports ({count})", count=count) if count else tr("Reports"))


MENU_NAME = mark("Report")


class ReportCog(commands.Cog):
    """The user menu that reports a member."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        add_user_menu(bot.tree, MENU_NAME, self._from_menu)

    async def _from_menu(self, interaction: discord.Interaction[Any], member: discord.User) -> None:
        await report_member(self.bot.app, interaction, member)


async def setup(bot: BeziqueBot) -> None:
    """Add the user menu of this room to the bot."""
    await bot.add_cog(ReportCog(bot))


# ---------------------------------------------------------------- who is a moderator, and what moderators have done


def check_moderator(app: App, interaction: Interaction) -> None:
    """Refuse a member who is no moderator, or no longer one."""
    if not app.renderer.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


async def note_done(
    app: App, interaction: Interaction, what: Measure, table_id: int | None = None, about: int | None = None
) -> None:
    await app.club.moderation.log(interaction.guild_id or 0, interaction.user.id, what, table_id, about)


_DONE: Final = {
    Measure.CLOSE: mark("<@{by}> closed table {table}"),
    Measure.SEND_AWAY: mark("<@{by}> took <@{about}> out of table {table}"),
    Measure.VOID: mark("<@{by}> took the rating of table {table} back"),
    Measure.CHANNELS: mark("<@{by}> chose the channels"),
    Measure.CLOSE_REPORT: mark("<@{by}> closed a report"),
    Measure.VOID_PAIR: mark("<@{by}> took ratings of <@{about}> and <@{other}> back: {games}"),
    Measure.LIFT: mark("<@{by}> let <@{about}> play rated games again"),
}


def log_page(done: Sequence[ModerationRow]) -> Layout:
    lines = [log_line(row) for row in done if row.what in set(Measure)]
    return Layout(
        SLATE,
        f"### {tr('What moderators have done')}",
        "\n".join(lines) or tr("Nothing yet."),
        *rows([moderation_button()]),
    )


def log_line(row: ModerationRow) -> str:
    """Write one action of a moderator, with its moment."""
    words = tr(
        _DONE[Measure(row.what)],
        by=row.by_id, table=number_of(row.game_id or 0), about=row.about_id, other=row.other_id, games=row.games,
    )  # fmt: skip
    return f"{words} · {moment(row.at, 'f')}"


def moderation_button() -> Control:
    return button(Moderate(), tr("Moderation"))
