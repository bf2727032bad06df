"""What all decisions look at: turns and their deadlines, lobbies that stand on, and tables that close."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.house.roster import Level
from bot.tables import CLOCKS, NO_CLOCK, Clock, Due, Limits, Refused, Status, Table, Why
from bot.tables.decisions.occasion import seat_in_play
from bot.tables.decisions.turns import nudge_after, turn_begins
from tests.tables.at_table import ANN, BEN, NOON, STRANGER
from tests.tables.made import begun, joined, noon, resigned, with_house

ABANDONED = begun().but(status=Status.ABANDONED)


@pytest.mark.parametrize(
    ("clock", "after"),
    [
        (NO_CLOCK, timedelta(seconds=30)),
        (CLOCKS["live-1"], timedelta(seconds=30)),
        (CLOCKS["live-30"], timedelta(seconds=30)),
        (CLOCKS["days-1"], timedelta(hours=12)),
        (CLOCKS["days-7"], timedelta(days=3, hours=12)),
    ],
    ids=lambda value: value.key if isinstance(value, Clock) else "",
)
def test_reminder_comes_soon_in_a_live_game_and_halfway_by_correspondence(clock: Clock, after: timedelta) -> None:
    table = begun(clock=clock)
    assert nudge_after(table.terms.clock, Limits()) == after
    assert table.due[Due.NUDGE] == NOON + after


def test_no_reminder_comes_later_than_halfway_through_the_move() -> None:
    slow = Limits(nudge=timedelta(minutes=5))
    assert nudge_after(CLOCKS["live-1"], slow) == timedelta(seconds=30)
    assert nudge_after(CLOCKS["live-30"], slow) == timedelta(minutes=5)
    assert nudge_after(CLOCKS["days-1"], slow) == timedelta(hours=12)
    assert nudge_after(NO_CLOCK, slow) == timedelta(minutes=5)


@pytest.mark.parametrize("clock", CLOCKS.values(), ids=lambda clock: clock.key)
def test_turn_has_the_time_of_its_clock_and_a_week_after_it(clock: Clock) -> None:
    table = turn_begins(begun(clock=clock), noon(minutes=5))
    now = NOON + timedelta(minutes=5)
    assert table.turn_since == now
    assert table.due.get(Due.CLOCK) == (None if clock.a_move is None else now + clock.a_move)
    assert table.due[Due.ABANDON] == now + timedelta(days=7) + (clock.a_move or timedelta())
    assert table.due[Due.NUDGE] == now + nudge_after(clock, Limits())


def test_turn_against_the_house_alone_has_neither_clock_nor_reminder() -> None:
    table = with_house((Level.NOVICE,), clock=CLOCKS["live-3"]).but(due={})
    assert turn_begins(table, noon()).due == {Due.ABANDON: NOON + timedelta(days=7, minutes=3)}


def test_where_nobody_is_to_act_only_the_week_begins() -> None:
    table = joined(clock=CLOCKS["live-3"]).but(status=Status.PLAYING, due={Due.DEAL: NOON})
    assert turn_begins(table, noon()).due == {Due.DEAL: NOON, Due.ABANDON: NOON + timedelta(days=7)}


@pytest.mark.parametrize(
    ("table", "reason"),
    [(joined(), Why.NOT_STARTED), (resigned(begun()), Why.OVER), (ABANDONED, Why.CLOSED)],
    ids=["lobby", "finished", "abandoned"],
)
def test_seat_in_play_is_one_at_a_table_that_is_being_played(table: Table, reason: Why) -> None:
    assert [seat_in_play(begun(), player.user_id) for player in (ANN, BEN)] == [0, 1]
    for user, why in ((ANN.user_id, reason), (STRANGER.user_id, Why.NOT_SEATED)):
        with pytest.raises(Refused) as caught:
            seat_in_play(table, user)
        assert (caught.value.why, caught.value.table_id) == (why, table.id)
