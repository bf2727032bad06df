"""Moderators' pages on fair play: pairs of members whose rated games look odd, and members who left rated games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

import discord

from bot.club.moderation.pairs import Oddity, oddities
from bot.club.moderation.service import PairRow
from bot.ui.kit.controls import ROSE, SLATE, Control, Layout, button, rows
from bot.ui.routes.safety import LiftBar, ListPairs, ShowPair, VoidPair
from bot.ui.text.faces import shown_title
from bot.ui.text.i18n import tr, trn
from bot.ui.text.words import moment

PERIODS: Final = (1, 7, 30, 90)
"""The periods that can be chosen, in days."""
USUAL_PERIOD: Final = 30
_MOST_BARRED: Final = 10


def pairs_page(odd: Sequence[PairRow], days: int) -> Layout:
    """Build the private page of the pairs of members whose rated games look odd.

    Args:
        odd: Those pairs, the oddest first.
        days: The period of the games, in days up to now.
    """
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Section(pair_words(row), accessory=button(ShowPair(row.one_id, row.other_id, days), tr("Look …")))
        for row in odd
    ]
    about = tr(
        "By figures alone: four fifths of a member's rated games against one other member, games given up early, or "
        "nearly all won by one. That can have good reasons, so look at the games before you decide."
    )
    return Layout(
        SLATE,
        f"### {tr('Pairs that look odd')}",
        None if odd else tr("No two members' rated games look odd in this time."),
        *items,
        *rows([_period(ListPairs(each), each, days) for each in PERIODS]),
        f"-# {about}",
    )


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
    words = trn(
        "Take the rating of {count} game of <@{one}> and <@{other}> back? It stays, and counts as if it had been "
        "friendly, also for others who sat there. That cannot be undone.",
        "Take the ratings of {count} games of <@{one}> and <@{other}> back? They stay, and count as if they had been "
        "friendly, also for others who sat there. That cannot be undone.",
        count,
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
                "against each other {mine} % of <@{one}>'s and {theirs} % of <@{other}>'s",
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
    about = tr(
        "Who leaves two rated games within 24 hours (by correspondence within 7 days) opens and joins no rated tables "
        "for a day."
    )
    return Layout(
        SLATE,
        f"### {tr('Members who left rated games')}" + (f"\n{said}" if said else ""),
        None if barred else tr("Nobody is kept from rated tables now."),
        *items,
        f"-# {about}",
    )


def barred_message(guild: str, until: datetime) -> Layout:
    """Build the direct message to a member who has left two rated games."""
    return Layout(
        SLATE,
        tr(
            "You left two rated games in {server}, so you open and join no rated tables there until {moment}. Games in "
            "play and tournaments go on, and friendly tables are possible.",
            server=shown_title(guild),
            moment=moment(until, "f"),
        ),
    )


def _period(route: ListPairs | ShowPair, each: int, days: int) -> Control:
    return button(route, trn("{count} day", "{count} days", each), disabled=each == days)


def _odd(oddity: Oddity) -> str:
    return {
        Oddity.MOSTLY: tr("mostly with each other"),
        Oddity.EARLY: tr("often given up early"),
        Oddity.ONE_SIDED: tr("nearly always the same winner"),
    }[oddity]
