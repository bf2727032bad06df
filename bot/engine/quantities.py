"""The quantities of a game: how many cards, in which packets, what everything counts, and which house rules it fixes.

A member of the family is one row of :data:`GAMES`. Nothing else in the engine, the house players or the pictures knows
these numbers, or asks which game is played; :func:`~bot.engine.law.law_for` compiles them into the law.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple

from .combinations import COMBINATIONS, RUBICON_COMBINATIONS, Combination
from .options import Value


class Stakes(NamedTuple):
    """What a game is worth to its winner beside the points (ruling 38)."""

    rubicon: int
    """Points under which the loser is rubiconed."""
    game: int
    rubiconed: int
    unit: int
    """Points are rounded down to it, and at least one counts."""


@dataclass(frozen=True, slots=True)
class Quantities:
    """The numbers of cards dealt and the points that they score; the defaults are those of Bézique."""

    packets: tuple[int, ...] = (3, 2, 3)
    """Numbers of cards in which a hand is dealt (ruling 3); a full hand is their sum."""
    packs: int | None = None
    """Number of packs of 32 cards, or None for one per player (ruling 1)."""
    combinations: tuple[Combination, ...] = COMBINATIONS
    """The combinations that may be declared, with their points; names and classes are those of the notation."""
    brisque: int = 10
    """Points for an ace or a ten taken in a trick (ruling 19)."""
    last_trick: int = 10
    seven: int = 10
    """Points for a seven of trumps, shown or played (ruling 10)."""
    exchange: int = 10
    """Points for a seven exchanged for the turn-up (ruling 9)."""
    dealer_seven: int = 10
    """Points for the dealer if a seven is turned up (ruling 4)."""
    carte_blanche: int = 0
    """Points for a hand without king, queen or knave, and for each card shown after; 0: there are none (ruling 33)."""
    again: bool = False
    """Whether cards may be declared again in their class after one of them has been played (ruling 34)."""
    brisques_marked: bool = True
    """Whether brisques count in a total, or only break a tie (ruling 38)."""
    stakes: Stakes | None = None
    """How the value of a game is reckoned, where it has one."""
    players: tuple[int, ...] = (2, 3, 4)
    fixed: tuple[tuple[str, Value], ...] = ()
    """The house rules that the game leaves no choice, with their values: they are not offered."""
    refused: tuple[tuple[str, Value], ...] = ()
    """Values of other house rules that do not go with the game."""
    rulings: tuple[tuple[int, int], ...] = ()
    """Rulings in whose place the game has its own, with those."""
    customary: tuple[tuple[str, Value], ...] = ()
    """The values of other house rules where the game's own differ from those of Bézique."""

    @property
    def hand(self) -> int:
        return sum(self.packets)


BEZIQUE: Final = Quantities()
RUBICON: Final = Quantities(
    packets=(3, 3, 3),
    packs=4,
    combinations=RUBICON_COMBINATIONS,
    last_trick=50,
    carte_blanche=50,
    again=True,
    brisques_marked=False,
    stakes=Stakes(rubicon=1000, game=500, rubiconed=1300, unit=100),
    players=(2,),
    fixed=(
        ("packs", "per_player"),
        ("target", 1000),
        ("trump", "first_marriage"),
        ("bezique_cards", "fixed"),
        ("trick", "suit_led"),
        ("declarations_per_trick", "one"),
        ("new_card", False),
        ("double_from_singles", True),
        ("treble", True),
        ("announce", False),
        ("bezique_cards_locked", False),
        ("sequence_bars_marriage", True),
        ("seven_scores", "declared"),
        ("seven_exchange", "trick_winner"),
        ("brisques", "end_of_deal"),
        ("last_trick", "final"),
        ("length", "one_deal"),
        ("finish", "end_of_deal"),
        ("both_out", "higher_total"),
        ("forfeits", "modern"),
    ),
    refused=(("irregularities", "forfeits"),),
    rulings=((11, 34), (13, 36), (14, 35)),
    customary=(("past_tricks", "last_only"),),
)
"""Rubicon (RULES.md, section 8)."""
GAMES: Final[dict[str, Quantities]] = {"bezique": BEZIQUE, "rubicon": RUBICON}
"""By the value of the option ``game``: the members of the family."""
