"""The twelve court cards: who wears and holds what."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from bot.engine import Suit
from bot.engine.cards import CLUBS, DIAMONDS, HEARTS, KING, KNAVE, QUEEN, SPADES

from . import attributes, patterns
from .drawing import Canvas, Colour, box
from .heads import LINE, beard, cap, coronet, crown, curls, face, parting, profile, profile_beard, profile_hair, tresses
from .inks import BLUE, GROUND, HAIR_BROWN, HAIR_DARK, HAIR_GREY, INK, PAPER, RED, YELLOW
from .patterns import Pattern
from .pips import pip
from .robes import arm, cape, collar, hand, lace, panel, robe

FRAME = "M -51 -139 L 77 -139 L 77 47 L 51 47 L 51 139 L -77 139 L -77 -47 L -51 -47 Z"
"""The frame leaves the corners of the index out."""

_FALL = 19.0
"""How far the sash between the halves falls from edge to edge."""
_HEAD_SIZE, _HEAD_DOWN = 1.1, 9.5


@dataclass(frozen=True, slots=True)
class Look:
    """One court's dress: three colours of the robe and its pattern, the front's, and all that is personal."""

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
    holds: Callable[[Canvas], None]
    sleeve: tuple[Colour, Colour, Colour]
    beard: str = ""
    trim: Colour = YELLOW
    """The edge of a knave's cap."""
    one_eyed: bool = False


LOOKS: dict[tuple[int, Suit], Look] = {
    (KING, SPADES): Look(1, HAIR_DARK, BLUE, YELLOW, RED, patterns.lozenges, (RED, YELLOW, PAPER, patterns.chevrons),
                         "arched", RED, BLUE, attributes.sword, (RED, YELLOW, YELLOW), "full"),
    (KING, HEARTS): Look(-1, YELLOW, RED, YELLOW, BLUE, patterns.blossoms, (BLUE, YELLOW, PAPER, patterns.dots),
                         "lilies", BLUE, RED, attributes.sceptre, (BLUE, YELLOW, YELLOW), "forked"),
    (KING, CLUBS): Look(-1, HAIR_GREY, YELLOW, RED, BLUE, patterns.bends, (BLUE, RED, YELLOW, patterns.lozenges),
                        "towers", BLUE, RED, attributes.orb, (BLUE, RED, PAPER), "square"),
    (KING, DIAMONDS): Look(1, HAIR_BROWN, BLUE, RED, YELLOW, patterns.stripes, (YELLOW, RED, BLUE, patterns.scales),
                           "points", RED, BLUE, attributes.axe, (YELLOW, RED, RED), one_eyed=True),
    (QUEEN, SPADES): Look(1, HAIR_DARK, RED, YELLOW, PAPER, patterns.dots, (BLUE, YELLOW, PAPER, patterns.lozenges),
                          "pearls", RED, BLUE, attributes.sceptre, (BLUE, YELLOW, YELLOW)),
    (QUEEN, HEARTS): Look(-1, YELLOW, BLUE, YELLOW, RED, patterns.blossoms, (RED, YELLOW, PAPER, patterns.chevrons),
                          "hearts", RED, BLUE, attributes.rose, (RED, YELLOW, YELLOW)),
    (QUEEN, CLUBS): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, patterns.scales, (RED, YELLOW, BLUE, patterns.dots),
                         "trefoils", BLUE, RED, attributes.lily, (RED, PAPER, PAPER)),
    (QUEEN, DIAMONDS): Look(-1, HAIR_BROWN, RED, BLUE, YELLOW, patterns.checks, (YELLOW, BLUE, RED, patterns.blossoms),
                            "fan", BLUE, RED, attributes.fan, (BLUE, YELLOW, PAPER)),
    (KNAVE, SPADES): Look(1, HAIR_BROWN, YELLOW, BLUE, RED, patterns.bends, (RED, YELLOW, PAPER, patterns.dots),
                          "beret", BLUE, YELLOW, attributes.halberd, (BLUE, YELLOW, YELLOW), trim=RED, one_eyed=True),
    (KNAVE, HEARTS): Look(-1, YELLOW, RED, PAPER, BLUE, patterns.stripes, (BLUE, YELLOW, RED, patterns.blossoms),
                          "slashed", RED, YELLOW, attributes.leaf, (BLUE, PAPER, PAPER), trim=BLUE, one_eyed=True),
    (KNAVE, CLUBS): Look(-1, HAIR_DARK, BLUE, RED, YELLOW, patterns.chevrons, (YELLOW, RED, BLUE, patterns.checks),
                         "flat", RED, BLUE, attributes.arrow, (RED, YELLOW, YELLOW), trim=YELLOW),
    (KNAVE, DIAMONDS): Look(-1, YELLOW, RED, YELLOW, BLUE, patterns.scales, (BLUE, YELLOW, RED, patterns.lozenges),
                            "turned", BLUE, RED, attributes.rapier, (BLUE, RED, YELLOW), trim=RED),
}  # fmt: skip
"""By rank and suit. The bézique pair, queen of spades and knave of diamonds, look at each other."""


def draw_court(canvas: Canvas, rank: int, suit: Suit, colour: Colour) -> None:
    """Draw a court around the origin, which must be the middle of the canvas."""
    look = LOOKS[rank, suit]
    with canvas.inside(FRAME):
        canvas.fill(box(-100, -150, 200, 300), GROUND)
        with canvas.at(6, 0):
            _figure(canvas, rank, look)
        pip(canvas, suit, 58, -116, 31, colour)
    canvas.mirror_top(fall=_FALL)
    with canvas.inside(FRAME), canvas.at(0, 0, turn=math.degrees(math.atan(_FALL / 200))):
        canvas.fill(box(-110, -5, 220, 10), YELLOW)
        canvas.line("M -110 -5 L 110 -5 M -110 5 L 110 5", INK, LINE)
        for x in range(-77, 78, 14):
            canvas.fill(f"M {x} -3 L {x + 4} 0 L {x} 3 L {x - 4} 0 Z", look.velvet)
    canvas.line(FRAME, INK, 1.3, closed=True)
    canvas.mirror_top()


def draw_bust(canvas: Canvas, rank: int, suit: Suit) -> None:
    """Draw a court's upper half with empty hands, its waist at the origin: head and shoulders are 139 units high."""
    _figure(canvas, rank, LOOKS[rank, suit], armed=False)


def _figure(canvas: Canvas, rank: int, look: Look, *, armed: bool = True) -> None:
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
        collar(canvas, look.sleeve[0], look.sleeve[1])
    with canvas.at(0, _HEAD_DOWN, size=_HEAD_SIZE):
        _head(canvas, rank, look)
    if armed:
        arm(canvas, *look.sleeve)
        look.holds(canvas)
        hand(canvas)


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
