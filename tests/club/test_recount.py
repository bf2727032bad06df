"""Counting anew changes nothing that was counted as games ended, and finds and mends what was changed besides."""

from __future__ import annotations

import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.club import rebuild
from bot.club.decisions.standing import Unrated
from bot.tables.decisions import play
from tests.club.histories import SERVERS, History
from tests.club.test_standing import everything
from tests.tables.at_table import ANN, BEN, put
from tests.tables.made import begun, counts, played

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock

HISTORIES = int(os.environ.get("BEZIQUE_HISTORIES", "4"))
"""Random histories that are counted anew."""


@pytest.mark.parametrize("seed", range(HISTORIES))
async def test_counting_anew_changes_nothing_in_any_history(
    tables: Tables, store: Store, clock: Clock, seed: int
) -> None:
    history = History(store, tables, clock, Random(seed))
    for _ in range(2):
        await history.go_on(30)
        before = await everything(store)
        found = await rebuild(store)
        assert await everything(store) == before
        assert found.mended == 0
    assert found.games > 40


async def test_histories_hold_all_that_can_happen(tables: Tables, store: Store, clock: Clock) -> None:
    history = History(store, tables, clock, Random(1))
    await history.go_on(160)
    assert history.happened == {
        "game", "set_clock", "void", "block", "departure", "delete", "daily", "damage", "in_a_row",
    }  # fmt: skip
    kept = await everything(store)
    reasons = {row[4] for row in kept["conclusions"]}
    assert reasons >= {None, *(each.value for each in Unrated if each != Unrated.DAMAGED)}
    assert {row[1] for row in kept["conclusions"]} == set(SERVERS)
    assert len({row[3] for row in kept["conclusions"]}) > 2


async def test_three_rated_games_a_day_for_five_days_stay_rated(tables: Tables, store: Store, clock: Clock) -> None:
    made = played(begun((ANN, BEN)), counts)
    for number in range(15):
        table = await put(tables, made)
        await tables.ask(table.id, play.resign, (ANN if number % 3 == 2 else BEN).user_id)
        clock.pass_by(hours=2 if number % 3 != 2 else 20)
    before = await everything(store)
    await rebuild(store)
    after = await everything(store)
    assert [row[5] for row in after["ratings"]] == [row[5] for row in before["ratings"]]
    assert after == before
    assert [row[4] for row in after["conclusions"]] == [None] * 15
