"""What Madame looks at in a pupil's deal, and her remarks on an action other than her suggestion."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from bot.engine import Action, Card, Trick, Verb, View
from bot.engine.advice import Near, advise
from bot.engine.cards import BRISQUES, NINE, CardSet, rank_of, suit_of
from bot.engine.combinations import BY_NAME
from bot.engine.events import TrickTaken
from bot.engine.law import law_for
from bot.engine.tricks import beats_suit_led
from bot.ui.text.faces import face, faces, sorted_hand
from bot.ui.text.i18n import mark, tr
from bot.ui.text.scoring import combination_said
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.first_deal import Aside, FirstDeal
from cogs.learn.tutorial.script import LINE, RESUME_AT
from cogs.table.pages.declaring import wanted


def hint(lesson: FirstDeal) -> str:
    """Return Madame's suggestion, in a sentence or two."""
    action = lesson.suggested
    if lesson.on_line and action.verb is not Verb.PASS:
        own = _ON_LINE.get((lesson.resumed, _own_number(lesson)))
        if own is not None:
            return tr(own, card=face(action.cards[0]) if action.cards else "")
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


_ON_LINE: Final = mark(
    {
        (False, 0): "Press **{card}**, the green button, or any other card.",
        (False, 1): "Take it with **{card}**. The queen would do as well, but keep her: you will see why.",
        (False, 2): "Declare your marriage.",
        (False, 3): "**{card}** has married and has done her work: lead her. Keep the king: four kings count 80.",
        (False, 4): "Declare it.",
        (False, 5): "Lead **{card}** and let me have the trick.",
        (False, 6): "I lead my queen. Trump her with **{card}**, and keep the seven!",
        (False, 7): "Exchange **{card}**.",
        (False, 8): "Only a trump beats an ace: lead **{card}**, and bring its 10 home.",
        (False, 9): "You have two to declare, and only one declaration: take the larger, **four kings**.",
        (False, 10): "Announce it.",
        (False, 11): "To score it you must win once more. **{card}** has done his work: lead him.",
        (False, 12): "Declare it.",
        (True, 0): "To declare it you must win: lead **{card}**, which only a trump could beat.",
        (True, 1): "Declare the royal marriage.",
        (True, 2): "Now win once more: **{card}**.",
        (True, 3): "Declare it: ace, ten and knave are new.",
        (True, 4): "You have nothing left to declare: throw **{card}**, and let me win.",
        (True, 5): (
            "The loser draws the turned-up card: your own seven has come home! I lead a spade, and **{card}** beats "
            "it, so it must be played."
        ),
        (True, 6): "You may lead anything. Be rid of **{card}**; your trumps will take the rest.",
        (True, 7): "The smallest will do: **{card}** takes my ace, a brisque.",
        (True, 8): "Now lead trumps from the top, to draw mine: **{card}**.",
        (True, 9): "Go on: **{card}**.",
        (True, 10): "I have no trumps left; all your cards are winners. **{card}**.",
        (True, 11): "**{card}**, with my compliments.",
    }
)
"""Hints on the line: by whether the lesson was resumed after the skipped tricks, and the number of the pupil's
action."""


def remark(lesson: FirstDeal) -> str:
    """Return Madame's remark on the pupil's last action; empty if the pupil did what she suggested."""
    aside = lesson.aside
    if aside is None:
        return ""
    if aside.did.verb is not Verb.PLAY:
        return _of_declaring(aside)
    card = aside.did.cards[0]
    tricks = (event.trick for event in lesson.events if isinstance(event, TrickTaken) and card in event.trick.cards)
    return _Play(aside, card, next(tricks, None)).words()


def _of_declaring(aside: Aside) -> str:
    did, suggested = aside.did, aside.suggested
    name = combination_said(suggested.name)
    if aside.cost is not None and aside.cost.points:
        return tr(
            "That was allowed, but it cost you {points}: {name} could have come first. Now it is too late.",
            points=aside.cost.points,
            name=combination_said(aside.cost.lost.name),
        )
    if did.verb is Verb.PASS:
        return _of_passing(aside, name)
    if did.verb is suggested.verb is Verb.DECLARE and BY_NAME[did.name].points < BY_NAME[suggested.name].points:
        return tr(
            "Only one declaration a trick, and this one was worth {less}: {name} would have brought {more}. That waits "
            "now until you win again.",
            less=BY_NAME[did.name].points,
            name=name,
            more=BY_NAME[suggested.name].points,
        )
    return tr("Why not! That works as well.")


def _of_passing(aside: Aside, name: str) -> str:
    suggested, last = aside.suggested, not advise(aside.before).turns
    if suggested.verb is Verb.EXCHANGE:
        return tr(
            "You drew without exchanging: {card} still lies there, and your seven may fetch it when you win again.",
            card=face(aside.before.turn_up),
        )
    if suggested.verb is Verb.ANNOUNCE:
        return tr(
            "You did not announce {name}. Those cards all lie there already, and without a new one they cannot be "
            "declared.",
            name=name,
        )
    points = BY_NAME[suggested.name].points
    if last:
        return tr("You drew without declaring {name}, and that was the last chance: {points} points lost.",
                  name=name, points=points)  # fmt: skip
    return tr("You drew without declaring {name}. Keep the cards: the {points} points wait until you win again.",
              name=name, points=points)  # fmt: skip


