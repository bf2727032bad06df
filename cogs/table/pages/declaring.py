"""Controls of a turn at an honour table, and for declaring, showing and exchanging, with warnings of the cost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord

from bot.engine import Action, CardSet, Verb, View
from bot.engine.actions import When
from bot.engine.advice import Missing, ready
from bot.engine.cards import NO_CARD, RANK_MASKS, kinds_in
from bot.engine.foresight import Cost
from bot.engine.forfeits import Lifting
from bot.engine.honour import HonourView, LiftView
from bot.tables import Table
from bot.ui.kit.controls import MOST_OPTIONS, Control, button, menu, rows
from bot.ui.routes import table as table_routes
from bot.ui.text.faces import EXPOSED, Style, face, faces, listed, own_hand, shown_name, sorted_hand
from bot.ui.text.i18n import in_words, mark, pair, tr, trn
from bot.ui.text.scoring import combination_said, combination_title, spoken
from bot.ui.text.verbs import on_control


def what_to_do(view: View, table: Table) -> str:
    """Say in a sentence what a seat is to do now at an honour table, or name the player for whom it waits."""
    honour, seat = view.honour, view.seat
    assert honour is not None
    assert seat is not None
    if honour.stopped or honour.played_out:
        return _afterwards(honour, seat)
    if honour.lifted is not None and honour.lifted.ready:
        return _about_a_choice(view, honour, honour.lifted, table)
    if honour.chances[seat]:
        if honour.silenced[seat]:
            return tr("Your declaration was taken back: declare nothing more now.")
        if honour.barred[seat]:
            return tr("You score nothing until you take another trick.")
        if seat != view.leader:
            return tr("Declare too, or draw.")
        if honour.holds[seat] >= view.law.hand:  # the seat got the card that the chooser did not take
            return tr("You won the trick: declare or lead.")
        return tr("You won the trick: declare or draw.")
    if honour.to_draw == seat:
        return tr("Your turn to draw.")
    if honour.to_play == seat and any(action.verb is Verb.PLAY for action in view.offered):
        return _your_play(view, honour, seat)
    return _wait(view, honour, table)


def choosing(view: View, honour: HonourView) -> bool:
    """Return whether the seat has to choose between two lifted cards."""
    return honour.lifted is not None and honour.lifted.ready and honour.lifted.chooser == view.seat


def _afterwards(honour: HonourView, seat: int) -> str:
    if honour.done[seat]:
        return tr("You are done; the others may still claim.")
    if honour.stopped:
        return tr("The target is reached: claim, or press *Done*.")
    return tr("All tricks are played: claim, or press *Done*.")


def _about_a_choice(view: View, honour: HonourView, lifted: LiftView, table: Table) -> str:
    """Tell the chooser what to do with two lifted cards, and the others why they wait."""
    seat, name = view.seat, shown_name(table.names[lifted.chooser])
    assert seat is not None
    lifter = shown_name(table.names[lifted.lifter])
    if lifted.chooser != seat and lifted.halts:
        if lifted.lifter == seat:
            return tr("You lifted two cards, and {name} chooses.", name=name)
        return tr("{lifter} lifted two cards, and {name} chooses.", name=name, lifter=lifter)
    if lifted.chooser != seat:
        return _waits_for_a_choice(view, honour, name, lifter if lifted.lifter != seat else "")
    if lifted.how is Lifting.INTO_THE_MIDDLE:
        return tr("{lifter} lifted two cards: say which goes back; {lifter} has the other.", lifter=lifter)
    if lifted.how is Lifting.BOTH_OPEN:
        return tr("{lifter} lifted two cards: take one; {lifter} has the other.", lifter=lifter)
    draw = tr("{lifter} lifted two cards: draw one of the open two, or let the choice go.", lifter=lifter)
    return f"{tr('You may declare.')} {draw}" if honour.may_put_down else draw


def _waits_for_a_choice(view: View, honour: HonourView, name: str, lifter: str) -> str:
    """Say what a seat may do while another chooses between two cards that lie open on the stock (ruling 24).

    Args:
        lifter: The name of the player who lifted two cards; empty if it was the reader.
    """
    seat = view.seat or 0
    chooses = (
        tr("{name} first chooses one of two cards, as {lifter} lifted two.", name=name, lifter=lifter)
        if lifter
        else tr("{name} first chooses one of two cards, as you lifted two.", name=name)
    )
    if honour.may_put_down:
        return f"{tr('You may declare.')} {chooses}"
    if honour.to_play == seat and any(action.verb is Verb.PLAY for action in view.offered):
        return _your_play(view, honour, seat)
    return chooses


def _your_play(view: View, honour: HonourView, seat: int) -> str:
    called = honour.called[seat]
    if called != NO_CARD:
        return tr("Your turn: {card} was called, play it.", card=face(called))
    if not view.trick:
        return tr("Your turn: lead a card.")
    if honour.last_eight:  # said whatever is held, as it is the player's to see what is lawful
        return tr("Your turn: follow suit, and win the trick if you can.")
    return tr("Your turn: play any card.")


def _wait(view: View, honour: HonourView, table: Table) -> str:
    name = shown_name(table.names[view.turn])
    if honour.chances[view.turn]:
        return tr("{name} may declare, then leads.", name=name)
    if honour.to_draw == view.turn:
        return tr("{name} is to draw.", name=name)
    return tr("It is {name}'s turn.", name=name)


BULB = "💡"
MOST_BUTTONS = 6
"""Most declarations shown as buttons; more become a menu."""
_MOST_WARNINGS = 8
_MOST_READY = 3
_RANK_WORDS = mark(("seven", "eight", "nine", "knave", "queen", "king", "ten", "ace"))
_RANKS_WORDS = mark(("sevens", "eights", "nines", "knaves", "queens", "kings", "tens", "aces"))


def offered(view: View) -> list[Action]:
    """Return what may be declared, announced, shown or exchanged at this moment, in descending order of points."""
    if not view.to_play and view.honour is None:
        return []
    found = [
        action
        for action in view.offered
        if action.verb.when is not When.HONOUR and action.verb not in (Verb.PLAY, Verb.PASS)
    ]
    return sorted(found, key=lambda action: -view.law.points_of(action))


def offers(
    view: View, table: Table, actions: Sequence[Action], hinted: Action | None = None
) -> list[discord.ui.ActionRow[Any]]:
    """Lay out a control for each action: buttons, or menus if there are more than ``MOST_BUTTONS``."""
    if len(actions) <= MOST_BUTTONS:
        return rows([offer(each, view, table, hinted) for each in actions], 2)
    menus, moment = [], table.moment_for(table.users[view.seat or 0])
    for part, at in enumerate(range(0, len(actions), MOST_OPTIONS)):
        options = [
            (marked(label(each, view), each, hinted), table_routes.Choose(table.id, moment, part, each.words), "")
            for each in actions[at : at + MOST_OPTIONS]
        ]
        menus.append(menu(tr("What do you declare?"), options))
    return menus


def offer(action: Action, view: View, table: Table, hinted: Action | None = None) -> Control:
    text = marked(label(action, view), action, hinted)
    moment = table.moment_for(table.users[action.seat])
    return button(table_routes.Act(table.id, moment, action.words), text, discord.ButtonStyle.success)


def passing(view: View) -> str:
    asks = view.rules.partners and view.turn == view.leader
    return tr("Anything, partner?") if asks else tr("Draw a card")


def marked(text: str, action: Action, hinted: Action | None) -> str:
    """Return the label of an action's control, with the hint's sign or word if the hint names that action."""
    if hinted != action:
        return text
    return pair(tr("Hint"), text) if in_words() else BULB + text


def label(action: Action, view: View) -> str:
    """Write an action's label: the declaration, its cards, its points; an exposed card carries its sign."""
    cards, points = _marked(action, view), spoken(view.law.points_of(action), view.rules)
    if action.verb is Verb.EXCHANGE:
        return on_control(action, seven=face(action.cards[0]), card=face(view.turn_up), points=points)
    if action.verb is Verb.SHOW:
        return on_control(action, card=cards, points=points)
    name = combination_title(action.name) if action.name else ""
    text = on_control(action, name=name.lower() if action.verb is Verb.ANNOUNCE else name, cards=cards, points=points)
    return pair(text, cards) if in_words() and cards else text.replace("  ", " ")  # a carte blanche names no cards


