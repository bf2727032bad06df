"""What a player has chosen to do when the turn comes, as their panel alone shows it."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import Verb, View, parse_action
from bot.tables import Table
from bot.tables.decisions.by_itself import may_declare_then, may_plan, plan_of
from bot.ui.kit.controls import MOST_OPTIONS, Control, button, menu
from bot.ui.routes.table import PlayAhead
from bot.ui.text.faces import Style, faces
from bot.ui.text.i18n import pair, tr
from cogs.table.pages.declaring import label


def plans_here(table: Table, user_id: int) -> bool:
    """Tell whether the cards of a panel can be chosen ahead without asking for it: where a move may take days.

    In a quick game a click that comes late would be one, so there the menu leads to it.
    """
    return may_plan(table, user_id) and (table.terms.clock.by_correspondence or plan_of(table, user_id) is not None)


def ahead_words(table: Table, user_id: int) -> str:
    """Say behind whose turn it is what a player has chosen to play, or that they can choose it."""
    plan = plan_of(table, user_id)
    if plan is None or plan.barred or not plan.play:
        return " ⏩ " + tr("choose a card ahead")
    card = faces(parse_action(f"{plan.seat} {plan.play}").cards)
    return " ⏩ " + tr("{card}, press again to cancel", card=card)


def barred_words(table: Table, user_id: int) -> str:
    """Say that what a player had chosen is not allowed, until their next play."""
    plan = plan_of(table, user_id)
    if plan is None or not plan.barred:
        return ""
    card = faces(parse_action(f"{plan.seat} {plan.play}").cards)
    return "⏩ " + tr("{card} is not allowed any more: choose anew.", card=card)


def first_menu(view: View, table: Table, user_id: int, ply: int) -> discord.ui.ActionRow[Any] | None:
    """Make the menu of what can be declared first if the trick is won, or None; what is chosen can be taken back."""
    plan = plan_of(table, user_id)
    chosen, options, what = plan.declare if plan is not None else "", [], tr("ask me")
    for each in may_declare_then(table, user_id)[:MOST_OPTIONS]:
        words = tr("nothing") if each.verb is Verb.PASS else label(each, view)
        if each.words == chosen:
            what, words = words, tr("ask me")
        options.append((words, PlayAhead(table.id, ply, each.words), ""))
    partners = view.rules.partners  # either may declare after a trick of theirs
    words = tr("If we win, first: {what}", what=what) if partners else tr("If I win, first: {what}", what=what)
    return menu(words, options) if options else None


def take_back(table: Table, user_id: int, ply: int, style: Style) -> list[Control]:
    """Return the control that takes a card back which would be played once its player has declared."""
    plan = plan_of(table, user_id)
    if plan is None or plan.barred or not plan.play:
        return []
    text, emoji = style.label(parse_action(f"{plan.seat} {plan.play}").cards[0])
    words = pair(text, tr("Take it back")) if text else tr("Take it back")
    return [button(PlayAhead(table.id, ply, plan.play), words, emoji=emoji)]
