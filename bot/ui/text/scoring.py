"""Names of combinations, and points as people see them: by tens, or by units.

A marriage is two units, and a game of a thousand is 100 up. Marks, totals and records always hold tens. The module
knows no tables, as the command line reads records without them.
"""

from __future__ import annotations

from typing import Final

from bot.engine import Rules
from bot.engine.combinations import BY_NAME
from bot.ui.text.i18n import mark, tr

_SAID: Final = mark(
    {
        "common-marriage": "a common marriage",
        "royal-marriage": "the royal marriage",
        "single-bezique": "bézique",
        "double-bezique": "double bézique",
        "treble-bezique": "treble bézique",
        "four-knaves": "four knaves",
        "four-queens": "four queens",
        "four-kings": "four kings",
        "four-aces": "four aces",
        "sequence": "the sequence",
    }
)
"""Names as an object or after a preposition; some are singular and some plural, so no verb may agree with them."""


def combination_title(name: str) -> str:
    """Return a combination's name for people, as it stands alone."""
    return tr(BY_NAME[name].title)


def combination_said(name: str) -> str:
    """Return a combination's name as it stands in a sentence, with its article; return any other name unchanged."""
    return tr(_SAID[name]) if name in _SAID else name


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
