"""Draws by agreement and asking for an undo: in the open, for the moment, and nothing of them counts."""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import pytest

from bot.engine import Phase, Verb, View, build_rules, offered_actions
from bot.engine.record import verify_record
from bot.house.roster import Level
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import consent, play
from bot.tables.decisions.consent import can_undo
from bot.tables.decisions.occasion import ended_without_result
from bot.tables.values.parts import Asked, asked_by
from bot.tables.values.record import deal_is_open, history_of, table_record
from tests.tables.at_table import ANN, BEN, CAT, DAN, NOON, PARTNERS, PLAYERS, STRANGER
from tests.tables.made import (
    acted,
    after_plies,
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
    why,
    with_house,
    words_of,
)

THREE = build_rules("modern", 3, {})


def moved_on(table: Table) -> Table:
    return step(table, random.Random(1))


# ------------------------------------------------------------------ every request


class Request(NamedTuple):
    """What is asked for, how it is answered, the part of a table in which it stands, and how it is refused."""

    ask: Callable[..., Table]
    agree: Callable[..., Table]
    decline: Callable[..., Table]
    part: str
    not_asked: Why
    own: Why
    declined: Why

    def of(self, table: Table) -> Asked:
        asked = getattr(table, self.part)
        assert isinstance(asked, Asked)
        return asked


REQUESTS = {
    "draw": Request(
        consent.offer_draw, consent.accept_draw, consent.decline_draw, "draw",
        Why.NO_OFFER, Why.OWN_OFFER, Why.DRAW_DECLINED,
    ),
    "undo": Request(
        consent.ask_undo, consent.allow_undo, consent.refuse_undo, "undo",
        Why.UNDO_NOT_ASKED, Why.OWN_UNDO, Why.UNDO_DECLINED,
    ),
    "look": Request(
        consent.ask_look, consent.allow_look, consent.refuse_look, "looking",
        Why.LOOK_NOT_ASKED, Why.OWN_LOOK, Why.LOOK_DECLINED,
    ),
}  # fmt: skip
every_request = pytest.mark.parametrize("made", REQUESTS.values(), ids=REQUESTS)


@pytest.fixture(scope="module")
def fourth_trick() -> Table:
    """The fourth trick has been led to where all but the last lie closed: its leader may ask for everything."""
    rules = build_rules("enquire", 2, {"target": 2000})
    return played(begun(rules=rules), lambda t: len(t.game.deals[-1].tricks) == 3 and bool(t.game.deals[-1].trick))


@every_request
def test_asking_twice_is_once_and_the_other_alone_answers_at_this_moment(fourth_trick: Table, made: Request) -> None:
    (other,), leader = fourth_trick.turn_users, leader_of(fourth_trick)
    asked = ask(fourth_trick, made.ask, noon(), leader)
    moment = made.of(asked).ply
    assert made.of(asked) == Asked(moment, leader)
    assert made.ask(asked, noon(), leader) is asked
    for answer in (made.agree, made.decline):
        assert why(fourth_trick, answer, noon(), other, moment) is made.not_asked
        assert why(asked, answer, noon(), STRANGER.user_id, moment) is Why.NOT_SEATED
        assert {why(asked, answer, noon(), other, moment + by) for by in (-1, 1)} == {made.not_asked}
        if answer is not consent.decline_draw:  # by which the own offer is taken back
            assert why(asked, answer, noon(), leader, moment) is made.own


@every_request
def test_what_was_declined_is_not_asked_for_again_at_this_moment(fourth_trick: Table, made: Request) -> None:
    (other,), leader = fourth_trick.turn_users, leader_of(fourth_trick)
    asked = ask(fourth_trick, made.ask, noon(), leader)
    moment = made.of(asked).ply
    declined = ask(asked, made.decline, noon(), other, moment)
    assert made.of(declined) == Asked(moment, leader, declined=True)
    assert (asked_by(made.of(declined)), declined.actions) == (None, fourth_trick.actions)
    assert why(declined, made.ask, noon(), leader) is made.declined
    for answer in (made.agree, made.decline):
        assert why(declined, answer, noon(), other, moment) is made.not_asked


# ------------------------------------------------------------------ draws


@pytest.fixture(scope="module")
def table() -> Table:
    return after_plies(begun(), 7)


