"""What points are marked for, in words, and points as people see them: by tens, or by units.

A marriage is two units, and a game of a thousand is 100 up. Marks, totals and records always hold tens. The module
knows no tables, as the command line reads records without them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from bot.engine import Deal, Mark, Rules
from bot.engine.combinations import BY_NAME
from bot.engine.law import Law
from bot.engine.scoring import value_of
from bot.ui.text.i18n import in_words, mark, pair, tr

MARRIAGES, BEZIQUES = mark("Marriages"), mark("Béziques")
FOURS, SEQUENCES = mark("Four alike"), mark("Sequences")
CARTE_BLANCHE = mark("Carte blanche")
SEVENS, BRISQUES = mark("Sevens"), mark("Brisques")
FINAL_TRICK, FORFEITS = mark("Final trick"), mark("Forfeits")


class PointsWords(NamedTuple):
    """The words for one thing that points are marked for; a combination's name is its title in the engine's row."""

    line: str
    """The line of the score sheet that sums it up."""
    short: str = ""
    """Beside the points; empty for a combination."""
    told: str = ""
    """In a transcript, where it stands for what happened; empty for a combination."""
    said: str = ""
    """A combination as an object or after a preposition; some are singular and some plural, so no verb may agree."""


def _forfeit(words: str) -> PointsWords:
    return PointsWords(FORFEITS, words, words)


TAKEN_BACK: Final = "forfeit-wrong-declaration"
"""The reason of the mark with which a declaration's points are taken back."""
POINTS_WORDS: Final[Mapping[str, PointsWords]] = {
    "common-marriage": PointsWords(MARRIAGES, said=mark("a common marriage")),
    "royal-marriage": PointsWords(MARRIAGES, said=mark("the royal marriage")),
    "single-bezique": PointsWords(BEZIQUES, said=mark("bézique")),
    "double-bezique": PointsWords(BEZIQUES, said=mark("double bézique")),
    "treble-bezique": PointsWords(BEZIQUES, said=mark("treble bézique")),
    "quadruple-bezique": PointsWords(BEZIQUES, said=mark("quadruple bézique")),
    "four-knaves": PointsWords(FOURS, said=mark("four knaves")),
    "four-queens": PointsWords(FOURS, said=mark("four queens")),
    "four-kings": PointsWords(FOURS, said=mark("four kings")),
    "four-aces": PointsWords(FOURS, said=mark("four aces")),
    "sequence": PointsWords(SEQUENCES, said=mark("the sequence")),
    "plain-sequence": PointsWords(SEQUENCES, said=mark("a sequence not of trumps")),
    "carte-blanche": PointsWords(CARTE_BLANCHE, mark("carte blanche"), mark("carte blanche")),
    "dealer-seven": PointsWords(SEVENS, mark("seven turned up"), mark("seven turned up")),
    "exchange": PointsWords(SEVENS, mark("exchange"), mark("seven exchanged")),
    "seven-shown": PointsWords(SEVENS, mark("seven shown"), mark("seven of trumps shown")),
    "seven-played": PointsWords(SEVENS, mark("seven played"), mark("seven of trumps played")),
    "brisques": PointsWords(BRISQUES, mark("brisques"), mark("aces and tens")),
    "last-trick": PointsWords(FINAL_TRICK, mark("last trick"), mark("last trick")),
    "forfeit-drawn-out-of-turn": _forfeit(mark("forfeit for drawing out of turn")),
    "forfeit-played-out-of-turn": _forfeit(mark("forfeit for playing out of turn")),
    "forfeit-not-drawn": _forfeit(mark("forfeit for not having drawn")),
    "forfeit-nine-cards": _forfeit(mark("forfeit for nine cards")),
    TAKEN_BACK: _forfeit(mark("wrong declaration, taken back")),
    "forfeit-revoke": _forfeit(mark("the last eight tricks, for a revoke")),
}
"""By the reason of a mark: one row for everything that scores."""
SHEET_LINES: Final[Mapping[str, tuple[str, ...]]] = {
    line: tuple(reason for reason, words in POINTS_WORDS.items() if words.line == line)
    for line in dict.fromkeys(words.line for words in POINTS_WORDS.values())
}
"""The score sheet's lines in their order, and the reasons that each one sums up."""


def combination_title(name: str) -> str:
    """Return a combination's name for people, as it stands alone."""
    return tr(BY_NAME[name].title)


def combination_said(name: str) -> str:
    """Return a combination's name as it stands in a sentence, with its article; return any other name unchanged."""
    return tr(POINTS_WORDS[name].said) if name in BY_NAME else name