def _one_short(each: Near) -> bool:
    return each.lacking == 1 and each.can_come


class _Play:
    """A card played instead of the suggested one, and the trick that followed."""

    def __init__(self, aside: Aside, card: Card, trick: Trick | None) -> None:
        self._view, self._card, self._best = aside.before, card, aside.suggested.cards[0]
        self._trick = trick
        self._mine = trick is not None and trick.winner == PUPIL
        self._lost = trick is not None and not self._mine
        self._beats = beats_suit_led if self._view.last_eight else law_for(self._view.rules).beats

    def words(self) -> str:
        """Return the first objection to the card, or the remark that it was as good."""
        return next((words for finding in self._FINDINGS if (words := finding(self))), "") or tr(
            "That is allowed. I should have played {card}; let us see.", card=face(self._best)
        )

    def _would_win(self, card: Card) -> bool:
        """Tell whether a card beats the card led; false for a lead, as its outcome is unknown."""
        return bool(self._view.trick) and self._beats(card, self._view.trick[0], self._view.trump)

    def _gives_a_brisque(self) -> str:
        if not self._lost or not BRISQUES >> self._card & 1:
            return ""
        return tr(
            "I have taken it: your {card} is a **brisque**, and its 10 points are now mine. {better} was safer.",
            card=face(self._card),
            better=face(self._best),
        )

    def _breaks_up(self) -> str:
        """Name the best combination spoilt by the card: one that was complete, or else one that lacked another card."""
        gone = CardSet.of((self._card,))
        tables = tuple(held - gone for held in self._view.tables)
        now, then = advise(self._view), advise(replace(self._view, hand=self._view.hand - gone, tables=tables))
        left = {each.row.name for each in then.later}
        spoilt = [each for each in now.later if self._card in each.cards and each.row.name not in left]
        if spoilt:
            lost = max(spoilt, key=lambda each: each.row.points)
            return tr(
                "{card} was needed for {name} ({cards}), {points} points: once played, a card is gone.",
                card=face(self._card),
                name=combination_said(lost.row.name),
                cards=faces(sorted_hand(lost.cards)),
                points=lost.row.points,
            )
        left |= {each.row.name for each in then.near if _one_short(each)}
        near = [each for each in now.near if _one_short(each) and self._card in each.held and each.row.name not in left]
        if not near:
            return ""
        lost_near = max(near, key=lambda each: each.row.points)
        return tr(
            "{card} was worth keeping: for {name}, {points} points, you lacked only {missing}.",
            card=face(self._card),
            name=combination_said(lost_near.row.name),
            points=lost_near.row.points,
            missing=next(wanted(each) for each in lost_near.missing),
        )

    def _cannot_declare(self) -> str:
        ready = advise(self._view).later
        if not self._lost or not ready or not self._would_win(self._best):
            return ""
        return tr(
            "You had {name} to declare, but only who takes the trick may. {better} would have taken it.",
            name=combination_said(ready[0].row.name),
            better=face(self._best),
        )

    def _pays_too_much(self) -> str:
        if not (self._mine and self._would_win(self._card)):
            return ""
        if self._would_win(self._best):
            if self._strength(self._card) <= self._strength(self._best):
                return tr("That takes the trick just as well.")
            return tr(
                "{better} would have taken it too. Keep {card} for a trick that nothing less can win.",
                better=face(self._best),
                card=face(self._card),
            )
        if self._trick is not None and not self._view.brisques_in(self._trick) and not advise(self._view).later:
            return tr(
                "You have taken it, but there was nothing in it: no brisque, and you had nothing to declare. {better} "
                "would have cost you less.",
                better=face(self._best),
            )
        return tr("You have taken it. Why not!")

    def _strength(self, card: Card) -> int:
        return rank_of(card) + 8 * (suit_of(card) == self._view.trump)

    def _is_cheap(self) -> str:
        if rank_of(self._card) > NINE or suit_of(self._card) == self._view.trump:
            return ""
        return tr("Your own idea, and a cheap one: {card} costs you little.", card=face(self._card))

    def _loses_a_good_card(self) -> str:
        if not self._lost or self._strength(self._card) <= self._strength(self._best):
            return ""
        return tr(
            "I have taken your {card} and given nothing for it. To lose a trick, {better} is cheap enough.",
            card=face(self._card),
            better=face(self._best),
        )

    def _was_too_weak(self) -> str:
        """Say that a lead was easily beaten, or that the suggested card would have taken a trick that was left."""
        if not self._lost:
            return ""
        if self._view.trick:
            if not self._would_win(self._best):
                return ""
            return tr("{better} would have taken the trick, and with it the lead.", better=face(self._best))
        if self._strength(self._best) <= self._strength(self._card):
            return ""
        return tr(
            "I could beat {card}, and now the lead is mine. {better} would have been harder to beat.",
            card=face(self._card),
            better=face(self._best),
        )

    def _wins_anyway(self) -> str:
        return tr("It has won all the same. My idea was {better}.", better=face(self._best)) if self._mine else ""

    _FINDINGS: Final[tuple[Callable[[_Play], str], ...]] = (
        _gives_a_brisque,
        _breaks_up,
        _cannot_declare,
        _pays_too_much,
        _is_cheap,
        _loses_a_good_card,
        _was_too_weak,
        _wins_anyway,
    )
    """The possible remarks, the weightiest first."""
