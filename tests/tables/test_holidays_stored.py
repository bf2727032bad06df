"""Holidays and what they move at several tables are stored together."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.members import Members
from bot.tables import Due
from bot.tables.preferences import HOLIDAYS
from db import DatabaseError
from tests.databases import allow, connected, refuse
from tests.tables.at_table import ANN, all_due, restarted, start_table

if TYPE_CHECKING:
    from pathlib import Path

    from bot.tables import Table, Tables
    from db import Store
    from tests.tables.at_table import Clock

DAY = timedelta(days=1)


async def two_waiting_for_ann(tables: Tables) -> list[Table]:
    found: list[Table] = []
    while len(found) < 2:
        table = await start_table(tables)
        found += [table] if ANN.user_id in table.turn_users else []
    return found


async def test_holidays_are_planned_and_all_that_waits_is_moved_or_nothing_is(
    tables: Tables, store: Store, clock: Clock, path: Path
) -> None:
    first, second = await two_waiting_for_ann(tables)
    due = all_due(tables)
    day = clock().date()
    with connected(path) as beside:
        refuse(beside, "no", "games", when="UPDATE", only=second.id)
        with pytest.raises(DatabaseError):
            await Members(tables).holidays.plan(ANN.user_id, day, day + 4 * DAY, 0)
        allow(beside, "no", "games")
    assert Members(tables).holidays.of(ANN.user_id) == ()
    assert HOLIDAYS not in await Members(tables).preferences.of_member(ANN.user_id)
    assert all_due(await restarted(store, clock)) == due
    await Members(tables).holidays.plan(ANN.user_id, day, day + 4 * DAY, 0)
    away = Members(tables).holidays.of(ANN.user_id)
    for table in (first, second):
        assert tables.memory.schedule.at(table.id, Due.ABANDON) == due[table.id, Due.ABANDON] + (away[0].ends - clock())
    again = await restarted(store, clock)
    assert (Members(again).holidays.of(ANN.user_id), all_due(again)) == (away, all_due(tables))
    await Members(tables).holidays.back(ANN.user_id)
    assert all_due(tables) == due