def mark_reason(reason: str) -> str:
    """Return what points were marked for, in a word or two."""
    return combination_title(reason).lower() if reason in BY_NAME else tr(POINTS_WORDS[reason].short)


def mark_told(reason: str) -> str:
    """Return what points were marked for as a transcript says it: ``royal marriage``, ``aces and tens``."""
    return combination_title(reason).lower() if reason in BY_NAME else tr(POINTS_WORDS[reason].told)


def is_forfeit(mark: Mark) -> bool:
    """Tell whether points were added or deducted for a claim at an honour table."""
    return POINTS_WORDS[mark.reason].line == FORFEITS


def sheet_sums(marks: Iterable[Mark], seats: int) -> list[tuple[str, list[int]]]:
    """Add marks by line of the score sheet and by seat; lines without points are left out."""
    marks = list(marks)
    lines = []
    for title, reasons in SHEET_LINES.items():
        sums = [sum(m.points for m in marks if m.seat == seat and m.reason in reasons) for seat in range(seats)]
        if any(sums):
            lines.append((tr(title), sums))
    return lines


_UNIT: Final = {"tens": 1, "units": 10}


def said(points: float, reckoning: str) -> int:
    """Return points as a reckoning speaks of them; expected points are rounded."""
    return round(points / _UNIT[reckoning])


def unit_of(rules: Rules) -> int:
    """Return how many points are spoken of as one."""
    return _UNIT[rules.reckoning]


def spoken(points: float, rules: Rules) -> int:
    """Return points as they are spoken of; expected points are rounded."""
    return said(points, rules.reckoning)


def signed(points: float, rules: Rules) -> str:
    """Write points as they are spoken of, with their sign."""
    said = spoken(points, rules)
    return f"+{said}" if said >= 0 else f"\u2212{-said}"


_NUMBERS: Final = mark({8: "eight", 9: "nine"})


def last_tricks(law: Law) -> str:
    """Name the tricks of the strict ending: *the last eight tricks*."""
    count = tr(_NUMBERS[law.ending]) if law.ending in _NUMBERS else str(law.ending)
    return tr("the last {count} tricks", count=count)


def goal(rules: Rules) -> str:
    """Say how long a game goes: to its target, or one deal."""
    if rules.length == "one_deal":
        return tr("one deal")
    if rules.reckoning == "units":
        return tr("{points} up", points=spoken(rules.target, rules))
    return tr("to {target}", target=rules.target)


def value_told(deal: Deal, names: Sequence[str]) -> list[str]:
    """Say what a game was worth, with the sum, and what saved or lost the rubicon; nothing where it has no value."""
    value, stakes, rules = value_of(deal), deal.law.quantities.stakes, deal.law.rules
    if value is None or stakes is None or deal.result is None:
        return []
    totals = [spoken(points, rules) for points in deal.score.totals]
    brisques = [spoken(points, rules) for points in deal.score.brisques]
    counted = [f"{name} {_sum((each, more))}" for name, each, more in zip(names, totals, brisques, strict=True)]
    told = [pair(tr("With brisques"), ("; " if in_words() else " · ").join(counted))]
    if not deal.result.winner:
        return [*told, tr("Equal, brisques included: nobody wins, and the game counts for nothing.")]
    winner = deal.result.winner[0]
    loser, least = names[1 - winner], spoken(stakes.rubicon, rules)
    if totals[0] == totals[1]:
        told.append(tr("The points are equal: brisques decide."))
    if value.rubiconed:
        told.append(tr("{name} is rubiconed: fewer than {points}.", name=loser, points=least))
    elif totals[1 - winner] < least:
        told.append(tr("Brisques save {name}'s rubicon.", name=loser))
    elif not value.with_brisques:
        told = []
    high, low = (points // stakes.unit * stakes.unit for points in (value.winner, value.loser))
    if value.rubiconed:
        parts = [high, max(stakes.unit, low)]
    else:
        parts = [high, -low] if high - low >= stakes.unit else [stakes.unit]
    return [*told, pair(tr("Value"), _sum([spoken(points, rules) for points in (*parts, value.bonus)]))]


def _sum(parts: Sequence[int]) -> str:
    """Write numbers with their sum: *1300 + 600 + 1300 = 3200*."""
    plus, minus, makes = (tr("plus"), tr("minus"), tr("makes")) if in_words() else ("+", "\u2212", "=")
    first, *others = parts
    added = [f"{plus if each >= 0 else minus} {abs(each)}" for each in others]
    return " ".join([str(first), *added, makes, str(sum(parts))])
