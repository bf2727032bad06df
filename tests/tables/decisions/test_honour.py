"""What is decided at an honour table: several act at once, nothing is forced or undone, and claims have their time."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine import Phase, Rules, Verb, build_rules, card_name, legal_actions, parse_action
from bot.engine.honour.state import to_draw, to_play
from bot.house.roster import Level
from bot.tables import CLOCKS, Due, Status, Table, Why
from bot.tables.decisions import consent, overtime, play
from tests.tables.at_table import NOON, PLAYERS, sure
from tests.tables.made import ask, begun, done, noon, played, read_back, refusal, why, with_house

HONOUR: dict[str, object] = {"irregularities": "forfeits", "length": "one_deal"}


def honour_rules(preset: str = "modern", players: int = 2, **changes: object) -> Rules:
    return build_rules(preset, players, HONOUR | changes)


def act(table: Table, text: str, *, minutes: float = 0, seconds: float = 0) -> Table:
    """Do an act, as ``0 draw``, by a control of this moment."""
    seat, _, words = text.partition(" ")
    user = table.users[int(seat)]
    return ask(table, play.act, noon(minutes=minutes, seconds=seconds), user, words, table.ply_for(user))


def on(table: Table, *, minutes: float = 0) -> Table:
    """Let whoever the deal waits for do the first regular thing that is no claim, drawing before all else."""
    deal = table.game.deals[-1]
    listed = [each for each in legal_actions(table.game) if each.verb is not Verb.CLAIM]
    mine = [each for each in listed if each.seat == deal.turn] or listed
    draws = [each for each in mine if each.verb is Verb.DRAW]
    return act(table, (draws or mine)[0].text, minutes=minutes)


def after_trick(table: Table, tricks: int = 1) -> Table:
    while len(table.game.deals[-1].tricks) < tricks:
        table = on(table)
    return table


def played_out(table: Table) -> Table:
    while table.game.deals[-1].phase is not Phase.CLAIM:
        table = on(table)
    return table


def seats(table: Table) -> tuple[int, int]:
    """Return the winner of the last trick, and the other of two."""
    return table.game.deals[-1].leader, 1 - table.game.deals[-1].leader


def test_nothing_draws_by_itself_whatever_was_ticked() -> None:
    table = begun(rules=honour_rules())
    assert table.terms.auto_draw
    assert not table.passes_by_itself
    table = after_trick(table)
    deal = table.game.deals[-1]
    assert to_draw(deal) == deal.leader
    assert all(hold.bit_count() == 7 for hold in deal.hold)


@pytest.mark.deep
def test_last_card_of_a_deal_is_played_by_hand() -> None:
    table = begun(rules=honour_rules())
    while table.game.deals[-1].hold[to_play(table.game.deals[-1])].bit_count() > 1 or table.game.deals[-1].left:
        table = on(table)
    deal = table.game.deals[-1]
    assert sum(hold.bit_count() for hold in deal.hold) == 2
    table = on(on(table))
    assert table.game.deals[-1].phase is Phase.CLAIM


def test_regular_act_made_for_an_earlier_moment_is_done_where_it_means_the_same() -> None:
    table = after_trick(begun(rules=honour_rules()))
    winner, other = seats(table)
    table = act(table, f"{winner} draw")
    ply, user = table.ply, table.users[winner]
    lead = next(each for each in legal_actions(table.game) if each.seat == winner and each.verb is Verb.PLAY)
    table = act(table, f"{other} draw")
    came = done(table, play.act, noon(), user, lead.words, ply)
    assert not came.stale
    assert came.table.game.deals[-1].trick == lead.cards


def test_control_of_what_a_restored_backup_has_lost_is_outdated_though_its_ply_has_come_again() -> None:
    table = after_trick(begun(rules=honour_rules()))
    winner, other = seats(table)
    table = act(table, f"{winner} draw", seconds=1)
    lead = next(each for each in legal_actions(table.game) if each.seat == winner and each.verb is Verb.PLAY)
    user = table.users[winner]
    lost = table.but(actions=(*table.actions[:-1], replace(table.actions[-1], at=noon(seconds=7).now)))
    assert read_back(table).moment_for(user) == table.moment_for(user)
    for now in (table, act(table, f"{other} draw")):  # at once, and where an earlier control may still be meant
        assert done(now, play.act, noon(), user, lead.words, lost.moment_for(user)).stale
        assert not done(now, play.act, noon(), user, lead.words, table.moment_for(user)).stale


def test_act_against_the_rules_is_meant_for_its_own_moment() -> None:
    table = after_trick(begun(rules=honour_rules()))
    winner, other = seats(table)
    ply, user = table.ply, table.users[other]
    table = act(table, f"{winner} draw")
    assert done(table, play.act, noon(), user, "draw", ply, exactly=True).stale
    assert not done(table, play.act, noon(), user, "draw", ply).stale  # by now it is that seat's turn to draw


def test_own_act_since_makes_a_control_outdated() -> None:
    table = after_trick(begun(rules=honour_rules()))
    winner, _ = seats(table)
    ply, user = table.ply, table.users[winner]
    table = act(table, f"{winner} draw")
    assert done(table, play.act, noon(), user, "draw", ply).stale
    assert done(table, play.act, noon(), user, "draw", table.ply + 3).stale


@pytest.mark.deep
def test_control_of_an_earlier_deal_is_outdated() -> None:
    table = begun(rules=honour_rules(length="target", target=9000))
    ply, user = table.ply, table.users[0]
    words = next(each.words for each in legal_actions(table.game) if each.verb is Verb.PLAY)
    table = played_out(table)
    for seat in range(2):
        table = act(table, f"{seat} done")
    assert table.awaits_deal
    assert done(table, play.act, noon(), user, words, ply).stale


def test_nothing_is_undone() -> None:
    table = begun(rules=honour_rules())
    user = table.turn_users[0]
    table = on(table)
    assert why(table, consent.ask_undo, noon(), user) is Why.NO_UNDO_AT_HONOUR


# ------------------------------------------------------------------ time


def test_act_of_another_neither_lengthens_a_turn_nor_hides_that_time_is_up() -> None:
    table = begun(rules=honour_rules(), clock=CLOCKS["live-3"])
    turn = table.game.deals[-1].turn
    due, since = table.due[Due.CLOCK], table.turn_since
    other = 1 - turn
    card = next(card for card in _cards(table, other))
    table = act(table, f"{other} expose {card}", minutes=1)
    assert (table.due[Due.CLOCK], table.turn_since) == (due, since)
    table = ask(table, overtime.note_time_up, noon(minutes=3))
    assert table.time_is_up
    table = act(table, f"{other} expose {_cards(table, other)[1]}", minutes=4)
    assert table.time_is_up
    table = on(table, minutes=5)
    assert not table.time_is_up


def _cards(table: Table, seat: int) -> list[str]:
    view = sure(table.view(table.users[seat]))
    assert view.honour is not None
    return [each.words.split()[1] for each in view.honour.irregular if each.verb is Verb.EXPOSE]


@pytest.mark.deep
@pytest.mark.parametrize(("clock", "time"), [("live-3", timedelta(minutes=1)), ("days-2", timedelta(days=2))])
def test_claims_have_a_time_of_their_own_that_each_claim_begins_anew(clock: str, time: timedelta) -> None:
    table = begun(rules=honour_rules(), clock=CLOCKS[clock])
    table = played_out(table)
    assert table.due[Due.FORFEITS] == NOON + time
    assert Due.CLOCK not in table.due
    assert Due.NUDGE not in table.due
    assert set(table.turn_users) == set(table.users)
    table = act(table, "0 done", seconds=20)
    assert table.due[Due.FORFEITS] == NOON + time
    assert table.turn_users == (table.users[1],)
    assert done(table, play.end_claiming, noon(seconds=59)).stale
    at = time + timedelta(seconds=1)
    came = done(table, play.end_claiming, noon(seconds=at.total_seconds()))
    assert came.table.status is Status.FINISHED
    assert [row.action for row in came.table.actions[-2:]] == ["0 done", "1 done"]


@pytest.mark.deep
def test_stop_at_the_target_gives_time_for_claims_too_and_ends_the_game_when_all_are_done() -> None:
    def stopped(table: Table) -> bool:
        view = table.view()
        return view is not None and view.honour is not None and view.honour.stopped

    rules = honour_rules("britannica", length="target", target=500)
    table = played(begun(rules=rules, clock=CLOCKS["live-3"]), stopped)
    assert Due.FORFEITS in table.due
    assert Due.CLOCK not in table.due
    table = act(act(table, "1 done"), "0 done")
    assert table.status is Status.FINISHED
    assert Due.FORFEITS not in table.due


def test_claim_that_brings_a_side_below_the_target_lets_play_and_its_clock_go_on() -> None:
    rules = honour_rules("modern", length="target", target=500, finish="at_once")
    table = after_trick(begun(rules=rules, clock=CLOCKS["live-3"]))
    winner, other = seats(table)
    view = sure(table.view(table.users[winner]))
    first, second = [card_name(card) for card in view.hand][:2]
    table = act(table, f"{winner} declare double-bezique {first} {second}")
    assert Due.FORFEITS in table.due
    table = act(table, f"{other} claim wrong-declaration")
    assert Due.FORFEITS not in table.due
    assert Due.CLOCK in table.due
    assert table.turn_users == (table.users[winner],)


def test_choice_of_lifted_cards_is_let_go_when_its_time_is_up() -> None:
    table = after_trick(begun(rules=honour_rules("enquire"), clock=CLOCKS["live-3"]))
    winner, other = seats(table)
    table = act(table, f"{winner} lift")
    assert table.turn_users == (table.users[other],)
    table = ask(table, overtime.note_time_up, noon(minutes=4))
    assert table.actions[-1].action == f"{other} pass"
    assert not table.time_is_up
    assert table.game.deals[-1].hold[winner].bit_count() == 8


def lifted_by_the_loser(players: int) -> Table:
    """Britannica's column: the last to draw lifts two, and the next trick is made; of two players whoever has it."""
    table = after_trick(begun(PLAYERS[:players], rules=honour_rules(players=players, forfeits="britannica"),
                              clock=CLOCKS["live-3"]))  # fmt: skip
    while to_draw(table.game.deals[-1]) != (table.game.deals[-1].leader - 1) % players:
        table = act(table, f"{to_draw(table.game.deals[-1])} draw")
    return act(table, f"{to_draw(table.game.deals[-1])} lift")


