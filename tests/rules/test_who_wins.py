"""Ruling 17 and the options ``target``, ``finish`` and ``both_out``: who wins, and when the game ends."""

from __future__ import annotations

import pytest

from bot.engine import Ending, Game, Mark, Phase, Reason, Result, Rules, Trick, start_deal
from bot.engine.cards import ordered_pack
from bot.engine.deal import Base, Score
from bot.engine.events import DealEnded, GameEnded
from bot.engine.law import law_for
from bot.engine.scoring import decide
from tests.table_builder import Table, make_rules, table

# The option ``finish``: at once, or at the end of the deal.


def _at_540(rules: Rules, hand: str = "7Hb") -> Table:
    """Seat 1 has 540 points: single bézique, then the double."""
    at_table = table(rules, hands={1: f"QSa JDa QSb JDb {hand}"}).win(1).do("1 declare single-bezique QSa JDa")
    return at_table.win(1).do("1 declare double-bezique QSa JDa QSb JDb")


def test_ruling_17_at_once_the_declaration_that_reaches_the_target_ends_the_game() -> None:
    """B: "until the game is won by one of the players reaching 1000"."""
    at_table = _at_540(make_rules(finish="at_once", target=540))
    assert at_table.game.result == Result((1,), Ending.SCORE)
    assert at_table.deal.phase is Phase.OVER
    assert isinstance(at_table.events[-2], DealEnded)
    assert isinstance(at_table.events[-1], GameEnded)
    assert at_table.why("1 pass") is Reason.GAME_OVER
    assert at_table.why("0 resign") is Reason.GAME_OVER
    assert at_table.legal() == set()


def test_ruling_17_at_once_a_seven_ends_the_game_in_the_midst_of_a_trick() -> None:
    """The trick stays unfinished; its brisques and those taken before are not marked."""
    at_table = _at_540(make_rules(finish="at_once", target=550)).draw().do("1 play 7Hb")
    assert at_table.game.result == Result((1,), Ending.SCORE)
    assert len(at_table.deal.trick) == 1
    assert len(at_table.deal.tricks) == 2
    assert at_table.scored[-1] == "1 seven-played 10"
    assert at_table.why("0 play 7Ca") is Reason.GAME_OVER


def test_ruling_17_at_once_a_seven_played_second_ends_the_game_before_the_trick_is_counted() -> None:
    at_table = _at_540(make_rules(finish="at_once", target=550, brisques="as_taken")).win(0).draw()
    lead = min(at_table.legal("0 play"))
    at_table.do(lead, "1 play 7Hb")
    assert at_table.winner == (1,)
    assert len(at_table.deal.tricks) == 3


def test_ruling_17_at_once_ten_points_short_is_not_out_and_an_exchange_ends_the_game() -> None:
    at_table = _at_540(make_rules(finish="at_once", target=550))
    assert at_table.game.result is None
    at_table.win(1).do("1 exchange 7Hb")
    assert at_table.winner == (1,)
    assert at_table.scored[-1] == "1 exchange 10"


def test_ruling_17_at_once_a_shown_seven_ends_the_game() -> None:
    at_table = _at_540(make_rules(finish="at_once", target=550, seven_scores="declared")).win(1).do("1 show 7Hb")
    assert at_table.winner == (1,)


def test_ruling_17_at_once_an_exchange_before_playing_ends_the_game() -> None:
    rules = make_rules(finish="at_once", target=550, seven_exchange="any_holder")
    at_table = _at_540(rules).win(0).draw()
    at_table.do(min(at_table.legal("0 play")), "1 exchange 7Hb")
    assert at_table.winner == (1,)
    assert at_table.legal() == set()


def test_ruling_17_at_once_brisques_as_taken_end_the_game_with_the_trick() -> None:
    rules = make_rules(finish="at_once", target=550, brisques="as_taken")
    at_table = _at_540(rules, "ACa").draw().do("1 play ACa")
    assert at_table.game.result is None
    at_table.do(min(at_table.legal("0 play")))
    assert at_table.winner == (1,)
    assert at_table.scored[-1] == "1 brisques 10"
    assert at_table.deal.phase is Phase.OVER


