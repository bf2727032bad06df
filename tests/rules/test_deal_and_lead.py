"""Rulings 1 to 5: seats, the dealer, the deal, the dealer's seven, the lead."""

from __future__ import annotations

import pytest

from bot.engine import DealError, Ending, Game, Reason, Result, parse_card, start_deal, to_act
from bot.engine.cards import ordered_pack
from bot.engine.events import DealOpened, GameEnded
from bot.engine.law import law_for
from tests.table_builder import Table, make_rules, names, table


@pytest.mark.parametrize(("players", "order"), [(2, [1, 0]), (3, [2, 0, 1]), (4, [2, 3, 0, 1])])
def test_ruling_1_play_goes_round_to_the_left(players: int, order: list[int]) -> None:
    """E 128 ii: "from left to right, the first player on the left of the dealer commencing"."""
    at_table = table(make_rules(players=players), dealer=(order[0] - 1) % players)
    seen = []
    for _ in range(players):
        (seat,) = to_act(at_table.game)
        seen.append(seat)
        at_table.do(min(at_table.legal()))
    assert seen == order


@pytest.mark.parametrize(("players", "order"), [(3, [2, 0, 1]), (4, [2, 3, 0, 1])])
def test_ruling_1_cards_are_dealt_round_to_the_left(players: int, order: list[int]) -> None:
    """E 128 ii: "from left to right, the first player on the left of the dealer commencing"."""
    deck = ordered_pack(players)
    hold = start_deal(Game(make_rules(players=players)), 1, deck).game.deals[0].hold
    assert [seat for card in deck[: 3 * players : 3] for seat in range(players) if hold[seat] >> card & 1] == order


def test_ruling_1_a_seat_that_does_not_exist_cannot_act() -> None:
    assert table(make_rules()).why("2 play 7Ca") is Reason.NO_SUCH_SEAT
    assert table(make_rules()).why("3 resign") is Reason.NO_SUCH_SEAT


def test_ruling_1_partners_sit_at_0_and_2_against_1_and_3() -> None:
    """E, four-handed: "Partners sit opposite each other"."""
    law = law_for(make_rules(players=4, partners=True))
    assert law.side_seats == ((0, 2), (1, 3))
    assert law_for(make_rules(players=4)).side_seats == ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_ruling_2_the_deal_passes_to_the_left(players: int) -> None:
    """B: "the non-dealer in the previous hand deals, and so on alternately"."""
    at_table = table(make_rules(players=players, target=10_000), dealer=players - 1).to_end()
    assert at_table.game.next_dealer() == 0
    deck = ordered_pack(players)
    for wrong in range(1, players):
        with pytest.raises(DealError, match="seat 0 deals"):
            start_deal(at_table.game, wrong, deck)
    game = start_deal(at_table.game, 0, deck).game
    assert game.deal is not None
    assert game.deal.turn == 1


def test_ruling_2_any_seat_may_have_won_the_cut_for_the_first_deal() -> None:
    game = Game(make_rules(players=3))
    assert game.next_dealer() is None
    for dealer in range(3):
        assert start_deal(game, dealer, ordered_pack(3)).game.deals[0].base.dealer == dealer
    with pytest.raises(DealError, match="seat from 0 to 2"):
        start_deal(game, 3, ordered_pack(3))


def test_the_next_deal_waits_until_the_last_is_over_and_the_game_is_not() -> None:
    at_table = table(make_rules())
    with pytest.raises(DealError, match="not over"):
        start_deal(at_table.game, 1, ordered_pack(2))
    at_table.do("0 resign")
    with pytest.raises(DealError, match="game is over"):
        start_deal(at_table.game, 1, ordered_pack(2))


def test_ruling_3_two_hands_get_three_two_three_beginning_at_the_dealers_left() -> None:
    """B deals three, two, three; the non-dealer first."""
    deck = ordered_pack(2)
    deal = start_deal(Game(make_rules()), 0, deck).game.deals[0]
    assert deal.hold[1] == sum(1 << c for c in deck[0:3] + deck[6:8] + deck[10:13])
    assert deal.hold[0] == sum(1 << c for c in deck[3:6] + deck[8:10] + deck[13:16])


def test_ruling_3_four_hands_get_their_packets_in_turn() -> None:
    deck = ordered_pack(4)
    deal = start_deal(Game(make_rules(players=4)), 2, deck).game.deals[0]
    for place, seat in enumerate([3, 0, 1, 2]):
        packets = deck[3 * place :][:3] + deck[12 + 2 * place :][:2] + deck[20 + 3 * place :][:3]
        assert deal.hold[seat] == sum(1 << c for c in packets)


