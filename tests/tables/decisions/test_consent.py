"""Draws by agreement and asking for an undo: in the open, for the moment, and nothing of them counts."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bot.engine import build_rules
from bot.engine.record import verify_record
from bot.house.roster import Level
from bot.tables import Due, Refused, Status, Table, Why
from bot.tables.decisions import consent, play
from bot.tables.decisions.occasion import ended_without_result
from bot.tables.values.parts import Asked, asked_by
from bot.tables.values.record import deal_is_open, history_of, table_record
from tests.tables.at_table import ANN, BEN, CAT, DAN, NOON, PARTNERS, PLAYERS, STRANGER
from tests.tables.made import (
    acted,
    after_plies,
    ask,
    begun,
    between_deals,
    joined,
    noon,
    played,
    step,
    why,
    with_house,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Callable

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


def test_card_that_was_led_is_undone_when_the_other_agrees(led: Table) -> None:
    (other,), leader = led.turn_users, leader_of(led)
    assert why(led, consent.ask_undo, noon(), other) is Why.NOTHING_TO_UNDO
    asked = ask(led, consent.ask_undo, noon(), leader)
    assert (asked.undo, asked.actions) == (Asked(led.ply, leader), led.actions)
    back = ask(asked, consent.allow_undo, noon(seconds=20), other, asked.ply)
    assert (back.actions, back.undo, back.turn_users, back.ply) == ((), None, (leader,), 2)
    assert (back.turn_since, back.due[Due.NUDGE]) == (NOON + timedelta(seconds=20), NOON + timedelta(seconds=50))


def test_request_lapses_when_somebody_acts(led: Table) -> None:
    asked = ask(led, consent.ask_undo, noon(), leader_of(led))
    moved = acted(asked, words_of(asked))
    assert moved.undo is None
    for ply in (asked.ply, moved.ply):
        assert why(moved, consent.allow_undo, noon(), led.turn_users[0], ply) is Why.UNDO_NOT_ASKED


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


def test_of_two_house_sides_and_a_person_only_the_person_is_asked() -> None:
    table = with_house((Level.NOVICE,), (ANN, BEN), rules=THREE)
    table = played(table, lambda t: t.turn_users == (ANN.user_id,) and not t.game.deals[-1].trick)
    asked = ask(acted(table, words_of(table)), consent.ask_undo, noon(), ANN.user_id)
    assert asked.undo == Asked(asked.ply, ANN.user_id, agreed=(table.users[2],))
    assert ask(asked, consent.allow_undo, noon(), BEN.user_id, asked.ply).actions == table.actions


def test_nothing_is_asked_before_or_after_the_game() -> None:
    assert why(joined(), consent.ask_undo, noon(), ANN.user_id) is Why.NOT_STARTED
    assert why(play.resign(begun(), noon(), ANN.user_id).table, consent.ask_undo, noon(), ANN.user_id) is Why.OVER
