from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, cast

import pytest

from db import CutRow, DeadlineRow, Duplicate, GameRow, MessageRow, SeatRow, UnknownRow
from tests.db.samples import ANN, BEN, CHANNEL, DECK, GUILD, NOON, finish, game_with_deal, later, new_game

if TYPE_CHECKING:
    from db import GameChanges, Store


async def test_a_game_comes_back_as_it_was_stored(store: Store) -> None:
    async with store.write() as tx:
        game = await tx.create_game(
            guild_id=GUILD,
            channel_id=CHANNEL,
            kind="challenge",
            rules={"preset": "modern", "nested": [1, {"é": None}]},
            settings={},
            opener_id=ANN,
            invited_id=BEN,
            created_at=NOON,
        )
    async with store.read() as reader:
        row = await reader.get_game(game)
        assert await reader.get_game(game + 1) is None
        assert await reader.load_game(game + 1) is None
    assert row == GameRow(
        id=game,
        guild_id=GUILD,
        channel_id=CHANNEL,
        kind="challenge",
        status="lobby",
        rules={"preset": "modern", "nested": [1, {"é": None}]},
        settings={},
        opener_id=ANN,
        invited_id=BEN,
        rematch_of=None,
        created_at=NOON,
        started_at=None,
        ended_at=None,
        end_reason=None,
        winner=None,
        turn_since=None,
    )


