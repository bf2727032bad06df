"""Comparisons of two actions over the same samples: the difference, its error, and its causes.

A sample's worth is a sum of points marked on the way, brisques, and what the hands may still bring. Each part of it
belongs to a :class:`Cause`, so the parts of a difference add up exactly to the number that says which action is better.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from random import Random
from typing import Final, NamedTuple, TypeAlias

from bot.engine import Action, Deal, Phase, Verb, View
from bot.engine.cards import NO_SUIT, SUIT_MASKS, Mask
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.playout import Playout
from bot.house.reading import Reading
from bot.house.search import Effort, effort_for
from bot.house.weights import tuned
from bot.house.worth import FOURS, Worth
from bot.lazy import dataclass

SURE: Final = 2.0
"""Standard errors above zero from which on a difference counts."""
WORTH_TELLING: Final = 1.5
"""Least difference in points that people should rely on."""


LOOKS: Final = 3
"""Equal parts in which the groups of a comparison are drawn if it may end early."""
_ROUNDED: Final = 1e-9
"""Points up to which a difference counts as zero, as sums in another order differ by rounding."""


class Part(StrEnum):
    """A part of a sample's worth."""

    COMBINATION = "combination"
    """A combination: the points declared, and the worth of its cards in a hand."""
    BRISQUES_NOW = "brisques-now"
    """Aces and tens of the trick that is being played or comes next."""
    BRISQUES_LATER = "brisques-later"
    SEVENS = "sevens"
    LAST_TRICK = "last-trick"
    TRUMPS = "trumps"
    """The worth of trumps in the hand for the last eight tricks."""
    STRENGTH = "strength"
    """The same for the other cards."""
    GAME = "game"
    """Winning or losing the game."""
    REST = "rest"
    """The lead, and the worth of the last eight tricks where it is judged from all hands at once."""


class Cause(NamedTuple):
    """A part of the difference: whose it is, and the name of the combination if it is one."""

    part: Part
    own: bool
    name: str = ""
    partner: bool = False
    """Whether it is the partner's."""


class Measured(NamedTuple):
    """A mean over groups of samples and its standard error."""

    mean: float
    error: float

    @property
    def sure(self) -> bool:
        """Whether the mean is above zero by more than chance explains."""
        return self.mean > SURE * self.error


Parts: TypeAlias = Mapping[Cause, float]
"""Parts of a worth, or of a difference, by cause."""


class Group:
    """The difference in a group of samples, which differ only in who draws which card."""

    __slots__ = ("_parts", "hands")

    def __init__(self, hands: int, parts: Parts | Callable[[], Parts]) -> None:
        self.hands = hands
        """Number of the imagined hands; if few hands explain what was played, several groups share one."""
        self._parts = parts
        """Parts of the difference, or what returns them when somebody asks."""

    @property
    def parts(self) -> Parts:
        """Parts of the difference, by cause."""
        if callable(self._parts):
            self._parts = self._parts()
        return self._parts


class Share(NamedTuple):
    """A share of samples, and the least that it surely is of all possible ones."""

    mean: float
    least: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two actions over the same samples; all differences are `one` less `other`."""

    one: Action
    other: Action
    points: Measured
    groups: tuple[Group, ...]
    wins: tuple[float, float]
    """Share of samples in which each action takes the trick itself, if a card is played."""
    at_once: Mapping[str, tuple[float, float]]
    """By combination, share of samples in which each action's side declares it right after the trick."""

    @property
    def told(self) -> bool:
        """Whether `one` is better by a difference that is large and sure enough to be told."""
        return self.points.sure and self.points.mean > WORTH_TELLING

    @property
    def chance(self) -> Share:
        """Share of samples in which `one` takes the trick; samples of a group count as one, as they share hands.

        Two successes and two failures more than were seen allow for few groups.
        Source: A. Agresti, B. Coull, The American Statistician 52 (1998), 119-126.
        """
        won, count = self.wins[0], len(self.groups)
        middle = (won * count + SURE) / (count + 2 * SURE)
        return Share(won, middle - SURE * math.sqrt(middle * (1 - middle) / (count + 2 * SURE)))

    def part(self, causes: Iterable[Cause]) -> Measured:
        """Return the part of the difference that some causes make together."""
        wanted = tuple(causes)
        return measured([(group.hands, sum(group.parts.get(cause, 0.0) for cause in wanted)) for group in self.groups])

    @property
    def causes(self) -> frozenset[Cause]:
        """All causes that make a difference in some sample."""
        return frozenset(cause for group in self.groups for cause in group.parts)


def measured(values: Sequence[tuple[int, float]]) -> Measured:
    """Return the mean of some groups and its standard error by the jackknife over clusters.

    Groups with the same imagined hands differ only in their stocks and are not independent, so they are left out
    together. If every group has hands of its own, the result is the usual standard error.

    Args:
        values: For each group, the number of its imagined hands, and its value.
    """
    count = len(values)
    mean = sum([value for _, value in values]) / count
    sizes, off = Counter[int](), defaultdict[int, float](float)
    for hands, value in values:
        sizes[hands] += 1
        off[hands] += value - mean
    if len(sizes) < 2:
        return Measured(mean, math.inf)
    moves = [off[hands] / (count - size) for hands, size in sizes.items()]
    return Measured(mean, math.sqrt((1.0 - 1.0 / len(sizes)) * sum([each * each for each in moves])))


