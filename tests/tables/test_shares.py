"""Processes that share the work: a table is one process's, and every other one works at it without keeping anything."""

from __future__ import annotations

import asyncio
import random
from datetime import timedelta

from bot.members import Members
from bot.tables import CLOCKS, Due, Status, Tables, Why
from bot.tables.decisions import play, terms
from bot.tables.house.thinking import Thinking
from bot.tables.preferences import BY_MESSAGE, UNREACHABLE
from bot.tables.values.parts import Terms
from bot.tables.values.times import Holiday
from db import Store, Word
from tests.databases import of_servers
from tests.tables.at_house import House, until_house, with_house
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    DAN,
    GUILD,
    NOON,
    Clock,
    choose,
    loading,
    open_table,
    post_board,
    restarted,
    start,
    sure,
    why,
)
from tests.tables.sharing import COUNT, THERE, known, played_in, process


async def test_a_process_knows_the_tables_of_its_shards_alone(
    ours: Tables, theirs: Tables, store: Store, clock: Clock
) -> None:
    here, there = await open_table(ours), await played_in(theirs, THERE, (CAT, DAN))
    assert (known(ours), known(theirs)) == ([here.id], [there.id])
    again, both = await process(store, clock, 1), await process(store, clock, 0, 1)
    assert (known(again), known(both)) == ([there.id], [here.id, there.id])
    assert {each for each, _ in again.store.memory.schedule.passed(NOON + timedelta(days=90))} == {there.id}
    assert again.memory.live.count_in(GUILD) == 0


async def test_table_of_another_process_is_played_at_and_nothing_of_it_is_kept(
    ours: Tables, theirs: Tables, rng: random.Random
) -> None:
    table = await played_in(ours, GUILD, (ANN, BEN))
    after = (await choose(theirs, await theirs.get(table.id), rng)).table
    assert (after.version, known(theirs)) == (table.version + 1, [])
    assert (await ours.get(table.id)) == table  # until it hears of it
    assert await ours.store.heard(table.id)
    assert (await ours.get(table.id)) == after
    assert ours.memory.schedule.at(table.id, Due.NUDGE) == after.due[Due.NUDGE]
    assert not await theirs.store.heard(table.id)
    assert not await ours.store.heard(table.id + 1)


async def test_table_that_was_deleted_elsewhere_while_it_slept_is_let_go(
    ours: Tables, store: Store, clock: Clock
) -> None:
    table = await open_table(ours)
    again = await process(store, clock, 0)
    assert known(again) == [table.id]
    async with store.write() as tx:
        assert await tx.servers.forget_games(GUILD, 10) == [table.id]
    assert await again.store.heard(table.id)
    assert known(again) == []


