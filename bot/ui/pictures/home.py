"""The picture of the home page: the bézique pair on a fan of cards, beside the name of the game."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from bot.engine.cards import ACE, CLUBS, DIAMONDS, HEARTS, KNAVE, QUEEN, SPADES, card
from bot.ui.pictures.cardface import Print, card_back, card_face, card_outline, font, pip
from bot.ui.pictures.drawing import Canvas
from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, SHADE, SMALL, cloth, in_palette, png
from bot.ui.text.i18n import tr

WIDTH, HEIGHT = 1100, 440
"""Lower than a table's picture, so that the page's buttons stay on a phone's screen."""
_FINE: Final = 2
"""How many times larger than shown the cards are laid; making them smaller smooths their slanting edges."""
_CARD: Final = 196
_NAME: Final = "Bézique"
_NAME_SIZE: Final = 140
_NAME_AT: Final = (286, 200)
_SUITS_AT: Final = 330
_SUIT: Final = 54
_FAN: Final = (
    (card(0, HEARTS, ACE), 702, 284, 18.0),
    (None, 1024, 290, -21.0),
    (card(0, SPADES, QUEEN), 772, 252, 7.0),
    (card(0, DIAMONDS, KNAVE), 946, 256, -7.0),
)
"""The cards, lowest first: which (None: a back), its middle, and degrees by which it leans to the left."""


@lru_cache(maxsize=4)
def home_picture(cards: Print) -> bytes:
    """Draw the home page's picture once for each way of printing cards, and return a PNG of 1100 by 440 pixels."""
    picture = cloth(WIDTH * _FINE, HEIGHT * _FINE)
    for kind, x, y, lean in _FAN:
        _lay(picture, kind, (x, y), lean, cards)
    picture = picture.reduce(_FINE)
    pen = ImageDraw.Draw(picture)
    for down, ink in ((5, SHADE), (2, BRASS_DARK), (0, BRASS_LIGHT)):
        pen.text((_NAME_AT[0], _NAME_AT[1] + down), _NAME, fill=ink, font=font(_NAME_SIZE), anchor="mm")
    _suits(picture)
    return png(in_palette(picture), SMALL)


def describe_home() -> str:
    return tr("Bézique: the queen of spades and the knave of diamonds on green cloth")


def _lay(picture: Image.Image, kind: int | None, at: tuple[int, int], lean: float, cards: Print) -> None:
    """Lay a card and its shadow around a point, leaning to the left by some degrees."""
    wide = _CARD * _FINE
    face = (card_back(wide).image if kind is None else card_face(kind, wide, cards)).convert("RGB")
    face = face.rotate(lean, Image.Resampling.BICUBIC, expand=True)
    mask = card_outline(wide).convert("L").rotate(lean, Image.Resampling.BICUBIC, expand=True)
    left, top = (middle * _FINE - size // 2 for middle, size in zip(at, face.size, strict=True))
    shadow = mask.point([round(value * 0.42) for value in range(256)])
    picture.paste(SHADE, (left - 10, top + 12), shadow)
    picture.paste(face, (left, top), mask)


def _suits(picture: Image.Image) -> None:
    """Draw the four suit signs in brass below the name."""
    wide, tall = 4 * _SUIT * 2, _SUIT + 8
    canvas = Canvas((wide, tall), (wide, tall), (0, 0, 0))
    for at, suit in enumerate((SPADES, HEARTS, CLUBS, DIAMONDS)):
        pip(canvas, suit, (at + 0.5) * wide / 4, tall / 2, _SUIT, (255, 255, 255))
    mask = canvas.finished().getchannel(0)
    picture.paste(BRASS_LIGHT, (_NAME_AT[0] - wide // 2, _SUITS_AT - tall // 2), mask)