def test_choice_with_the_next_draw_is_let_go_when_its_time_is_up() -> None:
    table = lifted_by_the_loser(2)
    _, lifter = seats(table)
    table = after_trick(table, 2)
    assert table.game.deals[-1].turn == 1 - lifter
    table = ask(table, overtime.note_time_up, noon(minutes=4))
    assert table.actions[-1].action == f"{1 - lifter} pass"
    assert not table.time_is_up
    honour = sure(table.game.deals[-1].honour)
    assert honour.choice is None


def test_choice_is_not_let_go_when_the_time_of_somebody_else_is_up() -> None:
    """The winner has drawn and is to lead; seat by seat the second lifts, and the third has the choice."""
    table = after_trick(begun(PLAYERS[:3], rules=honour_rules(players=3, forfeits="britannica"),
                              clock=CLOCKS["live-3"]))  # fmt: skip
    leader = table.game.deals[-1].leader
    table = act(act(table, f"{leader} draw"), f"{(leader + 1) % 3} lift")
    assert table.game.deals[-1].turn == leader
    table = ask(table, overtime.note_time_up, noon(minutes=4))
    assert table.time_is_up
    honour = sure(table.game.deals[-1].honour)
    assert honour.choice is not None


@pytest.mark.deep
def test_against_the_house_alone_no_time_runs_for_claims() -> None:
    table = with_house([Level.NOVICE], rules=honour_rules())
    table = played_out(table)
    assert Due.FORFEITS not in table.due


def test_claim_without_ground_is_refused_and_changes_nothing() -> None:
    table = after_trick(begun(rules=honour_rules()))
    winner, _ = seats(table)
    user = table.users[winner]
    refused = refusal(table, play.act, noon(), user, "claim nine-cards", table.ply)
    assert refused.refusal is not None
    assert refused.refusal.reason.code == "no-ground"
    assert parse_action(table.actions[-1].action).verb is Verb.PLAY
