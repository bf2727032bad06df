"""The command ``/tournament``, and the handlers for opening one, taking part, running it, and seeing standings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.tournaments import decisions
from bot.club.tournaments.values import State, Tournament
from bot.tables import Refused, Table, Why
from bot.tables.decisions import fixtures
from bot.ui.kit.controls import SLATE, Layout
from bot.ui.kit.permissions import check_board
from bot.ui.kit.reply import in_own_message, in_place, say_privately
from bot.ui.kit.visibility import Visibility, visibility_of
from bot.ui.routes import table as table_routes
from bot.ui.routes import tournaments as tournaments_routes
from bot.ui.routes.tournaments import ListTournaments
from bot.ui.text.faces import Look
from bot.ui.text.i18n import tr
from cogs.table.app import App, Interaction, player_of
from cogs.table.proof import cut
from cogs.tournaments import pages
from cogs.tournaments.form import TournamentForm
from cogs.tournaments.posts import table_picture

if TYPE_CHECKING:
    from bot.client import BeziqueBot


class TournamentCog(commands.Cog):
    """The command for tournaments."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="tournament", description="The tournaments of this server, and a new one")
    @app_commands.guild_only()
    async def tournament(self, interaction: Interaction) -> None:
        """Show the tournaments of this server, privately."""
        await listed(self.bot.app, interaction, ListTournaments())


async def setup(bot: BeziqueBot) -> None:
    """Add the command of this room to the bot."""
    await bot.add_cog(TournamentCog(bot))


async def open_form(app: App, interaction: Interaction, _route: tournaments_routes.NewTournament) -> None:
    """Open the form for a new tournament; where none may be posted, the member is told so at once."""
    check_board(interaction)
    await interaction.response.send_modal(TournamentForm(app))


async def listed(app: App, interaction: Interaction, _route: tournaments_routes.ListTournaments) -> None:
    """List the tournaments in channels that the member sees; if there is only one, show it and retry its posts.

    The list also names tournaments in other channels that the member has entered, and those that they organize in a
    deleted channel, so that they can drop out or call them off.
    """
    tournaments, guild = app.club.tournaments, interaction.guild_id or 0
    visibility = visibility_of(interaction)
    live = await tournaments.of_server(guild)
    seen = [each for each in live if visibility.tournament(each)]
    unseen = [
        each for each in live if each not in seen and (_in_it(visibility, each) or _channel_gone(visibility, each))
    ]
    if len(seen) + len(unseen) == 1:
        await _own(app, interaction, (*seen, *unseen)[0])
        return
    over = await tournaments.over(guild, visibility.visible().channels)
    await in_place(interaction, pages.tournaments_page(seen, over, unseen))


async def show(app: App, interaction: Interaction, route: tournaments_routes.ShowTournament) -> None:
    tournament = await _here(app, interaction, route.number, lambda *it: _in_it(*it) or _channel_gone(*it))
    await _own(app, interaction, tournament)


async def join(app: App, interaction: Interaction, route: tournaments_routes.JoinTournament) -> None:
    await _here(app, interaction, route.number)
    await _joined(app, interaction, route.number, None)


async def join_with(app: App, interaction: Interaction, route: tournaments_routes.JoinWith) -> None:
    """Enter a member in a tournament with a partner of their choice."""
    await _here(app, interaction, route.number)
    guild = interaction.guild
    member = None
    if guild is not None and route.partner_id > 0:
        try:
            member = await guild.fetch_member(route.partner_id)
        except discord.NotFound:
            member = None
    if member is None or member.bot:
        raise Refused(Why.NO_PARTNERS)
    await _joined(app, interaction, route.number, route.partner_id)


async def leave(app: App, interaction: Interaction, route: tournaments_routes.LeaveTournament) -> None:
    """Withdraw a member before the start, or ask whether they mean to withdraw, even if they do not see the channel."""
    tournament = await _here(app, interaction, route.number, _in_it)
    entrant = tournament.entrant(interaction.user.id)
    if not tournament.live:
        raise Refused(Why.TOURNAMENT_OVER)
    if entrant is None or entrant.withdrawn:
        raise Refused(Why.NOT_IN_TOURNAMENT)
    if tournament.state is State.PLAYING:
        await say_privately(interaction, pages.ask_withdraw(tournament))
        return
    await app.club.tournaments.withdraw(route.number, interaction.user.id)
    await _answered(app, interaction, route.number, tr("You no longer take part."))


