"""What a player chooses ahead: kept, done a moment after the turn has come, dropped when it is not allowed any more."""

from __future__ import annotations

import random
from functools import cache

import pytest

from bot.engine import Action, Phase, Rules, Verb, build_rules, card_name, offered_actions
from bot.engine.cards import cards_of
from bot.tables import CLOCKS, Due, Table, Tables, Why
from bot.tables.decisions import consent, play
from bot.tables.decisions.by_itself import choose_ahead, may_declare_then, may_plan, plan_of
from bot.tables.values.parts import Ahead
from db import Store
from db.personal import own_settings
from tests.tables.at_table import FOUR, PLAYERS, TWO, Clock, put, restarted, sure
from tests.tables.made import acted, ask, begun, done, noon, played, refusal, step, why

DAYS = CLOCKS["days-3"]
HONOUR = build_rules("modern", 2, {"irregularities": "forfeits"})


def waiting(table: Table) -> int:
    """Return a user who waits for others."""
    return next(user for user in table.users if user not in table.turn_users)


def held(table: Table, user: int) -> list[str]:
    """Return a user's plays, whether allowed now or not."""
    view = sure(table.view(user))
    assert view.seat is not None
    return [f"play {card}" for card in _names(table, view.seat)]


def _names(table: Table, seat: int) -> list[str]:
    seen = table.seen_by(table.users[seat]).game
    return [card_name(card) for card in cards_of(seen.deals[-1].hold[seat])]


def chosen(table: Table, user: int, words: str) -> Table:
    return ask(table, choose_ahead, noon(), user, words, table.ply_for(user))


def led(rules: Rules = TWO, seed: int = 1) -> Table:
    """Begin a game by correspondence; its first card is led."""
    table = begun(PLAYERS[: rules.players], rules=rules, clock=DAYS, seed=seed)
    return acted(table, f"play {_names(table, table.game.deals[-1].turn)[0]}")


@cache
def before_a_trick_that_may_be_declared() -> tuple[Table, int, Action]:
    """Return a table, a player who waits there and may win the trick, and what they may declare then."""
    for number in range(200):
        table, chance = begun(rules=TWO, clock=DAYS, seed=number), random.Random(number)
        while not table.awaits_deal and table.live and table.game.deals[-1].left > 2:
            deal = table.game.deals[-1]
            if deal.phase is Phase.PLAY and deal.trick:
                user = waiting(table)
                offers = [each for each in may_declare_then(table, user) if each.verb is Verb.DECLARE]
                for answer in offered_actions(table.game):
                    after = acted(table, answer.words)
                    if offers and after.game.deals[-1].phase is Phase.DECLARE and after.turn_users == (user,):
                        return table, user, offers[0]
            table = step(table, chance)
    raise AssertionError("no such deal")


def losing_answer(table: Table, user: int) -> str:
    """Return an answer that lets a waiting player win the trick."""
    for answer in offered_actions(table.game):
        if acted(table, answer.words).turn_users == (user,):
            return answer.words
    raise AssertionError("no such card")


# ------------------------------------------------------------------ choosing


def test_card_is_kept_replaced_and_taken_back_and_nobody_else_sees_a_difference() -> None:
    table = led()
    user = waiting(table)
    one, other = held(table, user)[:2]
    kept = chosen(table, user, one)
    assert plan_of(kept, user) == Ahead(table.seat_of(user) or 0, one)
    assert plan_of(kept, table.turn_users[0]) is None
    assert (kept.ply, kept.due, kept.actions) == (table.ply, table.due, table.actions)
    for viewer in (*table.users, None):
        assert (kept.view(viewer), kept.ply_for(viewer)) == (table.view(viewer), table.ply_for(viewer))
    assert one not in repr(kept)
    assert plan_of(chosen(kept, user, other), user) == Ahead(table.seat_of(user) or 0, other)
    assert chosen(kept, user, one).ahead == ()


def test_what_may_not_be_chosen() -> None:
    table = led()
    user, (mover,) = waiting(table), table.turn_users
    assert done(table, choose_ahead, noon(), mover, held(table, mover)[0], table.ply).stale, "who is on move plays"
    assert done(table, choose_ahead, noon(), user, held(table, user)[0], table.ply + 1).stale
    assert why(table, choose_ahead, noon(), user, held(table, mover)[0], table.ply) is Why.ILLEGAL
    assert why(table, choose_ahead, noon(), user, "play nonsense", table.ply) is Why.ILLEGAL
    assert refusal(table, choose_ahead, noon(), 5, held(table, user)[0], table.ply).why is Why.NOT_SEATED
    assert done(table, choose_ahead, noon(), user, "declare royal-marriage KSa QSa", table.ply).stale
    honour = begun(rules=HONOUR, clock=DAYS)
    assert not any(may_plan(honour, each) for each in honour.users)


