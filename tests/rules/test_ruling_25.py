"""Ruling 25: who may claim what, until when, and how it is marked (B 000:38-44, E 001:14-17, 55, 72, M 003:100-104)."""

from __future__ import annotations

import pytest

from bot.engine import Ending, Reason
from bot.engine.deal import Phase
from bot.engine.honour.told import PlayResumed, PlayStopped
from tests.honour_table import COLUMNS, HonourTable, honour_table

POINTS = {
    "drawn-out-of-turn": {"britannica": 20, "enquire": 10, "modern": 10},
    "played-out-of-turn": {"enquire": 10},
    "not-drawn": {"britannica": 20, "enquire": 10, "modern": 10},
    "nine-cards": {"britannica": 200, "enquire": 100, "modern": 100},
}
MODERN = {"drawn-out-of-turn": "add", "not-drawn": "deduct", "nine-cards": "add"}
CELLS = [(name, column) for name in POINTS for column in COLUMNS]


def _committed(name: str, column: str, players: int = 2) -> HonourTable:
    """Seat 0 has committed an irregularity, and seat 1 may claim it if anybody may."""
    at_table = honour_table(column, players, finish="end_of_deal")
    match name:
        case "drawn-out-of-turn":
            return at_table.win(1).do("0 draw")
        case "played-out-of-turn":
            return at_table.do(f"0 play {at_table.any_card(0)}")
        case "not-drawn":
            return at_table.win(1).do("1 draw").play(1, 0) if players == 2 else at_table.win(0).play(0)
        case _:
            return at_table.do("0 draw")


@pytest.mark.parametrize(("name", "column"), CELLS)
def test_ruling_25_each_cell_of_the_table(name: str, column: str) -> None:
    at_table = _committed(name, column)
    points = POINTS[name].get(column)
    if points is None:
        for words in (f"1 claim {name}", f"1 claim {name} add"):
            assert at_table.why(words) in (Reason.NO_GROUND, Reason.CLAIM_LEAVES_NO_CHOICE)
        assert not any(claim.startswith(name) for claim in at_table.claims(1))
        return
    if column == "modern":
        for way in ("add", "deduct"):
            assert at_table.why(f"1 claim {name} {way}") is Reason.CLAIM_LEAVES_NO_CHOICE
        ways = {"": MODERN[name]}
    else:
        assert at_table.why(f"1 claim {name}") is Reason.CLAIM_ADDS_OR_DEDUCTS
        ways = {" add": "add", " deduct": "deduct"}
    for said, way in ways.items():
        claimed = HonourTable(at_table.game).do(f"1 claim {name}{said}")
        mark = (1, points) if way == "add" else (0, -points)
        assert claimed.scored == [f"{mark[0]} forfeit-{name} {mark[1]}"]
        assert claimed.totals == ((0, points) if way == "add" else (-points, 0))
        assert f"{name}{said}" not in claimed.claims(1)


@pytest.mark.parametrize(("name", "column"), [cell for cell in CELLS if cell[1] in POINTS[cell[0]]])
def test_ruling_25_any_opponent_may_claim_and_the_first_has_it_once(name: str, column: str) -> None:
    at_table = _committed(name, column, 4)
    said = name if column == "modern" else f"{name} add"
    claimants = [seat for seat in range(4) if said in at_table.claims(seat)]
    assert 0 not in claimants
    assert len(claimants) >= 2
    at_table.do(f"{claimants[-1]} claim {said}")
    for seat in range(4):
        assert said not in at_table.claims(seat)
        if seat != 0:
            assert at_table.why(f"{seat} claim {said}") is Reason.NO_GROUND


def test_ruling_25_a_partner_is_no_opponent() -> None:
    at_table = honour_table(players=4, partners=True).do("0 draw")
    assert at_table.claims(2) == []
    assert at_table.why("2 claim nine-cards add") is Reason.NO_GROUND
    assert at_table.why("0 claim nine-cards add") is Reason.NO_GROUND
    assert at_table.claims(1) == at_table.claims(3) != []


def test_ruling_25_it_hits_the_earliest_irregularity_of_that_name() -> None:
    at_table = honour_table(players=3).do("2 draw", "0 draw")
    at_table.do("1 claim drawn-out-of-turn deduct")
    assert at_table.scored == ["2 forfeit-drawn-out-of-turn -10"]
    at_table.do("1 claim drawn-out-of-turn deduct")
    assert at_table.scored[-1] == "0 forfeit-drawn-out-of-turn -10"


