"""Words for what the engine names: combinations, reasons of marks, rules in a line, moments."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.engine import PRESETS, Mark, Rules, differences
from bot.engine.combinations import BY_NAME
from bot.engine.options import BY_KEY
from bot.tables import CLOCKS, Clock

from .i18n import mark, pair, tr, trn


def combination_title(name: str) -> str:
    """Return a combination's name for people."""
    return tr(BY_NAME[name].title)


_REASONS = mark(
    {
        "dealer-seven": "seven turned up",
        "exchange": "exchange",
        "seven-shown": "seven shown",
        "seven-played": "seven played",
        "brisques": "brisques",
        "last-trick": "last trick",
    }
)


def mark_reason(reason: str) -> str:
    """Return what points were marked for, in a word or two."""
    if reason in BY_NAME:
        return combination_title(reason).lower()
    return tr(_REASONS.get(reason, reason))


SHEET_LINES: tuple[tuple[str, tuple[str, ...]], ...] = (
    (mark("Marriages"), ("common-marriage", "royal-marriage")),
    (mark("Béziques"), ("single-bezique", "double-bezique", "treble-bezique")),
    (mark("Four alike"), ("four-knaves", "four-queens", "four-kings", "four-aces")),
    (mark("Sequences"), ("sequence",)),
    (mark("Sevens"), ("dealer-seven", "exchange", "seven-shown", "seven-played")),
    (mark("Brisques"), ("brisques",)),
    (mark("Last trick"), ("last-trick",)),
)
"""The score sheet's lines, and the reasons that each gathers."""


def sheet_sums(marks: Iterable[Mark], seats: int) -> list[tuple[str, list[int]]]:
    """Add marks by line of the score sheet and seat; lines without points are left out."""
    marks = list(marks)
    lines = []
    for title, reasons in SHEET_LINES:
        sums = [sum(m.points for m in marks if m.seat == seat and m.reason in reasons) for seat in range(seats)]
        if any(sums):
            lines.append((tr(title), sums))
    return lines


_PLAYERS = mark({2: "two players", 3: "three players", 4: "four players"})


def goal(rules: Rules) -> str:
    """Say how long a game goes: to its target, or one deal."""
    return tr("one deal") if rules.length == "one_deal" else tr("to {target}", target=rules.target)


def rules_line(rules: Rules, preset: str, *, brief: bool = False) -> str:
    """Say in one line what is played: the rule book, how many, the target, and what differs, or (brief) how much."""
    book = PRESETS[preset]
    parts = [tr(book.title), tr(_PLAYERS[rules.players])]
    if rules.partners:
        parts[-1] = tr("two against two")
    parts.append(goal(rules))
    changed = [key for key in differences(rules, preset) if key not in ("players", "partners", "target", "length")]
    if brief and changed:
        return " · ".join([*parts, trn("{count} house rule", "{count} house rules", len(changed))])
    parts += [
        pair(_small(tr(BY_KEY[key].title)), _small(tr(BY_KEY[key].label(rules.values()[key])))) for key in changed
    ]
    return " · ".join(parts)


def _small(text: str) -> str:
    """Begin a text with a small letter, and leave the letters of cards alone."""
    return text[:1].lower() + text[1:]


def clock_words(clock: Clock) -> str:
    """Say how long a move may take; also for a time that is not customary."""
    if clock.key in CLOCKS or clock.a_move is None:
        return tr(clock.label)
    minutes = int(clock.a_move.total_seconds()) // 60
    return trn("{count} minute a move", "{count} minutes a move", minutes)


def moment(at: datetime, style: str = "R") -> str:
    """Write a moment as Discord shows it in each reader's own time."""
    return f"<t:{int(at.timestamp())}:{style}>"
