"""Between a table and its rows: what is written is read and replayed again, also as version 1.0 wrote it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.coach.themes import Kind as Decided
from bot.coach.themes import Reason, Theme
from bot.engine import PRESETS, build_rules
from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.lots import Lots as WrittenLots
from bot.house.roster import Level
from bot.tables import CLOCKS, NO_CLOCK, Due, Table
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES, clock_of
from bot.tables.values.parts import (
    Adjourned,
    Adjourning,
    Ahead,
    Asked,
    Blunder,
    Claims,
    Cost,
    Daily,
    Fixture,
    GivenHint,
    HeldSeat,
    Lobby,
    Lots,
    Place,
    Rematch,
    Review,
    Sealing,
    Series,
    Terms,
    Thread,
    VoidSeal,
)
from bot.tables.values.stored import BrokenRecord, columns_of, decode, parts_of, settings_of
from db import DeadlineRow, GameRecordRows, GameRow
from tests.db import version_1_0
from tests.tables.at_table import BEN, CHANNEL, NOON, PLAYERS
from tests.tables.made import (
    after_plies,
    begun,
    between_deals,
    challenged,
    joined,
    noon,
    opened,
    played_out,
    read_back,
    resigned,
)

USERS = st.integers(-33, 2**63 - 1)
SOME_USERS = st.lists(USERS, max_size=4, unique=True).map(tuple)
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
PLIES = st.integers(0, 500)
CARDS = st.sampled_from(["7Ca", "TDb", "ASd"])
CHANNELS = st.integers(1, 2**63 - 1)
CUSTOM = [f"live-{n}" for n in range(1, MOST_MINUTES + 1)] + [f"days-{n}" for n in range(1, MOST_DAYS + 1)]
ASKED = st.builds(Asked, PLIES, USERS, st.booleans(), SOME_USERS)
BLUNDERS = st.builds(
    Blunder, st.integers(0, 9), st.integers(1, 40), st.just("0 play 7Ca"), st.just("0 pass"), st.floats(0, 500),
    st.floats(0, 9), st.sampled_from(["", *Theme]), st.sampled_from(["", "sequence"]), st.integers(0, 500),
    st.none() | st.integers(0, 8), st.integers(0, 8),
)  # fmt: skip
COSTS = st.builds(Cost, st.integers(0, 9), st.sampled_from([*Decided]), st.sampled_from([*Theme]), st.floats(-9, 500))
WRITTEN = st.builds(
    WrittenLots, st.sampled_from(SeatsBy), st.sampled_from(DealerBy), st.permutations(range(4)).map(tuple)
)
MOMENTS = st.none() | st.just(NOON)
PARTS: dict[str, st.SearchStrategy[Any]] = {
    "terms": st.builds(
        Terms, st.sampled_from(list(PRESETS)), st.sampled_from(["none", *CUSTOM]).map(clock_of),
        auto_draw=st.booleans(), partners_drawn=st.booleans(), hints=st.booleans(), edition=st.integers(0, 99),
    ),
    "place": st.builds(Place, CHANNELS, st.none() | CHANNELS, st.sampled_from(Thread)),
    "lobby": st.builds(
        Lobby, SOME_USERS, SOME_USERS, st.booleans(),
        st.lists(st.tuples(USERS, NAMES), max_size=3).map(tuple), NAMES, SOME_USERS,
        SOME_USERS,
    ),
    "lots": st.builds(
        Lots, st.integers(0, 3),
        st.lists(st.lists(st.none() | CARDS, min_size=2, max_size=4).map(tuple), max_size=3).map(tuple),
        st.none() | WRITTEN,
    ),
    "sealing": st.builds(
        Sealing, st.none() | NAMES,
        st.lists(st.builds(VoidSeal, st.integers(0, 9), NAMES, NAMES), max_size=3).map(tuple),
    ),
    "claims": st.none() | st.builds(Claims, PLIES, USERS, SOME_USERS, SOME_USERS, SOME_USERS),
    "time_up": st.none() | PLIES,
    "draw": st.none() | ASKED,
    "undo": st.none() | ASKED,
    "looked": st.lists(st.integers(0, 3), max_size=4, unique=True).map(tuple),
    "looking": st.none() | ASKED,
    "adjourning": st.none() | st.builds(
        Adjourning, st.just(NOON), USERS, st.integers(0, 99), MOMENTS, SOME_USERS, st.none() | PLIES
    ),
    "adjourned": st.none() | st.builds(
        Adjourned, st.just(NOON), st.just(NOON), MOMENTS,
        st.lists(st.tuples(USERS, st.just(NOON)), max_size=4).map(tuple),
    ),
    "held_seats": st.dictionaries(st.integers(0, 3), st.sampled_from(Level), max_size=4).map(
        lambda held: tuple(HeldSeat(seat, level) for seat, level in held.items())
    ),
    "stood_in": st.lists(st.integers(0, 999), max_size=4).map(tuple),
    "house_sat": st.booleans(),
    "rematch": st.builds(
        Rematch, SOME_USERS, st.none() | st.integers(1, 10**6), st.none() | st.integers(1, 10**6), SOME_USERS
    ),
    "fixture": st.none() | st.builds(
        Fixture, st.integers(1, 999), NAMES, st.integers(1, 63),
        st.lists(st.tuples(USERS, st.just(NOON)), max_size=4).map(tuple), st.integers(0, 99),
    ),
    "series": st.none() | st.builds(Series, st.just(3), st.lists(st.none() | st.integers(0, 1)).map(tuple)),
    "undone": st.integers(0, 99),
    "language": st.sampled_from([None, "en", "fr"]),
    "daily": st.none() | st.builds(Daily, st.integers(1, 9999), st.just(NOON)),
    "given": st.lists(
        st.builds(GivenHint, st.integers(0, 999), st.integers(0, 3), st.just("0 pass")), max_size=4
    ).map(tuple),
    "ahead": st.lists(
        st.builds(Ahead, st.integers(0, 3), st.just("play QSa"), st.sampled_from(["", "pass"]), st.booleans()),
        max_size=4,
    ).map(tuple),
    "reviews": st.lists(
        st.builds(
            Review, st.lists(BLUNDERS, max_size=3).map(tuple), st.integers(0, 99), st.integers(0, 99),
            st.integers(0, 3), st.lists(COSTS, max_size=3).map(tuple),
        ),
        max_size=2,
    ).map(tuple),
    "invited_id": st.none() | USERS,
    "started_at": MOMENTS,
    "ended_at": MOMENTS,
    "end_reason": st.none() | NAMES,
    "winner": st.none() | st.sampled_from([(0,), (1, 3)]),
    "turn_since": MOMENTS,
    "version": st.integers(0, 10**6),
}  # fmt: skip
BASE = begun()


def row_of(table: Table, **columns: Any) -> GameRow:  # noqa: ANN401 - any column
    """Return a table's row as the database gives it back."""
    written: Any = columns_of(table)
    written |= {"settings": json.loads(json.dumps(written["settings"])), **columns}
    return GameRow(
        id=table.id, guild_id=table.guild_id, kind=table.kind.value, created_at=table.created_at,
        rematch_of=table.rematch.previous_id, version=table.version, **written,
    )  # fmt: skip