def test_ruling_25_a_claim_without_ground_is_refused_to_the_claimant_alone_and_costs_nothing() -> None:
    at_table = honour_table().win(1)
    for name in ("drawn-out-of-turn", "played-out-of-turn", "not-drawn", "nine-cards"):
        assert at_table.why(f"0 claim {name} add") is Reason.NO_GROUND
    assert at_table.why("0 claim wrong-declaration") is Reason.NO_GROUND
    assert at_table.scored == []


def test_ruling_25_drawing_out_of_turn_until_the_claimant_has_drawn() -> None:
    """B 000:38: "and the adversary discovers the error before he draws"."""
    at_table = _committed("drawn-out-of-turn", "britannica")
    assert "drawn-out-of-turn add" in at_table.claims(1)
    at_table.do("1 draw")
    assert at_table.why("1 claim drawn-out-of-turn add") is Reason.NO_GROUND


def test_ruling_25_drawing_out_of_turn_until_the_claimant_has_played_where_he_has_nothing_to_draw() -> None:
    at_table = honour_table().win(1).draw().do("0 draw")
    assert "drawn-out-of-turn add" in at_table.claims(1)
    at_table.play(1)
    assert "drawn-out-of-turn add" not in at_table.claims(1)


def test_ruling_25_who_plays_without_having_drawn_may_still_claim_a_draw_out_of_turn() -> None:
    at_table = _committed("drawn-out-of-turn", "enquire").play(1)
    assert "drawn-out-of-turn add" in at_table.claims(1)


def test_ruling_25_each_claimant_has_his_own_time() -> None:
    at_table = honour_table(players=3).win(1).do("0 draw", "1 draw")
    assert "drawn-out-of-turn add" not in at_table.claims(1)
    assert "drawn-out-of-turn add" in at_table.claims(2)


def test_ruling_25_playing_out_of_turn_until_that_trick_is_complete() -> None:
    at_table = _committed("played-out-of-turn", "enquire").play(1)
    assert "played-out-of-turn add" in at_table.claims(1)
    at_table.play(0)
    assert at_table.claims(1) == []


def test_ruling_25_not_drawn_until_the_claimant_has_played_to_the_trick_after() -> None:
    at_table = honour_table(hands={1: "ASa ASb"}).win(1).do("1 draw", "1 play ASa").play(0)
    assert at_table.deal.leader == 1
    at_table.do("1 draw")
    assert "not-drawn add" in at_table.claims(1)
    at_table.play(1)
    assert "not-drawn add" not in at_table.claims(1)
    leads = honour_table().win(0).play(0).do("1 draw").play(1)
    assert "not-drawn add" in leads.claims(1)  # he has played to that trick only


def test_ruling_25_nine_cards_while_they_are_held_until_the_trick_is_complete() -> None:
    """The offender's and the claimant's own cards in the trick count as held."""
    at_table = _committed("nine-cards", "enquire").play(1)
    assert "nine-cards add" in at_table.claims(1)
    before = HonourTable(at_table.game)
    at_table.play(0)
    assert at_table.claims(1) == []
    assert at_table.do("1 draw").claims(1) == []
    winner = honour_table(players=3).do("0 draw").play(1, 2, 0)
    assert winner.claims(1) == winner.claims(2) == []
    assert before.do("1 claim nine-cards add").totals == (0, 100)


def test_ruling_25_a_third_s_nine_are_held_though_he_has_played() -> None:
    at_table = honour_table(players=3).do("2 draw").play(1, 2)
    assert at_table.sizes() == (8, 7, 8)
    assert "nine-cards add" in at_table.claims(0)
    assert "nine-cards add" in at_table.claims(1)


def test_ruling_25_nine_cards_by_a_claimant_who_holds_eight() -> None:
    at_table = honour_table(hands={1: "ASa"}).win(1).do("0 draw", "0 draw")
    assert at_table.sizes() == (9, 7)
    assert not any(claim.startswith("nine") for claim in at_table.claims(1))
    at_table.do("1 draw")
    assert "nine-cards add" in at_table.claims(1)


def test_ruling_25_or_fewer_because_the_stock_is_empty() -> None:
    at_table = honour_table().to_last_declaring(1).do("1 draw", "1 draw")
    assert at_table.sizes() == (7, 9)
    assert "nine-cards add" in at_table.claims(0)


