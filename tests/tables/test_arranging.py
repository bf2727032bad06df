"""What is settled in the lobby: what a member is offered again, and who plays with whom."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from bot.engine import build_rules
from bot.engine.lots import SeatsBy
from bot.members import Members
from bot.tables import CLOCKS, DEFAULT_CLOCK, Kind, Status, Tables
from bot.tables.decisions import terms
from bot.tables.values.parts import Terms
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    PARTNERS,
    PLAYERS,
    TWO,
    open_table,
    post_board,
    restarted,
    same_after_a_restart,
    start,
)

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Store
    from tests.tables.at_table import Clock


# ------------------------------------------------------------------ what is offered again


async def test_first_table_is_modern_for_two_with_the_usual_clock(tables: Tables) -> None:
    choice = await Members(tables).preferences.offered(GUILD, ANN.user_id)
    assert (choice.preset, choice.rules, choice.clock) == ("modern", TWO, DEFAULT_CLOCK)
    assert (choice.auto_draw, choice.partners_drawn) == (True, False)


async def test_what_a_member_opened_is_offered_to_that_member_alone(tables: Tables, store: Store, clock: Clock) -> None:
    rules = build_rules("enquire", 4, {"partners": True, "target": 2000})
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=rules, preset="enquire")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).rules == rules
    await tables.ask(
        table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"], auto_draw=False, partners_drawn=True
    )
    choice = await Members(await restarted(store, clock)).preferences.offered(GUILD, ANN.user_id)
    assert (choice.preset, choice.rules, choice.clock) == ("enquire", rules, CLOCKS["days-2"])
    assert (choice.auto_draw, choice.partners_drawn) == (False, True)
    assert (await Members(tables).preferences.offered(GUILD + 1, ANN.user_id)) == choice
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).preset == "modern"


async def test_practice_is_not_offered_again_nor_does_it_take_away_what_was_offered(tables: Tables) -> None:
    await open_table(tables, rules=build_rules("parlour", 2, {}), preset="parlour")
    before = await Members(tables).preferences.offered(GUILD, ANN.user_id)
    table = await tables.practise(
        guild_id=GUILD, channel_id=CHANNEL, player=ANN, rules=TWO, preset="modern", language="fr"
    )  # fmt: skip
    assert (table.kind, table.status, table.language) == (Kind.PRACTICE, Status.PLAYING, "fr")
    assert await Members(tables).preferences.offered(GUILD, ANN.user_id) == before
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).clock == DEFAULT_CLOCK


async def test_challenge_changes_nothing_of_what_is_remembered(tables: Tables) -> None:
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=ANN, invited=BEN,
        rules=build_rules("parlour", 2, {}), terms=Terms("parlour"),
    )  # fmt: skip
    await post_board(tables, table.id)
    done = await tables.accept(table.id, BEN)
    assert (done.table.kind, done.table.terms.preset) == (Kind.CHALLENGE, "parlour")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).preset == "modern"


# ------------------------------------------------------------------ partners


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