@pytest.mark.deep
@settings(max_examples=150, deadline=None)
@given(st.fixed_dictionaries(PARTS))
def test_every_part_of_a_table_is_read_as_it_was_written(parts: dict[str, Any]) -> None:
    assert parts_of(row_of(BASE.but(**parts))) == parts


@pytest.mark.parametrize("part", PARTS)
def test_no_part_of_a_table_is_forgotten(part: str) -> None:
    """Were a part not written, each of its values would be read as the usual one."""
    assert part in parts_of(row_of(BASE))
    assert parts_of(row_of(BASE)).keys() == PARTS.keys()


def test_columns_are_those_of_the_table() -> None:
    table = resigned(begun()).but(opener_id=5)
    columns = columns_of(table)
    assert (columns["channel_id"], columns["status"], columns["opener_id"]) == (CHANNEL, "finished", 5)
    assert columns["rules"] == table.rules.values()
    assert (columns["winner"], columns["end_reason"], columns["ended_at"]) == ((1,), "resign", NOON)
    assert (columns["started_at"], columns["turn_since"], columns["invited_id"]) == (NOON, NOON, None)
    assert columns_of(challenged())["invited_id"] == BEN.user_id


def test_only_what_differs_from_the_usual_is_kept() -> None:
    assert settings_of(opened()) == {"preset": "modern", "clock": "none"}
    table = opened(clock=CLOCKS["days-2"], auto_draw=False)
    assert settings_of(table) == {"preset": "modern", "clock": "days-2", "auto_draw": False}


def test_table_of_which_nothing_is_stored_is_a_usual_one() -> None:
    parts = parts_of(row_of(BASE, settings={}))
    assert (parts["terms"], parts["place"]) == (Terms("modern", NO_CLOCK), Place(CHANNEL))
    assert (parts["lobby"], parts["lots"], parts["held_seats"], parts["undone"]) == (Lobby(), Lots(), (), 0)
    for part in ("claims", "time_up", "draw", "undo", "language"):
        assert parts[part] is None


def test_review_says_what_was_done_what_was_better_and_why() -> None:
    said = Reason(Theme.KEEPS_COMBINATION, "four-aces", 0, 3, 5)
    blunder = Blunder(0, 3, "0 play 7Ca", "0 pass", 12.5, 2.5, *said)
    assert [action.text for action in blunder.acts] == ["0 play 7Ca", "0 pass"]
    assert blunder.why == said
    assert parts_of(row_of(BASE.but(reviews=(Review((blunder,), 9, 4, 1),))))["reviews"] == (
        Review((blunder,), 9, 4, 1),
    )
    assert asdict(blunder)["points"] == 12.5


def test_what_version_1_0_stored_of_every_table_is_written_again(tmp_path: Path) -> None:
    version_1_0.write(tmp_path / "old.db")
    rows = version_1_0.rows(tmp_path / "old.db")["games"]
    assert len(rows) == 29
    for stored in rows:
        settings = json.loads(stored["settings"])
        row = replace(
            row_of(BASE), settings=settings, channel_id=stored["channel_id"], home_id=stored["home_id"],
            rematch_of=stored["rematch_of"],
        )  # fmt: skip
        parts = parts_of(row)
        assert json.loads(json.dumps(settings_of(BASE.but(**parts)))) == settings
        assert parts["rematch"].previous_id == stored["rematch_of"]


# ------------------------------------------------------------------ replayed from its rows


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
