"""What can be done at a table, in words: as a deed in a sentence, and on its control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from bot.engine import Action, Verb
from bot.ui.text.faces import faces, sorted_hand
from bot.ui.text.i18n import in_words, mark, tr
from bot.ui.text.scoring import combination_said


class VerbWords(NamedTuple):
    """The words for one verb; in braces stand the card or cards, a combination's name, and the points."""

    deed: str
    """As advice or an answer: *play …*, *declare …*."""
    label: str
    """On the control that does it."""
    aloud: str
    """The same where cards are named in words: the most important words come first, as the end may be cut off."""


def _words(deed: str, label: str, aloud: str = "") -> VerbWords:
    return VerbWords(deed, label, aloud or label)


VERB_WORDS: Final[Mapping[Verb, VerbWords]] = {
    Verb.PLAY: _words(mark("play {card}"), "{card}"),
    Verb.EXCHANGE: _words(
        mark("exchange the seven {card}"),
        mark("Exchange {seven} for {card} +{points}"),
        mark("Exchange {seven} for {card}, counts {points}"),
    ),
    Verb.SHOW: _words(mark("show {card}"), mark("Show {card} +{points}"), mark("Show {card}, counts {points}")),
    Verb.DECLARE: _words(mark("declare {name} {cards}"), "{name} {cards} +{points}", mark("{name}, counts {points}")),
    Verb.ANNOUNCE: _words(mark("announce {name} {cards}"), mark("Announce {name} {cards}"), mark("Announce {name}")),
    Verb.PASS: _words(mark("declare nothing"), mark("Declare no more")),
    Verb.CARTE_BLANCHE: _words(
        mark("show carte blanche {cards}"),
        mark("Carte blanche {cards} +{points}"),
        mark("Carte blanche, counts {points}"),
    ),
    Verb.DRAW: _words(mark("draw a card"), mark("Draw a card")),
    Verb.LIFT: _words(mark("lift two cards"), mark("Lift two cards")),
    Verb.TAKE: _words(mark("take {card}"), mark("Take {card}")),
    Verb.RETURN: _words(mark("send back {card}"), mark("Send back {card}")),
    Verb.EXPOSE: _words(mark("show {card} to all"), mark("Show {card} to all")),
    Verb.CLAIM: _words(mark("claim what is due"), mark("Claim …")),
    Verb.CALL: _words(mark("call {card}"), mark("{name} must play {card}")),
    Verb.DONE: _words(mark("be done"), mark("Done")),
}
"""One row for each verb but those that end a game, which are nobody's advice and have pages of their own."""


def deed(action: Action) -> str:
    """Say what an action does: play a card, declare something, draw."""
    cards = faces(sorted_hand(action.cards))
    words = tr(VERB_WORDS[action.verb].deed, card=cards, cards=cards, name=combination_said(action.name))
    return words.rstrip()  # a carte blanche names no cards


def on_control(action: Action, **values: object) -> str:
    """Write what stands on an action's control; ``values`` are what its words need besides the card."""
    words = VERB_WORDS[action.verb]
    return tr(words.aloud if in_words() else words.label, **({"card": faces(action.cards)} | values))
