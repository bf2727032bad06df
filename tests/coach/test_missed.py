"""What was missed and what a declaration barred, counted from real deals and told with the rule."""

from __future__ import annotations

import pytest

from bot.coach.lookback import TURNS, lookback_of
from bot.coach.missed import SEVEN_SHOWN, Allowed, Barred, Missed, Step, barred, missed, steps_of
from bot.engine import Action, Deal
from bot.engine.cards import NO_CARD, parse_card
from bot.engine.deal import open_deal
from bot.engine.moves import advance
from bot.engine.reasons import Reason
from tests.house.positions import RULES
from tests.table_builder import Table, make_rules, table

from .dealt import dealt


def moments_of(at: Table) -> list[tuple[Action | None, Deal]]:
    """Return every moment of the deal that was played at a table."""
    base = at.deal.base
    deal = open_deal(base.law, base.number, base.dealer, base.deck, base.carried)
    found: list[tuple[Action | None, Deal]] = [(None, deal)]
    for action in at.done:
        deal = advance(deal, action)
        found.append((action, deal))
    return found


def steps(at: Table) -> list[Step]:
    return steps_of(moments_of(at), 0)


def told(at: Table, seat: int = 0) -> list[tuple[str, int, int, Allowed]]:
    return [(each.name, each.trick, each.points, each.allowed) for each in missed(steps(at), seat)]


def cost(at: Table, seat: int = 0) -> list[tuple[str, str, int, Reason]]:
    return [(each.by, each.name, each.points, each.reason) for each in barred(steps(at), seat)]


def test_combination_that_was_held_and_never_declared_is_missed_once_however_often_it_could_be() -> None:
    at = table(make_rules(), hands={0: "KSa QSa"}).win(0).draw().win(0).draw().win(1).draw()
    (found,) = missed(steps(at), 0)
    assert (found.name, found.trick, found.points, found.times) == ("common-marriage", 1, 20, 2)
    assert found.cards == 1 << parse_card("KSa") | 1 << parse_card("QSa")
    assert found.allowed is Allowed.HELD
    assert missed(steps(at), 1) == []
    # What the house passed over for an absent member is not theirs.
    assert missed(steps(at), 0, frozenset(each.at for each in steps(at) if each.action.verb == "pass")) == []


def test_what_is_declared_later_is_not_missed() -> None:
    at = table(make_rules(), hands={0: "KSa QSa"}).win(0).draw().win(0).do("0 declare common-marriage KSa QSa")
    assert told(at.draw()) == []


def test_second_copy_takes_the_place_of_the_first_and_two_pairs_are_two() -> None:
    at = table(make_rules(), hands={0: "KSa QSa KSb QSb"}).win(0).draw()
    assert told(at) == [("common-marriage", 1, 20, Allowed.HELD)] * 2
    at = table(make_rules(), hands={0: "KSa QSa KSb QSb"}).win(0).draw().win(0)
    at.do("0 declare common-marriage KSb QSb").draw()
    assert told(at) == [("common-marriage", 1, 20, Allowed.HELD)]


def test_whoever_used_the_turn_for_something_else_missed_nothing() -> None:
    at = table(make_rules(announce=False), hands={0: "KSa QSa JDa"}).win(0)
    assert told(at.do("0 declare single-bezique QSa JDa").draw()) == []


def test_where_several_may_be_declared_the_rest_is_missed_by_that_rule() -> None:
    rules = make_rules(declarations_per_trick="many", announce=False)
    at = table(rules, hands={0: "KSa QSa QDa JDa KDa"}).win(0).do("0 declare common-marriage KSa QSa").draw()
    assert told(at) == [("common-marriage", 1, 20, Allowed.MANY)]


def test_cards_on_the_table_serve_again_beside_a_new_one() -> None:
    at = table(make_rules(announce=False), hands={0: "QSa JDa KSa"}).win(0)
    at.do("0 declare single-bezique QSa JDa").draw().win(0).draw()
    assert told(at) == [("common-marriage", 2, 20, Allowed.TOGETHER)]


def test_announcement_that_lapses_is_missed_by_its_own_rule() -> None:
    at = table(make_rules(), hands={0: "KHa QHa JHa AHa THa"}).win(0)
    at.do("0 declare sequence AHa THa KHa QHa JHa").draw()
    assert Allowed.ANNOUNCED not in {each.allowed for each in missed(steps(at), 0)}
    at = table(make_rules(), hands={0: "QSa JDa KSa QCa QDa QHa"}).win(0)
    at.do("0 declare four-queens QCa QDa QHa QSa").draw().win(0)
    at.do("0 declare single-bezique QSa JDa", "0 pass").draw()
    assert ("common-marriage", 1, 20, Allowed.HELD) not in told(at)


