"""The tables in play: seats, game progress and deadlines; every change is stored before anybody sees it.

This package depends on the engine and the database, not on Discord. Every change goes through :class:`Tables`: check,
apply, commit, and only then return the new :class:`Table` to be shown.
"""

from bot.tables.values.clocks import Due, Limits
from db import AnsweredElsewhere, DatabaseError, Visible, answering
from db import DealRow as Seal
from db import MessageRow as Message
from db.keys import number_of
from db.settings import OUTSIDE

from .archive import Finished
from .service import Happening, Tables
from .values.clocks import CLOCKS, DEFAULT_CLOCK, NO_CLOCK, Clock
from .values.parts import Kind, Player, Status
from .values.refused import Refused, Why
from .values.table import Table

__all__ = [
    "CLOCKS",
    "DEFAULT_CLOCK",
    "NO_CLOCK",
    "OUTSIDE",
    "AnsweredElsewhere",
    "Clock",
    "DatabaseError",
    "Due",
    "Finished",
    "Happening",
    "Kind",
    "Limits",
    "Message",
    "Player",
    "Refused",
    "Seal",
    "Status",
    "Table",
    "Tables",
    "Visible",
    "Why",
    "answering",
    "number_of",
]
