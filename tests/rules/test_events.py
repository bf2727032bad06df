"""What a step tells, in which order, and to whom."""

from __future__ import annotations

from bot.engine import Event, parse_action, parse_card, start_deal
from bot.engine.events import (
    CardDrawn,
    CardPlayed,
    CombinationAnnounced,
    CombinationDeclared,
    DealEnded,
    DealOpened,
    GameEnded,
    HandDealt,
    Passed,
    PointsMarked,
    SevenExchanged,
    SevenShown,
    StockGone,
    TrickTaken,
    TrumpsMade,
)
from bot.engine.game import Game
from tests.table_builder import Table, cards, make_rules, table


def _act(at_table: Table, text: str) -> tuple[Event, ...]:
    return at_table.act(parse_action(text))


def _kinds(events: tuple[Event, ...]) -> list[type[Event]]:
    return [type(event) for event in events]


def test_only_its_seat_learns_a_dealt_hand() -> None:
    at_table = table(make_rules(players=3), hands={2: "AHa AHb"}, turn_up="7Da")
    opened, *hands, mark = at_table.events
    assert isinstance(opened, DealOpened)
    assert opened.audience is None
    for seat, event in enumerate(hands):
        assert isinstance(event, HandDealt)
        assert event.audience == event.seat == seat
        assert {*event.cards} == {parse_card(name) for name in at_table.hand(seat)}
    assert isinstance(mark, PointsMarked)
    assert mark.audience is None


def test_a_played_card_tells_whether_it_came_from_the_table() -> None:
    at_table = table(make_rules(), hands={1: "KCa QCa 9Sa"}).win(1).do("1 declare common-marriage KCa QCa", "1 pass")
    assert _act(at_table, "1 play KCa") == (CardPlayed(1, parse_card("KCa"), from_table=True),)
    again = table(make_rules(), hands={1: "KCa"})
    assert _act(again, "1 play KCa") == (CardPlayed(1, parse_card("KCa"), from_table=False),)


def test_a_trick_is_told_after_the_seven_and_before_its_own_points() -> None:
    rules = make_rules(brisques="as_taken", last_trick="before_last_eight")
    at_table = table(rules, hands={1: "ACa", 0: "7Ha"}).do("1 play ACa")
    events = _act(at_table, "0 play 7Ha")
    assert _kinds(events) == [CardPlayed, PointsMarked, TrickTaken, PointsMarked]
    reasons = [event.mark.reason for event in events if isinstance(event, PointsMarked)]
    assert reasons == ["seven-played", "brisques"]
    taken = events[2]
    assert isinstance(taken, TrickTaken)
    assert (taken.number, taken.trick.winner, taken.trick.cards) == (1, 0, cards("ACa 7Ha"))


def test_a_drawn_card_is_told_to_its_drawer_and_a_covered_card_to_all() -> None:
    at_table = table(make_rules(players=3), stock="ASa KSa QSa").win(2)
    assert _act(at_table, "2 pass") == (
        Passed(2),
        CardDrawn(2, -1),
        CardDrawn(2, parse_card("ASa"), audience=2),
        CardDrawn(0, -1),
        CardDrawn(0, parse_card("KSa"), audience=0),
        CardDrawn(1, -1),
        CardDrawn(1, parse_card("QSa"), audience=1),
    )


def test_the_drawn_turn_up_is_told_to_all_and_then_that_the_stock_is_gone() -> None:
    at_table = table(make_rules(), bottom="9Sb").to_last_declaring(1)
    assert _act(at_table, "1 pass") == (
        Passed(1),
        CardDrawn(1, -1),
        CardDrawn(1, parse_card("9Sb"), audience=1),
        CardDrawn(0, parse_card("8Ha")),
        StockGone(),
    )


def test_with_partners_nobody_draws_between_the_two_turns_to_declare() -> None:
    at_table = table(make_rules(players=4, partners=True)).win(1)
    assert _act(at_table, "1 pass") == (Passed(1),)
    assert _kinds(_act(at_table, "3 pass")).count(CardDrawn) == 8


def test_an_exchange_tells_both_cards_and_a_shown_seven_its_card() -> None:
    at_table = table(make_rules("britannica"), hands={1: "7Ha 7Hb"}, turn_up="AHa").win(1)
    exchanged, _ = _act(at_table, "1 exchange 7Ha")
    assert exchanged == SevenExchanged(1, parse_card("7Ha"), parse_card("AHa"))
    shown, mark = _act(at_table, "1 show 7Hb")
    assert shown == SevenShown(1, parse_card("7Hb"))
    assert isinstance(mark, PointsMarked)


def test_the_first_marriage_tells_the_trumps_it_makes_and_a_later_one_does_not() -> None:
    at_table = table(make_rules(trump="first_marriage"), hands={1: "KCa QCa KDa QDa"}).win(1)
    events = _act(at_table, "1 declare royal-marriage KCa QCa")
    assert _kinds(events) == [CombinationDeclared, TrumpsMade, PointsMarked]
    at_table.win(1)
    assert _kinds(_act(at_table, "1 declare common-marriage KDa QDa")) == [CombinationDeclared, PointsMarked]


def test_an_announcement_is_told_to_all_and_marks_nothing() -> None:
    at_table = table(make_rules(), hands={1: "JDa JCa JHa JSa QSa KSa"}).win(1)
    at_table.do("1 declare four-knaves JDa JCa JHa JSa").spend("JCa").win(1).do("1 declare common-marriage KSa QSa")
    events = _act(at_table, "1 announce single-bezique QSa JDa")
    assert events == (CombinationAnnounced(1, "single-bezique", cards("JDa QSa")),)


def test_the_end_of_a_deal_is_told_last_and_the_end_of_the_game_after_it() -> None:
    at_table = table(make_rules(target=10_000)).to_end()
    assert _kinds(tuple(at_table.events[-5:])) == [TrickTaken, PointsMarked, PointsMarked, PointsMarked, DealEnded]
    won = table(make_rules(target=500), hands={1: "QSa QSb JDa JDb"}).win(1)
    won.do("1 declare double-bezique QSa QSb JDa JDb").spend("QSa QSb JDa JDb").to_end()
    assert _kinds(tuple(won.events[-2:])) == [DealEnded, GameEnded]


def test_every_private_event_is_a_hand_or_a_drawn_card() -> None:
    at_table = table(make_rules(players=4, partners=True, target=10_000)).to_end()
    assert {type(event) for event in at_table.events if event.audience is not None} == {HandDealt, CardDrawn}
    public = [event for event in at_table.events if isinstance(event, CardDrawn) and event.audience is None]
    assert {event.card for event in public} == {-1, parse_card("8Ha")}


def test_a_later_deal_tells_its_number() -> None:
    at_table = table(make_rules(target=10_000)).to_end()
    deck = at_table.game.deals[0].base.deck
    opened = start_deal(at_table.game, 1, deck).events[0]
    assert isinstance(opened, DealOpened)
    assert (opened.number, opened.dealer) == (1, 1)
    assert isinstance(start_deal(Game(make_rules()), 0, deck).events[0], DealOpened)
