"""The story of a deal in text: its tricks and declarations with their points, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine import Card, Mark, Phase, Trick, View
from bot.engine.cards import BRISQUES, NO_CARD, CardSet, mask_of
from bot.house.roster import SIGN
from bot.ui.text.scoring import combination_title, last_tricks, signed, spoken

from .faces import (
    PLAIN,
    SEAT_EMOJI,
    Style,
    cells,
    face,
    fit,
    hand_line,
    listed,
    plain_name,
    short_names,
    shown_name,
    sorted_hand,
    suit_sign,
)
from .honour_table import called_of, faced_of, lying_of, set_apart
from .i18n import in_words, tr
from .scoring import mark_reason, sheet_sums


def trick_text(trick: Trick, names: Sequence[str], *, points: int = 0, style: Style = PLAIN) -> str:
    """Write a complete trick in a line, in the order played, with the points of its brisques.

    Of two players the first and the taker are named; of more each beside the card, the taker in bold.
    """
    shown = [shown_name(name) for name in names]
    if len(trick.cards) == 2:
        line = f"{shown[trick.leader]}: {taken(laid(trick, style), shown[trick.winner])}"
    else:
        seats = [trick.seat_of(place) for place in range(len(trick.cards))]
        cards = _marked(
            trick, [f"{shown[seat]} {style.card(card)}" for seat, card in zip(seats, trick.cards, strict=True)]
        )
        line = taken(", ".join(cards), shown[trick.winner]) if in_words() else " · ".join(cards)
    return f"{line} +{points}" if points else line


def laid(trick: Trick, style: Style = PLAIN) -> str:
    """Write the cards of a complete trick in the order played, the winning one bold."""
    return listed(_marked(trick, [style.card(card) for card in trick.cards]))


def _marked(trick: Trick, texts: Sequence[str]) -> list[str]:
    """Write in bold what stands for the card that took a trick."""
    return [f"**{text}**" if trick.seat_of(place) == trick.winner else text for place, text in enumerate(texts)]


def taken(cards: str, winner: str) -> str:
    """Write to whom the cards of a trick went: with an arrow, or in words where it is read aloud."""
    return tr("{cards}; {name} takes it", cards=cards, name=winner) if in_words() else f"{cards} → {winner}"


def trick_events(view: View, names: Sequence[str], trick: int, style: Style = PLAIN) -> list[str]:
    """Write what was marked or announced after a trick (0: before the first), without the brisques."""
    lines = []
    point = "" if in_words() else "▸ "
    melds = [meld for meld in view.melds if meld.trick == trick]
    for mark in view.marks:
        if mark.trick != trick or mark.reason == "brisques":
            continue
        meld = next((m for m in melds if (m.seat, m.row.name) == (mark.seat, mark.reason)), None)
        if meld is not None:
            melds.remove(meld)
        what = (
            f"{combination_title(mark.reason)} {style.cards(sorted_hand(CardSet(meld.cards)))}"
            if meld is not None
            else mark_reason(mark.reason)
        )
        lines.append(f"{point}{shown_name(names[mark.seat])}: {what} **{signed(mark.points, view.rules)}**")
    for meld in view.announced:
        if meld is not None and meld.trick == trick:
            what = f"{combination_title(meld.row.name)} {style.cards(sorted_hand(CardSet(meld.cards)))}"
            who = shown_name(names[meld.seat])
            lines.append(point + tr("{name} announces {what}", name=who, what=what))
    return lines


def full_history(view: View, names: Sequence[str], style: Style = PLAIN) -> list[str]:
    """Write every trick that may be looked at on its own line, with the declarations after each trick."""
    names = short_names(names)
    first = view.tricks_played - len(view.tricks)
    counted = view.over or view.rules.brisques == "as_taken"
    lines = trick_events(view, names, 0, style)
    for number in range(1, view.tricks_played + 2):
        if first < number <= view.tricks_played:
            trick = view.tricks[number - first - 1]
            points = spoken(view.marked_in(trick), view.rules) if counted else 0
            lines.append(f"{number}. {trick_text(trick, names, points=points, style=style)}")
        lines += trick_events(view, names, number, style)
    return [f"-# {line}" for line in lines]


def exposed_text(view: View, seat: int, style: Style = PLAIN, *, by_suit: bool = False) -> str:
    """Write what everybody sees of a seat's cards.

    These are: the exposed cards, grouped as they were declared or suit by suit, each once; a combination announced for
    the next turn; sevens that were shown and are still held; at an honour table, the cards that lie there as a forfeit
    or faced.
    """
    groups = [style.cards(group) for group in groups_of(view, seat)]
    if by_suit and groups:
        groups = [hand_line(sorted_hand(view.tables[seat] - set_apart(view, seat)))]
    parts = ["  |  ".join(groups)] if groups else []
    if (meld := view.announced[seat]) is not None:
        cards = style.cards(sorted_hand(CardSet(meld.cards)))
        parts.append(tr("announced: {what}", what=f"{combination_title(meld.row.name)} {cards}"))
    if sevens := sevens_of(view, seat):
        parts.append(tr("shown, still held: {cards}", cards=style.cards(sevens)))
    if lying := lying_of(view, seat):
        parts.append(tr("stays there: {cards}", cards=style.cards(lying)))
    if faced := faced_of(view, seat):
        parts.append(tr("faced: {cards}", cards=style.cards(faced)))
    if (called := called_of(view, seat)) != NO_CARD:
        parts.append(tr("called, to be played next: {card}", card=style.card(called)))
    if not parts:
        return tr("nothing") if in_words() else "–"
    return "  ·  ".join(parts)


def lies_before(view: View, seat: int) -> bool:
    """Tell whether everybody sees any of a seat's cards."""
    return bool(view.tables[seat] or sevens_of(view, seat) or faced_of(view, seat))


