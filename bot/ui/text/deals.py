"""A deal in few words: who declared what, every trick in a few lines, and how a game ran."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.engine import CardSet, Mark, View
from bot.engine.cards import suit_of
from bot.engine.combinations import BY_NAME
from bot.engine.deal import Meld

from .faces import short_names, shown_name, suit_sign
from .history import laid, trick_text
from .i18n import in_words, pair, tr
from .words import mark_reason

_TRICKS_A_LINE = 8


class _Entry(NamedTuple):
    """What a seat declared, and after which trick."""

    words: str
    trick: int


def declarations(view: View, names: Sequence[str], *, numbered: bool = False, most: int | None = None) -> list[str]:
    """Write what each seat has declared in this deal: a line for each that has.

    Args:
        view: The deal.
        names: By seat, as they are to stand there.
        numbered: Whether the number of the trick stands behind each.
        most: So many characters at most, in all lines together: the latest, and a sign for what is left out.
    """
    entries = _entries(view)
    longest = max(map(len, entries), default=0)
    for keep in range(longest, 0, -1):
        lines = [_line(names[seat], each, keep, numbered=numbered) for seat, each in enumerate(entries) if each]
        if most is None or len("\n".join(lines)) <= most:
            return lines
    return []


def _line(name: str, entries: Sequence[_Entry], keep: int, *, numbered: bool) -> str:
    said = [f"{each.words} ({each.trick})" if numbered else each.words for each in entries[-keep:]]
    left_out = ["…"] if len(entries) > keep else []
    return pair(f"**{name}**", ("; " if in_words() else " · ").join([*left_out, *said]))


def _entries(view: View) -> list[list[_Entry]]:
    """Return by seat what was marked for declarations and sevens, in order, and what stands announced."""
    found: list[list[_Entry]] = [[] for _ in range(view.players)]
    melds = list(view.melds)
    for mark in view.marks:
        if mark.reason in ("brisques", "last-trick"):
            continue
        words = mark_reason(mark.reason)
        meld = next((m for m in melds if (m.seat, m.row.name, m.trick) == (mark.seat, mark.reason, mark.trick)), None)
        if meld is not None:
            melds.remove(meld)
            words = _declared(meld)
        found[mark.seat].append(_Entry(f"{words} {mark.points}", mark.trick))
    for announced in view.announced:
        if announced is not None:
            words = tr("announces {what}", what=_declared(announced))
            found[announced.seat].append(_Entry(words, announced.trick))
    return found


def _declared(meld: Meld) -> str:
    """Name a declaration; of marriages there are several, so the suit is named too."""
    words = mark_reason(meld.row.name)
    if meld.row.name != "common-marriage":
        return words
    sign = suit_sign(suit_of(next(iter(CardSet(meld.cards)))))
    return tr("{what} in {suit}", what=words, suit=sign) if in_words() else f"{words} {sign}"


def tricks_in_short(view: View, names: Sequence[str]) -> list[str]:
    """Write every trick of a deal that is over, eight in a line; in words each has a line of its own.

    The card that takes a trick is bold, and its player leads the next, so that only the first leader has to be named.
    """
    if in_words():
        short = short_names(names)
        return [f"{number}. {trick_text(trick, short)}" for number, trick in enumerate(view.tricks, start=1)]
    first = view.tricks_played - len(view.tricks)
    lines = []
    for at in range(0, len(view.tricks), _TRICKS_A_LINE):
        part = view.tricks[at : at + _TRICKS_A_LINE]
        run = " · ".join(laid(trick) for trick in part)
        lines.append(f"{first + at + 1}–{first + at + len(part)}: {run}")
    return lines


def most_declared(marks: Iterable[Mark], seats: int) -> tuple[list[int], int, int]:
    """Return which seats have declared for the most points, for how many, and in how many declarations.

    The last is 0 where several have as many points.
    """
    points, count = [0] * seats, [0] * seats
    for mark in marks:
        if mark.reason in BY_NAME:
            points[mark.seat] += mark.points
            count[mark.seat] += 1
    most = max(points)
    first = [seat for seat in range(seats) if points[seat] == most]
    return first, most, count[first[0]] if len(first) == 1 else 0


def named(names: Sequence[str]) -> list[str]:
    """Return names as they stand in lines of which a message holds many: short, and harmless."""
    return [shown_name(name) for name in short_names(names)]
