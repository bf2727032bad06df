"""The cost of a declaration: points that the same cards could still score in a better order.

The engine itself makes the declarations that a seat's cards allow, one after the other, in every order, so the rules
are not repeated here. A declaration has a cost if no order that begins with it reaches the best sum, not even with
unlimited tricks to come: the points are then lost to a ruling and not to a lack of tricks.
Only the seat's own view is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from .actions import Action, Verb
from .advice import Near, advise, in_sight, known_deal, own_declaring, turns_left
from .cards import NO_CARD, Card, Mask, cards_of, kind_of
from .combinations import BY_NAME
from .deal import FRESH_DECLARING, Deal, Declaring, Meld, put
from .legality import distinct_moves, why_not
from .moves import advance
from .reasons import Reason, Refusal
from .view import View

_FAR: Final = 6
"""Number of turns to declare that stands for an unlimited number; no hand has a use for more."""
_MOST_MOMENTS: Final = 1500
"""Maximum number of moments that a search looks at; it then uses what it has found."""


@dataclass(frozen=True, slots=True)
class Cost:
    """The points that a declaration loses, and the order that would score them."""

    action: Action
    points: int
    """Points fewer than in the better order; 0 if a seven is shown that could be exchanged."""
    plan: tuple[Action, ...]
    """The better order, first action first; each declaration in it waits for its own turn."""
    lost: Action
    """The declaration, or exchange, that is no longer possible afterwards."""
    refusal: Refusal | None
    """Why ``lost`` is then refused."""
    lacking: Near | None = None
    """The combination that one more card would complete, if the loss depends on that card; otherwise None."""

    @property
    def first(self) -> bool:
        """Whether the declaration itself is part of the better order, later on."""
        return any(_same(self.action, each) for each in self.plan)


class _Best(NamedTuple):
    points: int
    plan: tuple[Action, ...]


_NOTHING: Final = _Best(0, ())


def cost_of(view: View, action: Action) -> Cost | None:
    """Return what a declaration (or a seven shown) would cost the seat, or None where it costs nothing."""
    return costs(view, (action,)).get(action)


def costs(view: View, actions: Iterable[Action]) -> dict[Action, Cost]:
    """Return what each of some actions would cost the seat, without those that cost nothing.

    The seat must be able to do each action in the open turn or in its next.
    """
    foresight = _Foresight(view)
    found = ((action, foresight.cost(action)) for action in actions)
    return {action: cost for action, cost in found if cost is not None}


class _Foresight:
    """A comparison of the orders of declaring at one moment, which caches what several questions share."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._deal = known_deal(view, own_declaring(view) or FRESH_DECLARING)
        self._further = min(_FAR, turns_left(view) - (own_declaring(view) is None))
        self._searches: dict[Card, _Search] = {}
        self._near: tuple[Near, ...] | None = None

    def cost(self, action: Action) -> Cost | None:
        if action.verb is Verb.SHOW:
            return self._cost_of_showing(action)
        if action.verb is not Verb.DECLARE or why_not(self._deal, action) is not None:
            return None
        if self._further < 1 or self._wins(action):
            return None
        return self._sure_cost(action) or self._possible_cost(action)

    def _cost_of_showing(self, action: Action) -> Cost | None:
        """Return the cost of showing a seven, which prevents exchanging it for the same ten (rulings 9 and 10)."""
        exchange = Action(action.seat, Verb.EXCHANGE, action.cards)
        if why_not(self._deal, exchange) is not None:
            return None
        return Cost(action, 0, (exchange,), exchange, Refusal(Reason.EXCHANGE_SHOWN, action.cards))

    def _wins(self, action: Action) -> bool:
        """Tell whether the declaration ends the game, so that nothing after it matters."""
        law = self._view.law
        total = self._view.side_totals[law.sides[action.seat]]
        return law.at_once and total + law.points_of(action) >= law.target

    def _sure_cost(self, action: Action) -> Cost | None:
        found = self._difference(action)
        if found is None:
            return None
        points, best, after = found
        for each in best.plan:
            if not _same(each, action) and (refusal := _lost(after, each)) is not None:
                return Cost(action, points, best.plan, each, refusal)
        return None

    def _possible_cost(self, action: Action) -> Cost | None:
        """Return the cost of a declaration that would spoil a combination that lacks one card.

        The combination must be worth at least as much as the declaration, whose points are certain.
        """
        if self._near is None:
            self._near = advise(self._view).near
        worst: Cost | None = None
        for near in self._near:
            if not near.can_come or near.lacking > 1 or near.row.points < self._deal.law.points_of(action):
                continue
            card = _one_that_may_come(self._view, near)
            if card is None or not action.mask & near.held.mask:
                continue
            found = self._difference(action, card)
            if found is None:
                continue
            points, best, after = found
            lost = next((each for each in best.plan if each.name == near.row.name and card in each.cards), None)
            if lost is None or (refusal := _lost(after, lost)) is None:
                continue
            if worst is None or points > worst.points:
                worst = Cost(action, points, best.plan, lost, refusal, near)
        return worst

    def _difference(self, action: Action, card: Card = NO_CARD) -> tuple[int, _Best, Deal] | None:
        """Return the points lost by beginning with an action, the best order, and the deal then; else None."""
        search = self._searches.get(card)
        if search is None:
            deal = self._deal
            if card != NO_CARD:
                seat = deal.turn
                deal = deal._replace(hold=put(deal.hold, seat, deal.hold[seat] | 1 << card))
            search = self._searches[card] = _Search(deal)
        after = advance(search.start, action)
        found: tuple[int, _Best, Deal] | None = None
        for further in dict.fromkeys((_FAR, self._further)):
            best = search.best(search.start, further + 1)
            points = best.points - search.start.law.points_of(action) - search.onward(after, further + 1).points
            if points <= 0:
                return None
            found = points, best, after
        return found


