"""Where each card, name and number of a table lies in its picture: a list of things in the order they are laid down."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from bot.engine import Card, CardSet, Suit
from bot.engine.cards import NO_CARD

from .pen import Written, names_in, width_of
from .plan import Box, Plan, plan_for
from .rows import narrowest, spread, two_rows
from .tableface import SeatFace, SideFace, TableFace

TAB: Final = 46
"""How high a name's tab is."""
MARGIN: Final = 8
"""Left and right of a name on its tab."""
TICK: Final = 30
"""The width of the tick of who took a trick."""
DISC: Final = 54
FIGURE: Final = 38
"""How high a figure is at least: 11 pixels where the picture is shown 330 wide."""
RIM: Final = 5
"""How far the rim of brass stands out around a card."""
RAISE: Final = 26
"""So much higher stands the card that was drawn just now."""
COUNTER: Final = 76
_MEDAL: Final = 132
_WON: Final = 84
_CAPTION: Final = 60
"""The height of the marker's first line."""


@dataclass(frozen=True, slots=True)
class CardAt:
    """A card."""

    card: Card
    x: int
    y: int
    width: int
    dim: bool = False
    """It cannot be played now, or is held by somebody who has shown it."""
    rimmed: bool = False
    """It stands out: it took its trick, was drawn just now, or belongs to what is announced."""
    tall: int = 0
    """How much of it lies there from above; 0 is all of it."""

    @property
    def box(self) -> Box:
        """The room it takes, its rim left out."""
        return Box(self.x, self.y, self.width, self.tall or self.width * 3 // 2)


@dataclass(frozen=True, slots=True)
class EmptyAt:
    """The place of a card that is still to be played."""

    x: int
    y: int
    width: int
    lit: bool

    @property
    def box(self) -> Box:
        """The room it takes."""
        return Box(self.x, self.y, self.width, self.width * 3 // 2)


@dataclass(frozen=True, slots=True)
class PileAt:
    """The stock face down."""

    x: int
    y: int
    width: int
    layers: int

    @property
    def box(self) -> Box:
        """The room it takes."""
        more = 3 * (self.layers - 1)
        return Box(self.x, self.y, self.width + more, self.width * 3 // 2 + more)


@dataclass(frozen=True, slots=True)
class NameAt:
    """A seat's name on its tab, or its disc where the name cannot be written."""

    seat: int
    name: Written
    box: Box
    lit: bool = False
    took: bool = False
    """A tick says that the seat took the trick."""


@dataclass(frozen=True, slots=True)
class NumberAt:
    """A number on its plate."""

    what: str
    """``target``, ``score``, ``brisques`` or ``stock``."""
    number: int
    box: Box


@dataclass(frozen=True, slots=True)
class SignAt:
    """A sign: ``flag`` before the target, ``brisques`` above their numbers."""

    what: str
    box: Box


@dataclass(frozen=True, slots=True)
class MedalAt:
    """The sign of trumps."""

    trump: Suit
    box: Box


Thing: TypeAlias = CardAt | EmptyAt | PileAt | NameAt | NumberAt | SignAt | MedalAt


def arranged(face: TableFace) -> tuple[Thing, ...]:
    """Lay out a table."""
    return _Arrangement(face).things()


def plan_of(face: TableFace) -> Plan:
    """Return the places of a table's picture."""
    return plan_for(len(face.seats), hand=face.hand is not None)


class _Arrangement:
    """Puts one thing after the other in its place."""

    def __init__(self, face: TableFace) -> None:
        self._face, self._plan = face, plan_of(face)
        self._names = tuple(each.name for each in face.seats)
        self._things: list[Thing] = []

    def things(self) -> tuple[Thing, ...]:
        """Return everything."""
        self._stock()
        self._before()
        self._trick()
        for seat in range(len(self._face.seats)):
            self._field(seat)
        self._hand()
        self._marker()
        return tuple(self._things)

    def _named(self, seat: int, area: Box, *, lit: bool = False, took: bool = False, fill: bool = False) -> None:
        self._things.append(name_at(self._names, seat, area, lit=lit, took=took, fill=fill))

    def _stock(self) -> None:
        """Lay turn-up, pile and count, and the medal of trumps beside them, or below where there is room."""
        face, area, card = self._face, self._plan.stock, self._plan.stock_card
        high = card * 3 // 2
        if not face.stock:
            size = min(_MEDAL, area.height)
            self._things.append(MedalAt(face.trump, _in_middle(area, size)))
            return
        wide = card + card // 2 + 36
        upright = area.height >= high + 100 + 16
        size = min(_MEDAL, area.height - high - 16 if upright else area.width - wide - 14)
        y = area.y + (area.height - high - (size + 16 if upright else 0)) // 2
        x = area.x + (area.width - wide) // 2 + 4 if upright else area.x + 6
        medal = Box(area.x + (area.width - size) // 2, y + high + 16, size, size)
        if not upright:
            medal = Box(area.right - size, area.y + (area.height - size) // 2, size, size)
        self._things.append(MedalAt(face.trump, medal))
        if face.turn_up != NO_CARD:
            self._things.append(CardAt(face.turn_up, x, y, card))
        x += card // 2
        if pile := face.stock - (face.turn_up != NO_CARD):
            self._things.append(PileAt(x, y, card, 2 + pile // 20))
        count = Box(x + card + 36 - COUNTER, y + high - COUNTER + 12, COUNTER, COUNTER)
        self._things.append(NumberAt("stock", face.stock, count))

    def _trick(self) -> None:
        """Lay the trick, each card towards its seat with the name of who played it; empty places for those to come."""
        face, plan = self._face, self._plan
        high = plan.trick_card * 3 // 2
        played = {face.seat_of(place): each for place, each in enumerate(face.trick)}
        places = {seat: plan.trick[face.around(seat)] for seat in range(len(face.seats))}
        for seat, (x, y) in places.items():
            if seat in played:
                self._things.append(CardAt(played[seat], x, y, plan.trick_card, rimmed=seat == face.winner))
            else:
                self._things.append(EmptyAt(x, y, plan.trick_card, lit=face.seats[seat].on_move))
        for seat, (x, y) in places.items():
            lit = seat == face.winner or (face.winner is None and face.seats[seat].on_move)
            self._named(seat, Box(x - 2, y + high - DISC, plan.trick_card + 4, DISC), lit=lit)

    def _before(self) -> None:
        """Lay the trick before, smaller, with who took it."""
        trick, area, card = self._face.before, self._plan.before, self._plan.before_card
        if trick is None:
            return
        high = card * 3 // 2
        apart = area.height >= high + DISC + 4
        tall = high + DISC + 4 if apart else area.height
        places = spread((1,) * len(trick.cards), area.width - 4 * RIM, card)
        x = area.x + (area.width - places[-1] - card) // 2
        y = area.y + (area.height - tall) // 2
        for place, each in enumerate(trick.cards):
            took = trick.seat_of(place) == trick.winner
            self._things.append(CardAt(each, x + places[place], y, card, rimmed=took))
        self._named(trick.winner, Box(area.x, y + tall - DISC, area.width, DISC), took=True)

    def _field(self, seat: int) -> None:
        """Lay a seat's exposed cards, and its name."""
        face, plan = self._face, self._plan
        around, own = face.around(seat), face.seats[seat]
        area, card = plan.fields[around], plan.card
        hand = face.hand if around == 0 else None
        groups = [*own.exposed, *((each,) for each in own.shown if hand is None)]
        sizes = tuple(map(len, groups))
        cards = [each for group in groups for each in group]
        playable = hand.playable if hand is not None else CardSet()
        if area.width <= plan.column:
            room = area.width - 4 * RIM
            rows = (sizes,) if narrowest(sizes, card) <= room else two_rows(sizes)
            y = area.y + RIM + 1
            for row in rows:
                xs = spread(row, room, card)
                start = area.x + (area.width - (xs[-1] if xs else 0) - card) // 2
                self._row(own, cards[: len(xs)], [start + x for x in xs], y, playable)
                del cards[: len(xs)]
                y += card - 2
            self._named(seat, Box(area.x + 6, area.bottom - DISC - 2, area.width - 12, DISC), lit=own.on_move)
            return
        room = max(DISC, min(230, area.width - 40 - narrowest(sizes, card)))
        seen = min(area.bottom, plan.hand.y - RAISE) if around == 0 and plan.hand else area.bottom
        tab = name_at(self._names, seat, Box(area.x + 12, area.y, room, seen - area.y), lit=own.on_move, left=True)
        self._things.append(tab)
        left = tab.box.right + 12
        xs = spread(sizes, area.right - 2 * RIM - left, card)
        self._row(own, cards, [left + x for x in xs], area.y + RIM + 1, playable)

    def _row(self, own: SeatFace, cards: list[Card], xs: list[int], y: int, playable: CardSet) -> None:
        for each, x in zip(cards, xs, strict=True):
            dim = each in own.shown or (bool(playable) and each not in playable)
            self._things.append(CardAt(each, x, y, self._plan.card, dim=dim, rimmed=each in own.announced))

    def _hand(self) -> None:
        """Lay the hand of the seat for which the picture is: the lower edge cuts the cards below their indices."""
        hand, area, card = self._face.hand, self._plan.hand, self._plan.hand_card
        if hand is None or area is None or not hand.cards:
            return
        gaps = max(1, len(hand.cards) - 1)
        step = min(card + 6, (area.width - card) // gaps)
        x = area.x + (area.width - card - step * (len(hand.cards) - 1)) // 2
        for each in hand.cards:
            fresh = each == hand.drawn
            dim = bool(hand.playable) and each not in hand.playable
            self._things.append(CardAt(each, x, area.y - RAISE * fresh, card, dim=dim, rimmed=fresh))
            x += step

    def _marker(self) -> None:
        """Write to what the game goes, and of each side the names, the score, and the brisques it has taken."""
        face, area = self._face, self._plan.marker.inside(10)
        if face.target is not None:
            self._things.append(SignAt("flag", Box(area.x + 8, area.y + 4, 52, 50)))
            self._things.append(NumberAt("target", face.target, Box(area.x + 66, area.y, 150, 54)))
        if face.sides[0].brisques is not None:
            self._things.append(SignAt("brisques", Box(area.right - 104, area.y + 2, 104, 50)))
        high = (area.height - _CAPTION) // len(face.sides)
        for number, side in enumerate(face.sides):
            self._side(side, Box(area.x, area.y + _CAPTION + number * high, area.width, high))

    def _side(self, side: SideFace, row: Box) -> None:
        if len(side.seats) > 1:
            room = row.width // 2 - 4
            for number, seat in enumerate(side.seats):
                self._named(seat, Box(row.x + number * (room + 8), row.y, room, DISC), fill=True)
            row = Box(row.x, row.y + DISC, row.width, row.height - DISC)
        else:
            self._named(side.seats[0], Box(row.x, row.y, 144, row.height), fill=True)
        tall = min(row.height - 2, 64)
        top = row.y + (row.height - tall) // 2
        right = row.right - _WON
        self._things.append(NumberAt("score", side.total, Box(row.x + 150, top, right - row.x - 156, tall)))
        if side.brisques is not None:
            self._things.append(NumberAt("brisques", side.brisques, Box(right, top, _WON, tall)))


def name_at(
    names: tuple[str, ...],
    seat: int,
    area: Box,
    *,
    lit: bool = False,
    took: bool = False,
    fill: bool = False,
    left: bool = False,
) -> NameAt:
    """Put a seat's name, or its disc, in the middle of an area as large as it fits there.

    Args:
        names: By seat.
        seat: Whose.
        area: Where.
        lit: Whether it is the seat's turn.
        took: Whether the seat took the trick.
        fill: Whether the tab is as wide as the area.
        left: Whether it stands at the left of the area.
    """
    sign = TICK if took else 0
    name = names_in(names, area.width - 2 * MARGIN - sign)[seat]
    width = width_of(name.text, name.size) + 2 * MARGIN + sign if name.text else DISC
    high = TAB if name.text else DISC
    if fill and name.text:
        width = area.width
    x = area.x if left else area.x + (area.width - width) // 2
    box = Box(x, area.y + (area.height - high) // 2, width, high)
    return NameAt(seat, name, box, lit=lit, took=took and bool(name.text))


def _in_middle(area: Box, size: int) -> Box:
    return Box(area.x + (area.width - size) // 2, area.y + (area.height - size) // 2, size, size)
