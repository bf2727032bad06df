"""The board as a picture: the table as everybody sees it, and the marker board with the score."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from bot.engine import Card, View
from bot.engine.cards import NO_CARD, kind_of, suit_of
from bot.ui.text.history import groups_of, sevens_of, sides_of, trick_shown

from .cardface import card_back, card_mask, laid_face
from .cloth import cloth, soft
from .drawing import OVERSAMPLING, Colour
from .inks import BRASS, BRASS_LIGHT, CLOTH_DARK, SHADE, WOOD, WOOD_DARK, WOOD_GRAIN, WOOD_LIGHT
from .palette import png
from .pieces import Piece, badge, counter, dealer_button, dial, pegs, pile_edge, pin, plate, seven_tag, trump_sign
from .places import FRAME, WIDTH, Places, Zone, places_for, spread, two_rows


def board_picture(view: View, *, four_colour: bool = False, scale: int = 2, keep_last: bool = False) -> bytes:
    """Draw what a spectator sees of a deal, and return a PNG.

    The cards of an announced combination carry a brass pin; a seven that was shown and is still held lies as a tag at
    its seat.

    Args:
        view: The spectator's view: a seat's own view is refused, so that no picture for all can show a hand.
        four_colour: Whether clubs are green and diamonds blue.
        scale: Pixels for each unit; the picture is 480 units wide and, by the number of seats, 392 to 486 high.
        keep_last: Whether a trick stays in the middle until the next is led.

    Raises:
        ValueError: The view is a seat's.
    """
    if view.seat is not None:
        raise ValueError("a board is drawn from the spectator's view only")
    sides = sides_of(view)
    places = places_for(view.players, len(sides))
    picture = _ground(view.players, len(sides), scale).copy()
    pen = _Pen(picture, scale, four_colour)
    for seat, zone in enumerate(places.zones):
        pen.seat(view, seat, zone, places)
    pen.stock(view, places)
    pen.trick(view, places, keep_last=keep_last)
    pen.put(trump_sign(view.trump, scale, four_colour=four_colour), *places.trump)
    for number, seats in enumerate(sides):
        pen.marker(view, seats, view.side_totals[number], number, len(sides), places)
    return png(picture, "board")


class _Pen:
    """Lays cards and pieces on one picture."""

    def __init__(self, picture: Image.Image, scale: int, four_colour: bool) -> None:  # noqa: FBT001
        self._picture = picture
        self._scale = scale
        self._four = four_colour

    def _card(self, card: Card, x: float, y: float, width: int, *, turn: float = 0.0) -> None:
        """Lay a card with its left upper corner (if it is not turned) at a point."""
        scale = self._scale
        wide = width * scale
        face = laid_face(kind_of(card), wide, turn, four_colour=self._four)
        self._lay(face.convert("RGB"), x, y, wide, turn)

    def _lay(self, face: Image.Image, x: float, y: float, wide: int, turn: float = 0.0) -> None:
        scale = self._scale
        mask = _mask(wide, turn)
        left = round(x * scale - (mask.width - wide) / 2)
        top = round(y * scale - (mask.height - wide * 3 // 2) / 2)
        blur = 2 * scale
        self._picture.paste(SHADE, (left - 2 * blur, top - 2 * blur + scale), card_shadow(wide, turn, blur))
        self._picture.paste(face, (left, top), mask)

    def put(self, piece: Piece, x: float, y: float) -> None:
        """Lay a piece with its middle at a point."""
        lay_piece(self._picture, piece, x * self._scale, y * self._scale)

    def seat(self, view: View, seat: int, zone: Zone, places: Places) -> None:
        """Draw a seat's badge, the dealer's button, the sevens it has shown, and the exposed cards by group."""
        scale, card = self._scale, places.card
        lit = seat == view.turn and not view.over
        beside = zone.rows == 1
        mark = badge(seat, scale, lit=lit)
        self.put(mark, zone.x + 18, zone.y + (19 if beside else 17))
        if seat == view.dealer:
            dx, dy = (18, 50) if beside else (46, 17)
            self.put(dealer_button(scale), zone.x + dx, zone.y + dy)
        if lit:
            lay_field(self._picture, zone, scale, 13, BRASS_LIGHT, 1)
        groups = groups_of(view, seat)
        left, top = (zone.x + 36, zone.y + 5) if beside else (zone.x + 5, zone.y + 32)
        room = zone.x + zone.width - 5 - left
        sevens = sevens_of(view, seat)
        for number, seven in enumerate(sevens):
            tag = seven_tag(suit_of(seven), scale, four_colour=self._four, small=not beside)
            if beside:  # upon each other at the right end
                x, y = zone.x + zone.width - 18, zone.y + 23 + number * min(42, 46 // max(1, len(sevens) - 1))
            else:  # beside the badge
                x, y = zone.x + 72 + number * min(23, 36 // max(1, len(sevens) - 1)), zone.y + 17
            self.put(tag, x, y)
        if sevens and beside:
            room -= 32
        announced = view.announced[seat]
        pinned = announced.cards if announced is not None else 0
        cards = [each for group in groups for each in group]
        sizes = [len(group) for group in groups]
        for row in [sizes] if beside else two_rows(sizes):
            xs = spread(tuple(row), room, card)
            start = left + (room - xs[-1] - card) / 2 if xs else left
            for x in xs:
                each = cards.pop(0)
                self._card(each, start + x, top, card)
                if pinned >> each & 1:
                    self.put(pin(scale), start + x + 8, top + card * 1.5 - 8)
            top += card * 1.5 + 3

    def stock(self, view: View, places: Places) -> None:
        """Draw the turn-up, the pile that lies on it, and its count."""
        if not view.stock:
            return
        scale, card = self._scale, places.card
        x, y = places.stock
        if view.turn_up != NO_CARD:
            self._card(view.turn_up, x, y, card)
            x += card * 0.46
        pile = view.stock - (view.turn_up != NO_CARD)
        if pile:
            layers, wide = 1 + pile // 16, card * scale
            edge = pile_edge(wide, layers)
            self.put(edge, x + card / 2 + layers / scale, y + card * 0.75 + layers / scale)
            self._lay(card_back(wide), x, y, wide)
        self.put(counter(view.stock, scale), x + card - 4, y + card * 1.5 - 8)

    def trick(self, view: View, places: Places, *, keep_last: bool) -> None:
        """Draw the trick, each card towards the seat that played it; a taken trick's best card has a brass rim."""
        leader, cards, winner = trick_shown(view, keep_last=keep_last)
        scale, card = self._scale, places.trick_card
        for number, each in enumerate(cards):
            seat = (leader + number) % view.players
            x, y, turn = places.trick[seat]
            if seat == winner:
                rim = _mask((card + 6) * scale, turn)
                at = (round(x * scale - rim.width / 2), round(y * scale - rim.height / 2))
                self._picture.paste(BRASS_LIGHT, at, rim)
            self._card(each, x - card / 2, y - card * 0.75, card, turn=turn)
        for number in range(len(cards)):
            seat = (leader + number) % view.players
            x, y, _ = places.trick[seat]
            self.put(badge(seat, scale, small=True), x + card / 2 + 1, y - card * 0.75)

    def marker(self, view: View, seats: tuple[int, ...], total: int, number: int, sides: int, layout: Places) -> None:
        """Draw one side's part of the marker board: badges, plate, pegs for thousands, dials."""
        scale, places = self._scale, layout.marker
        left, top = FRAME + (WIDTH - 2 * FRAME) / sides * number, layout.table
        score = max(0, total)
        thousands, hundreds, tens = score // 1000, score // 100 % 10, score // 10 % 10
        for place, seat in enumerate(seats):
            lit = seat == view.turn and not view.over
            self.put(badge(seat, scale, lit=lit), left + places.badge[0] + 29 * place, top + places.badge[1])
        self.put(plate(total, places.plate_width, scale), left + places.plate[0], top + places.plate[1])
        holes = max(places.holes, thousands)
        x, y = places.pegs
        self.put(pegs(thousands, holes, scale), left + x + 5.5 * holes, top + y)
        for digit, (x, y) in zip((hundreds, tens), places.dials, strict=True):
            self.put(dial(digit, places.dial * scale), left + x, top + y)


