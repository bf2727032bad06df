"""What the cards gave is nothing on average, whatever the weights are and whatever the players do."""

from __future__ import annotations

from itertools import pairwise, permutations
from random import Random

import pytest

from bot.coach.luck import (
    KNOTS,
    SPREAD,
    TERMS,
    WEIGHTS,
    Event,
    _marriage,
    circumstances_of,
    drawn,
    events_of,
    kind_of,
    lead,
    weighed,
)
from bot.engine import Deal
from bot.engine.actions import PASSES
from bot.engine.cards import CLUBS, NO_CARD, SEVEN, mask_of, parse_card
from bot.engine.law import law_for
from bot.engine.moves import advance
from tests.house.positions import RULES, opened
from tests.table_builder import make_rules, table

from .dealt import dealt


def moments(name: str, seed: int, *, greedy: float | None = 0.7) -> list[Deal]:
    """Return every moment of a deal."""
    return [deal for _, deal in dealt(RULES[name], seed, greedy=greedy)]


def with_stock(deal: Deal, stock: tuple[int, ...]) -> Deal:
    """Return a deal whose stock lies in another order."""
    deck = deal.base.deck
    return deal._replace(base=deal.base._replace(deck=deck[: len(deck) - len(stock)] + stock))


def stock_of(deal: Deal) -> tuple[int, ...]:
    deck = deal.base.deck
    return deck[len(deck) - deal.left + (deal.turn_up != NO_CARD) :]


def gave(before: Deal, after: Deal) -> list[tuple[float, ...]]:
    """Return what each card drawn gave to the seats."""
    kind = kind_of(before.law)
    assert kind is not None
    return [tuple(weighed(terms, each.stage, kind) for terms in each.terms) for each in drawn(before, after)]


@pytest.mark.parametrize("name", [name for name, rules in RULES.items() if kind_of(law_for(rules)) is not None])
def test_over_all_orders_of_the_stock_a_draw_gives_nobody_anything(name: str) -> None:
    looked = 0
    for before, after in pairwise(moments(name, 7)):
        if not after.left < before.left:
            continue
        stock, n = stock_of(before), before.law.players
        if not 2 <= len(stock) <= (7 if n < 4 else 5):
            continue
        total = [0.0] * n
        for first in permutations(stock, min(n, len(stock))):
            rest = tuple(card for card in stock if card not in first)
            there = with_stock(before, first + rest)
            for points in gave(there, advance(there, PASSES[before.turn])):
                total = [one + other for one, other in zip(total, points, strict=True)]
        assert total == pytest.approx([0.0] * n, abs=1e-6)
        looked += 1
    assert looked


@pytest.mark.parametrize("name", ["modern 2", "enquire 3", "partners", "without a trump", "63 cards"])
def test_over_all_ways_to_give_the_same_hands_the_deal_gives_nobody_anything(name: str) -> None:
    deal = opened(RULES[name], 11)
    n = deal.law.players
    total = [0.0] * n
    for hold in permutations(deal.hold):
        hands = next(each for each in events_of([deal._replace(hold=hold)]) if each.card == NO_CARD)
        total = [one + other for one, other in zip(total, hands.points, strict=True)]
        assert sum(hands.points) == pytest.approx(0.0)
    assert total == pytest.approx([0.0] * n, abs=1e-6)


def test_over_all_cards_that_could_be_turned_up_the_dealers_seven_gives_nothing() -> None:
    deal = opened(RULES["modern 2"], 12)
    unseen = (*stock_of(deal), deal.turn_up)
    total = 0.0
    for card in unseen:
        rest = tuple(each for each in unseen if each != card)
        there = with_stock(deal._replace(turn_up=card), rest)
        seven = next(each for each in events_of([there]) if each.card == card)
        assert (seven.points[deal.base.dealer] > 0) == (card & 7 == SEVEN)
        total += seven.points[deal.base.dealer]
    assert total == pytest.approx(0.0)


@pytest.mark.parametrize("name", ["modern 2", "britannica 3", "partners"])
def test_what_a_draw_gave_does_not_depend_on_what_came_later(name: str) -> None:
    found = moments(name, 13)
    for at, (before, after) in enumerate(pairwise(found)):
        if not after.left < before.left or not 8 < len(stock_of(after)) < 20:
            continue
        later = list(stock_of(after))
        Random(at).shuffle(later)
        taken = stock_of(before)[: before.law.players]
        other = with_stock(before, (*taken, *later))
        assert gave(other, after) == gave(before, after)


def test_a_card_is_luck_for_who_waits_for_it_and_none_where_all_follows_from_what_lies_open() -> None:
    at = table(make_rules(), hands={0: "QSa QSb JDa"}, stock="JDb 8Ca").win(0)
    before = at.deal
    events = [each for each in drawn(before, at.draw().deal) if each.card == parse_card("JDb")]
    points = [weighed(terms, events[0].stage, "two") for terms in events[0].terms]
    assert points[0] > 100
    assert abs(points[1]) < 20
    at = table(make_rules()).to_last_declaring()
    assert drawn(at.deal, at.draw().deal) == []


def test_a_marriage_is_as_near_with_its_king_as_with_its_queen_and_farther_with_neither() -> None:
    deal = table(make_rules(), turn_up="9Ha").deal

    def prospect(held: str) -> float:
        hold = mask_of([parse_card(held)])
        moment = circumstances_of(deal, mask_of(deal.law.pack) & ~hold, 40)
        return sum(amount for _, amount in _marriage(moment, hold, CLUBS))

    assert prospect("KCa") == prospect("QCa") > prospect("8Ca") > 0


@pytest.mark.parametrize(("name", "seat"), [("modern 3", 1), ("partners", 2), ("modern 2", 0)])
def test_what_one_side_is_given_the_others_are_not(name: str, seat: int) -> None:
    law = opened(RULES[name], 1).law
    points = [float(3**each) for each in range(law.players)]
    whole = sum(lead(law, points, side[0]) for side in law.side_seats)
    assert whole == pytest.approx(0.0)
    assert lead(law, [1.0 if law.sides[each] == law.sides[seat] else 0.0 for each in range(law.players)], seat) > 0


def test_every_term_has_its_weights_and_every_table_knows_how_far_it_is_off() -> None:
    kinds = {kind_of(opened(rules, 1).law) for rules in RULES.values()} - {None}
    assert kinds == set(SPREAD) == set(WEIGHTS)
    for weights in WEIGHTS.values():
        assert [len(knot) for knot in weights] == [TERMS] * KNOTS
    assert all(spread > 0 for spread in SPREAD.values())


@pytest.mark.deep
def test_luck_is_most_of_what_a_deal_between_equals_comes_to() -> None:
    """The long version, over thousands of deals of *regular* players, is ``benchmarks/fitting/luck.py show``."""
    margins, rest = 0.0, 0.0
    for seed in range(24):
        found = moments("modern 2", seed, greedy=None)
        events: list[Event] = events_of(found)
        margin = lead(found[0].law, found[-1].score.totals, 0)
        luck = sum(lead(found[0].law, each.points, 0) for each in events)
        margins += margin**2
        rest += (margin - luck) ** 2
    assert rest < margins / 2
