"""The green cloth that everything lies on."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from .inks import CLOTHS


@lru_cache(maxsize=12)
def cloth(width: int, height: int) -> Image.Image:
    """Return baize, lit from above its middle; copy it before you draw on it."""
    # The light falls off only upwards and downwards, as a PNG packs rows of one colour best.
    ground = Image.new("RGB", (width, height))
    pen = ImageDraw.Draw(ground)
    for y in range(height):
        away = abs((y + 0.5) / height - 0.45)
        pen.line((0, y, width, y), fill=CLOTHS[round(10.2 - 9 * away**1.5)])
    return ground
