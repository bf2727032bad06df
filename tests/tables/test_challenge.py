"""Challenges, series and blocks: stored with what they follow from."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.engine import build_rules
from bot.members import MOST_BLOCKED, Members
from bot.tables import CLOCKS, NO_CLOCK, Due, Limits, Player, Refused, Status, Table, Tables, Why
from bot.tables import Clock as MoveClock
from bot.tables.decisions import lobby, play
from bot.tables.service import OFTEN
from bot.tables.values.parts import Series, Terms
from db import Store
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    FOUR,
    GUILD,
    NOON,
    Clock,
    accept,
    challenge,
    open_table,
    post_board,
    restarted,
    tables_over,
    why,
)


async def test_nobody_challenges_oneself_or_the_same_member_twice(tables: Tables) -> None:
    assert await why(challenge(tables, ANN, ANN)) is Why.CHALLENGE_SELF
    table = await challenge(tables)
    assert await why(challenge(tables)) is Why.CHALLENGE_STANDS
    await challenge(tables, ANN, CAT)
    await tables.ask(table.id, lobby.decline, BEN.user_id)
    assert (await challenge(tables)).status is Status.LOBBY


async def test_the_same_challenge_sent_twice_at_once_stands_once(tables: Tables) -> None:
    answers = await asyncio.gather(*(challenge(tables) for _ in range(5)), return_exceptions=True)
    assert [type(each) for each in answers].count(Refused) == 4
    assert len(tables.memory.awake()) == 1


async def test_accepting_declining_and_withdrawing_at_once_is_one_of_them(tables: Tables) -> None:
    for turn in range(3):
        table = await challenge(tables)
        requests = [
            tables.accept(table.id, BEN),
            tables.ask(table.id, lobby.decline, BEN.user_id),
            tables.ask(table.id, lobby.cancel, ANN.user_id),
        ]
        answers = await asyncio.gather(*requests[turn:], *requests[:turn], return_exceptions=True)
        assert [isinstance(each, Refused) for each in answers] == [False, True, True]
        wanted = (Status.PLAYING, Status.DECLINED, Status.CANCELLED)[turn]
        assert (await tables.get(table.id)).status is wanted


async def test_who_sits_at_too_many_tables_can_neither_challenge_nor_accept(store: Store, clock: Clock) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_member=1))
    await open_table(tables, (BEN,))
    assert await why(challenge(tables, BEN, ANN)) is Why.TOO_MANY_TABLES
    table = await challenge(tables, ANN, BEN)
    assert await why(tables.accept(table.id, BEN)) is Why.TOO_MANY_TABLES
    assert await tables.get(table.id) == table
    assert (await tables.ask(table.id, lobby.decline, BEN.user_id)).status is Status.DECLINED


async def anybody(tables: Tables, challenger: Player = ANN, *, best_of: int = 1, clock: MoveClock = NO_CLOCK) -> Table:
    """Challenge whoever likes, and post the board."""
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=challenger, invited=None,
        rules=build_rules("modern", 2, {}), terms=Terms("modern", clock=clock), best_of=best_of,
    )  # fmt: skip
    return await post_board(tables, table.id)


async def test_open_challenge_is_accepted_by_whoever_comes_first_but_not_by_who_made_it(tables: Tables) -> None:
    table = await anybody(tables)
    assert table.invited_id is None
    assert await why(tables.accept(table.id, ANN)) is Why.OWN_CHALLENGE
    assert await why(tables.ask(table.id, lobby.decline, BEN.user_id)) is Why.NOT_INVITED
    done = await tables.accept(table.id, CAT)
    assert (done.table.status, done.table.users) == (Status.PLAYING, (ANN.user_id, CAT.user_id))
    assert await why(tables.accept(table.id, BEN)) is Why.ALREADY_STARTED


async def test_one_open_challenge_of_a_member_stands_at_a_time_as_long_as_a_lobby(tables: Tables, clock: Clock) -> None:
    table = await anybody(tables)
    assert await why(anybody(tables)) is Why.CHALLENGE_STANDS
    await anybody(tables, BEN)
    assert [entry.id for entry in tables.memory.live.challenges(GUILD)] == [table.id, table.id + 1]
    assert tables.memory.live.challenges(GUILD + 1) == []
    assert tables.stands_until(table) == NOON + Limits().lobby
    clock.pass_by(minutes=30)
    assert [each.due for each in await tables.tick()] == [Due.CHALLENGE, Due.CHALLENGE]
    assert tables.memory.live.challenges(GUILD) == []


async def test_challenge_to_a_game_by_correspondence_stands_for_a_day(tables: Tables) -> None:
    assert tables.stands_until(await anybody(tables, clock=CLOCKS["days-3"])) == NOON + timedelta(days=1)


async def test_who_is_blocked_does_not_accept_an_open_challenge(tables: Tables) -> None:
    await Members(tables).blocks.block(ANN.user_id, BEN.user_id)
    assert await why(tables.accept((await anybody(tables)).id, BEN)) is Why.NOT_NOW


async def test_next_game_of_a_series_is_stored_with_the_end_of_the_one_before(
    tables: Tables, store: Store, clock: Clock
) -> None:
    first = await accept(tables, (await anybody(tables, best_of=3)).id, BEN)
    await tables.ask(first.id, play.resign, ANN.user_id)
    tables = await restarted(store, clock)
    first = await tables.get(first.id)
    assert first.rematch.next_id is not None
    second = await tables.get(first.rematch.next_id)
    assert (second.series, second.rematch.previous_id) == (Series(3, (1,)), first.id)
    await post_board(tables, second.id)
    await tables.ask(second.id, play.resign, ANN.user_id) if second.game.deals else None
    clock.pass_by(minutes=1)
    await tables.tick()
    await tables.ask(second.id, play.resign, ANN.user_id)
    assert (await tables.get(second.id)).rematch.next_id is None
    assert list(tables.memory.live) == []


# ------------------------------------------------------------------ blocks


async def test_who_is_blocked_cannot_challenge_and_the_blocker_is_told_of_the_block(tables: Tables) -> None:
    await Members(tables).blocks.block(BEN.user_id, ANN.user_id)
    assert await why(challenge(tables, ANN, BEN)) is Why.NOT_ASKED_NOW
    assert await why(challenge(tables, BEN, ANN)) is Why.BLOCKED_BY_YOU
    assert tables.memory.awake() == []
    await Members(tables).blocks.unblock(BEN.user_id, ANN.user_id)
    assert (await challenge(tables, ANN, BEN)).invited_id == BEN.user_id


async def test_who_is_blocked_does_not_sit_down_where_the_blocker_sits_whoever_opened_the_table(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await open_table(tables, (ANN, BEN), rules=FOUR)
    await Members(tables).blocks.block(BEN.user_id, CAT.user_id)
    tables = await restarted(store, clock)
    assert await why(tables.join(table.id, CAT)) is Why.NOT_NOW
    await tables.ask(table.id, lobby.leave, BEN.user_id)
    assert CAT.user_id in (await tables.join(table.id, CAT)).users
    assert BEN.user_id in (await tables.join(table.id, BEN)).users  # who blocks may sit where they like


async def test_challenge_cannot_be_accepted_any_more_by_whom_the_challenger_has_blocked_since(tables: Tables) -> None:
    table = await challenge(tables, ANN, BEN)
    await Members(tables).blocks.block(ANN.user_id, BEN.user_id)
    assert await why(tables.accept(table.id, BEN)) is Why.NOT_NOW


async def test_same_member_is_asked_three_times_an_hour_and_a_block_reads_the_same(
    tables: Tables, store: Store, clock: Clock
) -> None:
    for _ in range(OFTEN):
        table = await challenge(tables, ANN, BEN)
        await tables.ask(table.id, lobby.decline, BEN.user_id)
    tables = await restarted(store, clock)
    assert await why(challenge(tables, ANN, BEN)) is Why.NOT_ASKED_NOW
    await challenge(tables, ANN, CAT)
    await challenge(tables, BEN, ANN)
    clock.pass_by(minutes=59, seconds=59)
    assert await why(tables.invitations.count(ANN.user_id, BEN.user_id)) is Why.NOT_ASKED_NOW
    clock.pass_by(seconds=1)
    await tables.invitations.count(ANN.user_id, BEN.user_id)


async def test_a_refused_challenge_is_not_counted(tables: Tables) -> None:
    await challenge(tables, ANN, BEN)
    for _ in range(OFTEN):
        assert await why(challenge(tables, ANN, BEN)) is Why.CHALLENGE_STANDS
    await tables.invitations.count(ANN.user_id, BEN.user_id)


async def test_nobody_blocks_oneself_nor_without_end_and_twice_at_once_is_once(tables: Tables) -> None:
    blocks = Members(tables).blocks
    with pytest.raises(Refused, match=Why.BLOCK_SELF.value):
        await blocks.block(ANN.user_id, ANN.user_id)
    both = await asyncio.gather(blocks.block(ANN.user_id, BEN.user_id), blocks.block(ANN.user_id, BEN.user_id))
    assert list(both) == [[BEN.user_id], [BEN.user_id]]
    for number in range(MOST_BLOCKED - 1):
        await blocks.block(ANN.user_id, 5000 + number)
    with pytest.raises(Refused, match=Why.BLOCKED_MANY.value):
        await blocks.block(ANN.user_id, CAT.user_id)
    assert len(await blocks.block(ANN.user_id, BEN.user_id)) == MOST_BLOCKED
    assert await tables.invitations.blocking(CAT.user_id) == frozenset()
