"""Why a decision: data from which a sentence can be drawn. The words stand with what people see.

A play is compared with the best play of another kind: what the evaluation holds against that other card, part by
part, says what the choice was about. The themes are the cautions of the old books (RULES.md, section 7) where one
fits.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from bot.engine import Action, Card, Phase, Verb, View
from bot.engine.cards import ACE, KING, QUEEN, SUIT_MASKS, TEN, Mask

from .imagine import Imagination
from .levels import Theme
from .players import Decision, Method, Option
from .policy import Mind
from .values import FOURS
from .weights import TUNED


class Explanation(NamedTuple):
    """What a decision was about: the theme, the other choice it is compared with, and by how many points."""

    action: Action
    theme: Theme
    instead_of: Action | None
    points: float
    """How much better the action is expected to be than the other choice."""
    part: float
    """What the theme alone contributes to that, in points of the evaluation (0 where it cannot be told apart)."""
    name: str = ""
    """The combination concerned, where there is one."""


def explain(view: View, decision: Decision) -> Explanation:
    """Return why a decision was taken; nothing but the view and the decision goes in."""
    action = decision.action
    mine = next((option for option in decision.options if option.action == action), None)
    other = _next_best(view, decision)
    if decision.method is Method.ONLY or other is None or mine is None:
        return Explanation(action, Theme.ONLY, None, 0.0, 0.0)
    margin = mine.points - other.points
    if view.phase is Phase.DECLARE or action.verb is not Verb.PLAY:
        theme, name = _declaring_theme(view, action)
        return Explanation(action, theme, other.action, margin, margin, name)
    if decision.method is Method.EXACT:
        return Explanation(action, Theme.COUNTED, other.action, margin, margin)
    if other.action.verb is not Verb.PLAY:
        return Explanation(action, Theme.HOLDS_BACK, other.action, margin, margin)
    themes = compare(view, action.cards[0], other.action.cards[0])
    theme, name = max(themes, key=lambda key: themes[key])
    return Explanation(action, theme, other.action, margin, themes[theme, name], name)


def _next_best(view: View, decision: Decision) -> Option | None:
    """Return the best choice of another kind: two copies of a card are no choice."""
    kinds = _kinds(decision.action)
    exposed = view.tables[view.turn].mask
    rest = [option for option in decision.options if option.action != decision.action]
    return next(
        (
            option
            for option in rest
            if _kinds(option.action) != kinds or (option.action.mask & exposed and not decision.action.mask & exposed)
        ),
        rest[0] if rest else None,
    )


def _kinds(action: Action) -> tuple[Verb, str, tuple[int, ...]]:
    return action.verb, action.name, tuple(sorted(c & 31 for c in action.cards))


def _declaring_theme(view: View, action: Action) -> tuple[Theme, str]:
    if action.verb is Verb.DECLARE:
        waits = any(other.name == "sequence" for other in view.offered)
        return (Theme.MARRIES_FIRST if action.name == "royal-marriage" and waits else Theme.DECLARES), action.name
    if action.verb is Verb.ANNOUNCE:
        return Theme.ANNOUNCES, action.name
    if action.verb is Verb.EXCHANGE:
        return Theme.EXCHANGES, ""
    if action.verb is Verb.SHOW:
        return Theme.SHOWS, ""
    possible = [other.name for other in view.offered if other.verb is Verb.DECLARE]
    if possible:
        return Theme.HOLDS_BACK, max(possible, key=lambda name: view.law.rows[name].points)
    return Theme.NOTHING, ""


def compare(view: View, chosen: Card, other: Card) -> dict[tuple[Theme, str], float]:
    """Return, theme by theme, what speaks for one card against another, in points of the evaluation.

    The parts add up to the difference that the evaluation sees between the two cards.
    """
    imagination = Imagination(view)
    deal = imagination.deal(Random(0))  # noqa: S311 - nothing hidden is read
    mind = Mind(deal, imagination.seat, TUNED, pool=imagination.hidden)
    seat = imagination.seat
    hold, seen, used = deal.hold[seat], deal.exposed, deal.declared.used
    worth = mind.worth
    themes: dict[tuple[Theme, str], float] = {}

    def add(theme: Theme, points: float, name: str = "") -> None:
        themes[theme, name] = themes.get((theme, name), 0.0) + points

    for card, sign in ((chosen, -1.0), (other, 1.0)):
        suit = card >> 3 & 3
        cards = hold & SUIT_MASKS[suit]
        free = worth.pool & SUIT_MASKS[suit] & ~cards
        whole = worth.suit_value(suit, cards, free, seen, used)
        less = worth.suit_value(suit, cards ^ 1 << card, free, seen, used)
        keep, marriage, sequence = (a - b for a, b in zip(whole[:3], less[:3], strict=True))
        royal = "royal-marriage" if suit == view.trump else "common-marriage"
        if card & 7 in (KING, QUEEN):
            add(Theme.KEEPS_MARRIAGE, sign * marriage, royal)
        else:  # a card beside them that helps them to be laid down
            add(_kept(view, card), sign * marriage)
        add(Theme.KEEPS_SEQUENCE, sign * sequence, "sequence")
        add(_kept(view, card), sign * keep)
        if worth.turns:
            for at, (rank, kind, name) in enumerate(FOURS):
                if card & 7 == rank and not used[kind] >> card & 1:
                    add(Theme.KEEPS_FOUR, sign * worth.four(at, hold, seen, used)[2], name)
            add(Theme.KEEPS_BEZIQUE, sign * dict(worth.bezique(hold, seen, used).losses).get(card, 0.0))
    scores = {card: score for score, card in mind.plays(deal)}
    rest = scores[chosen] - scores[other] - sum(themes.values())
    add(_trick_theme(view, mind, hold, chosen, rest), rest)
    return themes


def _kept(view: View, card: Card) -> Theme:
    if card >> 3 & 3 == view.trump:
        return Theme.KEEPS_TRUMPS
    return Theme.KEEPS_BRISQUE if card & 7 in (TEN, ACE) else Theme.KEEPS_STRENGTH


def _trick_theme(view: View, mind: Mind, hold: Mask, chosen: Card, gain: float) -> Theme:
    if view.trump >= 0 and chosen & 31 == view.trump << 3 and mind.law.sevens_played and view.stock:
        return Theme.SCORES_SEVEN
    if gain < 0:
        return Theme.GIVES_TRICK
    points = mind.law.card_points
    if points[chosen] or any(points[c] for c in view.trick):
        return Theme.TAKES_BRISQUES
    ready = mind.worth.hand(hold, view.tables[view.turn].mask, view.used)[1]
    return Theme.TAKES_TO_DECLARE if ready else Theme.TAKES_TRICK
