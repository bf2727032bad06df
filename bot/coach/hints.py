"""Hints: what the strong player would do with a view, how much better that is than the next best, and why."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View
from bot.house.chance import Purpose
from bot.house.honour import decide as at_honour_table
from bot.house.players import Decision, Method, choose
from bot.house.roster import Level
from bot.house.search import Effort

from .reasons import reason
from .samples import Measured, compare
from .themes import Reason, Theme

GROUPS: Final = 48
"""New groups of samples in which a hint is compared with the next best."""


class Explanation(NamedTuple):
    """The comparison of an action with the next best: the difference in points, and its reason."""

    instead_of: Action | None
    points: Measured
    told: bool
    """Whether the difference is large and sure enough to be told."""
    reason: Reason


class Hint(NamedTuple):
    """An action of the house with its explanation, which is None if nothing was weighed against the action."""

    action: Action
    method: Method
    explanation: Explanation | None

    @property
    def rule_of_thumb(self) -> bool:
        """Whether the house was too busy to think, so that *regular* answered."""
        return self.method is Method.EVALUATED


def hint(view: View, seeds: dict[Purpose, int], effort: Effort | None = None, groups: int = GROUPS) -> Hint:
    """Return what the strong player would do, and why, from the view alone.

    Args:
        view: What the seat on turn sees; at an honour table it must have something to do.
        seeds: The sources of chance, for the decision and for comparing it.
        effort: The effort of the decision (None: the usual one).
        groups: How many groups of samples compare it with the next best.
    """
    rng = Random(seeds[Purpose.HINT])  # noqa: S311 - play, not secrets
    if view.honour is None:
        decision = choose(Level.STRONG, view, rng, effort=effort)
        return Hint(decision.action, decision.method, explained(view, decision, seeds[Purpose.COMPARE], groups))
    thought: list[tuple[View, Decision]] = []

    def think(form: View) -> Action:
        thought.append((form, choose(Level.STRONG, form, rng, effort=effort)))
        return thought[-1][1].action

    action = at_honour_table(Level.STRONG, view, rng, think)
    if not thought:
        return Hint(action, Method.ONLY, None)
    form, decision = thought[-1]
    # A pass at the ordinary table is the seat's own draw here; an action that was changed otherwise has no explanation.
    same = action == decision.action or decision.action.verb is Verb.PASS
    said = explained(form, decision, seeds[Purpose.COMPARE], groups) if same else None
    return Hint(action, decision.method, said)


def rule_of_thumb(view: View, seed: int) -> Hint:
    """Return what *regular* would do, for use when there is no time for more."""
    decision = choose(Level.REGULAR, view, Random(seed))  # noqa: S311 - play, not secrets
    return Hint(decision.action, Method.EVALUATED if decision.method is Method.SAMPLED else decision.method, None)


def explained(view: View, decision: Decision, seed: int, groups: int) -> Explanation:
    """Return the explanation of a decision, measured anew against the next best action of another kind.

    Args:
        view: What the seat sees, in the form of an ordinary table.
        decision: What was decided.
        seed: The source of chance, different from the decision's.
        groups: How many new groups of samples.
    """
    other = next_best(view, decision)
    if other is None:  # in an exact ending also if all possible actions are equivalent
        only = len(view.offered) == 1
        return Explanation(None, Measured(0.0, 0.0), told=False, reason=Reason(Theme.ONLY if only else Theme.LITTLE))
    if decision.method is Method.EXACT:
        points = {option.action: option.points for option in decision.options}
        margin = points[decision.action] - points[other]
        said = Reason(Theme.COUNTED) if margin else Reason(Theme.LITTLE)
        return Explanation(other, Measured(margin, 0.0), told=margin > 0, reason=said)
    found = compare(view, decision.action, other, seed, groups)
    return Explanation(other, found.points, found.told, reason(view, found))


def next_best(view: View, decision: Decision) -> Action | None:
    """Return the best option of another kind; two copies of a card are of the same kind."""
    kind = _kind(decision.action)
    rest = [option.action for option in decision.options if option.action != decision.action]
    exposed = view.tables[view.turn].mask
    for action in rest:
        if _kind(action) != kind or (action.mask & exposed and not decision.action.mask & exposed):
            return action
    return rest[0] if rest else None


def _kind(action: Action) -> tuple[Verb, str, tuple[int, ...]]:
    return action.verb, action.name, tuple(sorted(card & 31 for card in action.cards))