class Wanted(NamedTuple):
    """The question that a comparison answers; a third or two thirds of its groups may answer it already."""

    points: float = WORTH_TELLING
    """The difference below which the answer does not matter."""
    clear: float = math.inf
    """The standard errors from which on a larger difference is measured no further. In the mean it is found a little
    too large then, the less so the more errors are asked for."""
    either: bool = False
    """Whether it matters too how much better the other action is."""

    def answered(self, found: Measured, share: float) -> bool:
        """Tell whether a share of the groups is enough.

        It is if the difference is clear, or falls short of being told by more than its error.
        """
        mean = abs(found.mean) if self.either else found.mean
        least = max(self.points, SURE * found.error * math.sqrt(share))
        return mean + found.error < least or mean > max(self.points, self.clear * found.error)


def compare(view: View, one: Action, other: Action, seed: int, groups: int, wanted: Wanted | None = None) -> Comparison:
    """Compare two actions over new samples of a view, as a search does.

    In the last eight tricks of two hands every sample is played by the best play of both, not by the guess of a search.

    Args:
        view: What the seat on turn sees, at an ordinary table.
        wanted: What is asked, if fewer groups may answer it.
    """
    return compare_each(view, one, (other,), seed, groups, wanted)[0]


def compare_each(
    view: View, one: Action, others: Sequence[Action], seed: int, groups: int, wanted: Wanted | None = None
) -> list[Comparison]:
    """Compare an action with each of several others, as `compare` does, all over the same new samples of a view."""
    rng = Random(seed)  # noqa: S311 - play, not secrets
    imagination = Imagination(view)
    effort: Effort = effort_for(view.players)
    reading = Reading(view, imagination, tuned(view.law))
    base, seat, hidden = imagination.deal(rng), imagination.seat, imagination.hidden
    playout = Playout(base, seat, tuned(view.law), effort.horizon, hidden, exact=True, aware=True)
    first, *tallies = (_Tally(view, playout) for _ in (one, *others))
    found: list[list[Group]] = [[] for _ in others]
    totals: list[list[tuple[int, float]]] = [[] for _ in others]
    looks = LOOKS if wanted else 1
    imagined, done, unanswered = None, 0, list(range(len(others)))
    for look in range(1, looks + 1):
        count = groups * look // looks - done
        if not count:
            continue
        imagined = reading.enough(count, rng, imagined, done)
        for drawn in imagined.drawn(count, rng, done):
            samples = imagination.rotated(drawn.deal)  # one for each seat
            mine = [playout.end(advance(sample, one)) for sample in samples]
            worth = first.mean(mine)
            for at in unanswered:
                theirs = [playout.end(advance(sample, others[at])) for sample in samples]
                totals[at].append((drawn.hands, worth - tallies[at].mean(theirs)))
                found[at].append(Group(drawn.hands, partial(_difference, first, mine, theirs)))
        done += count
        if wanted:
            unanswered = [at for at in unanswered if not wanted.answered(measured(totals[at]), done / groups)]
            if not unanswered:
                break
    return [
        Comparison(
            one,
            other,
            measured(totals[at]),
            tuple(found[at]),
            (first.wins, tally.wins),
            {name: (first.at_once(name), tally.at_once(name)) for name in first.soon | tally.soon},
        )
        for at, (other, tally) in enumerate(zip(others, tallies, strict=True))
    ]


def _difference(tally: _Tally, one: Sequence[Deal], other: Sequence[Deal]) -> Parts:
    """Return the parts of the difference between two actions in a group, by the ends of its samples."""
    found: dict[Cause, float] = defaultdict(float)
    for sign, ends in ((1.0, one), (-1.0, other)):
        for end in ends:
            for cause, points in tally.parts(end):
                found[cause] += sign * points / len(ends)
    return {cause: points for cause, points in found.items() if abs(points) > _ROUNDED}