def test_ruling_17_at_once_brisques_at_the_end_of_the_deal_do_not_count_before_it() -> None:
    rules = make_rules(finish="at_once", target=550, brisques="end_of_deal")
    at_table = _at_540(rules, "ACa").draw().do("1 play ACa")
    assert at_table.do(min(at_table.legal("0 play"))).game.result is None


def test_ruling_17_at_once_the_target_reached_before_brisques_ends_the_game_and_they_are_not_marked() -> None:
    """The last trick of all gives the ten points that were wanting."""
    rules = make_rules(finish="at_once", target=550, seven_scores="declared")
    at_table = table(rules, hands={1: "QSa JDa QSb JDb"}).win(1).do("1 declare single-bezique QSa JDa")
    at_table.win(1).do("1 declare double-bezique QSa JDa QSb JDb").spend("QSa JDa QSb JDb").to_last_eight()
    while len(at_table.deal.tricks) < 31:
        at_table.trick()
    before = at_table.scored
    last = at_table.deal.turn
    at_table.trick()
    winner = at_table.deal.tricks[-1].winner
    assert winner == 1, f"seat {last} led the last trick"
    assert at_table.scored == [*before, "1 last-trick 10"]
    assert at_table.winner == (1,)


def test_ruling_17_at_once_with_partners_the_sides_points_are_added() -> None:
    rules = make_rules(players=4, partners=True, finish="at_once", target=540)
    at_table = table(rules, hands={1: "QSa JDa QSb JDb", 3: "QSc JDc"}).win(1)
    at_table.do("1 declare double-bezique QSa JDa QSb JDb", "1 pass", "3 declare single-bezique QSc JDc")
    assert at_table.totals == (0, 500, 0, 40)
    assert at_table.winner == (1, 3)


def test_ruling_17_with_end_of_deal_the_deal_is_played_out() -> None:
    at_table = _at_540(make_rules(target=540))
    assert at_table.winner is None
    at_table.spend("QSa JDa QSb JDb 7Hb").to_end()
    assert len(at_table.deal.tricks) == 32
    assert at_table.game.result == Result((1,), Ending.SCORE)
    assert isinstance(at_table.events[-1], GameEnded)


def test_ruling_17_nobody_at_the_target_the_next_deal() -> None:
    at_table = table(make_rules()).to_end()
    assert at_table.game.result is None
    assert at_table.game.between_deals
    assert at_table.why("0 play 7Ca") is Reason.DEAL_OVER
    assert at_table.legal() == set()
    game = start_deal(at_table.game, 1, ordered_pack(2)[::-1]).game
    assert game.totals == at_table.totals
    assert [mark.deal for mark in game.marks] == [0] * len(game.marks)


def test_ruling_17_totals_of_earlier_deals_count() -> None:
    """A total is carried from deal to deal until it reaches the target."""
    at_table = table(make_rules()).to_end()
    for dealer in (1, 0, 1, 0, 1, 0, 1, 0, 1, 0):
        before = at_table.totals
        at_table.game = start_deal(at_table.game, dealer, ordered_pack(2)).game
        at_table.to_end()
        gained = [sum(m.points for m in at_table.deal.score.marks if m.seat == seat) for seat in range(2)]
        assert at_table.totals == tuple(total + gain for total, gain in zip(before, gained, strict=True))
        if at_table.game.result is not None:
            break
    assert at_table.game.result is not None
    assert max(at_table.totals) >= 1000


# both_out, first on one line of real play, then on every kind of tie.


