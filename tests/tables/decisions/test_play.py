"""Acting: what is done, refused or outdated, the draws that happen by themselves, and the rest of a decided deal."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from functools import cache
from typing import Any

import pytest

from bot.engine import (
    ActionError,
    Game,
    Phase,
    Reason,
    Rules,
    Verb,
    build_rules,
    card_name,
    legal_actions,
    offered_actions,
    parse_action,
    why_illegal,
)
from bot.engine.events import CardPlayed, Passed
from bot.engine.game import game_after
from bot.house import ending
from bot.house.ending import is_settled
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Status, Table, Why
from bot.tables.decisions import consent, house_seats, overtime, play
from bot.tables.decisions.play import THE_REST, act, decided, takes_a_moment
from tests.tables.at_table import ANN, BEN, FOUR, NOON, PLAYERS, STRANGER
from tests.tables.made import (
    NUMBER,
    acted,
    after_plies,
    ask,
    before_last_choice,
    before_lead,
    begun,
    cards_left,
    done,
    joined,
    noon,
    played,
    refusal,
    resigned,
    step,
    why,
    with_house,
    words_of,
)

LONG = {"target": 9000}


def other_user(table: Table) -> int:
    return next(user for user in table.users if user not in table.turn_users)


def test_legal_action_is_done_noted_and_told() -> None:
    table = begun(clock=CLOCKS["live-3"])
    words, user = words_of(table), table.turn_users[0]
    seat = table.seat_of(user)
    came = done(table, play.act, noon(seconds=5), user, words, 0)
    (row,) = came.table.actions
    assert (row.game_id, row.ply, row.deal, row.seat, row.action) == (NUMBER, 0, 0, seat, f"{seat} {words}")
    now = NOON + timedelta(seconds=5)
    assert (row.at, came.table.turn_since, came.table.ply) == (now, now, 1)
    assert (came.stale, bool(came.events), came.table.turn_users) == (False, True, (other_user(table),))
    assert came.table.due == {
        Due.CLOCK: now + timedelta(minutes=3), Due.NUDGE: now + timedelta(seconds=30),
        Due.ABANDON: now + timedelta(days=7, minutes=3),
    }  # fmt: skip


def test_illegal_action_is_refused_with_the_engines_reason() -> None:
    table = begun()
    user = table.turn_users[0]
    held = {action.cards[0] for action in legal_actions(table.game)}
    foreign = next(card for card in table.game.law.pack if card not in held)
    action = parse_action(f"{table.seat_of(user)} play 7Ca")._replace(cards=(foreign,))
    told = refusal(table, play.act, noon(), user, action.text.partition(" ")[2], 0)
    assert (told.why, told.refusal) == (Why.ILLEGAL, why_illegal(table.game, action))
    assert told.refusal is not None
    assert told.refusal.reason is Reason.NOT_HELD


@pytest.mark.parametrize(
    "words",
    ["", "fly", "play", "play XXa", "play 7Ca 8Ca", "declare", "declare flush 7Ca", "pass 7Ca", " play 7Ca", "x" * 999],
)
def test_what_is_no_action_is_refused_in_words(words: str) -> None:
    table = begun()
    told = refusal(table, play.act, noon(), table.turn_users[0], words, 0)
    assert (told.why, told.refusal) == (Why.ILLEGAL, None)
    with pytest.raises(ActionError) as unread:
        parse_action(f"{table.seat_of(table.turn_users[0])} {words}")
    assert told.detail == str(unread.value) != ""


@pytest.mark.parametrize("ply", [0, 2, -1, 10**9])
def test_outdated_control_answers_with_the_present_state(ply: int) -> None:
    table = after_plies(begun(), 1)
    came = done(table, play.act, noon(), table.turn_users[0], words_of(table), ply)
    assert (came.stale, came.table, came.events) == (True, table, ())


@pytest.mark.parametrize("words", ["resign", "timeout"])
def test_resigning_and_time_have_ways_of_their_own_and_no_button_does_it(words: str) -> None:
    table = begun()
    for user in table.users:
        came = done(table, play.act, noon(), user, words, 0)
        assert (came.stale, came.table) == (True, table)


def test_who_does_not_sit_here_is_refused_whatever_it_is() -> None:
    table = begun(clock=CLOCKS["live-3"])
    told = [
        why(table, play.act, noon(), STRANGER.user_id, words_of(table), 0),
        why(table, play.resign, noon(), STRANGER.user_id),
        why(table, overtime.claim, noon(), STRANGER.user_id, ANN.user_id),
        why(table, overtime.claim, noon(), ANN.user_id, STRANGER.user_id),
        why(table, overtime.claim_time, noon(), STRANGER.user_id),
        why(table, overtime.give_time, noon(), STRANGER.user_id),
        why(table, overtime.let_house_play, noon(), STRANGER.user_id),
        why(table, overtime.let_house_play, noon(), ANN.user_id, STRANGER.user_id),
        why(table, consent.offer_draw, noon(), STRANGER.user_id),
        why(table, consent.ask_undo, noon(), STRANGER.user_id),
        why(table, house_seats.come_back, noon(), STRANGER.user_id),
    ]
    assert set(told) == {Why.NOT_SEATED}


@pytest.mark.parametrize(
    ("table", "reason"),
    [(joined(), Why.NOT_STARTED), (resigned(begun()), Why.OVER), (begun().but(status=Status.ABANDONED), Why.CLOSED)],
    ids=["lobby", "finished", "abandoned"],
)
def test_nothing_is_played_at_a_table_that_has_not_begun_or_is_over(table: Table, reason: Why) -> None:
    told = [
        why(table, play.act, noon(), BEN.user_id, "pass", table.ply),
        why(table, play.resign, noon(), BEN.user_id),
        why(table, overtime.claim, noon(), BEN.user_id, ANN.user_id),
        why(table, overtime.claim_time, noon(), BEN.user_id),
        why(table, overtime.give_time, noon(), BEN.user_id),
        why(table, overtime.let_house_play, noon(), BEN.user_id),
        why(table, consent.offer_draw, noon(), BEN.user_id),
        why(table, consent.accept_draw, noon(), BEN.user_id, table.ply),
        why(table, consent.ask_undo, noon(), BEN.user_id),
        why(table, consent.allow_undo, noon(), BEN.user_id, table.ply),
    ]
    assert set(told) == {reason}


def test_nothing_is_played_before_the_first_deal_but_it_can_be_given_up_without_a_result() -> None:
    table = joined().but(status=Status.PLAYING)
    assert done(table, play.act, noon(), ANN.user_id, "play 7Ca", 0).stale
    assert why(table, play.played, noon(), parse_action("0 play 7Ca")) is Why.NOT_STARTED
    over = play.resign(table, noon(minutes=1), ANN.user_id).table
    assert (over.status, over.end_reason, over.winner) == (Status.ABANDONED, play.GIVEN_UP, None)
    assert over.ended_at == NOON + timedelta(minutes=1)


# ------------------------------------------------------------------ drawing


def test_where_nothing_can_be_declared_the_draw_happens_by_itself() -> None:
    table, chance, drawn = begun(rules=build_rules("modern", 2, LONG)), random.Random(6), 0
    while not table.awaits_deal:
        assert [action.verb for action in offered_actions(table.game)] != [Verb.PASS]
        before = table
        table = step(table, chance, noon(seconds=before.ply))
        rows = table.actions[before.ply :]
        assert {row.at for row in rows} == {NOON + timedelta(seconds=before.ply)}
        by_itself = {row.action.split()[1] for row in rows[1:]}
        assert by_itself <= {"play" if table.awaits_deal else "pass"}
        drawn += len(rows) > 1
    assert drawn > 5
    assert [row.ply for row in table.actions] == list(range(len(table.actions)))


def test_forced_card_among_several_is_not_played_by_itself() -> None:
    alone = lambda t: bool(t.turn_users) and len(offered_actions(t.game)) == 1  # noqa: E731
    table = played(begun(rules=build_rules("modern", 2, LONG)), alone)
    (only,) = offered_actions(table.game)
    assert only.verb is Verb.PLAY
    assert cards_left(table) > 2


@pytest.mark.parametrize(
    ("players", "options", "auto_draw"),
    [(2, LONG, True), (2, LONG, False), (3, LONG, True), (4, LONG, True), (4, {"partners": True, **LONG}, False)],
)
def test_last_trick_of_a_deal_is_played_by_itself(players: int, options: dict[str, Any], *, auto_draw: bool) -> None:
    table = begun(PLAYERS[:players], rules=build_rules("modern", players, options), auto_draw=auto_draw)
    before = before_last_choice(table)
    came = done(before, play.act, noon(), before.turn_users[0], words_of(before), before.ply)
    rows = came.table.actions[before.ply :]
    assert [row.action.split()[1] for row in rows] == ["play"] * (players + 1)
    assert len({row.seat for row in rows[1:]}) == players
    assert {row.at for row in rows} == {NOON}
    assert [row.ply for row in came.table.actions] == list(range(len(came.table.actions)))
    assert came.table.game.deals[0].over
    assert sum(isinstance(event, CardPlayed) for event in came.events) == players + 1


def test_partners_who_draw_by_hand_are_both_asked_after_each_trick_of_their_side_whatever_they_hold() -> None:
    table = begun(PLAYERS, rules=build_rules("modern", 4, {"partners": True, **LONG}), auto_draw=False)
    chance, asked, with_nothing = random.Random(8), [], 0
    while not table.awaits_deal:
        before, table = table, step(table, chance)
        if cards_left(table):
            assert len(table.actions) == len(before.actions) + 1
        deal = before.game.deals[-1]
        if deal.phase is Phase.DECLARE:
            with_nothing += len(offered_actions(before.game)) == 1
            if table.actions[-1].action.endswith(" pass"):
                asked.append(deal.turn)
    assert asked[1::2] == [(seat + 2) % 4 for seat in asked[::2]]
    assert len(asked) == 2 * 24
    assert with_nothing > 10


@pytest.mark.parametrize("people", [4, 3, 2, 1])
def test_a_partner_who_can_declare_nothing_is_not_asked_and_clicks_at_a_deal_are_far_fewer(people: int) -> None:
    presses = {}
    for by_itself in (False, True):
        rules, house = build_rules("modern", 4, {"partners": True, **LONG}), (Level.NOVICE,) * (4 - people)
        table = with_house(house, PLAYERS[:people], rules=rules, auto_draw=by_itself)
        chance, presses[by_itself] = random.Random(8), 0
        while not table.awaits_deal:
            deal = table.game.deals[-1]
            if deal.phase is Phase.DECLARE and table.house_on_move is None:
                goes_on = by_itself and takes_a_moment(table, deal)
                presses[by_itself] += len(offered_actions(table.game)) == 1 and not goes_on
            table = step(table, chance)
    assert presses[True] == 0 < presses[False]


def test_partner_who_is_asked_out_of_sight_lets_it_be_when_the_winner_s_time_is_up() -> None:
    rules = build_rules("modern", 4, {"partners": True, **LONG})
    table, chance = begun(PLAYERS, rules=rules, clock=CLOCKS["live-3"]), random.Random(8)
    while table.game.deals[-1].turn == table.shown_on_move:
        table = step(table, chance)
    asked, winner = table.game.deals[-1].turn, table.shown_on_move
    late = overtime.note_time_up(table, noon(minutes=4)).table
    assert late.time_is_up
    assert (late.game.deals[-1].turn, late.shown_on_move) == (winner, winner) != (asked, asked)
    assert late.late_user == table.late_user == table.keeps_waiting == table.users[winner or 0]


def test_chance_to_declare_and_lead_are_one_turn_whose_time_a_draw_does_not_begin_anew() -> None:
    begins = noon(seconds=5)
    declared: set[bool] = set()
    table, chance = begun(clock=CLOCKS["live-3"], rules=build_rules("modern", 2, LONG)), random.Random(4)
    while len(declared) < 2:
        before, table = table, step(table, chance, begins)
        if before.awaits_deal or not before_lead(table) or before_lead(before):
            continue
        had = table.game.deals[-1].phase is Phase.DECLARE
        drawn = acted(table, "pass", noon(seconds=40)) if had else table
        for each in (table, drawn):
            assert each.due[Due.CLOCK] == NOON + timedelta(minutes=3, seconds=5)
            assert each.due[Due.NUDGE] == NOON + timedelta(seconds=35)
            assert each.turn_since == NOON + timedelta(seconds=5)
        declared.add(had)
        table = acted(drawn, words_of(drawn), begins)


def test_where_a_draw_is_everyones_to_see_it_begins_the_time_to_lead() -> None:
    table = played(begun(auto_draw=False, clock=CLOCKS["live-3"]), before_lead)
    drawn = acted(table, "pass", noon(seconds=40))
    assert drawn.due[Due.CLOCK] == NOON + timedelta(minutes=3, seconds=40)


def test_who_may_not_know_of_a_draw_is_refused_for_the_same_reason_before_and_after_it() -> None:
    drawn = played(begun(), lambda t: t.unseen_passes > 0 and parse_action(t.actions[-2].action).verb is Verb.PLAY)
    paused = played(begun(rules=build_rules("modern", 2, LONG)), lambda t: t.game.deals[-1].phase is Phase.DECLARE)
    for table in (drawn, paused):
        other = other_user(table)
        card = card_name(next(iter(table.view(other).hand)))  # type: ignore[union-attr]
        caught = refusal(table, play.act, noon(), other, f"play {card}", table.ply_for(other))
        assert caught.refusal is not None
        assert caught.refusal.reason is Reason.NOT_YOURS_TO_DECLARE
        assert not done(table, play.act, noon(), table.turn_users[0], words_of(table), table.ply).stale


@pytest.mark.deep
def test_drawing_takes_back_the_own_request_to_undo_and_leaves_an_offered_draw() -> None:
    def more_to_declare(table: Table) -> bool:
        last = table.actions[-1].action if table.actions else ""
        return " declare " in last and table.game.deals[-1].phase is Phase.DECLARE

    table = played(begun(rules=build_rules("britannica", 2, LONG)), more_to_declare)
    mover, other = table.turn_users[0], other_user(table)
    asked = ask(ask(table, consent.ask_undo, noon(), mover), consent.offer_draw, noon(), other)
    assert asked.undo is not None
    assert asked.draw is not None
    drawn = acted(asked, "pass")
    assert (drawn.undo, drawn.draw) == (None, asked.draw)
    assert not asked.same_for_others(drawn)  # the question is taken away
    assert ask(drawn, consent.accept_draw, noon(), mover, asked.draw.ply).drawn


def test_events_of_forced_draws_are_told_with_the_act_before_them() -> None:
    table, seen = begun(), 0
    while seen < 3:
        came = play.act(table, noon(), table.turn_users[0], words_of(table), table.ply)
        kinds = [type(event) for event in came.events]
        verbs = [row.action.split()[1] for row in came.table.actions[len(table.actions) :]]
        assert (kinds.count(CardPlayed), kinds.count(Passed)) == (verbs.count("play"), verbs.count("pass"))
        seen += verbs == ["play", "pass"]
        table = came.table


# ------------------------------------------------------------------ the house


def test_house_acts_only_where_it_is_on_move() -> None:
    table = played(with_house((Level.REGULAR,)), lambda t: t.house_on_move is not None)
    assert not done(table, play.act, noon(), table.turn_users[0], words_of(table), table.ply, by_house=True).stale
    table = played(table, lambda t: t.house_on_move is None)
    late = done(table, play.act, noon(), table.turn_users[0], words_of(table), table.ply, by_house=True)
    assert (late.stale, late.table) == (True, table)
    assert not done(table, play.act, noon(), table.turn_users[0], words_of(table), table.ply).stale


def test_no_clock_runs_while_the_house_is_on_move() -> None:
    table = with_house((Level.REGULAR,), (ANN, BEN), rules=build_rules("modern", 3, {}), clock=CLOCKS["live-3"])
    table = played(table, lambda t: t.house_on_move is not None)
    assert table.due == {Due.ABANDON: NOON + timedelta(days=7, minutes=3)}
    table = played(table, lambda t: t.house_on_move is None)
    assert set(table.due) == {Due.CLOCK, Due.NUDGE, Due.ABANDON}


# ------------------------------------------------------------------ the rest of a deal that is decided


RULES = {
    "marriage": build_rules("modern", 2, LONG | {"trump": "first_marriage"}),
    "modern": build_rules("modern", 2, LONG),
    "rubicon": build_rules("rubicon", 2, {}),
    "brisques at the end": build_rules("modern", 2, LONG | {"brisques": "end_of_deal"}),
    "sevens": build_rules("modern", 2, LONG | {"seven_scores": "played_throughout"}),
}


def outcomes(game: Game) -> set[tuple[object, ...]]:
    """Play every legal line out; return how they come out, at most two of them."""
    found: set[tuple[object, ...]] = set()
    seen: set[object] = set()

    def go(game: Game) -> None:
        deal = game.deals[-1]
        if deal.over:
            found.add((deal.score.totals, deal.score.brisques, deal.tricks[-1].winner, deal.result))
            return
        key = (deal.hold, deal.turn, deal.trick, deal.score.totals, deal.score.brisques)
        if key in seen or len(found) > 1:
            return
        seen.add(key)
        for action in legal_actions(game):
            go(game_after(game, action))

    go(game)
    return found


def leads(rules: Rules, seeds: range, most: int) -> Iterator[Table]:
    """Yield tables before each lead to the last tricks, from so many cards in each hand on."""
    for seed in seeds:
        table, chance = begun(rules=rules, seed=seed), random.Random(seed)
        while table.status == "playing" and not table.awaits_deal:
            deal = table.game.deals[-1]
            if not deal.left and deal.phase is Phase.PLAY and not deal.trick and cards_left(table) <= 2 * most:
                yield table
            table = step(table, chance)


@cache
def modern_leads() -> list[Table]:
    return list(leads(RULES["modern"], range(30), 6))


@pytest.mark.sweep
@pytest.mark.parametrize("rules", RULES)
def test_it_is_decided_exactly_where_every_line_comes_to_the_same_and_then_played_out_by_real_plays(rules: str) -> None:
    answers = Counter[bool]()
    for table in modern_leads() if rules == "modern" else leads(RULES[rules], range(30), 6):
        settled = decided(table)
        if cards_left(table) > 8 and not settled:
            continue  # there are too many lines to look at
        answers[settled] += 1
        came = outcomes(table.game)
        assert settled == (len(came) == 1)
        if not settled:
            continue
        over = ask(table, act, noon(), table.turn_users[0], THE_REST, table.ply)
        deal = over.game.deals[len(table.game.deals) - 1]
        assert deal.over
        assert came == {(deal.score.totals, deal.score.brisques, deal.tricks[-1].winner, deal.result)}
        assert len(over.actions) - len(table.actions) == cards_left(table)
    assert answers[True] > 5 < answers[False]


def test_nothing_is_played_where_it_is_not_decided_or_another_leads() -> None:
    for table in modern_leads()[:20]:
        user = table.turn_users[0]
        other = next(each for each in table.users if each != user)
        assert done(table, act, noon(), other, THE_REST, table.ply).stale
        if not decided(table):
            assert done(table, act, noon(), user, THE_REST, table.ply).stale
    first = begun(rules=RULES["modern"])
    assert done(first, act, noon(), first.turn_users[0], THE_REST, first.ply).stale


@pytest.mark.parametrize("finish", ["at_once", "end_of_deal"])
def test_where_the_target_may_be_reached_the_order_may_count(finish: str) -> None:
    rules = build_rules("modern", 2, LONG | {"finish": finish, "both_out": "non_dealer_first"})
    table = next(each for each in leads(rules, range(20), 3) if decided(each))
    deal = table.game.deals[-1]
    near = deal._replace(score=deal.score._replace(totals=(8990, 100)))
    assert not decided(table.but(game=Game(rules, (*table.game.deals[:-1], near))))


def test_more_hands_never() -> None:
    table = played(begun(PLAYERS, rules=FOUR), lambda t: cards_left(t) == 8)
    while table.game.deals[-1].trick:
        table = step(table, random.Random(1))
    assert offered_actions(table.game)
    assert not decided(table)


def test_too_many_lines_count_as_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    table = next(each for each in modern_leads() if decided(each) and 5 < cards_left(each) <= 8)
    deal = table.game.deals[-1]
    is_settled.cache_clear()
    monkeypatch.setattr(ending, "MOST_COMPARED", 1)
    assert not is_settled(deal.hold[deal.turn], deal.hold[1 - deal.turn], deal.trump)
    is_settled.cache_clear()
