"""What *regular* weighs, and how *strong* compares: moments made by hand, in which one thing decides."""

from __future__ import annotations

import pytest

from bot.engine import PRESETS, Deal, Phase
from bot.engine.cards import HEARTS, cards_of, mask_of, parse_card
from bot.engine.combinations import Kind
from bot.engine.deal import Declared, Trick, open_deal
from bot.engine.law import law_for
from bot.house.policy import Mind
from bot.house.search import _Guess, _Sampled, _weigh
from bot.house.weights import TUNED


def cards(text: str) -> int:
    return mask_of(parse_card(each) for each in text.split())


def last_trick_before_the_stock_is_gone(*, other: str, to_be_drawn: str) -> Deal:
    """Return a moment with a bézique and a second queen of spades open opposite, and one card to be drawn."""
    law = law_for(PRESETS["modern"].rules(2))
    mine, open_opposite = cards("AHa QCa 8Ca 8Da 9Da 9Ca 7Sa 8Sa"), cards("QSa QSb JDa")
    theirs = open_opposite | cards(other)
    turn_up, drawn = parse_card("8Ha"), parse_card(to_be_drawn)
    gone = cards_of(mask_of(law.pack) & ~(mine | theirs | 1 << turn_up | 1 << drawn))
    deck = (*cards_of(mine | theirs), turn_up, *gone, drawn)
    used = [0] * len(Kind)
    used[Kind.SINGLE_BEZIQUE] = cards("QSa JDa")
    used[Kind.FOUR_QUEENS] = cards("QSb")
    return open_deal(law, 0, 1, deck, (0, 0))._replace(
        hold=(mine, theirs),
        exposed=open_opposite,
        trump=HEARTS,
        turn_up=turn_up,
        left=2,
        phase=Phase.PLAY,
        turn=0,
        leader=0,
        tricks=tuple(Trick(0, (gone[at], gone[at + 1]), 0) for at in range(0, len(gone), 2)),
        declared=Declared(tuple(used), (), (None, None), 0, open_opposite),
    )


@pytest.mark.parametrize("closed", ["JDb KCa ACa 9Ha TDa", "7Da KCa ACa 9Ha TDa"])
def test_the_last_turn_to_declare_is_kept_from_somebody_who_may_have_a_double_bezique_or_not(closed: str) -> None:
    drawn = "7Da" if "JDb" in closed else "JDb"
    deal = last_trick_before_the_stock_is_gone(other=closed, to_be_drawn=drawn)
    assert Mind(deal, 0, TUNED).play(deal).cards == (parse_card("AHa"),)


def test_the_ace_of_trumps_is_kept_where_the_knave_that_is_missing_is_gone() -> None:
    deal = last_trick_before_the_stock_is_gone(other="7Db KCa ACa 9Ha TDa", to_be_drawn="7Da")
    assert Mind(deal, 0, TUNED).play(deal).cards != (parse_card("AHa"),)


def test_what_befalls_all_candidates_alike_tells_none_from_another() -> None:
    def ahead(luck: float) -> float:
        one, other = _Sampled(), _Sampled()
        for group in range(4):
            one.values.append(10.0 * group + luck * group)
            other.values.append(5.0 + luck * group)
        _weigh([one, other], [0, 1], _Guess([30.0, 0.0], 8.0))
        return one.points - other.points

    assert ahead(100.0) == pytest.approx(ahead(0.0))