@pytest.mark.parametrize("rules", [TWO, FOUR], ids=["two", "four"])
def test_card_that_an_unseen_draw_has_brought_is_refused_like_any_that_is_not_held(rules: Rules) -> None:
    """Otherwise a forged control could tell that the winner has drawn, and what one's own next card is."""
    table = played(begun(PLAYERS[: rules.players], rules=rules, clock=DAYS), lambda t: t.unseen_passes > 0)
    user = waiting(table)
    seat, ply = table.seat_of(user) or 0, table.ply_for(user)
    (new,) = cards_of(table.game.deals[-1].hold[seat] & ~table.seen_by(user).game.deals[-1].hold[seat])
    assert why(table, choose_ahead, noon(), user, f"play {card_name(new)}", ply) is Why.ILLEGAL


@pytest.mark.parametrize("rules", [TWO, FOUR], ids=["two", "four"])
def test_own_play_a_new_deal_and_an_undo_end_it(rules: Rules) -> None:
    table = led(rules)
    last = table.users[table.actions[-1].seat]
    kept = chosen(table, last, held(table, last)[0])
    assert kept.ahead
    assert consent.undone(kept, noon()).ahead == ()
    assert ask(kept, play.resign, noon(), last).ahead == ()
    long = played(kept, lambda t: t.awaits_deal or not t.live)
    assert long.ahead == ()


def test_export_gives_it_to_its_player_alone() -> None:
    settings = {"ahead": [[0, "play QSa", "", False]]}
    assert own_settings(settings, 1, 0, (), in_play=True) == settings
    assert own_settings(settings, 2, 1, (), in_play=True) == {"ahead": []}


# ------------------------------------------------------------------ when the turn comes


