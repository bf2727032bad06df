"""An imagined deal looks exactly like the real one from its seat, and its hidden cards lie at random."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine import Phase, View, observe_deal
from bot.engine.cards import SUIT_MASKS, cards_of, mask_of
from bot.engine.legality import legal_moves
from bot.engine.moves import advance
from bot.house.imagine import Imagination

from .positions import RULES, opened, played


@pytest.mark.sweep
@pytest.mark.parametrize("name", RULES)
def test_an_imagined_deal_cannot_be_told_from_the_real_one(name: str) -> None:
    rng = Random(1)
    for deal in played(RULES[name], seed=4):
        for seat in range(deal.law.players):
            view = observe_deal(deal, seat)
            assert observe_deal(Imagination(view).deal(rng), seat) == view


@pytest.mark.sweep
@pytest.mark.parametrize("name", RULES)
def test_an_imagined_deal_holds_every_card_once_and_can_be_played_out(name: str) -> None:
    rng = Random(2)
    for at, real in enumerate(played(RULES[name], seed=5)):
        if at % 17 and real.left:
            continue
        deal = Imagination(observe_deal(real, real.turn)).deal(rng)
        played_cards = mask_of(c for trick in deal.tricks for c in trick.cards) | mask_of(deal.trick)
        stock = mask_of(deal.base.deck[len(deal.base.deck) - deal.left + (deal.turn_up >= 0) :]) if deal.left else 0
        parts = [*deal.hold, played_cards, stock, 1 << deal.turn_up if deal.turn_up >= 0 else 0]
        assert sum(part.bit_count() for part in parts) == len(deal.law.pack)
        assert sum(parts) == mask_of(deal.law.pack)
        assert set(deal.base.deck) <= set(deal.law.pack)
        while legal := legal_moves(deal):
            deal = advance(deal, legal[rng.randrange(len(legal))])
        assert deal.phase is Phase.OVER


@pytest.mark.parametrize("name", RULES)
def test_in_rotated_samples_each_seat_draws_each_card_of_a_draw_once(name: str) -> None:
    rng = Random(4)
    for at, real in enumerate(played(RULES[name], seed=9)):
        if at % 7:
            continue
        n = real.law.players
        view = observe_deal(real, real.turn)
        imagination = Imagination(view)
        samples = imagination.rotated(imagination.deal(rng))
        assert len(samples) == (n if real.left else 1)
        assert all(observe_deal(sample, real.turn) == view for sample in samples)
        assert len({sample.hold for sample in samples}) == 1
        first = len(real.base.deck) - real.left + (real.turn_up >= 0)
        for start in range(first, len(real.base.deck), n) if real.left else ():
            draws = [sample.base.deck[start : start + n] for sample in samples]
            if len(draws[0]) == n:
                assert all(len({draw[seat] for draw in draws}) == n for seat in range(n))
            assert len({frozenset(draw) for draw in draws}) == 1


def test_points_are_imagined_as_they_stand() -> None:
    for name in ("modern 2", "britannica 3", "partners"):
        for deal in played(RULES[name], seed=6, carried=120):
            imagined = Imagination(observe_deal(deal, 0)).deal(Random(0))
            assert imagined.score == deal.score
            assert imagined.base.carried == deal.base.carried


def test_every_hidden_card_is_as_likely_in_the_stock_as_in_a_hand() -> None:
    deal = opened(RULES["modern 2"], seed=8)
    view = observe_deal(deal, 0)
    imagination = Imagination(view)
    rng = Random(3)
    rounds = 3000
    in_hand: Counter[int] = Counter()
    next_card: Counter[int] = Counter()
    for _ in range(rounds):
        imagined = imagination.deal(rng)
        in_hand.update(cards_of(imagined.hold[1]))
        next_card[imagined.base.deck[17]] += 1
    hidden = cards_of(imagination.hidden)
    assert len(hidden) == 64 - 8 - 1
    assert set(in_hand) == set(hidden) == set(next_card)
    expected = rounds * 8 / len(hidden)  # 436, standard deviation about 19
    assert all(abs(count - expected) < 110 for count in in_hand.values())
    expected = rounds / len(hidden)  # 55, standard deviation about 7
    assert all(abs(count - expected) < 40 for count in next_card.values())


def test_a_seat_that_did_not_follow_in_the_last_eight_is_not_given_the_suit() -> None:
    rng = Random(5)
    seen = 0
    for seed in range(12):
        for deal in played(RULES["modern 3"], seed=seed):
            if deal.left or not deal.trick:
                continue
            led = deal.trick[0] >> 3 & 3
            void = [
                (deal.leader + place) % 3
                for place, c in enumerate(deal.trick)
                if c >> 3 & 3 != led and (deal.leader + place) % 3 != deal.turn
            ]
            for seat in void:
                seen += 1
                imagined = Imagination(observe_deal(deal, deal.turn)).deal(rng)
                assert not imagined.hold[seat] & SUIT_MASKS[led]
    assert seen > 20


def test_a_spectator_has_nothing_to_imagine_from() -> None:
    view: View = observe_deal(opened(RULES["modern 2"], seed=1), None)
    with pytest.raises(ValueError, match="spectator"):
        Imagination(view).deal(Random(1))
