"""Comparisons of two actions over the same samples: the difference, its error, and its causes.

A sample's worth is a sum of points marked on the way, brisques, and what the hands may still bring. Each part of it
belongs to a :class:`Cause`, so the parts of a difference add up exactly to the number that says which action is better.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, Verb, View
from bot.engine.cards import SUIT_MASKS, Mask
from bot.engine.moves import advance
from bot.house.imagine import Imagination
from bot.house.reading import Reading
from bot.house.search import Effort, Playout, effort_for
from bot.house.settle import WIN
from bot.house.values import FOURS
from bot.house.weights import TUNED
from bot.house.worth import Worth

SURE: Final = 2.0
"""Standard errors above zero from which on a difference counts."""
WORTH_TELLING: Final = 1.5
"""Least difference in points that people should rely on."""


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


class Group(NamedTuple):
    """The difference in a group of samples, which differ only in who draws which card."""

    hands: int
    """Number of the imagined hands; if few hands explain what was played, several groups share one."""
    parts: Mapping[Cause, float]
    """Parts of the difference, by cause."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of two actions over the same samples; all differences are `one` less `other`."""

    one: Action
    other: Action
    points: Measured
    groups: tuple[Group, ...]
    wins: tuple[float, float]
    """Share of samples in which each action takes the trick for its side, if a card is played."""
    at_once: Mapping[str, tuple[float, float]]
    """By combination, share of samples in which each action's side declares it right after the trick."""

    @property
    def told(self) -> bool:
        """Whether `one` is better by a difference that is large and sure enough to be told."""
        return self.points.sure and self.points.mean > WORTH_TELLING

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


def compare(view: View, one: Action, other: Action, seed: int, groups: int) -> Comparison:
    """Compare two actions over new samples of a view, as a search does.

    Args:
        view: What the seat on turn sees, at an ordinary table.
        one: An action that the seat may do.
        other: Another one.
        seed: The source of chance.
        groups: How many groups of samples.
    """
    return compare_each(view, one, (other,), seed, groups)[0]


def compare_each(view: View, one: Action, others: Sequence[Action], seed: int, groups: int) -> list[Comparison]:
    """Compare an action with each of several others, all over the same new samples of a view.

    Args:
        view: What the seat on turn sees, at an ordinary table.
        one: An action that the seat may do.
        others: Other ones.
        seed: The source of chance.
        groups: How many groups of samples.
    """
    rng = Random(seed)  # noqa: S311 - play, not secrets
    imagination = Imagination(view)
    effort: Effort = effort_for(view.players)
    reading = Reading(view, imagination, TUNED)
    playout = Playout(imagination.deal(rng), imagination.seat, TUNED, effort.horizon, imagination.hidden)
    tallies = [_Tally(view, playout) for _ in range(len(others) + 1)]
    found: list[list[Group]] = [[] for _ in others]
    totals: list[list[tuple[int, float]]] = [[] for _ in others]
    for drawn in reading.samples(groups, rng):
        samples = imagination.rotated(drawn.deal)  # one for each seat
        mine, *theirs = (
            _parts(tally, playout, samples, action) for tally, action in zip(tallies, (one, *others), strict=True)
        )
        for at, parts in enumerate(theirs):
            group = {cause: mine.get(cause, 0.0) - parts.get(cause, 0.0) for cause in mine | parts}
            totals[at].append((drawn.hands, sum(group.values())))
            counting = {cause: points for cause, points in group.items() if abs(points) > _ROUNDED}
            found[at].append(Group(drawn.hands, counting))
    first = tallies[0]
    return [
        Comparison(
            one,
            other,
            measured(totals[at]),
            tuple(found[at]),
            (first.wins, tally.wins),
            {name: (first.at_once(name), tally.at_once(name)) for name in first.soon | tally.soon},
        )
        for at, (other, tally) in enumerate(zip(others, tallies[1:], strict=True))
    ]


def _parts(tally: _Tally, playout: Playout, samples: Sequence[Deal], action: Action) -> dict[Cause, float]:
    """Return the parts of an action's worth, averaged over a group of samples."""
    found: dict[Cause, float] = defaultdict(float)
    for sample in samples:
        for cause, points in tally.parts(playout.end(advance(sample, action))):
            found[cause] += points / len(samples)
    return found


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
        """Share of samples in which the side takes the trick."""
        return self._won / max(1, self._samples)

    def at_once(self, name: str) -> float:
        """Return how often the side declares a combination right after the trick, per sample."""
        return self.soon[name] / max(1, self._samples)

    def parts(self, end: Deal) -> list[tuple[Cause, float]]:
        """Return the parts of a sample's worth, which add up to it."""
        law, own, share = self._law, self._own, self._share
        found = [
            (self._of_mark(mark.reason, mark.trick, mark.seat), share[mark.seat] * mark.points)
            for mark in end.score.marks[self._marks :]
        ]
        if end.phase is not Phase.OVER and not law.brisques_as_taken:
            now = [0] * law.players
            if self._playing and len(end.tricks) > self._trick:
                trick = end.tricks[self._trick]
                now[trick.winner] = sum(law.card_points[card] for card in trick.cards)
            for seat, points in enumerate(end.score.brisques):
                found.append((Cause(Part.BRISQUES_NOW, own[seat]), share[seat] * now[seat]))
                later = points - now[seat] - self._before[seat]
                found.append((Cause(Part.BRISQUES_LATER, own[seat]), share[seat] * later))
        if end.result is not None:
            won = any(own[seat] for seat in end.result.winner)
            found.append((Cause(Part.GAME, own=True), WIN if won else -WIN))
        elif end.phase is not Phase.OVER and (end.left or law.players > 2) and not self._settled(end):
            for seat in range(law.players):
                hand = hand_parts(self._playout.judging, end, end.hold[seat])
                found += [(self._cause(part, seat, name), share[seat] * points) for part, name, points in hand]
        rest = self._playout.ahead(end) - sum(points for _, points in found)
        found.append((Cause(Part.REST, own=True), rest))
        self._count(end)
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
        if reason in self._law.rows:
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
        self._won += self._own[end.tricks[self._trick].winner]
        for meld in end.declared.melds:
            if meld.trick == self._trick + 1 and self._own[meld.seat]:
                self.soon[meld.row.name] += 1


def hand_parts(worth: Worth, deal: Deal, hold: Mask) -> list[tuple[Part, str, float]]:
    """Return the parts of a hand's worth by the evaluation; they add up to it."""
    seen, used = deal.exposed, deal.declared.used
    found: list[tuple[Part, str, float]] = []
    for suit in range(4):
        cards = hold & SUIT_MASKS[suit]
        if not cards:
            continue
        keep, marriage, sequence, _ = worth.suit_value(suit, cards, worth.pool & SUIT_MASKS[suit] & ~cards, seen, used)
        royal = "royal-marriage" if suit == worth.trump else "common-marriage"
        found += [
            (Part.TRUMPS if suit == worth.trump else Part.STRENGTH, "", keep),
            (Part.COMBINATION, royal, marriage),
            (Part.COMBINATION, "sequence", sequence),
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
