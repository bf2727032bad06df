"""The sentence of an honour table's panel that says what its player is to do now, or names the player to wait for."""

from __future__ import annotations

from bot.engine import Verb, View
from bot.engine.cards import NO_CARD
from bot.engine.forfeits import Lifting
from bot.engine.honour import HonourView, LiftView
from bot.tables import Table
from bot.ui.text.faces import face, shown_name
from bot.ui.text.i18n import tr


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
            return tr("Your declaration was taken back: you declare nothing more now.")
        if honour.barred[seat]:
            return tr("You score nothing before you have taken another trick.")
        if seat != view.leader:
            return tr("Your partner won the trick. You may declare too, before you draw.")
        if honour.holds[seat] >= view.law.hand:  # the seat got the card that the chooser did not take
            return tr("You won the trick. You may declare; then lead.")
        return tr("You won the trick. You may declare; then draw.")
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
        return tr("You are done. The others may still have something to claim.")
    if honour.stopped:
        return tr("The target is reached. Claim what there is to claim, or press *Done*.")
    return tr("The deal is played out. Claim what there is to claim, or press *Done*.")


def _about_a_choice(view: View, honour: HonourView, lifted: LiftView, table: Table) -> str:
    """Tell the chooser what to do with two lifted cards, and the others why they wait."""
    seat, name = view.seat, shown_name(table.names[lifted.chooser])
    assert seat is not None
    lifter = shown_name(table.names[lifted.lifter])
    if lifted.chooser != seat and lifted.halts:
        if lifted.lifter == seat:
            return tr("You have lifted two cards, and {name} has the choice. Please wait.", name=name)
        return tr("{lifter} has lifted two cards, and {name} has the choice. Please wait.", name=name, lifter=lifter)
    if lifted.chooser != seat:
        return _waits_for_a_choice(view, honour, name, lifter if lifted.lifter != seat else "")
    if lifted.how is Lifting.INTO_THE_MIDDLE:
        return tr("{lifter} has lifted two cards. Say which goes back; {lifter} has the other.", lifter=lifter)
    if lifted.how is Lifting.BOTH_OPEN:
        return tr("{lifter} has lifted two cards. Take one; {lifter} has the other.", lifter=lifter)
    if honour.may_put_down:
        return tr(
            "You may declare. Then take the one that you like of the two cards that lie open, as {lifter} lifted two, "
            "or let the choice go. Nobody draws before.",
            lifter=lifter,
        )
    return tr(
        "Two cards lie open, as {lifter} lifted two. Take the one that you like as your draw, or let the choice go. "
        "Nobody draws before.",
        lifter=lifter,
    )


def _waits_for_a_choice(view: View, honour: HonourView, name: str, lifter: str) -> str:
    """Say what a seat may do while another chooses between two cards that lie open on the stock (ruling 24).

    Args:
        view: The seat's view.
        honour: The honour table's part of the view.
        name: The chooser's name.
        lifter: The name of the player who lifted two cards; empty if it was the reader.
    """
    seat = view.seat or 0
    if honour.may_put_down:
        return (
            tr("You may declare. {name} first chooses one of the two open cards, as {lifter} lifted two; nobody draws "
               "before.", name=name, lifter=lifter)
            if lifter
            else tr("You may declare. {name} first chooses one of the two open cards, as you lifted two; nobody draws "
                    "before.", name=name)
        )  # fmt: skip
    if honour.to_play == seat and any(action.verb is Verb.PLAY for action in view.offered):
        return _your_play(view, honour, seat)
    if lifter:
        return tr(
            "{name} first chooses one of the two open cards, as {lifter} lifted two; nobody draws before. Please wait.",
            name=name, lifter=lifter,
        )  # fmt: skip
    return tr(
        "{name} first chooses one of the two open cards, as you lifted two; nobody draws before. Please wait.",
        name=name,
    )


def _your_play(view: View, honour: HonourView, seat: int) -> str:
    called = honour.called[seat]
    if called != NO_CARD:
        return tr("Your turn: {card} was called, so play it.", card=face(called))
    if not view.trick:
        return tr("Your turn: lead a card.")
    if honour.last_eight:
        legal = sum(action.verb is Verb.PLAY for action in view.legal)
        if legal < len(view.hand) + len(view.tables[seat]):
            return tr("Your turn. You must follow suit and win the trick if you can.")
        return tr("Your turn. You cannot follow suit or win: play any card.")
    return tr("Your turn: play any card.")


def _wait(view: View, honour: HonourView, table: Table) -> str:
    name = shown_name(table.names[view.turn])
    if honour.chances[view.turn]:
        return tr("{name} won the trick and may declare, then leads. Please wait.", name=name)
    if honour.to_draw == view.turn:
        return tr("{name} is to draw. Please wait.", name=name)
    return tr("{name} is on move. Please wait.", name=name)
