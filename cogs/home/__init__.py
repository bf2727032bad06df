"""The home page (``/help``), which is also the greeting of a server, the page behind *More*, and their buttons."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.club import By
from bot.house.roster import Level
from bot.lazy import dataclass
from bot.tables import OUTSIDE, DatabaseError, Table
from bot.ui.kit.controls import CLOTH, Layout, button, rows
from bot.ui.kit.outbox import nonce_for
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.kit.tree import for_oneself
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes import home as home_routes
from bot.ui.routes.daily import ShowDaily
from bot.ui.routes.home import ShowHome
from bot.ui.routes.learn import ListLessons
from bot.ui.routes.lobby import ListChallenges, ListTables
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.routes.standings import ALL, EVER, NOBODY, LeaderMenu, ListLeaders, ShowStats
from bot.ui.routes.tournaments import ListTournaments
from bot.ui.text.faces import Look, Picture
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.reading import reading_by
from cogs.learn import is_newcomer, show_learn
from cogs.learn.teaching import show_lesson
from cogs.rules import rule_page
from cogs.safety import reports_button
from cogs.table.app import App, Interaction
from cogs.table.lobby import open_table
from cogs.table.own_tables import go_on, waiting_for
from cogs.table.practice import practise

if TYPE_CHECKING:
    from bot.client import BeziqueBot


log = logging.getLogger(__name__)

GREETED = "greeted"
"""Key of the server preference that says whether the server has been greeted."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """What the home page knows of whoever opens it."""

    waiting: Table | None = None
    """The game in which it is their turn."""
    daily: bool = False
    """Whether today's deal may still be played."""
    newcomer: bool = True
    """Whether they have neither played nor begun to learn."""
    reports: int = 0
    """Number of open reports that they may read."""
    outside: bool = False
    """Whether they look outside of servers, where nobody plays with others."""
    milestone: bool = False
    """Whether they have reached a milestone that they have not seen."""


def home_page(visitor: Visitor, user_id: int = 0, picture: Picture | None = None) -> Layout:
    """Build the home page for a reader (0: for everyone): what waits for them first, then the ways to begin."""
    table = visitor.waiting
    play = [] if visitor.outside else [button(home_routes.OpenTable(), tr("Play"))]
    practise = button(home_routes.Practise(), tr("Practise"))
    if visitor.newcomer:
        learn = button(home_routes.Learn(), tr("Learn"), discord.ButtonStyle.primary)
        ways, line = (
            [learn, practise, *play],
            tr("A card game for two to four from the cafés of Paris. **Learn** takes ten minutes, in private."),
        )
    else:
        ways = [*play, practise, button(ListLessons(), tr("Learn"))]
        line = tr("What would you like to play?")
    if visitor.daily:
        ways.insert(0, button(ShowDaily(), tr("Today's deal"), discord.ButtonStyle.primary))
        line = tr("Today's deal waits for you.")
    if table is not None:
        ways.insert(0, go_on(table, user_id))
        line = tr("It is your turn.")
    label = tr("New milestone") if visitor.milestone else tr("Me")
    me = [] if visitor.newcomer or visitor.outside else [button(ShowStats(NOBODY, ALL), label)]
    more = button(home_routes.ShowHome(more=True), tr("More"))
    head = line if picture is not None else f"### {tr('Bézique')}\n{line}"  # the picture bears the name
    reports = rows([reports_button(visitor.reports)]) if visitor.reports else []
    return Layout(CLOTH, picture, head, *rows([*ways[:4], *me, more], 3 if me else 4), *reports)


def more_page(links: str = "", *, outside: bool = False) -> Layout:
    """Build the page behind *More*: all that the home page does not show, and the operator's line of links."""
    leaders = ListLeaders(NOBODY, LeaderMenu.PAGE, 0, By.RATING, "two", EVER)
    return Layout(
        CLOTH,
        f"### {tr('More')}",
        tr("Tables, tournaments and leaderboards: in servers that have added me.") if outside else None,
        *rows([] if outside else [
            button(ListTables(0), tr("Tables")),
            button(ListChallenges(0), tr("Challenges")),
            button(ListTournaments(), tr("Tournaments")),
            button(leaders, tr("Leaderboard")),
        ]),
        *rows([
            button(ShowDaily(), tr("Daily deal")),
            button(ListLessons(), tr("Lessons and exercises")),
            button(home_routes.ReadRules(), tr("Rules")),
            button(ShowSettings(Whose.MINE), tr("Settings")),
        ]),
        *rows([button(home_routes.ShowHome(), tr("Back"))]),
        f"-# {links}" if links else None,
    )  # fmt: skip


