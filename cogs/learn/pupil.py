"""The pupil's side of the table in tutorial and lessons: the players' names, and buttons for what the pupil may do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, Final

import discord

from bot.engine import Action, Card, Verb, View
from bot.engine.actions import play
from bot.ui.kit.controls import Control, button, menu, rows
from bot.ui.routes.custom_ids import Route
from bot.ui.text.faces import Style, own_hand
from bot.ui.text.i18n import tr
from cogs.table.pages.declaring import label, lies_line
from cogs.table.pages.panel import CARDS_A_ROW

PUPIL: Final = 0
"""The pupil's seat."""
_MOST_BUTTONS: Final = 2
"""Most declarations that a phone shows as buttons below a picture."""
_A_ROW: Final = 5
"""Discord's limit of buttons in a row."""


def names(players: int = 2) -> tuple[str, ...]:
    """Return the names of the players by seat; with four, Ninon is the pupil's partner."""
    others = {2: (), 3: (tr("Colonel"),), 4: ("Ninon", tr("Colonel"))}[players]
    return tr("You"), tr("Madame"), *others


def choices(
    view: View,
    style: Style,
    route: Callable[[str], Route],
    *,
    suggested: Action | None = None,
    struck: Collection[Action] = (),
    beside: Sequence[Control] = (),
) -> list[discord.ui.Item[Any] | str]:
    """Lay out everything that the pupil may do now; without a suggestion, many declarations share a menu."""
    items: list[discord.ui.Item[Any] | str] = []
    others = [action for action in view.offered if action.verb is not Verb.PLAY]
    declared = [action for action in others if action.verb is not Verb.PASS]
    if suggested is None and len(declared) > _MOST_BUTTONS:
        left = [(label(action, view), route(action.words), "") for action in declared if action not in struck]
        items.append(menu(tr("What do you declare?"), left))
        declared = []
    controls = []
    for action in [*declared, *(each for each in others if each.verb is Verb.PASS)]:
        text = tr("Draw a card") if action.verb is Verb.PASS else label(action, view)
        colour = discord.ButtonStyle.success if action == suggested else discord.ButtonStyle.primary
        controls.append(button(route(action.words), text, colour, disabled=action in struck))
    cards = _cards(view, style, route, suggested, struck) if len(others) < len(view.offered) else []
    made = [cards[at : at + CARDS_A_ROW] for at in range(0, len(cards), CARDS_A_ROW)]
    for more in (controls, beside):
        if made and len(made[-1]) != CARDS_A_ROW and len(made[-1]) + len(more) <= _A_ROW:
            made[-1] += more
        else:
            made.append([*more])
    items += [row for each in made for row in rows(each)]
    if len(others) < len(view.offered) and (line := lies_line(view, style, buttons=True)):
        items.append(f"-# {line}")
    return items


def _cards(
    view: View, style: Style, route: Callable[[str], Route], suggested: Action | None, struck: Collection[Action]
) -> list[Control]:
    playable = {a.cards[0] for a in view.legal if a.verb is Verb.PLAY and a not in struck}
    best: Card | None = suggested.cards[0] if suggested is not None and suggested.cards else None
    controls = []
    for card in own_hand(view):
        colour = discord.ButtonStyle.secondary
        if card in playable:
            colour = discord.ButtonStyle.success if card == best else discord.ButtonStyle.primary
        text, emoji = style.label(card, lies=card in view.tables[PUPIL])
        words = play(PUPIL, card).words
        controls.append(button(route(words), text, colour, disabled=card not in playable, emoji=emoji))
    return controls
