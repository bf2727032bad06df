"""What hands are judged by where a sample ends."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from benchmarks.fitting.judgement import LEAD, Looked, Units, ahead, play
from benchmarks.fitting.least_squares import KNOTS, solved
from benchmarks.house_arena import TABLES
from bot.engine import PRESETS, Deal, Phase
from bot.engine.deal import open_deal
from bot.engine.law import Law, law_for
from bot.engine.moves import advance
from bot.house.learned import JUDGED_WIDTH, flat, judged, kind_of, shaped
from bot.house.moments import unseen, worth_of
from bot.house.policy import Mind
from bot.house.weights import TUNED


def law_of(table: str, preset: str = "modern") -> Law:
    players, partners = TABLES[table]
    changes: dict[str, bool | int | str] = {"partners": True} if partners else {}
    return law_for(PRESETS[preset].rules(players).changed({"target": 10000, **changes}))


def begun(law: Law, tricks: int, seed: int) -> Deal:
    """Return a moment of a deal among regulars, after so many tricks."""
    rng = random.Random(seed)
    deal = open_deal(law, 0, 0, tuple(rng.sample(law.pack, len(law.pack))), (0,) * law.players)
    while len(deal.tricks) < tricks or deal.phase is not Phase.PLAY:
        deal = advance(deal, Mind(deal, deal.turn, TUNED).act(deal))
    return deal


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("tricks", [0, 17, 24])
def test_what_is_learned_is_just_what_is_judged(table: str, tricks: int) -> None:
    law = law_of(table)
    deal = begun(law, tricks, 7 * tricks + len(table))
    pool = unseen(deal, 0)
    row = flat(judged(kind_of(law), deal.left // law.players))
    worth, units = worth_of(deal, TUNED, pool, judging=True), Units(Looked(deal, 0, pool, 0))
    for seat in range(law.players):
        counted = sum(a * b for a, b in zip(row, units.counts(seat), strict=True))
        assert counted == pytest.approx(worth.hand(deal.hold[seat], deal.exposed, deal.declared.used)[0])


@pytest.mark.parametrize("table", ["2", "3", "4", "partners"])
def test_between_two_rows_the_numbers_go_over_into_each_other(table: str) -> None:
    for low, high in pairwise(KNOTS):
        one, other = flat(judged(table, low)), flat(judged(table, high))
        assert len(one) == JUDGED_WIDTH
        for turns in range(low, high):
            share = (turns - low) / (high - low)
            expected = [a + share * (b - a) for a, b in zip(one, other, strict=True)]
            assert flat(judged(table, turns)) == pytest.approx(expected)
    assert judged(table, KNOTS[-1]) == judged(table, KNOTS[-1] + 9)


def test_a_row_keeps_its_numbers_in_their_order() -> None:
    numbers = [float(each) for each in range(JUDGED_WIDTH)]
    assert flat(shaped(numbers)) == numbers


@pytest.mark.parametrize("table", TABLES)
def test_a_deal_is_looked_at_once_for_each_trick_and_for_one_side_against_the_rest(table: str) -> None:
    law = law_of(table)
    rows = play(law, random.Random(3))
    assert [turns for turns, _, _ in rows] == sorted((turns for turns, _, _ in rows), reverse=True)
    assert {turns for turns, _, _ in rows} >= set(range(law.first_stage - 3))
    assert all(counted[LEAD] in (1.0, ahead(law, 0, [0.0] * (law.players - 1) + [1.0])) for _, counted, _ in rows)


def test_equations_are_solved() -> None:
    assert solved([[4.0, 1.0, 9.0], [1.0, 3.0, 5.0]]) == pytest.approx([2.0, 1.0])


@pytest.mark.parametrize("preset", sorted(name for name, book in PRESETS.items() if book.game == "bezique"))
def test_every_rule_book_is_judged(preset: str) -> None:
    law = law_of("two", preset)
    deal = begun(law, 8, 5)
    worth = worth_of(deal, TUNED, unseen(deal, 0), ahead=4, judging=True)
    values = [worth.hand(hold, deal.exposed, deal.declared.used)[0] for hold in deal.hold]
    assert all(-300 < value < 900 for value in values)
