"""Where a table stands: another channel, a thread of its own, and back."""

from __future__ import annotations

from datetime import timedelta

from bot.tables import Due, Table, Why
from bot.tables.decisions import consent, dealing, lobby, moving
from bot.tables.values.parts import Place, Thread
from tests.tables.at_table import ANN, BEN, CHANNEL, NOON, STRANGER
from tests.tables.made import BOARD, NUMBER, ask, begun, done, joined, noon, opened, resigned, why

ELSEWHERE, THREAD = CHANNEL + 1, CHANNEL + 2


def in_thread() -> Table:
    """A game that has moved into its thread; its board in the channel is the message from which that hangs."""
    table = ask(joined(), lobby.start, noon(), ANN.user_id, in_thread=True)
    return ask(table, moving.into_thread, noon(minutes=1), THREAD, BOARD)


def test_table_stands_in_another_channel_when_a_player_says_so() -> None:
    before = begun()
    table = ask(before, moving.move_here, noon(minutes=1), BEN.user_id, ELSEWHERE)
    assert (table.place, table.channel_id, table.place.home_id) == (Place(ELSEWHERE), ELSEWHERE, ELSEWHERE)
    assert (table.messages, table.due) == (before.messages, before.due)
    table = ask(table, dealing.posted, noon(), BOARD + 1)
    assert [(m.message_id, m.channel_id, m.role) for m in table.messages] == [
        (BOARD, CHANNEL, dealing.CLOSING), (BOARD + 1, ELSEWHERE, dealing.BOARD),
    ]  # fmt: skip
    assert moving.move_here(table, noon(), ANN.user_id, ELSEWHERE) is table
    assert why(table, moving.move_here, noon(), STRANGER.user_id, CHANNEL) is Why.NOT_SEATED


def test_lobby_that_is_moved_stands_for_its_whole_time_again() -> None:
    table = ask(opened(), moving.move_here, noon(minutes=9), ANN.user_id, ELSEWHERE)
    assert table.due == {Due.LOBBY: NOON + timedelta(minutes=39)}


def test_table_that_is_over_moves_until_its_result_is_shown() -> None:
    over = resigned(begun())
    assert ask(over, moving.move_here, noon(), ANN.user_id, ELSEWHERE).channel_id == ELSEWHERE
    shown = ask(over, dealing.posted, noon(), BOARD + 1, role="result")
    assert why(shown, moving.move_here, noon(), ANN.user_id, ELSEWHERE) is Why.OVER


def test_table_that_ended_without_a_result_stays_where_it_is() -> None:
    gone = ask(joined(), lobby.cancel, noon(), ANN.user_id)
    drawn = ask(ask(begun(), consent.offer_draw, noon(), ANN.user_id), consent.offer_draw, noon(), BEN.user_id)
    for table in (gone, drawn):
        assert why(table, moving.move_here, noon(), ANN.user_id, ELSEWHERE) is Why.CLOSED


def test_game_moves_into_its_thread_and_its_board_there_is_another_one() -> None:
    table = in_thread()
    assert table.place == Place(THREAD, CHANNEL, Thread.OPEN)
    assert (table.place.home_id, table.place.in_thread) == (CHANNEL, True)
    assert (table.message("board"), table.message(moving.ANCHOR)) == (None, table.messages[0])
    assert [(m.message_id, m.role, m.channel_id, m.deal) for m in table.messages] == [(BOARD, "anchor", CHANNEL, 0)]
    table = ask(table, dealing.posted, noon(minutes=2), BOARD + 1)
    assert [(m.message_id, m.role, m.channel_id) for m in table.messages] == [
        (BOARD, "anchor", CHANNEL), (BOARD + 1, "board", THREAD),
    ]  # fmt: skip
    assert table.deals[0].message_id == BOARD


def test_message_from_which_the_thread_hangs_is_open_again_and_keeps_its_place() -> None:
    table = ask(joined(), lobby.start, noon(), ANN.user_id, in_thread=True)
    table = ask(table, dealing.posted, noon(minutes=1), BOARD + 1)
    table = ask(table, moving.into_thread, noon(minutes=2), THREAD, BOARD)
    assert [(m.message_id, m.role, m.closed) for m in table.messages] == [
        (BOARD, "anchor", False), (BOARD + 1, "board", False),
    ]  # fmt: skip


def test_thread_may_hang_from_a_message_that_was_not_known() -> None:
    table = ask(joined(), lobby.start, noon(), ANN.user_id, in_thread=True)
    table = ask(table, moving.into_thread, noon(minutes=2), THREAD, BOARD + 9)
    row = table.messages[-1]
    assert (row.game_id, row.message_id, row.role, row.channel_id) == (NUMBER, BOARD + 9, "anchor", CHANNEL)
    assert (row.posted_at, row.deal, row.closed) == (NOON + timedelta(minutes=2), None, False)
    assert table.message("board") is not None


def test_game_that_wants_no_thread_gets_none() -> None:
    for table in (begun(), in_thread()):
        assert moving.into_thread(table, noon(), THREAD + 1, BOARD) is table


def test_thread_that_cannot_be_opened_or_is_gone_is_left_for_the_channel() -> None:
    wanted = ask(joined(), lobby.start, noon(), ANN.user_id, in_thread=True)
    assert ask(wanted, moving.without_thread, noon()).place == Place(CHANNEL)
    gone = ask(in_thread(), moving.without_thread, noon()).place
    assert (gone.channel_id, gone.home_id, gone.thread) == (CHANNEL, CHANNEL, Thread.NONE)


def test_thread_that_is_left_or_closed() -> None:
    left = ask(in_thread(), moving.move_here, noon(), ANN.user_id, ELSEWHERE)
    assert left.place == Place(ELSEWHERE)
    closed = done(resigned(in_thread()), moving.thread_closed, noon()).table
    assert closed.place == Place(THREAD, CHANNEL, Thread.CLOSED)
    assert closed.place.in_thread
