"""Draws by agreement: only between two, in the open, for the moment, and nothing of them counts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.club import Board
from bot.engine.record import verify_record
from bot.tables import Status, Why
from bot.tables.decisions import consent, overtime, play
from bot.tables.values.history import deal_is_open, history_of
from bot.tables.values.parts import asked_by
from bot.tables.values.record import table_record
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    GUILD,
    play_out,
    refused,
    restarted,
    start_table,
    why,
)

if TYPE_CHECKING:
    from bot.tables import Table, Tables
    from db import Store
    from tests.tables.at_table import Clock


async def played(tables: Tables, plies: int = 7) -> Table:
    table = await start_table(tables)
    return await play_out(tables, table.id, random.Random(4), plies=plies)


async def test_a_draw_ends_the_game_without_a_result_and_opens_its_deal(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await played(tables)
    assert (await refused_moments(table)) is Why.DEAL_HIDDEN
    offered = await tables.ask(table.id, consent.offer_draw, ANN.user_id)
    assert (asked_by(offered.draw), offered.status) == (ANN.user_id, Status.PLAYING)
    over = await tables.ask(table.id, consent.accept_draw, BEN.user_id, offered.ply)
    assert (over.status, over.end_reason, over.drawn, over.live) == (Status.ABANDONED, "draw", True, False)
    assert asked_by(over.draw) is None
    assert over.game == table.game
    assert over.deals[0].closed_at == clock()
    assert deal_is_open(over, 0)
    assert len(history_of(over, 0)) == len(over.actions) + 1
    assert [each.verdict for each in verify_record(table_record(over))] == [(True, True, True, True)]
    async with store.read() as reader:
        assert not any(row.rated or row.won for row in await reader.results.of(over.id))
        assert await reader.standings.leaderboard(Board(GUILD)) == []
        assert await reader.schedule.deadlines(over.id) == []
    assert await (await restarted(store, clock)).get(over.id) == over
    assert await why(tables.ask(table.id, consent.offer_draw, ANN.user_id)) is Why.CLOSED
    assert await why(tables.ask(table.id, play.resign, ANN.user_id)) is Why.CLOSED


async def refused_moments(table: Table) -> Why:
    async def ask() -> None:
        history_of(table, 0)

    return (await refused(ask())).why


async def test_a_rematch_follows_a_draw_but_not_a_game_that_everyone_left(tables: Tables, clock: Clock) -> None:
    table = await played(tables)
    await tables.ask(table.id, consent.offer_draw, ANN.user_id)
    over = await tables.ask(table.id, consent.offer_draw, BEN.user_id)
    await tables.rematch(over.id, ANN.user_id)
    _, new = await tables.rematch(over.id, BEN.user_id)
    assert new is not None
    assert (new.users, new.rematch.previous_id, new.drawn) == (over.users, over.id, False)
    left = await start_table(tables, (BEN, CAT))
    clock.pass_by(days=8)
    await tables.ask(left.id, overtime.abandon)
    assert await why(tables.rematch(left.id, BEN.user_id)) is Why.CLOSED
