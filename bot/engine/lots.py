"""Lots: who sits where and who deals first, by the sealed secret and the entropy and never by other chance.

The same stream of numbers draws the seats, where they are drawn, and then the cards of the cut for the deal (ruling 2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .cards import Card, rank_of
from .shuffle import below, numbers_from, shuffled

_LOTS: Final = b"bezique/1/lots"


class SeatsBy(StrEnum):
    """How it was settled who sits where."""

    DRAWN = "drawn"
    JOINED = "joined"
    """In the order in which the players sat down."""
    CHOSEN = "chosen"
    """Places were changed in public before the start."""


class DealerBy(StrEnum):
    """How it was settled who deals first."""

    CUT = "cut"
    PASSED = "passed"
    """A rematch: it follows from the game before."""


@dataclass(frozen=True, slots=True)
class Lots:
    """What a record says of seats and first dealer.

    Players are numbered from 0 in the order in which those who play sat down; ``numbers`` has by seat who sits there.
    """

    seats: SeatsBy
    dealer: DealerBy
    numbers: tuple[int, ...]

    def document(self) -> dict[str, object]:
        """Return the object that stands for it in a record."""
        return {"seats": self.seats.value, "dealer": self.dealer.value, "numbers": list(self.numbers)}


@dataclass(frozen=True, slots=True)
class Drawing:
    """What the lots have given: by seat the player's number, the rounds of cutting for the deal, and who deals."""

    numbers: tuple[int, ...]
    rounds: tuple[tuple[Card | None, ...], ...]
    """By seat the card cut, or None for who was out."""
    dealer: int
    """The seat that deals first."""


def draw_lots(
    secret: bytes, entropy: Sequence[str], pack: Sequence[Card], players: int, *, draw_seats: bool
) -> Drawing:
    """Draw the lots of a game.

    Args:
        secret: The first deal's secret.
        entropy: Its entropy strings in order.
        pack: The game's ordered pack, from which is cut for the deal.
        players: How many play.
        draw_seats: Whether the seats are drawn; else player ``i`` is taken to sit at seat ``i``.
    """
    numbers = numbers_from(secret, _LOTS, entropy)
    order = list(range(players))
    if draw_seats:
        order = shuffled(order, numbers)
    left, seats, rounds = list(pack), list(range(players)), list[tuple[Card | None, ...]]()
    while len(seats) > 1:
        cuts: list[Card | None] = [None] * players
        ranks = dict[int, int]()
        for seat in seats:
            cuts[seat] = card = left.pop(below(len(left), numbers))
            ranks[seat] = rank_of(card)
        rounds.append(tuple(cuts))
        seats = [seat for seat in seats if ranks[seat] == max(ranks.values())]
    return Drawing(tuple(order), tuple(rounds), seats[0])


def read_lots(value: object, players: int) -> Lots | None:
    """Read the ``lots`` of a record of so many players; None where it is malformed."""
    if not isinstance(value, dict):
        return None
    numbers = value.get("numbers")
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        return None
    if sorted(numbers) != list(range(players)):
        return None
    try:
        return Lots(SeatsBy(value["seats"]), DealerBy(value["dealer"]), tuple(numbers))
    except (KeyError, ValueError):
        return None
