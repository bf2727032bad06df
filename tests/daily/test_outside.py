"""Deals and practices outside of servers: they count for their player, stand in no list, and go with their player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from bot.club import rebuild
from bot.club.people import Servers
from bot.engine.presets import PRESETS
from bot.tables import OUTSIDE, Limits
from tests.daily.whole_game import ANN, NUMBER, finished
from tests.safety.test_erasing import erase, found
from tests.tables.at_table import BEN, CAT, CHANNEL, Clock, loading, tables_over

if TYPE_CHECKING:
    from bot.club.daily import DailyDay, DailyDeals
    from bot.tables import Player, Table, Tables
    from db import Store


async def page(daily: DailyDeals, player: Player, number: int = NUMBER) -> DailyDay:
    found = await daily.day(number, OUTSIDE, player.user_id)
    assert found is not None
    return found


async def practised(tables: Tables, player: Player) -> Table:
    return await tables.practise(
        guild_id=OUTSIDE, channel_id=CHANNEL, player=player, rules=PRESETS["modern"].rules(), preset="modern",
        language="en",
    )  # fmt: skip


async def test_a_deal_counts_among_all_and_stands_in_no_list(
    tables: Tables, daily: DailyDeals, store: Store, clock: Clock
) -> None:
    for player in (ANN, BEN):
        await finished(tables, await daily.begin(OUTSIDE, CHANNEL, player))
    shown = await page(daily, ANN)
    assert (shown.results, shown.own_result, shown.played_here) == ((), None, 0)
    assert shown.count is not None
    assert (shown.count.players, shown.streak) == (2, 1)
    await rebuild(store)
    assert await page(daily, ANN) == shown
    servers = Servers(store, tables)
    await servers.compare([])
    clock.pass_by(days=40)
    await servers.forget_old([])
    own = await daily.own_game(ANN.user_id, NUMBER)
    assert own is not None, "it is no server from which the bot was removed"


async def test_any_number_of_members_practise_though_a_server_has_a_limit(store: Store, clock: Clock) -> None:
    tables = tables_over(store, clock, limits=Limits(tables_a_server=2))
    await loading(tables).load()
    for player in (ANN, BEN, CAT):
        assert (await practised(tables, player)).private


async def test_it_is_deleted_with_all_else_of_its_player(
    tables: Tables, daily: DailyDeals, store: Store, clock: Clock, path: Path
) -> None:
    await practised(tables, ANN)
    await finished(tables, await daily.begin(OUTSIDE, CHANNEL, ANN))
    assert found(path, ANN.user_id)
    clock.pass_by(days=1)
    await erase(store, tables, ANN)
    clock.pass_by(minutes=1)
    assert found(path, ANN.user_id, ANN.name) == []
