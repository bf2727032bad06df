"""The honour table (``irregularities = forfeits``, rulings 22 to 31): nothing is refused but what hands cannot do.

A deal at such a table carries an :class:`Honour` besides its ordinary fields. ``columns`` says what each book asks,
``refusals`` what hands cannot do, ``acts`` and ``drawing`` what an act does, ``settling`` what follows by itself,
``claims`` and ``revoke`` what is claimed, ``listing`` what a correct player might do,
``seen`` what may be known,
``told`` what happened, and to whom it is told.
"""

from .acts import advance
from .doubts import was_wrong
from .listing import distinct_acts, legal_acts
from .refusals import why_not
from .seen import HonourView, LiftView, acts_in_view, honour_view
from .state import Honour, opened, out_of_turn
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
