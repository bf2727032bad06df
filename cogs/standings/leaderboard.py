"""Handlers for the leaderboards of a server."""

from __future__ import annotations

from bot.club import Board, By, Leaders
from bot.club.decisions.seasons import SEASONS, in_order, length_of
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import elsewhere, may_not_write
from bot.ui.kit.reply import in_own_message, in_place, note, routes_in, say_privately, say_publicly
from bot.ui.routes.standings import NOBODY, ListLeaders
from cogs.standings.pages import leaderboard_page, own_place
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lists import PAGE


async def leaders(desk: Desk, interaction: Interaction, route: ListLeaders) -> None:
    """Turn to a page of a leaderboard: for who asked for it in place, for anybody else in a copy of their own.

    What is nobody's brings the page on which whoever pressed it stands.
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
    """Show a leaderboard to everyone, and who asked for it their own place beside it, which nobody else sees.

    In a channel to which the bot is not kept, or where they may not write, all of it is shown to them alone.

    Raises:
        Refused: They have posted too much lately, or looked through too many games.
    """
    if elsewhere(interaction) or may_not_write(interaction):
        found, seasons = await _found(desk, interaction)
        await say_privately(interaction, leaderboard_page(found, seasons, interaction.user.id))
        return
    with desk.public.message(interaction) as leave:
        found, seasons = await _found(desk, interaction)
        await say_publicly(interaction, _for_all(desk, interaction, found, seasons), leave)
    if found.count:
        await note(interaction, own_place(found))


def _for_all(desk: Desk, interaction: Interaction, found: Leaders, seasons: list[str]) -> Layout:
    with desk.showing.readers.for_all(interaction.guild_id or 0):
        return leaderboard_page(found, seasons, interaction.user.id, for_all=True)


async def _found(
    desk: Desk, interaction: Interaction, board: Board | None = None, page: int = 0
) -> tuple[Leaders, list[str]]:
    """Read a page of a leaderboard with the place of who asked, and the seasons of which there are others.

    Args:
        desk: The desk.
        interaction: The command or the click.
        board: Which; None: by rating in the kind of game that most people play, by wins where nobody has a rating.
        page: From 0; the last one where there are fewer.
    """
    desk.costly(interaction)
    guild, user, standings = interaction.guild_id or 0, interaction.user.id, desk.club.standings
    kinds, seasons = await standings.boards(guild)
    choices = await desk.tables.preferences.of_server(guild)
    seasons = in_order(seasons, length_of(choices.get(SEASONS)))
    if board is None:
        board = Board(guild, By.RATING, game_kind=kinds[0]) if kinds else Board(guild)
    await desk.membership.here(guild, user)
    found = await standings.leaderboard(board, user, PAGE, page * PAGE)
    server = interaction.client.get_guild(guild)
    if server is not None and await desk.membership.call(server, [row.user_id for row in found.rows]):
        found = await standings.leaderboard(board, user, PAGE, page * PAGE)
    return found, seasons
