"""Lobbies: many who come at once, so many tables at most, time that is given back, and what is offered again."""

from __future__ import annotations

import asyncio

import pytest

from bot.engine import build_rules
from bot.engine.lots import SeatsBy
from bot.members import Members
from bot.tables import CLOCKS, DEFAULT_CLOCK, Kind, Limits, Player, Refused, Status, Tables, Why
from bot.tables.decisions import lobby, terms
from bot.tables.values.parts import Terms
from db import Store
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    PARTNERS,
    PLAYERS,
    TWO,
    Clock,
    loading,
    open_table,
    post_board,
    restarted,
    same_after_a_restart,
    start,
    sure,
    tables_over,
    why,
)

FOUR = build_rules("modern", 4, {})


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
    ("limits", "said"), [(Limits(tables_a_server=2), Why.SERVER_FULL), (Limits(tables_in_all=2), Why.HOUSE_FULL)]
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


# ------------------------------------------------------------------ what is offered again, and partners


# ------------------------------------------------------------------ what is offered again


async def test_what_a_member_opened_is_offered_to_that_member_alone(tables: Tables, store: Store, clock: Clock) -> None:
    rules = build_rules("enquire", 4, {"partners": True, "target": 2000})
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=rules, preset="enquire")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).rules == rules
    await tables.ask(
        table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"], auto_draw=False, partners_drawn=True
    )
    choice = await Members(await restarted(store, clock)).preferences.offered(GUILD, ANN.user_id)
    assert (choice.preset, choice.rules, choice.clock) == ("enquire", rules, CLOCKS["days-2"])
    assert (choice.auto_draw, choice.partners_drawn) == (False, True)
    assert (await Members(tables).preferences.offered(GUILD + 1, ANN.user_id)) == choice
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).preset == "modern"


async def test_practice_is_not_offered_again_nor_does_it_take_away_what_was_offered(tables: Tables) -> None:
    await open_table(tables, rules=build_rules("parlour", 2, {}), preset="parlour")
    before = await Members(tables).preferences.offered(GUILD, ANN.user_id)
    table = await tables.practise(
        guild_id=GUILD, channel_id=CHANNEL, player=ANN, rules=TWO, preset="modern", language="fr"
    )  # fmt: skip
    assert (table.kind, table.status, table.language) == (Kind.PRACTICE, Status.PLAYING, "fr")
    assert await Members(tables).preferences.offered(GUILD, ANN.user_id) == before
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).clock == DEFAULT_CLOCK


async def test_challenge_changes_nothing_of_what_is_remembered(tables: Tables) -> None:
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=ANN, invited=BEN,
        rules=build_rules("parlour", 2, {}), terms=Terms("parlour"),
    )  # fmt: skip
    await post_board(tables, table.id)
    done = await tables.accept(table.id, BEN)
    assert (done.table.kind, done.table.terms.preset) == (Kind.CHALLENGE, "parlour")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).preset == "modern"


# ------------------------------------------------------------------ partners


async def test_who_plays_together_is_drawn_by_lot(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables, PLAYERS, rules=PARTNERS)
    await tables.ask(table.id, terms.set_table, ANN.user_id, partners_drawn=True)
    for user in (BEN, CAT, DAN):
        await tables.ask(table.id, terms.agree, user.user_id)
    table = await start(tables, table.id, ANN.user_id)
    written = sure(table.lots.written)
    assert [PLAYERS[number].user_id for number in written.numbers] == list(table.users)
    assert written.seats is SeatsBy.DRAWN
    assert sorted(table.users) == sorted(each.user_id for each in (ANN, BEN, CAT, DAN))
    assert [seat.seat for seat in table.seats] == [0, 1, 2, 3]
    assert await same_after_a_restart(store, clock, table)
