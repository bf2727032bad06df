"""A table as its player reads it without a picture: by signs, or in words for readers whose screen is read aloud."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.engine import Card, CardSet, Phase, Trick, View
from bot.engine.advice import in_sight
from bot.engine.cards import NO_CARD, RANK_MASKS, SUIT_MASKS, mask_of, suit_of
from bot.house.roster import HOUSE, Level
from bot.tables import Table

from .deals import named
from .faces import PLAIN, Style, hand_line, listed, own_hand, ranks_down, shown_name, sorted_hand, suit_sign
from .history import brisques_taken, exposed_text, lies_before, taken
from .honour_table import held_line, lift_lines, may_play, set_apart
from .i18n import in_words, mark, pair, tr


def table_lines(view: View, names: Sequence[str], style: Style = PLAIN) -> list[str]:
    """Write what lies on the table: the trick being played, the one before it, exposed cards, brisques taken."""
    names = [shown_name(name) for name in names]
    lines = [_trick(view, names, style)]
    if view.last_trick is not None:
        lines.append(
            pair(tr("Last trick"), taken(_played(view.last_trick, names, style), names[view.last_trick.winner]))
        )
    lines += lift_lines(view, names, style)
    lines += [_lies(view, seat, names, style) for seat in range(view.players) if view.seat != seat]
    lines.append(held_line(view, names))
    if (counts := brisques_taken(view)) is not None and any(counts):
        told = "; ".join(f"{name} {count}" for name, count in zip(names, counts, strict=True))
        lines.append(pair(tr("Brisques taken"), told))
    return [line for line in lines if line]


def hand_lines(view: View, style: Style = PLAIN) -> list[str]:
    """Write a reader's own cards: those in the hand, those on the table, and those that may be played."""
    seat = view.seat
    assert seat is not None  # a spectator has no cards
    held = view.hand - set_apart(view, seat)
    closed = hand_line(own_hand(view, held)) if in_words() else style.hand(view, held)
    lines = [pair(tr("Your hand"), closed or tr("nothing"))]
    if lies_before(view, seat):
        lines.append(pair(tr("Before you on the table"), exposed_text(view, seat, style)))
    playable = own_hand(view, may_play(view))
    if playable and len(playable) < len(view.hand) + len(view.tables[seat]):
        lines.append(pair(tr("You may play"), style.cards(playable)))
    return lines


def gone_grid(view: View) -> str:
    """Write where each card of the pack is for a reader: a sign for each copy, in words the cards not seen.

    The caller has made sure that all tricks may be looked at.
    """
    seen, pack = view.hand.mask | in_sight(view), mask_of(view.law.pack)
    seen |= 1 << view.turn_up if view.turn_up != NO_CARD else 0
    if in_words():
        return pair(tr("Not seen"), hand_line(sorted_hand(CardSet(pack & ~seen))))
    out = view.in_sight
    suits = list(dict.fromkeys(map(suit_of, sorted_hand(view.law.pack))))
    width = pack.bit_count() // (len(suits) * len(RANK_MASKS))
    lines = ["  " + "".join(" " + suit_sign(suit).ljust(width) for suit in suits).rstrip()]
    for sign, rank in zip(ranks_down(), reversed(RANK_MASKS), strict=True):
        line = sign.rjust(2)
        for suit in suits:
            copies = pack & rank & SUIT_MASKS[suit]
            counts = [(each & copies).bit_count() for each in (out, seen & ~out, ~seen)]
            line += " " + "".join(each * count for each, count in zip("×o·", counts, strict=True))
        lines.append(line)
    grid = "\n".join(lines)
    return f"```\n{grid}\n```\n-# {tr('× out, o in sight, · not seen')}"


def _trick(view: View, names: Sequence[str], style: Style) -> str:
    """Write who leads the next trick, or who led the trick being played and its cards."""
    number = view.tricks_played + 1
    if view.phase in (Phase.OVER, Phase.CLAIM):
        return ""
    if not view.trick and view.seat == view.leader:
        return tr("Trick {number}: you lead.", number=number)
    if not view.trick:
        return tr("Trick {number}: {name} leads.", number=number, name=names[view.leader])
    played = _cards(view.leader, view.trick, names, style)
    return tr("Trick {number}, led by {name}: {cards}", number=number, name=names[view.leader], cards=played)


def _played(trick: Trick, names: Sequence[str], style: Style) -> str:
    return _cards(trick.leader, trick.cards, names, style)


def _cards(leader: int, cards: Sequence[Card], names: Sequence[str], style: Style) -> str:
    said = [f"{names[(leader + place) % len(names)]} {style.card(card)}" for place, card in enumerate(cards)]
    return listed(said) if in_words() else " · ".join(said)


def _lies(view: View, seat: int, names: Sequence[str], style: Style) -> str:
    """Write what another seat has on the table; in words, also write that it has nothing there."""
    if not lies_before(view, seat) and not in_words():
        return ""
    return tr("{name} has on the table: {cards}", name=names[seat], cards=exposed_text(view, seat, style))


LEVELS: Final = mark(
    {
        Level.BEGINNER: "Beginner: likes what shines, and forgets to declare",
        Level.NOVICE: "Novice: misjudges a card now and then",
        Level.REGULAR: "Regular: weighs every card; in games of two, the last tricks without a slip",
        Level.SKILLED: "Skilled: also looks ahead as the stock runs low",
        Level.STRONG: "Strong: counts every card, and looks ahead from the start",
    }
)
"""What each level means, at most 100 characters in every language, as these are choices of a command."""


def level_name(level: Level) -> str:
    """Return the name of a level, as it stands after a house player's name."""
    return tr(LEVELS[level]).partition(":")[0].strip().lower()


def house_line(table: Table) -> str:
    """Name the house players of a table with their levels."""
    told = zip(table.users, named(table.names), strict=True)
    return " · ".join(f"{name} ({level_name(HOUSE[user].level)})" for user, name in told if user in HOUSE)