def _one_that_may_come(view: View, near: Near) -> Card | None:
    """Return any one of the cards that would complete a combination, or None if there is none."""
    seen = in_sight(view) | view.hand.mask
    return next(iter(cards_of(near.missing[0].wanted.mask & ~seen)), None)


def _lost(after: Deal, wanted: Action) -> Refusal | None:
    """Return why a combination cannot be declared any more after something else, or None if it can."""
    later = _next_declaring(after)
    # Ruling 15: what would have been the royal marriage may be a common one now.
    kind = after.law.rows[wanted.name].kind
    names = [row.name for row in after.law.rows.values() if row.kind is kind]
    refusals = [why_not(later, Action(wanted.seat, Verb.DECLARE, wanted.cards, name)) for name in names]
    if None in refusals:
        return None
    telling = [each for each in refusals if each is not None and each.reason is not Reason.NOT_THAT_COMBINATION]
    return telling[0] if telling else Refusal(Reason.COMMON_BEFORE_TRUMPS)


class _Search:
    """A search of all orders of declaring what is held; what was declared since the start identifies a moment."""

    def __init__(self, start: Deal) -> None:
        self.start = start
        self._melds = len(start.declared.melds)
        self._many = start.law.many
        self._seen: dict[tuple[frozenset[tuple[str, Mask]], Meld | None, Declaring, int, int], _Best] = {}

    def best(self, deal: Deal, turns: int) -> _Best:
        """Return the most that can be scored in a number of turns to declare, the open one included, and the order."""
        declared = deal.declared
        since = frozenset((meld.row.name, meld.cards) for meld in declared.melds[self._melds :])
        key = (since, declared.announced[deal.turn], deal.declaring, deal.trump, turns)
        if (known := self._seen.get(key)) is not None:
            return known
        if len(self._seen) > _MOST_MOMENTS:
            return _NOTHING
        found = (
            _NOTHING if deal.declaring == FRESH_DECLARING or turns < 2 else self.best(_next_declaring(deal), turns - 1)
        )
        for action in distinct_moves(deal):
            if action.verb is Verb.DECLARE:
                rest = self.onward(advance(deal, action), turns)
                points = deal.law.points_of(action) + rest.points
                if points > found.points:
                    found = _Best(points, (action, *rest.plan))
        self._seen[key] = found
        return found

    def onward(self, deal: Deal, turns: int) -> _Best:
        """Return the most that can still be scored once something has been declared in the open turn."""
        if self._many:
            return self.best(deal, turns)
        if turns < 2:
            return _NOTHING
        later = _next_declaring(deal)
        found = self.best(later, turns - 1)
        for action in distinct_moves(deal):
            # An announcement is worth trying only for what could not be declared without it.
            if action.verb is Verb.ANNOUNCE and why_not(later, action._replace(verb=Verb.DECLARE)) is not None:
                with_it = self.best(_next_declaring(advance(deal, action)), turns - 1)
                if with_it.points > found.points:
                    found = with_it
        return found


def _next_declaring(deal: Deal) -> Deal:
    """Return the deal at the seat's next turn with the same cards; an announcement lasts one turn only (ruling 12)."""
    declared, seat = deal.declared, deal.turn
    if declared.announced[seat] is not None and not deal.declaring.announced:
        declared = declared._replace(announced=put(declared.announced, seat, None))
    return deal._replace(declared=declared, declaring=FRESH_DECLARING)


def _same(one: Action, other: Action) -> bool:
    """Tell whether two actions declare equal cards in the same class, under any name (ruling 15)."""
    kinds = [sorted(map(kind_of, each.cards)) for each in (one, other)]
    return BY_NAME[one.name].kind is BY_NAME[other.name].kind and kinds[0] == kinds[1]