def _marked(action: Action, view: View) -> str:
    """Write an action's cards, with a sign on each exposed card whose like is also in the closed hand."""
    exposed = view.tables[action.seat]
    both = {card & 31 for card in view.hand} & {card & 31 for card in exposed}
    shown = []
    for card in sorted_hand(CardSet.of(action.cards)):
        text = face(card)
        if card in exposed and card & 31 in both:
            text = tr("{card} (on the table)", card=text) if in_words() else EXPOSED + text
        shown.append(text)
    return listed(shown)


def lies_line(view: View, style: Style, *, buttons: bool) -> str:
    """Name a player's own cards that lie on the table by their signs, where buttons or labels name the others."""
    lies = own_hand(view, view.tables[view.seat or 0])
    told = buttons or any(EXPOSED in label(each, view) for each in offered(view))
    if not lies or not told or in_words():
        return ""
    signs = dict.fromkeys(style.lies(card) if buttons else EXPOSED for card in lies)
    return f"{' '.join(signs)} {tr('on the table')}"


# ---------------------------------------------------------------- what it costs


def named(name: str, cards: CardSet) -> str:
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


def lies_ready(view: View) -> str:
    """Say, before a card is played, what lies on the table to be declared after a trick, and needs its cards there."""
    lines = []
    for each in ready(view)[:_MOST_READY]:
        what = f"{named(each.row.name, each.cards)} (+{spoken(each.row.points, view.rules)})"
        lines.append(f"-# ⚠ {tr('{what} lies ready: win a trick before you play its cards.', what=what)}")
    return "\n".join(lines)


def cost_sentence(cost: Cost, view: View) -> str:
    """Say in a sentence what a declaration would cost, and what to do instead."""
    if cost.action.verb is Verb.SHOW:
        return tr(
            "Exchanging it for {card} brings the same {points}; once shown, never.",
            card=face(view.turn_up),
            points=spoken(view.law.points_of(cost.lost), view.rules),
        )
    name, more = _lower(cost.lost), spoken(cost.points, view.rules)
    if cost.lacking is not None:
        return tr(
            "Only {card} is missing for {name} (+{points}), with these cards.",
            card=wanted(cost.lacking.missing[0]),
            name=name,
            points=spoken(view.law.points_of(cost.lost), view.rules),
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
