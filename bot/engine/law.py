"""Rules compiled into what a deal needs at every step: tables and numbers, no branching on presets."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from .cards import CLUBS, EIGHT, NO_SUIT, Card, Suit, card, ordered_pack
from .combinations import Forms, forms_for
from .rules import Rules
from .tricks import BEATS, Beats

HAND = 8
"""Cards in a full hand."""
PACKETS = (3, 2, 3)
"""Ruling 3: how the eight are dealt."""


@dataclass(frozen=True, slots=True, eq=False)
class Law:
    """What follows from a rule set once and for all; equal rules share one object."""

    rules: Rules
    players: int
    packs: int
    pack: tuple[Card, ...]
    sides: tuple[int, ...]
    """By seat: the side it scores for."""
    side_seats: tuple[tuple[int, ...], ...]
    """By side: its seats."""
    first_stage: int
    """Tricks before the last eight."""
    last_trick: int
    """The number, counted from 1, of the trick that scores as the last."""
    turns_up: bool
    many: bool
    sevens_played: bool
    sevens_shown: bool
    any_holder: bool
    brisques_as_taken: bool
    at_once: bool
    target: int
    beats: Beats
    """Who takes a trick of the first stage."""
    forms: tuple[Forms, ...]
    """By trump suit, and last (so at -1) for no trumps: the combinations that can be laid down."""

    @property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.first_stage + HAND


@lru_cache(maxsize=256)
def law_for(rules: Rules) -> Law:
    """Compile a rule set."""
    short = rules.packs == "two_less_an_eight"
    packs = 2 if short else rules.players
    pack = ordered_pack(packs, without=(card(1, CLUBS, EIGHT),) if short else ())
    n = rules.players
    sides = tuple(seat % 2 if rules.partners else seat for seat in range(n))
    first_stage = (len(pack) - HAND * n) // n
    turns_up = rules.trump == "turn_up"
    suits: tuple[Suit, ...] = (0, 1, 2, 3, NO_SUIT)
    return Law(
        rules=rules,
        players=n,
        packs=packs,
        pack=pack,
        sides=sides,
        side_seats=tuple(tuple(seat for seat in range(n) if sides[seat] == side) for side in range(max(sides) + 1)),
        first_stage=first_stage,
        last_trick=first_stage + HAND if rules.last_trick == "final" else first_stage,
        turns_up=turns_up,
        many=rules.declarations_per_trick == "many",
        sevens_played=turns_up and rules.seven_scores == "played",
        sevens_shown=turns_up and rules.seven_scores == "declared",
        any_holder=rules.seven_exchange == "any_holder",
        brisques_as_taken=rules.brisques == "as_taken",
        at_once=rules.finish == "at_once",
        target=rules.target,
        beats=BEATS[rules.trick],
        forms=tuple(forms_for(suit, packs, by_trump=rules.bezique_cards == "by_trump") for suit in suits),
    )
