"""The predicates of reasons: what must be so of two actions in a position before a difference is explained.

Where a sentence says how often something happens, the samples of the comparison are asked too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from bot.engine import Action, Verb
from bot.engine.legality import barring

from .facts import MOST_LACKING, Facts
from .plan_predicates import declares, family, followed, in_time, may_declare, names_in, plan_holds, plays, takes
from .samples import Comparison, Part, same_in_kind
from .themes import Reason, Theme

Said = Callable[[Facts, Action, Action, Comparison | None, Reason], bool]


def reason_holds(facts: Facts, one: Action, other: Action, found: Comparison | None, said: Reason) -> bool:
    """Tell whether a reason is true of an action against another one.

    Args:
        found: Their comparison; without it only what follows from the position is asked.
        said: The reason, or a plan, which must then be true of the one action and not of the other.
    """
    if said.theme in _SAID:
        return _SAID[said.theme](facts, one, other, found, said)
    return plan_holds(facts, one, said) and not plan_holds(facts, other, said._replace(unseen=None))


def _own(found: Comparison | None, part: Part, *, own: bool = True) -> bool:
    """Tell whether one side's share of a part of the difference speaks for the better action."""
    if found is None:
        return True
    return found.part(cause for cause in found.causes if cause.part is part and cause.own is own).mean > 0.0


def _wins_to_declare(facts: Facts, one: Action, other: Action, found: Comparison | None, said: Reason) -> bool:
    surer = found is None or found.wins[0] > found.wins[1]
    return surer and may_declare(facts, one, said) and plays(other) and not takes(facts, other)


def _likely(facts: Facts, one: Action, other: Action, _: Comparison | None, said: Reason) -> bool:
    return plan_holds(facts, one, said) and plays(other) and facts.takes(other.cards[0]) is False


def _keeps_whole(facts: Facts, one: Action, other: Action, _: Comparison | None, said: Reason) -> bool:
    kept = plays(other) and in_time(facts, other) and said.name in facts.whole(other)  # to declare now or later
    return plan_holds(facts, one, said) and not kept


def _comes_about(facts: Facts, one: Action, _: Action, __: Comparison | None, said: Reason) -> bool:
    after, own = facts.after(one), 0
    for seat in facts.law.side_seats[facts.law.sides[facts.seat]]:
        own |= facts.view.tables[seat].mask | facts.view.known[seat].mask
    mine = after.hold[facts.seat] | (own & ~facts.hold) | facts.unseen
    return in_time(facts, one) and any(facts.possible(after, name, mine) for name in names_in(family(said.name), facts))


def _denies(facts: Facts, one: Action, _: Action, __: Comparison | None, said: Reason) -> bool:
    turns = facts.turns - takes(facts, one)
    after = facts.after(one)
    return turns > 0 and any(
        facts.possible(after, name, facts.elsewhere) for name in names_in(family(said.name), facts)
    )


def _wins_brisques(facts: Facts, one: Action, other: Action, found: Comparison | None, _: Reason) -> bool:
    if not (plays(one) and plays(other)):
        return False
    mine, theirs = facts.brought(one.cards[0]), facts.brought(other.cards[0])
    return mine > theirs if mine is not None and theirs is not None else _own(found, Part.BRISQUES_NOW)


def _fewer_brisques_lost(facts: Facts, one: Action, other: Action, found: Comparison | None, _: Reason) -> bool:
    if not (plays(one) and plays(other)):
        return _own(found, Part.BRISQUES_NOW, own=False)
    mine, theirs = facts.lost(one.cards[0]), facts.lost(other.cards[0])
    if mine is not None and theirs is not None:
        return mine < theirs
    return _own(found, Part.BRISQUES_NOW, own=False)


def _saves_brisque(facts: Facts, one: Action, other: Action, _: Comparison | None, __: Reason) -> bool:
    if not (plays(one) and plays(other)):
        return False
    mine, theirs = one.cards[0], other.cards[0]
    return facts.is_brisque(theirs) and not facts.is_brisque(mine) and facts.won(theirs) is not True


def _brisques_later(_: Facts, __: Action, ___: Action, found: Comparison | None, ____: Reason) -> bool:
    return _own(found, Part.BRISQUES_LATER)


