"""Alerts that tell members who asked for them of newly opened tables, and the handler that ends them."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.club.table_alerts.decisions import MOST
from bot.tables import DatabaseError, Table
from bot.ui.kit.reply import tell
from bot.ui.kit.trouble import DISCORD_TROUBLE, reason
from bot.ui.routes.settings import TellNoMore
from bot.ui.text.i18n import tr
from cogs.table.desk import Desk, Interaction

log = logging.getLogger(__name__)


async def call(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Tell at most `MOST` members, in rotation, of a new table that anyone may join.

    Members who have left the server are removed from the list; members who cannot see the channel are not told.
    """
    if table.lobby.invited_only:
        return
    calling, guild = desk.club.table_alerts, interaction.guild
    try:
        waiting = await calling.candidates(table.guild_id, table.opener_id, table.users)
        found: list[int] = []
        for user in waiting if guild is not None else ():
            if len(found) == MOST:
                break
            member = await _member(guild, user)
            if member is None:
                await calling.choose(table.guild_id, user, on=False)
            elif _sees(interaction.channel, member):
                found.append(user)
        told = await calling.count(table.guild_id, found) if found else []
        if told:
            await desk.presenter.notices.call(await desk.tables.get(table.id), told)
    except (*DISCORD_TROUBLE, DatabaseError) as error:  # the table is up, and whoever comes by sees it
        log.warning("nobody could be told of a table: %s", reason(error), extra={"table": table.id})


async def no_more(desk: Desk, interaction: Interaction, _route: TellNoMore) -> None:
    """Tell the member who presses it no more."""
    await desk.club.table_alerts.choose(interaction.guild_id or 0, interaction.user.id, on=False)
    await tell(
        interaction, tr("You are told no more when a table opens in this server. `/settings me` brings it back.")
    )


async def _member(guild: discord.Guild | None, user_id: int) -> discord.Member | None:
    try:
        return None if guild is None else await guild.fetch_member(user_id)
    except discord.NotFound:
        return None


def _sees(channel: Any, member: discord.Member) -> bool:  # noqa: ANN401 - any kind of channel
    return channel is not None and bool(channel.permissions_for(member).view_channel)
