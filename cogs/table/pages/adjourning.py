"""Questions in the middle of a game: who allows an undo, whether to resign, and for how long to adjourn."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

import discord

from bot.house.roster import is_house
from bot.tables import Table
from bot.tables.decisions.adjourning import may_ask
from bot.tables.decisions.consent import can_undo, may_offer_draw
from bot.tables.decisions.overtime import yet_to_agree
from bot.tables.values.due import Due
from bot.tables.values.parts import READY_FOR, asked_by
from bot.tables.values.rated import is_for_rating, too_early
from bot.ui.kit.controls import CLOTH, ROSE, Control, Layout, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.lobby import AtOwn, ListTables, Wish
from bot.ui.routes.rules import Rules
from bot.ui.routes.table import Adjourn, Agree, AskResign, AskWhen, GoOn, RatherNot, ShowTricks
from bot.ui.text.faces import Picture, shown_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import joined, moment


def name_of(table: Table, user_id: int | None) -> str:
    """Return the name of a user who sits at the table, safe to show in a text."""
    return shown_name(next((seat.name for seat in table.seats if seat.user_id == user_id), "?"))


def asked_to_undo(table: Table) -> list[int]:
    """Return the people who may let the last act be undone: those of every other side that has not agreed yet."""
    deal, asker = table.game.deal, asked_by(table.undo)
    if deal is None or asker is None:
        return []
    sides = deal.law.sides
    agreed = {asker, *(table.undo.agreed if table.undo is not None else ())}
    done = {sides[seat] for seat, user in enumerate(table.users) if user in agreed}
    return [user for seat, user in enumerate(table.users) if sides[seat] not in done and not is_house(user)]


def resign_question(table: Table, user_id: int, *, panel: bool = False) -> Layout:
    """Build the private message that asks once whether a player means to give up.

    Args:
        user_id: The player who is asked.
        panel: Whether it replaces their panel, to which it then leads back.
    """
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


def claim_question(
    table: Table, user_id: int, absent_id: int, sure: table_routes.Claim | table_routes.ClaimTime, gone: Collection[int]
) -> Layout:
    """Build the private message that asks once whether a player means to claim the game.

    Args:
        user_id: The player who is asked.
        absent_id: The player from whom it would be claimed.
        sure: The operation that claims it.
        gone: Players who have left the server, who need not agree.
    """
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


def more_page(table: Table, user_id: int) -> Layout:
    """Build the menu page of a player in play: what can be asked of the others, the way out, and other tables."""
    ply, buttons, places = table.ply_for(user_id), [], []
    if may_offer_draw(table, user_id):
        buttons.append(button(table_routes.OfferDraw(table.id), tr("Offer a draw")))
    if table.undo is None and can_undo(table, user_id):
        buttons.append(button(table_routes.AskUndo(table.id, ply), tr("Undo")))
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
    return Layout(CLOTH, _waits(table) or None, *rows(buttons), *rows([*places, back]))


def _waits(table: Table) -> str:
    """Say until when a daily deal, or a game of one person without a clock, stays open; at other tables nothing."""
    if table.daily is not None:
        return tr("The deal waits until {moment}; `/daily` brings it back.",
                  moment=moment(table.daily.until, "f"))  # fmt: skip
    closes = table.due.get(Due.ABANDON)
    if len(table.people) > 1 or table.terms.clock.a_move is not None or closes is None:
        return ""
    return tr(
        "The game waits until {moment}, without a clock; `/hand` brings it back.",
        moment=moment(closes, "f"),
    )


WAITS: Final = {
    0: mark("Until all want to go on"),
    1: mark("For an hour"),
    3: mark("For three hours"),
    12: mark("For twelve hours"),
    24: mark("For a day"),
    48: mark("For two days"),
    72: mark("For three days"),
    168: mark("For a week"),
}
"""Labels of the times for which a game may be adjourned, by hours; 0: until all want to go on."""
HOLDS_MINUTES: Final = int(READY_FOR.total_seconds()) // 60
"""Minutes for which **Resume** holds in a live game with a clock."""


def go_on_button(table: Table, *, panel: bool = False, pressed: bool = False) -> Control:
    """Build the button with which a player says that they are ready to resume.

    Args:
        panel: Whether it stands in a panel.
        pressed: Whether its player has pressed it already, which disables it.
    """
    colour = discord.ButtonStyle.secondary if pressed else discord.ButtonStyle.success
    return button(GoOn(table.id, int(panel)), tr("Resume"), colour, disabled=pressed)


def when_page(table: Table, user_id: int) -> Layout:
    """Build the private question for how long the game is to be adjourned.

    Args:
        user_id: The player who wants to adjourn it.
    """
    alone = all(user == user_id for user in table.people)
    words = tr("Adjourn the game at table **{table}**?",
               table=table.number)  # fmt: skip
    asked = tr("It is adjourned at once.") if alone else tr("The others have to agree.")
    entries = [(tr(label), Adjourn(table.id, hours), "") for hours, label in WAITS.items()]
    return Layout(
        CLOTH,
        f"{words} {asked}",
        menu(tr("For how long?"), entries),
        *rows([button(table_routes.ShowPanel(table.id, table.ply_for(user_id)), tr("Back to the cards"))]),
    )


def asked_words(table: Table) -> str:
    """Say who asks to adjourn the game, and until when."""
    asked = table.adjourning
    name = name_of(table, asked.user if asked is not None else None)
    if asked is None or asked.until is None:
        return tr("{name} asks to adjourn until all want to go on, at most a fortnight after one "
        "does.", name=name)  # fmt: skip
    return tr("{name} asks to adjourn until {moment}.", name=name, moment=moment(asked.until, "f"))


def answers(table: Table, *, panel: bool = False) -> list[Control]:
    asked_at = int(table.adjourning.at.timestamp()) if table.adjourning is not None else 0
    return [
        button(Agree(table.id, asked_at, int(panel)), tr("Agree"), discord.ButtonStyle.success),
        button(RatherNot(table.id, asked_at, int(panel)), tr("Play on")),
    ]


def between_players(table: Table, user_id: int) -> list[discord.ui.Item[Any] | Picture | str | None]:
    """Lay out, for the panel of the player who asked or is asked, how a request to adjourn stands."""
    asked = table.adjourning
    if asked is None:
        return []
    if user_id in table.yet_to_adjourn:
        return [asked_words(table), *rows(answers(table, panel=True))]
    if asked.user != user_id:
        return []
    if asked.declined is not None:
        return ["-# " + tr("Not everyone wants to adjourn.")]
    take_back = button(RatherNot(table.id, int(asked.at.timestamp()), 1), tr("Take it back"))
    return ["-# " + tr("You ask to adjourn. The others decide."), *rows([take_back])]


def pressed_words(table: Table, user_id: int, at: datetime) -> str:
    """Say when a player pressed **Resume**; the sentence stays true after their readiness has lapsed."""
    return tr("{name} pressed **Resume** {moment}.", name=name_of(table, user_id), moment=moment(at))


def adjourned_words(table: Table) -> str:
    """Say that a game is adjourned, how it resumes, who is ready, and when it ends without a result.

    The message is not edited when a player's readiness lapses. Where readiness can lapse, the message therefore names
    everyone who has to press **Resume**, and says for how many minutes it holds.
    """
    put_down = table.adjourned
    assert put_down is not None  # the caller has checked
    lapses = table.readiness_lapses
    ready = set() if lapses else {user for user, _ in put_down.ready}
    people = [name_of(table, user) for user in table.people if user not in ready]
    who = joined(people)
    if len(people) == 1:
        all_press = tr("when {name} presses **Resume**", name=who)
    elif lapses:  # so that nobody's clock runs unseen
        all_press = tr("once {names} have pressed **Resume** within {count} minutes", names=who, count=HOLDS_MINUTES)
    else:
        all_press = tr("once {names} have pressed **Resume**", names=who)
    if put_down.until is None:
        how = tr("The game goes on {when_all_press}.", when_all_press=all_press)
    else:
        time = moment(put_down.until, "f")
        how = tr("The game goes on {moment}, or {when_all_press}.", moment=time, when_all_press=all_press)
    lines = [tr("**Adjourned:** nothing is played, and no clock runs.") + " " + how]
    lines += [f"-# {pressed_words(table, user, at)}" for user, at in put_down.ready if not is_house(user)]
    if put_down.until is None:
        lines.append("-# " + tr("Without it, the game ends without a result on {day}.", day=moment(put_down.ends, "D")))
    return "\n".join(lines)
