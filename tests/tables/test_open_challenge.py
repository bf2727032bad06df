"""Challenges to whoever likes, and series: stored with what they follow from."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from bot.engine import build_rules
from bot.members import Members
from bot.tables import CLOCKS, NO_CLOCK, Due, Limits, Status, Why
from bot.tables.decisions import lobby, play
from bot.tables.values.parts import Series, Terms
from tests.tables.at_table import ANN, BEN, CAT, CHANNEL, GUILD, NOON, accept, post_board, restarted, why

if TYPE_CHECKING:
    from bot.tables import Clock as MoveClock
    from bot.tables import Player, Table, Tables
    from db import Store
    from tests.tables.at_table import Clock


async def anybody(tables: Tables, challenger: Player = ANN, *, best_of: int = 1, clock: MoveClock = NO_CLOCK) -> Table:
    """Challenge whoever likes, and post the board."""
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=challenger, invited=None,
        rules=build_rules("modern", 2, {}), terms=Terms("modern", clock=clock), best_of=best_of,
    )  # fmt: skip
    return await post_board(tables, table.id)


async def test_open_challenge_is_accepted_by_whoever_comes_first_but_not_by_who_made_it(tables: Tables) -> None:
    table = await anybody(tables)
    assert table.invited_id is None
    assert await why(tables.accept(table.id, ANN)) is Why.OWN_CHALLENGE
    assert await why(tables.ask(table.id, lobby.decline, BEN.user_id)) is Why.NOT_INVITED
    done = await tables.accept(table.id, CAT)
    assert (done.table.status, done.table.users) == (Status.PLAYING, (ANN.user_id, CAT.user_id))
    assert await why(tables.accept(table.id, BEN)) is Why.ALREADY_STARTED


async def test_one_open_challenge_of_a_member_stands_at_a_time_as_long_as_a_lobby(tables: Tables, clock: Clock) -> None:
    table = await anybody(tables)
    assert await why(anybody(tables)) is Why.CHALLENGE_STANDS
    await anybody(tables, BEN)
    assert [entry.id for entry in tables.memory.live.challenges(GUILD)] == [table.id, table.id + 1]
    assert tables.memory.live.challenges(GUILD + 1) == []
    assert tables.stands_until(table) == NOON + Limits().lobby
    clock.pass_by(minutes=30)
    assert [each.due for each in await tables.tick()] == [Due.CHALLENGE, Due.CHALLENGE]
    assert tables.memory.live.challenges(GUILD) == []


async def test_challenge_to_a_game_by_correspondence_stands_for_a_day(tables: Tables) -> None:
    assert tables.stands_until(await anybody(tables, clock=CLOCKS["days-3"])) == NOON + timedelta(days=1)


async def test_who_is_blocked_does_not_accept_an_open_challenge(tables: Tables) -> None:
    await Members(tables).blocks.block(ANN.user_id, BEN.user_id)
    assert await why(tables.accept((await anybody(tables)).id, BEN)) is Why.NOT_NOW


async def test_next_game_of_a_series_is_stored_with_the_end_of_the_one_before(
    tables: Tables, store: Store, clock: Clock
) -> None:
    first = await accept(tables, (await anybody(tables, best_of=3)).id, BEN)
    await tables.ask(first.id, play.resign, ANN.user_id)
    tables = await restarted(store, clock)
    first = await tables.get(first.id)
    assert first.rematch.next_id is not None
    second = await tables.get(first.rematch.next_id)
    assert (second.series, second.rematch.previous_id) == (Series(3, (1,)), first.id)
    await post_board(tables, second.id)
    await tables.ask(second.id, play.resign, ANN.user_id) if second.game.deals else None
    clock.pass_by(minutes=1)
    await tables.tick()
    await tables.ask(second.id, play.resign, ANN.user_id)
    assert (await tables.get(second.id)).rematch.next_id is None
    assert list(tables.memory.live) == []
