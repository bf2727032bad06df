"""Handlers for what needs the other players: draws, undo, adjourning and overtime."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord

from bot.tables import Refused, Table, Why
from bot.tables.decisions import adjourning, consent, house_seats, overtime
from bot.tables.decisions.overtime import yet_to_agree
from bot.tables.values.parts import asked_by
from bot.tables.values.rated import too_early
from bot.ui.kit.controls import CLOTH, ROSE, SLATE, Layout, button, menu, rows
from bot.ui.kit.reply import in_own_message, in_place
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import Adjourn
from bot.ui.text.i18n import tr
from bot.ui.text.words import joined, time_words
from cogs.table.app import App, Interaction
from cogs.table.pages.adjourning import name_of
from cogs.table.pages.board import name_in_line, own_draw_line

WAITS: Final = (1, 3, 12, 24, 48, 72, 168)
"""Hours for which a game may be adjourned, if not until all want to go on."""


async def say_draw(app: App, interaction: Interaction, table: Table) -> None:
    """Answer the command: offer a draw, or accept the one that stands."""
    table = await app.tables.ask(table.id, consent.offer_draw, interaction.user.id)
    with app.redeliver_on_failure(table.id):
        await in_place(interaction, Layout(SLATE, _offered(table)))
    await app.show(interaction, table)


async def offer_draw(app: App, interaction: Interaction, route: table_routes.OfferDraw) -> None:
    """Take an offer from the question whether to resign, which the answer replaces."""
    table = await app.ask(interaction, route.table_id, consent.offer_draw)
    await in_place(interaction, Layout(SLATE, _offered(table)))
    await app.show(interaction, table)


async def accept_draw(app: App, interaction: Interaction, route: table_routes.AcceptDraw) -> None:
    await _answer(app, interaction, await app.ask(interaction, route.table_id, consent.accept_draw, route.ply))


async def decline_draw(app: App, interaction: Interaction, route: table_routes.DeclineDraw) -> None:
    await _answer(app, interaction, await app.ask(interaction, route.table_id, consent.decline_draw, route.ply))


async def _answer(app: App, interaction: Interaction, table: Table) -> None:
    """Answer a click on the board or in a panel by showing there how the table stands."""
    if in_own_message(interaction):
        await app.in_panel(interaction, table)
        await app.show(interaction, table)
    else:
        await app.on_board(interaction, table)


async def say_undo(app: App, interaction: Interaction, table: Table) -> None:
    table = await _asked_to_undo(app, interaction, table)
    asked = tr("The others are asked at table {table}.", table=table.number)
    done = tr("Your last move at table {table} is undone.", table=table.number)
    with app.redeliver_on_failure(table.id):
        await in_place(interaction, Layout(SLATE, asked if asked_by(table.undo) is not None else done))
    await app.notices.post(table, "undo")
    await app.show(interaction, table)


async def ask_undo(app: App, interaction: Interaction, route: table_routes.AskUndo) -> None:
    """Ask the others, from the panel, to let the last act be undone."""
    table = await _asked_to_undo(app, interaction, await app.table_here(interaction, route.table_id))
    await app.in_panel(interaction, table)
    await app.notices.post(table, "undo")
    await app.show(interaction, table)


async def _asked_to_undo(app: App, interaction: Interaction, table: Table) -> Table:
    """Ask for the last act to be undone; where others have to be asked, that is posted."""
    with app.public.request(table.guild_id, interaction.user.id) as permit:
        table = await app.tables.ask(table.id, consent.ask_undo, interaction.user.id)
        if asked_by(table.undo) is not None:
            permit.use()
    return table


async def allow_undo(app: App, interaction: Interaction, route: table_routes.AllowUndo) -> None:
    """Let an act be undone; others may be asked as well."""
    table = await app.ask(interaction, route.table_id, consent.allow_undo, route.ply)
    if asked_by(table.undo) is not None:
        await app.on_notice(interaction, table, "undo")
        return
    await interaction.response.defer()
    await app.show(interaction, table)


async def refuse_undo(app: App, interaction: Interaction, route: table_routes.RefuseUndo) -> None:
    table = await app.ask(interaction, route.table_id, consent.refuse_undo, route.ply)
    await interaction.response.defer()
    await app.show(interaction, table)


def _offered(table: Table) -> str:
    if table.drawn:
        return tr("You agreed to a draw at table {table}.", table=table.number)
    return f"**{name_in_line(table)}** · {own_draw_line(table)}"


async def say_when(app: App, interaction: Interaction, table: Table) -> None:
    """Answer the command: ask for how long the game is to be put down, or show how that stands."""
    adjourning.to_adjourn(table, interaction.user.id)
    if table.adjourning is None:
        await in_place(interaction, when_page(table, interaction.user.id))
    else:
        await app.in_panel(interaction, table)


async def ask_when(app: App, interaction: Interaction, route: table_routes.AskWhen) -> None:
    """Ask for how long the game is to be put down; where that is asked of the others already, the panel says so."""
    table = await app.table_here(interaction, route.table_id)
    adjourning.to_adjourn(table, interaction.user.id)
    page = when_page(table, interaction.user.id) if table.adjourning is None else None
    await app.page_in_panel(interaction, table, page)


async def adjourn(app: App, interaction: Interaction, route: table_routes.Adjourn) -> None:
    """Ask the others to put the game down, and show in the panel how that stands."""
    table = await app.table_here(interaction, route.table_id)
    wait = timedelta(hours=route.hours) if route.hours in WAITS else None
    with app.public.request(table.guild_id, interaction.user.id) as permit:
        table = await app.tables.ask(table.id, adjourning.ask_adjourn, interaction.user.id, wait)
        if table.yet_to_adjourn:
            permit.use()
    await app.in_panel(interaction, table)
    await app.notices.post(table, "adjourn")
    await app.show(interaction, table)


async def agree(app: App, interaction: Interaction, route: table_routes.Agree) -> None:
    """Agree to put the game down; others may be asked as well."""
    table = await app.ask(interaction, route.table_id, adjourning.agree_to_adjourn, route.asked_at)
    await _answered(app, interaction, table)


async def rather_not(app: App, interaction: Interaction, route: table_routes.RatherNot) -> None:
    table = await app.ask(interaction, route.table_id, adjourning.rather_not, route.asked_at)
    await _answered(app, interaction, table)


async def _answered(app: App, interaction: Interaction, table: Table) -> None:
    """Show what came of a request where it was answered: in the panel or in the notice."""
    if not in_own_message(interaction):
        await app.on_notice(interaction, table, "adjourn")
        return
    with app.redeliver_on_failure(table.id):
        await app.in_panel(interaction, table)
    await app.notices.again(table, "adjourn")
    await app.show(interaction, table)


async def go_on(app: App, interaction: Interaction, route: table_routes.GoOn) -> None:
    """Note that a player is ready to resume; players who have left the server are not waited for."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user.id
    waits = table.adjourned is not None and table.seat_of(user) is not None
    others = [each for each in table.people if each != user]
    gone = await app.attendance.gone(table, others) if waits else []
    table = await app.tables.ask(table.id, adjourning.go_on, user, gone)
    clicked, board, called = interaction.message, table.message("board"), table.message("there")
    if in_own_message(interaction):
        await app.in_panel(interaction, table)
    elif clicked is not None and board is not None and clicked.id == board.message_id:
        await app.presenter.answer_on_board(interaction, table)
    elif clicked is not None and called is not None and clicked.id == called.message_id and table.adjourned is not None:
        await app.on_notice(interaction, table, "there")
    elif not interaction.response.is_done():
        await interaction.response.defer()
    with app.redeliver_on_failure(table.id):
        await app.notices.call_missing(table, "there")
    await app.show(interaction, table)