async def test_a_game_changes_only_where_it_may(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.update_game(game, status="finished", winner=(0, 1), ended_at=NOON, end_reason="score")
    for changes, reason in [
        ({"id": 7}, "may not be changed: id"),
        ({"guild_id": 7, "status": "playing"}, "guild_id"),
        ({"status": "lost"}, "status lost"),
        ({}, "at least one"),
    ]:
        with pytest.raises(ValueError, match=reason):
            async with store.write() as tx:
                await tx.update_game(game, **cast("GameChanges", changes))
    with pytest.raises(UnknownRow, match="no table 99"):
        async with store.write() as tx:
            await tx.update_game(99, status="playing")
    async with store.read() as reader:
        row = await reader.get_game(game)
    assert row is not None
    assert (row.status, row.winner, row.ended_at, row.end_reason) == ("finished", (0, 1), NOON, "score")


async def test_moments_come_back_aware_and_the_same(store: Store) -> None:
    tokyo = datetime(2026, 3, 1, 21, 30, 0, 5, tzinfo=timezone(timedelta(hours=9)))
    async with store.write() as tx:
        await tx.beat(tokyo)
    async with store.read() as reader:
        beat = await reader.last_beat()
    assert beat == tokyo
    assert beat is not None
    assert beat.tzinfo is UTC


async def test_a_moment_without_a_zone_is_refused(store: Store) -> None:
    with pytest.raises(ValueError, match="needs a time zone"):
        async with store.write() as tx:
            await tx.beat(datetime(2026, 3, 1, 12))  # noqa: DTZ001 - it is what must be refused
    async with store.read() as reader:
        assert await reader.last_beat() is None


async def test_a_number_is_never_given_to_a_second_game(store: Store) -> None:
    async with store.write() as tx:
        first = await new_game(tx)
        await tx.forget_guild(GUILD)
        assert await new_game(tx) > first


async def test_seats_are_replaced_as_a_whole(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.set_seats(game, [SeatRow(game, 0, BEN, "Ben", later(1))])
    async with store.read() as reader:
        assert await reader.seats(game) == [SeatRow(game, 0, BEN, "Ben", later(1))]
        assert await reader.games_of_user(ANN) == []
    with pytest.raises(Duplicate):
        async with store.write() as tx:
            await tx.set_seats(game, [SeatRow(game, seat, ANN, "Ann", NOON) for seat in (0, 1)])
    with pytest.raises(ValueError, match="another game"):
        async with store.write() as tx:
            await tx.set_seats(game, [SeatRow(game + 1, 0, ANN, "Ann", NOON)])
    async with store.write() as tx:
        assert [row.user_id for row in await tx.seats(game)] == [BEN]
        await tx.set_seats(game, [])
        assert await tx.seats(game) == []


async def test_games_are_found_by_server_member_and_state(store: Store) -> None:
    async with store.write() as tx:
        lobby = await new_game(tx, status="lobby", users=[ANN])
        playing = await new_game(tx)
        over = await new_game(tx, status="cancelled", users=[BEN])
        elsewhere = await new_game(tx, guild_id=5, users=[ANN, 17])
        again = await new_game(tx, kind="rematch", rematch_of=over, users=[17])
    async with store.read() as reader:
        assert [row.id for row in await reader.live_games()] == [lobby, playing, elsewhere, again]
        assert [row.id for row in await reader.games_of_guild(GUILD)] == [lobby, playing, again]
        assert [row.id for row in await reader.games_of_guild(GUILD, ["cancelled"])] == [over]
        assert [row.id for row in await reader.games_of_user(ANN)] == [lobby, playing, elsewhere]
        assert [row.id for row in await reader.games_of_user(ANN, ["playing"], guild_id=GUILD)] == [playing]
        assert [row.id for row in await reader.rematches_of(over)] == [again]


async def test_finished_games_are_paged_newest_first(store: Store) -> None:
    async with store.write() as tx:
        ended = [await finish(tx, {ANN: 10, user: 20}, user) for user in (BEN, 17, BEN, 17, BEN)]
        await new_game(tx)
        await finish(tx, {ANN: 1, BEN: 2}, ANN, guild_id=5)
    async with store.read() as reader:
        assert [row.id for row in await reader.finished_games(GUILD)] == ended[::-1]
        assert [row.id for row in await reader.finished_games(GUILD, limit=2, offset=1)] == ended[3:1:-1]
        assert [row.id for row in await reader.finished_games(GUILD, 17)] == [ended[3], ended[1]]


async def test_a_deal_is_opened_cut_dealt_and_closed(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.put_cut(game, 0, ANN, "for luck", NOON)
        await tx.put_cut(game, 0, BEN, "line\nbreak", NOON)
        await tx.update_deal(game, 0, entropy=("message:1", "cut:0:é"), message_id=2**62, dealt_at=NOON)
        await tx.update_deal(game, 0, closed_at=later(9))
    async with store.read() as reader:
        (deal,) = await reader.deals(game)
        cuts = await reader.cuts(game, 0)
        assert await reader.cuts(game, 1) == []
    assert deal.entropy == ("message:1", "cut:0:é")
    assert (deal.message_id, deal.dealt_at, deal.closed_at, deal.deck) == (2**62, NOON, later(9), DECK)
    assert cuts == [CutRow(game, 0, ANN, 0, "for luck", NOON), CutRow(game, 0, BEN, 1, "line\nbreak", NOON)]
    with pytest.raises(ValueError, match="secret"):
        async with store.write() as tx:
            await tx.update_deal(game, 0, **cast("Any", {"secret": "another"}))
    with pytest.raises(UnknownRow, match="no deal 3"):
        async with store.write() as tx:
            await tx.update_deal(game, 3, dealer=1)


async def test_a_second_cut_replaces_the_first_and_comes_last(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        for user, words in [(ANN, "one"), (BEN, "two"), (17, "three"), (ANN, "four"), (ANN, "five")]:
            await tx.put_cut(game, 0, user, words, NOON)
        assert [(row.user_id, row.text) for row in await tx.cuts(game, 0)] == [
            (BEN, "two"),
            (17, "three"),
            (ANN, "five"),
        ]


async def test_actions_come_back_by_ply_and_can_be_taken_back(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        for ply in (2, 0, 1, 3):
            await tx.add_action(game, ply, 0, ply % 2, f"play {ply}", later(ply))
        assert [row.ply for row in await tx.actions(game)] == [0, 1, 2, 3]
        assert await tx.delete_actions_from(game, 2) == 2
        assert [row.action for row in await tx.actions(game)] == ["play 0", "play 1"]
        await tx.add_action(game, 2, 0, 0, "pass", NOON)


async def test_messages_are_stored_replaced_closed_and_forgotten(store: Store) -> None:
    board = MessageRow(0, 2**62, CHANNEL, "board", later(2), deal=0)
    async with store.write() as tx:
        game = await new_game(tx)
        board = MessageRow(game, 2**62, CHANNEL, "board", later(2), deal=0)
        nudge = MessageRow(game, 2**62 + 1, CHANNEL, "nudge", later(1))
        await tx.put_message(nudge)
        await tx.put_message(MessageRow(game, 2**62, CHANNEL, "table", NOON))
        await tx.put_message(board)
        assert await tx.messages(game) == [nudge, board]
        assert await tx.messages(game, role="board") == [board]
        assert await tx.close_message(game, nudge.message_id)
        assert not await tx.close_message(game, 5)
        assert [row.closed for row in await tx.messages(game)] == [True, False]
        assert await tx.delete_message(game, board.message_id)
        assert not await tx.delete_message(game, board.message_id)
        assert [row.role for row in await tx.messages(game)] == ["nudge"]


async def test_deadlines_come_due_in_order_and_once(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        assert await tx.next_deadline() is None
        await tx.set_deadline(DeadlineRow(game, "nudge", later(500)))
        await tx.set_deadline(DeadlineRow(game, "nudge", later(10), {"seat": 1}))
        await tx.set_deadline(DeadlineRow(game, "deal", later(5)))
        assert await tx.next_deadline() == later(5)
        assert await tx.due_deadlines(later(4.9)) == []
        assert await tx.due_deadlines(later(5)) == [DeadlineRow(game, "deal", later(5), {})]
        assert [row.kind for row in await tx.due_deadlines(later(99))] == ["deal", "nudge"]
        assert (await tx.deadlines(game))[1].payload == {"seat": 1}
        assert await tx.clear_deadline(game, "deal")
        assert not await tx.clear_deadline(game, "deal")
        await tx.clear_deadlines(game)
        assert await tx.deadlines() == []


async def test_time_away_is_given_back(store: Store) -> None:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.beat(NOON)
        await tx.beat(later(3))
        for kind, minutes in [("nudge", 10), ("lobby", 20)]:
            await tx.set_deadline(DeadlineRow(game, kind, later(minutes)))
    async with store.write() as tx:
        seen = await tx.last_beat()
        assert seen == later(3)
        assert await tx.shift_deadlines(later(63) - seen) == 2
        assert [row.due_at for row in await tx.deadlines()] == [later(70), later(80)]


async def test_settings_are_kept_apart_and_taken_back(store: Store) -> None:
    async with store.write() as tx:
        await tx.set_guild_setting(GUILD, "pictures", value=False)
        await tx.set_guild_setting(GUILD, "last_rules", {"preset": "modern"})
        await tx.set_guild_setting(GUILD, "last_rules", {"preset": "britannica"})
        await tx.set_user_setting(GUILD, "pictures", "emoji")
        await tx.set_user_setting(GUILD, "quiet", [22, 7])
        await tx.set_user_setting(GUILD, "quiet", None)
    async with store.read() as reader:
        assert await reader.guild_settings(GUILD) == {
            "last_rules": {"preset": "britannica"},
            "pictures": False,
        }
        assert await reader.user_settings(GUILD) == {"pictures": "emoji"}
        assert await reader.user_settings(ANN) == {}


async def test_a_table_is_loaded_whole(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.put_cut(game, 0, ANN, "for luck", NOON)
        await tx.add_action(game, 0, 0, 1, "play QSa", NOON)
        await tx.put_message(MessageRow(game, 1, CHANNEL, "board", NOON))
        await new_game(tx)
    async with store.read() as reader:
        rows = await reader.load_game(game)
        assert rows is not None
        assert rows.game == await reader.get_game(game)
        assert [row.user_id for row in rows.seats] == [ANN, BEN]
        assert rows.deals == tuple(await reader.deals(game))
        assert [row.action for row in rows.actions] == ["play QSa"]
        assert [row.text for row in rows.cuts] == ["for luck"]
        assert [row.message_id for row in rows.messages] == [1]


async def test_a_forgotten_server_leaves_nothing_behind(store: Store) -> None:
    game = await game_with_deal(store)
    async with store.write() as tx:
        await tx.put_cut(game, 0, ANN, "for luck", NOON)
        await tx.add_action(game, 0, 0, 1, "play QSa", NOON)
        await tx.put_message(MessageRow(game, 1, CHANNEL, "board", NOON))
        await tx.set_deadline(DeadlineRow(game, "nudge", NOON))
        over = await finish(tx, {ANN: 1, BEN: 2}, ANN)
        await tx.set_guild_setting(GUILD, "pictures", value=True)
        kept = await finish(tx, {ANN: 1, BEN: 2}, ANN, guild_id=5)
        await tx.set_guild_setting(5, "pictures", value=True)
        await tx.forget_guild(GUILD)
    async with store.read() as reader:
        assert await reader.load_game(game) is None
        for left in (
            await reader.seats(game),
            await reader.deals(game),
            await reader.cuts(game),
            await reader.actions(game),
            await reader.messages(game),
            await reader.deadlines(),
            await reader.results(over),
        ):
            assert left == []
        assert await reader.guild_settings(GUILD) == {}
        assert [row.user_id for row in await reader.results(kept)] == [ANN, BEN]
        assert await reader.guild_settings(5) == {"pictures": True}