async def withdraw(app: App, interaction: Interaction, route: tournaments_routes.Withdraw) -> None:
    """Withdraw a member from a tournament, after the question whether they mean to."""
    await _here(app, interaction, route.number, _in_it)
    await app.club.tournaments.withdraw(route.number, interaction.user.id)
    await _answered(app, interaction, route.number, tr("You have withdrawn. Thank you for having played."))


async def start(app: App, interaction: Interaction, route: tournaments_routes.StartTournament) -> None:
    """Close the entries, pair the first round and open its tables."""
    tournament = await _here(app, interaction, route.number)
    tournaments = app.club.tournaments
    await tournaments.change(
        route.number, decisions.started, app.tables.now(), app.tables.store.chance, interaction.user.id,
        await tournaments.ratings(tournament), manages=_manages(interaction),
        apart=await app.members.blocks.among([each.user_id for each in tournament.entrants]),
    )  # fmt: skip
    await _answered(app, interaction, route.number, tr("The tournament has begun: the first round is up."))


async def ask_call_off(app: App, interaction: Interaction, route: tournaments_routes.AskCallOff) -> None:
    """Ask whether a tournament is to be called off."""
    tournament = await _here(app, interaction, route.number, _channel_gone)
    decisions.cancelled(tournament, app.tables.now(), interaction.user.id, manages=_manages(interaction))
    await in_place(interaction, pages.ask_call_off(tournament))


async def call_off(app: App, interaction: Interaction, route: tournaments_routes.CallOff) -> None:
    await _here(app, interaction, route.number, _channel_gone)
    await app.club.tournaments.change(
        route.number, decisions.cancelled, app.tables.now(), interaction.user.id, manages=_manages(interaction)
    )
    await _answered(app, interaction, route.number, tr("The tournament was called off."))


async def leave_be(_desk: App, interaction: Interaction, _route: tournaments_routes.LeaveBe) -> None:
    await in_place(interaction, Layout(SLATE, tr("Everything stays as it is.")))


async def standings(app: App, interaction: Interaction, route: tournaments_routes.ShowStandings) -> None:
    """Show the standings, with a picture of the table once something is decided."""
    tournament, picture = await _here(app, interaction, route.number), None
    decided = any(each.outcome is not None for each in tournament.pairings)
    if decided and not route.page and app.renderer.reader(interaction.user.id)[0].look is Look.PICTURES:
        picture = await table_picture(app.renderer.scenes, tournament)
    await in_place(interaction, pages.standings_page(tournament, route.page, picture))


async def ready(app: App, interaction: Interaction, route: tournaments_routes.Ready) -> None:
    """Note that a player is ready; the first one causes a call to the others, and the last one starts the game."""
    table: Table = (await app.ask(interaction, route.table_id, fixtures.ready)).table
    number = table.fixture.tournament_id if table.fixture is not None else 0
    if await _on_message(app, interaction, await app.club.tournaments.get(number)):
        await app.show(interaction, table)
    elif in_own_message(interaction):
        await app.in_panel(interaction, table)
        await app.show(interaction, table)
    else:
        await app.on_board(interaction, table)
    if fixtures.awaited_there(table, app.tables.now()):
        await app.notices.call_missing(table, "ready")
    else:
        await app.tournament_posts.show(number)


async def ready_in_round(app: App, interaction: Interaction, route: tournaments_routes.ReadyInRound) -> None:
    table_id = await _own_table(app, interaction, route.number)
    with app.redeliver_on_failure(table_id):
        await ready(app, interaction, tournaments_routes.Ready(table_id))


async def cut_in_round(app: App, interaction: Interaction, route: tournaments_routes.CutInRound) -> None:
    table_id = await _own_table(app, interaction, route.number)
    with app.redeliver_on_failure(table_id):
        await cut(app, interaction, table_routes.Cut(table_id))


