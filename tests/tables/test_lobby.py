"""Lobbies: many who come at once, so many tables at most, and time that is given back."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.tables import Limits, Player, Refused, Status, Why
from bot.tables.decisions import lobby
from bot.tables.values.parts import Terms
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    loading,
    open_table,
    post_board,
    restarted,
    tables_over,
    why,
)

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock


FOUR = build_rules("modern", 4, {})


async def test_a_table_that_the_last_player_leaves_closes(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables)
    table = await tables.ask(table.id, lobby.leave, ANN.user_id)
    assert (table.status, table.ended_at) == (Status.CANCELLED, clock())
    assert tables.memory.awake() == []
    for request in (
        tables.join(table.id, BEN),
        tables.ask(table.id, lobby.leave, ANN.user_id),
        tables.start(table.id, 1),
    ):
        assert await why(request) is Why.CLOSED
    async with store.read() as reader:
        assert await reader.schedule.deadlines() == []
    assert await tables_over(store, clock).get(table.id) == table


async def test_a_table_that_never_was_is_refused(tables: Tables) -> None:
    for request in (tables.get(4711), tables.join(4711, ANN), tables.act(4711, ANN.user_id, "pass", 0)):
        assert await why(request) is Why.NO_SUCH_TABLE


async def test_twenty_who_join_at_once_fill_one_seat(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables)
    crowd = [Player(1000 + at, f"Guest {at}") for at in range(20)]
    answers = await asyncio.gather(*(tables.join(table.id, each) for each in crowd), return_exceptions=True)
    seated = [answer for answer in answers if not isinstance(answer, BaseException)]
    assert len(seated) == 1
    assert {answer.why for answer in answers if isinstance(answer, Refused)} == {Why.TABLE_FULL}
    assert len((await tables.get(table.id)).seats) == 2
    assert await (await restarted(store, clock)).get(table.id) == await tables.get(table.id)


async def test_one_who_joins_twenty_times_at_once_sits_once(tables: Tables) -> None:
    table = await open_table(tables, rules=FOUR)
    answers = await asyncio.gather(*(tables.join(table.id, BEN) for _ in range(20)), return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert (await tables.get(table.id)).users == (ANN.user_id, BEN.user_id)


async def test_who_starts_twenty_times_at_once_deals_once(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables, (ANN, BEN))
    presses = [tables.start(table.id, (ANN, BEN)[at % 2].user_id) for at in range(20)]
    answers = await asyncio.gather(*presses, return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert {answer.why for answer in answers if isinstance(answer, Refused)} == {Why.ALREADY_STARTED}
    table = await post_board(tables, table.id)
    assert (len(table.deals), len(table.game.deals)) == (1, 1)
    assert await (await restarted(store, clock)).get(table.id) == table


async def test_leaving_and_starting_at_the_same_moment_never_deals_to_an_empty_seat(tables: Tables) -> None:
    for first in (True, False):
        table = await open_table(tables, (ANN, BEN))
        leave, start = tables.ask(table.id, lobby.leave, BEN.user_id), tables.start(table.id, ANN.user_id)
        await asyncio.gather(*((leave, start) if first else (start, leave)), return_exceptions=True)
        table = await tables.get(table.id)
        assert (table.status is Status.PLAYING) is table.full
        assert table.full is not first


async def test_a_member_may_sit_at_so_many_tables_of_a_server(store: Store, clock: Clock) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_member=3))
    mine = [await open_table(tables) for _ in range(2)]
    theirs = await open_table(tables, (BEN,))
    await tables.join(theirs.id, ANN)
    extra = await open_table(tables, (BEN,))
    assert await why(open_table(tables)) is Why.TOO_MANY_TABLES
    assert await why(tables.join(extra.id, ANN)) is Why.TOO_MANY_TABLES
    elsewhere = await tables.open(
        guild_id=GUILD + 1, channel_id=CHANNEL, opener=ANN, rules=build_rules("modern", 2, {}), terms=Terms("modern")
    )
    assert elsewhere.status is Status.LOBBY
    await tables.ask(mine[0].id, lobby.cancel, ANN.user_id)
    await tables.join(extra.id, ANN)
    assert sum(t.guild_id == GUILD and t.seat_of(ANN.user_id) is not None for t in tables.memory.awake()) == 3


@pytest.mark.parametrize("how", ["open", "join", "both"])
async def test_the_limit_holds_for_requests_at_the_same_moment(store: Store, clock: Clock, how: str) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_member=3))
    hosts = [Player(500 + at, f"Host {at}") for at in range(6)]
    theirs = [await open_table(tables, (host,)) for host in hosts]
    requests = []
    if how != "join":
        requests += [open_table(tables) for _ in range(6)]
    if how != "open":
        requests += [tables.join(each.id, ANN) for each in theirs]
    answers = await asyncio.gather(*requests, return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 3
    assert {answer.why for answer in answers if isinstance(answer, Refused)} == {Why.TOO_MANY_TABLES}
    assert sum(t.seat_of(ANN.user_id) is not None for t in tables.memory.awake()) == 3


async def test_starting_and_expiring_at_the_same_moment_is_one_or_the_other(tables: Tables, clock: Clock) -> None:
    for start_first in (True, False):
        table = await open_table(tables, (ANN, BEN))
        clock.pass_by(minutes=30)
        start, tick = tables.start(table.id, ANN.user_id), tables.tick()
        done = await asyncio.gather(*((start, tick) if start_first else (tick, start)), return_exceptions=True)
        table = await tables.get(table.id)
        assert table.status is (Status.PLAYING if start_first else Status.EXPIRED)
        assert any(isinstance(each, Refused) for each in done) is not start_first
        clock.pass_by(days=-1)


async def test_a_clock_that_was_put_back_takes_no_time_away(tables: Tables, store: Store, clock: Clock) -> None:
    await open_table(tables)
    clock.pass_by(minutes=5)
    await tables.heartbeat()
    clock.pass_by(minutes=-3)
    again = await restarted(store, clock)
    clock.pass_by(minutes=27, seconds=59)
    assert await again.tick() == []
    clock.pass_by(seconds=1)
    assert len(await again.tick()) == 1


@pytest.mark.parametrize(
    ("limits", "said"),
    [(Limits(tables_a_server=2), Why.SERVER_FULL), (Limits(tables_in_all=2), Why.HOUSE_FULL)],
)
async def test_a_server_and_the_bot_have_so_many_tables_at_most(
    store: Store, clock: Clock, limits: Limits, said: Why
) -> None:
    tables = tables_over(store, clock, limits=limits)
    await loading(tables).load()
    first = await open_table(tables, (ANN,))
    await open_table(tables, (BEN,))
    assert await why(open_table(tables, (CAT,))) is said
    await tables.join(first.id, DAN)  # what is open goes on
    await tables.start(first.id, ANN.user_id)
    assert await why(open_table(tables, (CAT,))) is said
    second = next(entry.id for entry in tables.memory.live if entry.id != first.id)
    await tables.ask(second, lobby.cancel, BEN.user_id)
    await open_table(tables, (CAT,))
    again = tables_over(store, clock, limits=limits)
    await loading(again).load()
    assert await why(open_table(again, (BEN,))) is said
    assert again.memory.live.count_in(first.guild_id) == 2