def test_old_cards_and_joining_beziques_are_told_by_their_options() -> None:
    rules = make_rules("enquire", new_card=False)
    at = table(rules, hands={0: "KSa QSa QDa QCa QHa KDa"}).win(0)
    at.do("0 declare four-queens QCa QDa QHa QSa").draw().win(0)
    at.do("0 declare common-marriage KSa QSa").draw().win(0).do("0 declare common-marriage QDa KDa").draw()
    assert told(at) == []
    rules = make_rules("enquire", double_from_singles=True)
    at = table(rules, hands={0: "QSa JDa QSb JDb"}).win(0).do("0 declare single-bezique QSa JDa").draw().win(0)
    at.do("0 declare single-bezique QSb JDb").draw().win(0).draw()
    assert told(at) == [("double-bezique", 3, 500, Allowed.JOINED)]


def test_partner_of_the_winner_missed_a_turn_of_their_own() -> None:
    at = table(make_rules(players=4, partners=True), hands={2: "KSa QSa"}).win(0)
    assert told(at.draw(), seat=2) == [("common-marriage", 1, 20, Allowed.PARTNER)]


def test_seven_that_could_have_been_shown_is_missed_where_sevens_are_declared() -> None:
    at = table(make_rules("britannica", seven_scores="declared"), hands={0: "7Ha"}, turn_up="7Hb").win(0).draw()
    assert told(at) == [(SEVEN_SHOWN, 1, 10, Allowed.SHOWN)]
    at = table(make_rules("britannica", seven_scores="declared"), hands={0: "7Ha"}, turn_up="7Hb").win(0)
    assert told(at.do("0 show 7Ha").draw()) == []


def test_sequence_declared_first_costs_its_own_marriage() -> None:
    at = table(make_rules(announce=False), hands={0: "AHa THa KHa QHa JHa"}).win(0)
    at.do("0 declare sequence AHa THa KHa QHa JHa").draw().win(0).draw()
    assert cost(at) == [("sequence", "royal-marriage", 40, Reason.SEQUENCE_PAIR)]
    at = table(make_rules(announce=False), hands={0: "AHa THa KHa QHa JHa"}).win(0)
    at.do("0 declare royal-marriage KHa QHa").draw().win(0)
    assert cost(at.do("0 declare sequence AHa THa KHa QHa JHa").draw().win(0).draw()) == []


def test_two_single_beziques_cost_the_double() -> None:
    at = table(make_rules(announce=False), hands={0: "QSa JDa QSb JDb"}).win(0)
    at.do("0 declare single-bezique QSa JDa").draw().win(0)
    assert cost(at) == []
    at.do("0 declare single-bezique QSb JDb").draw().win(0).draw()
    assert cost(at) == [("single-bezique", "double-bezique", 500, Reason.ONLY_LOWER_BEZIQUES)]


def test_locked_bezique_costs_the_marriage_of_its_queen() -> None:
    at = table(make_rules("parlour"), hands={0: "QSa JDa KSa"}).win(0)
    at.do("0 declare single-bezique QSa JDa").draw().win(0).draw()
    assert cost(at) == [("single-bezique", "common-marriage", 20, Reason.BEZIQUE_LOCKED)]


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["modern 2", "enquire 3", "partners", "without a trump", "everything else", "doubles"])
def test_whatever_is_told_could_have_been_and_never_was(name: str) -> None:
    found: list[Missed | Barred] = []
    for seed in range(4):
        moments = dealt(RULES[name], 60 + seed, greedy=0.2)
        last = moments[-1][1]
        for seat in range(RULES[name].players):
            here = steps_of(moments, 0)
            looked = lookback_of([moments], seat)
            assert list(looked.missed) == missed(here, seat)
            assert list(looked.barred) == barred(here, seat)
            told: list[Missed | Barred] = [*looked.missed, *looked.barred]
            found += told
            for each in told:
                kind = None if each.name == SEVEN_SHOWN else last.law.rows[each.name].kind
                made = [meld for meld in last.declared.melds if meld.seat == seat and meld.row.kind is kind]
                assert not any(meld.cards & each.cards for meld in made)
            assert sum(deal.luck or 0 for deal in looked.deals) == pytest.approx(looked.luck)
            assert len(looked.turns) <= TURNS
            assert all(bool(turn.marks) != (turn.card != NO_CARD) for turn in looked.turns)
    assert found


def test_lead_that_was_never_lost_again_is_told_from_the_trick_that_brought_it() -> None:
    at = table(make_rules(target=10000), hands={0: "KSa QSa", 1: "QDa KDa"}).win(0)
    at.do("0 declare common-marriage KSa QSa").draw()
    at.win(1).do("1 declare common-marriage QDa KDa").draw()
    looked = lookback_of([moments_of(at)], 0)
    assert looked.leads_since is None
    at.to_end()
    looked = lookback_of([moments_of(at)], 0)
    totals = at.totals
    if looked.leads_since is not None:
        side, number, _ = looked.leads_since
        assert totals[side] == max(totals)
        assert number == 0
