"""Handlers of the panel and the board: cards, declarations, the deal, resigning and rematches."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Final

import discord

from bot.tables import Refused, Status, Table, Why, number_of
from bot.tables.decisions import by_itself, dealing, lobby, play
from bot.tables.decisions.adjourning import may_ask
from bot.tables.decisions.consent import can_undo, may_offer_draw
from bot.tables.decisions.moving import ANCHOR
from bot.tables.values.clocks import Due
from bot.tables.values.rated import is_for_rating, too_early
from bot.ui.kit.controls import CLOTH, ROSE, SLATE, Layout, button, rows
from bot.ui.kit.permissions import elsewhere
from bot.ui.kit.reply import in_place, refuse, say_privately, tell
from bot.ui.routes import table as table_routes
from bot.ui.routes.lobby import AtOwn, ListTables, Wish
from bot.ui.routes.rules import Rules
from bot.ui.routes.table import AskResign, AskWhen, More, ShowTricks
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.refusals import refusal_text
from bot.ui.text.words import joined, moment
from cogs.table.app import App, Interaction
from cogs.table.pages.result import after_game
from cogs.table.practice import deal_in_private, practise_again

_BOARD_PATIENCE: Final = 2.0
"""Seconds for which a hand waits for the board that is to stand above it."""

# ---------------------------------------------------------------- acts


async def act(app: App, interaction: Interaction, route: table_routes.Act, *, exactly: bool = False) -> None:
    """Do something in the game, and show the panel; what is against the rules is meant `exactly` for its moment."""
    table = await app.table_here(interaction, route.table_id, for_panel=True)
    if table.private and not table.live:
        await app.in_panel(interaction, table)
        return
    user, said, drew, before = interaction.user.id, "", False, table
    if not table.passes_by_itself:  # else the moment of a reminder would tell that there was a turn to end
        app.tables.touch(table.id, user)
    try:
        done = await app.tables.act(route.table_id, user, route.action, route.ply, exactly=exactly)
        table = done.table
        drew = route.action in ("pass", "draw") and not done.stale and table.turn_users == (user,)
        if done.stale and not _just_done(table, user, route.action):
            said = tr("The table has moved on; this is how it stands now.")
    except Refused as refused:
        if refused.why is not Why.ILLEGAL:
            raise
        said = refusal_text(refused)
    await app.in_panel(interaction, table, said)
    if route.action == "pass" and table.passes_by_itself and before.same_for_others(table):
        if user not in table.turn_users:  # the winner of a trick, or the partner who is asked after them
            await app.panels.refresh_one(table.id, table.turn_users[0])
        return  # not even a board that has to be posted again may tell the others that somebody has drawn
    app.presenter.move_if_out_of_sight(interaction, table, eager=False)
    if drew:
        await app.presenter.show(table.id, for_draw=True)
    else:
        await app.show(interaction, table, for_card=True)


async def choose(app: App, interaction: Interaction, route: table_routes.Choose) -> None:
    """Do one of many things, chosen in a menu."""
    await act(app, interaction, table_routes.Act(route.table_id, route.ply, route.action))


async def play_ahead(app: App, interaction: Interaction, route: table_routes.PlayAhead) -> None:
    """Keep or take back what is to be done on the player's turn; nobody else is shown anything."""
    await app.table_here(interaction, route.table_id, for_panel=True)
    user = interaction.user.id
    done = await app.tables.ask(route.table_id, by_itself.choose_ahead, user, route.action, route.ply)
    said = tr("The table has moved on; this is how it stands now.") if done.stale else ""
    await app.in_panel(interaction, done.table, said)


async def choose_ahead(app: App, interaction: Interaction, route: table_routes.ChooseAhead) -> None:
    table = await app.table_here(interaction, route.table_id, for_panel=True)
    user = interaction.user.id
    page = await app.renderer.panel(table, user, ahead=True) if by_itself.may_plan(table, user) else None
    await app.page_in_panel(interaction, table, page)


async def panel(app: App, interaction: Interaction, route: table_routes.ShowPanel) -> None:
    await app.in_panel(interaction, await app.table_here(interaction, route.table_id, for_panel=True))


def _just_done(table: Table, user_id: int, action: str) -> bool:
    """Tell whether a player has done this a moment ago, so that a second click on it wants no remark."""
    seen = table.seen_by(user_id)
    return any(row.seat == seen.seat and row.action == f"{seen.seat} {action}" for row in seen.actions[-3:])


# ---------------------------------------------------------------- the board


