"""Plans: what an action is for, as the position itself tells.

Every plan that is true of an action (``plan_predicates.py``) has a weight in points, roughly what it brings or saves
against the other things that could be done; the heaviest is told. Weights only choose between true sentences.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View
from bot.engine.cards import Card
from bot.house.moments import worth_of
from bot.house.weights import TUNED

from .facts import Facts
from .plan_predicates import family, names_in, plan_holds
from .samples import Part, Share, hand_parts
from .themes import Reason, Theme

_CHANCE: Final = 0.3
"""Least chance to take the trick for which it is told what could be declared then."""
_HIGHER: Final = 0.25
"""Share of what bézique cards are worth that is told as worth for the double or the treble."""
_FAINT: Final = 0.25
"""Points below which a card kept is no plan."""

_WEIGHTS: Final = {
    Theme.TAKES_TURN: 2.0,
    Theme.TAKES_LAST_TURN: 8.0,
    Theme.TAKES_LEAD: 3.0,
    Theme.LIKELY: 0.5,
    Theme.MASTER: 6.0,
    Theme.THROWS: 1.0,
    Theme.SAVES_BRISQUE: 1.5,
    Theme.LETS_GO: 0.8,
    Theme.GIVES_LEAD: 0.7,
    Theme.KEEPS_HIGHEST: 0.4,
    Theme.LEADS_HIGHEST: 0.6,
    Theme.LOST_ANYWAY: 0.2,
    Theme.DRAWS_TRUMP: 7.0,
    Theme.DRAWS_LAST_TRUMP: 9.0,
    Theme.HIDES: 2.0,
    Theme.KEEPS_SEVEN: 1.0,
}
"""Weights of plans that bring no points by themselves."""


class Plan(NamedTuple):
    """A plan that is true of an action."""

    weight: float
    said: Reason


def plans(view: View, action: Action, chance: Share | None = None, facts: Facts | None = None) -> list[Plan]:
    """Return the plans that are true of an action, the most important first.

    Args:
        view: What the seat on turn sees, at an ordinary table.
        action: An action that the seat may do.
        chance: The share of samples in which it takes the trick, if that was measured.
        facts: The facts of the view, if they are at hand.
    """
    facts = facts or Facts(view)
    found = _of_play(facts, action, chance) if action.verb is Verb.PLAY else _of_deed(facts, action)
    true = [each for each in found if plan_holds(facts, action, each.said)]
    return sorted(true, key=lambda each: -each.weight)


def _simple(*themes: Theme) -> Iterator[Plan]:
    for theme in themes:
        yield Plan(_WEIGHTS[theme], Reason(theme))


def _of_deed(facts: Facts, action: Action) -> Iterator[Plan]:
    """Yield what speaks for declaring, announcing, using a seven or passing."""
    rows, quantities = facts.law.rows, facts.view.quantities
    if action.verb is Verb.DECLARE:
        points = rows[action.name].points
        yield Plan(points, Reason(Theme.DECLARES, action.name, points))
        for name in facts.whole(action):
            yield Plan(points + rows[name].points, Reason(Theme.FOLLOWED, name, rows[name].points))
    elif action.verb is Verb.ANNOUNCE:
        yield Plan(1.0, Reason(Theme.ANNOUNCES, action.name, rows[action.name].points))
    elif action.verb is Verb.EXCHANGE:
        yield Plan(1.0, Reason(Theme.TURN_UP, "", quantities.exchange))
    elif action.verb is Verb.SHOW:
        yield Plan(1.0, Reason(Theme.SHOWS))
    else:
        yield from _simple(Theme.HIDES, Theme.KEEPS_SEVEN)


def _of_play(facts: Facts, action: Action, chance: Share | None) -> Iterator[Plan]:
    """Yield what speaks for playing a card."""
    card, rows, view = action.cards[0], facts.law.rows, facts.view
    takes = facts.takes(card)
    likely = 1.0 if takes else 0.0 if takes is False or chance is None else chance.mean
    if likely >= _CHANCE:
        theme = Theme.WINS_AND_DECLARES if takes else Theme.MAY_DECLARE
        for name in facts.whole(action) if facts.turns else ():
            yield Plan(likely * rows[name].points, Reason(theme, name, rows[name].points))
    points = facts.in_trick(card)
    yield Plan(points, Reason(Theme.TAKES_BRISQUES, "", points))
    yield Plan(points, Reason(Theme.FEEDS_PARTNER, "", points))
    yield Plan(view.quantities.exchange, Reason(Theme.WINS_AND_EXCHANGES))
    yield Plan(view.quantities.seven / 2, Reason(Theme.SEVEN_NOW, "", view.quantities.seven))
    yield from _simple(Theme.TAKES_TURN, Theme.TAKES_LAST_TURN, Theme.TAKES_LEAD, Theme.MASTER)
    yield from _simple(Theme.KEEPS_HIGHEST, Theme.LEADS_HIGHEST)
    yield from _simple(Theme.SAVES_BRISQUE, Theme.THROWS, Theme.LETS_GO, Theme.LOST_ANYWAY)
    yield from _simple(Theme.DRAWS_TRUMP, Theme.DRAWS_LAST_TRUMP, Theme.GIVES_LEAD)
    if takes is None and chance is not None and chance.least > 1 / 2:
        yield from _simple(Theme.LIKELY)
    if not view.last_eight:
        yield from _kept(facts, card)


def _kept(facts: Facts, card: Card) -> Iterator[Plan]:
    """Yield what stays in the hand if a card is played that another card would have taken away."""
    keeping = _Keeping(facts)
    others = [each for each in keeping.worth if each & 31 != card & 31]
    mine = keeping.worth[card]
    for kind in mine if others else ():
        gain = mine[kind] - sum(keeping.worth[each][kind] for each in others) / len(others)
        if gain < _FAINT:
            continue
        if kind == Part.TRUMPS:
            yield Plan(gain, Reason(Theme.KEEPS_TRUMPS))
            continue
        rows = facts.law.rows
        for name in names_in(kind, facts):
            yield Plan(min(gain, rows[name].points), Reason(Theme.KEEPS_WHOLE, name, rows[name].points))
            yield Plan(gain, in_reach(facts, name))
            gain *= _HIGHER


class _Keeping:
    """The worth of a hand without each of its cards, by what it is for."""

    def __init__(self, facts: Facts) -> None:
        deal = facts.known
        worth = worth_of(deal, TUNED, facts.unseen)
        self.worth: dict[Card, dict[str, float]] = {}
        for action in facts.view.offered:
            if action.verb is Verb.PLAY:
                found: dict[str, float] = defaultdict(float)
                for part, name, points in hand_parts(worth, deal, facts.hold & ~(1 << action.cards[0])):
                    found[family(name) if part is Part.COMBINATION else str(part)] += points
                found.pop(Part.STRENGTH, None)
                self.worth[action.cards[0]] = found


def in_reach(facts: Facts, name: str) -> Reason:
    """Return the plan to keep a combination in reach, with a count of its cards where one may be given."""
    reach = facts.reach(facts.known, name)
    if reach is None or not facts.view.searchable or name == "common-marriage":
        return Reason(Theme.KEEPS_COMBINATION, name)
    return Reason(Theme.KEEPS_COMBINATION, name, 0, reach.unseen, reach.of)
