"""Seats in the lobby: changing places, cutting for partners, and who may sit down."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.engine.lots import SeatsBy
from bot.tables import Status, Tables, Why
from bot.tables.decisions import terms
from bot.tables.values.parts import Terms
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    FOUR,
    GUILD,
    PARTNERS,
    PLAYERS,
    open_table,
    play_out,
    post_board,
    same_after_a_restart,
    start,
    why,
)

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Store
    from tests.tables.at_table import Clock

# ------------------------------------------------------------------ seats


async def test_two_change_places_and_the_others_agree_again(tables: Tables, store: Store, clock: Clock) -> None:
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=PARTNERS)
    table = await tables.ask(table.id, terms.change_seat, BEN.user_id, 2)
    assert table.users == (ANN.user_id, CAT.user_id, BEN.user_id, DAN.user_id)
    assert [seat.seat for seat in table.seats] == [0, 1, 2, 3]
    assert set(table.lobby.to_agree) == {ANN.user_id, CAT.user_id, DAN.user_id}
    assert table.opener_id == ANN.user_id
    assert await same_after_a_restart(store, clock, table)
    for user in table.lobby.to_agree:
        await tables.ask(table.id, terms.agree, user)
    table = await start(tables, table.id, DAN.user_id)
    assert table.users == (ANN.user_id, CAT.user_id, BEN.user_id, DAN.user_id)
    assert await same_after_a_restart(store, clock, table)


async def draw_partners(tables: Tables, seed: int) -> Table:
    """Start a table of four who draw lots for partners."""
    tables.store.chance = random.Random(seed)
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=PARTNERS)
    await tables.ask(table.id, terms.set_table, ANN.user_id, partners_drawn=True)
    for user in (BEN, CAT, DAN):
        await tables.ask(table.id, terms.agree, user.user_id)
    return await start(tables, table.id, ANN.user_id)


@pytest.mark.parametrize("seed", range(2))
async def test_who_plays_together_is_drawn_by_lot(tables: Tables, store: Store, clock: Clock, seed: int) -> None:
    table = await draw_partners(tables, seed)
    written = table.lots.written
    assert written is not None
    assert [PLAYERS[number].user_id for number in written.numbers] == list(table.users)
    assert written.seats is SeatsBy.DRAWN
    assert sorted(table.users) == sorted(each.user_id for each in (ANN, BEN, CAT, DAN))
    assert [seat.seat for seat in table.seats] == [0, 1, 2, 3]
    assert await same_after_a_restart(store, clock, table)


@pytest.mark.parametrize("rules", [build_rules("britannica", 3, {}), PARTNERS], ids=["three", "partners"])
async def test_game_settled_in_the_lobby_is_played(tables: Tables, rules: object) -> None:
    wanted = build_rules("modern", 2, {})
    assert rules != wanted
    table = await open_table(tables, (ANN, BEN), rules=wanted)
    values = rules.values()  # type: ignore[attr-defined]
    await tables.ask(
        table.id, terms.set_rules, ANN.user_id, {"players": values["players"], "partners": values["partners"]}
    )
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 500})
    for guest in (CAT, DAN)[: values["players"] - 2]:
        await tables.join(table.id, guest)
    await tables.ask(table.id, terms.agree, BEN.user_id)
    await tables.start(table.id, BEN.user_id)
    table = await play_out(tables, table.id, random.Random(5), plies=12)
    assert (table.status, table.rules.players, table.rules.target) == (Status.PLAYING, values["players"], 500)
    assert {row.seat for row in table.actions} == set(range(values["players"]))


# ------------------------------------------------------------------ invitations


async def test_only_the_invited_may_sit_down_where_it_is_so(tables: Tables, store: Store, clock: Clock) -> None:
    table = await tables.open(
        guild_id=GUILD, channel_id=CHANNEL, opener=ANN, rules=FOUR, terms=Terms("modern"), invited_only=True
    )
    await post_board(tables, table.id)
    assert await why(tables.join(table.id, BEN)) is Why.INVITED_ONLY
    table = await tables.ask(table.id, terms.invite, ANN.user_id, BEN)
    assert table.lobby.guests == (BEN.user_id,)
    assert await tables.ask(table.id, terms.invite, ANN.user_id, BEN) == table
    assert await same_after_a_restart(store, clock, table)
    await tables.join(table.id, BEN)
    assert await why(tables.join(table.id, CAT)) is Why.INVITED_ONLY
    await tables.ask(table.id, terms.invite, BEN.user_id, CAT)
    await tables.join(table.id, CAT)
    await tables.ask(table.id, terms.set_table, ANN.user_id, invited_only=False)
    assert (await tables.join(table.id, DAN)).full
