"""The clock: what is due when, what the others may decide when time is up, and games that everyone has left."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.tables import CLOCKS, NO_CLOCK, Clock, Due, Status, Tables, Why
from bot.tables.decisions import overtime, play, terms
from bot.tables.decisions.overtime import claims_from
from cogs.table.pages.board import closed_board
from cogs.table.pages.proof import proof_page
from tests.tables import made
from tests.tables.at_table import ANN, BEN, CAT, DAN, choose, open_table, put, restarted, start, start_table, why

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from bot.tables import Player, Table
    from db import Store
    from tests.tables import at_table

EVERYONE = {player.user_id: player for player in (ANN, BEN, CAT, DAN)}
LIVE = CLOCKS["live-3"]
THREE, PARTNERS = build_rules("modern", 3, {}), build_rules("modern", 4, {"partners": True})


async def begun(
    tables: Tables, clock: Clock = LIVE, players: Sequence[Player] = (ANN, BEN), *, rules: object = None
) -> Table:
    """Open a table with a clock for these players, and deal the first deal."""
    table = await open_table(tables, players, rules=rules)  # type: ignore[arg-type]
    await tables.ask(table.id, terms.set_table, players[0].user_id, clock=clock)
    for player in players[1:]:
        await tables.ask(table.id, terms.agree, player.user_id)
    return await start(tables, table.id, players[0].user_id)


async def late(tables: Tables, now: at_table.Clock, table: Table) -> Table:
    """Let the time of the player on move run out."""
    assert table.terms.clock.a_move is not None
    now.at += table.terms.clock.a_move
    await tables.tick()
    table = await tables.get(table.id)
    assert table.time_is_up
    return table


def against(table: Table) -> list[int]:
    """Return the users who play against the player on move, by seat."""
    deal = table.game.deal
    assert deal is not None
    return [user for seat, user in enumerate(table.users) if deal.law.sides[seat] != deal.law.sides[deal.turn]]


# ------------------------------------------------------------------ clocks


@pytest.mark.parametrize("chosen", [NO_CLOCK, CLOCKS["live-3"], CLOCKS["days-7"]], ids=lambda c: c.key)
async def test_clock_of_a_move_is_stored_and_begins_anew_with_every_move(
    tables: Tables, store: Store, clock: at_table.Clock, rng: random.Random, chosen: Clock
) -> None:
    table = await begun(tables, chosen)
    for _ in range(2):
        until = None if chosen.a_move is None else clock() + chosen.a_move
        assert tables.memory.schedule.at(table.id, Due.CLOCK) == until
        await tables.beat()
        assert (await restarted(store, clock)).memory.schedule.at(table.id, Due.CLOCK) == until
        clock.pass_by(seconds=20)
        table = (await choose(tables, table, rng)).table


async def test_time_for_which_the_bot_was_down_is_given_back(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=1)
    await tables.beat()
    clock.pass_by(hours=8)
    again = await restarted(store, clock)
    assert again.memory.schedule.at(table.id, Due.CLOCK) == clock() + timedelta(minutes=2)
    assert again.memory.schedule.at(table.id, Due.ABANDON) == clock() + timedelta(days=7, minutes=2)
    clock.pass_by(minutes=1, seconds=59)
    assert Due.CLOCK not in [h.due for h in await again.tick()]
    clock.pass_by(seconds=1)
    assert [h.due for h in await again.tick()] == [Due.CLOCK]


# ------------------------------------------------------------------ time is up


async def test_time_that_is_up_happens_once_and_the_player_may_still_play(
    tables: Tables, clock: at_table.Clock, rng: random.Random
) -> None:
    table = await begun(tables)
    clock.pass_by(minutes=3)
    assert [h.due for h in await tables.tick()] == [Due.CLOCK]
    clock.pass_by(minutes=10)
    assert await tables.tick() == []
    table = (await choose(tables, await tables.get(table.id), rng)).table
    assert not table.time_is_up
    assert tables.memory.schedule.at(table.id, Due.CLOCK) == clock() + timedelta(minutes=3)
    assert await why(tables.ask(table.id, overtime.claim_time, ANN.user_id)) is Why.TIME_NOT_UP
    assert await why(tables.ask(table.id, overtime.give_time, BEN.user_id)) is Why.TIME_NOT_UP


async def test_opponent_waits_and_the_clock_starts_again(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await late(tables, clock, await begun(tables))
    table = await tables.ask(table.id, overtime.give_time, against(table)[0])
    assert not table.time_is_up
    assert await (await restarted(store, clock)).get(table.id) == table
    clock.pass_by(minutes=2, seconds=59)
    assert [h.due for h in await tables.tick()] == [Due.NUDGE]
    clock.pass_by(seconds=1)
    assert [h.due for h in await tables.tick()] == [Due.CLOCK]


async def test_opponent_claims_and_the_game_is_won_by_time(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await late(tables, clock, await put(tables, made.played(made.begun(clock=LIVE), made.counts)))
    loser, winner = table.turn_users[0], against(table)[0]
    done = await tables.ask(table.id, overtime.claim_time, winner)
    result = done.table.game.result
    assert result is not None
    assert (done.table.status, [done.table.users[seat] for seat in result.winner]) == (Status.FINISHED, [winner])
    async with store.read() as reader:
        outcomes = {row.user_id: row.outcome for row in await reader.results.of(table.id)}
    assert outcomes == {loser: "timeout", winner: "won"}
    assert await why(tables.ask(table.id, overtime.claim_time, winner)) is Why.OVER
    assert await tables.tick() == []
    assert await (await restarted(store, clock)).get(table.id) == done.table


async def test_of_three_players_both_others_have_to_claim(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await late(tables, clock, await begun(tables, LIVE, (ANN, BEN, CAT), rules=THREE))
    (absent,), (first, second) = table.turn_users, against(table)
    for _ in range(2):  # claiming twice is no second voice
        done = await tables.ask(table.id, overtime.claim_time, first)
        assert (done.table.live, claims_from(done.table, absent), done.events) == (True, (first,), ())
    again = await restarted(store, clock)
    assert claims_from(await again.get(table.id), absent) == (first,)
    done = await again.ask(table.id, overtime.claim_time, second)
    result = done.table.game.result
    assert result is not None
    assert (done.table.status, result.by) == (Status.FINISHED, table.seat_of(table.turn_users[0]))
    assert {done.table.users[seat] for seat in result.winner} <= {first, second}


@pytest.mark.parametrize("away", [timedelta(), timedelta(hours=5)])
async def test_time_that_is_up_stays_up_through_a_restart(
    tables: Tables, store: Store, clock: at_table.Clock, away: timedelta
) -> None:
    await tables.beat()
    table = await late(tables, clock, await begun(tables))
    clock.at += away
    again = await restarted(store, clock)
    assert (await again.get(table.id)).time_is_up
    assert await again.tick() == []  # nobody is told, nor reminded, a second time
    assert (await again.ask(table.id, overtime.claim_time, against(table)[0])).table.status is Status.FINISHED


async def test_move_made_while_another_table_is_seen_to_keeps_its_time(
    tables: Tables, clock: at_table.Clock, rng: random.Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = await begun(tables), await begun(tables)
    clock.pass_by(minutes=3)
    do_due, seen = tables._do_due, []

    async def do_and_play(table_id: int, kind: Due) -> Table | None:
        if kind is Due.CLOCK:
            seen.append(table_id)
            if len(seen) == 1:
                await choose(tables, second if table_id == first.id else first, rng)
        return await do_due(table_id, kind)

    monkeypatch.setattr(tables, "_do_due", do_and_play)
    assert [h.due for h in await tables.tick()].count(Due.CLOCK) == 1
    assert len(seen) == 1
    other = second.id if seen == [first.id] else first.id
    assert not (await tables.get(other)).time_is_up
    assert tables.memory.schedule.at(other, Due.CLOCK) == clock() + timedelta(minutes=3)


# ------------------------------------------------------------------ reminders


@pytest.mark.parametrize(
    ("chosen", "after"),
    [
        (NO_CLOCK, timedelta(seconds=30)),
        (CLOCKS["live-3"], timedelta(seconds=30)),
        (CLOCKS["days-1"], timedelta(hours=12)),
        (CLOCKS["days-7"], timedelta(days=3, hours=12)),
    ],
    ids=lambda v: v.key if isinstance(v, Clock) else "",
)
async def test_reminder_comes_soon_in_a_live_game_and_halfway_by_correspondence(
    tables: Tables, clock: at_table.Clock, chosen: Clock, after: timedelta
) -> None:
    table = await begun(tables, chosen)
    clock.at += after - timedelta(seconds=1)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    assert [(h.due, h.table.id) for h in await tables.tick()] == [(Due.NUDGE, table.id)]
    clock.at += timedelta(minutes=1)
    assert await tables.tick() == []


async def test_restarts_do_not_put_the_reminder_off(tables: Tables, store: Store, clock: at_table.Clock) -> None:
    table = await begun(tables, CLOCKS["days-2"])
    halfway = clock() + timedelta(days=1)
    for _ in range(5):
        clock.pass_by(hours=4)
        await tables.beat()
        tables = await restarted(store, clock)
        assert tables.memory.schedule.at(table.id, Due.NUDGE) == halfway
    clock.pass_by(hours=4)
    assert [h.due for h in await tables.tick()] == [Due.NUDGE]


# ------------------------------------------------------------------ left by everyone


async def test_game_that_everyone_has_left_closes_without_a_result_and_opens_its_seal(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await begun(tables, NO_CLOCK)
    clock.pass_by(days=6, hours=23)
    await tables.tick()
    assert (await tables.get(table.id)).live
    clock.pass_by(hours=1)
    (closed,) = [h for h in await tables.tick() if h.due is Due.ABANDON]
    assert closed.table.status is Status.ABANDONED
    assert [deal.closed_at for deal in closed.table.deals] == [clock()]
    async with store.read() as reader:
        assert await reader.results.of(table.id) == []
        assert await reader.schedule.deadlines(table.id) == []
    assert "closed without a result" in str(closed_board(closed.table, 0).to_components())
    assert closed.table.deals[0].secret in str(proof_page(closed.table, 0).to_components())
    assert await (await restarted(store, clock)).get(table.id) == closed.table
    assert await why(tables.ask(table.id, play.resign, ANN.user_id)) is Why.CLOSED
    assert await tables.tick() == []


async def test_rematch_whose_board_never_came_up_closes_after_a_week_too(
    tables: Tables, store: Store, clock: at_table.Clock
) -> None:
    table = await start_table(tables)
    await tables.ask(table.id, play.resign, BEN.user_id)
    await tables.rematch(table.id, ANN.user_id)
    _, new = await tables.rematch(table.id, BEN.user_id)
    assert new is not None
    assert new.seal is not None
    assert new.seal.message_id is None
    again = await restarted(store, clock)
    assert (
        again.memory.schedule.at(new.id, Due.ABANDON)
        == tables.memory.schedule.at(new.id, Due.ABANDON)
        == clock() + timedelta(days=7)
    )
    clock.pass_by(days=7)
    await tables.tick()
    assert (await tables.get(new.id)).status is Status.ABANDONED
