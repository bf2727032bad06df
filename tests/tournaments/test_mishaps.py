"""Tournaments under what goes wrong: two at once, two processes, people who leave, and a channel that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable
from datetime import timedelta

import pytest

from bot.club import Tournaments
from bot.club.tournaments import decisions
from bot.club.tournaments.values import Form, State
from bot.tables import Refused, Why
from db import Store
from tests.tables.at_table import ANN, BEN, CAT, CHANNEL, DAN, GUILD, STRANGER, TWO, loading, tables_over
from tests.tournaments.held import LIVE_3, ORGANIZER, House, people


@pytest.fixture
async def second(url: str, house: House) -> AsyncIterator[Tournaments]:
    """The tournaments of another process over the same database."""
    store = await Store.open(url)
    tables = tables_over(store, house.clock, seed=9)
    await loading(tables).load()
    tournaments = Tournaments(store, tables)
    await tournaments.load()
    yield tournaments
    await store.close()


async def outcomes(*requests: Awaitable[object]) -> list[Why | None]:
    """Do several things at once, and return why each was refused; None for what was done."""
    found = await asyncio.gather(*requests, return_exceptions=True)
    assert all(isinstance(each, Refused) or not isinstance(each, BaseException) for each in found), found
    return [each.why if isinstance(each, Refused) else None for each in found]


@pytest.mark.marked
async def test_a_tournament_is_found_however_many_came_before(house: House) -> None:
    for _ in range(30):
        opened = (await house.opened([])).id
        await house.tournaments.change(opened, decisions.cancelled, house.clock(), ORGANIZER, manages=False)
        assert (await house.tournaments.get(opened)).id == opened


async def test_who_joins_twice_at_once_takes_part_once(house: House, second: Tournaments) -> None:
    tournament = await house.opened([ANN, BEN])
    there = [second.change(tournament.id, decisions.joined, house.clock(), player) for player in (CAT, DAN)]
    found = await outcomes(house.joined(tournament, CAT), house.joined(tournament, CAT), *there)
    assert found.count(None) == 2
    assert found.count(Why.TOURNAMENT_JOINED) == 2
    names = [each.name for each in (await second.get(tournament.id)).entrants]
    assert sorted(names) == ["Ann", "Ben", "Cat", "Dan"]


async def test_the_last_place_goes_to_one_of_two_who_want_it_in_two_processes(
    house: House, second: Tournaments
) -> None:
    tournament = await house.opened(people(7))
    there = second.change(tournament.id, decisions.joined, house.clock(), BEN)
    found = await outcomes(house.joined(tournament, ANN), there)
    assert sorted(found, key=str) == [None, Why.TOURNAMENT_FULL]
    assert len((await house.tournaments.get(tournament.id)).entrants) == 8


async def test_an_organizer_who_opens_two_at_once_in_two_processes_has_one(house: House, second: Tournaments) -> None:
    draft = decisions.opened(
        house.clock(), guild_id=GUILD, channel_id=CHANNEL, organizer_id=ORGANIZER, name="Cup", form=Form.SWISS,
        rules=TWO, preset="modern", clock=LIVE_3, rounds=0, lasting=timedelta(hours=2),
    )  # fmt: skip
    found = await outcomes(house.tournaments.create(draft), second.create(draft), house.tournaments.create(draft))
    assert found.count(None) == 1
    assert len(await second.of_server(GUILD)) == 1


@pytest.mark.deep
async def test_a_tournament_that_two_processes_start_and_bring_on_has_each_table_once(
    house: House, second: Tournaments
) -> None:
    tournament = await house.opened(people(6), Form.SWISS)
    found = await outcomes(house.started(tournament), house.started(tournament, second))
    assert sorted(found, key=str) == [None, Why.TOURNAMENT_BEGUN]
    for _ in range(3):
        await asyncio.gather(
            *(each.advance(tournament.id, in_threads=True) for each in (house.tournaments, second, house.tournaments))
        )
    after = await house.tournaments.get(tournament.id)
    tables = [each.table_id for each in after.of_round(1)]
    assert after.round == 1
    assert None not in tables
    assert len(set(tables)) == 3
    await house.start()
    assert sorted(table.id for table in house.tables.memory.awake()) == sorted(each or 0 for each in tables)


async def test_one_drops_out_while_another_process_starts(house: House, second: Tournaments) -> None:
    tournament = await house.opened([ANN, BEN, CAT])
    gone = house.tournaments.withdraw(tournament.id, ANN.user_id)
    found = await outcomes(gone, house.started(tournament, second))
    after = await house.tournaments.get(tournament.id)
    if after.state is State.OPEN:  # two are too few
        assert found == [None, Why.TOO_FEW_ENTRANTS]
        assert [each.name for each in after.entrants] == ["Ben", "Cat"]
    else:
        assert found == [None, None]
        assert [each.name for each in after.entrants if each.withdrawn] == ["Ann"]


@pytest.mark.parametrize("form", list(Form))
@pytest.mark.parametrize("gone", [2, 3])
async def test_a_tournament_of_which_nobody_can_play_any_more_before_the_first_round_is_called_off(
    house: House, form: Form, gone: int
) -> None:
    tournament = await house.opened([ANN, BEN, CAT], form)
    await house.started(tournament)
    for player in (ANN, BEN, CAT)[:gone]:  # as where they have left the server
        await house.tournaments.withdraw(tournament.id, player.user_id)
    after = await house.on(tournament.id)
    assert (after.round, after.state) == (0, State.CANCELLED)  # nobody has won it


async def test_a_tournament_whose_channel_stays_closed_ends_a_month_after_it_should_have(house: House) -> None:
    tournament = await house.begun(people(4), Form.SWISS)
    assert tournament.round == 1
    await house.tournaments.advance(tournament.id, in_threads=True, may_open=False)
    ends = house.clock() + tournament.rounds * tournament.lasting
    assert not decisions.overdue(tournament, ends + timedelta(days=29))
    assert decisions.overdue(tournament, ends + timedelta(days=30))
    house.clock.at = ends + decisions.STANDS + timedelta(hours=3)
    for _ in range(3):
        await house.tables.tick()
        await house.tournaments.advance(tournament.id, in_threads=True, may_open=False)
    after = await house.tournaments.get(tournament.id)
    assert after.state is State.CANCELLED
    assert await house.opened([STRANGER]) is not None
