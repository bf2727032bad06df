"""The reasons why one action is better than another: the cause that makes most of the difference in their samples.

Where one stands out, a reason is a cause counted in the samples that holds for the one action and not, or less, for the
other. It is said only if it is true of the position; else the next cause is tried. Where none stands out, the reason is
a plan that the one action serves and the other does not. Its wording stands in the user interface. The cautions of the
old books (RULES.md, section 7) are named only where they make the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from bot.engine import Action, Card, Verb, View
from bot.engine.combinations import Kind
from bot.engine.legality import barring

from .facts import MOST_LACKING, Facts
from .plans import declares, family, followed, in_reach, in_time, may_declare, names_in, plan_holds, plans, plays, takes
from .samples import Cause, Comparison, Measured, Part, same_in_kind
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
    """Return the reason that makes most of the difference between a better action and another.

    Counts are given only if the view's tricks may be searched.
    """
    found = story_of(view, comparison)
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


def story_of(view: View, comparison: Comparison) -> Story | None:
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
        points = facts.law.points_of(one)
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
    if one.verb is Verb.CARTE_BLANCHE:
        yield story(Reason(Theme.DECLARES, "", facts.law.points_of(one)), mine)
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


class _Case(NamedTuple):
    """Two actions, of which the one is to be better for a reason."""

    facts: Facts
    one: Action
    other: Action
    found: Comparison | None
    said: Reason

    @property
    def cards(self) -> tuple[Card, Card] | None:
        """The two cards, if both actions play one."""
        return (self.one.cards[0], self.other.cards[0]) if plays(self.one) and plays(self.other) else None

    def shared(self, part: Part, *, own: bool = True) -> bool:
        """Tell whether one side's share of a part of the difference speaks for the better action."""
        if self.found is None:
            return True
        causes = (cause for cause in self.found.causes if cause.part is part and cause.own is own)
        return self.found.part(causes).mean > 0.0


def reason_holds(facts: Facts, one: Action, other: Action, found: Comparison | None, said: Reason) -> bool:
    """Tell whether a reason is true of an action against another one, from the position alone if not compared."""
    if said.theme in _HOLDS:
        return _HOLDS[said.theme](_Case(facts, one, other, found, said))
    return plan_holds(facts, one, said) and not plan_holds(facts, other, said._replace(unseen=None))


def _wins_to_declare(case: _Case) -> bool:
    facts, found = case.facts, case.found
    surer = found is None or found.wins[0] > found.wins[1]
    return surer and may_declare(facts, case.one, case.said) and plays(case.other) and not takes(facts, case.other)


def _likely(case: _Case) -> bool:
    facts, other = case.facts, case.other
    return plan_holds(facts, case.one, case.said) and plays(other) and facts.takes(other.cards[0]) is False


def _keeps_whole(case: _Case) -> bool:
    facts, other = case.facts, case.other
    kept = plays(other) and in_time(facts, other) and case.said.name in facts.whole(other)  # to declare now or later
    return plan_holds(facts, case.one, case.said) and not kept


def _comes_about(case: _Case) -> bool:
    facts = case.facts
    after, own = facts.after(case.one), 0
    for seat in facts.law.side_seats[facts.law.sides[facts.seat]]:
        own |= facts.view.tables[seat].mask | facts.view.known[seat].mask
    mine = after.hold[facts.seat] | (own & ~facts.hold) | facts.unseen
    names = names_in(family(case.said.name), facts)
    return in_time(facts, case.one) and any(facts.possible(after, name, mine) for name in names)


def _denies(case: _Case) -> bool:
    facts, after = case.facts, case.facts.after(case.one)
    names = names_in(family(case.said.name), facts)
    more = facts.turns - takes(facts, case.one) > 0
    return more and any(facts.possible(after, name, facts.elsewhere) for name in names)


def _wins_brisques(case: _Case) -> bool:
    if case.cards is None:
        return False
    mine, theirs = (case.facts.brought(card) for card in case.cards)
    return mine > theirs if mine is not None and theirs is not None else case.shared(Part.BRISQUES_NOW)


