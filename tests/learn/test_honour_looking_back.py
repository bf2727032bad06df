"""Looking back at honour deals: a step for each trick, and sheets without declarations that were taken back."""

from __future__ import annotations

import pytest

from bot.engine import Phase
from bot.engine.combinations import BY_NAME
from bot.tables.values.history import history_of
from bot.ui.text.deals import marks_of, most_declared, standing
from cogs.archive.replay import replay_page, steps_of
from tests.honour_table import honour_rules, honour_table
from tests.ui.at_board import NAMES, texts_of
from tests.ui.honour_boards import mischief, played_out


@pytest.mark.sweep
@pytest.mark.parametrize(("players", "partners"), [(2, False), (4, True)])
def test_replay_has_a_step_for_each_trick_whatever_was_done_between(players: int, *, partners: bool) -> None:
    for column in ("britannica", "modern"):
        table = played_out(honour_rules(column, players, partners=partners), 3).table(NAMES)
        history = history_of(table, 0)
        steps = steps_of(history)
        assert [step.number for step in steps] == list(range(len(table.game.deals[0].tricks) + 1))
        for step in steps[1:]:
            first, last = step.history[0].deal, step.history[-1].deal
            assert len(first.tricks) == step.number - 1
            assert not first.trick
            assert len(last.tricks) == step.number
            assert "Trick" in "\n".join(texts_of(replay_page(table, 0, step.number)))


def test_declaration_that_was_taken_back_is_in_no_sheet_and_no_count() -> None:
    table = honour_table("modern", hands={0: "KSa QDa JDa"}).win(0)
    table.do("0 declare common-marriage KSa QDa", "1 claim wrong-declaration")
    assert [mark.points for mark in table.deal.score.marks] == [20, -20]
    assert marks_of(table.game) == []
    assert most_declared(marks_of(table.game), 2)[1:] == (0, 0)


def test_of_two_declarations_the_one_that_stands_is_kept() -> None:
    table = honour_table("modern", declarations_per_trick="many", announce=False, hands={0: "KSa QSa KCa QDa"}).win(0)
    table.do("0 declare common-marriage KCa QDa", "0 declare common-marriage KSa QSa", "1 claim wrong-declaration")
    (left,) = standing(table.deal.score.marks, table.deal.declared.melds)
    assert (left.seat, left.reason, left.points) == (0, "common-marriage", 20)


@pytest.mark.deep
def test_sheet_of_a_deal_adds_up_after_every_claim() -> None:
    for column in ("britannica", "enquire"):
        *_, last = mischief(honour_rules(column, 3), 5)
        deal = last.game().deals[0]
        assert deal.phase is Phase.CLAIM
        left = standing(deal.score.marks, deal.declared.melds)
        for seat in range(3):
            assert sum(mark.points for mark in left if mark.seat == seat) == deal.score.totals[seat]
        counted = sum(mark.reason in BY_NAME for mark in left)
        assert counted == len(deal.declared.melds)