async def wait(app: App, interaction: Interaction, route: table_routes.Wait) -> None:
    table = await app.ask(interaction, route.table_id, overtime.give_time)
    await interaction.response.defer()
    await app.show(interaction, table)


async def claim(app: App, interaction: Interaction, route: table_routes.Claim) -> None:
    """Claim the game from somebody who has left the server, after one question."""
    table, user, absent = await app.table_here(interaction, route.table_id), interaction.user.id, route.absent_id
    if table.seat_of(user) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if not await app.attendance.gone(table, [absent]):
        raise Refused(Why.STILL_HERE, table_id=table.id)
    overtime.check_absent(table, user, absent)
    gone = await _also_gone(app, interaction, table)
    if not route.sure:
        await in_place(interaction, claim_question(table, user, absent, replace(route, sure=True), gone))
        return
    done = await app.tables.ask(table.id, overtime.claim, user, absent, gone)
    await _claimed(app, interaction, done.table, absent)


async def claim_time(app: App, interaction: Interaction, route: table_routes.ClaimTime) -> None:
    """Claim the game from somebody whose time is up, after one question."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user.id
    overtime.check_late(table, user, route.ply)
    absent, gone = table.late_user, await _also_gone(app, interaction, table)
    if not route.sure:
        await in_place(interaction, claim_question(table, user, absent, replace(route, sure=True), gone))
        return
    done = await app.tables.ask(table.id, overtime.claim_time, user, gone, route.ply)
    await _claimed(app, interaction, done.table, absent)


async def _claimed(app: App, interaction: Interaction, table: Table, absent_id: int) -> None:
    """Say what came of a claim, and show the others who has yet to agree."""
    await in_place(interaction, Layout(SLATE, _claimed_words(table, absent_id)))
    await app.notices.decide_again(table, absent_id)
    await app.show(interaction, table)


def _claimed_words(table: Table, absent_id: int) -> str:
    """Say to a player what came of their claim: the game is theirs, or who has yet to agree."""
    missing = yet_to_agree(table, absent_id) if table.live else []
    if not missing:
        return tr("You claimed table {table}.", table=table.number)
    names = joined([name_of(table, user) for user in missing])
    said = tr("You would claim table {table}.", table=table.number)
    return f"{said} {tr('Yet to agree: {names}.', names=names)}"


async def _also_gone(app: App, interaction: Interaction, table: Table) -> list[int]:
    """Return who need not agree, having left the server too; asked where it can make a difference."""
    others = [user for user in table.people if user != interaction.user.id]
    if table.seat_of(interaction.user.id) is None or len(others) < 2:
        return []
    return await app.attendance.gone(table, others)


async def let_house_play(app: App, interaction: Interaction, route: table_routes.LetHousePlay) -> None:
    """Let the house play on for the player whose time is up, or for one who has left the server."""
    table, absent = await app.table_here(interaction, route.table_id), route.absent_id or None
    if table.seat_of(interaction.user.id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if absent is not None and not await app.attendance.gone(table, [absent]):
        raise Refused(Why.STILL_HERE, table_id=table.id)
    gone, late = await _also_gone(app, interaction, table), table.late_user
    table = await app.tables.ask(table.id, overtime.let_house_play, interaction.user.id, absent, gone)
    await interaction.response.defer()
    await app.notices.decide_again(table, absent or late)
    await app.show(interaction, table)


async def come_back(app: App, interaction: Interaction, route: table_routes.ComeBack) -> None:
    """Give a member their seat back, and show them their hand."""
    table = await app.ask(interaction, route.table_id, house_seats.come_back)
    clicked, posted = interaction.message, table.message("board")
    if clicked is not None and posted is not None and clicked.id == posted.message_id:
        await app.presenter.answer_on_board(interaction, table)
        await app.hand(interaction, table)
    else:
        await app.in_panel(interaction, table)
        await app.show(interaction, table)


def claim_question(
    table: Table, user_id: int, absent_id: int, sure: table_routes.Claim | table_routes.ClaimTime, gone: Collection[int]
) -> Layout:
    """Build the private message that asks once whether a player means to claim the game."""
    name, seat, sides = name_of(table, absent_id), table.seat_of(absent_id) or 0, table.game.law.sides
    if table.game.deal is None or too_early(table, seat):
        question = tr("Claim table **{table}** from {name}? Nobody wins or loses by it yet.",
                      table=table.number, name=name)  # fmt: skip
    else:
        question = tr("Claim table **{table}** from {name}, who then loses it, for good?",
                      table=table.number, name=name)  # fmt: skip
    mine = sides[table.seat_of(user_id) or 0]
    asked = [user for user in yet_to_agree(table, absent_id) if user not in gone]
    if any(sides[table.seat_of(user) or 0] != mine for user in asked):
        question += " " + tr("The others have to agree.")
    claim = button(sure, tr("Claim the game"), discord.ButtonStyle.danger)
    return Layout(ROSE, question, *rows([claim, button(table_routes.Dismiss(table.id), tr("Leave it"))]))


def when_page(table: Table, user_id: int) -> Layout:
    """Build the private question for how long the game is to be adjourned."""
    alone = all(user == user_id for user in table.people)
    words = tr("Adjourn the game at table **{table}**?",
               table=table.number)  # fmt: skip
    asked = tr("It is adjourned at once.") if alone else tr("The others have to agree.")
    entries = [(tr("Until all want to go on"), Adjourn(table.id, 0), "")]
    entries += [(time_words(timedelta(hours=hours)), Adjourn(table.id, hours), "") for hours in WAITS]
    return Layout(
        CLOTH,
        f"{words} {asked}",
        menu(tr("For how long?"), entries),
        *rows([button(table_routes.ShowPanel(table.id, table.ply_for(user_id)), tr("Back to the cards"))]),
    )
