"""Handlers of a private practice: its beginning, its deals, and the rematch.

Board and panel are one private message, and nothing is posted in the channel. A deal needs two of them: one that shows
the commitment, and one in which the deal is played, which is sent when no cut can come any more. If the latter is not
known when the next click comes, as after a crash, the deal is sealed anew, so that no secret is dealt from twice.
"""

from __future__ import annotations

import logging
from contextlib import suppress

import discord
from discord import app_commands

from bot.engine.presets import write_code
from bot.house.roster import HOUSE, Level
from bot.tables import OUTSIDE, Kind, Table
from bot.tables.decisions import dealing
from bot.tables.decisions.terms import for_players
from bot.ui.kit.controls import CLOTH, Layout, button, rows
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from bot.ui.kit.reply import Sent, in_place, say_privately
from bot.ui.routes import table as table_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.home import PractiseAnew
from bot.ui.routes.lobby import AtOwn, Wish
from bot.ui.text.i18n import tr
from bot.ui.text.table_lines import house_line
from cogs.table.app import App, Interaction, player_of
from cogs.table.house_rules import Meant, read_typed
from cogs.table.lobby import of_length, open_table
from cogs.table.posts.panels import carries

log = logging.getLogger(__name__)


async def practise(
    app: App,
    interaction: Interaction,
    *,
    rules: Meant | None = None,
    players: int | None = None,
    length: app_commands.Choice[str] | None = None,
    level: Level = Level.REGULAR,
    anew: bool = False,
) -> None:
    """Begin a game against the house in private messages, and deal; unless `anew`, first offer one not over."""
    preset, chosen, _ = rules or read_typed("")
    if players is not None:
        chosen = for_players(preset, chosen, players)
    chosen = of_length(chosen, length)
    begun = next((each for each in await app.tables_of(interaction) if each.kind is Kind.PRACTICE), None)
    offer = None
    if begun is not None and not anew:
        with suppress(ValueError):  # rules whose code is too long for a button begin at once
            offer = _unfinished(begun, PractiseAnew(level, write_code(chosen, preset)))
    if offer is not None:
        await in_place(interaction, offer)
        return
    table = await app.tables.practise(
        guild_id=interaction.guild_id or OUTSIDE,
        channel_id=interaction.channel_id or 0,
        player=player_of(interaction.user),
        rules=chosen,
        preset=preset,
        language=app.renderer.readers.language_of(interaction),
        level=level,
    )
    await _begin(app, interaction, table)


def _unfinished(table: Table, another: Route) -> Layout:
    """Build the private page that offers a practice game that is not over before another one."""
    go_on = button(AtOwn(Wish.HAND, 0, table.id), tr("Continue"), discord.ButtonStyle.primary)
    words = tr("Your practice game at table **{table}** is not over.", table=table.number)
    return Layout(CLOTH, f"{words}\n-# {house_line(table)}", *rows([go_on, button(another, tr("Begin another"))]))


async def practise_anew(app: App, interaction: Interaction, route: PractiseAnew) -> None:
    """Begin another practice game beside one that is not over."""
    await practise(app, interaction, rules=read_typed(route.code), level=route.level, anew=True)


async def play_another(app: App, interaction: Interaction, route: table_routes.PlayAnother) -> None:
    """Open a table with the rules and the clock of a finished game; after a practice, begin another one."""
    before = await app.table_here(interaction, route.table_id)
    rules = Meant(before.terms.preset, before.rules, before.terms.friendly)
    if before.kind is Kind.PRACTICE:
        house = next((HOUSE[user].level for user in before.users if user in HOUSE), Level.REGULAR)
        await practise(app, interaction, rules=rules, level=house)
    else:
        await open_table(app, interaction, rules=rules, clock=before.terms.clock)


async def practise_again(app: App, interaction: Interaction, table: Table) -> None:
    """Begin the rematch of a private practice at once, below its result."""
    table, new = await app.tables.rematch(table.id, interaction.user.id)
    await in_place(interaction, await app.renderer.panel(table, interaction.user.id))
    if new is not None:
        await _begin(app, interaction, new)


