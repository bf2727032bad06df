"""House players at a table: they fill free seats, and hold those of absent members until they are back."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from bot.engine import build_rules, offered_actions
from bot.house.roster import HOUSE, Level
from bot.tables import CLOCKS, Due, Status, Table, Why
from bot.tables.decisions import house_seats, lobby, overtime, play
from bot.tables.decisions.consent import undone
from bot.tables.house.reviews import review_of
from bot.tables.values.parts import GivenHint, Review
from tests.tables.at_table import ANN, BEN, FOUR, NOON
from tests.tables.made import (
    NUMBER,
    ask,
    begun,
    challenged,
    done,
    joined,
    late,
    noon,
    opened,
    played,
    resigned,
    why,
    with_house,
    words_of,
)


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
