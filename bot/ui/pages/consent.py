"""What players ask of each other in the middle of a game, as it stands on the board and in their panels."""

from __future__ import annotations

from typing import Any

import discord

from bot.house.roster import SIGN, is_house
from bot.tables import Table
from bot.tables.decisions.undo import can_undo
from bot.tables.values.parts import asked_by
from bot.ui.kit.controls import Control, Press, button, rows
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr


def name_of(table: Table, user_id: int | None) -> str:
    """Return the name of a user who sits at the table, as it may stand in a text."""
    return shown_name(next((seat.name for seat in table.seats if seat.user_id == user_id), "?"))


def draw_line(table: Table) -> str:
    """Say on the board who offers a draw; nothing where nobody does."""
    if asked_by(table.draw) is None:
        return ""
    return "🤝 " + tr(
        "**{name}** offers a draw. It stands until the next act.", name=name_of(table, asked_by(table.draw))
    )


def draw_buttons(table: Table) -> list[Control]:
    """Build the buttons with which a draw is accepted or not; none where none is offered."""
    if asked_by(table.draw) is None:
        return []
    return [
        button(Press(table.id, table.ply, "draw-yes"), tr("Accept the draw"), discord.ButtonStyle.success),
        button(Press(table.id, table.ply, "draw-no"), tr("Play on")),
    ]


def held_line(table: Table) -> str:
    """Say for whom the house plays on; nothing where it holds no seat."""
    if not table.held or not table.live:
        return ""
    held = sorted(table.held)
    names = [shown_name(table.names[seat]) for seat in held]
    return "\n".join(
        tr("{sign} The house holds {name}'s seat until they return.", sign=SIGN, name=name) for name in names
    )


def back_button(table: Table) -> list[Control]:
    """Build the button with which absent members take their seats back; none where nobody is away."""
    return [button(Press(table.id, 0, "back"), tr("I am back"))] if table.held and table.live else []


def in_panel(table: Table, user_id: int) -> list[discord.ui.Item[Any] | str]:
    """Build what a player's panel says and offers about a draw and about undoing."""
    items: list[discord.ui.Item[Any] | str] = []
    if table.seat_of(user_id) in table.held:
        words = tr("{sign} The house plays for you until you return. Any act of yours takes your seat back.", sign=SIGN)
        items += [words, *rows(back_button(table))]
    if asked_by(table.draw) is not None:
        items += [draw_line(table), *rows(draw_buttons(table))]
    if asked_by(table.undo) == user_id:
        items.append("-# " + tr("You ask for your last act to be undone. The others decide."))
    elif can_undo(table, user_id) and table.undo is None:
        items += rows([button(Press(table.id, table.ply, "undo"), tr("Undo"))])
    return items


def asked_to_undo(table: Table) -> list[int]:
    """Return the people who may let the last act be undone: those of every other side that has not agreed yet."""
    deal, asker = table.game.deal, asked_by(table.undo)
    if deal is None or asker is None:
        return []
    sides = deal.law.sides
    agreed = {asker, *(table.undo.agreed if table.undo is not None else ())}
    done = {sides[seat] for seat, user in enumerate(table.users) if user in agreed}
    return [user for seat, user in enumerate(table.users) if sides[seat] not in done and not is_house(user)]