async def _own_table(app: App, interaction: Interaction, number: int) -> int:
    """Return the table of a member's pairing in the present round."""
    tournament = await _here(app, interaction, number)
    entrant = tournament.entrant(interaction.user.id)
    if entrant is None or entrant.entry is None:
        raise Refused(Why.NOT_IN_TOURNAMENT)
    pairings = [each for each in tournament.of_round(tournament.round) if each.has(entrant.entry) and each.table_id]
    if not pairings:
        raise Refused(Why.NO_GAME)
    return pairings[0].table_id or 0


async def _joined(app: App, interaction: Interaction, number: int, partner_id: int | None) -> None:
    player = player_of(interaction.user)
    entered = [each.user_id for each in (await app.club.tournaments.get(number)).entrants]
    shunned = await app.members.blocks.shunned(player.user_id, entered)
    tournament = await app.club.tournaments.change(
        number, decisions.joined, app.tables.now(), player, partner_id, shunned=shunned
    )
    other = decisions.partner_of(tournament, player.user_id)
    partner = tournament.entrant(other) if other is not None else None
    answered = await _on_message(app, interaction, tournament)
    if tournament.partners or not answered:
        page = pages.joined_page(tournament, partner.name if partner is not None else None)
        await in_place(interaction, page)
    await app.tournament_posts.show(number)


async def _answered(app: App, interaction: Interaction, number: int, words: str) -> None:
    """Confirm an action to a member, and update the tournament's messages; answer a click on one of these in place."""
    if not await _on_message(app, interaction, await app.club.tournaments.get(number)):
        await in_place(interaction, Layout(SLATE, words))
    await app.tournament_posts.show(number)


async def _on_message(app: App, interaction: Interaction, tournament: Tournament) -> bool:
    """Answer a click on a message of a tournament by updating it; return False if the click was elsewhere."""
    clicked = interaction.message.id if interaction.message is not None else 0
    posted = next((each for each in tournament.posted if each.message_id == clicked), None)
    if posted is not None:
        layout = await app.tournament_posts.page(tournament, posted.role)
        await interaction.response.edit_message(**layout.editing())
    return posted is not None


async def _own(app: App, interaction: Interaction, tournament: Tournament) -> None:
    manages, user = _manages(interaction), interaction.user.id
    visibility = visibility_of(interaction)
    if not visibility.tournament(tournament):
        may_drop_out, may_call_off = _in_it(visibility, tournament), _channel_gone(visibility, tournament)
        page = pages.unseen_page(tournament, may_drop_out=may_drop_out, may_call_off=may_call_off)
        await in_place(interaction, page)
        return
    await in_place(
        interaction,
        pages.own_page(tournament, user, app.tournament_posts.trouble(tournament), manages=manages),
    )
    await app.tournament_posts.show(tournament.id)  # the reader may have granted a missing permission


async def _here(
    app: App,
    interaction: Interaction,
    number: int,
    unseen: Callable[[Visibility, Tournament], bool] = lambda _visibility, _tournament: False,
) -> Tournament:
    """Return a tournament of this server in a channel that the member sees, or that `unseen` allows without."""
    tournament, visibility = await app.club.tournaments.get(number), visibility_of(interaction)
    if not visibility.tournament(tournament) and not unseen(visibility, tournament):
        raise Refused(Why.NO_SUCH_TOURNAMENT)
    return tournament


def _in_it(visibility: Visibility, tournament: Tournament) -> bool:
    """Tell whether the reader takes part in a tournament of this server, and so may drop out in any channel."""
    entrant = tournament.entrant(visibility.user_id or 0)
    in_it = entrant is not None and not entrant.withdrawn
    return in_it and tournament.live and tournament.guild_id == visibility.guild_id


def _channel_gone(visibility: Visibility, tournament: Tournament) -> bool:
    """Tell whether the reader organizes a tournament whose channel is deleted, and so may call it off."""
    organizes = tournament.live and tournament.organizer_id == visibility.user_id
    return organizes and tournament.guild_id == visibility.guild_id and visibility.is_gone(tournament.channel_id)


def _manages(interaction: Interaction) -> bool:
    return interaction.permissions.manage_guild