def _keeps_trump(facts: Facts, one: Action, other: Action, _: Comparison | None, __: Reason) -> bool:
    if facts.view.last_eight or not (plays(one) and plays(other)):
        return False
    return facts.is_trump(other.cards[0]) and not facts.is_trump(one.cards[0])


def _keeps_strength(facts: Facts, one: Action, other: Action, _: Comparison | None, __: Reason) -> bool:
    if facts.view.last_eight or not (plays(one) and plays(other)):
        return False
    mine, theirs = one.cards[0], other.cards[0]
    return mine >> 3 & 3 == theirs >> 3 & 3 and theirs & 7 > mine & 7


def _seven(facts: Facts, one: Action, _: Action, found: Comparison | None, __: Reason) -> bool:
    mine = (facts.hold | facts.unseen) & facts.fresh_sevens
    return one.verb not in (Verb.EXCHANGE, Verb.SHOW) and bool(mine) and _own(found, Part.SEVENS)


def _last_trick(_: Facts, __: Action, ___: Action, found: Comparison | None, ____: Reason) -> bool:
    return _own(found, Part.LAST_TRICK) or _own(found, Part.LAST_TRICK, own=False)


def _scores_more(facts: Facts, one: Action, other: Action, _: Comparison | None, said: Reason) -> bool:
    others = facts.law.rows[other.name].points if other.verb is Verb.DECLARE else 0
    return declares(facts, one, said) and others < said.points


def _marries_first(facts: Facts, one: Action, other: Action, _: Comparison | None, __: Reason) -> bool:
    sequence = Reason(Theme.FOLLOWED, "sequence", facts.law.rows["sequence"].points)
    return (one.name, other.name) == ("royal-marriage", "sequence") and followed(facts, one, sequence)


def _holds_back(facts: Facts, one: Action, other: Action, _: Comparison | None, said: Reason) -> bool:
    """Tell whether declaring bars some of the cards from another combination, for which they could serve else."""
    if one.verb is not Verb.PASS or other.verb is not Verb.DECLARE or said.name == other.name or not facts.turns:
        return False
    now, then = facts.reach(facts.after(one), said.name), facts.reach(facts.after(other), said.name)
    row = facts.law.rows[said.name]
    barred = other.mask & barring(facts.after(other), row) & ~barring(facts.after(one), row)
    return now is not None and now.lacking <= MOST_LACKING and bool(barred) and (then is None or then > now)


def _always(_: Facts, __: Action, ___: Action, ____: Comparison | None, _____: Reason) -> bool:
    return True


def _only(facts: Facts, one: Action, _: Action, __: Comparison | None, ___: Reason) -> bool:
    return all(same_in_kind(facts.view, one, each) for each in facts.view.offered)


def _counted(facts: Facts, _: Action, __: Action, ___: Comparison | None, ____: Reason) -> bool:
    return facts.view.last_eight and facts.view.players == 2


def _told(_: Facts, __: Action, ___: Action, found: Comparison | None, ____: Reason) -> bool:
    return found is None or found.told


_SAID: Final[Mapping[Theme, Said]] = {
    Theme.ONLY: _only,
    Theme.COUNTED: _counted,
    Theme.LITTLE: _always,
    Theme.MANY: _told,
    Theme.WINS_TO_DECLARE: _wins_to_declare,
    Theme.LIKELY: _likely,
    Theme.KEEPS_WHOLE: _keeps_whole,
    Theme.COMES_ABOUT: _comes_about,
    Theme.DENIES: _denies,
    Theme.WINS_BRISQUES: _wins_brisques,
    Theme.SAVES_BRISQUE: _saves_brisque,
    Theme.FEWER_BRISQUES_LOST: _fewer_brisques_lost,
    Theme.BRISQUES_LATER: _brisques_later,
    Theme.KEEPS_TRUMP: _keeps_trump,
    Theme.KEEPS_STRENGTH: _keeps_strength,
    Theme.STRONGER_END: _always,
    Theme.SEVEN: _seven,
    Theme.LAST_TRICK: _last_trick,
    Theme.WINS_GAME: _always,
    Theme.DECLARES: _scores_more,
    Theme.MARRIES_FIRST: _marries_first,
    Theme.HOLDS_BACK: _holds_back,
}
"""By reason: what must be so of the two actions."""
