"""What a seat is told about declaring: how often it still may (rulings 7 and 8), and what is nearly complete."""

from __future__ import annotations

import pytest

from bot.engine import PRESETS, Phase, observe_deal
from bot.engine.advice import Missing, Near, advise, known_deal, turns_left
from bot.engine.cards import mask_of
from bot.engine.foresight import cost_of
from tests.table_builder import Table, cards, make_rules, table
from tests.ui.positions import at_declaring, at_play, seen

PARTNERS = make_rules(players=4, partners=True)
"""128 cards less four hands: 24 rounds are drawn, and before each the winner and the partner may declare."""


def left(at_table: Table) -> list[int]:
    """Return by seat how many turns to declare are to come."""
    return [turns_left(observe_deal(at_table.deal, seat)) for seat in range(4)]


def test_before_a_trick_everybody_may_still_win_every_one() -> None:
    assert left(table(PARTNERS)) == [24] * 4


def test_while_the_winner_declares_only_the_waiting_partner_has_this_tricks_turn_to_come() -> None:
    at_table = table(PARTNERS).win(1)
    assert at_table.deal.phase is Phase.DECLARE
    assert left(at_table) == [23, 23, 23, 24]


def test_once_the_partner_declares_that_turn_is_open_and_no_longer_to_come() -> None:
    assert left(table(PARTNERS).win(1).do("1 pass")) == [23] * 4


def test_four_who_play_alone_wait_for_no_partner() -> None:
    assert left(table(PRESETS["modern"].rules(4)).win(1)) == [23] * 4


def test_in_the_last_turn_to_declare_the_waiting_partner_is_still_promised_one() -> None:
    at_table = table(PARTNERS, hands={1: "KCa QCa", 3: "KDa QDa"}).keep("KCa QCa KDa QDa").to_last_declaring(1)
    assert left(at_table) == [0, 0, 0, 1]
    winner, partner = (advise(observe_deal(at_table.deal, seat)) for seat in (1, 3))
    assert "common-marriage" in {each.row.name for each in winner.now}
    assert (winner.turns, winner.later) == (0, ())
    assert (partner.mine, partner.now, partner.turns) == (False, (), 1)
    assert "common-marriage" in {each.row.name for each in partner.later}
    assert left(at_table.do("1 pass")) == [0] * 4


def test_a_loss_needs_a_further_turn_to_be_one_and_a_waiting_partner_has_one_more() -> None:
    """The royal marriage goes first: after the sequence its cards marry no more. One declaration in each turn."""
    held = "AHa THa KHa QHa JHa"
    at_table = table(PARTNERS, hands={3: held}, turn_up="9Ha").keep(held)
    while at_table.deal.left > 8:
        at_table.trick().draw()
    at_table.win(1)
    assert left(at_table) == [1, 1, 1, 2]
    view = observe_deal(at_table.deal, 3)
    sequence = next(each.action for each in advise(view).later if each.row.name == "sequence")
    cost = cost_of(view, sequence)
    assert cost is not None
    assert (cost.points, cost.lost.name) == (40, "royal-marriage")
    last = at_table.do("1 pass", "3 pass").to_last_declaring(1)
    assert cost_of(observe_deal(last.deal, 3), sequence) is None


def test_a_spectator_is_told_nothing_about_declaring() -> None:
    view = observe_deal(table(PARTNERS).deal, None)
    with pytest.raises(ValueError, match="a spectator declares nothing"):
        advise(view)
    with pytest.raises(ValueError, match="a spectator declares nothing"):
        known_deal(view)


def test_what_a_seat_knows_of_a_deal_is_its_own_hand_and_what_lies_open() -> None:
    at_table = table(PARTNERS, hands={1: "KCa QCa"}).win(1).do("1 declare common-marriage KCa QCa")
    known = known_deal(observe_deal(at_table.deal, 0))
    assert known.hold[0] == at_table.deal.hold[0]
    assert known.hold[1] == known.exposed == at_table.deal.exposed
    assert known.hold[2:] == (0, 0)
    assert known.declared.public == at_table.deal.declared.public
    assert (known.score.totals, known.base.carried, known.result) == ((0,) * 4, (0,) * 4, None)


