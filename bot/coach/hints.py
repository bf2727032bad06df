"""What the strong player would do with a view, how much better that is than the next best, and why."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View
from bot.house.chance import Purpose
from bot.house.honour import decide as at_honour_table
from bot.house.levels import Level
from bot.house.players import Decision, Method, choose
from bot.house.search import Effort

from .reasons import reason
from .samples import Measured, compare
from .themes import Reason, Theme

GROUPS: Final = 48
"""New groups of samples in which a hint is compared with the next best."""


class Explanation(NamedTuple):
    """Why something is done: what it is compared with, by how many points it is better, how surely, and why."""

    instead_of: Action | None
    points: Measured
    told: bool
    """Whether the difference is enough, and sure enough, to be told."""
    reason: Reason


class Hint(NamedTuple):
    """What the house would do, and why; without an explanation where nothing was weighed against it."""

    action: Action
    method: Method
    explanation: Explanation | None

    @property
    def rule_of_thumb(self) -> bool:
        """Whether the house was too busy to think, so that *regular* has answered."""
        return self.method is Method.EVALUATED


def hint(view: View, seeds: dict[Purpose, int], effort: Effort | None = None, groups: int = GROUPS) -> Hint:
    """Return what the strong player would do, and why; nothing but the view goes in.

    Args:
        view: What the seat on turn sees; at an honour table it must have something to do.
        seeds: The sources of chance, for the decision and for comparing it.
        effort: What the decision may take (None: what is usual).
        groups: Of samples, in which it is compared with the next best.
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
    # A pass of the ordinary table is the own draw here; whatever else was changed on the way is explained by nothing.
    same = action == decision.action or decision.action.verb is Verb.PASS
    said = explained(form, decision, seeds[Purpose.COMPARE], groups) if same else None
    return Hint(action, decision.method, said)


def rule_of_thumb(view: View, seed: int) -> Hint:
    """Return what *regular* would do, where there is no time for more."""
    decision = choose(Level.REGULAR, view, Random(seed))  # noqa: S311 - play, not secrets
    return Hint(decision.action, Method.EVALUATED if decision.method is Method.SAMPLED else decision.method, None)


def explained(view: View, decision: Decision, seed: int, groups: int) -> Explanation:
    """Return why a decision was taken: measured anew against the next best of another kind.

    Args:
        view: What the seat sees, in the form of an ordinary table.
        decision: What was decided.
        seed: The source of chance, another one than the decision's.
        groups: How many new groups of samples.
    """
    other = next_best(view, decision)
    if other is None:  # in a counted ending also where everything that can be done amounts to the same
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
    """Return the best choice of another kind: two copies of a card are no choice."""
    kind = _kind(decision.action)
    rest = [option.action for option in decision.options if option.action != decision.action]
    exposed = view.tables[view.turn].mask
    for action in rest:
        if _kind(action) != kind or (action.mask & exposed and not decision.action.mask & exposed):
            return action
    return rest[0] if rest else None


def _kind(action: Action) -> tuple[Verb, str, tuple[int, ...]]:
    return action.verb, action.name, tuple(sorted(card & 31 for card in action.cards))
