"""Handlers for the leaderboards of a server."""

from __future__ import annotations

from bot.club import Board, By, Leaders
from bot.club.standings.seasons import SEASONS, in_order, length_of
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import elsewhere, may_not_write
from bot.ui.kit.reply import in_own_message, in_place, routes_in, say_privately, say_publicly, tell
from bot.ui.routes.standings import NOBODY, ListLeaders
from cogs.standings.pages import leaderboard_page, own_place
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lists import PAGE


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
