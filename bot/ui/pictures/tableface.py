"""The content of a table's picture as a value: read out of a view once, then drawn, and said in words here.

The words are for screen readers, and for clients in which no picture loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from bot.engine import Card, CardSet, Phase, Suit, Trick, View
from bot.engine.cards import NO_CARD
from bot.lazy import dataclass
from bot.ui.text.faces import face as face_of
from bot.ui.text.faces import faces, hand_line, held_apart, plain_name, sorted_hand, suit_sign
from bot.ui.text.history import brisques_taken, groups_of, sevens_of, sides_of, trick_shown
from bot.ui.text.honour_table import (
    Lifted,
    called_of,
    count_text,
    faced_of,
    held_by,
    lifted_of,
    lying_of,
    may_play,
    set_apart,
)
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import combination_title, spoken
from bot.ui.text.typed import END_ISOLATE, ISOLATE


class OpenHand(NamedTuple):
    """One seat's cards."""

    held: CardSet
    exposed: CardSet = CardSet()
    drew: tuple[Card, ...] = ()
    """The cards drawn later, in that order."""


@dataclass(frozen=True, slots=True)
class SeatFace:
    """One seat."""

    name: str
    on_move: bool
    exposed: tuple[tuple[Card, ...], ...]
    """The exposed cards, grouped as they were declared."""
    announced: CardSet
    """The exposed cards of the announced combination."""
    announces: str
    """The name of the announced combination in the rules; empty if there is none."""
    shown: tuple[Card, ...]
    """Sevens of trumps that were shown and are still in the closed hand."""
    held: int | None = None
    """At an honour table, the number of its cards, exposed ones included."""
    lying: tuple[Card, ...] = ()
    """Cards that stay exposed as a forfeit and serve in nothing."""
    faced: tuple[Card, ...] = ()
    """Cards that lie faced, and may be called."""
    called: Card = NO_CARD
    """The faced or other card that was called and has to be played."""

    @property
    def laid_out(self) -> tuple[Card, ...]:
        """Every card that lies open before the seat."""
        return (*(card for group in self.exposed for card in group), *self.lying, *self.faced)


@dataclass(frozen=True, slots=True)
class SideFace:
    """One seat, or two partners, with a score of their own."""

    seats: tuple[int, ...]
    total: int
    brisques: int | None
    """Number taken in this deal; None if tricks may not be looked at."""


@dataclass(frozen=True, slots=True)
class HandFace:
    """The hand of the picture's reader."""

    cards: tuple[Card, ...]
    """The cards neither exposed nor faced, in the order in which they are held."""
    playable: CardSet
    """Cards that may be played now, exposed ones included; empty when it is not the seat's turn to play.

    At an honour table it is empty too, except for a card that was called.
    """
    drawn: Card
    """The card that was drawn last."""
    trumps: int = 0
    """The number of cards before a gap, if the reader holds trumps apart."""


@dataclass(frozen=True, slots=True)
class TableFace:
    """A table at one moment, as one seat sees it or as everybody does."""

    seats: tuple[SeatFace, ...]
    below: int
    """The seat at the lower edge: the picture's reader."""
    hand: HandFace | None
    """None if the picture is for everybody."""
    sides: tuple[SideFace, ...]
    target: int | None
    trump: Suit
    turn_up: Card
    stock: int
    leader: int
    trick: tuple[Card, ...]
    """The cards in the middle, the leader's card first."""
    winner: int | None
    """The winner of the trick in the middle, if it is complete."""
    before: Trick | None
    """The trick before that, if it may be looked at and no cards were lifted."""
    lifted: Lifted | None = None
    """At an honour table, the cards of the stock that were lifted or turned up."""

    def seat_of(self, place: int) -> int:
        """Return the seat that played a card of the trick in the middle."""
        return (self.leader + place) % len(self.seats)

    def around(self, seat: int) -> int:
        """Return how many seats to the left of the lower edge a seat sits."""
        return (seat - self.below) % len(self.seats)


def seen_by_all(view: View, names: Sequence[str], *, keep_last: bool = False) -> TableFace:
    """Return what everybody sees of a deal; `keep_last` leaves a trick in the middle until the next is led."""
    if view.seat is not None:
        raise ValueError("what all see is made from the spectator's view only")
    return _face(view, names, None, keep_last=keep_last)


