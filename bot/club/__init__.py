"""What a server keeps beside its tables: ratings and standings.

Values and pure decisions by the same rules as those of tables, which know nothing of it. It meets them in the
transaction that ends a game (:func:`conclude`, handed to :class:`bot.tables.Tables`), and asks them as everybody does.
"""

from db import Board, By
from db import StandingRow as Standing

from .concluding import conclude, rebuild, rebuild_if_due
from .service import Club
from .standings import Leaders, RatingChange, Standings
from .values.rating import PROVISIONAL

__all__ = [
    "PROVISIONAL",
    "Board",
    "By",
    "Club",
    "Leaders",
    "RatingChange",
    "Standing",
    "Standings",
    "conclude",
    "rebuild",
    "rebuild_if_due",
]
