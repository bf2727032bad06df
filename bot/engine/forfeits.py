"""The forfeits of an honour table, one column of data for each book (RULES.md, section 5).

Points are given in tens as everywhere. The sources are cited by file and line: B 000 (Encyclopædia Britannica), E 001
(Enquire Within upon Everything), M 003 (a modern summary); a rule that is in none of them is marked *ours*.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Irregularity(StrEnum):
    """The irregularities that can be claimed, named as in a claim and in the reason of its mark."""

    DRAWN_OUT_OF_TURN = "drawn-out-of-turn"
    PLAYED_OUT_OF_TURN = "played-out-of-turn"
    NOT_DRAWN = "not-drawn"
    NINE_CARDS = "nine-cards"
    WRONG_DECLARATION = "wrong-declaration"
    REVOKE = "revoke"


class Marking(StrEnum):
    """How a forfeit's points are marked."""

    CHOICE = "choice"
    """The claimant chooses one of the two."""
    ADD = "add"
    DEDUCT = "deduct"


class Lifting(StrEnum):
    """What happens to the second card that was lifted (ruling 24)."""

    BOTH_OPEN = "both-open"
    """Both cards lie open; the chooser takes one as his draw, and the lifter has the other."""
    NEXT_DRAW = "next-draw"
    """The chooser sees the second and it goes back; at his next draw he chooses between it and the one under it."""
    INTO_THE_MIDDLE = "into-the-middle"
    """The chooser sees both and says which goes into the middle of the stock."""
    BACK_ON_TOP = "back-on-top"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """The cost of an irregularity in points, and how it is marked."""

    points: int
    marking: Marking = Marking.CHOICE


@dataclass(frozen=True, slots=True)
class Column:
    """The forfeits of one book for every irregularity."""

    name: str
    forfeits: Mapping[Irregularity, Forfeit]
    """The irregularities that can be claimed for points; the others cost none."""
    stays_exposed: tuple[int, ...]
    """Numbers of players at which a card exposed or played out of turn stays open and serves in no declaration."""
    faces: bool
    """Whether cards played out of turn or in a claimed wrong declaration are faced and may be called (ruling 28)."""
    bars_scoring: bool
    """Whether the maker of a claimed wrong declaration scores nothing before taking another trick."""
    winner_lifts: Lifting
    another_lifts: Lifting
    must_win: bool
    """Whether in the last eight tricks not winning when able is a revoke too, besides not following suit."""
    source: str


_SLIPS: Final = (Irregularity.DRAWN_OUT_OF_TURN, Irregularity.PLAYED_OUT_OF_TURN, Irregularity.NOT_DRAWN)

COLUMNS: Final[Mapping[str, Column]] = {
    column.name: column
    for column in (
        Column(
            "britannica",
            {
                Irregularity.DRAWN_OUT_OF_TURN: Forfeit(20),
                Irregularity.NOT_DRAWN: Forfeit(20),
                Irregularity.NINE_CARDS: Forfeit(200),
            },
            stays_exposed=(3, 4),
            faces=False,
            bars_scoring=False,
            winner_lifts=Lifting.BOTH_OPEN,
            another_lifts=Lifting.NEXT_DRAW,
            must_win=True,
            source="B 000:26, 38-46; ours: wrong declarations are taken back",
        ),
        Column(
            "enquire",
            {**dict.fromkeys(_SLIPS, Forfeit(10)), Irregularity.NINE_CARDS: Forfeit(100)},
            stays_exposed=(),
            faces=True,
            bars_scoring=True,
            winner_lifts=Lifting.INTO_THE_MIDDLE,
            another_lifts=Lifting.INTO_THE_MIDDLE,
            must_win=True,
            source="E 001:14-18, 55, 62, 67, 71-72; ours: with nine cards the next trick is played without drawing",
        ),
        Column(
            "modern",
            {
                Irregularity.DRAWN_OUT_OF_TURN: Forfeit(10, Marking.ADD),
                Irregularity.NOT_DRAWN: Forfeit(10, Marking.DEDUCT),
                Irregularity.NINE_CARDS: Forfeit(100, Marking.ADD),
            },
            stays_exposed=(),
            faces=False,
            bars_scoring=False,
            winner_lifts=Lifting.BACK_ON_TOP,
            another_lifts=Lifting.BACK_ON_TOP,
            must_win=False,
            source="M 003:100-107; ours: two cards at the next draw, no draw with nine, lifting, wrong declarations",
        ),
        Column(
            "revoke_only",
            {},
            stays_exposed=(),
            faces=False,
            bars_scoring=False,
            winner_lifts=Lifting.BACK_ON_TOP,
            another_lifts=Lifting.BACK_ON_TOP,
            must_win=True,
            source="ours, as P names no forfeit; the revoke as B 000:26",
        ),
    )
}
"""The columns by the value of the option ``forfeits``."""
