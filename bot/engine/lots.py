"""The lots: seats and first dealer, drawn from the sealed secret and the entropy and from no other chance.

One stream of numbers draws the seats, if they are drawn, and then the cards of the cut for the deal (ruling 2).
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
    """How the seats were settled."""

    DRAWN = "drawn"
    JOINED = "joined"
    """Seats follow the order in which the players sat down."""
    CHOSEN = "chosen"
    """Seats were changed in public before the start."""


class DealerBy(StrEnum):
    """How the first dealer was settled."""

    CUT = "cut"
    PASSED = "passed"
    """In a rematch, the dealer follows from the game before."""


@dataclass(frozen=True, slots=True)
class Lots:
    """A record's statement about seats and first dealer.

    The game's players are numbered from 0 in the order in which they sat down; ``numbers`` holds each seat's player.
    """

    seats: SeatsBy
    dealer: DealerBy
    numbers: tuple[int, ...]

    def document(self) -> dict[str, object]:
        return {"seats": self.seats.value, "dealer": self.dealer.value, "numbers": list(self.numbers)}


@dataclass(frozen=True, slots=True)
class Drawing:
    """The result of the lots: the players' numbers by seat, the rounds of cutting for the deal, and the dealer."""

    numbers: tuple[int, ...]
    rounds: tuple[tuple[Card | None, ...], ...]
    """For each round, by seat: the card cut, or None for a seat that was out."""
    dealer: int
    """The seat that deals first."""


def draw_lots(
    secret: bytes, entropy: Sequence[str], pack: Sequence[Card], players: int, *, draw_seats: bool
) -> Drawing:
    """Draw the lots of a game; unless the seats are drawn, player ``i`` sits at seat ``i``."""
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
    """Read the ``lots`` of a record with this number of players; return None if they are malformed."""
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
