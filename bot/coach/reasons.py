"""The reasons why one action is better than another: the cause that makes most of the difference in their samples.

Where one stands out, a reason is a cause counted in the samples that holds for the one action and not, or less, for the
other. It is said only if its predicate holds in the position (``reason_predicates.py``); else the next cause is tried.
Where none stands out, the reason is a plan that the one action serves and the other does not. Its wording stands in the
user interface. The cautions of the old books (RULES.md, section 7) are named only where they make the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View

from .facts import Facts
from .plan_predicates import family, names_in
from .plans import in_reach, plans
from .reason_predicates import reason_holds
from .samples import Cause, Comparison, Measured, Part
from .themes import Reason, Theme

_TRICK: Final = 0.05
"""Difference in the share of samples with the trick taken, above which it is told."""

_STANDS_OUT: Final = 3.0
"""Standard errors from zero beyond which a cause is told; with two, the largest of some twenty causes would often
pass by chance."""
_RARE_STANDS_OUT: Final = 4.0
"""The same for the last eight tricks and for the others' declarations: there a few samples differ greatly, so errors
are estimated too small."""
_SHARE: Final = 1 / 3
"""Least share of the difference that a cause must make; a smaller cause beside one that cannot be told is no reason."""

_RARE: Final = frozenset({Theme.STRONGER_END, Theme.KEEPS_TRUMP, Theme.KEEPS_STRENGTH, Theme.DENIES})


class Story(NamedTuple):
    """A reason with its causes and its part of the difference."""

    reason: Reason
    causes: tuple[Cause, ...]
    part: Measured


def reason(view: View, comparison: Comparison) -> Reason:
    """Return the reason that makes most of the difference between two actions.

    Args:
        view: What the seat saw; counts are given only if the tricks may be searched.
        comparison: The better action against the other.
    """
    found = told(view, comparison)
    if found is not None:
        return found.reason
    if not comparison.told:
        return Reason(Theme.LITTLE)
    return contrast(Facts(view), comparison.one, comparison.other, comparison) or Reason(Theme.MANY)


def contrast(facts: Facts, one: Action, other: Action, found: Comparison | None = None) -> Reason | None:
    """Return the most important plan that the better action serves and the other does not, or None."""
    chance = found.chance if found is not None else None
    said = [each.said for each in plans(facts.view, one, chance, facts)]
    return next((each for each in said if reason_holds(facts, one, other, found, each)), None)


def vetted(view: View, one: Action, other: Action, said: Reason | None) -> Reason | None:
    """Return a reason that was stored if it is true of the position, else a plan that explains the difference."""
    facts = Facts(view)
    if said is not None and said.theme is not Theme.MANY and reason_holds(facts, one, other, None, said):
        return said
    return contrast(facts, one, other) or (Reason(Theme.MANY) if said is not None else None)


def told(view: View, comparison: Comparison) -> Story | None:
    """Return the cause that makes most of a difference, or None if none stands out from chance or can be said."""
    if not comparison.told:
        return None
    facts = Facts(view)
    least = _SHARE * comparison.points.mean
    stories = [each for each in _stories(facts, comparison) if each.part.mean >= least and _stands_out(each)]
    stories.sort(key=lambda each: -each.part.mean)
    one, other = comparison.one, comparison.other
    return next((each for each in stories if reason_holds(facts, one, other, comparison, each.reason)), None)


def _stands_out(story: Story) -> bool:
    """Tell whether a cause is larger than chance explains."""
    errors = _RARE_STANDS_OUT if story.reason.theme in _RARE else _STANDS_OUT
    return story.part.mean > errors * story.part.error


def _stories(facts: Facts, comparison: Comparison) -> Iterator[Story]:
    """Yield what could be said, with its part of the difference; of one part there may be several wordings."""

    def story(said: Reason | Theme, causes: Iterable[Cause]) -> Story:
        taken = tuple(causes)
        return Story(Reason(said) if isinstance(said, Theme) else said, taken, comparison.part(taken))

    one = comparison.one
    causes = comparison.causes
    declares = one.verb in (Verb.DECLARE, Verb.ANNOUNCE)
    mine = [cause for cause in causes if cause.own and cause.part is Part.COMBINATION]
    if declares:  # declaring now frees a later turn for another combination, so all combinations are one cause
        points = facts.law.rows[one.name].points
        yield story(Reason(Theme.MARRIES_FIRST, one.name, points), mine)
        yield story(Reason(Theme.ANNOUNCES if one.verb is Verb.ANNOUNCE else Theme.DECLARES, one.name, points), mine)
    for kind in sorted({family(cause.name) for cause in causes if cause.part is Part.COMBINATION}):
        own = [each for each in mine if family(each.name) == kind]
        for said in () if declares else _own_combination(facts, comparison, kind, own):
            yield story(said, own)
        theirs = [
            each for each in causes if not each.own and each.part is Part.COMBINATION and family(each.name) == kind
        ]
        yield story(Reason(Theme.DENIES, kind), theirs)
    for theme, part, whose in _COUNTED:
        yield story(theme, [cause for cause in causes if cause.part in part and cause.own in whose])
    if one.verb is Verb.EXCHANGE or one.verb is Verb.SHOW:
        theme = Theme.EXCHANGES if one.verb is Verb.EXCHANGE else Theme.SHOWS
        yield story(theme, [cause for cause in causes if cause.part is Part.SEVENS and cause.own])


_BOTH: Final = (True, False)
_END: Final = (Part.TRUMPS, Part.STRENGTH, Part.REST)
_COUNTED: Final = (
    (Theme.WINS_BRISQUES, (Part.BRISQUES_NOW,), (True,)),
    (Theme.SAVES_BRISQUE, (Part.BRISQUES_NOW,), (False,)),
    (Theme.FEWER_BRISQUES_LOST, (Part.BRISQUES_NOW,), (False,)),
    (Theme.BRISQUES_LATER, (Part.BRISQUES_LATER,), (True,)),
    (Theme.KEEPS_TRUMP, _END, _BOTH),
    (Theme.KEEPS_STRENGTH, _END, _BOTH),
    (Theme.STRONGER_END, _END, _BOTH),
    (Theme.SEVEN, (Part.SEVENS,), (True,)),
    (Theme.LAST_TRICK, (Part.LAST_TRICK,), _BOTH),
    (Theme.WINS_GAME, (Part.GAME,), _BOTH),
)
"""Sentences about parts other than combinations, with these parts, and whose they are; of one part the first that is
true is said."""


def _own_combination(facts: Facts, comparison: Comparison, kind: str, own: list[Cause]) -> Iterator[Reason]:
    """Yield what could be said if a combination of the own side makes the difference, the most telling first."""
    one, other = comparison.one, comparison.other
    rows = facts.law.rows
    same = other.verb in (Verb.DECLARE, Verb.ANNOUNCE) and family(other.name) == kind
    for name in names_in(kind, facts):
        yield Reason(Theme.HOLDS_BACK, name)
    if same:
        return  # a declaration is no reason against itself
    soon = _soonest(comparison, kind)
    if soon is not None and 2 * soon[1] * rows[soon[0]].points >= comparison.part(own).mean:
        yield Reason(Theme.WINS_AND_DECLARES, soon[0], rows[soon[0]].points)
        yield Reason(Theme.WINS_TO_DECLARE, soon[0], rows[soon[0]].points)
    by_partner = comparison.part(cause for cause in own if cause.partner).mean
    if one.verb is other.verb is Verb.PLAY and 2 * by_partner < comparison.part(own).mean:
        for name in names_in(kind, facts):  # the seat's own card does not help a partner's hand
            yield Reason(Theme.KEEPS_WHOLE, name, rows[name].points)
            yield in_reach(facts, name)
    yield Reason(Theme.COMES_ABOUT, kind)


def _soonest(comparison: Comparison, kind: str) -> tuple[str, float] | None:
    """Return the combination of a family that gains most in being declared right after the trick, with the gain."""
    gains = [(name, often[0] - often[1]) for name, often in comparison.at_once.items() if family(name) == kind]
    best = max(gains, key=lambda each: each[1], default=None)
    return best if best is not None and best[1] > _TRICK else None