async def test_it_is_played_a_moment_after_the_turn_has_come_and_outlives_a_kill_before_and_after_that(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await put(tables, led())
    user = waiting(table)
    words = held(table, user)[0]
    kept = await tables.ask(table.id, choose_ahead, user, words, table.ply_for(user))
    assert Due.ITSELF not in kept.table.due
    again = await restarted(store, clock)
    now = await again.get(table.id)
    plan = sure(plan_of(now, user))
    assert plan.play == words
    while now.turn_users != (user,) or now.game.deals[-1].phase is not Phase.PLAY:
        (acting,) = now.turn_users
        now = (await again.act(now.id, acting, offered_actions(now.game)[-1].words, now.ply)).table
    assert 1 <= (now.due[Due.ITSELF] - clock.at).total_seconds() <= 2
    third = await restarted(store, clock)
    assert await third.tick() == []
    clock.pass_by(seconds=2)
    (happening,) = await third.tick()
    assert (happening.due, happening.table.ahead) == (Due.ITSELF, ())
    assert f"{table.seat_of(user)} {words}" in [row.action for row in happening.table.actions[-2:]]
    assert (await third.act(table.id, user, words, now.ply_for(user))).stale


async def test_it_declares_first_then_plays(tables: Tables, clock: Clock) -> None:
    made, user, declaration = before_a_trick_that_may_be_declared()
    table = await put(tables, made)
    words = next(each for each in held(table, user) if each[5:] not in declaration.words)
    for each in (words, declaration.words):
        await tables.ask(table.id, choose_ahead, user, each, table.ply_for(user))
    (mover,) = table.turn_users
    await tables.act(table.id, mover, losing_answer(table, user), table.ply)
    grown = []
    for _ in range(12):
        clock.pass_by(seconds=1)
        grown += [len(each.table.actions) for each in await tables.tick()]
    now = await tables.get(table.id)
    assert len(grown) == 2, "there is no moment at which only a draw is done"
    own = [row.action for row in now.actions[len(table.actions) :] if row.seat == table.seat_of(user)]
    assert own == [f"{table.seat_of(user)} {each}" for each in (declaration.words, "pass", words)]
    assert now.ahead == ()


async def test_who_has_said_nothing_of_declaring_is_asked_and_then_it_plays(tables: Tables, clock: Clock) -> None:
    made, user, declaration = before_a_trick_that_may_be_declared()
    table = await put(tables, made)
    words = next(each for each in held(table, user) if each[5:] not in declaration.words)
    await tables.ask(table.id, choose_ahead, user, words, table.ply_for(user))
    (mover,) = table.turn_users
    now = (await tables.act(table.id, mover, losing_answer(table, user), table.ply)).table
    assert now.game.deals[-1].phase is Phase.DECLARE
    clock.pass_by(seconds=5)
    assert await tables.tick() == []
    assert plan_of(now, user) is not None
    now = (await tables.act(table.id, user, "pass", now.ply_for(user))).table
    clock.pass_by(seconds=2)
    await tables.tick()
    assert (await tables.get(table.id)).actions[-1].action.endswith(words)


async def test_a_lead_after_a_won_trick_does_not_tell_that_nothing_could_be_declared(
    tables: Tables, clock: Clock
) -> None:
    """To declare nothing can be chosen as well."""
    made, user, _ = before_a_trick_that_may_be_declared()
    table = await put(tables, made)
    words = held(table, user)[0]
    for each in (words, "pass"):
        await tables.ask(table.id, choose_ahead, user, each, table.ply_for(user))
    await tables.act(table.id, table.turn_users[0], losing_answer(table, user), table.ply)
    clock.pass_by(seconds=2)
    (happening,) = await tables.tick()
    own = [row.action for row in happening.table.actions[-2:]]
    assert own == [f"{table.seat_of(user)} {each}" for each in ("pass", words)]
    assert happening.table.ahead == ()


def test_nothing_is_chosen_only_where_there_is_something_to_declare() -> None:
    table = led()
    last = table.users[table.actions[-1].seat]
    assert not may_declare_then(table, last)
    assert done(table, choose_ahead, noon(), last, "pass", table.ply_for(last)).stale


async def test_card_taken_back_while_declaring_is_not_played(tables: Tables, clock: Clock) -> None:
    made, user, declaration = before_a_trick_that_may_be_declared()
    table = await put(tables, made)
    words = next(each for each in held(table, user) if each[5:] not in declaration.words)
    await tables.ask(table.id, choose_ahead, user, words, table.ply_for(user))
    now = (await tables.act(table.id, table.turn_users[0], losing_answer(table, user), table.ply)).table
    after = await tables.ask(table.id, choose_ahead, user, words, now.ply_for(user))
    assert after.table.ahead == ()
    now = (await tables.act(table.id, user, "pass", now.ply_for(user))).table
    clock.pass_by(seconds=5)
    assert await tables.tick() == []


async def test_not_allowed_any_more_it_is_dropped_and_told_until_the_next_play(tables: Tables, clock: Clock) -> None:
    """In the last tricks a card may be chosen that does not follow suit."""
    for seed in range(50):
        made = played(
            begun(rules=TWO, clock=DAYS, seed=seed),
            lambda t: bool(t.turn_users) and not t.game.deals[-1].left and not t.game.deals[-1].trick,
        )
        user = waiting(made)
        for action in offered_actions(made.game):
            legal = {each.words for each in offered_actions(acted(made, action.words).game)}
            barred = [each for each in held(made, user) if each not in legal]
            if barred and len(legal) > 1:
                break
        else:
            continue
        break
    table = await put(tables, made)
    await tables.ask(table.id, choose_ahead, user, barred[0], table.ply_for(user))
    now = (await tables.act(table.id, table.turn_users[0], action.words, table.ply)).table
    plan = sure(plan_of(now, user))
    assert (plan.play, plan.barred) == (barred[0], True)
    clock.pass_by(seconds=5)
    assert await tables.tick() == []
    now = (await tables.act(table.id, user, offered_actions(now.game)[0].words, now.ply_for(user))).table
    assert now.ahead == ()


async def test_it_waits_while_a_draw_is_offered(tables: Tables, clock: Clock) -> None:
    table = await put(tables, begun(rules=TWO, clock=DAYS))
    user, (mover,) = waiting(table), table.turn_users
    await tables.ask(table.id, choose_ahead, user, held(table, user)[0], table.ply_for(user))
    await tables.act(table.id, mover, offered_actions(table.game)[0].words, table.ply)
    now = await tables.ask(table.id, consent.offer_draw, mover)
    clock.pass_by(seconds=5)
    assert await tables.tick() == []
    await tables.ask(table.id, consent.decline_draw, user, now.ply_for(None))
    clock.pass_by(seconds=2)
    assert [each.due for each in await tables.tick()] == [Due.ITSELF]
