"""The last steps of a deal, kept from one question to the next: every panel tells what has just happened.

A deal is a value that does not hold the moments before it. They follow from the cards and the actions, but the way
from the first card to the present one is long; nearly always all of it but a step or two has been gone before.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

from .acting import advance, deal_out
from .actions import Action
from .deal import Base, Deal

Step: TypeAlias = tuple[Deal, Action, Deal]
"""The deal before an action, the action, the deal after it."""

LAST_STEPS: Final = 24
"""So many steps of a deal are kept: two tricks of four players who declare, and more."""
_MOST_DEALS: Final = 256
"""So many deals are remembered, of some 12 KB each; the one not asked for the longest is forgotten.

Whoever asks for one that is not waits a millisecond longer, the time that it takes to play it again.
"""


class _Gone(NamedTuple):
    """A way that was gone: all actions, and the last steps of them."""

    base: Base
    done: tuple[Action, ...]
    steps: tuple[Step, ...]

    @property
    def first(self) -> int:
        """The number of the first step that is kept."""
        return len(self.done) - len(self.steps)


_known: OrderedDict[int, _Gone] = OrderedDict()
"""By the identity of what stays the same throughout a deal: a value is put in another's place, never changed."""


def deal_after(base: Base, actions: Sequence[Action]) -> Deal:
    """Return the deal as it stood after some actions, which were not refused."""
    steps = steps_from(base, actions, max(0, len(actions) - 1))
    return steps[-1][2] if steps else _dealt(base)


def last_steps(base: Base, actions: Sequence[Action]) -> tuple[int, tuple[Step, ...]]:
    """Return some of the last steps of a deal, with the number of the first of them."""
    if not actions:
        return 0, ()
    gone = _gone(base, tuple(actions))
    return gone.first, gone.steps[: len(actions) - gone.first]


def steps_from(base: Base, actions: Sequence[Action], first: int) -> tuple[Step, ...]:
    """Return all steps of a deal from a number on."""
    begins, steps = last_steps(base, actions)
    if begins <= first:
        return steps[first - begins :]
    return _walked(_dealt(base), actions)[first:]


def _gone(base: Base, actions: tuple[Action, ...]) -> _Gone:
    """Return a way that holds the last of some actions, and may be longer; go on from what is known of it."""
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
    """Return a deal as it was dealt, over that very base: else whoever goes on from there is not known here."""
    return deal_out(base.law, base.number, base.dealer, base.deck, base.carried)._replace(base=base)


def _walked(now: Deal, actions: Sequence[Action]) -> tuple[Step, ...]:
    steps = []
    for action in actions:
        after = advance(now, action)
        steps.append((now, action, after))
        now = after
    return tuple(steps)
