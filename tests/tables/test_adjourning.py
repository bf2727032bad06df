"""Putting a game down for a while by the consent of all, and going on with it: the decisions alone."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Kind, Status, Why
from bot.tables.decisions import adjourning, consent, dealing, fixtures, house_seats, overtime, play
from bot.tables.values.parts import Daily, Fixture
from tests.tables.at_table import ANN, BEN, CAT, STRANGER
from tests.tables.made import (
    acted,
    adjourned,
    after_plies,
    answered,
    ask,
    begun,
    between_deals,
    done,
    late,
    noon,
    played,
    read_back,
    refusal,
    why,
    with_house,
    words_of,
)
from tests.tables.made import asked_to_adjourn as asked

THREE = build_rules("modern", 3, {})
LIVE, DAYS = CLOCKS["live-3"], CLOCKS["days-3"]
DAY = timedelta(days=1)


def test_all_who_play_in_person_have_to_agree_and_then_nobody_is_waited_for() -> None:
    table = asked(begun((ANN, BEN, CAT), rules=THREE, clock=LIVE))
    assert table.yet_to_adjourn == tuple(u for u in table.users if u != ANN.user_id)
    table = answered(table, BEN.user_id)
    assert table.adjourned is None
    assert table.keeps_waiting is not None
    table = answered(table, CAT.user_id)
    assert table.adjourned is not None
    assert (table.turn_users, table.keeps_waiting, table.house_on_move) == ((), None, None)
    assert set(table.due) == {Due.ENDS_SOON, Due.LEFT}
    assert read_back(table) == table


def test_house_agrees_and_who_plays_with_it_alone_asks_nobody() -> None:
    table = asked(with_house((Level.NOVICE,)))
    assert table.adjourned is not None
    resumed = ask(table, adjourning.go_on, noon(days=30), ANN.user_id)
    assert resumed.adjourned is None
    assert resumed.due == {Due.ABANDON: noon(days=37).now}


def test_request_outlives_acts_and_lapses_with_the_deal() -> None:
    table = asked(begun((ANN, BEN), rules=build_rules("modern", 2, {"target": 9000})))
    table = acted(table, words_of(table))
    assert table.adjourning is not None
    assert played(table, lambda t: t.awaits_deal).adjourning is None


def test_request_is_taken_back_declined_and_asked_again_after_another_card() -> None:
    table = asked(begun())
    request = int(noon().now.timestamp())
    assert why(table, adjourning.agree_to_adjourn, noon(), ANN.user_id, request) is Why.OWN_ADJOURN
    assert why(table, adjourning.agree_to_adjourn, noon(), STRANGER.user_id, request) is Why.NOT_SEATED
    assert why(table, adjourning.agree_to_adjourn, noon(), BEN.user_id, request - 1) is Why.ADJOURN_NOT_ASKED
    assert why(table, adjourning.ask_adjourn, noon(), BEN.user_id, None) is Why.ADJOURN_ASKED
    assert adjourning.ask_adjourn(table, noon(minutes=1), ANN.user_id, DAY) is table
    assert ask(table, adjourning.rather_not, noon(), ANN.user_id, request).adjourning is None
    declined = ask(table, adjourning.rather_not, noon(), BEN.user_id, request)
    assert declined.yet_to_adjourn == ()
    assert why(declined, adjourning.ask_adjourn, noon(), ANN.user_id, None) is Why.ADJOURN_DECLINED
    assert why(declined, adjourning.agree_to_adjourn, noon(), BEN.user_id, request) is Why.ADJOURN_NOT_ASKED
    assert asked(acted(declined, words_of(declined))).adjourning is not None


def test_moment_that_has_passed_is_agreed_to_no_more() -> None:
    table = asked(begun(), timedelta(hours=1))
    request = int(noon().now.timestamp())
    assert why(table, adjourning.agree_to_adjourn, noon(hours=1), BEN.user_id, request) is Why.ADJOURN_NOT_ASKED
    assert answered(table, BEN.user_id, minutes=59).due[Due.RESUME] == noon(hours=1).now


def test_moment_that_has_passed_keeps_nobody_from_asking_for_another() -> None:
    table = asked(begun(clock=DAYS), timedelta(hours=1))
    assert done(table, adjourning.lapsed, noon(minutes=59)).stale
    table = ask(acted(table, words_of(table), noon(minutes=30)), adjourning.lapsed, noon(hours=1))
    assert table.adjourning is None
    assert done(table, adjourning.lapsed, noon(hours=1)).stale
    again = ask(table, adjourning.ask_adjourn, noon(hours=1), BEN.user_id, None)
    assert Due.LAPSES not in again.due
    for soon in (asked(begun(), DAY), asked(begun(rules=build_rules("modern", 2, {"target": 9000})), DAY)):
        request = int(noon().now.timestamp())
        assert Due.LAPSES not in ask(soon, adjourning.rather_not, noon(), ANN.user_id, request).due
        assert Due.LAPSES not in ask(soon, adjourning.rather_not, noon(), BEN.user_id, request).due
        assert Due.LAPSES not in answered(soon, BEN.user_id).due
    assert Due.LAPSES not in played(soon, lambda t: t.awaits_deal).due


def test_nothing_is_played_claimed_asked_or_dealt_while_it_lies() -> None:
    table = adjourned(after_plies(begun(clock=LIVE), 3))
    seat = table.game.deals[-1].turn
    on_move, other = table.users[seat], table.users[1 - seat]
    words = words_of(table)
    assert why(table, play.act, noon(), on_move, words, table.ply) is Why.ADJOURNED
    assert why(table, consent.offer_draw, noon(), on_move) is Why.ADJOURNED
    assert why(table, consent.ask_undo, noon(), other) is Why.ADJOURNED
    assert why(table, overtime.claim_time, noon(), other) is Why.ADJOURNED
    assert why(table, overtime.let_house_play, noon(), other) is Why.ADJOURNED
    assert why(table, adjourning.ask_adjourn, noon(), on_move, None) is Why.ADJOURNED
    assert done(table, play.act, noon(), on_move, words, table.ply, by_house=True).stale
    for decide in (overtime.note_time_up, overtime.abandon):
        assert done(table, decide, noon(days=30)).stale
    sealed = adjourned(dealing.posted(between_deals(), noon(), 80_000))
    assert Due.DEAL not in sealed.due
    assert why(sealed, dealing.deal, noon(), ANN.user_id) is Why.ADJOURNED
    assert why(sealed, dealing.deal, noon()) is Why.ADJOURNED
    resumed = ask(ask(sealed, adjourning.go_on, noon(days=1), ANN.user_id), adjourning.go_on, noon(days=1), BEN.user_id)
    assert resumed.due[Due.DEAL] == noon(days=1, seconds=30).now


def test_time_that_was_up_and_claims_are_forgotten_and_the_turn_begins_anew() -> None:
    table = late(begun(clock=LIVE))
    table = adjourned(table)
    assert (table.time_up, table.claims) == (None, None)
    table = ask(table, adjourning.go_on, noon(hours=5), ANN.user_id)
    table = ask(table, adjourning.go_on, noon(hours=5), BEN.user_id)
    assert table.due[Due.CLOCK] == noon(hours=5, minutes=3).now
    assert table.turn_since == noon(hours=5).now
    assert Due.LEFT not in table.due


@pytest.mark.parametrize(("clock", "goes_on"), [(LIVE, False), (DAYS, True)])
def test_who_is_there_is_waited_for_a_quarter_of_an_hour_and_by_correspondence_for_good(
    clock: object, *, goes_on: bool
) -> None:
    table = adjourned(begun(clock=clock))
    table = ask(table, adjourning.go_on, noon(hours=1), ANN.user_id)
    assert table.yet_to_go_on(noon(hours=1).now) == (BEN.user_id,)
    table = ask(table, adjourning.go_on, noon(hours=2), BEN.user_id)
    assert (table.adjourned is None) is goes_on


def test_nobody_waits_for_who_has_left_the_server() -> None:
    table = adjourned(begun())
    assert why(table, adjourning.go_on, noon(), STRANGER.user_id) is Why.NOT_SEATED
    table = ask(table, adjourning.go_on, noon(), ANN.user_id, [BEN.user_id])
    assert table.adjourned is None
    assert adjourning.go_on(table, noon(), ANN.user_id) is table


def test_game_goes_on_by_itself_at_the_moment_that_was_agreed_on() -> None:
    table = adjourned(begun(clock=LIVE), 2 * DAY)
    assert done(table, adjourning.time_to_go_on, noon(hours=47)).stale
    table = ask(table, adjourning.time_to_go_on, noon(days=2))
    assert table.adjourned is None
    assert table.due[Due.CLOCK] == noon(days=2, minutes=3).now


@pytest.mark.parametrize("lain", [0, 50])
def test_first_who_is_there_waits_a_fortnight_at_most_and_then_the_game_goes_on_and_its_clock_runs(lain: int) -> None:
    table = ask(adjourned(begun(clock=LIVE)), adjourning.go_on, noon(days=lain), ANN.user_id)
    assert table.adjourned is not None
    assert table.adjourned.until == noon(days=lain + 14).now
    assert table.due == {Due.ENDS_SOON: noon(days=lain + 12).now, Due.RESUME: noon(days=lain + 14).now}
    again = ask(table, adjourning.go_on, noon(days=lain + 1), ANN.user_id)
    assert again.due == table.due
    assert read_back(again) == again
    assert ask(again, adjourning.go_on, noon(days=lain + 1), BEN.user_id).adjourned is None
    assert done(again, adjourning.left_too_long, noon(days=lain + 13)).stale
    on = ask(again, adjourning.time_to_go_on, noon(days=lain + 14))
    assert on.due[Due.CLOCK] == noon(days=lain + 14, minutes=3).now
    late_by_clock = ask(on, overtime.note_time_up, noon(days=lain + 14, minutes=4))
    assert late_by_clock.time_is_up


def test_moment_that_was_agreed_on_stays_and_a_round_that_ends_before_sets_none() -> None:
    agreed = ask(adjourned(begun(clock=LIVE), 2 * DAY), adjourning.go_on, noon(hours=1), ANN.user_id)
    assert agreed.due[Due.RESUME] == noon(days=2).now
    lies = adjourned(begun(clock=LIVE))
    lies = lies.but(due={**lies.due, Due.ROUND: noon(days=3).now})
    assert Due.RESUME not in ask(lies, adjourning.go_on, noon(hours=1), ANN.user_id).due


def test_left_too_long_it_is_told_and_then_ends_without_a_result() -> None:
    table = adjourned(begun())
    assert done(table, adjourning.ends_soon, noon(days=52)).stale
    told = ask(table, adjourning.ends_soon, noon(days=53))
    assert told.adjourned == table.adjourned
    assert done(told, adjourning.ends_soon, noon(days=54)).stale
    assert done(told, adjourning.left_too_long, noon(days=59)).stale
    over = ask(told, adjourning.left_too_long, noon(days=60))
    assert (over.status, over.end_reason, over.adjourned, over.due) == (Status.ABANDONED, "adjourned", None, {})


def test_moments_that_were_agreed_on_are_not_moved_by_time_that_nobody_could_act_in() -> None:
    assert all(kind.fixed and kind.stored for kind in (Due.LAPSES, Due.RESUME, Due.ENDS_SOON, Due.LEFT))


def test_game_that_lies_can_be_given_up() -> None:
    table = adjourned(begun())
    over = ask(table, play.resign, noon(), ANN.user_id)
    assert (over.status, over.adjourned) == (Status.FINISHED, None)


def test_absent_member_takes_the_seat_back_by_asking_answering_or_being_there() -> None:
    table = late(begun((ANN, BEN, CAT), rules=THREE, clock=LIVE))
    absent = table.turn_users[0]
    other = next(user for user in table.users if user != absent)
    third = next(user for user in table.users if user not in (absent, other))
    held = ask(ask(table, overtime.let_house_play, noon(), other), overtime.let_house_play, noon(), third)
    asks = ask(held, adjourning.ask_adjourn, noon(), absent, None)
    assert (asks.held, absent in asks.people) == ({}, True)
    lies = ask(held, adjourning.ask_adjourn, noon(), other, None)
    lies = ask(lies, adjourning.agree_to_adjourn, noon(), third, int(noon().now.timestamp()))
    assert lies.adjourned is not None
    assert lies.held
    back = ask(lies, house_seats.come_back, noon(), absent)
    assert (back.adjourned, back.due, back.held) == (lies.adjourned, lies.due, {})
    assert ask(lies, adjourning.go_on, noon(), absent).held == {}


def test_nobody_puts_a_game_down_behind_the_back_of_the_only_other_member() -> None:
    table = late(begun(clock=LIVE))
    absent = table.turn_users[0]
    other = next(user for user in table.users if user != absent)
    held = ask(table, overtime.let_house_play, noon(), other)
    assert why(held, adjourning.ask_adjourn, noon(), other, None) is Why.ADJOURN_ABSENT
    back = ask(held, house_seats.come_back, noon(), absent)
    assert ask(back, adjourning.ask_adjourn, noon(), other, None).yet_to_adjourn == (absent,)
    assert ask(held, adjourning.ask_adjourn, noon(), absent, None).yet_to_adjourn == (other,)


def test_tournament_game_lies_no_longer_than_its_round() -> None:
    table = begun(clock=DAYS).but(kind=Kind.TOURNAMENT, fixture=Fixture(1, "Cup", 1))
    table = table.but(due={**table.due, Due.ROUND: noon(days=3).now})
    assert why(table, adjourning.ask_adjourn, noon(), ANN.user_id, 3 * DAY) is Why.ROUND_SOONER
    table = adjourned(table)
    assert table.due[Due.ROUND] == noon(days=3).now
    over = ask(table, fixtures.round_over, noon(days=3))
    assert (over.status, over.end_reason) == (Status.ABANDONED, fixtures.ROUND_OVER)


def test_daily_deal_waits_by_itself() -> None:
    table = begun().but(daily=Daily(7, noon(days=1).now))
    assert why(table, adjourning.ask_adjourn, noon(), ANN.user_id, None) is Why.DAILY_WAITS
    assert not adjourning.may_ask(table, ANN.user_id)


def test_question_is_offered_to_players_until_somebody_asks() -> None:
    table = begun()
    assert adjourning.may_ask(table, ANN.user_id)
    assert not adjourning.may_ask(table, STRANGER.user_id)
    assert not adjourning.may_ask(asked(table), BEN.user_id)


def test_lobby_and_game_that_is_over_cannot_be_adjourned() -> None:
    over = ask(begun(), play.resign, noon(), ANN.user_id)
    assert refusal(over, adjourning.ask_adjourn, noon(), ANN.user_id, None).why is Why.OVER
