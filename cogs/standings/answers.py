"""Handlers for leaderboards and for members' statistics."""

from __future__ import annotations

import discord

from bot.club import PROVISIONAL, Board, By, Leaders
from bot.club.standings.seasons import SEASONS, in_order, length_of
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import elsewhere, may_not_write
from bot.ui.kit.reply import in_own_message, in_place, refuse, routes_in, say_privately, say_publicly, tell
from bot.ui.kit.sight import sight_of
from bot.ui.pictures.ratings import RatingCourse
from bot.ui.routes.standings import NOBODY, ListLeaders, OneKind, ShowStats, ShowVersus
from bot.ui.text.faces import Look, shown_name
from bot.ui.text.i18n import tr
from cogs.standings.pages import leaderboard_page, own_place
from cogs.standings.stats_pages import describe_rating, stats_page, versus_page
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lists import PAGE


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


async def leaders(desk: Desk, interaction: Interaction, route: ListLeaders) -> None:
    """Turn to a page of a leaderboard: in place for the member who asked for it, in a private copy for others.

    A control without an owner shows the page with the place of the member who pressed it.
    """
    guild = interaction.guild_id or 0
    controls = (each for each in routes_in(interaction.message) if isinstance(each, ListLeaders))
    own = any(each.owner_id == route.owner_id == interaction.user.id for each in controls)
    found, seasons = await _found(desk, interaction, route.board(guild), route.page)
    if route.owner_id == NOBODY and found.own is not None:
        found, seasons = await _found(desk, interaction, route.board(guild), (found.own.place - 1) // PAGE)
    if not own:
        await say_privately(interaction, leaderboard_page(found, seasons, interaction.user.id))
    elif in_own_message(interaction):
        await in_place(interaction, leaderboard_page(found, seasons, interaction.user.id))
    else:
        await interaction.response.edit_message(view=_for_all(desk, interaction, found, seasons))


async def leaderboard(desk: Desk, interaction: Interaction) -> None:
    """Show a leaderboard to everyone, and the member who asked for it their own place, in private.

    The whole leaderboard is private in a channel outside the bot's, or where the member may not write.

    Raises:
        Refused: The member has posted too much lately, or looked through too many games.
    """
    if elsewhere(interaction) or may_not_write(interaction):
        found, seasons = await _found(desk, interaction)
        await say_privately(interaction, leaderboard_page(found, seasons, interaction.user.id))
        return
    with desk.public.message(interaction) as leave:
        found, seasons = await _found(desk, interaction)
        await say_publicly(interaction, _for_all(desk, interaction, found, seasons), leave)
    if found.count:
        await tell(interaction, own_place(found))


def _for_all(desk: Desk, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    with desk.showing.readers.for_all(interaction.guild_id or 0):
        return leaderboard_page(found, seasons, interaction.user.id, for_all=True)


async def _found(
    desk: Desk, interaction: Interaction, board: Board | None = None, page: int = 0
) -> tuple[Leaders, list[str]]:
    """Read a page of a leaderboard with the place of the member who asked, and the seasons that have leaderboards.

    Args:
        desk: The desk.
        interaction: The command or the click.
        board: The leaderboard; None: by rating in the kind of game that most people play, or by wins if there are no
            ratings.
        page: The page, counted from 0; too high a number means the last.
    """
    desk.costly(interaction)
    guild, user, standings = interaction.guild_id or 0, interaction.user.id, desk.club.standings
    kinds, seasons = await standings.boards(guild)
    choices = await desk.members.preferences.of_server(guild)
    seasons = in_order(seasons, length_of(choices.get(SEASONS)))
    if board is None:
        board = Board(guild, By.RATING, game_kind=kinds[0]) if kinds else Board(guild)
    await desk.membership.here(guild, user)
    found = await standings.leaderboard(board, user, PAGE, page * PAGE)
    server = interaction.client.get_guild(guild)
    if server is not None and await desk.membership.call(server, [row.user_id for row in found.rows]):
        found = await standings.leaderboard(board, user, PAGE, page * PAGE)
    return found, seasons
