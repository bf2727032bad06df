"""House players at a table: in the lobby, and on move."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

import pytest

from bot.club import Board
from bot.engine import build_rules
from bot.house.roster import Level, is_house
from bot.house.search import Effort
from bot.tables import Due, Status, Why
from bot.tables.decisions import house_seats, play, terms
from bot.tables.house import thinking
from tests.tables import made
from tests.tables.at_house import LIVE, PARTNERS, SHORT, House, play_on, until_house, with_house, words_of
from tests.tables.at_table import ANN, BEN, GUILD, choose, deal, open_table, post_board, put, restarted, start, why

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Player, Table, Tables
    from bot.tables.house.thinking import Thinking
    from db import Store
    from tests.tables import at_table


# ------------------------------------------------------------------ in the lobby


async def test_house_players_fill_free_seats_only_and_each_sits_once(tables: Tables) -> None:
    table = await open_table(tables, (ANN,), rules=build_rules("modern", 4, {}))
    for _ in range(3):
        table = await tables.ask(table.id, house_seats.add_house, ANN.user_id, Level.STRONG)
    assert len(set(table.users)) == 4
    assert await why(tables.ask(table.id, house_seats.add_house, ANN.user_id, Level.STRONG)) is Why.TABLE_FULL
    assert await why(tables.join(table.id, BEN)) is Why.TABLE_FULL
    table = await tables.ask(table.id, house_seats.remove_house, ANN.user_id, table.users[1])
    assert [seat.seat for seat in table.seats] == [0, 1, 2]
    await tables.join(table.id, BEN)
    started = await start(tables, table.id, BEN.user_id)
    assert await why(tables.ask(started.id, house_seats.add_house, ANN.user_id, Level.NOVICE)) is Why.ALREADY_STARTED


async def test_hints_are_part_of_what_players_agree_to_and_pass_on_to_the_rematch(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    assert not table.hints
    edition = table.terms.edition
    table = await tables.ask(table.id, terms.set_table, ANN.user_id, hints=True)
    assert (table.hints, table.lobby.to_agree, table.terms.edition) == (True, (BEN.user_id,), edition + 1)
    await tables.ask(table.id, terms.agree, BEN.user_id)
    await start(tables, table.id, ANN.user_id)
    await tables.ask(table.id, play.resign, ANN.user_id)
    await tables.rematch(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    assert new.hints


# ------------------------------------------------------------------ on move


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("levels", "people", "preset", "changes"),
    [
        ((Level.STRONG,), 1, "parlour", SHORT),
        ((Level.NOVICE, Level.REGULAR), 1, "britannica", SHORT),
        ((Level.REGULAR, Level.NOVICE, Level.REGULAR), 1, "modern", PARTNERS),
        ((Level.NOVICE, Level.STRONG), 2, "modern", SHORT),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
async def test_house_plays_games_to_their_end_and_they_do_not_count(
    tables: Tables,
    store: Store,
    house: House,
    levels: tuple[Level, ...],
    people: int,
    preset: str,
    changes: dict[str, object],
) -> None:
    rules = build_rules(preset, len(levels) + people, changes)
    begun = made.with_house(levels, (ANN, BEN)[:people], rules=rules, preset=preset)
    table = await put(tables, made.played(begun, made.near_the_end))
    plies = table.ply
    table = await play_on(tables, house, table.id)
    await see_that_it_does_not_count(store, table, (ANN, BEN)[:people])
    by_house = [row for row in table.actions[plies:] if is_house(table.users[row.seat])]
    assert len(by_house) >= len(house.shown) > 3  # what follows by itself is shown with the act before it


async def see_that_it_does_not_count(store: Store, table: Table, people: Sequence[Player]) -> None:
    assert table.status is Status.FINISHED
    async with store.read() as reader:
        rows = await reader.results.of(table.id)
        assert {row.user_id for row in rows} == {player.user_id for player in people}
        assert not any(row.rated for row in rows)
        assert await reader.standings.leaderboard(Board(GUILD)) == []


@pytest.mark.deep
async def test_house_plays_a_whole_game_from_its_first_card(tables: Tables, store: Store, house: House) -> None:
    table = await with_house(tables, (Level.REGULAR,), (ANN,), preset="enquire")
    table = await play_on(tables, house, table.id)
    await see_that_it_does_not_count(store, table, (ANN,))
    assert len([row for row in table.actions if is_house(table.users[row.seat])]) > 40


@pytest.mark.deep
async def test_house_that_does_not_declare_draws_and_leads_in_one_go_and_shows_it_once(
    tables: Tables, house: House
) -> None:
    table = await with_house(tables, (Level.NOVICE,), changes={"target": 5000})
    chance, in_one_go = random.Random(3), 0
    while in_one_go < 2:
        if table.awaits_deal:
            await post_board(tables, table.id)
            await deal(tables, table.id, ANN.user_id)
        elif table.house_on_move is None:
            await choose(tables, table, chance)
        else:
            shown, before = len(house.shown), len(table.actions)
            await house.act()
            assert len(house.shown) == shown + 1
            done = [row.action.split()[1] for row in (await tables.get(table.id)).actions[before:]]
            assert done[:1] != ["pass"] or done[1] == "play"
            in_one_go += done[0] == "pass"
        table = await tables.get(table.id)


async def test_clock_and_reminder_are_for_people_only(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await open_table(tables, (ANN,))
    await tables.ask(table.id, terms.set_table, ANN.user_id, clock=LIVE)
    await tables.ask(table.id, house_seats.add_house, ANN.user_id, Level.REGULAR)
    table = await until_house(tables, await start(tables, table.id, ANN.user_id))
    assert (tables.memory.schedule.at(table.id, Due.CLOCK), tables.memory.schedule.at(table.id, Due.NUDGE)) == (
        None,
        None,
    )
    clock.pass_by(hours=1)
    assert await tables.tick() == []
    again = await restarted(store, clock)
    assert (again.memory.schedule.at(table.id, Due.CLOCK), again.memory.schedule.at(table.id, Due.NUDGE)) == (
        None,
        None,
    )
    table = await again.get(table.id)
    assert table.house_on_move is Level.REGULAR
    done = await again.act(table.id, table.turn_users[0], words_of(table), table.ply, by_house=True)
    assert not done.stale


async def test_rematch_needs_only_the_people(tables: Tables, house: House) -> None:
    table = await with_house(tables, (Level.REGULAR, Level.NOVICE))
    await tables.ask(table.id, play.resign, ANN.user_id)
    _, new = await tables.rematch(table.id, ANN.user_id)
    assert new is not None
    assert new.status is Status.PLAYING
    assert new.plays_alone
    await post_board(tables, new.id)
    table = await play_on(tables, house, new.id, plies=12)
    assert table.ply >= 12


async def test_house_goes_on_after_a_restart_in_its_turn(
    tables: Tables, store: Store, clock: at_table.Clock, mind: Thinking
) -> None:
    table = await until_house(tables, await with_house(tables))
    again = await restarted(store, clock)
    house = House(again, mind)
    await house.act()
    assert (await again.get(table.id)).ply > table.ply
    assert house.shown == [table.id]


async def test_thinking_ends_when_the_table_closes(
    tables: Tables, mind: Thinking, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thinking, "EFFORT", Effort(300))
    table = await until_house(tables, await with_house(tables, (Level.STRONG,)))
    house = House(tables, mind)
    house.moves.tick()
    (task,) = house.moves._acting.values()
    for _ in range(5):
        await asyncio.sleep(0)
    assert table.id in house.moves._undecided
    await tables.ask(table.id, play.resign, ANN.user_id)
    house.moves.tick()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert house.moves._acting == {}
    assert house.shown == []
