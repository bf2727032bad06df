"""The topics that the lesson explains, and the moment at which each is first needed."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final

from bot.engine import Phase, Verb, View
from bot.engine.cards import SUIT_MASKS
from cogs.learn.tutorial.script import MADAME, PUPIL


def _leading(view: View) -> bool:
    return view.phase is Phase.PLAY and not view.trick


def _offered(view: View, *names: str) -> bool:
    """Tell whether one of these combinations may be declared now."""
    return any(action.verb is Verb.DECLARE and action.name in names for action in view.offered)


def _builds_on_table(view: View) -> bool:
    """Tell whether something may be declared that uses an exposed card."""
    return any(action.verb is Verb.DECLARE and action.mask & view.tables[PUPIL].mask for action in view.offered)


def _following_late(view: View) -> bool:
    return view.last_eight and bool(view.trick)


def _held(view: View) -> int:
    return view.hand.mask | view.tables[PUPIL].mask


def _must_trump(view: View) -> bool:
    if not _following_late(view) or _held(view) & SUIT_MASKS[view.trick[0] >> 3 & 3]:
        return False
    return bool(_held(view) & SUIT_MASKS[view.trump])


class Topic(Enum):
    """One thing to explain; the name of its text in ``telling``."""

    # The end of the deal
    LAST_TRICK = "last-trick"
    MUST_TRUMP = "must-trump"
    LAST_EIGHT = "last-eight"
    LAST_DECLARING = "last-declaring"
    ORDER = "order"
    SEQUENCE = "sequence"
    NEAR_END = "near-end"
    # The first tricks
    LEAD = "lead"
    CARDS = "cards"
    ANNOUNCE = "announce"
    SEVEN = "seven"
    FOUR = "four"
    BEZIQUE = "bezique"
    NEW_CARD = "new-card"
    MARRIAGE = "marriage"
    DRAW = "draw"
    HERS = "hers"
    EXPOSED = "exposed"
    PURPOSE = "purpose"

    def arises(self, view: View) -> bool:
        """Tell whether the pupil needs it now."""
        return _WHEN[self](view)

    @property
    def early(self) -> bool:
        """Whether the pupil has to know it before the end of the deal is reached."""
        return self in _EARLY


_WHEN: Final[dict[Topic, Callable[[View], bool]]] = {
    Topic.LAST_TRICK: lambda view: view.last_eight and _held(view).bit_count() == 2,
    Topic.MUST_TRUMP: _must_trump,
    Topic.LAST_EIGHT: lambda view: view.last_eight,
    Topic.LAST_DECLARING: lambda view: view.stock == 2 and view.phase is Phase.PLAY,
    Topic.ORDER: lambda view: _offered(view, "sequence") and _offered(view, "royal-marriage"),
    Topic.SEQUENCE: lambda view: _offered(view, "sequence"),
    Topic.NEAR_END: lambda view: view.stock == 6 and view.phase is Phase.PLAY,
    Topic.LEAD: lambda view: view.tricks_played == 0 and _leading(view),
    Topic.CARDS: lambda view: view.tricks_played > 0 and view.phase is Phase.PLAY,
    Topic.ANNOUNCE: lambda view: any(action.verb is Verb.ANNOUNCE for action in view.offered),
    Topic.SEVEN: lambda view: any(action.verb is Verb.EXCHANGE for action in view.offered),
    Topic.FOUR: lambda view: _offered(view, "four-knaves", "four-queens", "four-kings", "four-aces"),
    Topic.BEZIQUE: lambda view: _offered(view, "single-bezique", "double-bezique"),
    Topic.NEW_CARD: _builds_on_table,
    Topic.MARRIAGE: lambda view: _offered(view, "common-marriage", "royal-marriage"),
    Topic.DRAW: lambda view: view.phase is Phase.DECLARE and len(view.offered) == 1,
    Topic.HERS: lambda view: view.phase is Phase.PLAY and bool(view.tables[MADAME]),
    Topic.EXPOSED: lambda view: _leading(view) and bool(view.tables[PUPIL]),
    Topic.PURPOSE: lambda view: _leading(view) and view.tricks_played > 2,
}
_EARLY: Final = frozenset({Topic.SEVEN, Topic.FOUR, Topic.BEZIQUE, Topic.NEW_CARD, Topic.MARRIAGE, Topic.ANNOUNCE})
TOPICS: Final = tuple(Topic)
"""Every topic; if several come up at once, the first one is explained."""