@lru_cache(maxsize=32)
def _mask(width: int, turn: float) -> Image.Image:
    mask = card_mask(width)
    return mask.rotate(-turn, Image.Resampling.BICUBIC, expand=True) if turn else mask


@lru_cache(maxsize=32)
def card_shadow(width: int, turn: float, blur: int) -> Image.Image:
    """Return the shadow of a card of a width in pixels, with room for the blur all around."""
    return soft(_mask(width, turn), blur)


@lru_cache(maxsize=8)
def _ground(players: int, sides: int, scale: int) -> Image.Image:
    """Draw what never changes: cloth, frame, the seats' places, the wood of the marker board."""
    places = places_for(players, sides)
    size = (WIDTH * scale, places.height * scale)
    picture = Image.new("RGB", size, WOOD)
    pen = ImageDraw.Draw(picture)
    _wood(pen, size, places.table * scale)
    inner = ((WIDTH - 2 * FRAME) * scale, (places.table - 2 * FRAME) * scale)
    edge = FRAME * scale
    picture.paste(cloth(*inner), (edge, edge))
    pen.rectangle(
        (edge - scale, edge - scale, edge + inner[0] + scale - 1, edge + inner[1] + scale - 1),
        outline=BRASS,
        width=scale,
    )
    pen.rectangle((edge, edge, edge + inner[0] - 1, edge + inner[1] - 1), outline=CLOTH_DARK, width=scale)
    for zone in places.zones:
        lay_field(picture, zone, scale, 0, CLOTH_DARK, 0.35)
        lay_field(picture, zone, scale, 8, CLOTH_DARK, 1)
    for number in range(1, sides):
        x = round((FRAME + (WIDTH - 2 * FRAME) / sides * number) * scale)
        pen.line((x, (places.table + 3) * scale, x, (places.height - 7) * scale), fill=WOOD_DARK, width=scale)
        pen.line(
            (x + scale, (places.table + 3) * scale, x + scale, (places.height - 7) * scale), fill=WOOD_LIGHT, width=1
        )
    return picture


