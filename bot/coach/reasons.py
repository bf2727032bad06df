"""The reasons why one action is better than another: the cause that makes most of the difference in their samples.

A reason is always something counted in the samples that holds for the one action and not, or less, for the other. Its
wording stands in the user interface. The cautions of the old books (RULES.md, section 7) are named only where they
make the difference.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from bot.engine import Action, Verb, View
from bot.engine.cards import KING, KNAVE, QUEEN, RANK_MASKS, TEN, Card, mask_of
from bot.engine.combinations import BEZIQUES, BY_NAME, SEQUENCE_RANKS, bezique_suits
from bot.house.values import FOURS

from .samples import Cause, Comparison, Measured, Part
from .themes import Reason, Theme

_BEZIQUE: Final = "single-bezique"
_DOUBLE: Final = "double-bezique"
_RANKS: Final = {name: rank for rank, _, name in FOURS}
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
    return found.reason if found is not None else Reason(Theme.MANY if comparison.told else Theme.LITTLE)


def told(view: View, comparison: Comparison) -> Story | None:
    """Return the cause that makes most of a difference, or None if no single cause stands out from chance."""
    if not comparison.told:
        return None
    least = _SHARE * comparison.points.mean
    stories = [each for each in _stories(view, comparison) if each.part.mean >= least and _stands_out(each)]
    return max(stories, key=lambda each: each.part.mean, default=None)


def _stands_out(story: Story) -> bool:
    """Tell whether a cause is larger than chance explains."""
    errors = _RARE_STANDS_OUT if story.reason.theme in _RARE else _STANDS_OUT
    return story.part.mean > errors * story.part.error


def _stories(view: View, comparison: Comparison) -> Iterator[Story]:
    def story(said: Reason, causes: Iterable[Cause]) -> Story:
        taken = tuple(causes)
        return Story(said, taken, comparison.part(taken))

    one, other = comparison.one, comparison.other
    causes = comparison.causes
    played = (one.cards[0], other.cards[0]) if one.verb is other.verb is Verb.PLAY else None
    takes = comparison.wins[0] > comparison.wins[1] + _TRICK
    declares = one.verb in (Verb.DECLARE, Verb.ANNOUNCE)
    mine = [cause for cause in causes if cause.own and cause.part is Part.COMBINATION]
    if declares:  # declaring now frees a later turn for another combination, so all combinations are one cause
        yield story(_declared(view, one, other), mine)
    for family in sorted({_family(cause.name) for cause in causes if cause.part is Part.COMBINATION}):
        own = [each for each in mine if _family(each.name) == family]
        said = None if declares else _own_combination(view, comparison, family, own, takes=takes)
        if said is not None:
            yield story(said, own)
        theirs = [
            each for each in causes if not each.own and each.part is Part.COMBINATION and _family(each.name) == family
        ]
        yield story(Reason(Theme.DENIES, family), theirs)
    now = [cause for cause in causes if cause.part is Part.BRISQUES_NOW]
    yield story(Reason(_of_this_trick(played, takes=takes)), now)
    yield story(Reason(Theme.BRISQUES_LATER), [cause for cause in causes if cause.part is Part.BRISQUES_LATER])
    end = [cause for cause in causes if cause.part in (Part.TRUMPS, Part.STRENGTH, Part.REST)]
    yield story(Reason(_of_the_end(view, played)), end)
    sevens = [cause for cause in causes if cause.part is Part.SEVENS]
    yield story(Reason({Verb.EXCHANGE: Theme.EXCHANGES, Verb.SHOW: Theme.SHOWS}.get(one.verb, Theme.SEVEN)), sevens)
    yield story(Reason(Theme.LAST_TRICK), [cause for cause in causes if cause.part is Part.LAST_TRICK])
    yield story(Reason(Theme.WINS_GAME), [cause for cause in causes if cause.part is Part.GAME])


def _family(name: str) -> str:
    """Return a combination's name; all béziques count as one, because the same cards make them."""
    return _BEZIQUE if name in BY_NAME and BY_NAME[name].kind in BEZIQUES else name


def _declared(view: View, one: Action, other: Action) -> Reason:
    points = view.law.rows[one.name].points
    if one.verb is Verb.ANNOUNCE:
        return Reason(Theme.ANNOUNCES, one.name, points)
    first = one.name == "royal-marriage" and other.name == "sequence"
    return Reason(Theme.MARRIES_FIRST if first else Theme.DECLARES, one.name, points)