def seen_from(view: View, names: Sequence[str], *, drawn: Card = NO_CARD) -> TableFace:
    """Return what a seat sees of a deal, with the card that it has drawn since it last played."""
    if view.seat is None:
        raise ValueError("a spectator has no hand")
    playable = may_play(view)
    parts = held_apart(view, view.hand - set_apart(view, view.seat))
    hand = HandFace(tuple(chain.from_iterable(parts)), playable, drawn, len(parts[0]) if len(parts) > 1 else 0)
    return _face(view, names, hand, keep_last=False)


def _face(view: View, names: Sequence[str], hand: HandFace | None, *, keep_last: bool) -> TableFace:
    leader, trick, winner = trick_shown(view, keep_last=keep_last)
    past = view.tricks if winner is None else view.tricks[:-1]
    lifted = lifted_of(view)
    return TableFace(
        seats=tuple(_seat(view, seat, name) for seat, name in enumerate(names)),
        below=view.seat or 0,
        hand=hand,
        sides=_sides(view),
        target=spoken(view.rules.target, view.rules) if view.rules.length == "target" else None,
        trump=view.trump,
        turn_up=view.turn_up,
        stock=view.stock,
        leader=leader,
        trick=trick,
        winner=winner,
        before=past[-1] if past and lifted is None else None,
        lifted=lifted,
    )


def _seat(view: View, seat: int, name: str) -> SeatFace:
    announced = view.announced[seat]
    return SeatFace(
        name=name,
        on_move=_on_move(view, seat),
        exposed=tuple(map(tuple, groups_of(view, seat))),
        announced=CardSet(announced.cards) if announced is not None else CardSet(),
        announces=announced.row.name if announced is not None else "",
        shown=tuple(sevens_of(view, seat)),
        held=held_by(view, seat),
        lying=tuple(lying_of(view, seat)),
        faced=tuple(faced_of(view, seat)),
        called=called_of(view, seat),
    )


def _on_move(view: View, seat: int) -> bool:
    """Tell whether the table waits for a seat: when a deal is played out, for each seat that has not said done."""
    if view.honour is not None and view.phase is Phase.CLAIM:
        return not view.honour.done[seat]
    return seat == view.turn and view.phase is not Phase.OVER


def _sides(view: View) -> tuple[SideFace, ...]:
    taken = brisques_taken(view)
    return tuple(
        SideFace(seats, spoken(total, view.rules), sum(taken[seat] for seat in seats) if taken is not None else None)
        for seats, total in zip(sides_of(view), view.side_totals, strict=True)
    )


LONGEST = 1024
"""Most characters of a picture's description at Discord, counted in UTF-16 units to be safe."""


def describe_table(face: TableFace) -> str:
    """Say what the picture of a table shows; long names are cut if there is no room for them."""
    for longest in (32, 16, 8, 0):
        text = _Table(face, longest).text()
        if _length(text) <= LONGEST:
            return text
    return _fitting(text)


def describe_hands(hands: Sequence[OpenHand], names: Sequence[str]) -> str:
    """Say what the picture of all hands shows; long names are cut if there is no room for them."""
    for longest in (32, 16, 8, 0):
        lines = []
        for seat, (hand, name) in enumerate(zip(hands, names, strict=True)):
            parts = [hand_line(sorted_hand(hand.held - hand.exposed)) or tr("nothing")]
            if hand.exposed:
                parts.append(tr("on the table: {cards}", cards=faces(sorted_hand(hand.exposed))))
            if hand.drew:
                parts.append(pair(tr("drew"), faces(hand.drew)))
            lines.append(pair(_called(seat, name, longest), " | ".join(parts)))
        text = "\n".join(lines)
        if _length(text) <= LONGEST:
            return text
    return _fitting(text)


def _called(seat: int, name: str, longest: int) -> str:
    if not longest:
        return str(seat + 1)
    name = plain_name(name)
    if len(name) > longest:
        name = name[: longest - 1] + "…"
    return f"{seat + 1} {ISOLATE}{name}{END_ISOLATE}"


