"""Controls for what may be declared, shown or exchanged now, and warnings of what each would cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, CardSet, Verb, View
from bot.engine.advice import Missing
from bot.engine.cards import RANK_MASKS, kinds_in
from bot.engine.combinations import BY_NAME
from bot.engine.foresight import Cost
from bot.tables import Table
from bot.ui.kit.controls import MOST_OPTIONS, Control, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.text.faces import face, faces, listed, sorted_hand
from bot.ui.text.i18n import in_words, mark, pair, tr, trn
from bot.ui.text.scoring import combination_said, combination_title, spoken

EXPOSED = "•"
BULB = "💡"
_SCORING = (Verb.DECLARE, Verb.ANNOUNCE, Verb.EXCHANGE, Verb.SHOW)
MOST_BUTTONS = 6
"""Most declarations shown as buttons; more become a menu."""
_MOST_WARNINGS = 8
_RANK_WORDS = mark(("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace"))
_RANKS_WORDS = mark(("sevens", "eights", "nines", "knaves", "queens", "kings", "tens", "aces"))


def offered(view: View) -> list[Action]:
    """Return what may be declared, announced, shown or exchanged at this moment, in descending order of points."""
    if not view.to_play and view.honour is None:
        return []
    found = [action for action in view.offered if action.verb in _SCORING]
    return sorted(found, key=lambda action: -_points(action))


def offers(
    view: View, table: Table, actions: Sequence[Action], hinted: Action | None = None
) -> list[discord.ui.ActionRow[Any]]:
    """Lay out a control for each action: buttons, or menus if there are more than ``MOST_BUTTONS``.

    Args:
        view: The player's view.
        table: The table.
        actions: The actions that are possible now.
        hinted: The action that the house would do; its control carries a sign.
    """
    if len(actions) <= MOST_BUTTONS:
        return rows([offer(each, view, table, hinted) for each in actions], 2)
    menus, ply = [], table.ply_for(table.users[view.seat or 0])
    for part, at in enumerate(range(0, len(actions), MOST_OPTIONS)):
        options = [
            (marked(label(each, view), each, hinted), table_routes.Choose(table.id, ply, part, each.words), "")
            for each in actions[at : at + MOST_OPTIONS]
        ]
        menus.append(menu(tr("What do you declare?"), options))
    return menus


def offer(action: Action, view: View, table: Table, hinted: Action | None = None) -> Control:
    """Make the button that does an action."""
    text = marked(label(action, view), action, hinted)
    ply = table.ply_for(table.users[action.seat])
    return button(table_routes.Act(table.id, ply, action.words), text, discord.ButtonStyle.success)


def passing(view: View) -> str:
    """Write the label of the button that declares nothing more."""
    if not view.rules.partners:
        return tr("Draw a card")
    if not offered(view):
        return tr("Nothing")
    return tr("Pass to your partner") if view.turn == view.leader else tr("Pass and draw")


def marked(text: str, action: Action, hinted: Action | None) -> str:
    """Return the label of an action's control, with the hint's sign or word if the hint names that action."""
    if hinted != action:
        return text
    return pair(tr("Hint"), text) if in_words() else BULB + text


def _points(action: Action) -> int:
    return BY_NAME[action.name].points if action.name else 10


def label(action: Action, view: View) -> str:
    """Write an action's label: the declaration, its cards, its points; an exposed card carries its sign."""
    cards, points = _marked(action, view), spoken(_points(action), view.rules)
    if in_words():
        return _in_words(action, view, cards)
    if action.verb is Verb.EXCHANGE:
        return tr("Exchange {seven} for {card} +{points}", seven=face(action.cards[0]), card=face(view.turn_up),
                  points=points)  # fmt: skip
    if action.verb is Verb.SHOW:
        return tr("Show {card} +{points}", card=face(action.cards[0]), points=points)
    name = combination_title(action.name)
    if action.verb is Verb.ANNOUNCE:
        return tr("Announce {name} {cards}", name=name.lower(), cards=cards)
    return f"{name} {cards} +{points}"


