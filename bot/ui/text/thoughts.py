"""What the house thinks, in words: what it would do, why, and how much it matters."""

from __future__ import annotations

from typing import Final

from bot.engine import Action, Verb, View
from bot.engine.combinations import BY_NAME
from bot.house.levels import Theme
from bot.house.players import Method
from bot.house.worker import Weighed

from .combinations import combination_title
from .faces import face, faces, sorted_hand
from .i18n import tr, trn
from .reckoning import spoken

_WHY: Final = {
    Theme.ONLY: "there is nothing else to do",
    Theme.COUNTED: "all cards are known by counting, and it wins most in the last tricks",
    Theme.TAKES_BRISQUES: "it brings brisques home; tens and aces are kept till they can be made to count",
    Theme.TAKES_TO_DECLARE: "with the trick there is something to declare: declare as soon as there is an opportunity",
    Theme.TAKES_TRICK: "the trick brings the lead, and whoever does not win it cannot declare",
    Theme.GIVES_TRICK: "the trick is not worth a better card",
    Theme.KEEPS_SEQUENCE: "keep the cards of the sequence as long as possible",
    Theme.KEEPS_BEZIQUE: "hold back the bézique cards: they can be used again",
    Theme.KEEPS_MARRIAGE: "kings and queens can still be married ({name})",
    Theme.KEEPS_FOUR: "{name} may still come together",
    Theme.KEEPS_TRUMPS: "good trumps are kept for the last eight tricks",
    Theme.KEEPS_BRISQUE: "keep tens and aces till they can be made to count",
    Theme.KEEPS_STRENGTH: "the stronger card takes a trick later",
    Theme.SCORES_SEVEN: "a seven of trumps counts ten when it is played",
    Theme.EXCHANGES: "the exchange counts ten, and the turn-up is the better card",
    Theme.SHOWS: "a seven of trumps counts ten when it is shown",
    Theme.DECLARES: "declare as soon as there is an opportunity",
    Theme.MARRIES_FIRST: "declare the royal marriage before the sequence, so that both count",
    Theme.ANNOUNCES: "what is announced can be declared after the next trick that is won",
    Theme.HOLDS_BACK: "what is laid down cannot be hidden again, and these cards can do more ({name})",
    Theme.NOTHING: "there is nothing worth declaring",
}
_LITTLE: Final = 1.5
"""Fewer points than that are no difference that anybody should rely on."""


def deed(action: Action) -> str:
    """Say what an action does: play a card, declare something, draw."""
    cards = faces(sorted_hand(action.cards))
    if action.verb is Verb.PLAY:
        return tr("play {card}", card=face(action.cards[0]))
    if action.verb is Verb.DECLARE:
        return tr("declare {name} {cards}", name=_lower(action.name), cards=cards)
    if action.verb is Verb.ANNOUNCE:
        return tr("announce {name} {cards}", name=_lower(action.name), cards=cards)
    if action.verb is Verb.EXCHANGE:
        return tr("exchange the seven {card}", card=cards)
    if action.verb is Verb.SHOW:
        return tr("show {card}", card=cards)
    return _by_hand(action)


def _by_hand(action: Action) -> str:
    """Say what an action does that is done at an honour table alone."""
    match action.verb:
        case Verb.DRAW:
            return tr("draw a card")
        case Verb.TAKE:
            return tr("take {card}", card=face(action.cards[0]))
        case Verb.RETURN:
            return tr("send back {card}", card=face(action.cards[0]))
        case Verb.CLAIM:
            return tr("claim what is due")
        case Verb.DONE:
            return tr("be done")
    return tr("declare nothing")


def theme_words(theme: Theme, name: str) -> str:
    """Say in half a sentence what a decision was about; ``name`` is the combination concerned, or empty."""
    return tr(_WHY[theme], name=_lower(name) if name else tr("a combination"))


def hint_words(weighed: Weighed, view: View) -> str:
    """Say what the house would do, why, and how much better it is expected to be than the next best."""
    decision, explanation = weighed
    act = decision.action
    what = deed(act)
    if act.verb is Verb.PASS and view.honour is None:
        what = tr("draw") if view.turn != view.leader or not view.rules.partners else tr("pass")
    words = tr("A strong player would **{what}**.", what=what)
    if explanation is None:
        return words
    reason = theme_words(explanation.theme, explanation.name)
    words = tr("A strong player would **{what}**: {why}.", what=what, why=reason)
    other = explanation.instead_of
    if other is not None:
        if explanation.points < _LITTLE or not spoken(explanation.points, view.rules):
            words += " " + tr("To {other} is hardly worse.", other=deed(other))
        elif not view.searchable:  # a number would tell of cards that may not be looked at any more
            words += " " + tr("To {other} is expected to be worse.", other=deed(other))
        else:
            words += " " + worth(spoken(explanation.points, view.rules), other)
    if decision.method is Method.EVALUATED:
        words += "\n-# " + tr("The house is busy: this was judged at a glance.")
    return words


def worth(points: int, other: Action) -> str:
    """Say by how many points, as they are spoken of, something is expected to be better than something else."""
    return trn(
        "That is expected to be {count} point better than to {other}.",
        "That is expected to be {count} points better than to {other}.",
        points,
        other=deed(other),
    )


def _lower(name: str) -> str:
    return combination_title(name).lower() if name in BY_NAME else name
