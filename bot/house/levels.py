"""How well house players play, and what a decision of theirs can be about: words that need no player to be thought."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Level(StrEnum):
    """How well a house player plays, the weakest first; stored tables name a level by its value."""

    BEGINNER = "beginner"
    NOVICE = "novice"
    REGULAR = "regular"
    SKILLED = "skilled"
    STRONG = "strong"


SEARCHING: Final = frozenset({Level.SKILLED, Level.STRONG})
"""The levels that look ahead, which takes time: they think in a process of their own."""


class Theme(StrEnum):
    """What a decision was about."""

    ONLY = "only"
    """There was nothing else to do."""
    COUNTED = "counted"
    """All cards are known and the ending was played out."""
    TAKES_BRISQUES = "takes-brisques"
    """Keep tens till they can be made to count."""
    TAKES_TO_DECLARE = "takes-to-declare"
    """Be sure of the last trick but one of the first stage; declare as soon as there is an opportunity."""
    TAKES_TRICK = "takes-trick"
    """The lead, and that the opponent cannot declare."""
    GIVES_TRICK = "gives-trick"
    """The trick is not worth a good card."""
    KEEPS_SEQUENCE = "keeps-sequence"
    """Keep sequence cards as long as possible."""
    KEEPS_BEZIQUE = "keeps-bezique"
    """Hold back the bézique cards for further uses."""
    KEEPS_MARRIAGE = "keeps-marriage"
    """Kings can be married."""
    KEEPS_FOUR = "keeps-four"
    """Four of a rank may still come together."""
    KEEPS_TRUMPS = "keeps-trumps"
    """Keep aces and tens of trumps for the last eight tricks."""
    KEEPS_BRISQUE = "keeps-brisque"
    """Keep tens till they can be made to count."""
    KEEPS_STRENGTH = "keeps-strength"
    """A card that takes tricks later."""
    SCORES_SEVEN = "scores-seven"
    """A seven of trumps counts ten."""
    EXCHANGES = "exchanges"
    SHOWS = "shows"
    DECLARES = "declares"
    """Declare as soon as there is an opportunity."""
    MARRIES_FIRST = "marries-first"
    """Declare the royal marriage before the sequence."""
    ANNOUNCES = "announces"
    HOLDS_BACK = "holds-back"
    """Hold back the bézique cards for further uses; what is shown cannot be hidden again."""
    NOTHING = "nothing"
    """There is nothing worth declaring."""
