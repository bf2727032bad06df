"""When time is up or everybody has left: who may decide what, which deadlines that sets, and seats of the house."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import Ending, build_rules, offered_actions
from bot.house.roster import HOUSE, Level
from bot.tables import CLOCKS, NO_CLOCK, Due, Status, Table, Why
from bot.tables.decisions import house_seats, lobby, overtime, play, turns
from bot.tables.decisions.consent import undone
from bot.tables.decisions.occasion import Done
from bot.tables.decisions.overtime import claims_from, deciding, yet_to_agree
from bot.tables.house.reviews import review_of
from bot.tables.values.parts import Claims, GivenHint, HeldSeat, Review
from tests.tables.at_table import ANN, BEN, CAT, DAN, FOUR, NOON, PARTNERS, PLAYERS, STRANGER, sure
from tests.tables.made import (
    NUMBER,
    after_plies,
    ask,
    begun,
    between_deals,
    challenged,
    dealt,
    done,
    joined,
    late,
    noon,
    opened,
    played,
    resigned,
    step,
    why,
    with_house,
    words_of,
)

LIVE = CLOCKS["live-3"]
THREE = build_rules("modern", 3, {})


def against(table: Table) -> list[int]:
    """Return the users who play against the player on move, by seat."""
    deal = table.game.deals[-1]
    return [user for seat, user in enumerate(table.users) if deal.law.sides[seat] != deal.law.sides[deal.turn]]


@pytest.fixture(scope="module")
def two() -> Table:
    """Two in play, of whom one has run out of time."""
    return late(begun(clock=LIVE))


@pytest.fixture(scope="module")
def three() -> Table:
    return late(begun((ANN, BEN, CAT), rules=THREE, clock=LIVE))


@pytest.fixture(scope="module")
def partners() -> Table:
    return late(begun(PLAYERS, rules=PARTNERS, clock=LIVE))


# ------------------------------------------------------------------ deadlines


def test_time_that_is_up_is_noted_once_and_nobody_is_reminded_any_more() -> None:
    table = begun(clock=LIVE)
    assert done(table, overtime.note_time_up, noon(minutes=2, seconds=59)).stale
    came = done(table, overtime.note_time_up, noon(minutes=3))
    assert (came.stale, came.table.time_up, came.table.time_is_up) == (False, 0, True)
    assert came.table.due == {Due.ABANDON: NOON + timedelta(days=7, minutes=3)}
    assert came.table.turn_since == NOON
    known = came.table.but(due={**came.table.due, Due.CLOCK: NOON})
    assert overtime.note_time_up(known, noon(hours=1)) == Done(known, stale=True)
    assert done(begun(clock=NO_CLOCK), overtime.note_time_up, noon(days=6)).stale


def test_time_of_the_house_is_never_up() -> None:
    table = played(with_house((Level.REGULAR,), clock=LIVE), lambda t: t.house_on_move is not None)
    assert overtime.note_time_up(table.but(due={Due.CLOCK: NOON}), noon(hours=1)).stale


def test_late_player_may_still_play_and_then_time_is_no_longer_up(two: Table) -> None:
    table = step(two, random.Random(1), noon(minutes=5))
    assert (table.time_up, table.due[Due.CLOCK]) == (None, NOON + timedelta(minutes=8))
    assert why(table, overtime.claim_time, noon(), ANN.user_id) is Why.TIME_NOT_UP
    assert why(table, overtime.give_time, noon(), BEN.user_id) is Why.TIME_NOT_UP


def test_player_is_reminded_once_and_not_where_somebody_has_acted() -> None:
    table = begun(clock=LIVE)
    came = done(table, turns.reminded, noon(seconds=30), table.ply)
    assert not came.stale
    assert came.table.due == {kind: at for kind, at in table.due.items() if kind is not Due.NUDGE}
    moved = step(table, random.Random(1))
    assert done(moved, turns.reminded, noon(seconds=30), table.ply) == Done(moved, stale=True)


def test_game_that_everyone_has_left_closes_after_a_week_and_opens_its_deal() -> None:
    table = begun()
    assert done(table, overtime.abandon, noon(days=6, hours=23)).stale
    over = done(table, overtime.abandon, noon(days=7)).table
    assert (over.status, over.end_reason, over.winner, over.due) == (Status.ABANDONED, "abandoned", None, {})
    assert over.ended_at == over.deals[0].closed_at == NOON + timedelta(days=7)
    for gone in (over, resigned(table), joined()):
        assert done(gone.but(due={Due.ABANDON: NOON}), overtime.abandon, noon(days=9)).stale


@pytest.mark.parametrize(
    "table",
    [
        played(begun(), lambda t: len(t.game.deals[-1].tricks) == 1 and bool(t.turn_users)),
        ask(begun(), play.look_at_hand, noon(), begun().turn_users[0]),
    ],
    ids=["after its first trick", "once the hand was looked at"],
)
def test_rated_game_without_a_clock_that_waits_a_week_for_one_player_is_lost_by_that_player(table: Table) -> None:
    (waiting_for,) = table.turn_users
    over = done(table, overtime.abandon, noon(days=8)).table
    result = sure(over.game.result)
    assert (over.status, result.ending, over.users[result.by or 0]) == (Status.FINISHED, Ending.TIMEOUT, waiting_for)


@pytest.mark.parametrize(
    "table",
    [
        begun(),
        played(begun(friendly=True), lambda t: len(t.game.deals[-1].tricks) == 1 and bool(t.turn_users)),
        played(begun(clock=LIVE), lambda t: len(t.game.deals[-1].tricks) == 1 and bool(t.turn_users)),
        between_deals(),
    ],
    ids=["before the hand was looked at", "friendly", "with a clock", "between two deals"],
)
def test_game_that_nobody_loses_by_waiting_has_no_result_after_a_week(table: Table) -> None:
    over = done(table.but(due={Due.ABANDON: NOON}), overtime.abandon, noon(days=8)).table
    assert (over.status, over.end_reason) == (Status.ABANDONED, "abandoned")


# ------------------------------------------------------------------ waiting and claiming


def test_opponent_waits_and_the_clock_starts_again(two: Table) -> None:
    table = ask(two, overtime.give_time, noon(minutes=4), against(two)[0])
    assert (table.time_up, table.claims, table.turn_since) == (None, None, NOON + timedelta(minutes=4))
    assert table.due == {
        Due.CLOCK: NOON + timedelta(minutes=7), Due.NUDGE: NOON + timedelta(minutes=4, seconds=30),
        Due.ABANDON: NOON + timedelta(days=7, minutes=7),
    }  # fmt: skip


def test_opponent_claims_and_the_game_is_won_by_time(two: Table) -> None:
    came = done(two, overtime.claim_time, noon(minutes=4), against(two)[0])
    result = sure(came.table.game.result)
    assert (came.table.status, came.table.end_reason, result.ending) == (Status.FINISHED, "timeout", Ending.TIMEOUT)
    assert [came.table.users[seat] for seat in came.table.winner or ()] == against(two)
    assert came.table.actions[-1].action.endswith("timeout")
    assert bool(came.events)


def test_nobody_decides_before_time_is_up_nor_the_own_side(two: Table, partners: Table) -> None:
    early = begun(clock=LIVE)
    seat = partners.game.deals[-1].turn
    for request in (overtime.claim_time, overtime.give_time):
        told = [
            why(early, request, noon(), against(early)[0]),
            why(early, request, noon(), early.turn_users[0]),
            why(between_deals(), request, noon(), ANN.user_id),
            why(two, request, noon(), two.turn_users[0]),
            why(partners, request, noon(), partners.users[(seat + 2) % 4]),
        ]
        assert told == [Why.TIME_NOT_UP] * 3 + [Why.OWN_TIME] * 2


def test_of_three_players_both_others_have_to_claim(three: Table) -> None:
    (absent,), (first, second) = three.turn_users, against(three)
    table = three
    for _ in range(2):  # claiming twice is no second voice
        came = done(table, overtime.claim_time, noon(), first)
        table = came.table
        assert (table.claims, came.events) == (Claims(0, absent, (first,)), ())
        assert (claims_from(table, absent), yet_to_agree(table, absent)) == ((first,), [second])
    over = done(table, overtime.claim_time, noon(), second).table
    assert (over.status, over.game.result is not None) == (Status.FINISHED, True)
    assert {over.users[seat] for seat in over.winner or ()} <= {first, second}


def test_one_who_waits_takes_back_what_another_claimed(three: Table) -> None:
    first, second = against(three)
    claimed = ask(three, overtime.claim_time, noon(), first)
    table = ask(claimed, overtime.give_time, noon(minutes=3), second)
    assert (table.claims, table.time_is_up) == (None, False)
    assert ask(late(table, noon(minutes=6)), overtime.claim_time, noon(), second).live


@pytest.mark.parametrize("claimer", [0, 1])
def test_of_partners_either_opponent_claims_for_the_side(partners: Table, claimer: int) -> None:
    over = done(partners, overtime.claim_time, noon(), against(partners)[claimer]).table
    assert {over.users[seat] for seat in over.winner or ()} == set(against(partners))


# ------------------------------------------------------------------ members who have left


def test_game_is_claimed_from_who_has_left_whoever_is_on_turn() -> None:
    table = after_plies(begun(), 12)
    assert why(table, overtime.claim, noon(), ANN.user_id, ANN.user_id) is Why.STILL_HERE
    for one, other in ((ANN, BEN), (BEN, ANN)):
        over = done(table, overtime.claim, noon(), one.user_id, other.user_id).table
        assert [over.users[seat] for seat in over.winner or ()] == [one.user_id]


def test_own_partner_cannot_claim_and_a_rematch_that_was_never_dealt_ends_without_a_result() -> None:
    four = begun(PLAYERS, rules=PARTNERS)
    assert why(four, overtime.claim, noon(), ANN.user_id, CAT.user_id) is Why.OWN_TIME
    undealt = joined().but(status=Status.PLAYING)
    over = ask(undealt, overtime.claim, noon(minutes=1), ANN.user_id, BEN.user_id)
    assert (over.status, over.end_reason, over.ended_at) == (
        Status.ABANDONED, "abandoned", NOON + timedelta(minutes=1),
    )  # fmt: skip


def test_who_has_left_too_need_not_agree() -> None:
    four = begun(PLAYERS, rules=build_rules("modern", 4, {}))
    claimed = ask(four, overtime.claim, noon(), ANN.user_id, BEN.user_id, [DAN.user_id, CAT.user_id][:1])
    assert claimed.claims == Claims(0, BEN.user_id, (ANN.user_id,), (DAN.user_id,))
    assert yet_to_agree(claimed, BEN.user_id) == [CAT.user_id]
    assert yet_to_agree(claimed, CAT.user_id) == [ANN.user_id, BEN.user_id, DAN.user_id]  # another claim
    both = done(four, overtime.claim, noon(), ANN.user_id, BEN.user_id, {DAN.user_id, CAT.user_id})
    assert both.table.status is Status.FINISHED
    gone = overtime.claim(four, noon(), ANN.user_id, BEN.user_id, [DAN.user_id, STRANGER.user_id]).table.claims
    assert gone == Claims(0, BEN.user_id, (ANN.user_id,), (DAN.user_id, STRANGER.user_id))


def test_claim_against_another_member_begins_anew() -> None:
    table = begun((ANN, BEN, CAT), rules=THREE)
    table = ask(table, overtime.claim, noon(), ANN.user_id, BEN.user_id)
    table = ask(table, overtime.claim, noon(), ANN.user_id, CAT.user_id)
    assert table.claims == Claims(0, CAT.user_id, (ANN.user_id,))
    assert claims_from(table, BEN.user_id) == ()


def test_sides_of_the_house_leave_it_to_the_others() -> None:
    table = with_house((Level.NOVICE,), (ANN, BEN), rules=THREE)
    assert yet_to_agree(table, BEN.user_id) == [ANN.user_id]
    assert done(table, overtime.claim, noon(), ANN.user_id, BEN.user_id).table.status is Status.FINISHED


# ------------------------------------------------------------------ letting the house play


def test_house_plays_on_for_the_player_whose_time_is_up(two: Table) -> None:
    (absent,), (other,) = two.turn_users, against(two)
    claimed = two.but(claims=Claims(0, absent, (other,)))
    table = ask(claimed, overtime.let_house_play, noon(minutes=4), other)
    seat = sure(two.seat_of(absent))
    assert (table.held_seats, table.people) == ((HeldSeat(seat, Level.REGULAR),), (other,))
    assert (table.turn_users, table.awaited, table.house_on_move) == ((absent,), None, Level.REGULAR)
    assert (table.time_up, table.claims, table.turn_since) == (None, None, NOON + timedelta(minutes=4))
    assert table.due == {Due.ABANDON: NOON + timedelta(days=7, minutes=7)}


def test_house_is_not_let_play_before_time_nor_by_the_own_side(two: Table, partners: Table) -> None:
    early = begun()
    seat = partners.game.deals[-1].turn
    told = [
        why(early, overtime.let_house_play, noon(), early.users[0]),
        why(between_deals(), overtime.let_house_play, noon(), ANN.user_id),
        why(joined().but(status=Status.PLAYING), overtime.let_house_play, noon(), ANN.user_id),
        why(two, overtime.let_house_play, noon(), two.turn_users[0]),
        why(early, overtime.let_house_play, noon(), ANN.user_id, ANN.user_id),
        why(partners, overtime.let_house_play, noon(), partners.users[(seat + 2) % 4]),
    ]
    assert told == [Why.TIME_NOT_UP] * 3 + [Why.STILL_HERE] * 2 + [Why.OWN_TIME]
    assert set(ask(partners, overtime.let_house_play, noon(), partners.users[(seat + 1) % 4]).held) == {seat}


def test_of_three_players_both_others_have_to_let_the_house_play(three: Table) -> None:
    """Else an accomplice of the absent player could take the rating away from whoever is ahead."""
    (absent,), (first, second) = three.turn_users, against(three)
    table = three
    for _ in range(2):  # asking twice is no second voice
        table = ask(table, overtime.let_house_play, noon(), first)
        assert (table.claims, table.held, table.time_is_up) == (Claims(0, absent, house=(first,)), {}, True)
        assert claims_from(table, absent, for_house=True) == (first,)
        assert yet_to_agree(table, absent, for_house=True) == [second]
        assert yet_to_agree(table, absent) == [first, second]  # the claim is another wish
    assert set(ask(table, overtime.let_house_play, noon(), second).held) == {three.seat_of(absent)}
    claimed = done(table, overtime.claim_time, noon(), first).table  # who claims wants no stand-in any more
    assert claimed.claims == Claims(0, absent, (first,))
    assert done(claimed, overtime.claim_time, noon(), second).table.status is Status.FINISHED
    gone = ask(three, overtime.let_house_play, noon(), first, None, [second])
    assert set(gone.held) == {three.seat_of(absent)}


def test_who_lets_the_house_play_takes_back_the_own_seat_while_others_have_yet_to_agree(three: Table) -> None:
    (absent,), (first, second) = three.turn_users, against(three)
    seat = sure(three.seat_of(first))
    held = three.but(held_seats=(HeldSeat(seat, Level.REGULAR),))
    asked = ask(held, overtime.let_house_play, noon(), first)
    assert (asked.held, yet_to_agree(asked, absent, for_house=True)) == ({}, [second])


def test_nobody_is_played_for_who_is_the_house() -> None:
    table = with_house((Level.NOVICE,), (ANN, BEN), rules=THREE)
    assert why(table, overtime.let_house_play, noon(), ANN.user_id, table.users[2]) is Why.STILL_HERE


def test_who_has_left_is_played_for_out_of_turn_and_even_before_the_first_deal() -> None:
    table = begun((ANN, BEN, CAT), rules=THREE)
    for player, other in ((BEN, CAT), (CAT, BEN)):
        held = ask(table, overtime.let_house_play, noon(), ANN.user_id, player.user_id)
        held = ask(held, overtime.let_house_play, noon(), other.user_id, player.user_id)
        assert set(held.held) == {table.seat_of(player.user_id)}
    undealt = overtime.let_house_play(joined().but(status=Status.PLAYING), noon(), ANN.user_id, BEN.user_id)
    assert set(undealt.held) == {1}


def test_who_decides_is_back_and_never_are_all_seats_held(two: Table) -> None:
    (absent,), (other,) = two.turn_users, against(two)
    table = ask(two, overtime.let_house_play, noon(), other, absent)
    table = ask(table, overtime.let_house_play, noon(), absent, other)
    assert set(table.held) == {two.seat_of(other)}


def test_partner_decides_where_only_the_house_plays_against_both() -> None:
    table = ask(opened(rules=PARTNERS), house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    table = ask(table, lobby.join, noon(), BEN)
    table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    table = dealt(table, lobby.start, noon(), ANN.user_id)
    assert deciding(table, 0) == [BEN.user_id]
    assert set(ask(table, overtime.let_house_play, noon(), ANN.user_id, BEN.user_id).held) == {2}


def test_those_decide_who_play_in_person_on_other_sides() -> None:
    four = begun(PLAYERS, rules=PARTNERS)
    assert deciding(four, 0) == [BEN.user_id, DAN.user_id]
    held = ask(four, overtime.let_house_play, noon(), ANN.user_id, BEN.user_id)
    assert deciding(held, 0) == [DAN.user_id]
    assert deciding(held, 0, also=1) == [BEN.user_id, DAN.user_id]
    both = ask(held, overtime.let_house_play, noon(), ANN.user_id, DAN.user_id)
    assert deciding(both, 0) == [CAT.user_id]
    assert deciding(both, 0, also=1) == [BEN.user_id]


# ------------------------------------------------------------------ seats of the house


def test_only_the_opener_seats_house_players_and_sends_them_away() -> None:
    table = joined((ANN, BEN), rules=FOUR)
    assert why(table, house_seats.add_house, noon(), BEN.user_id, Level.NOVICE) is Why.NOT_OPENER
    table = ask(table, house_seats.add_house, noon(minutes=1), ANN.user_id, Level.NOVICE)
    row = table.seats[2]
    assert (row.game_id, row.seat, row.joined_at) == (NUMBER, 2, NOON + timedelta(minutes=1))
    assert (HOUSE[row.user_id].level, row.name) == (Level.NOVICE, HOUSE[row.user_id].shown)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=31)}
    assert why(table, house_seats.remove_house, noon(), BEN.user_id, row.user_id) is Why.NOT_OPENER
    for nobody in (BEN.user_id, -33):
        assert why(table, house_seats.remove_house, noon(), ANN.user_id, nobody) is Why.NO_SUCH_SEAT
    table = ask(table, house_seats.remove_house, noon(minutes=2), ANN.user_id, row.user_id)
    assert (table.users, table.due) == ((ANN.user_id, BEN.user_id), {Due.LOBBY: NOON + timedelta(minutes=32)})


def test_house_players_fill_free_seats_only_and_each_sits_once() -> None:
    table = opened(rules=FOUR)
    for _ in range(3):
        table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.STRONG)
    assert len(set(table.users)) == 4
    assert why(table, house_seats.add_house, noon(), ANN.user_id, Level.REGULAR) is Why.TABLE_FULL
    table = ask(table, house_seats.remove_house, noon(), ANN.user_id, table.users[1])
    assert [seat.seat for seat in table.seats] == [0, 1, 2]
    assert ask(table, lobby.join, noon(), BEN).users[3] == BEN.user_id


def test_house_takes_no_seat_of_a_challenge() -> None:
    assert why(challenged(), house_seats.add_house, noon(), ANN.user_id, Level.REGULAR) is Why.CHALLENGE_RULES
    assert why(challenged(), house_seats.remove_house, noon(), ANN.user_id, -11) is Why.CHALLENGE_RULES


def held(table: Table) -> Table:
    """Let the time of whoever is on move run out, and the house play on."""
    other = next(user for user in table.users if user not in table.turn_users)
    return ask(late(table), overtime.let_house_play, noon(minutes=3), other)


def test_member_who_comes_back_has_the_seat_and_a_clock_again() -> None:
    table = held(begun(clock=CLOCKS["live-3"]))
    (absent,) = table.turn_users
    back = ask(table, house_seats.come_back, noon(minutes=9), absent)
    assert (back.held, back.awaited, back.turn_since) == ({}, absent, NOON + timedelta(minutes=9))
    assert back.due == {
        Due.CLOCK: NOON + timedelta(minutes=12), Due.NUDGE: NOON + timedelta(minutes=9, seconds=30),
        Due.ABANDON: NOON + timedelta(days=7, minutes=12),
    }  # fmt: skip
    thought_too_long = done(back, play.act, noon(), absent, words_of(back), back.ply, by_house=True)
    assert thought_too_long.stale


def test_only_the_own_seat_is_taken_back() -> None:
    table = begun((ANN, BEN), clock=CLOCKS["live-3"])
    assert house_seats.come_back(table, noon(), ANN.user_id) is table
    three = with_house((Level.NOVICE,), (ANN, BEN), rules=build_rules("modern", 3, {}))
    one = overtime.let_house_play(three, noon(), ANN.user_id, BEN.user_id)
    two = house_seats.with_held(one, noon(), {**one.held, 0: Level.STRONG})
    back = ask(two, house_seats.come_back, noon(), BEN.user_id)
    assert back.held == {0: Level.STRONG}
    assert house_seats.come_back(two, noon(), two.users[2]) is two


def test_seat_taken_back_after_the_game_begins_no_turn() -> None:
    table = held(begun(clock=CLOCKS["live-3"]))
    (absent,) = table.turn_users
    over = played(table, lambda t: not t.live)
    assert over.held
    back = ask(over, house_seats.come_back, noon(hours=1), absent)
    assert (back.held, back.due, back.status) == ({}, {}, Status.FINISHED)
    assert back.turn_since == NOON + timedelta(hours=1)


def test_review_is_kept_with_its_game() -> None:
    over, reviews = resigned(with_house((Level.REGULAR,))), [Review((), 12, 3, seat) for seat in (0, 1)]
    for review in (reviews[1], *reviews):
        over = ask(over, house_seats.keep_review, noon(), review)
    assert sorted(over.reviews, key=lambda each: each.seat) == reviews
    assert review_of(over, over.users[1]) == reviews[1]
    assert review_of(over, 999) is None


def test_hint_is_kept_with_its_moment_and_goes_with_what_led_to_it() -> None:
    table = begun()
    (user, *_) = table.turn_users
    words = offered_actions(table.game)[0].text
    kept = ask(table, house_seats.keep_hint, noon(), user, table.ply_for(user), words)
    assert kept.given == ()  # nobody has agreed to hints
    table = table.but(terms=replace(table.terms, hints=True))
    kept = ask(table, house_seats.keep_hint, noon(), user, table.ply_for(user), words)
    assert kept.given == (GivenHint(0, table.seat_of(user) or 0, words),)
    assert ask(kept, house_seats.keep_hint, noon(), user, table.ply_for(user), words) is kept
    assert ask(kept, house_seats.keep_hint, noon(), 999, 0, words) is kept
    moved = ask(kept, play.act, noon(), user, words.split(" ", 1)[1], kept.ply_for(user))
    assert ask(moved, house_seats.keep_hint, noon(), user, table.ply_for(user), "late") is moved
    assert moved.given == kept.given
    later = moved.but(given=(*moved.given, GivenHint(1, 1, "of what was undone")))
    back = undone(later, noon())
    assert back.given == kept.given
    assert back.actions == table.actions
