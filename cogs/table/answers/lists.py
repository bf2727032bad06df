"""Handlers for the list of a server's tables."""

from __future__ import annotations

from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place
from bot.ui.kit.sight import sight_of
from bot.ui.routes import lobby as lobby_routes
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.lists import PAGE, tables_page


async def tables(desk: Desk, interaction: Interaction, route: lobby_routes.ListTables) -> None:
    """Turn to a page of the tables of the server."""
    await in_place(interaction, await tables_of_server(desk, interaction, route.page))


async def tables_of_server(desk: Desk, interaction: Interaction, page: int) -> Layout:
    """Build a page of the server's tables: the reader's own first, those on which it is their turn on top.

    In a direct message they are the reader's own of all servers.
    """
    if interaction.guild_id is None:
        return await _own_everywhere(desk, interaction.user.id, page)
    user, register, sight = interaction.user.id, desk.tables.register, sight_of(interaction)
    mine = await desk.tables.several(register.of_member(interaction.guild_id or 0, user))
    own = [table.id for table in sorted(mine, key=lambda table: (user not in table.turn_users, table.id))]
    others = [each.id for each in register.of_server(interaction.guild_id or 0) if sight.table(each)]
    ordered = [*own, *(each for each in others if each not in set(own))]
    pages = max(0, len(ordered) - 1) // PAGE + 1
    page = max(0, min(page, pages - 1))
    shown = await desk.tables.several(ordered[page * PAGE : (page + 1) * PAGE])
    return tables_page(shown, user, page, pages)


async def _own_everywhere(desk: Desk, user_id: int, page: int) -> Layout:
    """Build a page of a member's tables in all servers, those on which it is their turn on top."""
    mine = await desk.tables.several(await desk.tables.whereabouts.of_user(user_id))
    mine.sort(key=lambda table: (user_id not in table.turn_users, table.id))
    pages = max(0, len(mine) - 1) // PAGE + 1
    page = max(0, min(page, pages - 1))
    return tables_page(mine[page * PAGE : (page + 1) * PAGE], user_id, page, pages, everywhere=True)