async def hand(app: App, interaction: Interaction, route: table_routes.ShowHand) -> None:
    table, user = await app.table_here(interaction, route.table_id), interaction.user.id
    if table.seat_of(user) is None:
        await tell(interaction, _watching(table))
        return
    layout = await app.renderer.panel(table, user)
    posted = table.message("board")
    if posted is not None and interaction.message is not None and interaction.message.id == posted.message_id:
        # Deferring makes the board this click's own message, so that the click's token can edit it.
        await interaction.response.defer()
        app.presenter.keep_token(interaction, table)
        app.presenter.move_if_out_of_sight(interaction, table, eager=True)
        if app.boards.is_moving(table.id):  # the panel belongs below the board that comes
            app.panels.replacing(table.id, user)
            with suppress(TimeoutError):  # where Discord leaves a call unanswered, the clock posts the board
                async with asyncio.timeout(_BOARD_PATIENCE):
                    await app.show(interaction, table)
            table = await app.tables.get(table.id)
            layout = await app.renderer.panel(table, user)
    sent = await say_privately(interaction, layout)
    await app.panels.keep(interaction, table, layout, sent)
    app.presenter.move_if_out_of_sight(interaction, table, eager=True)
    await app.show(interaction, table)


def _watching(table: Table) -> str:
    if table.status is Status.LOBBY:
        return tr("Table {table} has not begun: press **Join** to play.", table=table.number)
    return tr("You only watch table {table}; open your own to play.", table=table.number)


async def deal(app: App, interaction: Interaction, route: table_routes.Deal) -> None:
    table = await app.table_here(interaction, route.table_id)
    if table.private:
        await deal_in_private(app, interaction, table)
        return
    done = await app.tables.ask(route.table_id, dealing.deal, interaction.user.id)
    if done.stale and not done.table.live:
        raise Refused(Why.OVER if done.table.game.result else Why.CLOSED, table_id=route.table_id)
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await app.in_panel(interaction, done.table)
        await app.show(interaction, done.table)
    else:
        await app.on_board(interaction, done.table)  # over already, where the seven turned up was enough


# ---------------------------------------------------------------- giving up, and again


async def ask_to_resign(interaction: Interaction, table: Table) -> None:
    """Ask once whether a player means to give up."""
    _to_resign(table, interaction.user.id)
    await in_place(interaction, resign_question(table, interaction.user.id))


async def ask_to_resign_in_panel(app: App, interaction: Interaction, route: AskResign) -> None:
    """Ask the same in the place of the panel; where there is nothing to resign from any more, the panel says so."""
    table = await app.table_here(interaction, route.table_id)
    user = interaction.user.id
    page = resign_question(table, user, panel=True) if _plays(table, user) else None
    await app.page_in_panel(interaction, table, page)


async def more(app: App, interaction: Interaction, route: More) -> None:
    """Show what is seldom wanted in the place of the panel; who does not play here any more is told so."""
    table = await app.table_here(interaction, route.table_id)
    page = menu_page(table, interaction.user.id) if _plays(table, interaction.user.id) else None
    await app.page_in_panel(interaction, table, page)


def _plays(table: Table, user_id: int) -> bool:
    try:
        _to_resign(table, user_id)
    except Refused:
        return False
    return True


def _to_resign(table: Table, user_id: int) -> None:
    """See that somebody is seated, and has something to resign from."""
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.status is not Status.PLAYING or not (table.game.deals or table.being_dealt):
        raise Refused(Why.NOT_STARTED if table.live else Why.OVER, table_id=table.id)


async def resign(app: App, interaction: Interaction, route: table_routes.Resign) -> None:
    done = await app.ask(interaction, route.table_id, play.resign)
    if done.table.private:
        await app.in_panel(interaction, done.table)
        return
    await in_place(interaction, Layout(SLATE, tr("You resigned at table {table}.", table=number_of(route.table_id))))
    await app.show(interaction, done.table)


async def dismiss(_desk: App, interaction: Interaction, _route: table_routes.Dismiss) -> None:
    await in_place(interaction, Layout(SLATE, tr("Nothing has changed. `/hand` shows your cards.")))


async def rematch(app: App, interaction: Interaction, route: table_routes.Rematch) -> None:
    table = await app.table_here(interaction, route.table_id)
    if table.private:
        await practise_again(app, interaction, table)
        return
    if hindrance := elsewhere(interaction):  # it would be a new table here
        await refuse(interaction, hindrance)
        return
    if table.seat_of(interaction.user.id) is not None and table.rematch.next_id is None:
        gone = await app.attendance.gone(table, [user for user in table.users if user != interaction.user.id])
        if gone:
            names = joined([shown_name(seat.name) for seat in table.seats if seat.user_id in gone])
            raise Refused(Why.NOBODY_TO_PLAY, table_id=table.id, detail=names)
    table, new = await app.tables.rematch(route.table_id, interaction.user.id)
    try:
        await _answer_wish(app, interaction, table)
        with suppress(Refused), app.public.request(table.guild_id, interaction.user.id) as permit:
            if await app.notices.rematch(table):
                permit.use()
    finally:  # what everyone has asked for begins, also where that message can no longer be changed
        await app.show(interaction, table)
        if new is not None:
            await app.show(interaction, new)


async def decline_rematch(app: App, interaction: Interaction, route: table_routes.NoRematch) -> None:
    table = await app.ask(interaction, route.table_id, lobby.decline_rematch)
    try:
        await _answer_wish(app, interaction, table)
        await app.notices.rematch(table)
    finally:
        await app.show(interaction, table)


