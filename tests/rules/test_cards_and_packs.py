"""The cards: their notation, their order, the packs of two, three and four hands."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.engine import Card, CardError, CardSet, DealError, Game, card_name, parse_card, start_deal
from bot.engine.cards import ordered_pack
from bot.engine.law import law_for
from tests.table_builder import cards, make_rules, names, table


def test_ordered_pack_counts_suits_c_d_h_s_and_ranks_from_seven_to_ace() -> None:
    pack = names(ordered_pack(1)).split()
    assert pack[:8] == ["7Ca", "8Ca", "9Ca", "JCa", "QCa", "KCa", "TCa", "ACa"]
    assert pack[8::8] == ["7Da", "7Ha", "7Sa"]
    assert len(pack) == 32


def test_ordered_pack_puts_pack_a_before_pack_b() -> None:
    pack = names(ordered_pack(4)).split()
    assert pack[32] == "7Cb"
    assert pack[127] == "ASd"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_pack_of_32_a_player_is_shuffled_together(players: int) -> None:
    """P: "there must be a pack for every person playing"."""
    assert len(law_for(make_rules(players=players)).pack) == 32 * players


def test_two_packs_less_an_eight_leave_out_the_second_eight_of_clubs() -> None:
    """E 128 ii: two packs, "suppressing an eight, thus rendering them divisible by three"."""
    pack = law_for(make_rules(players=3, packs="two_less_an_eight")).pack
    assert len(pack) == 63
    assert parse_card("8Cb") not in pack
    assert parse_card("8Ca") in pack


def test_every_card_is_read_as_it_is_written() -> None:
    for card in ordered_pack(4):
        assert parse_card(card_name(card)) == card


@pytest.mark.parametrize("text", ["", "9H", "10Ha", "9ha", "9HA", "9He", "1Ha", "9Xa", "9Ha ", "♠Qa", "９Ha"])
def test_a_text_that_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda deck: deck[:-1], "63 cards where this game has 64"),
        (lambda deck: (*deck, deck[0]), "65 cards"),
        (lambda deck: (deck[1], *deck[1:]), "doubled"),
        (lambda deck: (parse_card("7Cc"), *deck[1:]), "another pack"),
    ],
)
def test_a_deck_that_is_not_the_games_pack_is_refused(
    spoil: Callable[[tuple[Card, ...]], tuple[Card, ...]], says: str
) -> None:
    with pytest.raises(DealError, match=says):
        start_deal(Game(make_rules()), 0, spoil(ordered_pack(2)))


def test_the_suppressed_eight_cannot_be_in_a_deck_of_63() -> None:
    deck = tuple(c for c in ordered_pack(2) if c != parse_card("8Ca"))
    with pytest.raises(DealError, match="not this game's pack"):
        start_deal(Game(make_rules(players=3, packs="two_less_an_eight")), 0, deck)


def test_a_card_set_reads_like_a_set() -> None:
    some = CardSet.of(cards("KHa QHb 7Ca"))
    assert str(some) == "7Ca KHa QHb"
    assert len(some) == 3
    assert parse_card("KHa") in some
    assert parse_card("KHb") not in some
    assert "KHa" not in some
    assert some - CardSet.of(cards("KHa")) == CardSet.of(cards("7Ca QHb"))
    assert some & CardSet.of(cards("KHa ASa")) == CardSet.of(cards("KHa"))
    assert some | CardSet.of(cards("ASa")) == CardSet.of(cards("KHa QHb 7Ca ASa"))
    assert some.of_suit(2) == CardSet.of(cards("KHa QHb"))
    assert not CardSet()


@pytest.mark.parametrize(
    ("players", "changes", "stock", "last_eight"),
    [
        (2, {}, 48, 24),
        (3, {}, 72, 24),
        (4, {}, 96, 24),
        (3, {"packs": "two_less_an_eight"}, 39, 13),
        (2, {"trump": "first_marriage"}, 48, 24),
    ],
)
def test_the_stock_lasts_for_a_whole_number_of_tricks(
    players: int, changes: dict[str, Any], stock: int, last_eight: int
) -> None:
    at_table = table(make_rules(players=players, **changes))
    assert at_table.deal.left == stock
    at_table.to_last_eight()
    assert len(at_table.deal.tricks) == last_eight
    assert [len(at_table.hand(seat)) for seat in range(players)] == [8] * players
    assert len(at_table.to_end().deal.tricks) == last_eight + 8


def test_a_treble_bezique_needs_three_packs() -> None:
    """E 128 i counts it 1,500 with "an extra pack of cards"; two packs less an eight hold no third ♠Q."""
    short = law_for(make_rules(players=3, packs="two_less_an_eight"))
    full = law_for(make_rules(players=3))
    assert "treble-bezique" not in {form.row.name for form in short.forms[0]}
    assert "treble-bezique" in {form.row.name for form in full.forms[0]}
