"""The only card that may be played in the last tricks of two hands: it plays itself, where its player wants that."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.engine import Phase, build_rules, offered_actions
from bot.tables import Due, Status, Table, Tables
from bot.tables.decisions import adjourning, consent, play
from bot.tables.preferences import ONLY_CARD
from bot.tables.values.table import tidy
from db import Store
from tests.tables.at_table import ANN, BEN, FOUR, PLAYERS, TWO, Clock, choose, put, restarted, sure
from tests.tables.made import begun, noon, step

RULES = {
    "two hands": TWO,
    "rubicon": build_rules("rubicon", 2, {}),
    "three hands": build_rules("modern", 3, {}),
    "four hands": FOUR,
    "honour": build_rules("modern", 2, {"irregularities": "forfeits"}),
}


def has_one_card(table: Table) -> bool:
    """Tell whether whoever is on move in the last tricks may play one card alone, of several that they hold."""
    deal = table.game.deal
    if deal is None or deal.left or deal.phase is not Phase.PLAY or not deal.trick:
        return False
    return len(offered_actions(table.game)) == 1 and deal.hold[deal.turn].bit_count() > 2


@cache
def before_one_card() -> Table:
    """Play on at random until the next act leaves its follower one card alone."""
    table, chance = begun(rules=TWO), random.Random(1)
    while True:
        after = step(table, chance)
        if has_one_card(after):
            return table
        table = after


async def led(tables: Tables, table: Table) -> Table:
    """Let whoever leads play a card to which the other has one answer alone."""
    for seed in range(100):
        offered = offered_actions(table.game)
        action = random.Random(seed).choice(offered)
        if has_one_card(tidy(play.played(table, noon(), action).table)):
            return (await tables.act(table.id, table.turn_users[0], action.words, table.ply)).table
    raise AssertionError("no such card")


@pytest.fixture
async def table(tables: Tables) -> Table:
    """A table at which the player on move has one card to play, for some moment yet."""
    return await led(tables, await put(tables, before_one_card()))


async def test_only_card_plays_itself_after_a_second_as_if_it_had_been_clicked(
    tables: Tables, clock: Clock, table: Table
) -> None:
    (user,), (only,) = table.turn_users, offered_actions(table.game)
    assert await tables.tick() == []
    clock.pass_by(seconds=1)
    (happening,) = await tables.tick()
    assert happening.due is Due.ITSELF
    after = happening.table
    assert after.actions[len(table.actions)].action == only.text
    clicked = play.act(table, noon(), user, only.words, table.ply).table
    assert [row.action for row in after.actions] == [row.action for row in clicked.actions]
    late = await tables.act(table.id, user, only.words, table.ply)
    assert (late.stale, late.table.actions) == (True, after.actions)


async def test_it_plays_after_a_kill_too(store: Store, clock: Clock, table: Table) -> None:
    clock.pass_by(seconds=0.5)
    again = await restarted(store, clock)
    clock.pass_by(seconds=1)
    assert [each.due for each in await again.tick()] == [Due.ITSELF]
    assert len((await again.get(table.id)).actions) > len(table.actions)


async def test_who_has_turned_it_off_plays_it_by_a_click(tables: Tables, clock: Clock) -> None:
    for player in (ANN, BEN):
        await tables.preferences.set_of_member(player.user_id, {ONLY_CARD: False})
    table = await led(tables, await put(tables, before_one_card()))
    assert Due.ITSELF not in table.due
    clock.pass_by(seconds=5)
    assert await tables.tick() == []


async def test_turned_off_within_the_second_it_is_left(tables: Tables, clock: Clock, table: Table) -> None:
    await tables.preferences.set_of_member(table.turn_users[0], {ONLY_CARD: False})
    clock.pass_by(seconds=2)
    assert await tables.tick() == []
    assert Due.ITSELF not in (await tables.get(table.id)).due


@pytest.mark.parametrize("asked", ["draw", "undo", "adjourn"])
async def test_it_waits_while_something_is_asked_and_comes_when_that_is_declined(
    tables: Tables, clock: Clock, table: Table, asked: str
) -> None:
    (user,) = table.turn_users
    other = next(each for each in table.users if each != user)
    if asked == "draw":
        await tables.ask(table.id, consent.offer_draw, other)
    elif asked == "undo":
        await tables.ask(table.id, consent.ask_undo, other)
    else:
        await tables.ask(table.id, adjourning.ask_adjourn, other, None)
    clock.pass_by(seconds=5)
    assert await tables.tick() == []
    now = await tables.get(table.id)
    if asked == "draw":
        await tables.ask(table.id, consent.decline_draw, user, now.ply_for(None))
    elif asked == "undo":
        await tables.ask(table.id, consent.refuse_undo, user, now.ply_for(None))
    else:
        assert now.adjourning is not None
        await tables.ask(table.id, adjourning.rather_not, user, int(now.adjourning.at.timestamp()))
    clock.pass_by(seconds=1)
    assert [each.due for each in await tables.tick()] == [Due.ITSELF]


async def test_what_is_undone_does_not_happen_again_by_itself(tables: Tables, clock: Clock, table: Table) -> None:
    (user,) = table.turn_users
    other = next(each for each in table.users if each != user)
    clock.pass_by(seconds=1)
    await tables.tick()
    now = await tables.get(table.id)
    if now.actions[-1].seat != table.seat_of(user):
        pytest.fail("the next player had one card too")
    await tables.ask(table.id, consent.ask_undo, user)
    back = await tables.ask(table.id, consent.allow_undo, other, now.ply_for(None))
    assert (back.turn_users, len(back.actions)) == ((user,), len(table.actions))
    clock.pass_by(seconds=5)
    assert await tables.tick() == []


@pytest.mark.sweep
@pytest.mark.parametrize("rules", RULES)
async def test_only_with_two_hands_that_know_each_other(tables: Tables, rules: str) -> None:
    table = await put(tables, begun(PLAYERS[: RULES[rules].players], rules=RULES[rules]))
    rng, seen = random.Random(3), 0
    while table.status is Status.PLAYING and not table.awaits_deal and len(table.game.deals) == 1:
        deal = sure(table.game.deal)
        if deal.left:
            assert Due.ITSELF not in table.due, "while cards are drawn, it would tell something"
        seen += Due.ITSELF in table.due
        if deal.phase is Phase.CLAIM:
            break
        table = (await choose(tables, table, rng)).table
    assert (seen > 0) == (rules in ("two hands", "rubicon"))
