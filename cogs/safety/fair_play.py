"""Handlers for moderators' pages on fair play: odd pairs, and members who left rated games."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.club.moderation.service import Measure
from bot.tables import Refused, Why
from bot.ui.kit.reply import in_place
from bot.ui.routes.safety import LiftBar, ListPairs, ShowPair, VoidPair
from bot.ui.text.i18n import tr, trn
from cogs.safety.fair_play_pages import PERIODS, USUAL_PERIOD, barred_page, pair_page, pairs_page, void_pair_question
from cogs.safety.moderation import check_moderator
from cogs.table.desk import Desk, Interaction


async def pairs(desk: Desk, interaction: Interaction, route: ListPairs | None = None) -> None:
    """Show a moderator the pairs whose rated games look odd."""
    check_moderator(desk, interaction)
    days = _period(USUAL_PERIOD if route is None else route.days)
    odd = await desk.club.moderation.odd_pairs(interaction.guild_id or 0, _since(desk, days))
    await in_place(interaction, pairs_page(odd, days))


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


async def barred(desk: Desk, interaction: Interaction, said: str = "") -> None:
    """Show a moderator the members who have left two rated games and may join no rated tables."""
    check_moderator(desk, interaction)
    found = await desk.tables.left_games.barred_in(interaction.guild_id or 0)
    await in_place(interaction, barred_page(found, said=said))


async def lift(desk: Desk, interaction: Interaction, route: LiftBar) -> None:
    """Lift the bar that keeps a member from rated tables."""
    check_moderator(desk, interaction)
    guild = interaction.guild_id or 0
    if await desk.tables.left_games.lift(guild, route.user_id):
        await desk.club.moderation.note(guild, interaction.user.id, Measure.LIFT, about_id=route.user_id)
    await barred(desk, interaction, tr("Done."))


def _period(days: int) -> int:
    return days if days in PERIODS else USUAL_PERIOD


def _since(desk: Desk, days: int) -> datetime:
    return desk.tables.now() - timedelta(days=days)
