"""Before the first card: sitting down, standing up, starting, challenges, closing, and what moderators do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.engine import build_rules
from bot.house.roster import Level, is_house
from bot.tables import CLOCKS, NO_CLOCK, Due, Kind, Limits, Status, Table, Why
from bot.tables.decisions import dealing, house_seats, lobby, moderating, terms
from bot.tables.decisions.moderating import MODERATED
from bot.tables.values.parts import Lobby, Place, Terms, Thread
from tests.tables.at_table import ANN, BEN, CAT, CHANNEL, DAN, FOUR, GUILD, NOON, STRANGER
from tests.tables.made import BOARD, NUMBER, ask, begun, challenged, done, joined, noon, opened, refusal, resigned, why

THREE = build_rules("modern", 3, {})


def test_table_that_is_opened_has_its_opener_a_sealed_deal_and_half_an_hour() -> None:
    table = lobby.opened(
        noon(), guild_id=GUILD, channel_id=CHANNEL, opener=ANN, rules=THREE,
        terms=Terms("modern", auto_draw=False, clock=CLOCKS["live-5"], partners_drawn=True), invited_only=True,
    )  # fmt: skip
    assert (table.id, table.guild_id, table.kind, table.status) == (0, GUILD, Kind.OPEN, Status.LOBBY)
    assert (table.users, table.names, table.opener_id) == ((ANN.user_id,), ("Ann",), ANN.user_id)
    assert [(seat.game_id, seat.seat, seat.joined_at) for seat in table.seats] == [(0, 0, NOON)]
    assert (table.game.rules, table.game.deals, table.created_at) == (THREE, (), NOON)
    assert table.terms == Terms("modern", CLOCKS["live-5"], auto_draw=False, partners_drawn=True)
    assert (table.place, table.lobby) == (Place(CHANNEL), Lobby(invited_only=True))
    assert [(seal.number, seal.deck, seal.message_id, seal.opened_at) for seal in table.deals] == [
        (0, None, None, NOON)
    ]
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=30)}
    usual = lobby.opened(noon(), guild_id=1, channel_id=2, opener=ANN, rules=THREE, terms=Terms("modern"))
    assert (usual.terms, usual.lobby) == (Terms("modern", NO_CLOCK), Lobby())


def test_everything_done_at_an_open_lobby_gives_it_half_an_hour_again() -> None:
    table = ask(opened(rules=FOUR), lobby.join, noon(minutes=10), BEN)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=40)}
    table = ask(table, lobby.leave, noon(minutes=12), BEN.user_id)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=42)}
    short = Limits(lobby=timedelta(minutes=2))
    assert ask(table, lobby.join, noon(limits=short), BEN).due == {Due.LOBBY: NOON + timedelta(minutes=2)}


def test_players_sit_down_in_the_order_in_which_they_come() -> None:
    table = joined((ANN, CAT, BEN, DAN), rules=FOUR)
    assert table.names == ("Ann", "Cat", "Ben", "Dan")
    assert [(seat.game_id, seat.seat) for seat in table.seats] == [(NUMBER, at) for at in range(4)]
    assert table.full
    late = ask(opened(), lobby.join, noon(minutes=3), BEN)
    assert late.seats[1].joined_at == NOON + timedelta(minutes=3)


def test_nobody_sits_down_twice_nor_at_a_full_table_nor_at_too_many() -> None:
    table = joined((ANN, BEN))
    assert why(table, lobby.join, noon(), BEN) is Why.ALREADY_SEATED
    assert why(table, lobby.join, noon(), CAT) is Why.TABLE_FULL
    lone = opened()
    told = refusal(lone, lobby.join, noon(limits=Limits(tables_a_member=3)), BEN, elsewhere=3)
    assert (told.why, told.detail) == (Why.TOO_MANY_TABLES, "3")
    assert ask(lone, lobby.join, noon(limits=Limits(tables_a_member=3)), BEN, elsewhere=2).full


def test_who_joins_by_terms_that_have_changed_meanwhile_is_asked() -> None:
    table = ask(opened(rules=FOUR), terms.set_rules, noon(), ANN.user_id, {"target": 4000})
    table = ask(table, lobby.join, noon(), BEN, table.terms.edition - 1)
    assert table.lobby.to_agree == (BEN.user_id,)
    table = ask(table, lobby.join, noon(), CAT, table.terms.edition)
    table = ask(table, lobby.join, noon(), DAN)
    assert table.lobby.to_agree == (BEN.user_id,)
    asked = ask(joined((ANN, BEN), rules=FOUR), terms.set_rules, noon(), ANN.user_id, {"target": 4000})
    assert ask(asked, lobby.join, noon(), CAT, 0).lobby.to_agree == (BEN.user_id, CAT.user_id)


def test_only_guests_sit_down_where_it_is_so() -> None:
    table = ask(opened(rules=FOUR, invited_only=True), terms.invite, noon(), ANN.user_id, BEN)
    assert why(table, lobby.join, noon(), CAT) is Why.INVITED_ONLY
    assert ask(table, lobby.join, noon(), BEN).users == (ANN.user_id, BEN.user_id)


# ------------------------------------------------------------------ standing up


def test_when_the_opener_leaves_the_next_person_is_the_opener() -> None:
    table = opened(rules=FOUR)
    table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    table = ask(ask(table, lobby.join, noon(), BEN), lobby.join, noon(), CAT)
    table = ask(table, lobby.leave, noon(), ANN.user_id)
    assert (table.opener_id, table.names[1:], table.status) == (BEN.user_id, ("Ben", "Cat"), Status.LOBBY)
    assert is_house(table.users[0])
    assert [seat.seat for seat in table.seats] == [0, 1, 2]


def test_another_player_who_leaves_takes_nothing_from_the_opener_wherever_that_sits() -> None:
    moved = ask(joined((ANN, BEN, CAT), rules=FOUR), terms.change_seat, noon(), ANN.user_id, 2)
    moved = ask(moved, lobby.leave, noon(), BEN.user_id)
    assert (moved.names, moved.opener_id) == (("Cat", "Ann"), ANN.user_id)
    table = ask(joined((ANN, BEN, CAT), rules=FOUR), lobby.leave, noon(), BEN.user_id)
    assert (table.users, table.opener_id) == ((ANN.user_id, CAT.user_id), ANN.user_id)
    assert why(table, lobby.leave, noon(), BEN.user_id) is Why.NOT_SEATED


@pytest.mark.parametrize("with_house", [False, True])
def test_table_that_the_last_person_leaves_closes(*, with_house: bool) -> None:
    table = opened(rules=THREE)
    if with_house:
        table = ask(table, house_seats.add_house, noon(), ANN.user_id, Level.NOVICE)
    table = ask(table, lobby.leave, noon(minutes=1), ANN.user_id)
    assert (table.status, table.end_reason) == (Status.CANCELLED, "cancelled")
    assert (table.ended_at, table.due) == (NOON + timedelta(minutes=1), {})


def test_who_leaves_and_comes_back_has_seen_the_terms() -> None:
    table = ask(joined((ANN, BEN)), terms.set_rules, noon(), ANN.user_id, {"target": 2000})
    table = ask(table, lobby.leave, noon(), BEN.user_id)
    assert table.lobby.to_agree == ()
    assert ask(table, lobby.join, noon(), BEN, table.terms.edition).lobby.to_agree == ()


def test_next_opener_has_still_to_agree_to_what_the_last_one_chose() -> None:
    table = ask(joined((ANN, BEN, CAT), rules=THREE), terms.set_rules, noon(), ANN.user_id, {"players": 4})
    table = ask(table, lobby.leave, noon(), ANN.user_id)
    assert (table.opener_id, table.lobby.to_agree) == (BEN.user_id, (BEN.user_id, CAT.user_id))
    assert ask(table, terms.set_rules, noon(), BEN.user_id, {"target": 2000}).lobby.to_agree == (CAT.user_id,)


def test_members_who_left_the_server_are_named_until_somebody_sits_down() -> None:
    table = joined((ANN, BEN, CAT), rules=FOUR)
    table = ask(table, lobby.vacate, noon(minutes=5), [BEN.user_id, STRANGER.user_id])
    assert (table.names, table.lobby.left) == (("Ann", "Cat"), ((BEN.user_id, "Ben"),))
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=35)}
    table = ask(table, lobby.vacate, noon(), [ANN.user_id])
    left = ((BEN.user_id, "Ben"), (ANN.user_id, "Ann"))
    assert (table.names, table.lobby.left, table.opener_id) == (("Cat",), left, CAT.user_id)
    assert ask(table, lobby.join, noon(), DAN).lobby.left == ()
    assert ask(table, house_seats.add_house, noon(), CAT.user_id, Level.NOVICE).lobby.left == ()


def test_nothing_is_vacated_where_none_of_them_sits_or_the_game_has_begun() -> None:
    table, game = joined((ANN, BEN)), begun()
    assert lobby.vacate(table, noon(), [CAT.user_id]) is table
    assert lobby.vacate(game, noon(), [ANN.user_id]) is game


def test_names_of_who_left_go_when_the_game_begins() -> None:
    table = ask(joined((ANN, BEN, CAT), rules=THREE), terms.set_rules, noon(), ANN.user_id, {"target": 2000})
    table = ask(table, lobby.vacate, noon(), [CAT.user_id])
    table = ask(table, terms.set_rules, noon(), ANN.user_id, {"players": 2})
    table = ask(table, terms.agree, noon(), BEN.user_id)
    assert table.lobby.left == ((CAT.user_id, "Cat"),)
    assert ask(table, lobby.start, noon(), ANN.user_id).lobby.left == ()


# ------------------------------------------------------------------ closing


def test_only_the_opener_cancels_and_only_a_lobby() -> None:
    table = joined((ANN, BEN))
    for other in (BEN, STRANGER):
        assert why(table, lobby.cancel, noon(), other.user_id) is Why.NOT_OPENER
    gone = ask(table, lobby.cancel, noon(minutes=2), ANN.user_id)
    assert (gone.status, gone.end_reason, gone.ended_at) == (Status.CANCELLED, "cancelled", NOON + timedelta(minutes=2))
    assert (gone.live, gone.due) == (False, {})
    assert why(gone, lobby.cancel, noon(), ANN.user_id) is Why.CLOSED


@pytest.mark.parametrize(("table", "minutes"), [(opened(), 30), (challenged(), 10)], ids=["lobby", "challenge"])
def test_lobby_or_challenge_expires_when_its_time_is_over_and_not_before(table: Table, minutes: int) -> None:
    early = done(table, lobby.expire, noon(minutes=minutes, seconds=-1))
    assert (early.stale, early.table) == (True, table)
    over = done(table, lobby.expire, noon(minutes=minutes))
    assert (over.stale, over.table.status, over.table.end_reason) == (False, Status.EXPIRED, "expired")
    assert (over.table.ended_at, over.table.due) == (NOON + timedelta(minutes=minutes), {})
    assert done(over.table, lobby.expire, noon(hours=2)).stale


@pytest.mark.parametrize(
    ("table", "reason"), [(begun(), Why.ALREADY_STARTED), (resigned(begun()), Why.CLOSED)], ids=["begun", "over"]
)
def test_game_that_has_begun_is_no_lobby(table: Table, reason: Why) -> None:
    ann, ben = ANN.user_id, BEN.user_id
    told = [
        why(table, lobby.join, noon(), CAT),
        why(table, lobby.leave, noon(), ann),
        why(table, lobby.cancel, noon(), ann),
        why(table, lobby.start, noon(), ann),
        why(table, lobby.accept, noon(), BEN),
        why(table, lobby.decline, noon(), ben),
        why(table, house_seats.add_house, noon(), ann, Level.NOVICE),
        why(table, house_seats.remove_house, noon(), ann, -11),
        why(table, terms.set_rules, noon(), ann, {"target": 2000}),
        why(table, terms.set_table, noon(), ann, auto_draw=False),
        why(table, terms.agree, noon(), ben),
        why(table, terms.change_seat, noon(), ann, 1),
        why(table, terms.invite, noon(), ann, CAT),
    ]
    assert set(told) == {reason}


# ------------------------------------------------------------------ starting


def test_table_starts_only_when_it_is_full_agreed_on_and_posted_and_for_its_players() -> None:
    assert why(opened(), lobby.start, noon(), ANN.user_id) is Why.NOT_FULL
    table = joined((ANN, BEN))
    assert why(table, lobby.start, noon(), STRANGER.user_id) is Why.NOT_SEATED
    changed = ask(table, terms.set_rules, noon(), ANN.user_id, {"target": 2000})
    assert why(changed, lobby.start, noon(), ANN.user_id) is Why.NOT_AGREED
    assert why(joined((ANN, BEN), posted=False), lobby.start, noon(), ANN.user_id) is Why.NOT_POSTED
    came = done(table, lobby.start, noon(minutes=1), BEN.user_id)
    assert (came.table.status, came.table.started_at) == (Status.PLAYING, NOON + timedelta(minutes=1))
    assert (came.table.game.deals, came.stale, came.table.being_dealt) == ((), False, True)
    assert came.table.due == {Due.ABANDON: NOON + timedelta(days=7, minutes=1)}
    dealt = ask(came.table, dealing.posted, noon(minutes=2), BOARD + 1)
    assert dealt.due == {
        Due.NUDGE: NOON + timedelta(minutes=2, seconds=30), Due.ABANDON: NOON + timedelta(days=7, minutes=2),
    }  # fmt: skip


def test_started_game_wants_a_thread_where_the_server_says_so() -> None:
    table = joined((ANN, BEN))
    assert ask(table, lobby.start, noon(), ANN.user_id).place == Place(CHANNEL)
    wanted = ask(table, lobby.start, noon(), ANN.user_id, in_thread=True).place
    assert (wanted.thread, wanted.channel_id) == (Thread.WANTED, CHANNEL)
    accepted = ask(challenged(), lobby.accept, noon(), BEN, in_thread=True).place
    assert (accepted.thread, accepted.in_thread) == (Thread.WANTED, False)


# ------------------------------------------------------------------ challenges


def test_challenge_names_who_is_challenged_and_stands_for_ten_minutes() -> None:
    table = challenged(auto_draw=False, clock=CLOCKS["live-3"])
    assert (table.kind, table.invited_id, table.users) == (Kind.CHALLENGE, BEN.user_id, (ANN.user_id,))
    assert (table.guild_id, table.place, table.rules.players) == (GUILD, Place(CHANNEL), 2)
    assert table.lobby == Lobby(challenged="Ben")
    assert table.terms == Terms("modern", CLOCKS["live-3"], auto_draw=False)
    assert table.due == {Due.CHALLENGE: NOON + timedelta(minutes=10)}
    assert challenged().terms == Terms("modern", NO_CLOCK)


def test_who_is_challenged_accepts_and_the_game_begins() -> None:
    came = done(challenged(), lobby.accept, noon(minutes=1), BEN)
    assert (came.table.status, came.table.users) == (Status.PLAYING, (ANN.user_id, BEN.user_id))
    assert (came.table.seats[1].seat, came.table.seats[1].joined_at) == (1, NOON + timedelta(minutes=1))
    assert (came.table.seats[1].game_id, came.table.names) == (NUMBER, ("Ann", "Ben"))
    assert came.table.place.thread is Thread.NONE
    assert (came.table.game.deals, came.table.being_dealt) == ((), True)
    dealt = ask(came.table, dealing.posted, noon(minutes=1), BOARD + 1)
    assert (len(dealt.game.deals), set(dealt.due)) == (1, {Due.NUDGE, Due.ABANDON})


def test_who_is_challenged_declines() -> None:
    table = ask(challenged(), lobby.decline, noon(), BEN.user_id)
    assert (table.status, table.end_reason, table.due) == (Status.DECLINED, "declined", {})
    assert why(table, lobby.accept, noon(), BEN) is Why.CLOSED


def test_nobody_else_accepts_or_declines() -> None:
    table = challenged()
    assert why(table, lobby.accept, noon(), STRANGER) is Why.NOT_INVITED
    assert why(table, lobby.decline, noon(), STRANGER.user_id) is Why.NOT_INVITED
    assert why(table, lobby.accept, noon(), ANN) is Why.OWN_CHALLENGE
    assert why(table, lobby.decline, noon(), ANN.user_id) is Why.OWN_CHALLENGE
    assert why(table, lobby.join, noon(), BEN) is Why.NOT_INVITED
    assert why(opened(), lobby.accept, noon(), BEN) is Why.NOT_INVITED
    assert why(opened(), lobby.decline, noon(), BEN.user_id) is Why.NOT_INVITED
    full = noon(limits=Limits(tables_a_member=2))
    assert why(table, lobby.accept, full, BEN, elsewhere=2) is Why.TOO_MANY_TABLES
    assert why(challenged(posted=False), lobby.accept, noon(), BEN) is Why.NOT_POSTED


def test_challenger_withdraws_or_leaves_and_the_challenge_is_gone() -> None:
    table = challenged()
    assert why(table, lobby.cancel, noon(), BEN.user_id) is Why.NOT_OPENER
    for request in (lobby.cancel, lobby.leave):
        assert ask(table, request, noon(), ANN.user_id).status is Status.CANCELLED
    assert ask(table, lobby.vacate, noon(), [ANN.user_id]).status is Status.CANCELLED


# ------------------------------------------------------------------ moderating


def test_lobbies_challenges_and_games_are_closed_without_a_result() -> None:
    for table, status in ((opened(), Status.CANCELLED), (challenged(), Status.CANCELLED), (begun(), Status.ABANDONED)):
        after = ask(table, moderating.close, noon())
        assert (after.status, after.end_reason, after.winner) == (status, MODERATED, None)
        assert all(deal.closed_at is not None for deal in after.deals if deal.deck is not None)
        assert why(after, moderating.close, noon()) is Why.CLOSED
    assert why(resigned(begun()), moderating.close, noon()) is Why.CLOSED


def test_who_is_sent_away_does_not_sit_down_again_and_the_next_becomes_the_opener() -> None:
    table = joined((ANN, BEN, CAT), rules=FOUR)
    after = ask(table, moderating.send_away, noon(), ANN.user_id)
    assert (after.users, after.opener_id) == ((BEN.user_id, CAT.user_id), BEN.user_id)
    assert why(after, lobby.join, noon(), ANN) is Why.NOT_NOW
    assert why(after, moderating.send_away, noon(), ANN.user_id) is Why.NOT_THERE
    gone = ask(after, moderating.send_away, noon(), BEN.user_id)
    assert gone.lobby.kept_out == (ANN.user_id, BEN.user_id)


def test_last_one_who_is_sent_away_leaves_a_table_that_a_moderator_has_closed() -> None:
    after = ask(opened(), moderating.send_away, noon(), ANN.user_id)
    assert (after.status, after.end_reason) == (Status.CANCELLED, MODERATED)


def test_nobody_is_sent_away_from_a_challenge_or_a_game() -> None:
    assert why(challenged(), moderating.send_away, noon(), ANN.user_id) is Why.NOT_THERE
    assert why(begun(), moderating.send_away, noon(), ANN.user_id) is Why.ALREADY_STARTED