@pytest.mark.parametrize("column", ["britannica", "enquire", "modern"])
def test_ruling_25_both_hold_nine_nothing(column: str) -> None:
    """E 001:55: "Should both have more than their proper number there is no penalty"."""
    at_table = honour_table(column).do("0 draw", "1 draw")
    for seat in (0, 1):
        assert not any(claim.startswith("nine") for claim in at_table.claims(seat))


def test_ruling_25_a_wrong_declaration_until_the_claimant_has_himself_drawn_else_it_stands() -> None:
    at_table = honour_table(hands={1: "KSa QDa"}).win(1).do("1 declare common-marriage KSa QDa", "1 draw")
    assert at_table.claims(0) == ["wrong-declaration"]
    at_table.do("0 draw")
    assert at_table.why("0 claim wrong-declaration") is Reason.NO_GROUND
    assert at_table.totals == (0, 20)


def test_ruling_25_or_played_where_he_has_nothing_to_draw() -> None:
    at_table = honour_table(players=3, hands={1: "KSa QDa"}).win(1)
    at_table.do("0 draw", "1 declare common-marriage KSa QDa", "1 draw").play(1)
    assert at_table.claims(0) == ["wrong-declaration"]
    at_table.do("2 draw").play(2, 0)
    assert at_table.claims(0) == []


def test_ruling_25_who_plays_without_having_drawn_may_still_claim_a_wrong_declaration() -> None:
    at_table = honour_table(hands={1: "KSa QDa"}).win(1).do("1 declare common-marriage KSa QDa", "1 draw").play(1, 0)
    assert "wrong-declaration" in at_table.claims(0)


def test_ruling_25_a_score_may_fall_below_zero() -> None:
    assert _committed("nine-cards", "britannica").do("1 claim nine-cards deduct").totals == (-200, 0)


def test_ruling_25_marks_of_claims_carry_the_trick_being_played_else_the_last_one() -> None:
    at_table = honour_table(players=3).do("0 draw", "1 claim drawn-out-of-turn add")
    at_table.play(1).do("2 claim nine-cards add")
    at_table.play(2, 0)
    leader = at_table.deal.leader
    other = (leader + 1) % 3
    at_table.do(f"{other} draw", f"{leader} claim drawn-out-of-turn add")
    assert [trick for trick, *_ in at_table.ledger] == [0, 1, 1]


# ------------------------------------------------------------------ the target


def _near() -> HonourTable:
    """Seat 1 has won a trick, and a double bézique would bring it to the target of 500."""
    hands = {1: "QSa QSb JDa JDb"}
    return honour_table("britannica", target=500, finish="at_once", hands=hands).win(1)


def _stopped() -> HonourTable:
    return _near().do("1 declare double-bezique QSa QSb JDa JDb")


def test_ruling_25_points_that_are_added_reach_the_target_like_any_others() -> None:
    at_table = honour_table(target=500, finish="at_once", carried=(0, 490)).do(
        "0 draw", "1 claim drawn-out-of-turn add"
    )
    assert at_table.totals == (0, 500)
    assert at_table.phase() is Phase.CLAIM
    assert at_table.all_done().won() == (1,)


def test_ruling_25_a_target_reached_stops_play() -> None:
    at_table = _stopped()
    assert at_table.phase() is Phase.CLAIM
    assert any(isinstance(event, PlayStopped) for event in at_table.events)
    assert at_table.why("1 draw") is Reason.STOPPED
    assert at_table.why(f"1 play {at_table.any_card(1)}") is Reason.STOPPED
    assert at_table.legal() == {"0 done", "1 done"}
    assert at_table.won() is None


def test_ruling_25_the_game_ends_when_every_seat_has_said_done() -> None:
    at_table = _stopped().do("0 done")
    assert at_table.legal() == {"1 done"}
    assert at_table.why("0 done") is Reason.SAID_DONE
    assert at_table.why("0 claim wrong-declaration") is Reason.SAID_DONE
    assert at_table.won() is None
    at_table.do("1 done")
    assert at_table.won() == (1,)
    assert at_table.why("1 done") is Reason.GAME_OVER


def test_ruling_25_done_is_said_only_when_play_has_ended() -> None:
    assert honour_table().why("0 done") is Reason.NOT_DONE_YET


