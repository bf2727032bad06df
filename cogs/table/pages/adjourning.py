"""How a game is adjourned and resumed, in words and buttons; and the people whom an undo asks."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import discord

from bot.house.roster import is_house
from bot.tables import Table
from bot.tables.values.parts import READY_FOR, asked_by
from bot.ui.kit.controls import Control, button, rows
from bot.ui.routes.table import Agree, GoOn, RatherNot
from bot.ui.text.faces import Picture, shown_name
from bot.ui.text.i18n import tr
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


HOLDS_MINUTES: Final = int(READY_FOR.total_seconds()) // 60
"""Minutes for which **Resume** holds in a live game with a clock."""


def go_on_button(table: Table, *, panel: bool = False, pressed: bool = False) -> Control:
    """Build the button with which a player says that they are ready to resume; once pressed it is disabled."""
    colour = discord.ButtonStyle.secondary if pressed else discord.ButtonStyle.success
    return button(GoOn(table.id, int(panel)), tr("Resume"), colour, disabled=pressed)


def asked_words(table: Table) -> str:
    """Say who asks to adjourn the game, and until when."""
    asked = table.adjourning
    name = name_of(table, asked.user if asked is not None else None)
    if asked is None or asked.until is None:
        return tr("{name} asks to adjourn until all want to go on, or until two weeks after the first does.", name=name)
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
