"""The kinds of decisions, and the themes of a difference between two actions."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.engine import Card, Phase


class Kind(StrEnum):
    """The decision to take in an exercise."""

    LEAD = "lead"
    """Which card to lead, while the stock lasts."""
    FOLLOW = "follow"
    """Which card to play to a trick, while the stock lasts."""
    DECLARE = "declare"
    """What to declare after a trick, if anything."""
    EIGHT = "eight"
    """Which card to play in the last eight tricks."""


class Outline(NamedTuple):
    """A summary of a position, read without building the position."""

    id: str
    preset: str
    players: int
    partners: bool
    kind: Kind


def kind_at(phase: Phase, trick: Sequence[Card], left: int) -> Kind:
    """Return the kind of decision that the seat on turn has to take.

    Args:
        phase: The phase of the deal.
        trick: The cards played to the trick.
        left: Cards left in the stock.
    """
    if phase is Phase.DECLARE:
        return Kind.DECLARE
    if not left:
        return Kind.EIGHT
    return Kind.FOLLOW if trick else Kind.LEAD


class Theme(StrEnum):
    """The cause that makes most of the difference."""

    ONLY = "only"
    """There was nothing else to do."""
    COUNTED = "counted"
    """All cards are known, and the ending was played out."""
    LITTLE = "little"
    """The difference is small."""
    MANY = "many"
    """Many small causes together, none of which can be told from chance alone."""
    WINS_TO_DECLARE = "wins-to-declare"
    """It takes the trick, and a combination can be declared right after it."""
    KEEPS_COMBINATION = "keeps-combination"
    """The other card could still serve in a combination; this one could not."""
    COMES_ABOUT = "comes-about"
    """A combination is declared more often."""
    DENIES = "denies"
    """The others declare a combination less often."""
    WINS_BRISQUES = "wins-brisques"
    """It takes the trick with the brisques in it."""
    SAVES_BRISQUE = "saves-brisque"
    """The other card is a ten or an ace that might be lost in the trick."""
    FEWER_BRISQUES_LOST = "fewer-brisques-lost"
    """Fewer brisques go to the others in this trick."""
    BRISQUES_LATER = "brisques-later"
    """More brisques are won in later tricks."""
    KEEPS_TRUMP = "keeps-trump"
    """The other card is a trump, which takes tricks in the last eight."""
    KEEPS_STRENGTH = "keeps-strength"
    """The other card is the higher one of its suit, and takes tricks in the last eight."""
    STRONGER_END = "stronger-end"
    """The cards that stay in the hands bring more in the last eight tricks."""
    SEVEN = "seven"
    """A seven of trumps counts."""
    EXCHANGES = "exchanges"
    SHOWS = "shows"
    LAST_TRICK = "last-trick"
    WINS_GAME = "wins-game"
    DECLARES = "declares"
    MARRIES_FIRST = "marries-first"
    """The royal marriage before the sequence, so that both count."""
    ANNOUNCES = "announces"
    HOLDS_BACK = "holds-back"
    """The cards of the declaration can serve in another combination."""


class Reason(NamedTuple):
    """The reason of a difference."""

    theme: Theme
    name: str = ""
    """Name of the combination concerned, if there is one."""
    points: int = 0
    """Points of that combination, as they are marked."""
    unseen: int | None = None
    """Number of cards it could still take that nobody has seen; None if no count is given."""
    of: int = 0
    """Number of all such cards besides those that the seat has."""