async def _begin(app: App, interaction: Interaction, table: Table) -> None:
    """Show the commitment of the first deal to the player, and deal; a table whose first message fails is closed."""
    app.tables.touch(table.id, interaction.user.id)
    layout = await app.renderer.parting(table, 0)
    message_id, failed, first = 0, None, not interaction.response.is_done()
    try:
        message_id = (await say_privately(interaction, layout)).message_id
    except DISCORD_TROUBLE as error:
        failed = error
    if not message_id and first:
        message_id = await _answered(interaction, table)
    if message_id:
        await _deal(app, interaction, table, message_id)
        return
    await app.tables.ask(table.id, dealing.answer_absent)
    if failed is not None:
        raise failed


async def _answered(interaction: Interaction, table: Table) -> int:
    """Return the id of the interaction's answer if it shows the commitment of a table, else 0."""
    try:
        answer = await interaction.original_response()
    except DISCORD_TROUBLE as error:
        log.warning("a practice's first message cannot be asked for: %s", reason(error), extra={"table": table.id})
        return 0
    return answer.id if carries(answer, table) else 0


async def deal_in_private(app: App, interaction: Interaction, table: Table) -> None:
    """Deal the sealed cards of a private table, where the clicked message or an earlier one shows the commitment."""
    seal = table.seal
    if table.id in app.dealt_now:  # a second click on the button
        await interaction.response.defer()
        return
    message_id = _carrying(interaction, table)
    ready = seal is not None and table.awaits_deal and (seal.message_id is not None or message_id is not None)
    if not ready:
        if app.panels.is_older(interaction, table.id):  # it has been dealt, in the newer message
            await interaction.response.defer()
        else:
            await app.in_panel(interaction, table)
        return
    await _deal(app, interaction, table, message_id, clicked=True)


async def committed_here(app: App, interaction: Interaction, table: Table) -> Table:
    """Note that the clicked message shows the commitment of a private table's next deal, if it does."""
    message_id = _carrying(interaction, table) if table.private else None
    return table if message_id is None else await app.tables.ask(table.id, dealing.committed, message_id)


def _carrying(interaction: Interaction, table: Table) -> int | None:
    """Return the id of the clicked message if it is the member's own and shows the commitment of the next deal."""
    clicked = interaction.message
    if clicked is None or not clicked.flags.ephemeral or not carries(clicked, table):
        return None
    return clicked.id


async def _deal(
    app: App, interaction: Interaction, table: Table, message_id: int | None, *, clicked: bool = False
) -> None:
    """Close the cuts, send the message of the deal, deal with its id, and show the cards there.

    Args:
        message_id: The player's message that shows the commitment; None if it is stored already.
        clicked: Whether the clicked message is to be answered, which shows the commitment.
    """
    user, panels = interaction.user.id, app.panels
    app.dealt_now.add(table.id)
    try:
        done = await app.tables.ask(table.id, dealing.deal_in_private, user, message_id)
        table = done.table
        if table.seal is None:
            return
        if clicked:
            await in_place(interaction, await app.renderer.parting(table, table.seal.number))
        if done.stale:
            return
        layout = await app.renderer.panel(table, user)
        sent = await _sent(app, interaction, table, layout)
        panels.let_go(table.id)  # the panel of the deal that is over stays as it is
        await panels.keep(interaction, table, layout, sent)
        table = await app.tables.ask(table.id, dealing.dealt_in_private, sent.message_id, table.seal.commitment)
    finally:
        app.dealt_now.discard(table.id)
    await app.show(interaction, await app.dealt_or_sealed_anew(table))


async def _sent(app: App, interaction: Interaction, table: Table, layout: Layout) -> Sent:
    """Send the message of a deal; if that fails it may be there all the same, so the deal is sealed anew."""
    try:
        return await say_privately(interaction, layout)
    except DISCORD_TROUBLE:
        table = await app.tables.ask(table.id, dealing.sealed_anew)
        with suppress(*DISCORD_TROUBLE):
            await app.in_panel(interaction, table)
        raise
