"""The score of a deal that is over: a column for each side, the sum, and the biggest declaration with its cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import ImageDraw

from bot.engine import Card, CardSet, View
from bot.engine.combinations import BY_NAME
from bot.ui.pictures.arrange import CardAt, Thing, name_at
from bot.ui.pictures.cardface import Print, font
from bot.ui.pictures.palette import BRASS_DARK, BRASS_LIGHT, IVORY, cloth, in_palette, png
from bot.ui.pictures.plan import WIDTH, Box
from bot.ui.pictures.sheet import fitted
from bot.ui.pictures.table import FIELD, HEM, lay_all, lay_field
from bot.ui.pictures.tableface import LONGEST
from bot.ui.text.deals import standing
from bot.ui.text.faces import faces, plain_name, sorted_hand
from bot.ui.text.i18n import pair, tr
from bot.ui.text.scoring import combination_title, sheet_sums, spoken

_EDGE: Final = 36
_NAME: Final = 60
"""The height of a name above its column."""
_LINE, _MOST_LINE = 58, 84
"""The least and the greatest height of a line."""
_SIZE: Final = 50
_CARD: Final = 104
_HEIGHT: Final = 700
"""The least height: a wider picture is shown badly."""


class Pad(NamedTuple):
    """The score of a deal that is over."""

    names: tuple[str, ...]
    """By seat."""
    sides: tuple[tuple[int, ...], ...]
    """The seats of each side."""
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    """What points were marked for, with the points of each side; the last line is the sum."""
    best: str
    """The declaration that brought most, with its points; empty if there was none."""
    who: int
    """The seat that declared it."""
    cards: tuple[Card, ...]
    """Its cards."""


def pad_of(view: View, names: Sequence[str], carried: Sequence[int]) -> Pad:
    """Return the score of a deal that is over; `carried` are the points before it."""
    sides, marks = view.law.side_seats, standing(view.marks, view.melds)
    rows = sheet_sums(marks, view.players)
    if any(carried):
        rows += [(tr("This deal"), [now - old for now, old in zip(view.totals, carried, strict=True)])]
        rows += [(tr("Before"), list(carried))]
    rows += [(tr("Total"), list(view.totals))]
    lines = [
        (title, tuple(spoken(sum(points[seat] for seat in side), view.rules) for side in sides))
        for title, points in rows
    ]
    declared = [mark for mark in marks if mark.reason in BY_NAME]
    best, who, cards = "", 0, tuple[Card, ...]()
    if declared:
        most = max(declared, key=lambda mark: mark.points)
        best, who = f"{combination_title(most.reason)} {spoken(most.points, view.rules)}", most.seat
        cards = next(
            (
                tuple(sorted_hand(CardSet(meld.cards)))
                for meld in view.melds
                if (meld.seat, meld.row.name, meld.trick) == (most.seat, most.reason, most.trick)
            ),
            (),
        )
    return Pad(tuple(names), sides, tuple(lines), best, who, cards)


def describe_pad(pad: Pad) -> str:
    """Say what the picture shows."""
    heads = [" + ".join(plain_name(pad.names[seat]) for seat in side) for side in pad.sides]
    told = [
        pair(title, "; ".join(f"{head} {value}" for head, value in zip(heads, values, strict=True)))
        for title, values in pad.lines
    ]
    told += [f"{pair(plain_name(pad.names[pad.who]), pad.best)}, {faces(pad.cards)}"] if pad.best else []
    return "\n".join(told)[:LONGEST]


def pad_picture(pad: Pad, cards: Print) -> bytes:
    """Draw the score, and return a PNG 1100 pixels wide."""
    column = 240 if len(pad.sides) < 3 else 640 // len(pad.sides)
    heads = 16 + _NAME * max(map(len, pad.sides))
    foot = _CARD * 3 // 2 + 36 if pad.best else 0
    room = _HEIGHT - 2 * _EDGE - heads - foot
    tall = max(_LINE, min(_MOST_LINE, room // len(pad.lines)))
    height = max(_HEIGHT, 2 * _EDGE + heads + foot + tall * len(pad.lines))
    picture = cloth(WIDTH, height).copy()
    pen, things = ImageDraw.Draw(picture), list[Thing]()
    left, right = _EDGE + 20, WIDTH - _EDGE - 20
    ends = [right - column * (len(pad.sides) - 1 - at) for at in range(len(pad.sides))]
    for side, end in zip(pad.sides, ends, strict=True):
        for at, seat in enumerate(side):
            area = Box(end - column + 16, _EDGE + at * _NAME, column - 16, _NAME - 8)
            things.append(name_at(pad.names, seat, area, fill=True))
    for at, (title, values) in enumerate(pad.lines):
        top, last = _EDGE + heads + at * tall, at == len(pad.lines) - 1
        ink, middle = BRASS_LIGHT if last else IVORY, top + tall // 2
        lay_field(picture, Box(_EDGE, top + 2, WIDTH - 2 * _EDGE, tall - 4), FIELD, BRASS_DARK if last else HEM, 2)
        words = fitted(title, right - column * len(pad.sides) - left, (_SIZE, 44, 38))
        pen.text((left, middle), words.lines[0], fill=ink, font=font(words.size), anchor="lm")
        for end, value in zip(ends, values, strict=True):
            pen.text((end, middle), str(value) if value else "·", fill=ink, font=font(_SIZE), anchor="rm")
    if pad.best:
        top, step = height - _EDGE - _CARD * 3 // 2, min(_CARD + 8, 400 // max(1, len(pad.cards)))
        start = right - _CARD - step * (len(pad.cards) - 1)
        things += [CardAt(card, start + at * step, top, _CARD) for at, card in enumerate(pad.cards)]
        things.append(name_at(pad.names, pad.who, Box(left, top + 8, 400, _NAME - 8), left=True))
        best = fitted(pad.best, start - left - 30, (_SIZE, 44, 38))
        middle = top + _NAME + (_CARD * 3 // 2 - _NAME) // 2
        pen.text((left, middle), best.lines[0], fill=BRASS_LIGHT, font=font(best.size), anchor="lm")
    drawn = in_palette(picture)
    lay_all(drawn, tuple(things), cards)
    return png(drawn)