class _Tally:
    """A tally of one action's samples: it splits their worth into parts and counts the results of the first trick."""

    def __init__(self, view: View, playout: Playout) -> None:
        law = self._law = view.law
        self._playout = playout
        self._marks, self._trick = len(view.marks), view.tricks_played
        self._playing = view.phase is Phase.PLAY
        own, self._seat = law.sides[view.turn], view.turn
        self._own = [law.sides[seat] == own for seat in range(law.players)]
        others = self._own.count(False)
        self._share = [1.0 if mine else -self._own.count(True) / others for mine in self._own]
        self._before = tuple(
            sum(view.brisques_in(trick) for trick in view.tricks if trick.winner == seat) for seat in range(law.players)
        )
        self._samples = self._won = 0
        self.soon = Counter[str]()
        """By combination, the number of its declarations by the side right after the trick."""

    @property
    def wins(self) -> float:
        """Share of samples in which the seat takes the trick."""
        return self._won / max(1, self._samples)

    def at_once(self, name: str) -> float:
        """Return how often the side declares a combination right after the trick, per sample."""
        return self.soon[name] / max(1, self._samples)

    def mean(self, ends: Sequence[Deal]) -> float:
        """Count the ends of a group of samples, and return the mean of their worth."""
        worth = 0.0
        for end in ends:
            self._count(end)
            worth += self._playout.ahead(end)
        return worth / len(ends)

    def parts(self, end: Deal) -> list[tuple[Cause, float]]:
        """Return the parts of a sample's worth, which add up to it."""
        law, own, share = self._law, self._own, self._share
        counted = not law.brisques_late
        """Whether brisques are told by their marks, if they are marked."""
        found = [
            (self._of_mark(mark.reason, mark.trick, mark.seat), share[mark.seat] * mark.points)
            for mark in end.score.marks[self._marks :]
            if counted or mark.reason != "brisques"
        ]
        if not counted and (end.phase is not Phase.OVER or len(end.tricks) == law.tricks):
            now = [0] * law.players
            if self._playing and len(end.tricks) > self._trick:
                trick = end.tricks[self._trick]
                now[trick.winner] = sum(law.card_points[card] for card in trick.cards)
            for seat, points in enumerate(end.score.brisques):
                found.append((Cause(Part.BRISQUES_NOW, own[seat]), share[seat] * now[seat]))
                later = points - now[seat] - self._before[seat]
                found.append((Cause(Part.BRISQUES_LATER, own[seat]), share[seat] * later))
        if game := self._playout.game(end):
            found.append((Cause(Part.GAME, own=True), game))
        if end.phase is not Phase.OVER and (end.left or law.players > 2) and not self._settled(end):
            for seat in range(law.players):
                hand = hand_parts(self._playout.judging, end, end.hold[seat])
                found += [(self._cause(part, seat, name), share[seat] * points) for part, name, points in hand]
        rest = self._playout.ahead(end) - sum(points for _, points in found)
        found.append((Cause(Part.REST, own=True), rest))
        return found

    def _settled(self, end: Deal) -> bool:
        """Tell whether the sample was played on to the exact end of a deal of three or four."""
        return not end.left and len(end.tricks) > self._law.first_stage

    def _cause(self, part: Part, seat: int, name: str) -> Cause:
        """Return the cause for a part of a hand, which for a combination also says whether it is a partner's."""
        own = self._own[seat]
        return Cause(part, own, name, partner=own and seat != self._seat and part is Part.COMBINATION)

    def _of_mark(self, reason: str, trick: int, seat: int) -> Cause:
        own = self._own[seat]
        if reason in self._law.rows or reason == "carte-blanche":
            return self._cause(Part.COMBINATION, seat, reason)
        if reason == "last-trick":
            return Cause(Part.LAST_TRICK, own)
        if reason == "brisques":
            return Cause(Part.BRISQUES_NOW if trick == self._trick + 1 else Part.BRISQUES_LATER, own)
        return Cause(Part.SEVENS, own)

    def _count(self, end: Deal) -> None:
        self._samples += 1
        if not self._playing or len(end.tricks) <= self._trick:
            return
        self._won += end.tricks[self._trick].winner == self._seat
        for meld in end.declared.melds:
            if meld.trick == self._trick + 1 and self._own[meld.seat]:
                self.soon[meld.row.name] += 1


def hand_parts(worth: Worth, deal: Deal, hold: Mask) -> list[tuple[Part, str, float]]:
    """Return the parts of a hand's worth by the evaluation; they add up to it."""
    seen, used = deal.exposed, deal.declared.serving
    found: list[tuple[Part, str, float]] = []
    for suit in range(4):
        cards = hold & SUIT_MASKS[suit]
        if not cards:
            continue
        keep, marriage, sequence, _ = worth.suit_value(suit, cards, worth.pool & SUIT_MASKS[suit] & ~cards, seen, used)
        trumps = worth.trump in (suit, NO_SUIT)
        found += [
            (Part.TRUMPS if suit == worth.trump else Part.STRENGTH, "", keep),
            (Part.COMBINATION, "royal-marriage" if trumps else "common-marriage", marriage),
            (Part.COMBINATION, "sequence" if trumps else "plain-sequence", sequence),
        ]
    if worth.turns:
        for at, (_, _, name) in enumerate(FOURS):
            found.append((Part.COMBINATION, name, worth.four(at, hold, seen, used)[0]))
        found.append((Part.COMBINATION, "single-bezique", worth.bezique(hold, seen, used).value))
    return [each for each in found if each[2]]


def same_in_kind(view: View, one: Action, other: Action) -> bool:
    """Tell whether two actions are equivalent: they may differ in copies of a card that lie in the same place."""
    return _as_offered(view, one) == _as_offered(view, other)


def _as_offered(view: View, action: Action) -> tuple[Verb, str, tuple[tuple[int, bool], ...]]:
    table = view.tables[action.seat].mask
    return action.verb, action.name, tuple(sorted((card & 31, bool(table >> card & 1)) for card in action.cards))
