"""Tables in play: who sits where, what happens next, and that it is stored before anybody sees it.

Knows the engine and the database, not Discord. Every change goes through :class:`Tables`: check, apply, commit, and
only then hand the new :class:`Table` back to be shown.
"""

from db import DatabaseError

from .clocks import CLOCKS, DEFAULT_CLOCK, NO_CLOCK, Clock
from .refused import Refused, Why
from .service import Limits, Tables
from .table import Kind, Player, Status, Table
from .timers import Due, Happening

__all__ = [
    "CLOCKS",
    "DEFAULT_CLOCK",
    "NO_CLOCK",
    "Clock",
    "DatabaseError",
    "Due",
    "Happening",
    "Kind",
    "Limits",
    "Player",
    "Refused",
    "Status",
    "Table",
    "Tables",
    "Why",
]
