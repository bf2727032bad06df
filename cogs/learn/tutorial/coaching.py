"""Madame's suggestions, with their reasons."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from bot.engine import Action, Verb, View
from bot.engine.combinations import BY_NAME
from bot.ui.text.faces import face
from bot.ui.text.i18n import tr
from bot.ui.text.scoring import combination_said
from cogs.learn.tutorial.first_deal import FirstDeal
from cogs.learn.tutorial.script import LINE, PUPIL, RESUME_AT


def hint(lesson: FirstDeal) -> str:
    """Return Madame's suggestion, in a sentence or two."""
    action = lesson.suggested
    if lesson.on_line and action.verb is not Verb.PASS:
        own = _ON_LINE.get((lesson.resumed, _own_number(lesson)))
        if own is not None:
            return own(face(action.cards[0]) if action.cards else "")
    return _plain_hint(action, lesson.view)


def _own_number(lesson: FirstDeal) -> int:
    """Count the pupil's actions on the line since the lesson began, or since it was resumed."""
    done = LINE[RESUME_AT if lesson.resumed else 0 : len(lesson.done)]
    return sum(action.seat == PUPIL and action.verb is not Verb.PASS for action in done)


def _plain_hint(action: Action, view: View) -> str:
    if action.verb is Verb.PASS:
        return tr("Press **Draw a card**.")
    if action.verb is Verb.EXCHANGE:
        return tr("Exchange your {card}.", card=face(action.cards[0]))
    if action.verb is Verb.DECLARE:
        points = BY_NAME[action.name].points
        return tr("Declare {name}: {points} points.", name=combination_said(action.name), points=points)
    if action.verb is Verb.ANNOUNCE:
        return tr("Announce {name}.", name=combination_said(action.name))
    played = face(action.cards[0])
    legal = sum(a.verb is Verb.PLAY for a in view.legal)
    if legal == 1:
        return tr("{card} is all that may be played.", card=played)
    if view.trick:
        return tr("I suggest {card}.", card=played)
    return tr("Your lead: I suggest {card}.", card=played)


_ON_LINE: Final[dict[tuple[bool, int], Callable[[str], str]]] = {
    (False, 0): lambda c: tr("Press **{card}**, the green button, or any other card.", card=c),
    (False, 1): lambda c: tr(
        "Take it with **{card}**. The queen would do as well, but keep her: you will see why.", card=c
    ),
    (False, 2): lambda _: tr("Declare your marriage."),
    (False, 3): lambda c: tr(
        "**{card}** has married and has done her work: lead her. Keep the king: four kings count 80.", card=c
    ),
    (False, 4): lambda _: tr("Declare it."),
    (False, 5): lambda c: tr("Lead **{card}** and let me have the trick.", card=c),
    (False, 6): lambda c: tr("I lead my queen. Trump her with **{card}**, and keep the seven!", card=c),
    (False, 7): lambda c: tr("Exchange **{card}**.", card=c),
    (False, 8): lambda c: tr("Only a trump beats an ace: lead **{card}**, and bring its 10 home.", card=c),
    (False, 9): lambda _: tr("You have two to declare, and only one declaration: take the larger, **four kings**."),
    (False, 10): lambda _: tr("Announce it."),
    (False, 11): lambda c: tr("To score it you must win once more. **{card}** has done his work: lead him.", card=c),
    (False, 12): lambda _: tr("Declare it."),
    (True, 0): lambda c: tr("To declare it you must win: lead **{card}**, which only a trump could beat.", card=c),
    (True, 1): lambda _: tr("Declare the royal marriage."),
    (True, 2): lambda c: tr("Now win once more: **{card}**.", card=c),
    (True, 3): lambda _: tr("Declare it: ace, ten and knave are new."),
    (True, 4): lambda c: tr("You have nothing left to declare: throw **{card}**, and let me win.", card=c),
    (True, 5): lambda c: tr(
        "The loser draws the turned-up card: your own seven has come home! I lead a spade, and **{card}** beats it, so "
        "it must be played.",
        card=c,
    ),
    (True, 6): lambda c: tr("You may lead anything. Be rid of **{card}**; your trumps will take the rest.", card=c),
    (True, 7): lambda c: tr("The smallest will do: **{card}** takes my ace, a brisque.", card=c),
    (True, 8): lambda c: tr("Now lead trumps from the top, to draw mine: **{card}**.", card=c),
    (True, 9): lambda c: tr("Go on: **{card}**.", card=c),
    (True, 10): lambda c: tr("I have no trumps left; all your cards are winners. **{card}**.", card=c),
    (True, 11): lambda c: tr("**{card}**, with my compliments.", card=c),
}
"""Hints on the line: by whether the lesson was resumed after the skipped tricks, and the number of the pupil's
action."""
