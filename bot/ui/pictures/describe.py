"""Descriptions of the pictures in words, for screen readers and for clients in which no picture loads."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Card, CardSet
from bot.engine.cards import NO_CARD
from bot.ui.pictures.table import OpenHand
from bot.ui.pictures.tableface import TableFace
from bot.ui.text.faces import face as face_of
from bot.ui.text.faces import faces, hand_line, plain_name, sorted_hand, suit_sign
from bot.ui.text.honour_table import count_text
from bot.ui.text.i18n import pair, tr, trn
from bot.ui.text.scoring import combination_title
from bot.ui.text.typed import END_ISOLATE, ISOLATE

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
            parts = [hand_line(hand.held - hand.exposed) or tr("nothing")]
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
        parts = [tr("In your hand: {cards}.", cards=hand_line(CardSet.of(hand.cards)) if hand.cards else tr("nothing"))]
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
