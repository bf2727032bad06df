"""Everything a server keeps besides its tables: ratings, standings, records, daily deals and tournaments.

It has values and pure decisions by the same rules as `bot.tables`, which does not depend on this package. The two meet
in the transaction that ends a game (:func:`conclude`, passed to :class:`bot.tables.Tables`); otherwise this package
uses the public operations of `Tables`.
"""

from db import Board, By, MeetingRow, RecordRow, SourceRow
from db import StandingRow as Standing

from .concluding import conclude
from .decisions.luck import Fortune
from .decisions.records import Company
from .records import Course, Favourite, Opponent, Rating, Records, Stats, Versus
from .recounting import rebuild, rebuild_if_due
from .scoring import score
from .service import Club
from .standings import Leaders, RatingChange, Standings
from .tournaments import Advanced, Tournaments
from .values.rating import PROVISIONAL, Strength, strength_on

__all__ = [
    "PROVISIONAL",
    "Advanced",
    "Board",
    "By",
    "Club",
    "Company",
    "Course",
    "Favourite",
    "Fortune",
    "Leaders",
    "MeetingRow",
    "Opponent",
    "Rating",
    "RatingChange",
    "RecordRow",
    "Records",
    "SourceRow",
    "Standing",
    "Standings",
    "Stats",
    "Strength",
    "Tournaments",
    "Versus",
    "conclude",
    "rebuild",
    "rebuild_if_due",
    "score",
    "strength_on",
]