def test_draw_ends_the_game_without_a_result_and_opens_its_deal(table: Table) -> None:
    with pytest.raises(Refused) as hidden:
        history_of(table, 0)
    assert hidden.value.why is Why.DEAL_HIDDEN
    offered = ask(table, consent.offer_draw, noon(), ANN.user_id)
    assert (offered.draw, offered.status) == (Asked(table.ply, ANN.user_id), Status.PLAYING)
    over = ask(offered, consent.accept_draw, noon(minutes=1), BEN.user_id, offered.ply)
    assert (over.status, over.end_reason, over.drawn, over.live) == (Status.ABANDONED, "draw", True, False)
    assert (over.draw, over.due, over.winner, over.game) == (None, {}, None, table.game)
    assert over.ended_at == over.deals[0].closed_at == NOON + timedelta(minutes=1)
    assert deal_is_open(over, 0)
    assert len(history_of(over, 0)) == len(over.actions) + 1
    assert [each.verdict for each in verify_record(table_record(over))] == [(True, True, True, True)]
    assert why(over, consent.offer_draw, noon(), ANN.user_id) is Why.CLOSED


def test_offering_where_the_other_offers_accepts_and_who_offered_may_take_it_back(table: Table) -> None:
    offered = ask(table, consent.offer_draw, noon(), BEN.user_id)
    assert ask(offered, consent.offer_draw, noon(), ANN.user_id).drawn
    assert asked_by(ask(offered, consent.decline_draw, noon(), BEN.user_id, offered.ply).draw) is None


@pytest.mark.parametrize(("offerer", "other"), [(ANN, BEN), (BEN, ANN)], ids=["Ann", "Ben"])
def test_offer_lapses_with_the_next_act_whoever_makes_it(table: Table, offerer: object, other: object) -> None:
    one, two = offerer.user_id, other.user_id  # type: ignore[attr-defined]
    offered = ask(table, consent.offer_draw, noon(), one)
    moved = moved_on(offered)
    assert moved.draw is None
    for ply in (offered.ply, moved.ply):
        for request in (consent.accept_draw, consent.decline_draw):
            assert why(moved, request, noon(), two, ply) is Why.NO_OFFER
    assert asked_by(ask(moved, consent.offer_draw, noon(), one).draw) == one


def test_declined_offer_comes_again_after_the_next_act_and_from_the_other_at_once(table: Table) -> None:
    offered = ask(table, consent.offer_draw, noon(), ANN.user_id)
    declined = ask(offered, consent.decline_draw, noon(), BEN.user_id, offered.ply)
    assert ask(declined, consent.offer_draw, noon(), BEN.user_id).draw == Asked(table.ply, BEN.user_id)
    assert asked_by(ask(moved_on(declined), consent.offer_draw, noon(), ANN.user_id).draw) == ANN.user_id


def test_draws_are_for_people_at_their_cards() -> None:
    alone = with_house((Level.NOVICE,))
    told = [
        why(alone, consent.offer_draw, noon(), ANN.user_id),
        why(between_deals(), consent.offer_draw, noon(), ANN.user_id),
    ]
    assert told == [Why.HOUSE_PLAYS_ON, Why.BETWEEN_DEALS]


def test_among_more_than_two_every_other_player_has_to_agree_to_a_draw_a_partner_too() -> None:
    for rules, people in ((THREE, PLAYERS[:3]), (PARTNERS, PLAYERS)):
        table = after_plies(begun(people, rules=rules), 5)
        offered = ask(table, consent.offer_draw, noon(), ANN.user_id)
        assert consent.yet_to_draw(offered) == [player.user_id for player in people[1:]]
        for player in people[1:-1]:
            offered = ask(offered, consent.accept_draw, noon(), player.user_id, offered.ply_for(None))
            assert offered.live
        assert ask(offered, consent.decline_draw, noon(), people[-1].user_id, offered.ply_for(None)).live
        over = ask(offered, consent.offer_draw, noon(), people[-1].user_id)
        assert over.drawn


