"""Playing again: everyone asks for it, and the deal passes on; and best of three."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from bot.engine import build_rules
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Kind, Limits, Player, Status, Table, Why
from bot.tables.decisions import consent, dealing, lobby, overtime, play
from bot.tables.decisions.lobby import ask_rematch, next_in_series
from bot.tables.decisions.moderating import close
from bot.tables.values.parts import Lobby, Place, Rematch, Series, Terms, Thread
from bot.tables.values.table import tidy
from tests.tables.at_table import ANN, BEN, CAT, CHANNEL, DAN, NOON, PLAYERS, STRANGER, sure
from tests.tables.made import (
    NUMBER,
    ask,
    begun,
    challenged,
    dealt,
    done,
    joined,
    noon,
    numbered,
    played,
    read_back,
    refusal,
    resigned,
    results_of,
    why,
    with_house,
)

NEXT = NUMBER + 1


def finished(players: int = 2, **how: Any) -> Table:  # noqa: ANN401 - as in `begun`
    rules = build_rules("enquire", players, {"target": 700, "partners": players == 4})
    return resigned(begun(PLAYERS[:players], rules=rules, preset="enquire", **how))


def again(table: Table, *players: Player, in_thread: bool = False) -> tuple[Table, Table]:
    """Let players ask for a rematch, after the last of whom it is opened."""
    for player in players:
        came = done(table, ask_rematch, noon(minutes=5), player.user_id, elsewhere={}, in_thread=in_thread)
        table = came.table
    assert came.opened is not None
    return table, numbered(came.opened, NEXT)


def test_rematch_needs_everyone_and_asking_twice_is_once() -> None:
    table = finished(3)
    for player in (CAT, ANN, CAT):
        came = done(table, ask_rematch, noon(), player.user_id, elsewhere={})
        assert came.opened is None
        table = came.table
    assert table.rematch == Rematch((ANN.user_id, CAT.user_id))
    voted, new = again(table, BEN)
    assert voted.rematch.votes == (ANN.user_id, CAT.user_id, BEN.user_id)
    assert new.awaits_deal


def test_next_game_is_as_the_last_one_and_awaits_its_deal() -> None:
    table = finished(3, auto_draw=False, clock=CLOCKS["live-3"]).but(place=Place(CHANNEL + 5, CHANNEL, Thread.CLOSED))
    table = table.but(terms=replace(table.terms, hints=True, edition=4), lobby=Lobby(guests=(DAN.user_id,)))
    _, new = again(table, ANN, BEN, CAT)
    now = NOON + timedelta(minutes=5)
    assert (new.kind, new.status, new.created_at, new.started_at) == (Kind.REMATCH, Status.PLAYING, now, now)
    assert (new.guild_id, new.place, new.lobby) == (table.guild_id, Place(CHANNEL), Lobby())
    assert (new.rules, new.game.deals, new.actions) == (table.rules, (), ())
    assert new.terms == Terms("enquire", CLOCKS["live-3"], auto_draw=False, hints=True)
    assert (new.names, new.opener_id) == (("Cat", "Ann", "Ben"), CAT.user_id)
    assert [(seat.game_id, seat.seat, seat.joined_at) for seat in new.seats] == [(NEXT, at, now) for at in range(3)]
    assert new.rematch == Rematch(previous_id=NUMBER)
    assert (new.awaits_deal, new.turn_since, len(new.deals)) == (True, None, 1)
    assert new.due == {Due.DEAL: now + timedelta(seconds=30), Due.ABANDON: now + timedelta(days=7)}
    assert read_back(new) == new == tidy(new)


def test_rematch_wants_a_thread_where_the_server_says_so() -> None:
    one = ask(finished(), ask_rematch, noon(), ANN.user_id, elsewhere={})
    usual = sure(done(one, ask_rematch, noon(), BEN.user_id, elsewhere={}).opened)
    assert {seat.game_id for seat in usual.seats} == {0}  # it has no number yet
    assert usual.place == again(finished(), ANN, BEN)[1].place == Place(CHANNEL)
    assert again(finished(), ANN, BEN, in_thread=True)[1].place == Place(CHANNEL, thread=Thread.WANTED)


def test_two_keep_their_seats_and_more_move_one_to_the_left() -> None:
    assert again(finished(), ANN, BEN)[1].names == ("Ann", "Ben")
    assert again(finished(3), ANN, BEN, CAT)[1].names == ("Cat", "Ann", "Ben")
    four, new = again(finished(4), *PLAYERS)
    assert new.names == ("Dan", "Ann", "Ben", "Cat")
    pairs = {frozenset((at.users[seat], at.users[seat + 2])) for at in (four, new) for seat in (0, 1)}
    assert len(pairs) == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_deal_goes_round_over_several_rematches(players: int) -> None:
    table, dealers = finished(players), []
    for _ in range(4):
        dealers.append([each.user_id for each in PLAYERS].index(table.users[table.game.deals[-1].base.dealer]))
        _, new = again(table, *PLAYERS[:players])
        new = dealt(dealing.posted(new, noon(), 5), dealing.deal, noon())
        table = resigned(new.but(id=NUMBER), BEN)
    assert dealers == [(dealers[0] + at) % players for at in range(4)]


def test_deal_passes_on_from_the_last_deal_of_the_game() -> None:
    table = played(begun(rules=build_rules("modern", 2, {"target": 9000})), lambda t: len(t.game.deals) == 2)
    _, new = again(resigned(table), ANN, BEN)
    assert (new.lots.dealer, new.lots.for_deal) == (table.lots.dealer, ())


def test_rematch_needs_only_the_people() -> None:
    table = resigned(with_house((Level.REGULAR, Level.NOVICE), rules=build_rules("modern", 3, {})))
    _, new = again(table, ANN)
    assert (new.plays_alone, new.users[1]) == (True, ANN.user_id)


def test_member_whose_seat_the_house_held_is_asked_too() -> None:
    table = overtime.let_house_play(begun(), noon(), ANN.user_id, BEN.user_id)
    over = resigned(table)
    assert over.held
    assert done(over, ask_rematch, noon(), ANN.user_id, elsewhere={}).opened is None


def test_rematch_follows_a_draw() -> None:
    table = ask(begun(), consent.offer_draw, noon(), ANN.user_id)
    drawn = ask(table, consent.offer_draw, noon(), BEN.user_id)
    _, new = again(drawn, ANN, BEN)
    assert (new.users, new.rematch.previous_id, new.drawn) == (drawn.users, NUMBER, False)


def test_only_games_that_were_won_or_drawn_have_a_rematch() -> None:
    left = tidy(overtime.abandon(begun(), noon(days=8)).table)
    told = [
        why(finished(), ask_rematch, noon(), STRANGER.user_id, elsewhere={}),
        why(begun(), ask_rematch, noon(), ANN.user_id, elsewhere={}),
        why(joined(), ask_rematch, noon(), ANN.user_id, elsewhere={}),
        why(left, ask_rematch, noon(), ANN.user_id, elsewhere={}),
    ]
    assert told == [Why.NOT_SEATED, Why.NOT_STARTED, Why.NOT_STARTED, Why.CLOSED]


def test_second_rematch_leads_to_the_first() -> None:
    voted, _ = again(finished(), ANN, BEN)
    stands = voted.but(rematch=replace(voted.rematch, next_id=NEXT))
    told = refusal(stands, ask_rematch, noon(), ANN.user_id, elsewhere={})
    assert (told.why, told.table_id) == (Why.REMATCH_STANDS, NEXT)


def test_who_sits_at_too_many_tables_keeps_the_rematch_from_being_opened() -> None:
    one = ask(finished(), ask_rematch, noon(), ANN.user_id, elsewhere={ANN.user_id: 9})
    few = noon(limits=Limits(tables_a_member=2))
    for busy in (ANN, BEN):
        told = refusal(one, ask_rematch, few, BEN.user_id, elsewhere={busy.user_id: 2})
        assert told.why is Why.TOO_MANY_TABLES
    assert done(one, ask_rematch, few, BEN.user_id, elsewhere={ANN.user_id: 1, BEN.user_id: 1}).opened is not None
    only = noon(limits=Limits(tables_a_member=1))
    assert done(one, ask_rematch, only, BEN.user_id, elsewhere={}).opened is not None


def test_rematch_that_was_never_dealt_can_be_given_up_without_a_result() -> None:
    _, new = again(finished(), ANN, BEN)
    for over in (
        ask(new, play.resign, noon(), ANN.user_id),
        ask(new, overtime.claim, noon(), ANN.user_id, BEN.user_id),
        ask(new, overtime.abandon, noon(days=7, minutes=5)),
    ):
        assert (over.status, over.due, results_of(over)) == (Status.ABANDONED, {}, [])


# ------------------------------------------------------------------ best of three


def accepted() -> Table:
    """Return the first game of a series, dealt."""
    return dealt(challenged(best_of=3), lobby.accept, noon(), BEN)


def game(series: Series) -> Table:
    """Return a game in a series."""
    return accepted().but(series=series)


@pytest.mark.parametrize(
    ("won", "wins", "decided"),
    [((), (0, 0), False), ((0, 1), (1, 1), False), ((0, None, 0), (2, 0), True), ((1, 0, 1), (1, 2), True)],
)
def test_two_games_of_three_decide_and_a_drawn_one_counts_for_nobody(
    won: tuple[int | None, ...], wins: tuple[int, int], decided: bool
) -> None:
    assert (Series(3, won).wins, Series(3, won).decided) == (wins, decided)


def test_next_game_follows_with_the_deal_passed_on_and_what_was_won() -> None:
    first = accepted()
    assert first.series == Series(3)
    over = ask(first, play.resign, noon(), BEN.user_id)
    after = sure(next_in_series(over, noon(chance=random.Random(2))))
    assert (after.kind, after.status, after.users) == (Kind.REMATCH, Status.PLAYING, first.users)
    assert after.series == Series(3, (0,))
    assert after.lots.dealer == 1 - first.lots.dealer
    assert after.seal is not None
    assert after.seal.commitment != first.deals[0].commitment


def test_nothing_follows_a_series_that_is_won_a_closed_game_or_one_that_has_a_successor() -> None:
    won = ask(game(Series(3, (0,))), play.resign, noon(), BEN.user_id)
    assert next_in_series(won, noon()) is None
    assert won.series_so_far == Series(3, (0, 0))
    assert next_in_series(ask(accepted(), close, noon()), noon()) is None
    assert next_in_series(accepted(), noon()) is None
    over = ask(accepted(), play.resign, noon(), BEN.user_id)
    assert next_in_series(over.but(rematch=over.rematch.__class__(next_id=9)), noon()) is None


def test_rematch_of_a_series_is_a_series_from_its_beginning() -> None:
    over = ask(game(Series(3, (0,))), play.resign, noon(), BEN.user_id)
    voted = ask(over, ask_rematch, noon(), ANN.user_id, elsewhere={})
    opened = sure(done(voted, ask_rematch, noon(), BEN.user_id, elsewhere={}).opened)
    assert opened.series == Series(3)


def test_game_that_nobody_wins_is_followed_by_another_one() -> None:
    over = ask(accepted(), play.resign, noon(), BEN.user_id).but(winner=())  # ruling 38
    assert over.series_so_far == Series(3, (None,))
    after = sure(next_in_series(over, noon()))
    assert after.series == Series(3, (None,))
