"""The story of a deal in text: its tricks and declarations with their points, and the score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bot.engine import Mark, Trick, View
from bot.engine.cards import NO_CARD, CardSet

from .faces import cells, face, fit, listed, plain_name, short_names, shown_name, sorted_hand, suit_sign
from .i18n import tr
from .pictures.seen import announced_by, groups_of, sevens_of
from .style import PLAIN, Style
from .words import combination_title, mark_reason, sheet_sums


def trick_text(trick: Trick, names: Sequence[str], *, points: int = 0, style: Style = PLAIN) -> str:
    """Write a complete trick in a line: cards in the order played, the winning one bold."""
    cards = []
    for place, card in enumerate(trick.cards):
        text = style.card(card)
        cards.append(f"**{text}**" if trick.seat_of(place) == trick.winner else text)
    line = f"{listed(cards)} → {shown_name(names[trick.winner])}"
    return f"{line} +{points}" if points else line


def trick_events(view: View, names: Sequence[str], trick: int, style: Style = PLAIN) -> list[str]:
    """Write what was marked or announced after a trick (0: before the first), without brisques and last tricks."""
    lines = []
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
        lines.append(f"▸ {shown_name(names[mark.seat])}: {what} **+{mark.points}**")
    for meld in view.announced:
        if meld is not None and meld.trick == trick:
            what = f"{combination_title(meld.row.name)} {style.cards(sorted_hand(CardSet(meld.cards)))}"
            lines.append(
                f"▸ {tr('{name} announces {what} for the next chance', name=shown_name(names[meld.seat]), what=what)}"
            )
    return lines


def flowing_history(view: View, names: Sequence[str]) -> str:
    """Write the tricks so far in flowing small print, broken only by what was declared."""
    names = short_names(names)
    blocks: list[str] = []
    run: list[str] = []
    first = view.tricks_played - len(view.tricks)
    blocks += [f"-# {line}" for line in trick_events(view, names, 0)]
    for number in range(1, view.tricks_played + 1):
        if number > first:
            trick = view.tricks[number - first - 1]
            points = view.brisques_in(trick) if view.rules.brisques == "as_taken" else 0
            run.append(f"{number} {trick_text(trick, names, points=points)}")
        if events := trick_events(view, names, number):
            if run:
                blocks.append("-# " + " · ".join(run))
                run = []
            blocks += [f"-# {line}" for line in events]
    if run:
        blocks.append("-# " + " · ".join(run))
    blocks += [f"-# {line}" for line in trick_events(view, names, view.tricks_played + 1)]
    return "\n".join(blocks)


def full_history(view: View, names: Sequence[str]) -> str:
    """Write every trick of a finished deal on a line of its own, with what was declared after it."""
    names = short_names(names)
    lines = [f"-# {line}" for line in trick_events(view, names, 0)]
    for number, trick in enumerate(view.tricks, start=1):
        points = view.brisques_in(trick)
        who = shown_name(names[trick.leader])
        lines.append(f"-# {number}. {who}: {trick_text(trick, names, points=points)}")
        lines += [f"-# {line}" for line in trick_events(view, names, number)]
    return "\n".join(lines)


def shortened(text: str, room: int) -> str:
    """Drop the oldest lines of a history until it fits into so many characters."""
    lines = text.split("\n")
    dropped = False
    while lines and len("\n".join(lines)) > room - 8:
        lines.pop(0)
        dropped = True
    return "\n".join(["-# …", *lines] if dropped else lines)


def exposed_text(view: View, seat: int, style: Style = PLAIN) -> str:
    """Write what everybody sees of a seat's cards.

    That is the exposed ones, grouped as they were declared, each once; a combination announced for the next chance;
    and sevens that were shown and are still held.
    """
    groups = [style.cards(group) for group in groups_of(view, seat)]
    parts = ["  |  ".join(groups) if groups else "–"]
    if (meld := announced_by(view, seat)) is not None:
        cards = style.cards(sorted_hand(CardSet(meld.cards)))
        parts.append(tr("announced: {what}", what=f"{combination_title(meld.row.name)} {cards}"))
    if sevens := sevens_of(view, seat):
        parts.append(tr("shown, still held: {cards}", cards=style.cards(sevens)))
    return "  ·  ".join(parts)


def has_shown(view: View, seat: int) -> bool:
    """Tell whether a seat has cards that everybody sees."""
    return bool(view.tables[seat]) or bool(sevens_of(view, seat))


def score_sheet(
    marks: Iterable[Mark], names: Sequence[str], totals: Sequence[int], *, carried: Sequence[int] | None = None
) -> str:
    """Write the score sheet as a fixed-width table: by reason and player, with sums; it fits a phone.

    Args:
        marks: The marks to add up.
        names: By seat.
        totals: By seat, the points after these marks.
        carried: By seat, the points before them; None for a sheet of the whole game.
    """
    rows = [(name, list(sums)) for name, sums in sheet_sums(marks, len(names))]
    if carried is not None:
        rows.append((tr("This deal"), [t - c for t, c in zip(totals, carried, strict=True)]))
        rows.append((tr("Before"), list(carried)))
    rows.append((tr("Total"), list(totals)))
    if len(names) > 2:
        return "\n".join(_sheet_line(title, values, names) for title, values in rows)
    width = min(max(_TITLE, *(cells(title) for title, _ in rows)), _WIDEST_TITLE)
    heads = "".join(" " + fit(plain_name(name).replace("`", "ˋ"), _COLUMN - 1, right=True) for name in names)
    lines = [" " * width + heads]
    lines += [
        fit(title, width) + "".join(fit(str(value) if value else "·", _COLUMN, right=True) for value in values)
        for title, values in rows
    ]
    return "```\n" + "\n".join(line.rstrip() for line in lines) + "\n```"


_TITLE, _COLUMN = 10, 6
"""Columns of the score sheet: 22 in all stand beside each other on the narrowest phone."""
_WIDEST_TITLE = 14
"""What a title may take in languages that are longer than English."""


def _sheet_line(title: str, values: Sequence[int], names: Sequence[str]) -> str:
    """Write a line of the sheet for more than two: a table of theirs would be wider than a phone."""
    parts = [f"{shown_name(name)} {value}" for name, value in zip(names, values, strict=True) if value]
    return f"**{title}**  {'  ·  '.join(parts) or '–'}"


def trick_on_table(view: View, names: Sequence[str], style: Style = PLAIN) -> str:
    """Write the trick being played: who played what so far."""
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
    parts.append(tr("stock **{count}**", count=view.stock) if view.stock else tr("the last eight tricks"))
    return " · ".join(parts)
