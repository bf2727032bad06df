"""What a server keeps beside its tables, where processes share the work; and many tables at once in two of them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.club.daily import DailyDeals
from bot.club.luck import Luck
from bot.club.people import REMOVED_KEPT, Erasing, Servers
from bot.club.tournaments import Tournaments, decisions
from bot.club.tournaments.values import Form, Tournament
from bot.tables import CLOCKS, Player, Tables
from bot.tables.decisions import play
from db import Board, Store, Word
from tests.databases import of_servers
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    TWO,
    Clock,
    loading,
    open_table,
    put,
    start_table,
    sure,
    tables_over,
)
from tests.tables.made import begun, counts, played
from tests.tables.sharing import THERE, known, played_in, process
from tests.tournaments.held import ORGANIZER, people


async def opened(tournaments: Tournaments, clock: Clock, guild_id: int = GUILD) -> Tournament:
    """Open a tournament for four."""
    draft = decisions.opened(
        clock(), guild_id=guild_id, channel_id=CHANNEL, organizer_id=ORGANIZER, name="Cup", form=Form.ROUND_ROBIN,
        rules=TWO, preset="modern", clock=CLOCKS["live-3"], rounds=0, lasting=timedelta(hours=2),
    )  # fmt: skip
    tournament = await tournaments.create(draft)
    for player in people(4):
        tournament = await tournaments.change(tournament.id, decisions.joined, clock(), player)
    return tournament


async def begun_at(tournaments: Tournaments, clock: Clock, number: int) -> Tournament:
    """Begin a tournament, and open its first tables."""
    await tournaments.change(number, decisions.started, clock(), random.Random(3), ORGANIZER, {}, manages=False)
    while (advanced := await tournaments.advance(number, in_threads=True)).again:
        pass
    return advanced.tournament


async def test_tournament_goes_with_its_server(
    ours: Tables, theirs: Tables, store: Store, other: Store, clock: Clock
) -> None:
    here, there = Tournaments(store, ours), Tournaments(other, theirs)
    first, second = await opened(here, clock), await opened(there, clock, THERE)
    assert (await here.load(), await there.load()) == ([first.id], [second.id])
    first = await begun_at(here, clock, first.id)
    assert ([each.id for each in here.playing()], there.playing()) == ([first.id], [])
    following = Tournaments(other, await process(other, clock, 0))
    assert await following.load() == [first.id]
    assert [each.id for each in following.playing()] == [first.id]


async def test_who_leaves_a_tournament_of_another_process_has_left_it(
    ours: Tables, theirs: Tables, store: Store, other: Store, clock: Clock
) -> None:
    here, there = Tournaments(store, ours), Tournaments(other, theirs)
    first = await begun_at(here, clock, (await opened(here, clock)).id)
    gone = people(4)[0].user_id
    await there.withdraw(first.id, gone)
    ended = (await there.advance(first.id, in_threads=False, may_open=False)).tables
    assert (len(ended), there.playing(), known(theirs)) == (1, [], [])
    assert await ours.store.heard(ended[0])
    now = await here.get(first.id)
    entrant = sure(now.entrant(gone))
    assert entrant.withdrawn
    assert not (await ours.get(ended[0])).live


async def test_what_a_member_wants_deleted_goes_wherever_it_is_kept_and_whoever_is_asked(
    ours: Tables, theirs: Tables, other: Store
) -> None:
    here, there = await open_table(ours, (ANN,)), await played_in(theirs, THERE, (CAT, DAN))
    game = await played_in(ours, GUILD, (ANN, BEN))
    erasing = Erasing(other, theirs, Tournaments(other, theirs))
    await erasing.ask(ANN.user_id, None)
    assert (await erasing.go_on(ANN.user_id)).done
    assert known(theirs) == [there.id]
    for table_id in (here.id, game.id):
        await ours.store.heard(table_id)
    assert ours.memory.live.of_user(ANN.user_id) == []
    assert "Ann" not in str((await ours.get(game.id)).names)


async def test_what_is_left_to_be_deleted_is_left_to_whoever_has_the_server(
    ours: Tables, theirs: Tables, store: Store, other: Store
) -> None:
    await open_table(ours, (ANN,))
    mine, other_one = Erasing(store, ours, Tournaments(store, ours)), Erasing(other, theirs, Tournaments(other, theirs))
    await mine.ask(ANN.user_id, None)
    assert ANN.user_id in (await other_one.go_on()).pending
    assert not (await mine.go_on()).pending  # that which belongs to no server too, as it has the direct messages


async def test_luck_is_counted_by_whoever_has_the_server(
    ours: Tables, theirs: Tables, store: Store, other: Store
) -> None:
    for tables, guild in ((ours, GUILD), (theirs, THERE)):
        made = played(begun([ANN, BEN], rules=TWO, seed=3), counts, seed=3)
        table = await put(tables, made.but(guild_id=guild))
        await tables.ask(table.id, play.resign, BEN.user_id)
    here, there = Luck(store, ours.memory.part), Luck(other, theirs.memory.part)
    assert [await here.go_on(), await here.go_on(), await there.go_on(), await there.go_on()] == [
        True,
        False,
        True,
        False,
    ]


async def test_server_that_the_bot_left_is_forgotten_by_whoever_has_it(
    ours: Tables, theirs: Tables, store: Store, other: Store, clock: Clock
) -> None:
    await open_table(ours)
    await Servers(store, ours).removed(GUILD)
    clock.at += REMOVED_KEPT
    await Servers(other, theirs).forget_old(set())
    assert await store.ask(lambda reader: reader.servers.kept()) == [GUILD]
    await Servers(store, ours).forget_old(set())
    assert await store.ask(lambda reader: reader.servers.kept()) == []


async def test_deals_are_drawn_ahead_by_one_process(ours: Tables, theirs: Tables, store: Store) -> None:
    here, there = DailyDeals(ours, random.Random(1)), DailyDeals(theirs, random.Random(2))
    today = here.today()
    await there.draw_ahead()
    assert await store.ask(lambda reader: reader.daily.deals([today])) == {}
    await here.draw_ahead()
    assert set(await store.ask(lambda reader: reader.daily.deals([today, today + 1]))) == {today, today + 1}


async def test_daily_deal_that_was_begun_in_another_server_is_found_and_played_there(
    ours: Tables, theirs: Tables
) -> None:
    here, there = DailyDeals(ours, random.Random(1)), DailyDeals(theirs, random.Random(2))
    table = await here.begin(GUILD, CHANNEL, ANN)
    assert (await there.begin(THERE, CHANNEL, ANN)).id == table.id
    running = sure(await there.running(ANN.user_id))
    assert (running.id, known(theirs)) == (table.id, [])
    await theirs.ask(table.id, play.resign, ANN.user_id)
    assert await ours.store.heard(table.id)
    assert await here.running(ANN.user_id) is None


@of_servers
async def test_erasing_and_leaving_tell_whoever_keeps_it(
    ours: Tables, theirs: Tables, store: Store, other: Store, clock: Clock
) -> None:
    tournaments = Tournaments(store, ours)
    number = (await opened(tournaments, clock)).id
    listening, speaking = await store.line(), await other.line()
    heard: list[Word] = []
    listening.heard = heard.append
    try:
        gone = people(4)[0].user_id
        erasing = Erasing(other, theirs, Tournaments(other, theirs))
        await erasing.ask(gone, None)
        await erasing.go_on(gone)
        await listening.check()
        assert {(each.about, each.id) for each in heard} >= {("member", gone), ("tournament", number)}
    finally:
        await listening.close()
        await speaking.close()


CROWD = [Player(2**60 + 1000 + number, f"Player {number}") for number in range(40)]


@pytest.fixture
async def pair(store: Store, url: str, clock: Clock) -> AsyncIterator[list[Tables]]:
    """The tables of two processes."""
    other = await Store.open(url)
    pair = [tables_over(each, clock) for each in (store, other)]
    for each in pair:
        await loading(each).load()
    yield pair
    await other.close()


@pytest.mark.deep
async def test_twenty_tables_are_opened_and_started_at_once(pair: list[Tables]) -> None:
    couples = [CROWD[at : at + 2] for at in range(0, len(CROWD), 2)]
    started = await asyncio.gather(*(start_table(pair[at % 2], couple) for at, couple in enumerate(couples)))
    assert len({table.id for table in started}) == len(couples) == 20
    assert all(table.turn_users for table in started)


async def test_one_place_that_many_want_is_given_to_one(pair: list[Tables]) -> None:
    table = await open_table(pair[0], (ANN,))
    came = await asyncio.gather(
        *(pair[at % 2].join(table.id, player) for at, player in enumerate(CROWD[:12])), return_exceptions=True
    )
    assert sum(not isinstance(each, BaseException) for each in came) == 1
    assert len((await tables_over(pair[0].store.db, Clock()).get(table.id)).users) == 2


async def test_games_that_end_at_once_are_all_counted(pair: list[Tables], store: Store) -> None:
    """What a game does to ratings and standings is read first and written then, for the same player each time."""
    games = [
        (tables, (await put(tables, played(begun([ANN, CROWD[number]], seed=number), counts, seed=number))).id)
        for number in range(0, 12, 2)
        for tables in pair
    ]
    await asyncio.gather(*(tables.ask(number, play.resign, ANN.user_id) for tables, number in games))
    async with store.read() as reader:
        rating = (await reader.ratings.of(GUILD, "two", [ANN.user_id]))[ANN.user_id]
        standing = await reader.standings.standing_of(Board(GUILD), ANN.user_id)
        assert [row.mu for _, number in games for row in await reader.results.of(number) if not row.won]
    assert rating.games == len(games) == 12
    assert standing is not None
    assert (standing.games, standing.wins) == (12, 0)
