"""A cache of the last steps of each deal, from which every panel tells what has just happened.

A deal is a value that does not hold the moments before it. They follow from the cards and the actions, but to replay
a deal from the first card takes long. Nearly always all of it but a step or two has been replayed before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from .actions import Action
from .deal import Base, Deal
from .game import advance, deal_out

Step: TypeAlias = tuple[Deal, Action, Deal]
"""The deal before an action, the action, the deal after it."""

LAST_STEPS: Final = 24
"""Number of steps kept of a deal: enough for two tricks of four players who declare, and more."""
_MOST_DEALS: Final = 256
"""Number of deals of which something is kept, 50 KB at most; to replay one that was dropped takes a millisecond."""

Kept = TypeVar("Kept")
_caches: list[OfDeals[Any]] = []


class OfDeals(Generic[Kept]):
    """A cache by deal, recognized by the identity of its base; the one kept longest ago goes first."""

    def __init__(self) -> None:
        self._kept: OrderedDict[int, tuple[Base, Kept]] = OrderedDict()
        _caches.append(self)

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, base: Base) -> Kept | None:
        """Return what is kept of a deal, or None."""
        known = self._kept.get(id(base))
        return known[1] if known is not None and known[0] is base else None

    def keep(self, base: Base, what: Kept) -> None:
        """Keep something of a deal in place of what was kept."""
        self._kept[id(base)] = base, what
        self._kept.move_to_end(id(base))
        while len(self._kept) > _MOST_DEALS:
            self._kept.popitem(last=False)

    def drop(self, base: Base) -> None:
        """Keep nothing of a deal any more."""
        if self.get(base) is not None:
            del self._kept[id(base)]


def forget(base: Base) -> None:
    """Drop a deal from all caches, as it is in nobody's hands any more."""
    for cache in _caches:
        cache.drop(base)


class _Gone(NamedTuple):
    """A deal as replayed so far: all its actions, and the last of its steps."""

    done: tuple[Action, ...]
    steps: tuple[Step, ...]

    @property
    def first(self) -> int:
        """The number of the first step that is kept."""
        return len(self.done) - len(self.steps)


_known: OfDeals[_Gone] = OfDeals()


def deal_after(base: Base, actions: Sequence[Action]) -> Deal:
    """Return the deal after some actions, none of which was refused."""
    steps = steps_from(base, actions, max(0, len(actions) - 1))
    return steps[-1][2] if steps else _dealt(base)


def last_steps(base: Base, actions: Sequence[Action]) -> tuple[int, tuple[Step, ...]]:
    """Return the number of the first step that is kept of a deal, and the steps from there on."""
    if not actions:
        return 0, ()
    gone = _gone(base, tuple(actions))
    first = gone.first
    return first, gone.steps[: len(actions) - first]


def steps_from(base: Base, actions: Sequence[Action], first: int) -> tuple[Step, ...]:
    """Return all steps of a deal from a given number on."""
    begins, steps = last_steps(base, actions)
    if begins <= first:
        return steps[first - begins :]
    return _walked(_dealt(base), actions)[first:]


def _gone(base: Base, actions: tuple[Action, ...]) -> _Gone:
    """Return a replay whose steps hold the last of some actions; it continues what is kept and may be longer."""
    known = _known.get(base)
    if known is not None:
        both = min(len(known.done), len(actions))
        if known.done[:both] == actions[:both] and known.first < both:
            if both == len(actions):
                return known
            return _kept(base, actions, (*known.steps, *_walked(known.steps[-1][2], actions[both:])))
    return _kept(base, actions, _walked(_dealt(base), actions))


def _kept(base: Base, done: tuple[Action, ...], steps: tuple[Step, ...]) -> _Gone:
    gone = _Gone(done, steps[-LAST_STEPS:])
    _known.keep(base, gone)
    return gone


def _dealt(base: Base) -> Deal:
    """Return a deal as dealt, with this very ``base`` object; the cache finds the later moments by it."""
    return deal_out(base.law, base.number, base.dealer, base.deck, base.carried)._replace(base=base)


def _walked(now: Deal, actions: Sequence[Action]) -> tuple[Step, ...]:
    steps = []
    for action in actions:
        after = advance(now, action)
        steps.append((now, action, after))
        now = after
    return tuple(steps)