async def test_both_processes_act_at_one_table_at_once_and_nothing_is_lost(ours: Tables, theirs: Tables) -> None:
    table = await open_table(ours, (ANN, BEN))
    await asyncio.gather(
        *(ours.ask(table.id, terms.set_rules, ANN.user_id, {"target": each}) for each in (2000, 3000)),
        theirs.ask(table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"]),
        theirs.ask(table.id, terms.agree, BEN.user_id),
    )
    await ours.store.heard(table.id)
    after = await ours.get(table.id)
    assert (after.terms.clock.key, after.terms.edition) == ("days-2", table.terms.edition + 3)
    assert after == await theirs.get(table.id)


async def test_what_is_due_is_done_by_the_holder_alone(ours: Tables, theirs: Tables, clock: Clock) -> None:
    table = await open_table(ours)
    await theirs.get(table.id)
    clock.pass_by(minutes=31)
    assert await theirs.tick() == []
    (happened,) = await ours.tick()
    assert (happened.table.id, happened.table.status) == (table.id, Status.EXPIRED)


async def test_house_plays_for_its_own_process_alone(ours: Tables, theirs: Tables, mind: Thinking) -> None:
    table = await until_house(ours, await with_house(ours))
    there, here = House(theirs, mind), House(ours, mind)
    await there.act()
    await there.moves._act(table.id)  # as it was about to when the table went to another process
    assert ((await theirs.get(table.id)).ply, there.shown) == (table.ply, [])
    await here.act()
    assert (await ours.get(table.id)).ply > table.ply


async def test_next_game_that_begins_elsewhere_is_known_to_its_holder(ours: Tables, theirs: Tables) -> None:
    table = await played_in(ours, GUILD, (ANN, BEN))
    await theirs.ask(table.id, play.resign, ANN.user_id)
    await theirs.rematch(table.id, ANN.user_id)
    _, new = await theirs.rematch(table.id, BEN.user_id)
    assert new is not None
    for each in (table.id, new.id):
        assert await ours.store.heard(each)
    assert ([entry.id for entry in ours.memory.live], known(theirs)) == ([new.id], [])


async def test_places_elsewhere_count_where_somebody_sits_down(ours: Tables, theirs: Tables) -> None:
    for _ in range(ours.store.limits.tables_a_member):
        await open_table(ours, (BEN,))
    table = await open_table(ours)
    assert await why(ours.join(table.id, BEN)) is Why.TOO_MANY_TABLES
    assert await why(theirs.join(table.id, BEN)) is Why.TOO_MANY_TABLES


async def test_member_is_found_at_the_tables_of_all_processes(ours: Tables, theirs: Tables) -> None:
    here, there = await open_table(ours, (ANN, BEN)), await played_in(theirs, THERE, (CAT, ANN))
    for tables in (ours, theirs):
        assert await tables.whereabouts.of_user(ANN.user_id) == [here.id, there.id]
        assert await tables.whereabouts.taking_part(GUILD, BEN.user_id) == [here.id]
        assert await tables.whereabouts.daily_of(ANN.user_id) == []
        assert await tables.whereabouts.count_of(THERE, ANN.user_id) == 1
    changed = await ours.whereabouts.versions([here.id, there.id, 10**6])
    assert changed == {here.id: here.version, there.id: there.version}


# ------------------------------------------------------------ one process after another


async def test_who_has_lost_its_line_does_nothing_that_nobody_asks_for(
    ours: Tables, mind: Thinking, clock: Clock
) -> None:
    lobby, game = await open_table(ours, (CAT,)), await until_house(ours, await with_house(ours))
    ours.store.memory.idle = True
    house = House(ours, mind)
    clock.pass_by(minutes=31)
    await house.act()
    assert (await ours.tick(), house.shown) == ([], [])
    assert (await ours.join(lobby.id, DAN)).users == (CAT.user_id, DAN.user_id)
    assert (await ours.get(game.id)).ply == game.ply
    ours.store.memory.idle = False
    await house.act()
    assert (await ours.get(game.id)).ply > game.ply


async def test_time_given_back_to_one_shard_moves_no_other(ours: Tables, theirs: Tables) -> None:
    here, there = await played_in(ours, GUILD, (ANN, BEN)), await played_in(theirs, THERE, (CAT, DAN))
    lost = timedelta(hours=2)
    await loading(ours).give_back(lost, ours.memory.part)
    for tables, table, moved in ((ours, here, lost), (theirs, there, timedelta())):
        as_stored = await (theirs if tables is ours else ours).get(table.id)
        for kind in (Due.NUDGE, Due.ABANDON):
            assert tables.memory.schedule.at(table.id, kind) == table.due[kind] + moved
        assert as_stored.due[Due.ABANDON] == table.due[Due.ABANDON] + moved


async def test_time_in_which_nobody_had_a_shard_is_given_back_to_its_tables_alone(
    ours: Tables, theirs: Tables, store: Store, other: Store, clock: Clock
) -> None:
    here, there = await played_in(ours, GUILD, (ANN, BEN)), await played_in(theirs, THERE, (CAT, DAN))
    clock.pass_by(hours=3)
    async with store.write() as tx:
        await tx.shards.saw({1}, COUNT, clock())
    both = await process(other, clock, 0)
    assert both.memory.schedule.at(here.id, Due.ABANDON) == here.due[Due.ABANDON] + timedelta(hours=3)
    assert (await both.get(there.id)).due[Due.ABANDON] == there.due[Due.ABANDON]


async def test_one_process_after_several_gives_back_the_time_since_the_last_of_them(
    ours: Tables, store: Store, clock: Clock
) -> None:
    table = await played_in(ours, GUILD, (ANN, BEN))
    clock.pass_by(days=2)
    await process(store, clock, 0)
    clock.pass_by(hours=1)
    alone = await restarted(store, clock)
    assert alone.memory.schedule.at(table.id, Due.ABANDON) == table.due[Due.ABANDON] + timedelta(days=2, hours=1)


# ------------------------------------------------------------ what is kept by word


async def test_holiday_moves_what_is_due_at_the_tables_of_all_processes(ours: Tables, theirs: Tables) -> None:
    tables = []
    for each, guild in ((ours, GUILD), (theirs, THERE)):
        table = await each.open(
            guild_id=guild, channel_id=1, opener=ANN, rules=(await open_table(ours, (DAN,))).rules,
            terms=Terms("modern", clock=CLOCKS["days-2"]),
        )  # fmt: skip
        await post_board(each, table.id)
        await each.join(table.id, BEN)
        tables.append(await start(each, table.id, ANN.user_id))
    waited = {user for table in tables for user in table.turn_users}
    for user in waited:
        await Members(ours).holidays.plan(user, NOON.date(), (NOON + timedelta(days=6)).date(), 0)
    await theirs.store.heard(tables[1].id)
    for each, table in zip((ours, theirs), tables, strict=True):
        until = sure(each.memory.schedule.at(table.id, Due.CLOCK))
        assert until > table.due[Due.CLOCK] + timedelta(days=5)


async def test_choices_that_were_made_elsewhere_are_known_once_they_are_read_anew(ours: Tables, theirs: Tables) -> None:
    await ours.preferences.set_of_member(ANN.user_id, {BY_MESSAGE: True})
    await ours.preferences.set_of_member(BEN.user_id, {BY_MESSAGE: True})
    await Members(ours).holidays.plan(ANN.user_id, NOON.date(), NOON.date(), 0)
    assert ANN.user_id not in theirs.preferences.told
    await theirs.preferences.load()
    assert ANN.user_id in theirs.preferences.told
    assert Members(theirs).holidays.of(ANN.user_id) == (Holiday(NOON.date(), NOON.date()),)
    await ours.preferences.set_of_member(ANN.user_id, {BY_MESSAGE: None})
    await ours.preferences.set_of_member(BEN.user_id, {BY_MESSAGE: UNREACHABLE})
    await Members(ours).holidays.back(ANN.user_id)
    await theirs.preferences.load()
    assert (ANN.user_id in theirs.preferences.told, BEN.user_id in theirs.preferences.told) == (False, False)
    assert BEN.user_id in theirs.preferences.unreachable


@of_servers
async def test_words_tell_of_what_another_process_keeps(
    ours: Tables, theirs: Tables, store: Store, other: Store
) -> None:
    speaking, listening = await store.line(), await other.line()
    heard: asyncio.Queue[Word] = asyncio.Queue()
    listening.heard = heard.put_nowait
    try:
        there = await played_in(theirs, THERE, (CAT, DAN))
        here = await played_in(ours, GUILD, (ANN, BEN))  # its own: nobody is told
        await Members(ours).preferences.set_of_server(GUILD, {"language": "fr"})
        await ours.preferences.set_of_member(ANN.user_id, {BY_MESSAGE: True})
        await ours.ask(there.id, play.resign, CAT.user_id)
        await ours.ask(here.id, play.resign, ANN.user_id)
        await ours.store.rename(there.id, DAN.user_id, 2**62 + 5)
        said = [await heard.get() for _ in range(4)]
        assert [(each.about, each.id) for each in said] == [
            ("guild", GUILD), ("member", ANN.user_id), ("table", there.id), ("table", there.id),
        ]  # fmt: skip
    finally:
        await speaking.close()
        await listening.close()


# ------------------------------------------------------------------ at the same table


async def test_start_deals_once_and_not_by_rules_that_have_changed(tables: Tables, other: Store, clock: Clock) -> None:
    table = await open_table(tables, (ANN, BEN))
    there = await restarted(other, clock)
    await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000})
    assert await why(there.start(table.id, BEN.user_id)) is Why.NOT_AGREED
    await there.ask(table.id, terms.agree, BEN.user_id)
    done = await tables.start(table.id, ANN.user_id)
    assert await why(there.start(table.id, BEN.user_id)) is Why.ALREADY_STARTED
    assert (await there.get(table.id)).game == done.table.game


async def test_lobby_that_somebody_acts_in_elsewhere_is_not_taken_away(
    tables: Tables, other: Store, clock: Clock
) -> None:
    table = await open_table(tables)
    there = await restarted(other, clock)
    clock.pass_by(minutes=29)
    await tables.join(table.id, BEN)
    clock.pass_by(minutes=2)
    assert (await there.get(table.id)).has_come(Due.LOBBY, clock())
    assert await there.tick() == []
    assert (await there.get(table.id)).status is Status.LOBBY
    clock.pass_by(minutes=29)
    (happened,) = await there.tick()
    assert happened.table.status is Status.EXPIRED
    assert await why(tables.join(table.id, CAT)) is Why.CLOSED
