"""The honour table (``irregularities = forfeits``, rulings 22 to 31): only what hands cannot do is refused.

A deal at such a table carries an :class:`Honour` besides its ordinary fields. The forfeits of each book are in
``bot.engine.forfeits``. ``legality`` says what hands cannot do and what a correct player might do, ``acts`` applies an
act, ``settling`` what follows by itself, ``claims`` handles claims, ``seen`` says what may be known, and ``told`` says
what happened and who is told.
"""

from bot.engine.deal import Honour
from bot.engine.honour.claims import was_wrong

from .acts import advance
from .legality import distinct_acts, legal_acts, why_not
from .seen import HonourView, LiftView, acts_in_view, honour_view
from .state import opened, out_of_turn
from .told import honour_events

__all__ = [
    "Honour",
    "HonourView",
    "LiftView",
    "acts_in_view",
    "advance",
    "distinct_acts",
    "honour_events",
    "honour_view",
    "legal_acts",
    "opened",
    "out_of_turn",
    "was_wrong",
    "why_not",
]
