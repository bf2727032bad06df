"""A sentence for each level of the house, shown where a level is chosen and at tables where house players sit."""

from __future__ import annotations

from typing import Final

from bot.house.levels import Level
from bot.house.roster import HOUSE
from bot.tables import Table

from .deals import named
from .i18n import in_words, mark, tr

LEVELS: Final = mark(
    {
        Level.BEGINNER: "Beginner: in the first week; likes what shines, and forgets to declare",
        Level.NOVICE: "Novice: knows what cards are worth, but misjudges one now and then",
        Level.REGULAR: "Regular: weighs every card; in a game of two, plays the last eight tricks without a slip",
        Level.SKILLED: "Skilled: a regular who looks ahead as the stock runs low",
        Level.STRONG: "Strong: counts every card, and looks ahead from the first trick",
    }
)
"""What each level means, at most 100 characters in every language, as these are choices of a command."""


def house_lines(table: Table) -> list[str]:
    """Say how well the house players of a table play: a line for each level, the weakest first."""
    between = ", " if in_words() else " · "
    names = list(zip(table.users, named(table.names), strict=True))
    lines = []
    for level, words in LEVELS.items():
        theirs = [name for user, name in names if user in HOUSE and HOUSE[user].level is level]
        if theirs:
            lines.append(f"{', '.join(theirs)}{between}{tr(words)}")
    return lines
