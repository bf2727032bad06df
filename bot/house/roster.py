"""The levels of house players, and their names and faces, three for each level."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from bot.lazy import dataclass


class Level(StrEnum):
    """A house player's level of play, the weakest first; stored tables name a level by its value."""

    BEGINNER = "beginner"
    NOVICE = "novice"
    REGULAR = "regular"
    SKILLED = "skilled"
    STRONG = "strong"


SEARCHING: Final = frozenset({Level.SKILLED, Level.STRONG})
"""The levels that look ahead; as this takes time, they think in a separate process."""


SIGN: Final = "⌂"
"""Sign before a house player's name wherever it is shown."""


@dataclass(frozen=True, slots=True)
class HousePlayer:
    """A house player, with an id below zero, which no member of Discord has."""

    user_id: int
    level: Level
    name: str
    face: str
    line: str

    @property
    def shown(self) -> str:
        """The name with the sign of the house."""
        return f"{SIGN} {self.name}"


HOUSE: Final[dict[int, HousePlayer]] = {
    player.user_id: player
    for player in (
        HousePlayer(-41, Level.BEGINNER, "Firmin", "🐤", "Sat down at a card table on Monday."),
        HousePlayer(-42, Level.BEGINNER, "Capucine", "🎀", "Likes aces best, and cannot wait to play them."),
        HousePlayer(-43, Level.BEGINNER, "Théo", "🪁", "Asks which suit is trumps, in every trick."),
        HousePlayer(-11, Level.NOVICE, "Babette", "🌼", "Learned last winter, and forgets a marriage now and then."),
        HousePlayer(-12, Level.NOVICE, "Gaspard", "🎈", "Likes to see his cards on the table."),
        HousePlayer(-13, Level.NOVICE, "Lulu", "🐣", "Throws whatever is nearest to her hand."),
        HousePlayer(-21, Level.REGULAR, "Odette", "🎩", "Plays every Thursday, and keeps her tens."),
        HousePlayer(-22, Level.REGULAR, "Honoré", "🧐", "Remembers what has been declared."),
        HousePlayer(-23, Level.REGULAR, "Achille", "⛵", "Counts trumps under his breath."),
        HousePlayer(-51, Level.SKILLED, "Gustave", "📰", "Reads the paper till the stock runs low; then he wakes up."),
        HousePlayer(-52, Level.SKILLED, "Sidonie", "🎻", "Hums as the stock grows thin; she is planning."),
        HousePlayer(-53, Level.SKILLED, "Capitaine Roche", "⚓", "Saves his trumps for the storm at the end."),
        HousePlayer(
            -31, Level.STRONG, "Madame Fleury", "👑", "Has played for sixty years, and counts to the last card."
        ),
        HousePlayer(-32, Level.STRONG, "Docteur Brisque", "🩺", "Weighs every card before he lays it down."),
        HousePlayer(-33, Level.STRONG, "La Comtesse", "🦚", "Has never missed the last trick but one."),
    )
}


def is_house(user_id: int) -> bool:
    return user_id < 0


def free_player(level: Level, taken: tuple[int, ...]) -> HousePlayer | None:
    """Return a house player of a level who does not sit at the table yet, or None if all of them do."""
    return next((p for p in HOUSE.values() if p.level is level and p.user_id not in taken), None)
