"""What may be undone and what never, and that nothing hidden is known after it."""

from __future__ import annotations

import random

import pytest

from bot.engine import Phase, Verb, View, build_rules, offered_actions
from bot.tables import Status, Table
from bot.tables.decisions import consent, play
from bot.tables.decisions.consent import can_undo, undone
from bot.tables.values.table import tidy
from tests.tables.at_table import ANN, PLAYERS, STRANGER
from tests.tables.made import (
    acted,
    ask,
    before_lead,
    begun,
    between_deals,
    done,
    joined,
    noon,
    played,
    resigned,
    step,
    words_of,
)

LONG = build_rules("modern", 2, {"target": 9000})


def views(table: Table) -> list[View | None]:
    return [table.view(user) for user in (*table.users, None)]


def undo(table: Table) -> Table:
    """Let whoever acted last ask, and everybody else agree."""
    asker = table.users[table.actions[-1].seat]
    asked = ask(table, consent.ask_undo, noon(), asker)
    sides = asked.game.law.sides
    for side in sorted(set(sides) - {sides[table.actions[-1].seat]}):
        asked = ask(asked, consent.allow_undo, noon(), table.users[sides.index(side)], asked.ply_for(None))
    return asked


def who_can(table: Table) -> list[int]:
    return [user for user in table.users if can_undo(table, user)]


def test_after_an_undo_everything_is_as_before_but_the_ply() -> None:
    before = begun()
    led = acted(before, words_of(before))
    assert who_can(led) == list(before.turn_users)
    after = undo(ask(led, consent.offer_draw, noon(), led.turn_users[0]))
    assert (after.game, after.actions, after.turn_users, views(after)) == (
        before.game, before.actions, before.turn_users, views(before),
    )  # fmt: skip
    assert (before.ply, led.ply, after.ply, after.undone) == (0, 1, 2, 2)
    assert (after.draw, after.undo) == (None, None)


def test_controls_of_what_was_undone_and_of_before_are_outdated() -> None:
    before = begun()
    first, second = words_of(before, 0), words_of(before, 1)
    led = acted(before, first)
    answer, after = words_of(led), undo(led)
    leader, other = before.turn_users[0], led.turn_users[0]
    for user, words, ply in ((leader, first, before.ply), (leader, first, led.ply), (other, answer, led.ply)):
        assert done(after, play.act, noon(), user, words, ply).stale
    again = acted(after, second)
    assert again.ply not in (before.ply, led.ply, after.ply)
    late = done(again, play.act, noon(), other, answer, led.ply)  # made when the first card lay there
    assert (late.stale, late.table) == (True, again)
    assert [row.ply for row in again.actions] == [0]


def test_plies_never_come_again_however_often_is_undone() -> None:
    table, chance = begun(auto_draw=False), random.Random(8)
    seen = [table.ply]
    for _ in range(60):
        table = step(table, chance)
        seen.append(table.ply)
        if who_can(table) and chance.random() < 0.5:
            table = undo(table)
            seen.append(table.ply)
    assert len(seen) == len(set(seen)) > 70
    assert seen == sorted(seen)
    assert [row.ply for row in table.actions] == list(range(len(table.actions)))


@pytest.mark.sweep
@pytest.mark.parametrize("auto_draw", [True, False])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_that_was_hidden_is_ever_known_after_an_undo(players: int, *, auto_draw: bool) -> None:
    rules = build_rules("modern", players, {"partners": players == 4, "target": 5000})
    before = begun(PLAYERS[:players], rules=rules, auto_draw=auto_draw)
    chance, count = random.Random(players), 0
    for _ in range(150):
        table = step(before, chance)
        if before.awaits_deal or table.awaits_deal:
            assert who_can(table) == []
            before = table
            continue
        old, deal = before.game.deal, table.game.deal
        assert old is not None
        assert deal is not None
        asker = before.users[old.turn]
        assert who_can(table) in ([], [asker])
        if who_can(table):
            # Nobody has drawn, and nobody else is asked only because of what they hold.
            assert deal.left == old.left
            assert not (table.passes_by_itself and deal.phase is Phase.DECLARE and deal.turn != old.turn)
            assert len(table.actions) == len(before.actions) + 1
            if chance.random() < 0.3:
                after = undo(table)
                assert views(after) == views(before)
                count += 1
                table = step(after, chance)
        before = table
    assert count > 3


