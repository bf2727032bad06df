"""What is stored comes back as it was, and stays where it must not change."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, cast

import pytest

from db import (
    ActionRow,
    BoardRow,
    CutRow,
    DeadlineRow,
    DealRow,
    Duplicate,
    GameChanges,
    GameRow,
    MessageRow,
    SeatRow,
    Store,
    UnknownRow,
)
from db.formers import is_former, new_former
from tests.db.samples import ANN, BEN, CHANNEL, DECK, GUILD, NOON, finish, game_with_deal, later, new_game, sealed
from tests.tables.at_table import DAN


async def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    async with store.write() as tx:
        game = await tx.games.create(
            guild_id=GUILD, channel_id=CHANNEL, kind="challenge",
            rules={"preset": "modern", "nested": [1, {"é": None}]}, settings={}, opener_id=ANN, invited_id=BEN,
            created_at=NOON,
        )  # fmt: skip
    async with store.read() as reader:
        row = await reader.games.get(game)
        assert await reader.games.get(game + 1) is None
        assert await reader.game_record.load(game + 1) is None
    assert row == GameRow(
        id=game, guild_id=GUILD, channel_id=CHANNEL, home_id=None, kind="challenge", status="lobby",
        rules={"preset": "modern", "nested": [1, {"é": None}]}, settings={}, opener_id=ANN, invited_id=BEN,
        rematch_of=None, created_at=NOON, started_at=None, ended_at=None, end_reason=None, winner=None,
        turn_since=None, on_move=None, version=0,
    )  # fmt: skip


async def test_a_game_changes_only_where_it_may(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.games.update(game, 0, status="finished", winner=(0, 1), ended_at=NOON, end_reason="score")
    for changes, reason in [
        ({"id": 7}, "may not be changed: id"),
        ({"guild_id": 7, "status": "playing"}, "guild_id"),
        ({"status": "lost"}, "status lost"),
    ]:
        with pytest.raises(ValueError, match=reason):
            async with store.write() as tx:
                await tx.games.update(game, 1, **cast("GameChanges", changes))
    async with store.read() as reader:
        row = await reader.games.get(game)
    assert row is not None
    assert (row.status, row.winner, row.ended_at, row.end_reason) == ("finished", (0, 1), NOON, "score")
    assert row.version == 1


async def test_a_game_is_frozen_at_whatever_version_it_stands(store: Store) -> None:
    async with store.write() as tx:
        game, other = await new_game(tx), await new_game(tx)
        await tx.games.update(game, 0, turn_since=NOON)
        await tx.games.freeze(game, later(1))
    async with store.read() as reader:
        row = await reader.games.get(game)
        assert [live.id for live in await reader.games.live()] == [other]
    assert row is not None
    assert (row.status, row.ended_at, row.end_reason, row.version) == ("frozen", later(1), "frozen", 2)
    with pytest.raises(UnknownRow, match="no table 99"):
        async with store.write() as tx:
            await tx.games.freeze(99, NOON)


async def test_moments_come_back_aware_and_the_same(store: Store) -> None:
    tokyo = datetime(2026, 3, 1, 21, 30, 0, 5, tzinfo=timezone(timedelta(hours=9)))
    async with store.write() as tx:
        await tx.schedule.heartbeat(tokyo)
    async with store.read() as reader:
        beat = await reader.schedule.last_beat()
    assert beat == tokyo
    assert beat is not None
    assert beat.tzinfo is UTC


async def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="needs a time zone"):
        async with store.write() as tx:
            await tx.schedule.heartbeat(datetime(2026, 3, 1, 12))  # noqa: DTZ001 - it is what must be refused
    async with store.read() as reader:
        assert await reader.schedule.last_beat() is None


async def test_a_number_is_never_given_to_a_second_game(store: Store) -> None:
    async with store.write() as tx:
        first = await new_game(tx)
        await tx.servers.forget(GUILD)
        assert await new_game(tx) > first


async def test_seats_are_replaced_as_a_whole(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.games.set_seats(game, [SeatRow(game, 0, BEN, "Ben", later(1))])
    async with store.read() as reader:
        assert await reader.games.seats(game) == [SeatRow(game, 0, BEN, "Ben", later(1))]
    with pytest.raises(Duplicate):
        async with store.write() as tx:
            await tx.games.set_seats(game, [SeatRow(game, seat, ANN, "Ann", NOON) for seat in (0, 1)])
    with pytest.raises(ValueError, match="another game"):
        async with store.write() as tx:
            await tx.games.set_seats(game, [SeatRow(game + 1, 0, ANN, "Ann", NOON)])
    async with store.write() as tx:
        assert [row.user_id for row in await tx.games.seats(game)] == [BEN]
        await tx.games.set_seats(game, [])
        assert await tx.games.seats(game) == []


async def test_finished_games_are_paged_newest_first(store: Store) -> None:
    async with store.write() as tx:
        ended = [await finish(tx, {ANN: 10, user: 20}, user) for user in (BEN, 17, BEN, 17, BEN)]
        await new_game(tx)
        await finish(tx, {ANN: 1, BEN: 2}, ANN, guild_id=5)
    async with store.read() as reader:
        assert [row.id for row in await reader.games.finished_of(GUILD)] == ended[::-1]
        assert [row.id for row in await reader.games.finished_of(GUILD, limit=2, offset=1)] == ended[3:1:-1]
        assert [row.id for row in await reader.games.finished_of(GUILD, 17)] == [ended[3], ended[1]]


async def test_a_deal_is_opened_cut_dealt_and_closed(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.deals.put_cut(CutRow(game, 0, ANN, 0, "for luck", NOON))
        await tx.deals.put_cut(CutRow(game, 0, BEN, 1, "line\nbreak", NOON))
        await tx.deals.update(game, 0, entropy=("message:1", "cut:0:é"), message_id=2**62, dealt_at=NOON)
        await tx.deals.update(game, 0, closed_at=later(9))
    async with store.read() as reader:
        (deal,) = await reader.deals.of(game)
        cuts = await reader.deals.cuts(game, 0)
        assert await reader.deals.cuts(game, 1) == []
    assert deal.entropy == ("message:1", "cut:0:é")
    assert (deal.message_id, deal.dealt_at, deal.closed_at, deal.deck) == (2**62, NOON, later(9), DECK)
    assert cuts == [CutRow(game, 0, ANN, 0, "for luck", NOON), CutRow(game, 0, BEN, 1, "line\nbreak", NOON)]
    with pytest.raises(ValueError, match="secret"):
        async with store.write() as tx:
            await tx.deals.update(game, 0, **cast("Any", {"secret": "another"}))
    with pytest.raises(UnknownRow, match="no deal 3"):
        async with store.write() as tx:
            await tx.deals.update(game, 3, dealer=1)
    with pytest.raises(ValueError, match="at least one"):
        async with store.write() as tx:
            await tx.deals.update(game, 0)


async def test_a_second_cut_replaces_the_first_and_stands_where_it_says(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        for at, (user, words) in enumerate([(ANN, "one"), (BEN, "two"), (17, "three"), (ANN, "four"), (ANN, "five")]):
            await tx.deals.put_cut(CutRow(game, 0, user, at, words, later(at)))
        assert [(row.user_id, row.text) for row in await tx.deals.cuts(game, 0)] == [
            (BEN, "two"),
            (17, "three"),
            (ANN, "five"),
        ]
        assert [(row.arrival, row.at) for row in await tx.deals.cuts(game)] == [(n, later(n)) for n in (1, 2, 4)]
    with pytest.raises(Duplicate):
        async with store.write() as tx:
            await tx.deals.put_cut(CutRow(game, 0, 18, 4, "six", NOON))


async def test_actions_come_back_by_ply_and_can_be_taken_back(store: Store) -> None:
    game = await game_with_deal(store)
    rows = [ActionRow(game, ply, 0, ply % 2, f"play {ply}", later(ply)) for ply in range(4)]
    async with store.write() as tx:
        await tx.deals.add_actions(rows[2:])
        await tx.deals.add_actions(rows[:2])
        await tx.deals.add_actions([])
        assert [row.ply for row in await tx.deals.actions(game)] == [0, 1, 2, 3]
        assert await tx.deals.delete_actions_from(game, 2) == 2
        assert [row.action for row in await tx.deals.actions(game)] == ["play 0", "play 1"]
        await tx.deals.add_actions([ActionRow(game, 2, 0, 0, "pass", NOON)])


async def test_messages_are_stored_replaced_and_closed(store: Store) -> None:
    board = MessageRow(0, 2**62, CHANNEL, "board", later(2), deal=0)
    async with store.write() as tx:
        game = await new_game(tx)
        board = MessageRow(game, 2**62, CHANNEL, "board", later(2), deal=0)
        nudge = MessageRow(game, 2**62 + 1, CHANNEL, "nudge", later(1))
        await tx.messages.put(nudge)
        await tx.messages.put(MessageRow(game, 2**62, CHANNEL, "table", NOON))
        await tx.messages.put(board)
        assert await tx.messages.of(game) == [nudge, board]
        assert await tx.messages.of(game, role="board") == [board]
        await tx.messages.put(replace(nudge, closed=True))
        assert [row.closed for row in await tx.messages.of(game)] == [True, False]


async def test_a_game_has_one_deadline_of_each_kind(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.schedule.set(DeadlineRow(game, "nudge", later(500)))
        await tx.schedule.set(DeadlineRow(game, "nudge", later(10)))
        await tx.schedule.set(DeadlineRow(game, "deal", later(5)))
        assert await tx.schedule.deadlines(game) == [
            DeadlineRow(game, "deal", later(5)),
            DeadlineRow(game, "nudge", later(10)),
        ]
        assert await tx.schedule.deadlines(game + 1) == []
        assert await tx.schedule.clear(game, "deal")
        assert not await tx.schedule.clear(game, "deal")
        await tx.schedule.clear_all(game)
        assert await tx.schedule.deadlines() == []


@pytest.mark.deep
async def test_a_forgotten_server_leaves_nothing_behind(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.deals.put_cut(CutRow(game, 0, ANN, 0, "for luck", NOON))
        await tx.deals.add_actions([ActionRow(game, 0, 0, 1, "play QSa", NOON)])
        await tx.messages.put(MessageRow(game, 1, CHANNEL, "board", NOON))
        await tx.schedule.set(DeadlineRow(game, "nudge", NOON))
        over = await finish(tx, {ANN: 1, BEN: 2}, ANN)
        await tx.settings.set_of_guild(GUILD, "pictures", value=True)
        kept = await finish(tx, {ANN: 1, BEN: 2}, ANN, guild_id=5)
        await tx.settings.set_of_guild(5, "pictures", value=True)
        await tx.servers.forget(GUILD)
    async with store.read() as reader:
        assert await reader.game_record.load(game) is None
        for left in (
            await reader.games.seats(game),
            await reader.deals.of(game),
            await reader.deals.cuts(game),
            await reader.deals.actions(game),
            await reader.messages.of(game),
            await reader.schedule.deadlines(),
            await reader.results.of(over),
        ):
            assert left == []
        assert await reader.settings.of_guild(GUILD) == {}
        assert [row.user_id for row in await reader.results.of(kept)] == [ANN, BEN]
        assert await reader.settings.of_guild(5) == {"pictures": True}


# ------------------------------------------------------------------ seals


async def stored(store: Store, **changes: object) -> DealRow:
    async with store.write() as tx:
        row = replace(sealed(await new_game(tx)), deck=None, dealer=None, **changes)  # type: ignore[arg-type]  # its fields
        await tx.deals.open(row)
    return row


@pytest.mark.parametrize("posted", [False, True], ids=["whose message is unknown", "whose board is not found"])
async def test_a_seal_can_be_replaced_and_nothing_is_kept_of_it(store: Store, posted: bool) -> None:
    row = await stored(store)
    async with store.write() as tx:
        if posted:
            await tx.deals.update(row.game_id, 0, message_id=77, entropy=("message:77",), cuts_closed_at=later(2))
        anew = replace(row, commitment="decaf", secret="5a5a", opened_at=later(3), entropy=())
        await tx.deals.seal_anew(anew)
    async with store.read() as reader:
        assert await reader.deals.of(row.game_id) == [anew]


async def test_a_seal_that_is_dealt_stays_as_it_is(store: Store) -> None:
    row = await stored(store)
    async with store.write() as tx:
        await tx.deals.update(row.game_id, 0, deck="ASa")
    with pytest.raises(UnknownRow, match="no deal 0 to be sealed anew"):
        async with store.write() as tx:
            await tx.deals.seal_anew(replace(row, commitment="decaf", secret="5a5a"))
    async with store.read() as reader:
        (kept,) = await reader.deals.of(row.game_id)
    assert (kept.commitment, kept.secret) == (row.commitment, row.secret)


async def test_games_that_are_over_and_owe_a_word_about_their_first_message_are_found(store: Store) -> None:
    async with store.write() as tx:
        owing, told, live = [await new_game(tx) for _ in range(3)]
        await tx.games.update(owing, 0, status="cancelled", ended_at=NOON, unanswered=True)
        await tx.games.update(told, 0, status="cancelled", ended_at=NOON)
        await tx.games.update(live, 0, unanswered=True)
    async with store.read() as reader:
        assert await reader.messages.unanswered() == [owing]


# ------------------------------------------------------------------ all live games at once


async def test_live_games_come_with_who_sits_there_and_what_is_posted(store: Store) -> None:
    async with store.write() as tx:
        one = await new_game(tx, users=(BEN, ANN))
        await new_game(tx, status="finished")
        lobby = await new_game(tx, status="lobby", users=(ANN,))
        for number, role, closed in ((1, "board", True), (2, "board", False), (3, "nudge", False), (4, "look", True)):
            await tx.messages.put(MessageRow(one, number, CHANNEL, role, later(number), closed, deal=0))
        await tx.games.update(
            one, 0, on_move=BEN, rules={"irregularities": "forfeits"}, settings={"clock": "days-1"}, private=True
        )
        first, second = await tx.live.games()
    assert (first.id, first.users, first.board, first.roles) == (one, (BEN, ANN), 2, frozenset({"board", "nudge"}))
    assert (first.on_move, first.settings, first.version) == (BEN, {"clock": "days-1"}, 1)
    assert (first.rules, first.private) == ({"irregularities": "forfeits"}, True)
    assert (second.id, second.status, second.guild_id, second.users) == (lobby, "lobby", GUILD, (ANN,))
    assert (second.on_move, second.private, second.board, second.roles) == (None, False, None, frozenset())


@pytest.mark.deep
async def test_what_boards_show_is_replaced_and_goes_with_its_game(store: Store) -> None:
    async with store.write() as tx:
        games = [await new_game(tx) for _ in range(3)]
        rows = [BoardRow(game, 10 + game, 3, "this", "us") for game in games]
        await tx.live.note_boards(rows[:2])
        await tx.live.note_boards([replace(row, version=4, shown="that") for row in (rows[1], rows[2])])
        assert await tx.live.boards() == [rows[0], *(replace(row, version=4, shown="that") for row in rows[1:])]
        await tx.games.update(games[0], 0, status="finished")
        assert [row.game_id for row in await tx.live.boards()] == games[1:]
        await tx.servers.forget(GUILD)
        await tx.live.note_boards(rows)  # of games that have gone meanwhile
        assert await tx.live.boards() == []
        assert tx.failure is None


async def test_very_many_boards_are_noted_at_once(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.live.note_boards([BoardRow(game + number, 1, 1, "this", "us") for number in range(1200)])
        assert [row.game_id for row in await tx.live.boards()] == [game]


async def test_turns_that_begin_in_the_future_begin_now_at_live_games(store: Store) -> None:
    async with store.write() as tx:
        early, late, over = [await new_game(tx, status=status) for status in ("playing", "playing", "finished")]
        for game, minutes in ((early, -5), (late, 5), (over, 5)):
            await tx.games.update(game, 0, turn_since=later(minutes))
        await tx.games.begin_turns_by(NOON)
        found = [await tx.games.get(game) for game in (early, late, over)]
    assert [(row.turn_since, row.version) for row in found if row is not None] == [
        (later(-5), 1), (NOON, 2), (later(5), 1),
    ]  # fmt: skip


async def test_time_is_given_back_to_every_deadline(store: Store) -> None:
    async with store.write() as tx:
        games = [await new_game(tx) for _ in range(3)]
        for game in games:
            for kind, minutes in (("clock", game), ("abandon", 60 + game)):
                await tx.schedule.set(DeadlineRow(game, kind, later(minutes)))
        assert await tx.schedule.shift(later(7) - NOON) == 6
        found = {(row.game_id, row.kind): row.due_at for row in await tx.schedule.deadlines()}
    assert found == {(game, kind): later(add + game) for game in games for kind, add in (("clock", 7), ("abandon", 67))}


# ------------------------------------------------------------------ former players


def test_nobody_is_taken_for_a_former_player() -> None:
    assert not is_former(DAN.user_id)
    assert not is_former(1_477_757_317_939_200_015)
    assert all(is_former(new_former()) and new_former() < 2**63 for _ in range(50))