def score_sheet(
    marks: Iterable[Mark],
    names: Sequence[str],
    totals: Sequence[int],
    *,
    carried: Sequence[int] | None = None,
    partners: bool = False,
    unit: int = 1,
) -> str:
    """Write the score sheet: by reason and player, with sums.

    For two players it is a fixed-width table that fits a phone; names that do not fit stand above it. For more, or
    where everything is read aloud, it has one line for each reason.

    Args:
        carried: By seat, the points before them; None for a sheet of the whole game.
        partners: Seats 1 and 3 score together against 2 and 4: the sheet is that of the two sides.
    """
    rows = [(name, list(sums)) for name, sums in sheet_sums(marks, len(names))]
    if carried is not None:
        rows.append((tr("This deal"), [t - c for t, c in zip(totals, carried, strict=True)]))
        rows.append((tr("Before"), list(carried)))
    rows.append((tr("Total"), list(totals)))
    rows = [(name, [points // unit for points in each]) for name, each in rows]
    if len(names) > 2 or in_words():
        heads = [shown_name(name) for name in names]
        if partners:
            heads = [f"{heads[0]} + {heads[2]}", f"{heads[1]} + {heads[3]}"]
            rows = [(title, [v[0] + v[2], v[1] + v[3]]) for title, v in rows]
        last = len(rows) - 1
        return "\n".join(_sheet_line(row, heads, whole=number == last) for number, row in enumerate(rows))
    rows = [(_initialed(title), values) for title, values in rows]
    width = min(max(_TITLE, *(cells(title) for title, _ in rows)), _WIDEST_TITLE)
    heads = [plain_name(name).replace("`", "ˋ") for name in names]
    narrowest = max(_NARROWEST, *(1 + len(str(points)) for _, each in rows for points in each))
    columns = _columns(heads, _WIDTH - width, narrowest)
    heads = [name if cells(name) < room else name.removeprefix(f"{SIGN} ")
             for name, room in zip(heads, columns, strict=True)]  # fmt: skip
    above = ""
    if any(cells(name) >= room for name, room in zip(heads, columns, strict=True)):
        above = "  ·  ".join(f"{sign} {shown_name(name)}" for sign, name in zip(SEAT_EMOJI, names, strict=False)) + "\n"
        heads, columns = list(SEAT_EMOJI[:2]), _columns(SEAT_EMOJI[:2], _WIDTH - width, narrowest)
    named = [" " + fit(name, room - 1, right=True) for name, room in zip(heads, columns, strict=True)]
    lines = [" " * width + "".join(named)]
    lines += [
        fit(title, width)
        + "".join(fit(str(v) if v else "·", room, right=True) for v, room in zip(values, columns, strict=True))
        for title, values in rows
    ]
    return above + "```\n" + "\n".join(line.rstrip() for line in lines) + "\n```"


def _initialed(title: str) -> str:
    """Return a title that is too wide for its column with only the first letter of its first word."""
    first, _, rest = title.partition(" ")
    return f"{first[0]}. {rest}" if rest and cells(title) > _WIDEST_TITLE else title


def _columns(names: Sequence[str], room: int, narrowest: int) -> list[int]:
    """Divide the room between the two columns: a short name leaves to a long one the room that it does not need."""
    need = [max(narrowest, cells(name) + 1) for name in names]
    half = room // 2
    if max(need) <= half:
        return [room - half, half]
    first = min(need[0], max(half, room - need[1]))
    first = max(first, room - need[1])
    return [first, room - first]


_WIDTH, _TITLE = 22, 10
"""Characters in a line on the narrowest phone, and characters of a score sheet's titles in such a line."""
_WIDEST_TITLE = 12
"""Most characters of a longer title, so that each column keeps its least width."""
_NARROWEST = 5
"""Least characters of a column: a blank and four figures."""


def _sheet_line(row: tuple[str, Sequence[int]], names: Sequence[str], *, whole: bool) -> str:
    """Write a line of the sheet for more than two players; ``whole`` also names those without points."""
    title, values = row
    parts = [f"{name} {value}" for name, value in zip(names, values, strict=True) if value or whole]
    return f"**{title}**  {'  ·  '.join(parts) or '–'}"


def trick_on_table(view: View, names: Sequence[str], style: Style = PLAIN) -> str:
    """Write the trick being played: each player and card so far."""
    parts = []
    for place, card in enumerate(view.trick):
        seat = (view.leader + place) % view.players
        parts.append(f"{shown_name(names[seat])} **{style.card(card)}**")
    return "  ·  ".join(parts)


def turn_up_text(view: View) -> str:
    """Write the trumps, the turn-up and the stock in a line."""
    parts = []
    if view.trump >= 0:
        parts.append(tr("Trumps **{suit}**", suit=suit_sign(view.trump)))
    else:
        parts.append(tr("No trumps yet"))
    if view.turn_up != NO_CARD:
        parts.append(tr("turn-up **{card}**", card=face(view.turn_up)))
    parts.append(tr("stock **{count}**", count=view.stock) if view.stock else last_tricks(view.law))
    return " · ".join(parts)


# ---------------------------------------------------------------- what the board shows, in pictures and in words


def sides_of(view: View) -> tuple[tuple[int, ...], ...]:
    """Return the seats of each side that has a score of its own."""
    if view.rules.partners:
        return ((0, 2), (1, 3))
    return tuple((seat,) for seat in range(view.players))


def groups_of(view: View, seat: int) -> list[list[Card]]:
    """Return a seat's exposed cards grouped as they were declared, each card once; cards set apart are left out."""
    left = view.tables[seat] - set_apart(view, seat)
    groups = []
    for meld in view.melds:
        if meld.seat == seat and (cards := CardSet(meld.cards) & left):
            groups.append(sorted_hand(cards))
            left -= cards
    if left:
        groups.append(sorted_hand(left))
    return groups


def trick_shown(view: View, *, keep_last: bool = False) -> tuple[int, tuple[Card, ...], int | None]:
    """Return the trick in the middle of the table: its leader, its cards, and its winner if it is complete.

    While its winner may declare, and at the end of a deal, it is the last trick. With ``keep_last`` it is the last
    trick until the next one is led, for a reader who looks back.
    """
    if not view.trick and (keep_last or view.phase is not Phase.PLAY) and view.last_trick is not None:
        return view.last_trick.leader, view.last_trick.cards, view.last_trick.winner
    return view.leader, view.trick, None


def brisques_taken(view: View) -> list[int] | None:
    """Return by seat how many brisques it has taken in this deal; None if tricks may not be looked at."""
    if len(view.tricks) != view.tricks_played or not (view.rules.past_tricks == "open" or view.over):
        return None
    counts, taker = [0] * view.players, None if view.honour is None else view.honour.taker
    for number, trick in enumerate(view.tricks):
        brought = taker is not None and number >= view.law.first_stage
        winner = taker if brought and taker is not None else trick.winner
        counts[winner] += (mask_of(trick.cards) & BRISQUES).bit_count()
    return counts


def sevens_of(view: View, seat: int) -> list[Card]:
    """Return the sevens of trumps that a seat has shown and still holds in the hand."""
    return sorted_hand(view.shown & view.known[seat])