async def greet(app: App, guild: discord.Guild) -> bool:
    """Greet a server once, in its system channel, if the bot may post there; return whether it was greeted now."""
    channel, preferences = guild.system_channel, app.members.preferences
    if channel is None:
        return False
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        return False
    try:
        if (await preferences.of_server(guild.id)).get(GREETED):
            return False
        # Noted before posting: after a crash in between, no greeting is better than two.
        await preferences.set_of_server(guild.id, {GREETED: True})
        try:
            await post_greeting(app, channel)
        except DISCORD_TROUBLE as error:
            log.warning("a server could not be greeted: %s", reason(error))
            await preferences.set_of_server(guild.id, {GREETED: None})
            return False
    except DatabaseError as error:
        log.warning("a server could not be greeted: %s", type(error).__name__)
        return False
    return True


async def post_greeting(app: App, channel: discord.TextChannel) -> None:
    """Post the greeting in a channel, in its server's language."""
    guild = channel.guild.id
    four_colour = app.renderer.readers.taste_here(guild).four_colour
    picture = await app.renderer.in_public(guild, lambda: app.renderer.scenes.home(guild, four_colour=four_colour))
    with app.renderer.readers.for_all(guild):
        layout = home_page(Visitor(), picture=picture)
    await app.outbox.once(channel, nonce_for("bzg.", guild), layout, silent=True)


async def show_home(app: App, interaction: Interaction, route: home_routes.ShowHome) -> None:
    """Show the home page, made for the member who opens it, or the page behind *More*."""
    if route.more:
        page = more_page(interaction.client.links.line, outside=interaction.guild_id is None)
    else:
        taste, picture = app.renderer.reader(interaction.user.id)[1], None
        if taste.look is Look.PICTURES:
            picture = await app.renderer.scenes.home(interaction.guild_id or 0, four_colour=taste.four_colour)
        page = home_page(await _visitor(app, interaction), interaction.user.id, picture)
    await in_place(interaction, page)


async def _visitor(app: App, interaction: Interaction) -> Visitor:
    """Find out what waits for a member, and whether they are new."""
    user, guild = interaction.user.id, interaction.guild_id or OUTSIDE
    mine = await app.tables_of(interaction)
    waiting = next(iter(waiting_for(mine, user)), None)
    daily = await app.club.daily.day(app.club.daily.today(), guild, user)
    began = bool(mine) or not await is_newcomer(app, user) or daily is None or daily.own is not None
    if not began:
        began = bool(await app.tables.archive.finished(guild, visibility_of(interaction).visible(), user, 1))
    plays_it = any(table.daily is not None for table in mine)
    moderates = interaction.guild_id is not None and app.renderer.readers.is_moderator(interaction)
    return Visitor(
        waiting=waiting,
        daily=began and daily is not None and daily.own is None and not plays_it,
        newcomer=not began,
        reports=await app.club.reports.count(guild) if moderates else 0,
        outside=interaction.guild_id is None,
        milestone=bool(await app.renderer.milestone(guild, user)),
    )


async def learn(app: App, interaction: Interaction, _route: home_routes.Learn) -> None:
    """Show the page Learn, or the tutorial at once to a member who has begun nothing yet."""
    await (show_lesson if await is_newcomer(app, interaction.user.id) else show_learn)(app, interaction)


async def read_rules(_desk: App, interaction: Interaction, _route: home_routes.ReadRules) -> None:
    await say_privately(interaction, rule_page(reading_by(""), ""))


async def press_practise(app: App, interaction: Interaction, route: home_routes.Practise) -> None:
    """Begin a practice game, as the command does without options, or against a beginner."""
    await practise(app, interaction, level=Level.BEGINNER if route.beginner else Level.REGULAR)


async def press_open(app: App, interaction: Interaction, _route: home_routes.OpenTable) -> None:
    await open_table(app, interaction)


class HomeCog(commands.Cog):
    """The command that shows the home page; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="help", description="Where to begin: play, practise, learn, and all the rest")
    @for_oneself
    async def help(self, interaction: Interaction) -> None:
        """Show the home page, made for the member who opens it."""
        await show_home(self.bot.app, interaction, ShowHome())


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(HomeCog(bot))
