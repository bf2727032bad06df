"""Moderators' pages: actions at a table, channels, log and fair play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import discord

from bot.club.moderation import FEW_OTHERS, Measure, MemberRow, ModerationRow, Oddity, PairRow, oddities, shares
from bot.tables import Status, Table, number_of
from bot.tables.decisions.moderating import may_be_sent_away
from bot.ui.kit.controls import ROSE, SLATE, Control, Layout, button, channel_picker, menu, rows
from bot.ui.routes import safety as safety_routes
from bot.ui.routes.safety import (
    LiftBar,
    ListPairs,
    ListReports,
    Moderate,
    ModerationPage,
    ShowPair,
    ShowReport,
    VoidPair,
)
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.text.faces import shown_name, shown_title, title_name
from bot.ui.text.i18n import mark, tr, trn
from bot.ui.text.words import moment, rules_line

_STATES: Final = {
    Status.LOBBY: mark("It has not begun."),
    Status.PLAYING: mark("It is being played."),
    Status.FINISHED: mark("The game is over."),
}
_DONE: Final = {
    Measure.CLOSE: mark("<@{by}> closed table {table}"),
    Measure.SEND_AWAY: mark("<@{by}> took <@{about}> out of table {table}"),
    Measure.VOID: mark("<@{by}> took the rating of table {table} back"),
    Measure.CHANNELS: mark("<@{by}> chose the channels"),
    Measure.CLOSE_REPORT: mark("<@{by}> closed a report"),
    Measure.VOID_PAIR: mark("<@{by}> took ratings of <@{about}> and <@{other}> back: {games}"),
    Measure.LIFT: mark("<@{by}> let <@{about}> play rated games again"),
}


def moderation_page(table: Table, *, rated: bool, said: str = "", report_id: int = 0) -> Layout:
    """Build the private page of a moderator's actions at a table.

    Args:
        rated: Whether its game is over and rated.
        said: A text on what has just been done.
        report_id: The report that led there; 0: none.
    """
    names = ", ".join(shown_name(name) for name in table.names)
    state = tr(_STATES[table.status]) if table.status in _STATES else tr("It is closed.")
    items: list[discord.ui.Item[Any]] = []
    guests = may_be_sent_away(table)
    if guests:
        seated = [
            (title_name(seat.name), safety_routes.SendAway(table.id, seat.user_id), "")
            for seat in table.seats
            if seat.user_id in guests
        ]
        items.append(menu(tr("Take somebody out …"), seated))
    controls: list[Control] = []
    if table.live:
        close = safety_routes.CloseTable(table.id, report_id=report_id)
        controls.append(button(close, tr("Close this table …"), discord.ButtonStyle.danger))
    if rated:
        void = safety_routes.VoidRating(table.id, report_id=report_id)
        controls.append(button(void, tr("Take the rating back …")))
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


def moderation_button() -> Control:
    """Build the button to the first page of moderation."""
    return button(Moderate(), tr("Moderation"))


def reports_button(count: int) -> Control:
    """Build the button to the open reports, with their number."""
    return button(ListReports(), tr("Reports ({count})", count=count) if count else tr("Reports"))


def tables_page(tables: Sequence[Table], reports: int) -> Layout:
    """Build the first page of moderation: the tables of the server, and the way to the other pages.

    Args:
        tables: The newest live tables, as many as fit in the menu.
        reports: Number of open reports.
    """
    named = [
        (
            tr("Table {table}", table=each.number),
            safety_routes.ModerateTable(each.id),
            ", ".join(map(title_name, each.names)),
        )
        for each in tables
    ]
    return Layout(
        SLATE,
        f"### {tr('Moderation')}",
        menu(tr("Moderate a table …"), named) if named else None,
        *rows(
            [
                button(safety_routes.NameTable(), tr("Another table …")),
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
    """Build the question whether to close a table, which leads back to the page that led there."""
    words = (
        tr("Close table {table}? Its game ends for good, without a result.", table=table.number)
        if table.status is Status.PLAYING
        else tr("Close table {table}? Its players can open another one.", table=table.number)
    )
    sure = button(safety_routes.CloseTable(table.id, True, report_id), tr("Close it"), discord.ButtonStyle.danger)
    leave = button(safety_routes.ShowModeration(table.id, report_id), tr("Leave it"))
    return Layout(ROSE, words, *rows([sure, leave]))


def void_question(table: Table, report_id: int) -> Layout:
    """Build the question whether to take back the ratings of a game, which leads back to the page that led there."""
    words = tr(
        "Take the rating of table {table} back? It then counts as friendly, and leaderboards are counted anew. This "
        "cannot be undone.",
        table=table.number,
    )
    sure = button(safety_routes.VoidRating(table.id, True, report_id), tr("Take it back"), discord.ButtonStyle.danger)
    back = ShowReport(report_id) if report_id else safety_routes.ShowModeration(table.id)
    return Layout(ROSE, words, *rows([sure, button(back, tr("Leave it"))]))


def channels_page(channel_ids: Sequence[int], *, saved: bool = False) -> Layout:
    """Build the private page for restricting the bot to some channels."""
    now = (
        tr("Tables open in {channels} only.", channels=", ".join(f"<#{each}>" for each in channel_ids))
        if channel_ids
        else tr("Tables open in every channel where I may post.")
    )
    return Layout(
        SLATE,
        f"### {tr('Channels')}" + (f"\n{tr('Saved.')}" if saved else ""),
        now,
        channel_picker(safety_routes.KeepTo(), tr("All channels"), channel_ids),
        *rows([moderation_button()]),
        "-# " + tr("Their threads count too; tables elsewhere are played to the end."),
    )


def log_page(done: Sequence[ModerationRow]) -> Layout:
    """Build the private page of moderators' latest actions."""
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


