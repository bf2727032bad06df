"""Pairs and members whose rated games look odd, and members who may join no rated tables for a day.

A member who may not is told by a direct message. A note is stored before it is sent, so a crash in between leads to no
message and never to two. The refusal at a rated table says the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.club.moderation import FEW_OTHERS, Measure, MemberRow, Oddity, PairRow, oddities, shares
from bot.tables import DatabaseError, Refused, Tables, Why
from bot.ui.kit.controls import ROSE, SLATE, Control, Layout, button, rows
from bot.ui.kit.outbox import Outbox, nonce_for
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import in_place
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.safety import LiftBar, ListPairs, ShowPair, VoidPair
from bot.ui.text.faces import shown_title
from bot.ui.text.i18n import mark, tr, trn
from bot.ui.text.words import moment
from cogs.safety import check_moderator, moderation_button, note_done
from cogs.table.app import App, Interaction

log = logging.getLogger(__name__)

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


async def pairs(app: App, interaction: Interaction, route: ListPairs | None = None) -> None:
    check_moderator(app, interaction)
    days = _period(USUAL_PERIOD if route is None else route.days)
    guild, since, moderation = interaction.guild_id or 0, _since(app, days), app.club.moderation
    odd, members = await moderation.odd_pairs(guild, since), await moderation.odd_members(guild, since)
    await in_place(interaction, pairs_page(odd, members, days))


async def pair(app: App, interaction: Interaction, route: ShowPair, said: str = "") -> None:
    check_moderator(app, interaction)
    two, days = (route.one_id, route.other_id), _period(route.days)
    row, last = await app.club.moderation.pair(interaction.guild_id or 0, two, _since(app, days))
    await in_place(interaction, pair_page(row, two, days, last, said=said))


async def void_pair(app: App, interaction: Interaction, route: VoidPair) -> None:
    check_moderator(app, interaction)
    moderation, guild = app.club.moderation, interaction.guild_id or 0
    two, days = (route.one_id, route.other_id), _period(route.days)
    since = _since(app, days)
    if not route.sure:
        row, last = await moderation.pair(guild, two, since)
        if row is None:
            raise Refused(Why.NO_RATED_GAMES)
        await in_place(interaction, void_pair_question(two, days, last, row.games))
        return
    games = await moderation.void_pair(guild, two, since, route.last_id, interaction.user.id)
    said = trn("{count} rating was taken back.", "{count} ratings were taken back.", len(games))
    await pair(app, interaction, ShowPair(*two, days), said)
    for number in games:  # their results in the channels now say so
        await app.results.changed(number)


def _period(days: int) -> int:
    return days if days in PERIODS else USUAL_PERIOD


def _since(app: App, days: int) -> datetime:
    return app.tables.now() - timedelta(days=days)


def pairs_page(odd: Sequence[PairRow], members: Sequence[MemberRow], days: int) -> Layout:
    """Build the page of the pairs and the members whose rated games of the last days look odd, the oddest first."""
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Section(pair_words(row), accessory=button(ShowPair(row.one_id, row.other_id, days), tr("Look …")))
        for row in odd
    ]
    about = tr(
        "By figures alone: *mostly* is four fifths, *often* a quarter, *nearly always* nine in ten; members stand here"
        " from one half on. Look at the games."
    )
    return Layout(
        SLATE,
        f"### {tr('Pairs that look odd')}",
        None if odd else tr("No pair looks odd in this time."),
        *items,
        "\n".join([f"### {tr('Members whose wins look odd')}", *map(_member_words, members)]) if members else None,
        *rows([*_period_buttons(ListPairs, days), moderation_button()]),
        f"-# {about}",
    )


def _member_words(row: MemberRow) -> str:
    odd = " · ".join(
        tr(_ODD_MEMBERS[oddity], share=round(100 * share), few=FEW_OTHERS) for oddity, share in shares(row).items()
    )
    won = trn("{count} rated game won of {games}", "{count} rated games won of {games}", row.wins, games=row.games)
    return f"**<@{row.user_id}>** · {won} · {odd}"


def pair_page(row: PairRow | None, two: tuple[int, int], days: int, last_id: int, *, said: str = "") -> Layout:
    """Build the page of the rated games of two members in the last days."""
    one, other = two
    void = button(VoidPair(one, other, days, last_id), tr("Take the ratings back …"), discord.ButtonStyle.danger)
    return Layout(
        SLATE,
        f"### {tr('Rated games of two members')}" + (f"\n{said}" if said else ""),
        tr("<@{one}> and <@{other}> have no rated games in this time.", one=one, other=other)
        if row is None
        else pair_words(row),
        *rows(_period_buttons(partial(ShowPair, one, other), days)),
        *rows([*([void] if row is not None else []), button(ListPairs(days), tr("All pairs"))]),
    )


def void_pair_question(two: tuple[int, int], days: int, last_id: int, count: int) -> Layout:
    one, other = two
    words = tr(
        "Take the ratings of {games} of <@{one}> and <@{other}> back? They then count as friendly for all"
        " there. It cannot be undone.",
        games=trn("{count} rated game", "{count} rated games", count),
        one=one,
        other=other,
    )
    sure = button(VoidPair(one, other, days, last_id, sure=True), tr("Take them back"), discord.ButtonStyle.danger)
    return Layout(ROSE, words, *rows([sure, button(ShowPair(one, other, days), tr("Leave it"))]))


def pair_words(row: PairRow) -> str:
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
    odd = " · ".join(tr(_ODD_PAIRS[each]) for each in oddities(row))
    return f"**<@{row.one_id}> · <@{row.other_id}>**\n" + " · ".join(said) + (f"\n-# ⚠️ {odd}" if odd else "")


def _period_buttons(turn: Callable[[int], Route], days: int) -> list[Control]:
    return [button(turn(each), trn("{count} day", "{count} days", each), disabled=each == days) for each in PERIODS]


async def lift(app: App, interaction: Interaction, route: LiftBar) -> None:
    check_moderator(app, interaction)
    guild = interaction.guild_id or 0
    if await app.tables.left_games.lift(guild, route.user_id):
        await note_done(app, interaction, Measure.LIFT, about=route.user_id)
    await in_place(interaction, barred_page(await app.tables.left_games.barred_in(guild), said=tr("Done.")))


def barred_page(barred: Mapping[int, datetime], *, said: str = "") -> Layout:
    """Build the page of the members who have left two rated games, each with the moment until which they are barred."""
    items: list[discord.ui.Item[Any]] = [
        discord.ui.Section(
            tr("<@{user}>, until {moment}", user=user, moment=moment(until, "f")),
            accessory=button(LiftBar(user), tr("Lift")),
        )
        for user, until in sorted(barred.items(), key=lambda each: each[1])[:_MOST_BARRED]
    ]
    about = tr("Two rated games left within 24 hours (slow ones: 7 days): only friendly ones for a day.")
    return Layout(
        SLATE,
        f"### {tr('Members who left rated games')}" + (f"\n{said}" if said else ""),
        None if barred else tr("Nobody is kept from rated tables."),
        *items,
        *rows([moderation_button()]),
        f"-# {about}",
    )


class BarPosts:
    """The sender of direct messages to members who have left two rated games."""

    def __init__(self, client: discord.Client, tables: Tables, readers: Readers, outbox: Outbox) -> None:
        self._client = client
        self._tables = tables
        self._readers = readers
        self._outbox = outbox
        self._one_at_a_time = asyncio.Lock()

    async def tell(self) -> None:
        """Send the message to every member who lacks it, in the servers for which this process answers.

        A member whom the message does not reach reads the same when they ask for a rated table.
        """
        async with self._one_at_a_time:
            try:
                found = await self._tables.left_games.to_tell(self._tables.memory.owns)
            except DatabaseError as error:
                log.warning("nobody could be told of games that were left", extra={"why": reason(error)})
                return
            for guild_id, user_id, until in found:
                guild = self._client.get_guild(guild_id)
                if guild is None:
                    continue
                with self._readers.for_member(user_id, guild_id):
                    layout = Layout(
                        SLATE,
                        tr(
                            "You left two rated games in {server}: no new ones until {moment}. All else goes on.",
                            server=shown_title(guild.name),
                            moment=moment(until, "f"),
                        ),
                    )
                try:
                    place = await self._client.create_dm(discord.Object(user_id))
                    nonce = nonce_for("bzb.", guild_id, user_id, until.isoformat())
                    mentions = discord.AllowedMentions.none()
                    await self._outbox.once(place, nonce, layout, allowed_mentions=mentions)
                except DISCORD_TROUBLE as error:
                    log.warning("somebody could not be told of games that they left", extra={"why": reason(error)})
