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
from bot.tables import Status
from bot.tables.decisions import play
from bot.tables.house import thinking
from tests.tables import made
from tests.tables.at_house import PARTNERS, SHORT, House, play_on, until_house, with_house
from tests.tables.at_table import ANN, BEN, GUILD, choose, deal, post_board, put

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables import Player, Table, Tables
    from bot.tables.house.thinking import Thinking
    from db import Store


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
