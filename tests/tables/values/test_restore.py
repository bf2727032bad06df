"""A table is replayed from its rows, and a record that does not replay is found out."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from bot.engine import build_rules
from bot.tables import Due, Table
from bot.tables.values.stored import BrokenRecord, decode
from db import DeadlineRow, GameRecordRows
from tests.tables.at_table import NOON, PLAYERS
from tests.tables.made import after_plies, begun, between_deals, joined, noon, played_out, read_back, resigned
from tests.tables.values.test_stored import row_of

if TYPE_CHECKING:
    from collections.abc import Callable

CARD = re.compile(r"\b[AKQJT987][CDHS][abcd]\b")
FOUR = build_rules("enquire", 4, {"partners": True, "target": 500})
TABLE = after_plies(begun(), 12)
OVER = resigned(TABLE)
LATER = after_plies(between_deals(), 100)


def rows_of(table: Table, **columns: Any) -> GameRecordRows:  # noqa: ANN401 - any column
    return GameRecordRows(row_of(table, **columns), table.seats, table.deals, table.actions, table.cuts, table.messages)


def first_deal(rows: GameRecordRows, **changes: object) -> GameRecordRows:
    return replace(rows, deals=(replace(rows.deals[0], **changes), *rows.deals[1:]))  # type: ignore[arg-type]


def action(rows: GameRecordRows, at: int, **changes: object) -> GameRecordRows:
    changed = replace(rows.actions[at], **changes)  # type: ignore[arg-type]
    return replace(rows, actions=(*rows.actions[:at], changed, *rows.actions[at + 1 :]))


def without(rows: GameRecordRows, ply: int) -> GameRecordRows:
    return replace(rows, actions=rows.actions[:ply] + rows.actions[ply + 1 :])


def seats(rows: GameRecordRows, *numbers: int) -> GameRecordRows:
    return replace(rows, seats=tuple(replace(rows.seats[0], seat=n, user_id=n + 1) for n in numbers))


BREAKS: dict[str, Callable[[], GameRecordRows]] = {
    "another card": lambda: action(rows_of(TABLE), 6, action="0 play 7Ca"),
    "no action at all": lambda: action(rows_of(TABLE), 3, action="nonsense QSa"),
    "a missing action": lambda: without(rows_of(TABLE), 4),
    "an action of another ply": lambda: action(rows_of(TABLE), 2, ply=9),
    "another seat": lambda: action(rows_of(TABLE), 2, seat=1 - TABLE.actions[2].seat),
    "an action of no deal": lambda: action(rows_of(TABLE), 11, deal=1),
    "a short deck": lambda: first_deal(rows_of(TABLE), deck=(TABLE.deals[0].deck or "")[4:]),
    "a deck of something else": lambda: first_deal(rows_of(TABLE), deck="no cards"),
    "no deck": lambda: first_deal(rows_of(TABLE), deck=None),
    "no deck of an earlier deal": lambda: first_deal(rows_of(LATER), deck=None),
    "no dealer": lambda: first_deal(rows_of(TABLE), dealer=None),
    "another dealer": lambda: first_deal(rows_of(TABLE), dealer=1 - (TABLE.deals[0].dealer or 0)),
    "a missing deal": lambda: replace(rows_of(LATER), deals=LATER.deals[1:]),
    "a missing player": lambda: replace(rows_of(TABLE), seats=TABLE.seats[:1]),
    "a missing player of a game that is over": lambda: replace(rows_of(OVER), seats=OVER.seats[:1]),
    "a strange seat": lambda: seats(rows_of(joined()), 0, 7),
    "a seat too many": lambda: seats(rows_of(joined()), 0, 1, 2),
    "unknown rules": lambda: rows_of(TABLE, rules={"players": 2, "trick": "loudest"}),
    "no rules": lambda: rows_of(TABLE, rules=[1, 2]),
    "rules of another type": lambda: rows_of(TABLE, rules={"players": [2]}),
    "an unknown book": lambda: rows_of(TABLE, settings={"preset": "whist"}),
    "a game that is over by its actions alone": lambda: rows_of(OVER, status="playing"),
    "a game that is over by its word alone": lambda: rows_of(TABLE, status="finished"),
    "an unknown place": lambda: rows_of(TABLE, settings={"thread": "lost"}),
    "a claim without a claimant": lambda: rows_of(TABLE, settings={"claims": {"ply": 3}}),
    "a draw of nobody": lambda: rows_of(TABLE, settings={"draw": 7}),
    "a seat held by nobody": lambda: rows_of(TABLE, settings={"held": [1]}),
}


@pytest.mark.parametrize("broken", list(BREAKS))
def test_record_that_does_not_replay_is_broken_and_says_so_without_a_card(broken: str) -> None:
    with pytest.raises(BrokenRecord) as caught:
        decode(BREAKS[broken]())
    assert CARD.search(str(caught.value)) is None
    assert all(seal.secret not in str(caught.value) for seal in (*TABLE.deals, *LATER.deals))


def test_text_of_a_broken_record_names_deal_and_action() -> None:
    with pytest.raises(BrokenRecord, match="deal 0 does not replay at action 3"):
        decode(BREAKS["no action at all"]())
    with pytest.raises(BrokenRecord, match="action 2 is missing or another seat's"):
        decode(BREAKS["another seat"]())


@pytest.mark.parametrize(
    "table",
    [
        joined(), TABLE, OVER, LATER, between_deals(), resigned(between_deals()),
        played_out(begun(PLAYERS, rules=FOUR, preset="enquire")),
    ],
    ids=["lobby", "playing", "resigned", "second deal", "between deals", "resigned between deals", "scored"],
)  # fmt: skip
def test_table_is_restored_as_it_was(table: Table) -> None:
    again = read_back(table)
    assert (again, again.game) == (table, table.game)
    assert [again.view(user) for user in (*table.users, None)] == [table.view(user) for user in (*table.users, None)]


def test_deadlines_of_another_version_and_of_what_is_over_are_left_out() -> None:
    kinds = [*(kind.value for kind in Due), "of a later version"]
    deadlines = [DeadlineRow(TABLE.id, kind, NOON) for kind in kinds]
    awaited = {Due.NUDGE, Due.CLOCK, Due.ABANDON, Due.ITSELF}
    assert decode(rows_of(TABLE), deadlines).due == dict.fromkeys(awaited, NOON)
    assert decode(rows_of(OVER), deadlines).due == {}
    assert noon().now == NOON