def _both_out(rules: Rules) -> Table:
    """Seat 0 declares aces, marriage, sequence and kings, seat 1 a double bézique; the deal is played out."""
    at_table = table(
        rules,
        hands={1: "QSa JDa QSb JDb", 0: "AHa KHa QHa ACa ADa ASa QCa"},
        stock="THa 7Ca JHa 7Cb KSa 7Da KCa 7Db KDa 8Ca",
    )
    at_table.spend("7Ca 7Cb 7Da 7Db 8Ca").win(0).do("0 declare four-aces AHa ACa ADa ASa").spend("ACa ADa ASa").win(0)
    at_table.do("0 declare royal-marriage KHa QHa").win(0).do("0 declare sequence AHa THa KHa QHa JHa")
    at_table.spend("THa QHa JHa").win(0).win(0).win(0).do("0 declare four-kings KHa KCa KDa KSa").win(1)
    at_table.do("1 declare double-bezique QSa JDa QSb JDb")
    at_table.kept = 0
    return at_table.to_end()


@pytest.mark.parametrize(
    ("both_out", "winner"),
    [("higher_total", 0), ("less_brisques", 1), ("non_dealer_first", 1), ("last_trick_winner", 0)],
)
def test_ruling_17_both_out_decides_on_one_line_of_play(both_out: str, winner: int) -> None:
    at_table = _both_out(make_rules(target=500, both_out=both_out))
    brisques = at_table.deal.score.brisques
    assert min(at_table.totals) >= 500
    assert at_table.totals[0] > at_table.totals[1]
    assert at_table.totals[0] - brisques[0] < at_table.totals[1] - brisques[1]
    assert at_table.deal.tricks[-1].winner == 0
    assert at_table.winner == (winner,)


def _verdict(
    rules: Rules,
    totals: tuple[int, ...],
    brisques: tuple[int, ...],
    *,
    last: int,
    stock_last: int = 0,
    dealer: int = 0,
    marks: tuple[tuple[int, int], ...] = (),
    carried: tuple[int, ...] | None = None,
) -> tuple[int, ...] | None:
    """Decide a deal that is over: totals with the brisques, who took the last trick, who the last of the stock."""
    law = law_for(rules)
    tricks = [Trick(0, (), 0)] * law.tricks
    tricks[law.first_stage - 1] = Trick(0, (), stock_last)
    tricks[-1] = Trick(0, (), last)
    before = totals
    if not law.brisques_as_taken:
        before = tuple(total - part for total, part in zip(totals, brisques, strict=True))
    ledger = tuple(Mark(0, 1, seat, points, "test") for seat, points in marks)
    base = Base(law, 0, dealer, (), carried or (0,) * rules.players)
    score, result = decide(base, Score(before, ledger, brisques), tuple(tricks))
    assert score.totals == totals
    return result.winner if result is not None else None


@pytest.mark.parametrize("target", [500, 1000, 1500, 2000, 4000])
def test_option_target_is_the_total_that_ends_the_game(target: int) -> None:
    """B: "reaching 1000"; E: "1,000, 2,000, or 4,000 up"; M: "1000 or 2000 points", with three hands 1500."""
    rules = make_rules(target=target)
    assert _verdict(rules, (target, 0), (0, 0), last=0) == (0,)
    assert _verdict(rules, (target - 10, 0), (0, 0), last=0) is None
    at_once = table(make_rules(target=target, finish="at_once"), hands={1: "KCa QCa KDa QDa"}).win(1)
    score = at_once.deal.score._replace(totals=(0, target - 30))
    at_once.game = Game(at_once.game.rules, (at_once.deal._replace(score=score),))
    assert at_once.do("1 declare common-marriage KCa QCa").winner is None
    assert at_once.win(1).do("1 declare common-marriage KDa QDa").winner == (1,)


BOTH_OUT = ("higher_total", "less_brisques", "non_dealer_first", "last_trick_winner")


@pytest.mark.parametrize("both_out", BOTH_OUT)
@pytest.mark.parametrize("brisques", ["as_taken", "end_of_deal"])
def test_ruling_17_one_side_at_the_target_wins_whatever_both_out_says(both_out: str, brisques: str) -> None:
    rules = make_rules(both_out=both_out, brisques=brisques)
    assert _verdict(rules, (1000, 990), (0, 160), last=1, stock_last=1) == (0,)
    assert _verdict(rules, (990, 1000), (0, 160), last=0) == (1,)
    assert _verdict(rules, (990, 990), (80, 80), last=0) is None


