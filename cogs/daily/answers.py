"""Handlers for the daily deal, and for the channel and the hour of its news."""

from __future__ import annotations

from bot.club.daily.values import USUAL_HOUR, DailyDay, NewsChoice
from bot.house.roster import Level, free_player
from bot.tables import Refused, Table, Why
from bot.ui.kit.controls import Layout
from bot.ui.kit.permissions import not_here, only_managers
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE
from bot.ui.kit.reply import in_place, refuse, say_publicly
from bot.ui.routes.daily import (
    CompareDaily,
    LookAtDay,
    NewsHere,
    PlayDaily,
    ProveDaily,
    SetNewsHour,
    ShareDaily,
    ShowDaily,
    ShowNews,
    StopNews,
)
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import tr
from cogs.archive.pages import in_room
from cogs.daily.month import calendar, result_layout, strip_of, strip_words
from cogs.daily.news_pages import news_settings
from cogs.daily.pages import beside_page, invitation_page, past_page, proof_of_day, shared_page
from cogs.table.desk import Desk, Interaction, player_of


async def show_daily(desk: Desk, interaction: Interaction, note: str = "") -> None:
    """Show today's deal: the panel while the member plays it, else its result, or the invitation to play it."""
    daily, user = desk.club.daily, interaction.user.id
    running = await daily.running(user)
    if running is not None and not note:
        await desk.hand(interaction, running)
        return
    day = await daily.day(daily.today(), interaction.guild_id or 0, user)
    assert day is not None  # today's deal always exists
    await in_place(interaction, await _page_of_today(desk, day, user, note))


async def _page_of_today(desk: Desk, day: DailyDay, user_id: int, note: str = "") -> Layout:
    if day.own is not None:
        return await result_layout(desk.showing, day, await desk.tables.get(day.own.game_id), user_id, note)
    house = free_player(Level.REGULAR, ())
    month = await calendar(desk.showing, day, user_id)
    return invitation_page(day, house.shown if house is not None else "?", note, month)


async def show(desk: Desk, interaction: Interaction, _route: ShowDaily) -> None:
    """Show today's deal."""
    await show_daily(desk, interaction)


async def play(desk: Desk, interaction: Interaction, route: PlayDaily) -> None:
    """Begin today's deal, or go on with the deal of the control's day; else a control of another day shows today's."""
    daily, user = desk.club.daily, interaction.user
    running = await daily.running(user.id)
    if running is not None and running.daily is not None and running.daily.number == route.number:
        await desk.hand(interaction, running)
        return
    if interaction.guild_id is None:
        await refuse(interaction, tr("Begin a daily deal in a server; the result stands in that server's list."))
        return
    if route.number != daily.today():
        await show_daily(desk, interaction, tr("That was another day's deal; this is today's."))
        return
    table = await daily.begin(interaction.guild_id, interaction.channel_id or 0, player_of(user))
    if table.live:
        await desk.hand(interaction, table)
    else:
        await show_daily(desk, interaction)


async def share(desk: Desk, interaction: Interaction, route: ShareDaily) -> None:
    """Post the member's own result in this channel, once for each day."""
    with desk.public.message(interaction) as permit:
        await _share(desk, interaction, route.number, permit)


async def _share(desk: Desk, interaction: Interaction, number: int, permit: PostPermit) -> None:
    daily, user, guild = desk.club.daily, interaction.user, interaction.guild_id or 0
    day = await daily.day(number, guild, user.id)
    if day is None or day.own is None or day.own.points is None:
        await refuse(interaction, tr("Finish that deal before you share it; `/daily` shows it."))
        return
    table = await desk.tables.get(day.own.game_id)
    if not await daily.share(number, user.id):
        await refuse(interaction, tr("Your line of that day is posted already."))
        return
    try:
        shared = await daily.day(number, guild, user.id)
        await in_place(interaction, await result_layout(desk.showing, shared or day, table, user.id))
        strip = await desk.showing.in_public(guild, lambda: _strip(desk, day, table, user.display_name))
        with desk.showing.readers.for_all(guild):
            layout = shared_page(day, table, user.display_name, strip)
        await say_publicly(interaction, layout, permit)
    except DISCORD_TROUBLE:
        await daily.share(number, user.id, shared=False)
        raise


