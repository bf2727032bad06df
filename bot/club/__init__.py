"""Everything a server keeps besides its tables: ratings, standings, records, daily deals and tournaments.

It has values and pure decisions by the same rules as `bot.tables`, which does not depend on this package. The two meet
in the transaction that ends a game (:func:`conclude`, passed to :class:`bot.tables.Tables`); otherwise this package
uses the public operations of `Tables`.
"""

from bot.club.luck import Fortune
from bot.club.standings.concluding import conclude
from bot.club.standings.leaderboards import Leaders, RatingChange, Standings
from bot.club.standings.rating import PROVISIONAL, Strength, strength_on
from bot.club.standings.recounting import rebuild
from bot.club.standings.results import PlayedWith
from bot.club.statistics import Alone, Course, Favourite, Opponent, Rating, Records, Stats, Versus
from bot.club.tournaments.ranking import score
from bot.club.tournaments.service import Advanced, Tournaments
from db import Board, By, MeetingRow, RecordRow, SourceRow
from db import StandingRow as Standing
from db.formers import is_former

from .service import Club

__all__ = [
    "PROVISIONAL",
    "Advanced",
    "Alone",
    "Board",
    "By",
    "Club",
    "Course",
    "Favourite",
    "Fortune",
    "Leaders",
    "MeetingRow",
    "Opponent",
    "PlayedWith",
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
    "is_former",
    "rebuild",
    "score",
    "strength_on",
]