@pytest.mark.parametrize("brisques", ["as_taken", "end_of_deal"])
@pytest.mark.parametrize(
    ("totals", "brisque_points", "last", "dealer", "winner"),
    [
        ((1020, 1010), (160, 0), 1, 0, 0),
        ((1010, 1020), (0, 160), 0, 0, 1),
        ((1010, 1010), (60, 100), 1, 0, 0),  # equal: without the brisques
        ((1010, 1010), (100, 60), 0, 0, 1),
        ((1010, 1010), (80, 80), 0, 0, 0),  # still equal: the taker of the last trick
        ((1010, 1010), (80, 80), 1, 0, 1),
        ((1020, 1020, 1010), (80, 80, 80), 2, 0, 1),  # taken by none of them: the first from the dealer's left
        ((1020, 1020, 1010), (80, 80, 80), 2, 1, 0),
        ((1020, 1010, 1020), (80, 80, 80), 1, 1, 2),
        ((1020, 1020, 1020), (80, 80, 80), 2, 0, 2),
        ((1020, 1020, 1020), (100, 80, 80), 0, 2, 1),  # the third fell out by its brisques
    ],
)
def test_ruling_17_higher_total(
    brisques: str,
    totals: tuple[int, ...],
    brisque_points: tuple[int, ...],
    last: int,
    dealer: int,
    winner: int,
) -> None:
    rules = make_rules("modern", len(totals), target=1000, brisques=brisques, both_out="higher_total")
    assert _verdict(rules, totals, brisque_points, last=last, dealer=dealer) == (winner,)


@pytest.mark.parametrize("taker", [0, 1])
def test_ruling_17_higher_total_ties_go_to_the_taker_of_the_last_trick_of_all(taker: int) -> None:
    """Ours: also where the ten for the last trick are given for the one that empties the stock."""
    rules = make_rules(both_out="higher_total", last_trick="before_last_eight")
    assert _verdict(rules, (1010, 1010), (80, 80), last=taker, stock_last=1 - taker) == (taker,)


@pytest.mark.parametrize(
    ("totals", "brisque_points", "last", "dealer", "winner"),
    [
        ((1100, 1010), (160, 0), 0, 0, 1),
        ((1010, 1100), (0, 160), 1, 0, 0),
        ((1060, 1040), (90, 70), 1, 0, 1),  # a tie: the taker of the last trick, not the higher total
        ((1060, 1040), (90, 70), 0, 0, 0),
        ((1060, 1040, 1000), (90, 70, 80), 2, 0, 1),  # taken by a third: the first from the dealer's left
        ((1060, 1040, 1000), (90, 70, 80), 2, 1, 0),
        ((1060, 1040, 990), (90, 70, 0), 0, 1, 0),  # who is not out does not count
    ],
)
def test_ruling_17_less_brisques(
    totals: tuple[int, ...], brisque_points: tuple[int, ...], last: int, dealer: int, winner: int
) -> None:
    """E 123 x: "the highest number of points, less the aces and tens in the last deal"; then the last trick."""
    rules = make_rules("enquire", len(totals), target=1000)
    assert _verdict(rules, totals, brisque_points, last=last, dealer=dealer) == (winner,)


@pytest.mark.parametrize(("where", "winner"), [("final", 1), ("before_last_eight", 0)])
def test_ruling_17_less_brisques_ties_go_to_the_last_trick_that_counts(where: str, winner: int) -> None:
    """E 123 viii lets the twenty-fourth be "the last trick"; E 123 x: "If still a tie, the taker of the last trick"."""
    rules = make_rules("enquire", last_trick=where)
    assert _verdict(rules, (1060, 1040), (90, 70), last=1, stock_last=0) == (winner,)
    assert _verdict(rules, (1040, 1060), (70, 90), last=1, stock_last=0) == (winner,)