def _own_combination(
    view: View, comparison: Comparison, family: str, own: list[Cause], *, takes: bool
) -> Reason | None:
    """Return the reason if a combination of the own side makes the difference, or None if there is none to tell."""
    one, other = comparison.one, comparison.other
    rows = view.law.rows
    if other.verb in (Verb.DECLARE, Verb.ANNOUNCE) and _family(other.name) == family:
        if one.verb is Verb.PASS and other.name == _BEZIQUE and view.rules.bezique_cards_locked:
            return Reason(Theme.HOLDS_BACK, _DOUBLE)  # cards declared as a single bézique cannot make a double
        return None  # a declaration is no reason against itself
    if one.verb is Verb.PASS and other.verb is Verb.DECLARE:
        served = any(_serves(view, family, card) for card in other.cards)
        return Reason(Theme.HOLDS_BACK if served else Theme.COMES_ABOUT, family)
    soon = _soonest(comparison, family)
    if takes and soon is not None and 2 * soon[1] * rows[soon[0]].points >= comparison.part(own).mean:
        return Reason(Theme.WINS_TO_DECLARE, soon[0], rows[soon[0]].points)
    if one.verb is other.verb is Verb.PLAY:
        mine, theirs = one.cards[0], other.cards[0]
        by_partner = comparison.part(cause for cause in own if cause.partner).mean
        kept = 2 * by_partner < comparison.part(own).mean  # the seat's own card does not help a partner's hand
        if kept and _serves(view, family, theirs) and not _serves(view, family, mine):
            return Reason(Theme.KEEPS_COMBINATION, family, 0, *_in_reach(view, family))
    return Reason(Theme.COMES_ABOUT, family)


def _soonest(comparison: Comparison, family: str) -> tuple[str, float] | None:
    """Return the combination of a family that gains most in being declared right after the trick, with the gain."""
    gains = [(name, often[0] - often[1]) for name, often in comparison.at_once.items() if _family(name) == family]
    best = max(gains, key=lambda each: each[1], default=None)
    return best if best is not None and best[1] > _TRICK else None


def _serves(view: View, family: str, card: Card) -> bool:
    """Tell whether a card can be part of a combination, regardless of earlier declarations with it."""
    suit, rank = card >> 3 & 3, card & 7
    if family == _BEZIQUE:
        queen, knave = bezique_suits(view.trump, by_trump=view.rules.bezique_cards == "by_trump")
        return (rank, suit) in ((QUEEN, queen), (KNAVE, knave))
    if family in ("royal-marriage", "common-marriage"):
        return rank in (KING, QUEEN) and (suit == view.trump) is (family == "royal-marriage")
    if family == "sequence":
        return suit == view.trump and rank in SEQUENCE_RANKS
    return family in _RANKS and rank == _RANKS[family]


def _in_reach(view: View, family: str) -> tuple[int | None, int]:
    """Count the cards of a four's rank outside the seat's hand: those that nobody has seen, and all of them."""
    rank = _RANKS.get(family)
    if rank is None or not view.searchable:
        return None, 0
    mine = view.hand.mask | view.tables[view.turn].mask
    others = mask_of(view.law.pack) & RANK_MASKS[rank] & ~mine
    seen = view.gone.mask | (1 << view.turn_up if view.turn_up >= 0 else 0)
    for cards in (*view.tables, *view.known):
        seen |= cards.mask
    return (others & ~seen).bit_count(), others.bit_count()


def _of_this_trick(played: tuple[Card, Card] | None, *, takes: bool) -> Theme:
    if takes:
        return Theme.WINS_BRISQUES
    if played is not None and played[1] & 7 >= TEN > played[0] & 7:
        return Theme.SAVES_BRISQUE
    return Theme.FEWER_BRISQUES_LOST


def _of_the_end(view: View, played: tuple[Card, Card] | None) -> Theme:
    if played is None:
        return Theme.STRONGER_END
    mine, theirs = played
    if theirs >> 3 & 3 == view.trump != mine >> 3 & 3:
        return Theme.KEEPS_TRUMP
    if mine >> 3 & 3 == theirs >> 3 & 3 and theirs & 7 > mine & 7:
        return Theme.KEEPS_STRENGTH
    return Theme.STRONGER_END
