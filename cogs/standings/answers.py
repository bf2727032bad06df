"""Handlers for the statistics of members."""

from __future__ import annotations

import discord

from bot.club import PROVISIONAL
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place, refuse, say_privately
from bot.ui.kit.sight import sight_of
from bot.ui.pictures.ratings import RatingCourse
from bot.ui.routes.standings import OneKind, ShowStats, ShowVersus
from bot.ui.text.faces import Look, shown_name
from bot.ui.text.i18n import tr
from cogs.standings.stats_pages import describe_rating, stats_page, versus_page
from cogs.table.desk import Desk, Interaction


async def ask_stats(desk: Desk, interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Show in private a member's statistics in the server."""
    if await _is_nobody_here(desk, interaction, user):
        return
    await say_privately(interaction, await _stats(desk, interaction, user.id, user.display_name))


async def ask_versus(desk: Desk, interaction: Interaction, other: discord.User | discord.Member) -> None:
    """Show in private the games between the caller and another member in the server."""
    user = interaction.user
    if other.id == user.id:
        await refuse(interaction, tr("That is you. Choose somebody with whom you have played."))
    elif not await _is_nobody_here(desk, interaction, other):
        await say_privately(
            interaction, await _versus(desk, interaction, user.id, other.id, (user.display_name, other.display_name))
        )


async def show_stats(desk: Desk, interaction: Interaction, route: ShowStats) -> None:
    """Turn to a member's statistics."""
    if await _has_left(desk, interaction, route.user_id):
        return
    name = await _name(desk, interaction, route.user_id)
    await in_place(interaction, await _stats(desk, interaction, route.user_id, name, route.kind))


async def show_versus(desk: Desk, interaction: Interaction, route: ShowVersus) -> None:
    """Turn to the games between two members."""
    if await _has_left(desk, interaction, route.user_id, route.other_id):
        return
    names = (await _name(desk, interaction, route.user_id), await _name(desk, interaction, route.other_id))
    await in_place(interaction, await _versus(desk, interaction, route.user_id, route.other_id, names))


async def _is_nobody_here(desk: Desk, interaction: Interaction, user: discord.User | discord.Member) -> bool:
    """Refuse a bot or a user outside the server; else note that the member is here, and return False."""
    if user.bot:
        await refuse(interaction, tr("Statistics are kept of people alone."))
    elif not isinstance(user, discord.Member):  # Discord sends a member for a user in the server
        await refuse(interaction, tr("{name} is not in this server.", name=shown_name(user.display_name)))
    else:
        await desk.membership.here(user.guild.id, user.id)
        return False
    return True


async def _has_left(desk: Desk, interaction: Interaction, *users: int) -> bool:
    """Refuse if one of the members has left since their name was shown."""
    gone = await desk.club.standings.departed(interaction.guild_id or 0, users)
    if gone:
        name = await _name(desk, interaction, min(gone))
        await refuse(interaction, tr("{name} is not in this server.", name=shown_name(name)))
    return bool(gone)


async def _name(desk: Desk, interaction: Interaction, user_id: int) -> str:
    """Return a member's name for a click, which does not carry it."""
    if user_id == interaction.user.id:
        return interaction.user.display_name
    return await desk.club.records.name_of(interaction.guild_id or 0, user_id) or "?"


async def _stats(desk: Desk, interaction: Interaction, user_id: int, name: str, kind: OneKind = OneKind.ALL) -> Layout:
    desk.costly(interaction)
    guild = interaction.guild_id or 0
    stats = await desk.club.records.stats(guild, user_id, sight_of(interaction).visible(), kind.value)
    picture, course = None, stats.course
    if course is not None and desk.showing.reader(interaction.user.id)[0].look is Look.PICTURES:
        drawn = RatingCourse(course.before, tuple(each.rating for each in course.ratings), PROVISIONAL)
        picture = await desk.showing.scenes.rating(drawn, describe_rating(course), guild)
    return stats_page(stats, name, interaction.user.id, picture)


async def _versus(desk: Desk, interaction: Interaction, user_id: int, other_id: int, names: tuple[str, str]) -> Layout:
    desk.costly(interaction)
    guild, visible = interaction.guild_id or 0, sight_of(interaction).visible()
    versus = await desk.club.records.versus(guild, user_id, other_id, visible)
    return versus_page(versus, *names, interaction.user.id)