def _fewer_brisques_lost(case: _Case) -> bool:
    mine, theirs = (case.facts.lost(card) for card in case.cards) if case.cards is not None else (None, None)
    return mine < theirs if mine is not None and theirs is not None else case.shared(Part.BRISQUES_NOW, own=False)


def _saves_brisque(case: _Case) -> bool:
    if case.cards is None:
        return False
    facts, (mine, theirs) = case.facts, case.cards
    return facts.is_brisque(theirs) and not facts.is_brisque(mine) and facts.won(theirs) is not True


def _keeps_trump(case: _Case) -> bool:
    if case.facts.view.last_eight or case.cards is None:
        return False
    mine, theirs = (case.facts.is_trump(card) for card in case.cards)
    return theirs and not mine


def _keeps_strength(case: _Case) -> bool:
    if case.facts.view.last_eight or case.cards is None:
        return False
    mine, theirs = case.cards
    return mine >> 3 & 3 == theirs >> 3 & 3 and theirs & 7 > mine & 7


def _seven(case: _Case) -> bool:
    mine = (case.facts.hold | case.facts.unseen) & case.facts.fresh_sevens
    return case.one.verb not in (Verb.EXCHANGE, Verb.SHOW) and bool(mine) and case.shared(Part.SEVENS)


def _scores_more(case: _Case) -> bool:
    others = case.facts.law.points_of(case.other) if case.other.verb is Verb.DECLARE else 0
    return declares(case.facts, case.one, case.said) and others < case.said.points


def _marries_first(case: _Case) -> bool:
    rows, one, other = case.facts.law.rows, case.one, case.other
    if not one.name or not other.name or case.said.name != one.name:
        return False
    royal = rows[one.name].kind is Kind.MARRIAGE and rows[one.name].trumps
    sequence = Reason(Theme.FOLLOWED, other.name, rows[other.name].points)
    return royal and rows[other.name].kind is Kind.SEQUENCE and followed(case.facts, one, sequence)


def _holds_back(case: _Case) -> bool:
    """Tell whether declaring bars some of the cards from another combination, for which they could serve else."""
    facts, name, other = case.facts, case.said.name, case.other
    if case.one.verb is not Verb.PASS or other.verb is not Verb.DECLARE or name == other.name or not facts.turns:
        return False
    now, then = facts.reach(facts.after(case.one), name), facts.reach(facts.after(other), name)
    row = facts.law.rows[name]
    barred = other.mask & barring(facts.after(other), row) & ~barring(facts.after(case.one), row)
    return now is not None and now.lacking <= MOST_LACKING and bool(barred) and (then is None or then > now)


_HOLDS: Final[Mapping[Theme, Callable[[_Case], bool]]] = {
    Theme.ONLY: lambda case: all(same_in_kind(case.facts.view, case.one, each) for each in case.facts.view.offered),
    Theme.COUNTED: lambda case: case.facts.view.last_eight and case.facts.view.players == 2,
    Theme.LITTLE: lambda _: True,
    Theme.MANY: lambda case: case.found is None or case.found.told,
    Theme.WINS_TO_DECLARE: _wins_to_declare,
    Theme.LIKELY: _likely,
    Theme.KEEPS_WHOLE: _keeps_whole,
    Theme.COMES_ABOUT: _comes_about,
    Theme.DENIES: _denies,
    Theme.WINS_BRISQUES: _wins_brisques,
    Theme.SAVES_BRISQUE: _saves_brisque,
    Theme.FEWER_BRISQUES_LOST: _fewer_brisques_lost,
    Theme.BRISQUES_LATER: lambda case: case.shared(Part.BRISQUES_LATER),
    Theme.KEEPS_TRUMP: _keeps_trump,
    Theme.KEEPS_STRENGTH: _keeps_strength,
    Theme.STRONGER_END: lambda _: True,
    Theme.SEVEN: _seven,
    Theme.LAST_TRICK: lambda case: case.shared(Part.LAST_TRICK) or case.shared(Part.LAST_TRICK, own=False),
    Theme.WINS_GAME: lambda _: True,
    Theme.DECLARES: _scores_more,
    Theme.MARRIES_FIRST: _marries_first,
    Theme.HOLDS_BACK: _holds_back,
}
"""By reason: what must be so of the two actions. Of how often something happens the samples are asked too."""
