"""Points for people: by tens, or by units, in which a marriage is two and a game of a thousand is 100 up.

Marks, totals and records always hold tens; only what people see goes through here.
"""

from __future__ import annotations

from typing import Final

from bot.engine import Rules

from .i18n import tr

_UNIT: Final = {"tens": 1, "units": 10}


def said(points: float, reckoning: str) -> int:
    """Return points as a reckoning speaks of them; expected points are rounded."""
    return round(points / _UNIT[reckoning])


def unit_of(rules: Rules) -> int:
    """Return how many points are spoken of as one."""
    return _UNIT[rules.reckoning]


def spoken(points: float, rules: Rules) -> int:
    """Return points as they are spoken of; expected points are rounded."""
    return said(points, rules.reckoning)


def signed(points: float, rules: Rules) -> str:
    """Write points as they are spoken of, with their sign."""
    said = spoken(points, rules)
    return f"+{said}" if said >= 0 else f"\u2212{-said}"


def goal(rules: Rules) -> str:
    """Say how long a game goes: to its target, or one deal."""
    if rules.length == "one_deal":
        return tr("one deal")
    if rules.reckoning == "units":
        return tr("{points} up", points=spoken(rules.target, rules))
    return tr("to {target}", target=rules.target)