PERIODS: Final = (1, 7, 30, 90)
"""The periods that can be chosen, in days."""
USUAL_PERIOD: Final = 30
_MOST_BARRED: Final = 10
_ODD_PAIRS: Final = {
    Oddity.MOSTLY: mark("mostly with each other"),
    Oddity.EARLY: mark("often given up early"),
    Oddity.ONE_SIDED: mark("nearly always the same winner"),
}
_ODD_MEMBERS: Final = {
    Oddity.EARLY: mark("{share}% of the wins by somebody who gave up early"),
    Oddity.NEWCOMERS: mark("{share}% of the wins against accounts with fewer than {few} other rated games"),
    Oddity.SPARED: mark("in {share}% of the games not won somebody else gave up"),
}


def pairs_page(odd: Sequence[PairRow], members: Sequence[MemberRow], days: int) -> Layout:
    """Build the private page of the pairs of members, and of the members, whose rated games look odd.

    Args:
        odd: Those pairs, the oddest first.
        members: Those members, the oddest first.
        days: The period of the games, in days up to now.
    """
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Section(pair_words(row), accessory=button(ShowPair(row.one_id, row.other_id, days), tr("Look …")))
        for row in odd
    ]
    about = tr(
        "By figures alone: mostly together (four fifths), often given up early, or nearly always one winner; for a "
        "member, where half of the wins came from. Look at the games first."
    )
    return Layout(
        SLATE,
        f"### {tr('Pairs that look odd')}",
        None if odd else tr("No pair looks odd in this time."),
        *items,
        "\n".join([f"### {tr('Members whose wins look odd')}", *map(_member_words, members)]) if members else None,
        *rows([*(_period(ListPairs(each), each, days) for each in PERIODS), moderation_button()]),
        f"-# {about}",
    )


def _member_words(row: MemberRow) -> str:
    """Write where a member's wins came from, as far as it looks odd."""
    odd = " · ".join(
        tr(_ODD_MEMBERS[oddity], share=round(100 * share), few=FEW_OTHERS) for oddity, share in shares(row).items()
    )
    won = trn("{count} rated game won of {games}", "{count} rated games won of {games}", row.wins, games=row.games)
    return f"**<@{row.user_id}>** · {won} · {odd}"