def _in_words(action: Action, view: View, cards: str) -> str:
    """Write an action's label for words mode; the most important words come first, as the end may be cut off."""
    points = spoken(_points(action), view.rules)
    if action.verb is Verb.EXCHANGE:
        seven, card = face(action.cards[0]), face(view.turn_up)
        return tr("Exchange {seven} for {card}, counts {points}", seven=seven, card=card, points=points)
    if action.verb is Verb.SHOW:
        return tr("Show {card}, counts {points}", card=cards, points=points)
    name = combination_title(action.name)
    if action.verb is Verb.ANNOUNCE:
        return pair(tr("Announce {name}", name=name.lower()), cards)
    return pair(tr("{name}, counts {points}", name=name, points=points), cards)


def _marked(action: Action, view: View) -> str:
    """Write an action's cards, with a sign on each exposed card whose like is also in the closed hand."""
    exposed = view.tables[action.seat]
    both = {card & 31 for card in view.hand} & {card & 31 for card in exposed}
    return listed(
        _twice(face(card)) if card in exposed and card & 31 in both else face(card)
        for card in sorted_hand(CardSet.of(action.cards))
    )


def _twice(text: str) -> str:
    return tr("{card} (on the table)", card=text) if in_words() else EXPOSED + text


def lying(text: str) -> str:
    """Mark the name of a player's own card as lying on the table, with a sign or in words."""
    return tr("{card}, on the table", card=text) if in_words() else EXPOSED + text


# ---------------------------------------------------------------- what it costs


def named(name: str, cards: CardSet) -> str:
    """Write a combination with its cards."""
    return f"{combination_title(name)} {faces(sorted_hand(cards))}"


def wanted(missing: Missing) -> str:
    """Name what is missing: the card itself, or a number of cards of a rank."""
    kinds = kinds_in(missing.wanted.mask)
    if kinds.bit_count() == 1:
        card = next(iter(CardSet(kinds)))
        return faces([card] * missing.lacking)
    rank = next(rank for rank, mask in enumerate(RANK_MASKS) if kinds & mask)
    words = _RANK_WORDS if missing.lacking == 1 else _RANKS_WORDS
    return trn("one more {rank}", "{count} more {rank}", missing.lacking, rank=tr(words[rank]))


def warnings(price: dict[Action, Cost], view: View) -> str:
    """Write the warnings beside the buttons: what each action would cost, one line for each."""
    lines: dict[str, None] = {}
    for action, cost in price.items():
        what = label(action, view) if action.verb is Verb.SHOW else named(action.name, CardSet.of(action.cards))
        lines[f"-# ⚠ {pair(what, cost_sentence(cost, view))}"] = None  # two copies of a card give one line
    return "\n".join(list(lines)[:_MOST_WARNINGS])


def cost_sentence(cost: Cost, view: View) -> str:
    """Say in a sentence what a declaration would cost, and what to do instead."""
    if cost.action.verb is Verb.SHOW:
        return tr(
            "You could exchange it for {card} instead, for the same {points}; a seven that was shown stays where it "
            "is.",
            card=face(view.turn_up),
            points=spoken(10, view.rules),
        )
    name, more = _lower(cost.lost), spoken(cost.points, view.rules)
    if cost.lacking is not None:
        return tr(
            "You lack only {card} for {name} (+{points}), and these cards would be used up for it.",
            card=wanted(cost.lacking.missing[0]),
            name=name,
            points=spoken(BY_NAME[cost.lost.name].points, view.rules),
        )
    if len(cost.plan) == 2 and cost.first:
        return tr("You could declare {name} first, for {points} more.", name=name, points=more)
    if len(cost.plan) == 1:
        return tr("You could declare {name} instead, for {points} more.", name=name, points=more)
    return tr(
        "{plan}, in this order, would bring {points} more.",
        plan=", ".join(_lower(each) for each in cost.plan),
        points=more,
    )


def _lower(action: Action) -> str:
    return f"**{combination_said(action.name)}** {faces(sorted_hand(action.cards))}"
