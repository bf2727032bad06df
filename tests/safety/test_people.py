"""What members are told of what is kept of them, and what they can take away."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING, Any

from bot.club.daily.calendar import laid_open
from bot.club.daily.service import DailyDeals
from bot.club.people import FORMAT, People
from bot.members import Members
from bot.tables.decisions import play
from tests.tables.at_table import ANN, BEN, CHANNEL, GUILD, start_table
from tests.tables.ended import given_up

if TYPE_CHECKING:
    from bot.tables import Tables
    from db import Store
    from tests.tables.at_table import Clock


async def taken(store: Store, user_id: int, clock: Clock) -> dict[str, Any]:
    written = await People(store).export(user_id, clock.at)
    found: dict[str, Any] = json.loads(written)
    assert found["format"] == FORMAT
    return found


async def test_a_daily_deal_is_not_taken_away_before_it_is_laid_open(
    store: Store, tables: Tables, clock: Clock
) -> None:
    daily = DailyDeals(tables, Random(3))
    await daily.draw_ahead()
    table = await daily.begin(GUILD, CHANNEL, ANN)
    await tables.ask(table.id, play.resign, ANN.user_id)
    over = await tables.get(table.id)
    early = await taken(store, ANN.user_id, clock)
    assert early["records"] == []
    assert not [
        deal for deal in over.deals if deal.secret in json.dumps(early) or (deal.deck or "?") in json.dumps(early)
    ]
    clock.at = laid_open(daily.today())
    assert len((await taken(store, ANN.user_id, clock))["records"]) == 1


async def test_no_card_of_a_game_that_is_played_is_taken_away(store: Store, tables: Tables, clock: Clock) -> None:
    await given_up(tables, [ANN, BEN], ANN, seed=5)
    playing = await start_table(tables, (ANN, BEN))
    text = json.dumps(found := await taken(store, ANN.user_id, clock))
    assert len(found["records"]) == 1
    assert [row["game_id"] for row in found["stored"]["seats"]].count(playing.id) == 1
    seal = playing.deals[-1]
    assert seal.secret not in text
    assert str(seal.deck) not in text


async def test_who_is_blocked_is_not_told_so(store: Store, tables: Tables, clock: Clock) -> None:
    await Members(tables).blocks.block(ANN.user_id, BEN.user_id)
    assert "blocks" not in (await taken(store, BEN.user_id, clock))["stored"]
    assert (await People(store).kept(BEN.user_id, GUILD)).everywhere == {}
    assert len((await taken(store, ANN.user_id, clock))["stored"]["blocks"]) == 1