@pytest.mark.parametrize(
    ("marks", "winner"),
    [
        (((0, 100), (1, 300)), 0),
        (((1, 300), (0, 300)), 1),
        (((0, 90), (1, 100), (0, 10)), 1),  # 990 is not out
        (((0, 20), (1, 90), (0, 80), (1, 10)), 0),
        (((0, 100), (0, -10), (1, 100), (0, 10)), 1),  # who fell below the target again counts from the second time
    ],
)
def test_ruling_17_non_dealer_first_goes_by_the_ledger(marks: tuple[tuple[int, int], ...], winner: int) -> None:
    rules = make_rules(both_out="non_dealer_first", brisques="as_taken")
    gained = [sum(points for seat, points in marks if seat == each) for each in range(2)]
    totals = (900 + gained[0], 900 + gained[1])
    assert _verdict(rules, totals, (0, 0), last=1 - winner, marks=marks, carried=(900, 900)) == (winner,)


@pytest.mark.parametrize("dealer", [0, 1])
def test_ruling_17_non_dealer_first_lets_the_dealer_count_brisques_last(dealer: int) -> None:
    """E 123 x: "The non-dealer scores aces and tens first"."""
    rules = make_rules(both_out="non_dealer_first")
    verdict = _verdict(rules, (1040, 1010), (100, 60), last=dealer, dealer=dealer, carried=(940, 950))
    assert verdict == (1 - dealer,)


@pytest.mark.parametrize(("where", "winner"), [("final", 1), ("before_last_eight", 0)])
def test_ruling_17_last_trick_winner_goes_by_the_last_trick_that_counts(where: str, winner: int) -> None:
    """B note 4: "precedence is given to the winner of the so-called last trick"."""
    rules = make_rules("britannica", last_trick=where, brisques="end_of_deal", finish="end_of_deal")
    assert _verdict(rules, (1010, 1010), (80, 80), last=1, stock_last=0) == (winner,)
    totals = (1000, 1100) if winner == 0 else (1100, 1000)
    assert _verdict(rules, totals, (80, 80), last=1, stock_last=0) == (winner,)


@pytest.mark.parametrize(
    ("totals", "brisque_points", "winner"),
    [
        ((1020, 1010, 900), (80, 80, 80), 0),
        ((1010, 1020, 900), (80, 80, 80), 1),
        ((1100, 1010, 900), (160, 0, 80), 0),  # the higher total, brisques and all
        ((1020, 1020, 900), (90, 70, 80), 1),
        ((1020, 1020, 900), (80, 80, 80), 1),  # the last trick is no one's of them: from the dealer's left
    ],
)
def test_ruling_17_last_trick_winner_who_is_not_out_leaves_it_to_the_higher_total(
    totals: tuple[int, ...], brisque_points: tuple[int, ...], winner: int
) -> None:
    rules = make_rules("britannica", 3, finish="end_of_deal")
    assert _verdict(rules, totals, brisque_points, last=2, stock_last=2) == (winner,)


def test_ruling_17_last_trick_winner_ties_go_to_the_taker_of_the_last_trick_of_all() -> None:
    rules = make_rules("britannica", 3, finish="end_of_deal")
    assert _verdict(rules, (1020, 1020, 900), (80, 80, 80), last=0, stock_last=2) == (0,)


def test_ruling_17_with_partners_sides_are_compared() -> None:
    rules = make_rules(players=4, partners=True, target=1000)
    assert _verdict(rules, (700, 300, 310, 700), (0, 0, 0, 0), last=1) == (0, 2)
    assert _verdict(rules, (700, 300, 300, 700), (40, 0, 0, 80), last=3) == (0, 2)
    assert _verdict(rules, (700, 300, 300, 700), (40, 20, 40, 60), last=3) == (1, 3)
    assert _verdict(rules, (990, 0, 0, 990), (0, 0, 0, 0), last=3) is None


def test_ruling_17_at_once_brisques_counted_at_the_end_are_all_marked_before_both_out_decides() -> None:
    rules = make_rules(finish="at_once", both_out="higher_total")
    assert _verdict(rules, (1100, 1010), (60, 100), last=1, dealer=0) == (0,)
    assert _verdict(rules, (1100, 1010), (60, 100), last=1, dealer=1) == (0,)