def test_draw_is_never_undone() -> None:
    table = played(begun(auto_draw=False), lambda t: offered_actions(t.game)[-1].verb is Verb.PASS, seed=3)
    drawn = acted(table, "pass")
    assert drawn.turn_users == table.turn_users
    assert who_can(drawn) == []


def test_card_that_made_everyone_draw_is_never_undone() -> None:
    table, chance = begun(), random.Random(6)
    while True:
        before, table = table, step(table, chance)
        if table.ply - before.ply > 1:
            break
    assert who_can(table) == []


def test_trick_of_the_first_stage_stands_whether_or_not_its_winner_can_declare() -> None:
    table, chance = begun(rules=LONG), random.Random(1)
    seen: set[tuple[Phase, bool]] = set()
    while len(seen) < 4:
        before, table = table, step(table, chance)
        if table.awaits_deal or not before_lead(table) or before_lead(before):
            continue
        deal = table.game.deals[-1]
        assert who_can(table) == []
        seen.add((deal.phase, deal.turn == before.game.deals[-1].turn))


@pytest.mark.deep
def test_ply_that_the_others_know_never_comes_again_where_a_draw_is_unseen_after_an_undo() -> None:
    table, chance = begun(rules=LONG), random.Random(8)
    known: list[int] = []
    unseen_again = 0
    for _ in range(120):
        before, table = table, step(table, chance)
        if table.ply_for(None) != before.ply_for(None):
            known.append(table.ply_for(None))
        if who_can(table) and chance.random() < 0.7:
            table = undo(table)
            known.append(table.ply_for(None))
            unseen_again += before_lead(table) and table.ply != table.ply_for(None)
    assert known == sorted(set(known))
    assert unseen_again > 3


def test_where_everyone_is_asked_to_draw_the_pause_tells_nothing_and_the_trick_may_be_undone() -> None:
    table, chance = begun(rules=LONG, auto_draw=False), random.Random(1)
    while True:
        before, table = table, step(table, chance)
        deal = table.game.deals[-1]
        if deal.phase is Phase.DECLARE and deal.turn != before.game.deals[-1].turn:
            break
    assert who_can(table) == list(before.turn_users)
    assert views(undo(table)) == views(before)


def test_declaration_may_be_undone_while_its_turn_lasts() -> None:
    before = played(
        begun(auto_draw=False), lambda t: any(a.verb is Verb.DECLARE for a in offered_actions(t.game)), seed=3
    )
    words = next(a.text for a in offered_actions(before.game) if a.verb is Verb.DECLARE).partition(" ")[2]
    declared = acted(before, words)
    assert declared.game.totals != before.game.totals
    after = undo(declared)
    assert (after.game, after.actions, views(after)) == (before.game, before.actions, views(before))
    assert acted(after, "pass").game.totals == before.game.totals


def test_undo_leaves_the_deals_before_alone() -> None:
    table = step(between_deals(auto_draw=False), random.Random(1))
    before = table
    table = acted(table, words_of(table))
    after = undo(table)
    assert (after.game, after.actions, after.deals) == (before.game, before.actions, before.deals)
    assert len(after.game.deals) == 2


def test_nothing_is_undone_before_the_game_across_a_deal_after_the_end_or_by_others() -> None:
    table = between_deals()
    assert who_can(table) == who_can(step(table, random.Random(1))) == who_can(joined()) == who_can(begun()) == []
    game = begun()
    led = acted(game, words_of(game))
    assert not can_undo(led, STRANGER.user_id)
    assert who_can(resigned(led)) == who_can(resigned(led, PLAYERS[1])) == []
    assert who_can(led.but(status=Status.ABANDONED)) == []


def test_undoing_ends_what_was_claimed_and_that_time_was_up() -> None:
    game = begun()
    led = acted(game, words_of(game))
    after = tidy(undone(led.but(time_up=led.ply), noon()))
    assert (after.time_up, after.time_is_up, ANN.user_id in after.users) == (None, False, True)