@pytest.mark.parametrize(("preset", "verbs"), [("modern", ["exchange"]), ("britannica", ["exchange", "show"])])
def test_a_seven_that_counts_now_or_at_the_next_turn_is_named(preset: str, verbs: list[str]) -> None:
    rules = make_rules(preset)
    for at_table in (at_play(rules, "7Ha"), at_declaring(rules, "7Ha")):
        assert [action.text for action in advise(seen(at_table)).sevens] == [f"0 {verb} 7Ha" for verb in verbs]
    assert advise(seen(at_declaring(rules, "7Ha").do("0 exchange 7Ha"))).sevens == ()


def _near(at_table: Table) -> dict[str, Near]:
    return {each.row.name: each for each in advise(seen(at_table)).near}


def test_what_is_nearly_complete_stands_in_the_order_of_what_is_lacking_and_what_it_counts() -> None:
    near = _near(at_play(make_rules(), "AHa KHa QHa JHa KSa KDa 7Ca QSa"))
    assert [*near] == ["sequence", "four-kings", "single-bezique", "common-marriage", "four-queens"]
    assert [each.lacking for each in near.values()] == [1, 1, 1, 1, 2]
    assert all(each.can_come for each in near.values())


def test_what_cannot_come_any_more_stands_last() -> None:
    at_table = at_play(make_rules(), "KDa AHa KHa QHa JHa", turn_up="8Ha").keep("QCa QSa")
    while mask_of(cards("QDa QDb")) & ~observe_deal(at_table.deal, None).gone.mask:
        at_table.trick().draw()
    marriage = _near(at_table)["common-marriage"]
    assert marriage.in_time
    assert (marriage.missing[0].unseen, marriage.can_come) == (0, False)
    may_come = [each.can_come for each in _near(at_table).values()]
    assert may_come == sorted(may_come, reverse=True)
    assert True in may_come


def test_a_missing_card_that_lies_turned_up_is_counted_once_and_needs_no_draw() -> None:
    at_table = table(make_rules(), hands={0: "AHa KHa QHa 7Ha", 1: "JHa JHb THb"}, dealer=1, turn_up="THa")
    while at_table.deal.left > 4:
        at_table.trick().draw()
    assert advise(seen(at_table)).draws == 1
    sequence = _near(at_table)["sequence"]
    ten, knave = sequence.missing
    assert (ten.lacking, ten.turn_up, knave.lacking, knave.turn_up) == (1, True, 1, False)
    assert (ten.unseen, knave.unseen) == (1, 2)
    assert (sequence.lacking, sequence.in_time) == (2, True)  # one by the seven, the other by the one draw that is left
    assert not _near(at_table.trick().draw())["sequence"].in_time


def _tens(at_table: Table) -> Missing:
    return _near(at_table)["sequence"].missing[0]


def test_the_turn_up_can_be_had_for_a_seven_that_may_still_be_drawn_but_not_once_both_are_gone() -> None:
    held = {0: "AHa KHa QHa JHa", 1: "7Ha 7Hb"}
    at_table = table(make_rules(), hands=held, dealer=1, turn_up="THa").spend("7Ha 7Hb")
    assert _tens(at_table).turn_up
    for seven in ("7Ha", "7Hb"):
        for _ in range(2):
            at_table.do(f"1 play {seven}" if at_table.deal.turn == 1 else min(at_table.legal("0 play")))
        at_table.draw()
    assert not _tens(at_table).turn_up


def test_a_seven_that_was_shown_takes_no_turn_up() -> None:
    held = {0: "AHa KHa QHa JHa 7Ha", 1: "7Hb"}
    at_table = table(make_rules("britannica"), hands=held, dealer=1, turn_up="THa").win(0)
    assert _tens(at_table).turn_up
    at_table.do("0 show 7Ha")
    assert _tens(at_table).turn_up  # the other one may still be drawn, as far as seat 0 knows
    assert not _tens(at_table.spend("7Hb").win(1).do("1 show 7Hb")).turn_up


def test_what_is_imagined_of_a_deal_never_ends_the_game() -> None:
    view = observe_deal(table(make_rules("britannica")).deal, 0)
    assert view.law.at_once
    assert not known_deal(view).law.at_once