def pair_page(row: PairRow | None, two: tuple[int, int], days: int, last_id: int, *, said: str = "") -> Layout:
    """Build the private page of the rated games of two members.

    Args:
        row: The figures of their games; None: there are no games in this period.
        two: The ids of the members.
        days: The period of the games, in days up to now.
        last_id: The number of the newest of the games.
        said: A text on what has just been done.
    """
    one, other = two
    void = VoidPair(one, other, days, last_id)
    return Layout(
        SLATE,
        f"### {tr('Rated games of two members')}" + (f"\n{said}" if said else ""),
        tr("<@{one}> and <@{other}> have no rated games in this time.", one=one, other=other)
        if row is None
        else pair_words(row),
        *rows([_period(ShowPair(one, other, each), each, days) for each in PERIODS]),
        *rows(
            [
                *([button(void, tr("Take the ratings back …"), discord.ButtonStyle.danger)] if row is not None else []),
                button(ListPairs(days), tr("All pairs")),
            ]
        ),
    )


def void_pair_question(two: tuple[int, int], days: int, last_id: int, count: int) -> Layout:
    """Build the question whether to take back the ratings of all games of two members in a period."""
    one, other = two
    words = tr(
        "Take the ratings of {games} of <@{one}> and <@{other}> back? For all who sat there they then count as "
        "friendly. This cannot be undone.",
        games=trn("{count} rated game", "{count} rated games", count),
        one=one,
        other=other,
    )
    sure = button(VoidPair(one, other, days, last_id, sure=True), tr("Take them back"), discord.ButtonStyle.danger)
    return Layout(ROSE, words, *rows([sure, button(ShowPair(one, other, days), tr("Leave it"))]))


def pair_words(row: PairRow) -> str:
    """Write the figures of the rated games of two members."""
    said = [trn("{count} rated game", "{count} rated games", row.games)]
    if row.opposed:
        said.append(
            tr(
                "against each other {mine}% of <@{one}>'s and {theirs}% of <@{other}>'s",
                mine=round(100 * row.opposed / row.one_games), theirs=round(100 * row.opposed / row.other_games),
                one=row.one_id, other=row.other_id,
            )
        )  # fmt: skip
        said.append(tr("won {mine} to {theirs}", mine=row.one_wins, theirs=row.other_wins))
    if row.early:
        said.append(trn("{count} given up early", "{count} given up early", row.early))
    odd = " · ".join(_odd(each) for each in oddities(row))
    return f"**<@{row.one_id}> · <@{row.other_id}>**\n" + " · ".join(said) + (f"\n-# ⚠️ {odd}" if odd else "")


def barred_page(barred: Mapping[int, datetime], *, said: str = "") -> Layout:
    """Build the private page of the members who have left two rated games.

    Args:
        barred: The moment until which each member may open and join no rated tables, by user id.
        said: A text on what has just been done.
    """
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Section(
            tr("<@{user}>, until {moment}", user=user, moment=moment(until, "f")),
            accessory=button(LiftBar(user), tr("Lift")),
        )
        for user, until in sorted(barred.items(), key=lambda each: each[1])[:_MOST_BARRED]
    ]
    about = tr("Two rated games left within 24 hours (by correspondence 7 days): friendly ones only for a day.")
    return Layout(
        SLATE,
        f"### {tr('Members who left rated games')}" + (f"\n{said}" if said else ""),
        None if barred else tr("Nobody is kept from rated tables."),
        *items,
        *rows([moderation_button()]),
        f"-# {about}",
    )


def barred_message(guild: str, until: datetime) -> Layout:
    """Build the direct message to a member who has left two rated games."""
    return Layout(
        SLATE,
        tr(
            "You left two rated games in {server}: no new rated tables until {moment}. All else goes on.",
            server=shown_title(guild),
            moment=moment(until, "f"),
        ),
    )


def _period(route: ListPairs | ShowPair, each: int, days: int) -> Control:
    return button(route, trn("{count} day", "{count} days", each), disabled=each == days)


def _odd(oddity: Oddity) -> str:
    return tr(_ODD_PAIRS[oddity])
