"""Draws by agreement: only between two, in the open, for the moment, and nothing of them counts."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from bot.engine import build_rules
from bot.engine.record import verify_record
from bot.house.roster import HOUSE
from bot.tables import Player, Status, Why
from bot.tables.decisions import consent, overtime, play
from bot.tables.values.moments import deal_is_open, moments
from bot.tables.values.parts import asked_by
from bot.tables.values.recording import table_record
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    GUILD,
    STRANGER,
    one_step,
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


async def played(tables: Tables, plies: int = 5) -> Table:
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
    assert len(moments(over, 0)) == len(over.actions) + 1
    assert [each.verdict for each in verify_record(table_record(over))] == [(True, True)]
    async with store.read() as reader:
        assert await reader.standings.results(over.id) == []
        assert await reader.standings.leaderboard(GUILD) == []
        assert await reader.schedule.deadlines(over.id) == []
    assert await (await restarted(store, clock)).get(over.id) == over
    assert await why(tables.ask(table.id, consent.offer_draw, ANN.user_id)) is Why.CLOSED
    assert await why(tables.ask(table.id, play.resign, ANN.user_id)) is Why.CLOSED


async def refused_moments(table: Table) -> Why:
    async def ask() -> None:
        moments(table, 0)

    return (await refused(ask())).why


async def test_offering_where_the_other_offers_accepts(tables: Tables) -> None:
    table = await played(tables)
    await tables.ask(table.id, consent.offer_draw, BEN.user_id)
    again = await tables.ask(table.id, consent.offer_draw, BEN.user_id)
    assert again.status is Status.PLAYING
    assert (await tables.ask(table.id, consent.offer_draw, ANN.user_id)).drawn


async def test_an_offer_lapses_with_the_next_act_whoever_makes_it(tables: Tables) -> None:
    for offerer in (ANN, BEN):
        table = await played(tables)
        other = BEN if offerer is ANN else ANN
        offered = await tables.ask(table.id, consent.offer_draw, offerer.user_id)
        moved = await one_step(tables, offered, random.Random(1))
        assert asked_by(moved.draw) is None
        for ply in (offered.ply, moved.ply):
            assert await why(tables.ask(table.id, consent.accept_draw, other.user_id, ply)) is Why.NO_OFFER
            assert await why(tables.ask(table.id, consent.decline_draw, other.user_id, ply)) is Why.NO_OFFER
        assert asked_by((await tables.ask(table.id, consent.offer_draw, offerer.user_id)).draw) == offerer.user_id
        await tables.ask(table.id, consent.accept_draw, other.user_id, moved.ply)


async def test_a_declined_offer_comes_again_only_after_the_next_act(tables: Tables) -> None:
    table = await played(tables)
    offered = await tables.ask(table.id, consent.offer_draw, ANN.user_id)
    declined = await tables.ask(table.id, consent.decline_draw, BEN.user_id, offered.ply)
    assert asked_by(declined.draw) is None
    assert await why(tables.ask(table.id, consent.offer_draw, ANN.user_id)) is Why.DRAW_DECLINED
    assert await why(tables.ask(table.id, consent.accept_draw, BEN.user_id, offered.ply)) is Why.NO_OFFER
    assert asked_by((await tables.ask(table.id, consent.offer_draw, BEN.user_id)).draw) == BEN.user_id
    moved = await one_step(tables, await tables.get(table.id), random.Random(1))
    assert asked_by(moved.draw) is None
    assert asked_by((await tables.ask(table.id, consent.offer_draw, ANN.user_id)).draw) == ANN.user_id


async def test_nobody_accepts_their_own_offer_or_one_of_others(tables: Tables) -> None:
    table = await played(tables)
    assert await why(tables.ask(table.id, consent.accept_draw, BEN.user_id, table.ply)) is Why.NO_OFFER
    offered = await tables.ask(table.id, consent.offer_draw, ANN.user_id)
    assert await why(tables.ask(table.id, consent.accept_draw, ANN.user_id, offered.ply)) is Why.OWN_OFFER
    for request in (consent.accept_draw, consent.decline_draw):
        assert await why(tables.ask(table.id, request, STRANGER.user_id, offered.ply)) is Why.NOT_SEATED
    assert await why(tables.ask(table.id, consent.offer_draw, STRANGER.user_id)) is Why.NOT_SEATED
    assert await tables.get(table.id) == offered


async def test_draws_are_for_two_people_at_their_cards(tables: Tables) -> None:
    three = await start_table(tables, (ANN, BEN, CAT), rules=build_rules("modern", 3, {}))
    assert await why(tables.ask(three.id, consent.offer_draw, ANN.user_id)) is Why.ONLY_TWO
    house = next(iter(HOUSE.values()))
    alone = await start_table(tables, (ANN, Player(house.user_id, house.shown)))
    assert await why(tables.ask(alone.id, consent.offer_draw, ANN.user_id)) is Why.HOUSE_PLAYS_ON
    table = await start_table(tables, rules=build_rules("modern", 2, {"target": 5000}))
    rng = random.Random(2)
    while not table.awaits_deal:
        table = await one_step(tables, table, rng)
    assert await why(tables.ask(table.id, consent.offer_draw, ANN.user_id)) is Why.BETWEEN_DEALS


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


async def test_an_offer_and_an_undo_do_not_meet(tables: Tables) -> None:
    table = await start_table(tables)
    words = table.view(table.turn_users[0])
    assert words is not None
    leader = table.turn_users[0]
    other = next(user for user in table.users if user != leader)
    moved = (await tables.act(table.id, leader, words.offered[0].text.partition(" ")[2], table.ply)).table
    await tables.ask(table.id, consent.offer_draw, other)
    asked = await tables.ask(table.id, consent.ask_undo, leader)
    assert (asked_by(asked.draw), asked_by(asked.undo)) == (other, leader)
    back = await tables.ask(table.id, consent.allow_undo, other, moved.ply)
    assert (asked_by(back.draw), asked_by(back.undo)) == (None, None)
    assert await why(tables.ask(table.id, consent.accept_draw, leader, moved.ply)) is Why.NO_OFFER