async def _answer_wish(app: App, interaction: Interaction, table: Table) -> None:
    """Show on the result who would like a rematch and who would not; the click was on it or on a notice."""
    clicked = interaction.message.id if interaction.message is not None else 0
    if not any(posted.message_id == clicked and posted.role in ("result", ANCHOR) for posted in table.messages):
        await interaction.response.defer()
        await app.results.changed(table.id)
        return
    shown = await app.tables.get(table.id)
    layout = await app.results.layout(shown, clicked)
    await interaction.response.edit_message(**layout.editing())
    # While it was drawn others may have asked too, and have been shown first.
    while (later := await app.tables.get(table.id)).rematch != shown.rematch:
        shown = later
        layout = await app.results.layout(shown, clicked)
        await interaction.edit_original_response(**layout.editing())


async def after(app: App, interaction: Interaction, route: table_routes.AfterGame) -> None:
    """Show everything to be had of a finished game in which cards were dealt."""
    table = await app.table_here(interaction, route.table_id)
    if table.live or not table.game.deals:
        raise Refused(Why.DEAL_HIDDEN if table.live else Why.NO_SUCH_DEAL, table_id=table.id)
    await say_privately(interaction, after_game(table, await app.renderer.today(interaction.user.id)))


def resign_question(table: Table, user_id: int, *, panel: bool = False) -> Layout:
    """Ask once whether a player means to give up, in place of their panel or in a message of its own."""
    drawable = may_offer_draw(table, user_id)
    if table.daily is not None:
        question = tr("Give up today's deal? It counts for nothing, for good.")
    elif too_early(table, table.seat_of(user_id) or 0):
        question = tr("Give up table **{table}**? Nobody wins or loses by it yet.", table=table.number)
        if is_for_rating(table):
            question += " " + tr("Two rated games left within a day: friendly ones only for a day.")
    else:
        question = tr("Give up table **{table}**? It counts as lost, for good.",
                      table=table.number)  # fmt: skip
        if drawable:
            question += " " + tr("In a draw nobody wins or loses.")
    back = table_routes.ShowPanel(table.id, table.ply_for(user_id)) if panel else table_routes.Dismiss(table.id)
    return Layout(
        ROSE,
        question,
        *rows(
            [
                button(table_routes.Resign(table.id), tr("Resign"), discord.ButtonStyle.danger),
                *([button(table_routes.OfferDraw(table.id), tr("Offer a draw"))] if drawable else []),
                button(back, tr("Keep playing")),
            ]
        ),
    )


def menu_page(table: Table, user_id: int) -> Layout:
    """Build the menu page of a player in play: what can be asked of the others, the way out, and other tables."""
    ply, buttons, places = table.ply_for(user_id), [], []
    if may_offer_draw(table, user_id):
        buttons.append(button(table_routes.OfferDraw(table.id), tr("Offer a draw")))
    if table.undo is None and can_undo(table, user_id):
        buttons.append(button(table_routes.AskUndo(table.id, ply), tr("Undo")))
    if by_itself.may_plan(table, user_id) and len(table.people) > 1:
        buttons.append(button(table_routes.ChooseAhead(table.id), tr("Play ahead …")))
    if may_ask(table, user_id):
        buttons.append(button(AskWhen(table.id), tr("Adjourn …")))
    if table.place.private:  # whose panel has no board beside it
        deal = max(0, len(table.game.deals) - 1)
        buttons += [
            button(ShowTricks(table.id, deal, panel=1), tr("Tricks")),
            button(table_routes.ShowProof(table.id, deal), tr("Fair deal")),
            button(Rules(table.id), tr("Rules")),
        ]
    buttons.append(button(AskResign(table.id), tr("Resign …")))
    if table.place.private:
        places.append(button(AtOwn(Wish.HERE, 0, table.id), tr("Show in the channel")))
    elif table.daily is None:
        places.append(button(AtOwn(Wish.HERE, 0, table.id), tr("Move the board here")))
    places.append(button(ListTables(0), tr("Tables here")))
    back = button(table_routes.ShowPanel(table.id, ply), tr("Back to the cards"), discord.ButtonStyle.primary)
    return Layout(CLOTH, _open_until(table) or None, *rows(buttons), *rows([*places, back]))


def _open_until(table: Table) -> str:
    """Say until when a daily deal, or a game of one person without a clock, stays open; at other tables nothing."""
    if table.daily is not None:
        return tr("The deal waits until {moment}; `/daily` brings it back.",
                  moment=moment(table.daily.until, "f"))  # fmt: skip
    closes = table.due.get(Due.ABANDON)
    if len(table.people) > 1 or table.terms.clock.a_move is not None or closes is None:
        return ""
    return tr(
        "The game waits until {moment}; `/hand` brings it back.",
        moment=moment(closes, "f"),
    )
