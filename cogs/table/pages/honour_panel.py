"""The controls of an honour table's panel: drawing by hand, claiming forfeits, and acts against the rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, CardSet, Verb, View
from bot.engine.cards import NO_CARD
from bot.engine.foresight import costs
from bot.engine.forfeits import COLUMNS, Irregularity, Marking
from bot.engine.honour import HonourView
from bot.tables import Table
from bot.ui.kit.controls import Control, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import PUT_DOWN, AgainstRules, AskRevoke
from bot.ui.text.faces import face, lying, own_hand, title_name
from bot.ui.text.honour_happened import SEEN
from bot.ui.text.i18n import tr
from bot.ui.text.scoring import combination_title, spoken
from bot.ui.text.verbs import on_control
from cogs.table.pages.declaring import choosing, marked, offered, offers, warnings

_MOST_CLAIMS = 2
"""Most claims shown as buttons; more become a menu, as a message holds 40 components in all."""
_MENU_OF_CLAIMS = 8
_MENU_OF_CALLS = 9
_MENU_OF_CARDS = 10
"""Numbers that keep the menus' ids in a message different; the menus of declarations count from 0."""
Items = list[discord.ui.Item[Any] | str | None]


def has_a_turn(view: View) -> bool:
    """Return whether a seat has something to do besides claims and calls."""
    return any(action.verb not in (Verb.CLAIM, Verb.CALL) for action in view.offered)


def pressable(view: View) -> CardSet:
    """Return the cards that a seat's hands can play now at an honour table, lawful or not."""
    honour, seat = view.honour, view.seat
    assert honour is not None
    assert seat is not None
    if all(action.verb is not Verb.PLAY for action in (*view.offered, *honour.irregular)):
        return CardSet()
    called = honour.called[seat]
    return CardSet.of([called]) if called != NO_CARD else view.hand | view.tables[seat]


def honour_acts(view: View, table: Table, cards: Sequence[discord.ui.ActionRow[Any]], hinted: Action | None) -> Items:
    """Lay out what a seat can do at an honour table: regular acts, then claims, then what is against the rules."""
    items: Items = []
    choices = offered(view)
    if choices:
        items += offers(view, table, choices, hinted)
        items.append(warnings(costs(view, choices), view))
    items += rows(_by_hand(view, table, hinted))
    items += cards
    items += _calls(view, table)
    items += _claims(view, table, hinted)
    items += _against(view, table)
    return items


def hand_menu(view: View, table: Table, hinted: Action | None) -> Items:
    """Lay out the cards that can be played as a menu, for panels where a button for each exceeds Discord's limit."""
    moment, seat = _moment(view, table), view.seat or 0
    options = []
    for card in own_hand(view, pressable(view)):
        action = Action(seat, Verb.PLAY, (card,))
        text = lying(face(card)) if card in view.tables[seat] else face(card)
        route = table_routes.Choose(table.id, moment, _MENU_OF_CARDS, action.words)
        options.append((marked(text, action, hinted), route, ""))
    return [menu(tr("Play a card"), options)] if options else []


def _by_hand(view: View, table: Table, hinted: Action | None) -> list[Control]:
    """Make the buttons for drawing, choosing a lifted card, ending a chance to declare, and *Done*."""
    found = []
    draws = any(action.verb is Verb.DRAW for action in view.offered)
    for action in view.offered:
        text = _hand_label(action, view, draws=draws)
        if text is not None:
            found.append(_act(view, table, action, marked(text, action, hinted), discord.ButtonStyle.primary))
    return found


def _hand_label(action: Action, view: View, *, draws: bool) -> str | None:
    match action.verb:
        case Verb.DRAW | Verb.TAKE | Verb.RETURN | Verb.DONE:
            return on_control(action)
        case Verb.PASS if view.honour is not None and choosing(view, view.honour):
            return tr("Let the choice go")
        case Verb.PASS if not draws:  # drawing passes, too
            return on_control(action)
    return None


def _act(view: View, table: Table, action: Action, text: str, style: discord.ButtonStyle) -> Control:
    return button(table_routes.Act(table.id, _moment(view, table), action.words), text, style)


def _moment(view: View, table: Table) -> int:
    return table.moment_for(table.users[view.seat or 0])


