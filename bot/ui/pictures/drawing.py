"""Shapes on paper: outlines written like SVG paths, filled and stroked with Pillow at four times the size.

Every drawing has its own units (a card is 200 by 300), so one description serves every size. Drawing large and
averaging down gives smooth edges, which Pillow's own polygons do not have.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import TypeAlias

from PIL import Image, ImageDraw, ImageFilter, ImageFont

Colour: TypeAlias = tuple[int, int, int]
Point: TypeAlias = tuple[float, float]
Matrix: TypeAlias = tuple[float, float, float, float, float, float]
"""x' = a·x + b·y + c; y' = d·x + e·y + f."""

OVERSAMPLING = 4
_IDENTITY: Matrix = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
_WORD = re.compile(r"[MLCQZ]|-?\d*\.?\d+")
_CURVE_STEPS = 14


@lru_cache(maxsize=4096)
def outline(path: str) -> tuple[tuple[Point, ...], ...]:
    """Turn an outline into polygons, one for each ``M``.

    Args:
        path: ``M x y``, ``L x y``, ``Q cx cy x y``, ``C ax ay bx by x y`` and ``Z``, all absolute; one command may be
            followed by the numbers of several.
    """
    shapes: list[list[Point]] = []
    numbers: list[float] = []
    command = ""
    need = {"M": 2, "L": 2, "Q": 4, "C": 6}
    for word in _WORD.findall(path):
        if word in "MLCQZ":
            command = word
            continue
        numbers.append(float(word))
        if len(numbers) < need[command]:
            continue
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        numbers = []
        if command == "M":
            shapes.append(points)
            command = "L"
        elif command == "L":
            shapes[-1] += points
        else:
            shapes[-1] += _curve(shapes[-1][-1], points)
    return tuple(tuple(shape) for shape in shapes)


def _curve(start: Point, points: Sequence[Point]) -> list[Point]:
    found = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        s = 1 - t
        weights = (s * s, 2 * s * t, t * t) if len(points) == 2 else (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
        through = (start, *points)
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, through, strict=True)),
                sum(w * p[1] for w, p in zip(weights, through, strict=True)),
            )
        )
    return found


def ring(x: float, y: float, radius: float, *, steps: int = 48) -> tuple[tuple[Point, ...], ...]:
    """Return a circle as a polygon."""
    return (tuple([(x + radius * cos, y + radius * sin) for cos, sin in _circle(steps)]),)


@lru_cache(maxsize=64)
def _circle(steps: int) -> tuple[Point, ...]:
    turn = 2 * math.pi / steps
    return tuple((math.cos(k * turn), math.sin(k * turn)) for k in range(steps))


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> tuple[tuple[Point, ...], ...]:
    """Return a rectangle, with round corners if a radius is given."""
    if not radius:
        return (((x, y), (x + width, y), (x + width, y + height), (x, y + height)),)
    points = []
    for corner, (cx, cy) in enumerate(
        (
            (x + width - radius, y + height - radius),
            (x + radius, y + height - radius),
            (x + radius, y + radius),
            (x + width - radius, y + radius),
        )
    ):
        for step in range(9):
            angle = (corner + step / 8) * math.pi / 2
            points.append((cx + radius * math.cos(angle), cy + radius * math.sin(angle)))
    return (tuple(points),)


Shape: TypeAlias = str | Sequence[Sequence[Point]]
"""An outline as text, or polygons."""


class Canvas:
    """Paper to draw on in units, which becomes a smooth picture of ``size`` pixels."""

    def __init__(self, units: tuple[float, float], size: tuple[int, int], paper: Colour) -> None:
        self._size = size
        self._zoom = size[0] / units[0] * OVERSAMPLING
        self._matrix: Matrix = _IDENTITY
        self._layer(Image.new("RGB", (size[0] * OVERSAMPLING, size[1] * OVERSAMPLING), paper))

    def _layer(self, image: Image.Image) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image)

    def finished(self) -> Image.Image:
        return self._image.reduce(OVERSAMPLING)

    @contextmanager
    def at(self, x: float, y: float, *, size: float = 1.0, turn: float = 0.0, flip: bool = False) -> Iterator[None]:
        """Move the origin in a ``with`` block, and scale, turn (degrees, clockwise) and mirror what is drawn there."""
        before = self._matrix
        angle = math.radians(turn)
        cos, sin = math.cos(angle) * size, math.sin(angle) * size
        side = -1.0 if flip else 1.0
        a, b, c, d, e, f = before
        self._matrix = (
            (a * cos + b * sin) * side,
            -a * sin + b * cos,
            a * x + b * y + c,
            (d * cos + e * sin) * side,
            -d * sin + e * cos,
            d * x + e * y + f,
        )
        yield
        self._matrix = before

    @contextmanager
    def inside(self, shape: Shape) -> Iterator[None]:
        """Show only inside a shape what is drawn in a ``with`` block."""
        whole = self._image
        pixels = self._pixels(shape)
        xs = [x for points in pixels for x, _ in points]
        ys = [y for points in pixels for _, y in points]
        edge = (
            max(0, math.floor(min(xs))),
            max(0, math.floor(min(ys))),
            min(whole.width, math.ceil(max(xs)) + 1),
            min(whole.height, math.ceil(max(ys)) + 1),
        )
        mask = Image.new("L", (edge[2] - edge[0], edge[3] - edge[1]))
        pen = ImageDraw.Draw(mask)
        for points in pixels:
            pen.polygon([(x - edge[0], y - edge[1]) for x, y in points], fill=255)
        self._layer(whole.crop(edge))
        before = self._matrix
        shift = self._zoom
        a, b, c, d, e, f = before
        self._matrix = (a, b, c - edge[0] / shift, d, e, f - edge[1] / shift)
        yield
        self._matrix = before
        whole.paste(self._image, edge, mask)
        self._layer(whole)

    def _pixels(self, shape: Shape) -> list[list[Point]]:
        a, b, c, d, e, f = (value * self._zoom for value in self._matrix)
        shapes = outline(shape) if isinstance(shape, str) else shape
        return [[(a * x + b * y + c, d * x + e * y + f) for x, y in points] for points in shapes]

    def _width(self, width: float) -> int:
        a, b, _, d, e, _ = self._matrix
        return max(1, round(width * self._zoom * math.sqrt(abs(a * e - b * d))))

    def fill(self, shape: Shape, colour: Colour, *, edge: Colour | None = None, width: float = 0.0) -> None:
        """Fill a shape, and draw its edge if a colour is given for it."""
        for points in self._pixels(shape):
            self._draw.polygon(points, fill=colour)
            if edge is not None:
                self._stroke([*points, points[0], points[1]], edge, self._width(width))

    def line(self, shape: Shape, colour: Colour, width: float, *, closed: bool = False) -> None:
        """Draw along a shape with round ends."""
        for points in self._pixels(shape):
            around = [*points, points[0], points[1]] if closed else points
            self._stroke(around, colour, self._width(width))

    def _stroke(self, points: Sequence[Point], colour: Colour, width: int) -> None:
        self._draw.line(points, fill=colour, width=width, joint="curve")
        if width > 3:
            half = width / 2
            for x, y in (points[0], points[-1]):
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=colour)

    def disc(
        self, x: float, y: float, r: float, colour: Colour, *, edge: Colour | None = None, width: float = 0.0
    ) -> None:
        self.fill(ring(x, y, r, steps=max(12, min(64, int(r * self._zoom)))), colour, edge=edge, width=width)

    def inlay(self, paint: Callable[[Canvas], None], colour: Colour, depth: float) -> None:
        """Draw a line that follows the edge of what ``paint`` draws, at a depth inside it.

        After a blur, the brightness of a point tells how far it lies inside the edge; a range of brightness is the
        line.
        """
        whole = self._image
        self._layer(Image.new("RGB", whole.size))
        paint(self)
        blurred = self._image.getchannel(0).filter(ImageFilter.GaussianBlur(self._width(depth)))
        whole.paste(colour, None, blurred.point([255 if 202 < value < 226 else 0 for value in range(256)]))
        self._layer(whole)

    def text(
        self, words: str, font: ImageFont.FreeTypeFont, space: tuple[float, float, float, float], colour: Colour
    ) -> None:
        """Write words so that their ink fills a rectangle (left, top, width, height).

        They keep their proportions if the width allows, and are narrowed otherwise. They are moved and scaled with the
        canvas, but never turned.
        """
        left, top, width, height = space
        ink = font.getbbox(words)
        mask = Image.new("L", (math.ceil(ink[2] - ink[0]), math.ceil(ink[3] - ink[1])))
        ImageDraw.Draw(mask).text((-ink[0], -ink[1]), words, font=font, fill=255)
        a, _, c, _, e, f = (value * self._zoom for value in self._matrix)
        wide = min(width, height * mask.width / mask.height)
        target = (max(1, round(wide * a)), max(1, round(height * e)))
        mask = mask.resize(target, Image.Resampling.BICUBIC, reducing_gap=2.0)
        self._image.paste(colour, (round((left + (width - wide) / 2) * a + c), round(top * e + f)), mask)
