"""The twelve court cards and their dress."""

from __future__ import annotations

from dataclasses import dataclass

from bot.engine import Suit
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES

from . import patterns
from .drawing import Canvas, Colour
from .heads import beard, cap, coronet, crown, curls, face, parting, profile, profile_beard, profile_hair, tresses
from .inks import BLUE, HAIR_BROWN, HAIR_DARK, HAIR_GREY, PAPER, RED, YELLOW
from .patterns import Pattern
from .robes import cape, collar, lace, panel, robe

_HEAD_SIZE, _HEAD_DOWN = 1.1, 9.5


@dataclass(frozen=True, slots=True)
class Look:
    """One court's dress: the robe's three colours and pattern, those of its front, and all personal features."""

    facing: int
    hair: Colour
    ground: Colour
    one: Colour
    other: Colour
    weave: Pattern
    front: tuple[Colour, Colour, Colour, Pattern]
    head: str
    """The style of crown, coronet or cap."""
    velvet: Colour
    jewel: Colour
    beard: str = ""
    trim: Colour = YELLOW
    """The edge of a knave's cap."""
    collar: tuple[Colour, Colour] = (RED, YELLOW)
    """A knave's collar and its edge."""
    one_eyed: bool = False


LOOKS: dict[tuple[int, Suit], Look] = {
    (KING, SPADES): Look(1, HAIR_DARK, BLUE, YELLOW, RED, patterns.lozenges, (RED, YELLOW, PAPER, patterns.chevrons),
                         "arched", RED, BLUE, "full"),
    (KING, HEARTS): Look(-1, YELLOW, RED, YELLOW, BLUE, patterns.blossoms, (BLUE, YELLOW, PAPER, patterns.dots),
                         "lilies", BLUE, RED, "forked"),
    (KING, CLUBS): Look(-1, HAIR_GREY, YELLOW, RED, BLUE, patterns.bends, (BLUE, RED, YELLOW, patterns.lozenges),
                        "towers", BLUE, RED, "square"),
    (KING, DIAMONDS): Look(1, HAIR_BROWN, BLUE, RED, YELLOW, patterns.stripes, (YELLOW, RED, BLUE, patterns.scales),
                           "points", RED, BLUE, one_eyed=True),
    (QUEEN, SPADES): Look(1, HAIR_DARK, RED, YELLOW, PAPER, patterns.dots, (BLUE, YELLOW, PAPER, patterns.lozenges),
                          "pearls", RED, BLUE),
    (QUEEN, HEARTS): Look(-1, YELLOW, BLUE, YELLOW, RED, patterns.blossoms, (RED, YELLOW, PAPER, patterns.chevrons),
                          "hearts", RED, BLUE),
    (QUEEN, CLUBS): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, patterns.scales, (RED, YELLOW, BLUE, patterns.dots),
                         "trefoils", BLUE, RED),
    (QUEEN, DIAMONDS): Look(-1, HAIR_BROWN, RED, BLUE, YELLOW, patterns.checks, (YELLOW, BLUE, RED, patterns.blossoms),
                            "fan", BLUE, RED),
    (KNAVE, SPADES): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, patterns.bends, (RED, YELLOW, PAPER, patterns.dots),
                          "beret", BLUE, YELLOW, collar=(BLUE, YELLOW), trim=RED, one_eyed=True),
    (KNAVE, HEARTS): Look(-1, YELLOW, RED, PAPER, BLUE, patterns.stripes, (BLUE, YELLOW, RED, patterns.blossoms),
                          "slashed", RED, YELLOW, collar=(BLUE, PAPER), trim=BLUE, one_eyed=True),
    (KNAVE, CLUBS): Look(-1, HAIR_DARK, BLUE, RED, YELLOW, patterns.chevrons, (YELLOW, RED, BLUE, patterns.checks),
                         "flat", RED, BLUE, collar=(RED, YELLOW), trim=YELLOW),
    (KNAVE, DIAMONDS): Look(-1, YELLOW, RED, YELLOW, BLUE, patterns.scales, (BLUE, YELLOW, RED, patterns.lozenges),
                            "turned", BLUE, RED, collar=(BLUE, RED), trim=RED),
}  # fmt: skip
"""The dress by rank and suit; the bézique pair, queen of spades and knave of diamonds, look at each other."""


def draw_bust(canvas: Canvas, rank: int, suit: Suit) -> None:
    """Draw a court's upper half, its waist at the origin: head and shoulders are 139 units high, 172 wide."""
    look = LOOKS[rank, suit]
    if rank == QUEEN:
        with canvas.at(0, _HEAD_DOWN, size=_HEAD_SIZE):
            tresses(canvas, look.hair)
    robe(canvas, look.ground, look.one, look.other, look.weave)
    panel(canvas, *look.front)
    if rank == KING:
        cape(canvas)
    elif rank == QUEEN:
        lace(canvas, PAPER, look.jewel)
    else:
        collar(canvas, *look.collar)
    with canvas.at(0, _HEAD_DOWN, size=_HEAD_SIZE):
        _head(canvas, rank, look)


def _head(canvas: Canvas, rank: int, look: Look) -> None:
    if rank != QUEEN and not look.one_eyed:
        curls(canvas, look.hair, long=rank == KING)
    if look.one_eyed:
        profile(canvas, look.facing)
    else:
        face(canvas, look.facing, lady=rank == QUEEN)
    if rank == KING:
        if look.one_eyed:
            profile_beard(canvas, look.facing, look.hair)
        else:
            beard(canvas, look.hair, look.beard)
    if look.one_eyed:
        profile_hair(canvas, look.facing, look.hair)
    if rank == KING:
        crown(canvas, look.head, look.velvet, look.jewel)
    elif rank == QUEEN:
        parting(canvas, look.hair)
        coronet(canvas, look.head, look.velvet, look.jewel)
    else:
        cap(canvas, look.head, look.velvet, look.trim, look.jewel)