def test_deals_that_are_over_keep_their_moment_and_one_that_was_never_dealt_is_not_closed() -> None:
    table = between_deals()
    second = after_plies(table, table.ply + 3)
    offered = ask(second, consent.offer_draw, noon(), ANN.user_id)
    over = ask(offered, consent.offer_draw, noon(minutes=9), BEN.user_id)
    assert [deal.closed_at for deal in over.deals] == [NOON, NOON + timedelta(minutes=9)]
    sealed = ended_without_result(table, noon(minutes=9), "abandoned")
    assert [deal.closed_at for deal in sealed.deals] == [NOON, None]


def test_offer_and_undo_do_not_meet() -> None:
    table = begun()
    leader, other = table.turn_users[0], next(user for user in table.users if user not in table.turn_users)
    moved = acted(table, words_of(table))
    asked = ask(ask(moved, consent.offer_draw, noon(), other), consent.ask_undo, noon(), leader)
    assert (asked_by(asked.draw), asked_by(asked.undo)) == (other, leader)
    back = ask(asked, consent.allow_undo, noon(), other, moved.ply)
    assert (back.draw, back.undo) == (None, None)
    assert why(back, consent.accept_draw, noon(), leader, moved.ply) is Why.NO_OFFER


# ------------------------------------------------------------------ asking to undo


@pytest.fixture(scope="module")
def led() -> Table:
    """A card has been led, by whoever is not on turn now."""
    table = begun()
    return acted(table, words_of(table))


def leader_of(table: Table) -> int:
    return table.users[table.actions[-1].seat]


def test_of_three_both_others_agree_and_the_same_one_twice_is_one() -> None:
    table = begun((ANN, BEN, CAT), rules=THREE)
    leader, (one, two) = table.turn_users[0], [user for user in table.users if user not in table.turn_users]
    asked = ask(acted(table, words_of(table)), consent.ask_undo, noon(), leader)
    half = ask(asked, consent.allow_undo, noon(), one, asked.ply)
    half = ask(half, consent.allow_undo, noon(), one, asked.ply)
    assert (half.undo, half.actions) == (Asked(asked.ply, leader, agreed=(one,)), asked.actions)
    assert not ask(half, consent.allow_undo, noon(), two, asked.ply).actions


def test_one_of_the_opposing_partners_is_enough_and_the_own_one_does_not_count() -> None:
    table = begun((ANN, BEN, CAT, DAN), rules=PARTNERS)
    leader, seat = table.turn_users[0], table.seat_of(table.turn_users[0]) or 0
    asked = ask(acted(table, words_of(table)), consent.ask_undo, noon(), leader)
    assert why(asked, consent.allow_undo, noon(), table.users[(seat + 2) % 4], asked.ply) is Why.OWN_UNDO
    for opponent in (1, 3):
        assert not ask(asked, consent.allow_undo, noon(), table.users[(seat + opponent) % 4], asked.ply).actions


def test_house_agrees_at_once_but_not_for_a_person_on_its_side() -> None:
    alone = played(
        with_house((Level.REGULAR,)), lambda t: t.turn_users == (ANN.user_id,) and not t.game.deals[-1].trick
    )
    led = acted(alone, words_of(alone))
    assert ask(led, consent.ask_undo, noon(), ANN.user_id).actions == alone.actions

    four = with_house((Level.NOVICE,) * 2, (ANN, BEN), rules=PARTNERS)
    four = played(four, lambda t: t.turn_users == (ANN.user_id,) and len(t.game.deals[-1].trick) < 3)
    led = acted(four, words_of(four))
    asked = ask(led, consent.ask_undo, noon(), ANN.user_id)
    assert (asked.actions, asked.undo) == (led.actions, Asked(led.ply, ANN.user_id))
    assert ask(asked, consent.allow_undo, noon(), BEN.user_id, asked.ply).actions == four.actions


# ------------------------------------------------------------------ what may be undone


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


def test_nothing_is_undone_before_the_game_across_a_deal_after_the_end_or_by_others() -> None:
    table = between_deals()
    assert who_can(table) == who_can(step(table, random.Random(1))) == who_can(joined()) == who_can(begun()) == []
    game = begun()
    led = acted(game, words_of(game))
    assert not can_undo(led, STRANGER.user_id)
    assert who_can(resigned(led)) == who_can(resigned(led, PLAYERS[1])) == []
    assert who_can(led.but(status=Status.ABANDONED)) == []
