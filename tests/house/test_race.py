"""Within reach of the target it is the game that counts: what is certain for who leads, what may come for who lags."""

from __future__ import annotations

import pytest

from bot.engine import PRESETS, Deal, build_rules
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.policy import Mind, unseen
from bot.house.race import Race, race_for
from bot.house.search import Playout
from bot.house.weights import TUNED

from .positions import RULES, opened

TURNS = 8


def law(players: int = 2, **changes: bool | int | str) -> Law:
    return law_for(build_rules("modern", players, changes))


def worth(sides: tuple[float, ...], lead: float, *, players: int = 2, turns: int = TURNS) -> float:
    """Return what a lead is worth to the first side with these points counted."""
    half = lead / 2
    ahead = [sides[0] + half, *(each - half for each in sides[1:])]
    return Race(law(players), turns).value(sides, ahead, 0, turns, over=False)


@pytest.mark.parametrize("preset", PRESETS)
def test_far_from_the_target_points_are_what_counts(preset: str) -> None:
    compiled = law_for(PRESETS[preset].rules(2))
    target = compiled.target
    assert race_for(compiled, (0.0, 0.0), 2, 0) is None
    assert race_for(compiled, (target - 100.0, 0.0), 20, 16) is not None


def test_where_one_deal_is_the_game_it_counts_from_the_first_card() -> None:
    assert race_for(law(length="one_deal"), (0.0, 0.0), 24, 20) is not None


def test_a_lead_is_worth_more_the_greater_it_is_and_nothing_where_all_is_even() -> None:
    values = [worth((900.0, 900.0), lead) for lead in (-200, -50, 0, 50, 200)]
    assert values == sorted(values)
    assert values[2] == pytest.approx(0.0)
    assert values[4] == pytest.approx(-values[0])


def test_who_leads_prefers_what_is_certain_and_who_lags_what_may_come() -> None:
    def gamble(lead: float) -> float:
        return (worth((900.0, 900.0), lead - 80) + worth((900.0, 900.0), lead + 80)) / 2

    assert worth((900.0, 900.0), 120) > gamble(120)
    assert worth((900.0, 900.0), -120) < gamble(-120)


def test_at_an_even_score_a_point_of_lead_is_worth_about_a_point() -> None:
    assert worth((900.0, 900.0), 1.0) == pytest.approx(1.0, abs=0.25)


def test_the_same_lead_decides_less_where_the_game_may_go_on() -> None:
    assert worth((900.0, 900.0), 100) > worth((620.0, 620.0), 100) > 0


def test_of_two_opponents_the_one_who_is_ahead_has_to_be_beaten() -> None:
    level = worth((900.0, 900.0, 900.0), 60, players=3)
    assert worth((900.0, 900.0, 700.0), 60, players=3) == pytest.approx(level)
    assert worth((900.0, 990.0, 900.0), 60, players=3) < level


def test_a_game_that_is_won_is_worth_more_than_any_lead() -> None:
    assert Race(law(), TURNS).won > worth((900.0, 900.0), 300)


def at(deal: Deal, totals: tuple[int, int], brisques: tuple[int, int]) -> Deal:
    """Return a deal with other points and brisques taken."""
    return deal._replace(
        score=deal.score._replace(totals=totals, marks=(), brisques=brisques), base=deal.base._replace(carried=totals)
    )


def test_brisques_taken_before_the_decision_count_in_the_race() -> None:
    """The same lead is the same, whether it was marked already or lies in the tricks."""
    deal = opened(RULES["modern 2"], 3)
    while len(deal.tricks) < 12:
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    target = deal.law.target
    values = []
    for totals, brisques in (((target - 90, target - 150), (10, 70)), ((target - 80, target - 80), (0, 0))):
        moment = at(deal, totals, brisques)
        playout = Playout(moment, moment.turn, TUNED, 2, unseen(moment, moment.turn))
        assert playout.race is not None
        values.append(playout.value(moment))
    assert values[0] == pytest.approx(values[1])
