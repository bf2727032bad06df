"""The daily deal, the same for everyone once a day: its command ``/daily`` and the handlers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.ext import commands

from bot.house.roster import Level, free_player
from bot.tables import Refused, Why
from bot.ui.kit.public_posts import PostPermit
from bot.ui.kit.reconcile import DISCORD_TROUBLE
from bot.ui.kit.reply import in_place, refuse, say_publicly
from bot.ui.routes.daily import CompareDaily, LookAtDay, PlayDaily, ProveDaily, ShareDaily, ShowDaily
from bot.ui.text.faces import Picture
from bot.ui.text.i18n import tr
from cogs.archive.replay import in_room
from cogs.daily.pages import (
    beside_page,
    calendar,
    invitation_page,
    past_page,
    proof_of_day,
    result_page,
    shared_page,
    strip_of,
    strip_words,
)
from cogs.table.app import App, Interaction, player_of

if TYPE_CHECKING:
    from bot.client import BeziqueBot


async def show_daily(app: App, interaction: Interaction, note: str = "") -> None:
    """Show today's deal: the panel while the member plays it, else its result, or the invitation to play it."""
    running = await app.club.daily.running(interaction.user.id)
    if running is not None and not note:
        await app.hand(interaction, running)
    else:
        await _show_today(app, interaction, note)


async def _show_today(app: App, interaction: Interaction, note: str) -> None:
    daily, user = app.club.daily, interaction.user.id
    day = await daily.day(daily.today(), interaction.guild_id or 0, user)
    assert day is not None  # today's deal always exists
    if day.own is not None:
        table = await app.tables.get(day.own.game_id)
        await in_place(interaction, await result_page(app.renderer, day, table, user, note))
        return
    house = free_player(Level.REGULAR, ())
    assert house is not None  # no house player is excluded
    month = await calendar(app.renderer, day, user)
    await in_place(interaction, invitation_page(day, house.shown, note, month))


async def show(app: App, interaction: Interaction, _route: ShowDaily) -> None:
    await show_daily(app, interaction)


async def play(app: App, interaction: Interaction, route: PlayDaily) -> None:
    """Begin today's deal, or go on with the deal of the control's day; else a control of another day shows today's."""
    daily, user = app.club.daily, interaction.user
    running = await daily.running(user.id)
    if running is not None and running.daily is not None and running.daily.number == route.number:
        await app.hand(interaction, running)
        return
    if interaction.guild_id is None:
        await refuse(interaction, tr("Begin a daily deal in a server; the result stands in that server's list."))
        return
    if route.number != daily.today():
        await show_daily(app, interaction, tr("That was another day's deal; this is today's."))
        return
    table = await daily.begin(interaction.guild_id, interaction.channel_id or 0, player_of(user))
    if table.live:
        await app.hand(interaction, table)
    else:
        await show_daily(app, interaction)


async def share(app: App, interaction: Interaction, route: ShareDaily) -> None:
    """Post the member's own result in this channel, once for each day."""
    with app.public.message(interaction) as permit:
        await _share(app, interaction, route.number, permit)


async def _share(app: App, interaction: Interaction, number: int, permit: PostPermit) -> None:
    daily, user, guild = app.club.daily, interaction.user, interaction.guild_id or 0
    day = await daily.day(number, guild, user.id)
    if day is None or day.own is None or day.own.points is None:
        await refuse(interaction, tr("Finish that deal before you share it; `/daily` shows it."))
        return
    table = await app.tables.get(day.own.game_id)
    if not await daily.share(number, user.id):
        await refuse(interaction, tr("Your line of that day is posted already."))
        return

    async def picture() -> Picture | None:
        strip = strip_of(day, table, user.display_name)
        return await app.renderer.scenes.strip(strip, strip_words(strip), table.guild_id)

    try:
        shared = await daily.day(number, guild, user.id)
        await in_place(interaction, await result_page(app.renderer, shared or day, table, user.id))
        strip = await app.renderer.in_public(guild, picture)
        with app.renderer.readers.for_all(guild):
            layout = shared_page(day, table, user.display_name, strip)
        await say_publicly(interaction, layout, permit)
    except DISCORD_TROUBLE:
        await daily.share(number, user.id, shared=False)
        raise


async def look(app: App, interaction: Interaction, route: LookAtDay) -> None:
    """Show the list of a past day; for today, show today's page."""
    daily = app.club.daily
    if route.number == daily.today():
        await show_daily(app, interaction)
        return
    day = await daily.day(route.number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        await _show_today(app, interaction, tr("There was no daily deal on that day."))
        return
    await in_place(interaction, past_page(day, best=await daily.best(route.number) is not None))


async def compare(app: App, interaction: Interaction, route: CompareDaily) -> None:
    """Compare the member's own play of a deal that is laid open with the best player's."""
    daily, user = app.club.daily, interaction.user.id
    best_id = await daily.best(route.number)
    if best_id is None:
        await look(app, interaction, LookAtDay(route.number))
        return
    own = await daily.own_game(user, route.number)
    best = await app.tables.get(best_id)
    mine = await app.tables.get(own.game_id) if own is not None and own.game_id != best_id else None
    style, _ = app.renderer.reader(user)
    await in_place(interaction, in_room(lambda style: beside_page(mine, best, route.page, style), style))


async def prove(app: App, interaction: Interaction, route: ProveDaily) -> None:
    """Show the proof that the deal of a day was fixed before the day began."""
    daily = app.club.daily
    day = await daily.day(route.number, interaction.guild_id or 0, interaction.user.id)
    if day is None:
        raise Refused(Why.NO_SUCH_DAY)
    await in_place(interaction, proof_of_day(day))


class DailyCog(commands.Cog):
    """The command for today's deal."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="daily", description="Today's deal: the same cards for everyone, once, in private")
    @app_commands.guild_only()
    async def daily(self, interaction: Interaction) -> None:
        """Show today's deal, go on with it, or show its result."""
        await show_daily(self.bot.app, interaction)


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(DailyCog(bot))