@pytest.mark.parametrize(("players", "number"), [(2, 17), (3, 25), (4, 33)])
def test_ruling_3_the_next_card_is_turned_up_for_trumps(players: int, number: int) -> None:
    """E 128 i: "in the case of three, the trump card is the twenty-fifth"; E and M: the seventeenth with two."""
    deck = tuple(reversed(ordered_pack(players)))
    step = start_deal(Game(make_rules(players=players)), 0, deck)
    deal = step.game.deals[0]
    assert deal.turn_up == deck[number - 1]
    assert deal.trump == deck[number - 1] >> 3 & 3
    assert DealOpened(0, 0, deal.turn_up, deal.trump) in step.events
    assert deal.left == 32 * players - 8 * players


def test_ruling_3_without_a_trump_nothing_is_turned_up_and_the_17th_card_is_drawn_first() -> None:
    """P, Bézique without a trump: not decided "by the last turned up after the deal"."""
    at_table = table(make_rules(trump="first_marriage", announce=False), stock="ACb")
    assert at_table.deal.turn_up == -1
    assert at_table.deal.trump == -1
    at_table.win(1).draw()
    assert "ACb" in at_table.hand(1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seven_scores", ["played", "declared"])
def test_ruling_4_a_turned_up_seven_gives_the_dealer_ten(players: int, seven_scores: str) -> None:
    """B, table: "Seven of trumps, if turned up, dealer marks 10"; E, P and M likewise."""
    at_table = table(make_rules(players=players, seven_scores=seven_scores), dealer=1, turn_up="7Da")
    assert at_table.ledger == [(0, 1, 10, "dealer-seven")]


def test_ruling_4_no_other_turn_up_scores() -> None:
    assert table(make_rules(), turn_up="8Da").ledger == []


def test_ruling_4_without_a_trump_the_17th_card_is_no_turn_up() -> None:
    at_table = table(make_rules(trump="first_marriage"), stock="7Da")
    assert at_table.ledger == []


def _deal_with_a_double_bezique(target: int) -> Table:
    rules = make_rules(finish="at_once", target=target)
    at_table = table(rules, hands={1: "QSa JDa QSb JDb"})
    at_table.win(1).do("1 declare double-bezique QSa JDa QSb JDb").spend("QSa JDa QSb JDb")
    return at_table.to_end()


def test_ruling_4_the_dealers_seven_ends_the_game_where_it_ends_at_once() -> None:
    """Ruling 17: the target counts in the order of marking, whatever the points are for."""
    short_by_ten = _deal_with_a_double_bezique(10_000).totals[1] + 10
    before = _deal_with_a_double_bezique(short_by_ten).game
    assert before.result is None
    deck = [c for c in ordered_pack(2) if names([c]) != "7Da"]
    deck.insert(16, parse_card("7Da"))
    step = start_deal(before, 1, tuple(deck))
    assert step.game.result == Result((1,), Ending.SCORE)
    assert step.game.totals[1] == short_by_ten
    assert to_act(step.game) == ()
    assert isinstance(step.events[-1], GameEnded)


def test_ruling_5_the_dealers_left_leads_and_then_who_takes_the_trick() -> None:
    """B: "Whoever wins the trick leads to the next"."""
    at_table = table(make_rules(players=3), dealer=1)
    assert to_act(at_table.game) == (2,)
    assert at_table.why("0 play 7Ca") is Reason.NOT_YOUR_TURN
    at_table.win(0).draw()
    assert to_act(at_table.game) == (0,)
    at_table.win(1).draw()
    assert to_act(at_table.game) == (1,)


def test_ruling_5_who_takes_a_trick_of_the_last_eight_leads_to_the_next() -> None:
    """B: "The winner of the trick leads to the next", of the last eight as well."""
    at_table = table(make_rules(players=3)).to_last_eight()
    leaders = set()
    while len(at_table.deal.tricks) < 31:
        at_table.trick()
        assert to_act(at_table.game) == (at_table.deal.tricks[-1].winner,)
        leaders.add(at_table.deal.leader)
    assert len(leaders) > 1


def test_ruling_5_any_card_may_be_led_and_played_in_the_first_stage() -> None:
    """B: "There is no restriction as to the card to be played; the second player need not follow suit"."""
    at_table = table(make_rules(), hands={1: "AHa", 0: "AHb 7Ca"})
    assert at_table.legal("1 play") == {f"1 play {name}" for name in at_table.hand(1)}
    at_table.do("1 play AHa")
    assert at_table.legal("0 play") == {f"0 play {name}" for name in at_table.hand(0)}
