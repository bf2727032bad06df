"""How often a seat may still declare, which everything that is promised for later hangs on (rulings 7 and 8)."""

from __future__ import annotations

from bot.engine import PRESETS, Phase, observe_deal
from bot.engine.advice import advise, turns_left
from bot.engine.foresight import cost_of
from tests.table_builder import Table, make_rules, table

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
