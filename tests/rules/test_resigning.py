"""Ruling 21: resigning and running out of time."""

from __future__ import annotations

import pytest

from bot.engine import Ending, Phase, Reason, Result, apply, parse_action, start_deal, to_act, why_illegal
from bot.engine.cards import ordered_pack
from bot.engine.events import DealEnded, GameEnded
from bot.engine.game import Game
from tests.table_builder import Table, make_rules, table


@pytest.mark.parametrize(("verb", "ending"), [("resign", Ending.RESIGN), ("timeout", Ending.TIMEOUT)])
@pytest.mark.parametrize("seat", [0, 1])
def test_ruling_21_who_resigns_or_runs_out_of_time_loses(verb: str, ending: Ending, seat: int) -> None:
    at_table = table(make_rules()).do(f"{seat} {verb}")
    assert at_table.game.result == Result((1 - seat,), ending, seat)
    assert at_table.deal.phase is Phase.OVER
    assert isinstance(at_table.events[-2], DealEnded)
    assert at_table.events[-1] == GameEnded(Result((1 - seat,), ending, seat))
    assert to_act(at_table.game) == ()


def test_ruling_21_also_out_of_turn_and_in_anothers_turn_to_declare() -> None:
    at_table = table(make_rules())
    assert to_act(at_table.game) == (1,)
    assert table(make_rules()).do("0 resign").winner == (1,)
    assert table(make_rules()).win(1).do("0 resign").winner == (1,)
    assert table(make_rules()).win(1).do("1 resign").winner == (0,)


def test_ruling_21_also_with_a_card_on_the_table_and_in_the_last_eight() -> None:
    at_table = table(make_rules())
    at_table.do(min(at_table.legal()), "1 resign")
    assert at_table.winner == (0,)
    assert table(make_rules()).to_last_eight().do("0 resign").winner == (1,)


def test_ruling_21_also_between_two_deals() -> None:
    at_table = table(make_rules(target=10_000)).to_end()
    before = at_table.totals
    at_table.events.clear()
    at_table.do("1 resign")
    assert at_table.winner == (0,)
    assert at_table.totals == before
    assert [type(event) for event in at_table.events] == [GameEnded]
    assert not at_table.game.between_deals


def test_ruling_21_a_resigning_leader_in_points_loses_all_the_same() -> None:
    at_table = table(make_rules(), hands={1: "QSa QSb JDa JDb"}).win(1)
    at_table.do("1 declare double-bezique QSa QSb JDa JDb", "1 resign")
    assert at_table.totals == (0, 500)
    assert at_table.winner == (0,)


def test_ruling_21_nothing_not_yet_marked_is_marked() -> None:
    """Brisques taken but to be counted at the end of the deal are lost, for both."""
    at_table = table(make_rules(), hands={1: "ACa", 0: "7Sa"}).do("1 play ACa", "0 play 7Sa", "0 resign")
    assert at_table.ledger == []
    assert at_table.totals == (0, 0)


def test_ruling_21_a_partner_resigns_for_the_side() -> None:
    for seat, winner in ((0, (1, 3)), (1, (0, 2)), (2, (1, 3)), (3, (0, 2))):
        assert table(make_rules(players=4, partners=True)).do(f"{seat} resign").winner == winner


def _three_with_points(dealer: int = 0) -> Table:
    """Seat 0 has 0, seat 1 has 40, seat 2 has 20."""
    at_table = table(make_rules(players=3), hands={1: "KCa QCa KDa QDa", 2: "KSa QSa"}, dealer=dealer).win(1)
    at_table.do("1 declare common-marriage KCa QCa").win(1).do("1 declare common-marriage KDa QDa").win(2)
    return at_table.do("2 declare common-marriage KSa QSa")


@pytest.mark.parametrize(("seat", "winner"), [(0, 1), (1, 2), (2, 1)])
def test_ruling_21_with_three_the_highest_total_of_the_rest_wins(seat: int, winner: int) -> None:
    at_table = _three_with_points().do(f"{seat} resign")
    assert at_table.winner == (winner,)
    assert at_table.totals == (0, 40, 20)


@pytest.mark.parametrize(
    ("dealer", "seat", "winner"),
    [(0, 0, 1), (1, 0, 2), (2, 0, 1), (0, 1, 2), (1, 1, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 2, 0)],
)
def test_ruling_21_equal_totals_go_to_the_first_from_the_dealers_left(dealer: int, seat: int, winner: int) -> None:
    at_table = table(make_rules(players=3), dealer=dealer).do(f"{seat} resign")
    assert at_table.winner == (winner,)


def test_ruling_21_among_four_single_players_one_wins() -> None:
    at_table = table(make_rules(players=4), hands={3: "KCa QCa"}).win(3).do("3 declare common-marriage KCa QCa")
    assert at_table.do("1 timeout").game.result == Result((3,), Ending.TIMEOUT, 1)


def test_ruling_21_the_side_with_the_higher_total_wins_and_not_the_seat() -> None:
    at_table = table(make_rules(players=4, partners=True), hands={3: "KCa QCa"}).win(3)
    at_table.do("3 declare common-marriage KCa QCa", "3 resign")
    assert at_table.winner == (0, 2)


def test_ruling_21_nobody_resigns_from_a_game_that_is_over() -> None:
    at_table = table(make_rules()).do("0 resign")
    assert at_table.why("1 resign") is Reason.GAME_OVER
    assert at_table.why("0 timeout") is Reason.GAME_OVER


def test_before_the_first_deal_there_is_nothing_to_do() -> None:
    game = Game(make_rules())
    for text in ("0 resign", "1 play 7Ca", "0 pass"):
        refusal = why_illegal(game, parse_action(text))
        assert refusal is not None
        assert refusal.reason is Reason.NO_DEAL
        with pytest.raises(ValueError, match="no-deal"):
            apply(game, parse_action(text))
    assert to_act(game) == ()
    assert start_deal(game, 1, ordered_pack(2)).game.deal is not None
