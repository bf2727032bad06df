"""A cache of the last steps of each deal, from which every panel tells what has just happened.

A deal is a value that does not hold the moments before it. They follow from the cards and the actions, but to replay
a deal from the first card takes long. Nearly always all of it but a step or two has been replayed before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from .actions import Action
from .deal import Base, Deal
from .game import advance, deal_out

Step: TypeAlias = tuple[Deal, Action, Deal]
"""The deal before an action, the action, the deal after it."""

LAST_STEPS: Final = 24
"""Number of steps kept of a deal: enough for two tricks of four players who declare, and more."""
_MOST_DEALS: Final = 256
"""Number of deals kept, of some 12 KB each; the least recently used deal is dropped.

A question about a dropped deal takes a millisecond longer, the time to replay it.
"""


class _Gone(NamedTuple):
    """A deal as replayed so far: all its actions, and the last of its steps."""

    base: Base
    done: tuple[Action, ...]
    steps: tuple[Step, ...]

    @property
    def first(self) -> int:
        """The number of the first step that is kept."""
        return len(self.done) - len(self.steps)


_known: OrderedDict[int, _Gone] = OrderedDict()
"""The replayed deals by the ``id`` of their base, the object that a deal keeps; an entry is replaced, never changed."""


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
    known = _known.get(id(base))
    if known is not None and known.base is base:
        both = min(len(known.done), len(actions))
        if known.done[:both] == actions[:both] and known.first < both:
            if both == len(actions):
                return known
            return _kept(base, actions, (*known.steps, *_walked(known.steps[-1][2], actions[both:])))
    return _kept(base, actions, _walked(_dealt(base), actions))


def _kept(base: Base, done: tuple[Action, ...], steps: tuple[Step, ...]) -> _Gone:
    gone = _known[id(base)] = _Gone(base, done, steps[-LAST_STEPS:])
    _known.move_to_end(id(base))
    while len(_known) > _MOST_DEALS:
        _known.popitem(last=False)
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