def test_ruling_25_a_claim_may_bring_the_side_below_the_target_and_play_goes_on() -> None:
    at_table = _near().do("1 declare double-bezique QSa QSb JDa")
    assert at_table.phase() is Phase.CLAIM
    at_table.do("1 done", "0 claim wrong-declaration")
    assert at_table.totals == (0, 0)
    assert at_table.phase() is Phase.DECLARE
    assert isinstance(at_table.events[-1], PlayResumed)
    at_table.draw().win(1).do("1 declare double-bezique QSa QSb JDa JDb")
    assert at_table.legal() == {"0 done", "1 done"}


def test_ruling_25_a_trick_that_a_seven_has_stopped_is_completed_when_play_goes_on() -> None:
    """Ruling 17 leaves it unfinished; here a claim lets it be finished, and its brisque is marked."""
    at_table = honour_table(target=500, finish="at_once", seven_scores="played", brisques="as_taken",
                            hands={0: "7Ha", 1: "ACa"}, carried=(490, 0))  # fmt: skip
    at_table.do("0 draw", "1 play ACa", "0 play 7Ha")
    assert at_table.phase() is Phase.CLAIM
    assert not at_table.deal.tricks
    at_table.do("1 claim nine-cards deduct")
    assert at_table.phase() is Phase.DECLARE
    assert at_table.scored == ["0 seven-played 10", "0 forfeit-nine-cards -100", "0 brisques 10"]
    assert at_table.deal.tricks[0].winner == 0


def test_ruling_25_marks_that_a_stop_held_up_are_made_when_play_goes_on() -> None:
    """The brisque of the 24th trick reaches the target, and the last trick's ten waits; not having drawn undoes it."""

    def played(carried: tuple[int, int]) -> HonourTable:
        at_table = honour_table(target=4000, finish="at_once", brisques="as_taken", last_trick="before_last_eight",
                                carried=carried, hands={0: "7Ca", 1: "AHa"})  # fmt: skip
        while len(at_table.deal.tricks) < 23:
            at_table.trick()
        if at_table.deal.leader == 1:
            return at_table.do("1 play AHa", "0 draw", "0 play 7Ca")
        return at_table.do("0 draw", "0 play 7Ca", "1 play AHa")

    before = played((0, 0))
    assert before.scored[-2:] == ["1 brisques 10", "1 last-trick 10"]
    at_table = played((0, 4000 - before.totals[1] + 10))
    assert at_table.scored == before.scored[:-1]
    assert at_table.phase() is Phase.CLAIM
    at_table.do("0 claim not-drawn deduct")
    assert at_table.scored[-2:] == ["1 forfeit-not-drawn -10", "1 last-trick 10"]
    assert at_table.phase() is Phase.CLAIM
    assert at_table.all_done().won() == (1,)


def test_ruling_17_a_total_that_fell_below_the_target_counts_from_when_it_last_reached_it() -> None:
    """Seat 1 was at the target first, fell below it by a claim, and came back after seat 2."""
    at_table = honour_table(players=3, target=500, finish="end_of_deal", both_out="non_dealer_first",
                            carried=(0, 490, 490))  # fmt: skip
    at_table.do("0 draw", "1 claim nine-cards add", "1 draw", "2 claim nine-cards deduct")
    at_table.do("2 claim drawn-out-of-turn add", f"0 play {at_table.any_card(0)}", "1 claim played-out-of-turn add")
    assert at_table.totals == (0, 500, 500)
    at_table.to_end().all_done()
    assert at_table.totals[1] >= 500
    assert at_table.won() == (2,)


def test_ruling_21_resigning_is_possible_before_the_last_done() -> None:
    at_table = _stopped().do("0 done", "1 resign")
    assert at_table.won() == (0,)
    assert at_table.game.result is not None
    assert at_table.game.result.ending is Ending.RESIGN


def test_ruling_25_a_deal_is_closed_when_everybody_has_said_done() -> None:
    at_table = honour_table(finish="end_of_deal").to_end()
    assert at_table.phase() is Phase.CLAIM
    assert at_table.why("0 play ASa") is Reason.DEAL_OVER
    at_table.do("1 done")
    assert at_table.legal() == {"0 done"}
    at_table.do("0 done")
    assert at_table.game.between_deals
    assert at_table.legal() == set()
    assert at_table.why("0 claim revoke") is Reason.DEAL_OVER


def test_ruling_4_a_dealer_s_seven_may_stop_play_before_it_begins() -> None:
    at_table = honour_table(target=500, finish="at_once", turn_up="7Ha", carried=(490, 0))
    assert at_table.scored == ["0 dealer-seven 10"]
    assert at_table.phase() is Phase.CLAIM
    assert at_table.all_done().won() == (0,)
