"""A table as a value: what is read off it, and that nothing stays in it which has lapsed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from bot.engine import build_rules
from bot.house.roster import HOUSE, Level
from bot.tables import CLOCKS, DEFAULT_CLOCK, NO_CLOCK, Due, Refused, Status, Table, Why
from bot.tables.values.clocks import ServerClock, clock_of, read_server_clock
from bot.tables.values.parts import Asked, Claims, HeldSeat
from bot.tables.values.record import deal_is_open, drawn_in, hands_of, history_of
from bot.tables.values.table import tidy
from tests.tables.at_table import ANN, BEN, CAT, NOON, STRANGER, sure
from tests.tables.made import (
    adjourned,
    after_plies,
    begun,
    between_deals,
    challenged,
    joined,
    opened,
    played,
    resigned,
    with_house,
)

EVERY_DUE = dict.fromkeys(Due, NOON)
THREE = build_rules("modern", 3, {})


# ------------------------------------------------------------------ clocks


def test_clocks_are_none_live_and_by_correspondence() -> None:
    assert [c.a_move for c in CLOCKS.values() if not c.by_correspondence] == [
        None, *(timedelta(minutes=n) for n in (1, 2, 3, 5, 10, 30)),
    ]  # fmt: skip
    assert [c.a_move for c in CLOCKS.values() if c.by_correspondence] == [timedelta(days=n) for n in range(1, 8)]
    assert DEFAULT_CLOCK.a_move == timedelta(minutes=3)
    assert all(clock_of(key) is clock for key, clock in CLOCKS.items())
    assert [
        clock_of(key) for key in ("hourglass", None, 3, ["live-3"], "live-0", "live-121", "days-8", "live-²", "live--3")
    ] == [NO_CLOCK] * 9
    assert [clock_of(key).a_move for key in ("live-7", "live-120")] == [timedelta(minutes=7), timedelta(minutes=120)]


# ------------------------------------------------------------------ what has lapsed


@pytest.mark.parametrize(
    ("table", "awaited"),
    [
        (opened(), {Due.LOBBY, Due.CHALLENGE}),
        (begun(), {Due.NUDGE, Due.CLOCK, Due.ABANDON, Due.ITSELF}),
        (begun(clock=CLOCKS["days-3"]), {Due.NUDGE, Due.TELL, Due.CLOCK, Due.ABANDON, Due.ITSELF}),
        (adjourned(begun()), {Due.RESUME, Due.ENDS_SOON, Due.LEFT}),
        (adjourned(between_deals()), {Due.RESUME, Due.ENDS_SOON, Due.LEFT}),
        (between_deals(), {Due.DEAL, Due.ABANDON}),
        (with_house((Level.NOVICE,)), {Due.ABANDON}),
        (resigned(begun()), set()),
        (challenged().but(status=Status.DECLINED), set()),
    ],
    ids=[
        "lobby", "playing", "by days", "adjourned", "adjourned between deals", "between deals", "house alone", "over",
        "declined",
    ],
)  # fmt: skip
def test_only_deadlines_that_can_come_are_awaited(table: Table, awaited: set[Due]) -> None:
    assert tidy(table.but(due=EVERY_DUE)).due == dict.fromkeys(awaited, NOON)


def test_requests_and_claims_stand_for_their_moment_alone() -> None:
    table = after_plies(begun(), 4)
    asked = {
        "draw": Asked(table.ply, ANN.user_id), "undo": Asked(table.ply, BEN.user_id),
        "claims": Claims(table.ply, BEN.user_id), "time_up": table.ply,
    }  # fmt: skip
    now = table.but(**asked)
    assert tidy(now) == now
    for ply in (table.ply - 1, table.ply + 1):
        other = table.but(
            draw=Asked(ply, ANN.user_id), undo=Asked(ply, BEN.user_id), claims=Claims(ply, BEN.user_id), time_up=ply
        )
        assert tidy(other) == table
    over = tidy(now.but(status=Status.ABANDONED))
    assert (over.draw, over.undo) == (None, None)


def test_nobody_has_to_agree_who_does_not_sit_here_or_is_the_house() -> None:
    table = joined((ANN, BEN), rules=THREE)
    house = next(iter(HOUSE))
    rows = (*table.seats, replace(table.seats[1], seat=2, user_id=house))
    table = table.but(
        seats=rows, lobby=replace(table.lobby, to_agree=(BEN.user_id, CAT.user_id, house), left=((4, "Dan"),))
    )
    assert tidy(table).lobby == replace(table.lobby, to_agree=(BEN.user_id,))


# ------------------------------------------------------------------ what is read off a table


def test_who_is_to_act_is_awaited_where_that_is_a_person() -> None:
    table = begun()
    (user,) = table.turn_users
    assert (table.awaited, table.keeps_waiting, table.house_on_move) == (user, user, None)
    assert joined().turn_users == between_deals().turn_users == resigned(table).turn_users == ()
    assert (joined().awaited, joined().house_on_move) == (None, None)


def test_house_is_on_move_for_itself_and_for_whose_seat_it_holds() -> None:
    table = played(with_house((Level.STRONG,), (ANN, BEN), rules=THREE), lambda t: t.turn_users[0] < 0)
    assert (table.house_on_move, table.awaited, table.keeps_waiting) == (Level.STRONG, None, None)
    unknown = tuple(replace(seat, user_id=-999) if seat.user_id < 0 else seat for seat in table.seats)
    assert table.but(seats=unknown).house_on_move is Level.REGULAR
    game = begun()
    seat = game.game.deals[-1].turn
    held = game.but(held_seats=(HeldSeat(seat, Level.NOVICE),))
    assert (held.house_on_move, held.awaited, held.people) == (Level.NOVICE, None, (game.users[1 - seat],))
    other = game.but(held_seats=(HeldSeat(1 - seat, Level.NOVICE),))
    assert (other.house_on_move, other.awaited, other.keeps_waiting) == (None, game.users[seat], None)


def test_practice_is_a_game_of_one_person_against_the_house() -> None:
    alone, two = with_house((Level.NOVICE,)), with_house((Level.NOVICE,), (ANN, BEN), rules=THREE)
    assert (alone.plays_alone, alone.hints) == (True, True)
    assert (two.plays_alone, two.hints, opened().plays_alone) == (False, False, False)
    assert two.but(terms=replace(two.terms, hints=True)).hints
    assert (alone.keeps_waiting, two.people) == (None, (ANN.user_id, BEN.user_id))


def test_spectator_sees_no_hand_and_a_player_only_the_own() -> None:
    table = begun()
    deal = table.game.deals[-1]
    for user in (None, STRANGER.user_id):
        watching = sure(table.view(user))
        assert (watching.seat, len(watching.hand), watching.offered) == (None, 0, ())
    for player in (ANN, BEN):
        view, seat = table.view(player.user_id), table.seat_of(player.user_id)
        assert view is not None
        assert seat is not None
        assert view.hand.mask == deal.hold[seat]
        assert table.view(player.user_id) is view
    assert joined().view(ANN.user_id) is None


def test_newest_open_message_of_a_role_is_the_one_that_counts() -> None:
    table = between_deals()
    row = replace(table.messages[0], role="board", closed=False)
    two = table.but(messages=(row, replace(row, message_id=2), replace(row, message_id=3, closed=True)))
    assert two.message("board") == two.messages[1]
    assert (two.message("nudge"), table.but(messages=()).message("board")) == (None, None)


def test_deadline_is_due_from_its_moment_on() -> None:
    table = opened()
    at = table.due[Due.LOBBY]
    assert [table.has_come(Due.LOBBY, at + timedelta(seconds=n)) for n in (-1, 0, 1)] == [False, True, True]
    assert not table.has_come(Due.CLOCK, at)
    assert [kind for kind in Due if not kind.stored] == [Due.NUDGE]


# ------------------------------------------------------------------ looking back


def test_deal_that_is_over_is_shown_moment_by_moment_and_no_other() -> None:
    table = between_deals(auto_draw=False)
    history = history_of(table, 0)
    assert len(history) == len(table.actions) + 1
    assert (history[0].action, history[-1].deal) == (None, table.game.deals[0])
    assert drawn_in(history[0], history[1]) == ((), ())
    drew = [sum(len(each) for each in drawn_in(*pair)) for pair in pairwise(history)]
    assert (sum(drew), set(drew)) == (48, {0, 2})
    for seat, hand in enumerate(hands_of(history)):
        assert (len(hand.dealt), len(hand.drew)) == (8, 24)
        assert hand.dealt.mask == history[0].deal.hold[seat]
    for number, why in ((-1, Why.NO_SUCH_DEAL), (1, Why.NO_SUCH_DEAL)):
        with pytest.raises(Refused) as caught:
            history_of(table, number)
        assert (caught.value.why, caught.value.table_id) == (why, table.id)
    running = after_plies(begun(), 9)
    with pytest.raises(Refused) as hidden:
        history_of(running, 0)
    assert (hidden.value.why, deal_is_open(running, 0)) == (Why.DEAL_HIDDEN, False)
    assert len(history_of(resigned(running), 0)) == 11


# ------------------------------------------------------------------ a server's clock


NEW_YEAR = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
HOUR = timedelta(hours=1)


def test_a_server_that_has_set_nothing_goes_by_utc() -> None:
    assert ServerClock().local(NEW_YEAR).hour == 23
    assert ServerClock().offset == 0
    assert ServerClock().stored() is None


def test_what_a_clock_showed_stays_when_it_is_set_anew() -> None:
    clock = ServerClock().set_to(60, NEW_YEAR - HOUR).set_to(-210, NEW_YEAR + HOUR)
    assert f"{clock.local(NEW_YEAR - 2 * HOUR):%Y-%m-%d %H:%M}" == "2026-12-31 21:30"
    assert f"{clock.local(NEW_YEAR):%Y-%m-%d %H:%M}" == "2027-01-01 00:30"
    assert f"{clock.local(NEW_YEAR + HOUR):%Y-%m-%d %H:%M}" == "2026-12-31 21:00"
    assert clock.offset == -210
    assert read_server_clock(clock.stored()) == clock


def test_setting_what_holds_changes_nothing_and_a_second_thought_within_a_second_counts() -> None:
    once = ServerClock().set_to(60, NEW_YEAR)
    assert once.set_to(60, NEW_YEAR + HOUR) is once
    assert once.set_to(120, NEW_YEAR).changes == ((int(NEW_YEAR.timestamp()), 120),)
    assert len(once.set_to(0, NEW_YEAR + HOUR).changes) == 2


@pytest.mark.parametrize("stored", [None, 60, "x", [60], [[1]], [[1, "2"]], [[1, 5000]], [[True, 60]], {"a": 1}])
def test_what_means_nothing_is_utc(stored: object) -> None:
    assert read_server_clock(stored) == ServerClock()
