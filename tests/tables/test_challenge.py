from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from bot.tables import Limits, Refused, Status, Why
from bot.tables.decisions import lobby
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    challenge,
    open_table,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock


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
