"""The layout of a table's picture: cards, names and numbers with their places, in the order they are laid down."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Final, TypeAlias

from bot.engine import Card, CardSet, Suit
from bot.engine.cards import NO_CARD
from bot.lazy import dataclass
from bot.ui.pictures.pen import Written, names_in, width_of
from bot.ui.pictures.plan import Box, Plan, narrowest, plan_for, spread, two_rows
from bot.ui.pictures.tableface import SeatFace, SideFace, TableFace

TAB: Final = 46
"""The height of a name's tab."""
MARGIN: Final = 8
"""The margin at the left and right of a name on its tab."""
TICK: Final = 30
"""The width of the tick that marks the taker of a trick."""
DISC: Final = 54
FIGURE: Final = 38
"""The least height of a figure: 11 pixels where the picture is shown 330 wide."""
RIM: Final = 5
"""How far the rim of brass stands out around a card."""
RAISE: Final = 26
"""How much higher the card that was drawn last stands."""
COUNTER: Final = 76
HELD: Final = (54, TAB)
"""Width and height of the number of cards that a seat has."""
APART: Final = (36, 60)
"""Width and height of the sign before cards that lie apart; it is no wider than the visible part of a covered card."""
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
    """Whether it cannot be played now, or is a shown card still in the hand."""
    rimmed: bool = False
    """Whether it stands out: it took its trick, was drawn last, was called, or belongs to an announced combination."""
    tall: int = 0
    """The height of its visible part from above; 0 is all of it."""

    @property
    def box(self) -> Box:
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
        more = 3 * (self.layers - 1)
        return Box(self.x, self.y, self.width + more, self.width * 3 // 2 + more)


@dataclass(frozen=True, slots=True)
class NameAt:
    """A seat's name on its tab, or its disc if the name cannot be written."""

    seat: int
    name: Written
    box: Box
    lit: bool = False
    took: bool = False
    """Whether a tick says that the seat took the trick."""


@dataclass(frozen=True, slots=True)
class NumberAt:
    """A number on its plate."""

    what: str
    """``target``, ``score``, ``brisques``, ``stock`` or ``held``, the number of cards that a seat has."""
    number: int
    box: Box


@dataclass(frozen=True, slots=True)
class SignAt:
    """A sign: ``flag`` before the target, ``brisques`` above their numbers, ``lying`` or ``faced`` before cards."""

    what: str
    box: Box


@dataclass(frozen=True, slots=True)
class MedalAt:
    """The sign of trumps."""

    trump: Suit
    box: Box


Thing: TypeAlias = CardAt | EmptyAt | PileAt | NameAt | NumberAt | SignAt | MedalAt


def arranged(face: TableFace) -> tuple[Thing, ...]:
    return _Arrangement(face).things()


def plan_of(face: TableFace) -> Plan:
    return plan_for(len(face.seats), hand=face.hand is not None)


class _Arrangement:
    """A builder of the layout, which puts one thing after another in its place."""

    def __init__(self, face: TableFace) -> None:
        self._face, self._plan = face, plan_of(face)
        self._names = tuple(each.name for each in face.seats)
        self._things: list[Thing] = []

    def things(self) -> tuple[Thing, ...]:
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
        """Lay turn-up, pile and count, with the medal of trumps beside them, or below them if there is room."""
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
            self._things.append(PileAt(x, y, card, min(6, 2 + pile // 20)))  # as many as stand above the medal
        count = Box(x + card + 36 - COUNTER, y + high - COUNTER + 12, COUNTER, COUNTER)
        self._things.append(NumberAt("stock", face.stock, count))

    def _trick(self) -> None:
        """Lay the trick, each card towards its seat with the player's name, and empty places for the cards to come."""
        face, plan = self._face, self._plan
        high = plan.trick_card * 3 // 2
        played = {face.seat_of(place): each for place, each in enumerate(face.trick)}
        places = {seat: plan.trick[face.around(seat)] for seat in range(len(face.seats))}
        for seat, (x, y) in places.items():
            if seat in played:
                self._things.append(CardAt(played[seat], x, y, plan.trick_card, rimmed=seat == face.winner))
            else:
                chooses = face.lifted is not None and face.lifted.chooser == seat
                lit = face.seats[seat].on_move and not chooses
                self._things.append(EmptyAt(x, y, plan.trick_card, lit=lit))
        for seat, (x, y) in places.items():
            lit = seat == face.winner or (face.winner is None and face.seats[seat].on_move)
            self._named(seat, Box(x - 2, y + high - DISC, plan.trick_card + 4, DISC), lit=lit)

    def _before(self) -> None:
        """Lay the previous trick, smaller, with its taker's name; or the lifted cards with the chooser's name."""
        trick, lifted = self._face.before, self._face.lifted
        if lifted is not None:
            backs = lifted.hidden or int(lifted.chooser is None)  # without a choice the lifted cards lie on the stock
            xs, y, below = self._aside(backs + len(lifted.cards))
            chosen, card = lifted.chooser is not None, self._plan.before_card
            self._things += [PileAt(x, y, card, 1) for x in xs[:backs]]
            self._things += [
                CardAt(each, x, y, card, rimmed=chosen) for each, x in zip(lifted.cards, xs[backs:], strict=True)
            ]
            if lifted.chooser is not None:
                self._named(lifted.chooser, below, lit=True)
        elif trick is not None:
            xs, y, below = self._aside(len(trick.cards))
            for place, (each, x) in enumerate(zip(trick.cards, xs, strict=True)):
                took = trick.seat_of(place) == trick.winner
                self._things.append(CardAt(each, x, y, self._plan.before_card, rimmed=took))
            self._named(trick.winner, below, took=True)

    def _aside(self, count: int) -> tuple[list[int], int, Box]:
        """Return the left edges of a number of cards beside the trick, their top, and the box of the name below."""
        area, card = self._plan.before, self._plan.before_card
        high = card * 3 // 2
        tall = min(high + DISC + 4, area.height)
        places = spread((1,) * count, area.width - 4 * RIM, card)
        x = area.x + (area.width - places[-1] - card) // 2
        y = area.y + (area.height - tall) // 2
        return [x + each for each in places], y, Box(area.x, y + tall - DISC, area.width, DISC)

    def _field(self, seat: int) -> None:
        """Lay a seat's exposed cards and its name, with the number of its cards at an honour table."""
        face, plan = self._face, self._plan
        around, own = face.around(seat), face.seats[seat]
        area, card = plan.fields[around], plan.card
        hand = face.hand if around == 0 else None
        groups = _groups(own, shown=hand is None)
        if area.width > plan.column and narrowest(tuple(map(len, groups)), card) > area.width - DISC - 24 - 2 * RIM:
            groups = [[each for each in group if not isinstance(each, str)] for group in groups]  # no room for signs
        sizes = tuple(map(len, groups))
        laid = [*chain.from_iterable(groups)]
        playable = hand.playable if hand is not None else CardSet()
        if area.width <= plan.column:
            room = area.width - 4 * RIM
            rows = (sizes,) if narrowest(sizes, card) <= room else two_rows(sizes)
            if any(narrowest(row, card) > room for row in rows):
                room = area.width - 2 * RIM
            y = area.y + RIM + 1
            for row in rows:
                xs = spread(row, room, card)
                start = area.x + (area.width - (xs[-1] if xs else 0) - card) // 2
                self._row(own, laid[: len(xs)], [start + x for x in xs], y, playable)
                del laid[: len(xs)]
                y += card - 2
            below = Box(area.x + 6, area.bottom - DISC - 2, area.width - 12, DISC)
            if own.held is not None:
                below = below._replace(width=below.width - HELD[0] - 4)
                self._held(own.held, below.right + 4, below.y + (DISC - HELD[1]) // 2)
            self._named(seat, below, lit=own.on_move)
            return
        room = max(DISC, min(230, area.width - 40 - narrowest(sizes, card)))
        seen = min(area.bottom, plan.hand.y - RAISE) if around == 0 and plan.hand else area.bottom
        place = Box(area.x + 12, area.y, room, seen - area.y)
        stacked = place.height >= DISC + HELD[1] + 4
        if own.held is not None:
            place = (
                place._replace(height=place.height - HELD[1] - 4) if stacked else place._replace(width=room - HELD[0])
            )
        tab = name_at(self._names, seat, place, lit=own.on_move, left=True)
        right = tab.box.right
        if own.held is not None and stacked:
            tab = replace(tab, box=tab.box._replace(y=place.y + (place.height - tab.box.height) // 2))
            self._held(own.held, tab.box.x + (tab.box.width - HELD[0]) // 2, tab.box.bottom + 4)
        elif own.held is not None:
            self._held(own.held, right + 4, tab.box.y + (tab.box.height - HELD[1]) // 2)
            right += HELD[0] + 4
        self._things.append(tab)
        left = right + 12
        xs = spread(sizes, area.right - 2 * RIM - left, card)
        self._row(own, laid, [left + x for x in xs], area.y + RIM + 1, playable)

    def _held(self, count: int, x: int, y: int) -> None:
        self._things.append(NumberAt("held", count, Box(x, y, *HELD)))

    def _row(self, own: SeatFace, laid: list[Card | str], xs: list[int], y: int, playable: CardSet) -> None:
        for at, (each, x) in enumerate(zip(laid, xs, strict=True)):
            if isinstance(each, str):
                close = xs[at + 1] - APART[0] - RIM if at + 1 < len(xs) else x
                self._things.append(SignAt(each, Box(max(x, close), y + 10, *APART)))
                continue
            dim = each in own.shown or (bool(playable) and each not in playable)
            rimmed = each in own.announced or each == own.called
            self._things.append(CardAt(each, x, y, self._plan.card, dim=dim, rimmed=rimmed))

    def _hand(self) -> None:
        """Lay the hand of the picture's reader: the lower edge cuts the cards below their indices."""
        hand, area, card = self._face.hand, self._plan.hand, self._plan.hand_card
        if hand is None or area is None or not hand.cards:
            return
        playable, gaps, apart = frozenset(hand.playable), max(1, len(hand.cards) - 1), card // 2 if hand.trumps else 0
        step = min(card + 6, (area.width - card - apart) // gaps)
        x = area.x + (area.width - card - apart - step * (len(hand.cards) - 1)) // 2
        for at, each in enumerate(hand.cards):
            if apart and at == hand.trumps:
                x += apart
            fresh = each == hand.drawn
            dim = bool(playable) and each not in playable
            self._things.append(CardAt(each, x, area.y - RAISE * fresh, card, dim=dim, rimmed=fresh))
            x += step

    def _marker(self) -> None:
        """Write the target, and for each side the names, the score, and the brisques that it has taken."""
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


def _groups(own: SeatFace, *, shown: bool) -> list[list[Card | str]]:
    """Return the cards before a seat, group by group, with a sign before those that lie apart from its declarations."""
    groups: list[list[Card | str]] = [list(group) for group in own.exposed]
    if shown:
        groups += [list(own.shown)] if own.shown else []
    groups += [[sign, *cards] for sign, cards in (("lying", own.lying), ("faced", own.faced)) if cards]
    return groups


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
    """Put a seat's name, or its disc, in the middle of an area, as large as it fits there."""
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
