"""What the pictures show, in words: the text a screen reader reads, and all there is where no picture loads."""

from __future__ import annotations

from collections.abc import Sequence

from bot.engine import Card, CardSet, View
from bot.engine.cards import NO_CARD
from bot.ui.text.faces import END_ISOLATE, ISOLATE, faces, hand_line, plain_name, sorted_hand, suit_sign
from bot.ui.text.history import groups_of, sevens_of, sides_of, trick_shown
from bot.ui.text.i18n import pair, tr
from bot.ui.text.words import combination_title

from .fan import held
from .open_hands import OpenHand

LONGEST = 1024
"""What Discord takes as the description of a picture, counted as UTF-16 to be on the safe side."""
SEAT_EMOJI = ("🔵", "🟠", "🟣", "🟡")
"""By seat: the colour of its badge in the pictures, for texts beside them."""


def describe_hand(view: View) -> str:
    """Say what the picture of a seat's hand shows: the cards, those on the table, those that may be played.

    Raises:
        ValueError: The view is a spectator's.
    """
    mine = held(view)
    if not mine.cards:
        return tr("Your hand is empty.")
    parts = [tr("Your cards: {cards}.", cards=hand_line(view.hand | mine.exposed))]
    if mine.exposed:
        parts.append(tr("On the table, with a clip: {cards}.", cards=faces(sorted_hand(mine.exposed))))
    if mine.playable:
        everything = len(mine.playable) == len(mine.cards)
        playable = [card for card in mine.cards if card in mine.playable]
        parts.append(
            tr("You may play any of them.") if everything else tr("You may play: {cards}.", cards=faces(playable))
        )
    return _fitting(" ".join(parts))


def describe_board(view: View, names: Sequence[str], *, keep_last: bool = False) -> str:
    """Say what the board's picture shows; long names are cut where there is no room for them.

    Args:
        view: The spectator's view.
        names: By seat.
        keep_last: Whether a trick stays in the middle until the next is led.

    Raises:
        ValueError: The view is a seat's.
    """
    if view.seat is not None:
        raise ValueError("a board is described from the spectator's view only")
    for longest in (32, 16, 8, 0):
        text = _board(view, [_called(seat, name, longest) for seat, name in enumerate(names)], keep_last=keep_last)
        if _length(text) <= LONGEST:
            return text
    return _fitting(text)


def describe_hands(hands: Sequence[OpenHand], names: Sequence[str]) -> str:
    """Say what the picture of all hands shows; long names are cut where there is no room for them.

    Args:
        hands: By seat.
        names: By seat.
    """
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


def _board(view: View, names: Sequence[str], *, keep_last: bool) -> str:
    lines = [_stock(view)]
    leader, cards, winner = trick_shown(view, keep_last=keep_last)
    if cards:
        played = ", ".join(
            f"{names[(leader + place) % view.players]}: {faces([card])}" for place, card in enumerate(cards)
        )
        lines.append(
            tr("In the middle: {cards}.", cards=played)
            if winner is None
            else tr("In the middle, taken by {name}: {cards}.", name=names[winner], cards=played)
        )
    for seat, name in enumerate(names):
        signs = [tr("dealer")] if seat == view.dealer else []
        if seat == view.turn and not view.over:
            signs.append(tr("on move"))
        who = f"{name} ({', '.join(signs)})" if signs else name
        lines.append(tr("{name} has on the table: {cards}.", name=who, cards=_groups(groups_of(view, seat))))
        if (announced := view.announced[seat]) is not None:
            title = combination_title(announced.row.name)
            cards_there = faces(sorted_hand(CardSet(announced.cards)))
            lines.append(tr("{name} has announced: {title} {cards}.", name=name, title=title, cards=cards_there))
        if sevens := sevens_of(view, seat):
            lines.append(tr("{name} has shown, and still holds: {cards}.", name=name, cards=faces(sevens)))
    score = "; ".join(
        f"{' + '.join(names[seat] for seat in seats)}: {total}"
        for seats, total in zip(sides_of(view), view.side_totals, strict=True)
    )
    lines.append(tr("Score: {score}.", score=score))
    return "\n".join(lines)


def _stock(view: View) -> str:
    parts = [tr("Trumps {suit}", suit=suit_sign(view.trump)) if view.trump >= 0 else tr("No trumps yet")]
    if view.turn_up != NO_CARD:
        parts.append(tr("turn-up {card}", card=faces([view.turn_up])))
    parts.append(tr("{count} cards in the stock", count=view.stock) if view.stock else tr("no stock left"))
    return ", ".join(parts) + "."


def _groups(groups: Sequence[Sequence[Card]]) -> str:
    return " | ".join(faces(group) for group in groups) if groups else tr("nothing")


def _length(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _fitting(text: str) -> str:
    while _length(text) > LONGEST:
        text = text[: LONGEST - 2 - (_length(text) - len(text))].rstrip() + "…"
    return text
