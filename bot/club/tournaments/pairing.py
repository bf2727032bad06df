"""The pairings of a tournament's rounds.

A round robin uses the circle method, like the printed tables of clubs. In a Swiss tournament, a round is a matching of
greatest weight: of all ways to pair everybody without repeating a pairing, it is the best by these criteria, in this
order: no second bye; no pairing of entries that are kept apart; the bye for the fewest points; opponents with equal
points; within a group of equal points, the upper half against the lower half. The library networkx finds it by
Edmonds's blossom algorithm (Z. Galil, *Efficient algorithms for finding maximum matching in graphs*, 1986).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from math import ceil, log2
from typing import Final

from bot.club.tournaments.values import Form, Pairing

BYE: Final = 0
"""Stands for the missing opponent if an odd number of entries play; entries are numbered from 1."""
_FAR: Final = 10**6
"""Cost of half a point of difference between opponents; more than all differences of places among equals together."""
_LOW_BYE: Final = 10**12
"""Cost of each half point of the entry that gets the bye; more than all differences between opponents together."""
_APART: Final = 10**15
"""Cost of pairing two entries that are kept apart; more than any points of the entry that gets the bye."""
_SECOND_BYE: Final = 10**18
"""Cost of a second bye; more than pairing everybody who is kept apart."""


def most_rounds(form: Form, entries: int) -> int:
    """Return the largest number of rounds for a number of entries.

    In a Swiss tournament it is half that number: as long as every entry has met fewer than half of the others, a round
    without repeated pairings exists (Dirac's theorem on the graph of entries that have not met).
    """
    even = entries + entries % 2
    return even - 1 if form is Form.ROUND_ROBIN else max(1, even // 2)


def usual_rounds(form: Form, entries: int) -> int:
    """Return the usual number of rounds for a number of entries: enough for a single leader."""
    most = most_rounds(form, entries)
    return most if form is Form.ROUND_ROBIN else min(most, max(1, ceil(log2(max(2, entries)))))


def circle(numbers: Sequence[int], round_number: int) -> list[tuple[int, int | None]]:
    """Return the pairings of a round (from 1) of a round robin, with None for the opponent of the bye."""
    seats: list[int | None] = list(numbers)
    if len(seats) % 2:
        seats.append(None)
    first, rest = seats[0], seats[1:]
    turned = (round_number - 1) % len(rest) if rest else 0
    row = [first, *rest[turned:], *rest[:turned]]
    pairs = []
    for at in range(len(row) // 2):
        one, other = row[at], row[len(row) - 1 - at]
        if one is None:
            one, other = other, one
        assert one is not None  # only one of them may be missing
        pairs.append((one, other))
    return sorted(pairs, key=lambda pair: pair[1] is None)  # the bye comes last


def swiss(
    order: Sequence[int],
    halves: Mapping[int, int],
    before: Collection[Pairing],
    apart: Collection[frozenset[int]] = (),
) -> list[tuple[int, int | None]] | None:
    """Return the pairings of the next round of a Swiss tournament, the best boards first.

    None where no round is possible in which everybody plays or has the bye and no pairing is repeated.

    Args:
        apart: Pairs of entries that meet only if no other round is possible.
    """
    # Imported here, as it takes half a second and about 20 MB, and only Swiss rounds need it.
    from networkx import Graph, max_weight_matching  # noqa: PLC0415

    place = {number: at for at, number in enumerate(order)}
    met = {frozenset((each.home, each.away)) for each in before if each.away is not None}
    had_bye = {each.home for each in before if each.away is None}
    everybody = [*order, BYE] if len(order) % 2 else list(order)
    sizes = Counter(halves[number] for number in order)
    graph = Graph()
    graph.add_nodes_from(everybody)
    costs = {
        (one, other): _bye_cost(one, order, halves) + _SECOND_BYE * (one in had_bye)
        if other == BYE
        else _cost(one, other, place, halves, sizes)
        for at, one in enumerate(everybody)
        for other in everybody[at + 1 :]
        if frozenset((one, other)) not in met
    }
    costs = {pair: cost + _APART * (frozenset(pair) in apart) for pair, cost in costs.items()}
    dearest = 1 + max(costs.values(), default=0)
    for (one, other), cost in costs.items():
        graph.add_edge(one, other, weight=dearest - cost)
    matching = max_weight_matching(graph, maxcardinality=True)
    if 2 * len(matching) < len(everybody):
        return None
    return _by_boards(list(matching), place, halves, before)


def _cost(one: int, other: int, place: Mapping[int, int], halves: Mapping[int, int], sizes: Mapping[int, int]) -> int:
    """Return the cost of a pairing: the difference in points, and being too near or too far among equals."""
    apart = abs(halves[one] - halves[other])
    distance = abs(place[one] - place[other])
    if not apart:
        distance = abs(distance - sizes[halves[one]] // 2)
    return _FAR * apart * apart + distance * distance


def _bye_cost(number: int, order: Sequence[int], halves: Mapping[int, int]) -> int:
    """Return the cost of a bye for an entry: it grows with points and, among equals, with a better place."""
    more = halves[number] - min(halves[each] for each in order)
    above = len(order) - 1 - order.index(number)
    return _LOW_BYE * more + above * above


def _by_boards(
    pairs: Sequence[tuple[int, int]], place: Mapping[int, int], halves: Mapping[int, int], before: Collection[Pairing]
) -> list[tuple[int, int | None]]:
    """Order pairs by boards, the best first and the bye last; home is the entry that has been home less often."""
    at_home = Counter(each.home for each in before if each.away is not None)
    laid: list[tuple[tuple[int, int, int], tuple[int, int | None]]] = []
    for one, other in pairs:
        if BYE in (one, other):
            laid.append(((1, 0, 0), (one or other, None)))
            continue
        home, away = sorted((one, other), key=lambda each: (at_home[each], place[each]))
        best = (0, -max(halves[one], halves[other]), min(place[one], place[other]))
        laid.append((best, (home, away)))
    return [pair for _, pair in sorted(laid, key=lambda each: each[0])]
