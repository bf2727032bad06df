"""The green cloth that everything lies on, and the shadows on it."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageFilter

from .inks import CLOTH, CLOTH_DARK, PAPER, mix

_TWILL = 4
"""The weave repeats after so many pixels: that packs to next to nothing."""

_BANDS = 24


@lru_cache(maxsize=12)
def cloth(width: int, height: int) -> Image.Image:
    """Return twill, lit from above its middle; do not draw on it, take a copy."""
    weave = Image.new("L", (_TWILL, _TWILL))
    for y in range(_TWILL):
        weave.putpixel((-y % _TWILL, y), 255)
    while weave.width < max(width, height):
        wider = Image.new("L", (weave.width * 2, weave.height * 2))
        for corner in ((0, 0), (weave.width, 0), (0, weave.height), weave.size):
            wider.paste(weave, corner)
        weave = wider
    # The light falls off upwards and downwards only: whole rows that are alike are what a PNG packs best.
    ground = Image.new("RGB", (width, height), mix(CLOTH, PAPER, 0.035))
    for band in range(_BANDS):
        top, bottom = height * band // _BANDS, height * (band + 1) // _BANDS
        away = abs((band + 0.5) / _BANDS - 0.45)
        ground.paste(mix(mix(CLOTH, PAPER, 0.035), CLOTH_DARK, 0.9 * away**1.5), (0, top, width, bottom))
    ground.paste(CLOTH_DARK, None, weave.crop((0, 0, width, height)).point([v // 12 for v in range(256)]))
    return ground


def soft(mask: Image.Image, blur: int) -> Image.Image:
    """Return a mask's shadow in a few steps, with room for the blur all around."""
    room = Image.new("L", (mask.width + 4 * blur, mask.height + 4 * blur))
    room.paste(mask, (2 * blur, 2 * blur))
    blurred = room.filter(ImageFilter.BoxBlur(blur / 2)).filter(ImageFilter.BoxBlur(blur / 2))
    return blurred.point([round(value / 64) * 35 for value in range(256)])
