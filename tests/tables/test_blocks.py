"""With whom one plays: blocks hold at every table, and the same member is not asked without end."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.members import MOST_BLOCKED, Members
from bot.tables import Refused, Why
from bot.tables.decisions import lobby
from bot.tables.service import OFTEN
from tests.tables.at_table import ANN, BEN, CAT, FOUR, challenge, open_table, restarted, why

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock


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
