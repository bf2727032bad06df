"""Handlers for leaderboards and for members' statistics."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.club import Board, By, Leaders, Stats
from bot.club.standings.seasons import SEASONS, in_order, length_of
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import elsewhere, may_not_write
from bot.ui.kit.reply import in_own_message, in_place, refuse, routes_in, say_privately, say_publicly, tell
from bot.ui.kit.sight import sight_of
from bot.ui.routes.standings import NOBODY, ListLeaders, OneKind, ShareStats, ShowStats, ShowStatsOf, ShowVersus
from bot.ui.text.faces import Look, Picture, shown_name
from bot.ui.text.i18n import tr
from cogs.archive.answers import with_points_of_house
from cogs.standings.cards import describe_card, member_card, shared_card
from cogs.standings.pages import first_ten, first_ten_words, leaderboard_page, own_place
from cogs.standings.stats_pages import stats_page, versus_page
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lists import PAGE


async def ask_stats(desk: Desk, interaction: Interaction, user: discord.User | discord.Member) -> None:
    """Show in private a member's statistics in the server."""
    if await _is_nobody_here(desk, interaction, user):
        return
    await say_privately(interaction, await _stats(desk, interaction, user.id, user.display_name))


async def show_stats_of(desk: Desk, interaction: Interaction, route: ShowStatsOf) -> None:
    """Show in private the statistics of a member who was chosen from the menu."""
    server = interaction.guild
    try:
        member = None if server is None else await server.fetch_member(route.user_id)
    except discord.NotFound:
        member = None
    if member is None:
        await refuse(interaction, tr("{name} is not in this server.", name=f"<@{route.user_id}>"))
    else:
        await ask_stats(desk, interaction, member)


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
    guild, picture = interaction.guild_id or 0, None
    stats = await desk.club.records.stats(guild, user_id, sight_of(interaction).visible(), kind.value)
    stats = replace(stats, last=tuple(await with_points_of_house(desk, stats.last)))
    alone = await desk.club.records.alone(user_id) if user_id == interaction.user.id else None
    if stats.whole is not None and desk.showing.reader(interaction.user.id)[0].look is Look.PICTURES:
        picture = await _card(desk, stats, name, guild)
    return stats_page(stats, name, interaction.user.id, picture, alone)


async def share_stats(desk: Desk, interaction: Interaction, route: ShareStats) -> None:
    """Post the card of the member who presses in this channel; the own page stays as it is."""
    with desk.public.message(interaction) as permit:
        desk.costly(interaction)
        guild, user = interaction.guild_id or 0, interaction.user
        stats = await desk.club.records.stats(guild, user.id, sight_of(interaction).visible(), route.kind.value)
        if stats.whole is None:
            await refuse(interaction, tr("There is nothing to share: you have not finished a game with people here."))
            return
        picture = await desk.showing.in_public(guild, lambda: _card(desk, stats, user.display_name, guild))
        with desk.showing.readers.for_all(guild):
            layout = shared_card(stats, user.display_name, picture)
        await say_publicly(interaction, layout, permit)


async def _card(desk: Desk, stats: Stats, name: str, guild: int) -> Picture | None:
    return await desk.showing.scenes.member(member_card(stats, name), describe_card(stats, name), guild)


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
    if route.owner_id == NOBODY and not found.count:
        found, seasons = await _found(desk, interaction)
    elif route.owner_id == NOBODY and found.own is not None:
        found, seasons = await _found(desk, interaction, route.board(guild), (found.own.place - 1) // PAGE)
    if not own:
        await say_privately(interaction, await _for_one(desk, interaction, found, seasons))
    elif in_own_message(interaction):
        await in_place(interaction, await _for_one(desk, interaction, found, seasons))
    else:
        await interaction.response.edit_message(**(await _for_all(desk, interaction, found, seasons)).editing())


async def leaderboard(desk: Desk, interaction: Interaction) -> None:
    """Show a leaderboard to everyone, and the member who asked for it their own place, in private.

    The whole leaderboard is private in a channel outside the bot's, or where the member may not write.

    Raises:
        Refused: The member has posted too much lately, or looked through too many games.
    """
    if elsewhere(interaction) or may_not_write(interaction):
        found, seasons = await _found(desk, interaction)
        await say_privately(interaction, await _for_one(desk, interaction, found, seasons))
        return
    with desk.public.message(interaction) as permit:
        found, seasons = await _found(desk, interaction)
        await say_publicly(interaction, await _for_all(desk, interaction, found, seasons), permit)
    if found.count:
        await tell(interaction, own_place(found))


async def _for_all(desk: Desk, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    guild = interaction.guild_id or 0
    picture = await desk.showing.in_public(guild, lambda: _first_ten(desk, found))
    with desk.showing.readers.for_all(guild):
        return leaderboard_page(found, seasons, interaction.user.id, picture, for_all=True)


async def _for_one(desk: Desk, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    wanted = desk.showing.reader(interaction.user.id)[0].look is Look.PICTURES
    picture = await _first_ten(desk, found) if wanted else None
    return leaderboard_page(found, seasons, interaction.user.id, picture)


async def _first_ten(desk: Desk, found: Leaders) -> Picture | None:
    first = first_ten(found)
    if first is None:
        return None
    return await desk.showing.scenes.podium("leaderboard.png", *first, first_ten_words(*first), found.board.guild_id)


async def _found(
    desk: Desk, interaction: Interaction, board: Board | None = None, page: int = 0
) -> tuple[Leaders, list[str]]:
    """Read a page of a leaderboard with the place of the member who asked, and the seasons that have leaderboards.

    Args:
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