async def _strip(desk: Desk, day: DailyDay, table: Table, name: str) -> Picture | None:
    strip = strip_of(day, table, name)
    return await desk.showing.scenes.strip(strip, strip_words(strip), table.guild_id)


async def look(desk: Desk, interaction: Interaction, route: LookAtDay) -> None:
    """Show the list of a past day; for today, show today's page."""
    daily = desk.club.daily
    if route.number == daily.today():
        await show_daily(desk, interaction)
        return
    await in_place(interaction, await _past(desk, interaction, route.number))


async def _past(desk: Desk, interaction: Interaction, number: int) -> Layout:
    daily = desk.club.daily
    day = await daily.day(number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        today = await daily.day(daily.today(), interaction.guild_id or 0, interaction.user.id)
        assert today is not None  # today's deal always exists
        return await _page_of_today(desk, today, interaction.user.id, tr("There was no daily deal on that day."))
    return past_page(day, best=await daily.best(number) is not None)


async def compare(desk: Desk, interaction: Interaction, route: CompareDaily) -> None:
    """Compare the member's own play of a deal that is laid open with the best player's."""
    daily, user = desk.club.daily, interaction.user.id
    best_id = await daily.best(route.number)
    if best_id is None:
        await look(desk, interaction, LookAtDay(route.number))
        return
    own = await daily.own_game(user, route.number)
    best = await desk.tables.get(best_id)
    mine = await desk.tables.get(own.game_id) if own is not None and own.game_id != best_id else None
    style, _ = desk.showing.reader(user)
    await in_place(interaction, in_room(lambda style: beside_page(mine, best, route.page, style), style))


async def prove(desk: Desk, interaction: Interaction, route: ProveDaily) -> None:
    """Show the proof that the deal of a day was fixed before the day began."""
    daily = desk.club.daily
    day = await daily.day(route.number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        raise Refused(Why.NO_SUCH_DAY)
    await in_place(interaction, proof_of_day(day))


async def show_news(desk: Desk, interaction: Interaction, _route: ShowNews) -> None:
    """Show the server's present choice."""
    await _news_page(desk, interaction, await desk.club.daily.news_choice(interaction.guild_id or 0))


async def post_news_here(desk: Desk, interaction: Interaction, _route: NewsHere) -> None:
    """Have the news posted in this channel from now on."""
    if hindrance := not_here(interaction):
        await refuse(interaction, hindrance)
        return
    before = await desk.club.daily.news_choice(interaction.guild_id or 0)
    hour = before.hour if before is not None else USUAL_HOUR
    await _keep_news(desk, interaction, NewsChoice(interaction.channel_id or 0, hour))


async def set_news_hour(desk: Desk, interaction: Interaction, route: SetNewsHour) -> None:
    """Have the news posted at another hour."""
    before = await desk.club.daily.news_choice(interaction.guild_id or 0)
    if before is None or route.hour > 23:
        await _news_page(desk, interaction, before)
        return
    await _keep_news(desk, interaction, NewsChoice(before.channel_id, route.hour))


async def stop_news(desk: Desk, interaction: Interaction, _route: StopNews) -> None:
    """Stop the news."""
    await _keep_news(desk, interaction, None)


async def _keep_news(desk: Desk, interaction: Interaction, choice: NewsChoice | None) -> None:
    """Store a choice; a member who may not manage the server (any more) is refused."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    await desk.club.daily.choose_news(interaction.guild_id, choice)
    await _news_page(desk, interaction, choice, saved=True)


async def _news_page(desk: Desk, interaction: Interaction, choice: NewsChoice | None, *, saved: bool = False) -> None:
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    clock = await desk.members.preferences.clock_of(interaction.guild_id or 0)
    now, channel = desk.tables.now(), interaction.channel_id or 0
    await in_place(interaction, news_settings(choice, now, channel, clock.offset, saved=saved))
