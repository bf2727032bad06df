"""Handlers for choosing the channel and the hour of a server's news of the daily deal."""

from __future__ import annotations

from bot.club.daily.values import USUAL_HOUR, NewsChoice
from bot.ui.kit.permissions import not_here, only_managers
from bot.ui.kit.reply import in_place, refuse
from bot.ui.routes.daily import NewsHere, SetNewsHour, ShowNews, StopNews
from cogs.daily.news_pages import news_settings
from cogs.table.desk import Desk, Interaction


async def show(desk: Desk, interaction: Interaction, _route: ShowNews) -> None:
    """Show the server's present choice."""
    await _page(desk, interaction, await desk.club.daily.news_choice(interaction.guild_id or 0))


async def here(desk: Desk, interaction: Interaction, _route: NewsHere) -> None:
    """Have the news posted in this channel from now on."""
    if hindrance := not_here(interaction):
        await refuse(interaction, hindrance)
        return
    before = await desk.club.daily.news_choice(interaction.guild_id or 0)
    hour = before.hour if before is not None else USUAL_HOUR
    await _keep(desk, interaction, NewsChoice(interaction.channel_id or 0, hour))


async def at_hour(desk: Desk, interaction: Interaction, route: SetNewsHour) -> None:
    """Have the news posted at another hour."""
    before = await desk.club.daily.news_choice(interaction.guild_id or 0)
    if before is None or route.hour > 23:
        await _page(desk, interaction, before)
        return
    await _keep(desk, interaction, NewsChoice(before.channel_id, route.hour))


async def stop(desk: Desk, interaction: Interaction, _route: StopNews) -> None:
    """Stop the news."""
    await _keep(desk, interaction, None)


async def _keep(desk: Desk, interaction: Interaction, choice: NewsChoice | None) -> None:
    """Store a choice; a member who may not manage the server (any more) is refused."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    await desk.club.daily.choose_news(interaction.guild_id, choice)
    await _page(desk, interaction, choice, saved=True)


async def _page(desk: Desk, interaction: Interaction, choice: NewsChoice | None, *, saved: bool = False) -> None:
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    clock = await desk.members.preferences.clock_of(interaction.guild_id or 0)
    now, channel = desk.tables.now(), interaction.channel_id or 0
    await in_place(interaction, news_settings(choice, now, channel, clock.offset, saved=saved))
