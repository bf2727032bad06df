"""What a pause would tell: to the others a table stands before the draw until the winner of the trick leads."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from bot.engine import Phase, Rules, Verb, build_rules, card_name, observe, parse_action
from bot.tables import CLOCKS, Due, Table
from bot.tables.decisions import consent, overtime, play, turns
from bot.tables.decisions.consent import can_undo
from bot.tables.decisions.occasion import Occasion
from bot.tables.values.parts import Asked, Claims
from bot.tables.values.table import tidy
from tests.publicly_equal import Twins, marriage, twins
from tests.tables.at_table import PLAYERS, STRANGER, sure
from tests.tables.made import (
    ask,
    before_lead,
    begun,
    between_deals,
    joined,
    late,
    noon,
    played,
    read_back,
    refusal,
    resigned,
    step,
)

LONG: dict[str, object] = {"target": 9000}
LIVE = CLOCKS["live-3"]
RULES = {
    "two": build_rules("modern", 2, LONG),
    "exchange-at-any-time": build_rules("parlour", 2, LONG),
    "many": build_rules("britannica", 2, LONG),
    "no-trump": build_rules("modern", 2, LONG | {"trump": "first_marriage"}),
    "three": build_rules("modern", 3, LONG),
    "four": build_rules("modern", 4, LONG | {"partners": False}),
    "rubicon": build_rules("rubicon", 2, {}),
}
TWINS = ("two", "three", "four", "rubicon")


def begun_by(rules: Rules, **how: Any) -> Table:  # noqa: ANN401 - as in `begun`
    return begun(PLAYERS[: rules.players], rules=rules, clock=LIVE, **how)


def dealt(twin: Twins, *, able: bool) -> Table:
    """Begin a game with one of two decks that are publicly equal."""
    table, game = begun_by(twin.rules), twin.begun(able=able)
    names = " ".join(card_name(card) for card in game.deals[-1].base.deck)
    return table.but(game=game, deals=(replace(table.deals[0], deck=names, dealer=twin.dealer),))


def act(table: Table, words: str, at: Occasion | None = None) -> Table:
    """Let whoever is on turn do this, with the ply that stands in their controls."""
    user = table.turn_users[0]
    return ask(table, play.act, at or noon(), user, words, table.ply_for(user))


def after_trick(twin: Twins, *, able: bool) -> Table:
    """Play the trick; where somebody can declare, they draw instead."""
    table = dealt(twin, able=able)
    for text in twin.plays:
        while table.game.deals[-1].phase is Phase.DECLARE:
            table = act(table, "pass")
        table = act(table, text.partition(" ")[2])
    return table


def known_to_others(table: Table, but: int) -> list[object]:
    """Return all that is known of a table to everyone but one user."""
    others = [user for user in (*table.users, STRANGER.user_id, None) if user != but]
    each = [(table.view(user), table.ply_for(user), actions_of(table, user), before_lead(table)) for user in others]
    undo = [can_undo(table, user) for user in others if user is not None]
    when = (dict(table.due), table.turn_since, table.time_is_up, table.draw, table.undo, table.claims)
    return [*each, undo, when, table.turn_users, table.awaited, table.status]


def actions_of(table: Table, user: int | None) -> list[str]:
    """Return the cards played and combinations declared of which a user may know, and not who was asked what."""
    return [row.action for row in table.seen_by(user).actions if not row.action.endswith(" pass")]


# ------------------------------------------------------------------ whole deals


@pytest.mark.sweep
@pytest.mark.parametrize("rules", RULES.values(), ids=RULES)
def test_a_draw_is_unseen_by_all_but_its_drawer_until_the_lead(rules: Rules) -> None:
    table, chance = begun_by(rules), random.Random(3)
    unseen = 0
    while table.live and not table.awaits_deal:
        assert read_back(table).ply_for(None) == table.ply_for(None)
        deal = table.game.deals[-1]
        if not table.unseen_passes:
            assert all(table.seen_by(user).actions is table.actions for user in (*table.users, None))
            assert all(table.view(user) == observe(table.game, table.seat_of(user)) for user in table.users)
            assert before_lead(table) is (deal.phase is Phase.DECLARE)
        else:
            unseen += 1
            assert before_lead(table)
            drawer = table.users[deal.turn]
            assert table.view(drawer) == observe(table.game, deal.turn)
            assert table.ply_for(drawer) == table.ply
            for user in {*table.users, STRANGER.user_id, None} - {drawer}:
                view = sure(table.view(user))
                assert (view.phase, view.stock, view.turn) == (Phase.DECLARE, deal.left + rules.players, deal.turn)
                assert table.ply_for(user) == table.ply - 1
                assert table.seen_by(user).actions == table.actions[:-1]
                assert table.seen_by(user).game.deals[-1].hold != deal.hold
            assert table.view(None) == observe(table.seen_by(None).game, None)
        table = step(table, chance)
    assert unseen > 5


def test_last_draw_takes_the_exposed_cards_up_for_its_drawer_alone() -> None:
    table = played(begun_by(RULES["two"]), lambda t: t.game.deals[-1].left == 0, seed=2)
    drawer, other = table.turn_users[0], next(user for user in table.users if user not in table.turn_users)
    mine, theirs = table.view(drawer), table.view(other)
    assert mine is not None
    assert theirs is not None
    assert (mine.stock, theirs.stock) == (0, 2)
    assert not any(mine.tables)
    assert any(theirs.tables)


def test_of_partners_the_others_see_only_that_the_winner_may_declare() -> None:
    table, chance = begun_by(build_rules("modern", 4, LONG | {"partners": True})), random.Random(3)
    hidden: Counter[str] = Counter()
    while not table.awaits_deal:
        deal, unseen = table.game.deals[-1], table.unseen_passes
        if unseen:
            winner, partner = deal.leader, (deal.leader + 2) % 4
            asked = deal.phase is Phase.DECLARE
            hidden["asked" if asked else "drawn"] += 1
            assert table.view(table.users[winner]) == observe(table.game, winner)
            shown = sure(table.view(None))
            assert (shown.phase, table.shown_on_move) == (Phase.DECLARE, shown.turn)
            assert table.keeps_waiting == table.users[shown.turn]
            knows = asked or table.view(table.users[partner]) == observe(table.game, partner)
            for seat, user in enumerate(table.users):
                if seat != winner and not (seat == partner and knows):
                    assert table.ply_for(user) == table.ply_for(None) == table.ply - unseen
                    assert table.seen_by(user).actions == table.actions[:-unseen]
        table = step(table, chance)
    assert hidden["asked"] > 2
    assert hidden["drawn"] > 10


def test_where_everybody_draws_by_clicking_nothing_is_unseen() -> None:
    partners = build_rules("modern", 4, LONG | {"partners": True})
    for table in (begun_by(RULES["two"], auto_draw=False), begun_by(partners, auto_draw=False)):
        assert not table.passes_by_itself
        chance, passes, now = random.Random(2), 0, table
        while not now.awaits_deal:
            now = step(now, chance)
            passes += bool(now.actions) and parse_action(now.actions[-1].action).verb is Verb.PASS
            assert now.unseen_passes == 0
            assert all(now.ply_for(user) == now.ply for user in (*now.users, None))
        assert passes > 10


def test_nothing_is_unseen_before_the_first_card_between_deals_and_after_the_end() -> None:
    for table in (joined(), begun(), between_deals(), resigned(begun())):
        assert table.unseen_passes == 0
        assert not before_lead(table)
        assert table.seen_by(None).game is table.game
    drawn = after_trick(twins(RULES["two"]), able=False)
    assert drawn.unseen_passes == 1
    assert resigned(drawn).unseen_passes == 0


# ------------------------------------------------------------------ equal public histories


@pytest.mark.sweep
@pytest.mark.parametrize("last", [False, True], ids=["first-trick", "last-draw"])
@pytest.mark.parametrize("leads", [True, False], ids=["leading", "completing"])
@pytest.mark.parametrize("rules", [RULES[each] for each in TWINS], ids=TWINS)
def test_others_know_the_same_whether_or_not_the_winner_can_declare(rules: Rules, *, leads: bool, last: bool) -> None:
    twin = twins(rules, winner=1, leads=leads, last=last)
    able, unable = after_trick(twin, able=True), after_trick(twin, able=False)
    winner = able.users[twin.winner]
    assert (able.unseen_passes, unable.unseen_passes) == (0, 1)
    assert known_to_others(able, winner) == known_to_others(unable, winner)
    drawn = act(able, "pass", noon(seconds=20))
    assert known_to_others(drawn, winner) == known_to_others(unable, winner)
    assert drawn.view(winner) == unable.view(winner)
    led = [act(each, twin.lead, noon(seconds=30)) for each in (drawn, unable)]
    assert known_to_others(led[0], winner) == known_to_others(led[1], winner)
    assert led[0].view(winner) == led[1].view(winner)
    assert all(each.ply_for(None) == each.ply for each in led)


def test_what_the_others_ask_claim_and_wait_for_goes_on_over_an_unseen_draw() -> None:
    twin = twins(RULES["three"], winner=1)
    able, unable = after_trick(twin, able=True), after_trick(twin, able=False)
    winner, other = able.users[1], able.users[2]
    late_ones = []
    for table in (able, unable):
        up = late(table, noon(minutes=4))
        claimed = ask(up, overtime.claim_time, noon(minutes=5), other)
        assert claimed.time_is_up
        assert claimed.claims == Claims(table.ply_for(None), winner, (other,))
        late_ones.append(claimed)
    drawn = act(late_ones[0], "pass", noon(minutes=6))
    assert known_to_others(drawn, winner) == known_to_others(late_ones[1], winner)
    assert drawn.time_is_up
    assert not act(drawn, twin.lead).time_is_up


def test_a_draw_that_is_offered_stands_over_an_unseen_draw_and_falls_with_the_lead() -> None:
    twin = twins(RULES["two"])
    winner, other = (dealt(twin, able=True).users[seat] for seat in (0, 1))
    able, unable = (ask(after_trick(twin, able=each), consent.offer_draw, noon(), other) for each in (True, False))
    drawn = act(able, "pass")
    assert able.draw == drawn.draw == unable.draw == Asked(unable.ply_for(None), other)
    assert drawn.draw is not None
    assert known_to_others(drawn, winner) == known_to_others(unable, winner)
    assert act(drawn, twin.lead).draw is None
    assert ask(drawn, consent.accept_draw, noon(), winner, drawn.draw.ply).drawn
    declined = act(ask(able, consent.decline_draw, noon(), winner, drawn.draw.ply), "pass")
    assert declined.draw == Asked(drawn.draw.ply, other, declined=True)
    refusal(declined, consent.offer_draw, noon(), other)
    assert refusal(drawn, consent.accept_draw, noon(), winner, drawn.ply)


def test_a_reminder_that_is_posted_meanwhile_is_the_same() -> None:
    twin = twins(RULES["two"])
    able, unable = after_trick(twin, able=True), after_trick(twin, able=False)
    assert able.due[Due.NUDGE] == unable.due[Due.NUDGE]
    ply = able.ply_for(None)
    reminded = ask(act(able, "pass"), turns.reminded, noon(), ply)
    assert reminded.due == ask(unable, turns.reminded, noon(), ply).due
    assert Due.NUDGE not in reminded.due


def test_a_request_that_was_stored_when_draws_were_shown_at_once_still_stands() -> None:
    drawn = after_trick(twins(RULES["two"]), able=False)
    old = tidy(drawn.but(draw=Asked(drawn.ply, drawn.users[1]), time_up=drawn.ply))
    assert (old.draw, old.time_is_up) == (Asked(drawn.ply, drawn.users[1]), True)
    assert tidy(drawn.but(draw=Asked(drawn.ply + 1, drawn.users[1]))).draw is None
    assert tidy(drawn.but(draw=Asked(drawn.ply - 2, drawn.users[1]))).draw is None


def test_a_declaration_is_everyones_to_see_at_once_and_the_draw_after_it_is_not() -> None:
    twin = twins(RULES["two"])
    able = after_trick(twin, able=True)
    declared = act(able, marriage(twin.rules))
    assert declared.unseen_passes == 1
    view = sure(declared.view(None))
    assert len(view.tables[twin.winner]) == 2
    assert (view.phase, view.totals[twin.winner]) == (Phase.DECLARE, 20)
    assert declared.ply_for(None) == able.ply_for(None) + 1


# ------------------------------------------------------------------ what was done


def read_anew(table: Table, user: int | None) -> list[str]:
    """Return what was done in the present deal as the rows say it, without anything that was read before."""
    deal = table.game.deals[-1].base.number
    return [row.action for row in table.seen_by(user).actions if row.deal == deal]


def test_what_was_done_is_what_the_rows_say_through_deals_and_back() -> None:
    tables, table, rng = [], begun(rules=build_rules("modern", 2, {"target": 1500})), random.Random(4)
    for _ in range(130):
        table = step(table, rng)
        if table.game.result is not None:
            break
        tables.append(table)
    assert len(tables[-1].game.deals) > 1
    order = [*tables, *reversed(tables), *rng.choices(tables, k=100)]
    for each in order:
        for user in (*each.users, None):
            assert [action.text for action in each.seen_by(user).done] == read_anew(each, user)


def test_what_came_in_the_place_of_what_was_undone_is_what_was_done() -> None:
    table = played(begun(), lambda each: each.ply >= 20)
    one, other = step(table, random.Random(1)), step(table, random.Random(2))
    assert one.actions[-1].action != other.actions[-1].action
    longer = step(step(other, random.Random(3)), random.Random(3))
    for each in (one, other, longer, one, table, other):
        assert [action.text for action in each.seen_by(None).done] == read_anew(each, None)