def _calls(view: View, table: Table) -> Items:
    calls = [action for action in view.offered if action.verb is Verb.CALL]
    if not calls:
        return []
    moment = _moment(view, table)
    options = [
        (
            on_control(action, name=_holder(view, table, action)),
            table_routes.Choose(table.id, moment, _MENU_OF_CALLS, action.words),
            "",
        )
        for action in calls
    ]
    return [menu(tr("Call a faced card"), options)]


def _holder(view: View, table: Table, action: Action) -> str:
    """Return the name of the player who holds a faced card, which all have seen."""
    card = action.cards[0]
    seats = zip(view.known, view.tables, table.names, strict=True)
    return next((title_name(name) for known, lies, name in seats if card in known or card in lies), "?")


# ------------------------------------------------------------------ claims


def _claims(view: View, table: Table, hinted: Action | None) -> Items:
    """Lay out the irregularities that the seat can claim, the declarations it may challenge, and the revoke."""
    honour = view.honour
    assert honour is not None
    assert view.seat is not None
    found = [(each, _claim_label(each, view, honour, table)) for each in view.offered if each.verb is Verb.CLAIM]
    if honour.doubtful:
        challenge = Action(view.seat, Verb.CLAIM, name=Irregularity.WRONG_DECLARATION.value)
        found.append((challenge, _challenge_label(honour, table)))
    items: Items = []
    buttons: list[Control] = []
    if len(found) > _MOST_CLAIMS:
        moment = _moment(view, table)
        options = [
            (marked(text, each, hinted), table_routes.Choose(table.id, moment, _MENU_OF_CLAIMS, each.words), "")
            for each, text in found
        ]
        items.append(menu(tr("Claim …"), options))
    else:
        buttons = [
            _act(view, table, each, marked(text, each, hinted), discord.ButtonStyle.danger) for each, text in found
        ]
    if honour.may_claim_revoke:
        revoke = Action(view.seat, Verb.CLAIM, name=Irregularity.REVOKE.value)
        if honour.played_out:  # a claim without ground is then refused and costs nothing
            text = marked(tr("Claim the revoke"), revoke, hinted)
            buttons.append(_act(view, table, revoke, text, discord.ButtonStyle.danger))
        else:
            text = marked(tr("Claim a revoke …"), revoke, hinted)
            buttons.append(button(AskRevoke(table.id, _moment(view, table)), text, discord.ButtonStyle.danger))
    return [*items, *rows(buttons, 2)]


def _claim_label(action: Action, view: View, honour: HonourView, table: Table) -> str:
    """Write a claim's label: the irregularity, the offender, and how it is marked."""
    kind, _, way = action.name.partition(" ")
    ground = next(each for each in honour.grounds if each.kind.value == kind)
    name = title_name(table.names[ground.offender])
    what = tr(SEEN[ground.kind], name=name)
    forfeit = COLUMNS[honour.column].forfeits[ground.kind]
    points = spoken(forfeit.points, view.rules)
    adds = way == Marking.ADD.value or (not way and forfeit.marking is Marking.ADD)
    if adds:
        return tr("Claim {points}: {what}", what=what, points=points)
    return tr("Claim {points} off {name}: {what}", what=what, points=points, name=name)


def _challenge_label(honour: HonourView, table: Table) -> str:
    if len(honour.doubtful) > 1:
        return tr("I challenge what was declared")
    meld = honour.doubtful[0].meld
    name = title_name(table.names[meld.seat])
    return tr("I challenge {name}: {what}", name=name, what=combination_title(meld.row.name).lower())


# ------------------------------------------------------------------ against the rules


def _against(view: View, table: Table) -> Items:
    """Lay out the menu of acts against the rules that have no button: all but playing a card."""
    honour = view.honour
    assert honour is not None
    moment = _moment(view, table)
    places = {card: place for place, card in enumerate(own_hand(view))}
    verbs = (Verb.DRAW, Verb.LIFT, Verb.EXPOSE)
    apart = [act for act in honour.irregular if act.verb in verbs]
    wrong = sorted(apart, key=lambda act: (verbs.index(act.verb), *(places[card] for card in act.cards)))
    options = [
        (
            tr("Draw a card out of turn") if action.verb is Verb.DRAW else on_control(action),
            AgainstRules(table.id, moment, action.words),
            "",
        )
        for action in wrong
    ]
    if honour.may_put_down:
        options.append((tr("Put down other cards …"), AgainstRules(table.id, moment, PUT_DOWN), ""))
    return [menu(tr("Against the rules …"), options)] if options else []