class _Table:
    """A writer of a table's description, one thing after another, from the stock to the score."""

    def __init__(self, face: TableFace, longest: int) -> None:
        self._face = face
        self._names = [_called(seat, each.name, longest) for seat, each in enumerate(face.seats)]

    def text(self) -> str:
        return "\n".join(
            [self._stock(), *self._lifted(), *self._tricks(), *self._hand(), *self._tables(), self._score()]
        )

    def _stock(self) -> str:
        face = self._face
        parts = [tr("Trumps {suit}", suit=suit_sign(face.trump)) if face.trump >= 0 else tr("No trumps yet")]
        if face.turn_up != NO_CARD:
            parts.append(tr("turn-up {card}", card=face_of(face.turn_up)))
        parts.append(tr("{count} cards in the stock", count=face.stock) if face.stock else tr("no stock left"))
        return ", ".join(parts) + "."

    def _played(self, leader: int, cards: Sequence[Card]) -> str:
        count = len(self._names)
        return ", ".join([pair(self._names[(leader + at) % count], face_of(card)) for at, card in enumerate(cards)])

    def _tricks(self) -> list[str]:
        face, lines = self._face, []
        if face.trick:
            played = self._played(face.leader, face.trick)
            lines.append(
                tr("In the middle: {cards}.", cards=played)
                if face.winner is None
                else tr("In the middle, taken by {name}: {cards}.", name=self._names[face.winner], cards=played)
            )
        if (before := face.before) is not None:
            played = self._played(before.leader, before.cards)
            lines.append(
                tr("The trick before, taken by {name}: {cards}.", name=self._names[before.winner], cards=played)
            )
        return lines

    def _hand(self) -> list[str]:
        face, hand = self._face, self._face.hand
        if hand is None:
            return []
        exposed = face.seats[face.below].laid_out
        parts = [tr("In your hand: {cards}.", cards=hand_line(hand.cards) if hand.cards else tr("nothing"))]
        if hand.drawn in hand.cards:
            parts.append(tr("You have just drawn {card}.", card=face_of(hand.drawn)))
        if hand.playable:
            held = [*hand.cards, *sorted_hand(exposed)]
            may = frozenset(hand.playable)
            playable = [card for card in held if card in may]
            parts.append(
                tr("You may play any card.")
                if len(playable) == len(held)
                else tr("You may play: {cards}.", cards=faces(playable))
            )
        return [" ".join(parts)]

    def _tables(self) -> list[str]:
        face, lines = self._face, []
        for seat, (own, name) in enumerate(zip(face.seats, self._names, strict=True)):
            more = [tr("whose turn it is")] if own.on_move else []
            if own.held is not None:
                more.append(count_text(own.held))
            who = f"{name} ({', '.join(more)})" if more else name
            lines.append(tr("{name} has on the table: {cards}.", name=who, cards=_groups(own.exposed)))
            if own.announced:
                cards = faces(sorted_hand(own.announced))
                title = combination_title(own.announces)
                lines.append(tr("{name} has announced: {title} {cards}.", name=name, title=title, cards=cards))
            if own.shown and not (face.hand is not None and seat == face.below):
                lines.append(tr("{name} has shown, and still holds: {cards}.", name=name, cards=faces(own.shown)))
            if own.lying:
                cards = faces(own.lying)
                lines.append(tr("Lying before {name}, of no use in a declaration: {cards}.", name=name, cards=cards))
            if own.faced:
                lines.append(tr("Faced before {name}: {cards}.", name=name, cards=faces(own.faced)))
            if own.called != NO_CARD:
                lines.append(tr("{name} must play what was called: {card}.", name=name, card=face_of(own.called)))
        return lines

    def _lifted(self) -> list[str]:
        """Tell which cards of the stock were lifted or turned up."""
        lifted = self._face.lifted
        if lifted is None:
            return []
        cards = (
            faces(lifted.cards)
            if lifted.cards
            else trn("{count} card face down", "{count} cards face down", lifted.hidden)
        )
        if lifted.chooser is None:
            return [tr("Seen from the stock: {cards}.", cards=cards)]
        return [tr("{name} chooses from the stock between: {cards}.", name=self._names[lifted.chooser], cards=cards)]

    def _score(self) -> str:
        face = self._face
        counts = []
        for side in face.sides:
            text = pair(" + ".join(self._names[seat] for seat in side.seats), str(side.total))
            if side.brisques is not None:
                text += f" ({trn('{count} brisque', '{count} brisques', side.brisques)})"
            counts.append(text)
        score = "; ".join(counts)
        if face.target is None:
            return tr("Score: {score}.", score=score)
        return tr("Score, the game goes to {target}: {score}.", target=face.target, score=score)


def _groups(groups: Sequence[Sequence[Card]]) -> str:
    return " | ".join(faces(group) for group in groups) if groups else tr("nothing")


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _fitting(text: str) -> str:
    while _length(text) > LONGEST:
        text = text[: LONGEST - 2 - (_length(text) - len(text))].rstrip() + "…"
    return text
