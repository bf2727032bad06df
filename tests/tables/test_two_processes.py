"""Two processes over one database at the same table: nothing that either stored is ever lost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.tables import CLOCKS, Due, Status, Why
from bot.tables.decisions import dealing, play, terms
from db import Store
from tests.tables.at_table import ANN, BEN, CAT, Clock, open_table, post_board, restarted, start_table, why

if TYPE_CHECKING:
    from bot.tables import Tables


@pytest.mark.parametrize("players", [2, 3], ids=["the last seat", "two seats"])
async def test_who_sits_down_in_two_processes_sits_while_there_are_seats(
    tables: Tables, other: Store, clock: Clock, players: int
) -> None:
    table = await open_table(tables, rules=build_rules("modern", players, {}))
    there = await restarted(other, clock)
    await tables.join(table.id, BEN)
    sitting = (ANN.user_id, BEN.user_id, CAT.user_id)[:players]
    if players == 3:
        assert (await there.join(table.id, CAT)).users == sitting
    else:
        assert await why(there.join(table.id, CAT)) is Why.TABLE_FULL
    assert (await (await restarted(other, clock)).get(table.id)).users == sitting


async def test_house_rule_and_clock_chosen_in_two_processes_both_hold(
    tables: Tables, other: Store, clock: Clock
) -> None:
    table = await open_table(tables, (ANN, BEN))
    there = await restarted(other, clock)
    await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000})
    after = await there.ask(table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"])
    assert (after.rules.target, after.terms.clock.key, after.terms.edition) == (2000, "days-2", table.terms.edition + 2)
    assert await why(tables.ask(table.id, terms.agree, BEN.user_id, table.terms.edition + 1)) is Why.OTHER_TERMS


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


async def test_next_deal_is_dealt_once(tables: Tables, other: Store, clock: Clock) -> None:
    table = await start_table(tables)
    table = (await tables.ask(table.id, play.resign, ANN.user_id)).table
    for user in table.users:
        _, new = await tables.rematch(table.id, user)
    assert new is not None
    await post_board(tables, new.id)
    there = await restarted(other, clock)
    clock.pass_by(seconds=31)
    first = await tables.ask(new.id, dealing.deal)
    second = await there.ask(new.id, dealing.deal)
    assert (first.stale, second.stale) == (False, True)
    assert second.table.game == first.table.game
