"""Hints: what the strong player would do with a view, what that is for, and how much better it is than other things.

A decision is measured anew against the next best and against one more action: what scores more points at once, or what
*regular* would do. Where it is not surely worse, the hint names what scores more at once, or what saves a ten or an
ace that would surely be lost: points in the hand come before points later.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Phase, Verb, View
from bot.house.chance import Purpose
from bot.house.honour import decide as at_honour_table
from bot.house.players import Decision, Method, choose, evaluate
from bot.house.roster import Level
from bot.house.search import Effort
from bot.house.weights import tuned

from .facts import Facts
from .plans import plan_holds, plans
from .reasons import contrast, reason_holds, story_of
from .samples import Comparison, Group, Measured, Parts, Share, Wanted, compare_each, same_in_kind
from .themes import Reason, Theme

GROUPS: Final = 48
"""New groups of samples in which a hint is compared with the next best."""
_HALF: Final = 0.5
"""Share of the weight of the best plan from which on one that is shared with what is as good is told instead."""
_CLEAR: Final = 5.0
"""Standard errors from which on differences are not measured further."""
_MOST: Final = 2
"""Most other actions that a hint is compared with."""


class Explanation(NamedTuple):
    """The comparison of an action with another one: the difference in points, and the plan or reason."""

    instead_of: Action | None
    points: Measured
    told: bool
    """Whether the difference is large and sure enough to be told."""
    reason: Reason
    equal: Action | None = None
    """The next best, if it is almost as good and the difference is told against something else."""
    shared: bool = False
    """Whether what is almost as good serves the same plan."""


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
    """Return what the strong player would do, and what for, from the view alone."""
    rng = Random(seeds[Purpose.HINT])  # noqa: S311 - play, not secrets
    thought: list[Hint] = []

    def think(form: View) -> Action:
        decision = choose(Level.STRONG, form, rng, effort=effort)
        action, said = explained(form, decision, seeds[Purpose.COMPARE], groups)
        thought.append(Hint(action, decision.method, said))
        return action

    if view.honour is None:
        think(view)
        return thought[-1]
    action = at_honour_table(Level.STRONG, view, rng, think)
    if not thought:
        return Hint(action, Method.ONLY, None)
    best = thought[-1]
    # A pass at the ordinary table is the seat's own draw here; an action that was changed otherwise has no explanation.
    same = action == best.action or best.action.verb is Verb.PASS
    return Hint(action, best.method, best.explanation if same else None)


def rule_of_thumb(view: View, seed: int) -> Hint:
    """Return what *regular* would do, for use when there is no time for more."""
    decision = choose(Level.REGULAR, view, Random(seed))  # noqa: S311 - play, not secrets
    return Hint(decision.action, Method.EVALUATED if decision.method is Method.SAMPLED else decision.method, None)


def explained(view: View, decision: Decision, seed: int, groups: int) -> tuple[Action, Explanation]:
    """Return what a hint names after a decision, with its explanation, measured anew by other chance."""
    facts, action, other = Facts(view), decision.action, next_best(decision)
    if other is None:
        only = Reason(Theme.ONLY)
        said = only if reason_holds(facts, action, action, None, only) else plan_told(facts, action)
        return action, Explanation(None, Measured(0.0, 0.0), told=False, reason=said)
    if decision.method is Method.EXACT:
        return action, _counted(facts, decision, other)
    scoring = _scores_more(facts, decision)
    others = [other]
    for more in (scoring, choose(Level.REGULAR, view, Random(seed)).action):  # noqa: S311 - play, not secrets
        if more is not None and len(others) < _MOST and _kind(more) not in {_kind(at) for at in (action, *others)}:
            others.append(more)
    found = compare_each(view, action, others, seed, groups, Wanted(clear=_CLEAR, either=True))
    better = turned(min(found, key=lambda each: each.points.mean))
    if better.told:  # the decision had stood out by chance
        return better.one, _measured(facts, [better])
    for each in found:
        if scoring is not None and not each.told and _kind(each.other) == _kind(scoring):
            return each.other, _measured(facts, [turned(each)])
    return action, _measured(facts, found)


def _measured(facts: Facts, found: list[Comparison]) -> Explanation:
    """Explain an action by its comparisons; the first is with what is nearest to it."""
    best, chance = found[0], found[0].chance
    if best.told:
        story = story_of(facts.view, best)
        said = (
            story.reason
            if story is not None
            else contrast(facts, best.one, best.other, best)
            or plan_told(facts, best.one, chance, unlike=best.other, many=True)
        )
        return Explanation(best.other, best.points, told=True, reason=said)
    worse = next((each for each in found[1:] if each.told), None)
    plan = plan_told(facts, best.one, chance, also=best.other, unlike=worse.other if worse is not None else None)
    if worse is not None and plan.theme is Theme.LITTLE and (story := story_of(facts.view, worse)) is not None:
        plan = story.reason if _shared_or_lacking(facts, best.one, best.other, story.reason) else plan
    shared = _serves(facts, best.other, plan)
    if worse is None:
        return Explanation(best.other, best.points, told=False, reason=plan, shared=shared)
    return Explanation(worse.other, worse.points, told=True, reason=plan, equal=best.other, shared=shared)


def _shared_or_lacking(facts: Facts, action: Action, also: Action, said: Reason) -> bool:
    """Tell whether what is as good serves the plan, or the position alone shows that it does not."""
    return _serves(facts, also, said) or reason_holds(facts, action, also, None, said)


def _serves(facts: Facts, also: Action, said: Reason) -> bool:
    """Tell whether what is as good serves a plan; how often it takes the trick was not measured."""
    return said.theme is not Theme.LIKELY and plan_holds(facts, also, said)


def _counted(facts: Facts, decision: Decision, other: Action) -> Explanation:
    """Explain an action of an ending that was played out, against the next best."""
    points = {option.action: option.points for option in decision.options}
    margin = points[decision.action] - points[other]
    if not margin:
        plan = plan_told(facts, decision.action, also=other)
        return Explanation(other, Measured(0.0, 0.0), told=False, reason=plan, shared=plan_holds(facts, other, plan))
    plans_only = [each.said for each in plans(facts.view, decision.action, facts=facts)]
    best = next((said for said in plans_only if reason_holds(facts, decision.action, other, None, said)), None)
    return Explanation(other, Measured(margin, 0.0), told=True, reason=best or Reason(Theme.COUNTED))


def plan_told(
    facts: Facts,
    action: Action,
    chance: Share | None = None,
    *,
    also: Action | None = None,
    unlike: Action | None = None,
    many: bool = False,
) -> Reason:
    """Return the plan to tell of an action.

    Args:
        chance: The share of samples in which it takes the trick.
        also: Another action that is as good; a plan that both serve is preferred if it weighs enough.
        unlike: Another action that is worse; a plan that it serves too is told only if there is no other.
        many: Whether the action is better by many small things, which is told if there is no plan.
    """
    found = plans(facts.view, action, chance, facts)
    if also is not None:
        found = [each for each in found if _shared_or_lacking(facts, action, also, each.said)]
    if unlike is not None:
        apart = [each for each in found if reason_holds(facts, action, unlike, None, each.said)]
        found = apart or [each for each in found if plan_holds(facts, unlike, each.said)]
    both = [each for each in found if also is not None and _serves(facts, also, each.said)]
    if both and both[0].weight >= _HALF * found[0].weight:
        return both[0].said
    return found[0].said if found else Reason(Theme.MANY if many else Theme.LITTLE)


def tempting(view: View, actions: Sequence[Action]) -> Action | None:
    """Return what most would do of some actions: what scores most points at once, else what *regular* likes best."""
    facts = Facts(view)
    if view.phase is Phase.DECLARE and any(_at_once(facts, each) for each in actions):
        return max(actions, key=lambda each: _at_once(facts, each))
    liked = evaluate(view, Random(0), tuned(view.law))  # noqa: S311 - play, not secrets
    rank = {each: at for at, option in enumerate(liked) for each in actions if same_in_kind(view, each, option.action)}
    return min(actions, key=lambda each: rank.get(each, len(liked)), default=None)


def turned(found: Comparison) -> Comparison:
    """Return a comparison with the two actions exchanged."""
    groups = tuple(Group(each.hands, partial(_negated, each)) for each in found.groups)
    at_once = {name: (theirs, mine) for name, (mine, theirs) in found.at_once.items()}
    points = Measured(-found.points.mean, found.points.error)
    return Comparison(found.other, found.one, points, groups, (found.wins[1], found.wins[0]), at_once)


def _negated(group: Group) -> Parts:
    return {cause: -points for cause, points in group.parts.items()}


def _scores_more(facts: Facts, decision: Decision) -> Action | None:
    """Return the best option that scores more points at once than the decision, the most of all, or None."""
    found = max(decision.options, key=lambda option: _at_once(facts, option.action), default=None)
    if found is None or _at_once(facts, found.action) <= _at_once(facts, decision.action):
        return None
    return found.action


def _at_once(facts: Facts, action: Action) -> int:
    """Return the points that an action marks by itself; a card that surely goes to the others loses its own."""
    if action.verb is Verb.PLAY:
        card = action.cards[0]
        return -facts.law.marked_points[card] if facts.won(card) is False else 0
    return 0 if action.verb is Verb.ANNOUNCE else facts.law.points_of(action)


def next_best(decision: Decision) -> Action | None:
    """Return the best option of another kind, if there is one; two copies of a card are of the same kind."""
    kind = _kind(decision.action)
    return next((option.action for option in decision.options if _kind(option.action) != kind), None)


def _kind(action: Action) -> tuple[Verb, str, tuple[int, ...]]:
    return action.verb, action.name, tuple(sorted(card & 31 for card in action.cards))