def _wood(pen: ImageDraw.ImageDraw, size: tuple[int, int], rail: int) -> None:
    """Rule grain into the wood of the marker board: plain lines, which pack well."""
    grain = (WOOD, WOOD_GRAIN[0], WOOD, WOOD_GRAIN[1], WOOD, WOOD)
    for y in range(rail, size[1]):
        pen.line((0, y, size[0], y), fill=grain[(y // 3 * 5 + y // 7) % len(grain)])
    pen.rectangle((0, 0, size[0] - 1, size[1] - 1), outline=WOOD_DARK, width=2)
    pen.line((0, rail, size[0], rail), fill=WOOD_LIGHT, width=2)


@lru_cache(maxsize=64)
def _field(width: int, height: int, scale: int, line: int) -> Image.Image:
    """Return a field with round corners as a mask: its line of a tenth of units, or (0) all of it."""
    mask = Image.new("L", (width * OVERSAMPLING, height * OVERSAMPLING))
    thick = round(line / 10 * scale * OVERSAMPLING)
    area = (0, 0, mask.width - 1, mask.height - 1)
    radius = 9 * scale * OVERSAMPLING
    ImageDraw.Draw(mask).rounded_rectangle(area, radius, fill=0 if line else 255, outline=255, width=max(1, thick))
    return mask.reduce(OVERSAMPLING)


def lay_field(picture: Image.Image, zone: Zone, scale: int, line: int, colour: Colour, strength: float) -> None:
    """Tint a seat's place, or the line around it."""
    mask = _field(round(zone.width * scale), round(zone.height * scale), scale, line)
    if strength < 1:
        mask = mask.point([round(value * strength) for value in range(256)])
    picture.paste(colour, (round(zone.x * scale), round(zone.y * scale)), mask)


def lay_piece(picture: Image.Image, piece: Piece, x: float, y: float) -> None:
    """Lay a piece on a picture with its middle at a point, in pixels."""
    image, mask = piece
    picture.paste(image, (round(x - image.width / 2), round(y - image.height / 2)), mask)
