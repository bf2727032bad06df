"""Looking back at a game: what its decisions cost, measured afresh before anything is said.

A decision goes through three measurements, each with chance of its own. A small search over all that could have been
done finds what might have been better. Whatever looks so is compared with what was done in new samples of those two
alone, and once more if it passes: only what stands out both times is a *charge*, told with what the last one found, as
that one was not chosen for being large. An evaluation is never reported as a cost.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, View
from bot.house.levels import Level
from bot.house.players import Decision, Method, Option, choose
from bot.house.search import effort_for

from .reasons import reason
from .samples import WORTH_TELLING, compare, same_in_kind
from .themes import Reason, Theme


class Pains(NamedTuple):
    """How many groups of samples each measurement takes."""

    glance: int = 12
    """With which all that could have been done is looked at."""
    tested: int = 60
    """New ones, in which what looks better is compared with what was done."""
    confirmed: int = 120
    """New ones again, in which that is confirmed."""


USUAL: Final = Pains()


class Done(NamedTuple):
    """A decision that somebody took: what they saw and did, and chance for each of the measurements."""

    view: View
    action: Action
    seeds: tuple[int, int, int]


class Glance(NamedTuple):
    """What might have been better than what was done, and by how many points it looks so."""

    better: Action
    points: float
    exact: bool
    """Whether that is no estimate: the ending was played out."""


class Charge(NamedTuple):
    """What a decision cost, and why."""

    better: Action
    points: float
    error: float
    """The standard error; 0 where the ending was played out."""
    reason: Reason


def glance(view: View, done: Action, seed: int, groups: int) -> Glance | None:
    """Return what might have been better than what was done, or None where nothing looks so.

    Args:
        view: What the seat saw then, and nothing that came to light later.
        done: What it did.
        seed: The source of chance.
        groups: The effort.
    """
    rng = Random(seed)  # noqa: S311 - play, not secrets
    decision = choose(Level.STRONG, view, rng, effort=effort_for(view.players).exactly(groups))
    return better_than(view, done, decision)


def better_than(view: View, done: Action, decision: Decision) -> Glance | None:
    """Return what a decision says might be better than something that can be done, or None where nothing looks so."""
    if decision.method is Method.ONLY or same_in_kind(view, decision.action, done):
        return None
    mine = next((option for option in decision.options if same_in_kind(view, option.action, done)), None)
    if mine is None:
        if decision.method is not Method.EXACT:
            return None  # never weighed
        mine = _alike(decision.options, done)
    gain = decision.options[0].points - mine.points if mine is not None else 0.0
    if gain < WORTH_TELLING:
        return None
    return Glance(decision.action, gain, decision.method is Method.EXACT)


def _alike(options: tuple[Option, ...], done: Action) -> Option | None:
    """Return what an ending counts for a card that it did not try, as it amounts to the same as a higher one it tried.

    That is the nearest of its suit: no card of the other hand stands between the two.
    """
    card = done.cards[0]
    higher = [
        option
        for option in options
        if option.action.cards[0] >> 3 & 3 == card >> 3 & 3 and option.action.cards[0] & 7 >= card & 7
    ]
    return min(higher, key=lambda option: option.action.cards[0] & 7, default=None)


def looked_back(done: Done, pains: Pains = USUAL) -> Charge | None:
    """Return what a decision cost, or None where that does not stand out from chance.

    Args:
        done: The decision, at an ordinary table.
        pains: The effort.
    """
    view, action, seeds = done
    found = glance(view, action, seeds[0], pains.glance)
    if found is None:
        return None
    if found.exact:
        return Charge(found.better, found.points, 0.0, Reason(Theme.COUNTED))
    if not compare(view, found.better, action, seeds[1], pains.tested).told:
        return None
    afresh = compare(view, found.better, action, seeds[2], pains.confirmed)
    if not afresh.told:
        return None
    return Charge(found.better, afresh.points.mean, afresh.points.error, reason(view, afresh))
