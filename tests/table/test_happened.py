"""What has happened since a player last did something, as it stands above the buttons."""

from __future__ import annotations

import random
import re

import pytest

from bot.engine import Action, Deal, Game, Rules, Verb, apply, observe_deal, offered_actions, parse_action, start_deal
from bot.engine.cards import NO_CARD, cards_of
from bot.engine.law import law_for
from bot.ui.text.faces import face
from bot.ui.text.happened import drawn_lately, what_happened
from tests.table_builder import build_deck, cards
from tests.ui.dealt import ALL_RULES, rules_for

PEOPLE = ("Ann", "Ben", "Cleo", "Dai")
_FACE = re.compile("(?:10|[789JQKA])[♤♧♥♦]")


def said(deal: Deal, done: list[Action], seat: int, *, by_house: tuple[int, ...] = ()) -> list[str]:
    """Return what a seat is told, clause by clause."""
    line = what_happened(deal, done, seat, PEOPLE[: deal.law.players], by_house=by_house)
    return line.replace("\u2068", "").replace("\u2069", "").split(" · ")


def begun(rules: Rules, hands: dict[int, str], *, turn_up: str = "9Ha", stock: str = "") -> tuple[Game, list[Action]]:
    """Deal certain cards, the last seat dealing, and return the game with nothing done yet."""
    dealer = rules.players - 1
    deck = build_deck(rules, {seat: cards(hand) for seat, hand in hands.items()}, dealer=dealer, turn_up=cards(turn_up),
                      stock=cards(stock))  # fmt: skip
    return start_deal(Game(rules), dealer, deck).game, []


def go_on(game: Game, done: list[Action], *actions: str) -> Deal:
    """Do actions one after the other; return the deal after them."""
    for text in actions:
        done.append(parse_action(text))
        game = apply(game, done[-1]).game
    assert game.deal is not None
    return game.deal


def test_a_new_deal_tells_who_dealt_and_what_the_seven_turned_up_has_brought() -> None:
    game, done = begun(rules_for(2), {}, turn_up="7Ha")
    assert game.deal is not None
    assert said(game.deal, done, 0) == ["Ben dealt", "10 for Ben: seven turned up"]
    assert said(game.deal, done, 1) == ["You dealt", "10 for you: seven turned up"]


def test_who_has_not_played_yet_is_told_everything_of_the_deal() -> None:
    game, done = begun(rules_for(3), {0: "ASa", 1: "KDa"})
    deal = go_on(game, done, "0 play ASa", "1 play KDa")
    assert said(deal, done, 2) == ["You dealt", "Ann played A♤", "Ben played K♦"]
    assert said(deal, done, 1) == ["Ann played A♤", "you played K♦"]


def test_the_trick_of_the_own_last_card_is_told_with_what_came_of_it_and_nothing_older() -> None:
    game, done = begun(rules_for(2), {0: "ASa KDa QDa TCa", 1: "7Sb 8Cb 9Db"}, stock="JHa JHb 8Da 8Db")
    deal = go_on(game, done, "0 play ASa", "1 play 7Sb", "0 declare common-marriage KDa QDa", "0 pass", "0 play TCa")
    assert said(deal, done, 0) == ["You played 10♧"]
    assert said(deal, done, 1) == [
        "You played 7♤ and Ann won with A♤",
        "Ann declared common marriage K♦ Q♦, 20",
        "you drew J♥",
        "Ann played 10♧",
    ]
    deal = go_on(game, [], *(action.text for action in done), "1 play 8Cb")
    done.append(parse_action("1 play 8Cb"))
    assert said(deal, done, 0) == ["Ben played 8♧ and you won with 10♧"]


def test_points_that_no_declaration_brings_are_told_with_what_they_are_for() -> None:
    rules = rules_for(2, seven_scores="played_throughout", brisques="as_taken")
    game, done = begun(rules, {0: "7Ha", 1: "AHa"})
    deal = go_on(game, done, "0 play 7Ha", "1 play AHa")
    assert said(deal, done, 0) == [
        "10 for you: seven played",
        "you played 7♥ and Ben won with A♥",
        "10 for Ben: brisques",
    ]


def test_a_table_that_reckons_by_units_is_told_units() -> None:
    game, done = begun(rules_for(2, reckoning="units"), {0: "ASa KDa QDa", 1: "7Sb"})
    deal = go_on(game, done, "0 play ASa", "1 play 7Sb", "0 declare common-marriage KDa QDa")
    assert said(deal, done, 0)[-1] == "you declared common marriage K♦ Q♦, 2"
    game, done = begun(rules_for(2, reckoning="units"), {0: "ASa 7Ha", 1: "7Sb"})
    deal = go_on(game, done, "0 play ASa", "1 play 7Sb", "0 exchange 7Ha")
    assert said(deal, done, 1)[-1] == "Ann exchanged 7♥ for 9♥, 1"


def test_after_an_undo_the_act_that_was_taken_back_is_not_told() -> None:
    game, done = begun(rules_for(2), {0: "ASa KSa", 1: "7Sb"})
    deal = go_on(game, done, "0 play ASa")
    assert said(deal, done, 1)[-1] == "Ann played A♤"
    assert game.deal is not None
    assert said(game.deal, [], 1) == ["You dealt"]
    assert said(game.deal, [], 0) == ["Ben dealt"]


def test_what_the_house_has_played_for_somebody_away_is_told_as_the_house_s() -> None:
    game, done = begun(rules_for(2), {0: "ASa ACa KDa", 1: "7Sb 8Cb 9Db"}, stock="JHa JHb 8Da 8Db JSa JSb")
    deal = go_on(game, done, "0 play ASa", "1 play 7Sb", "0 pass", "0 play ACa", "1 play 8Cb", "0 pass", "0 play KDa")
    assert said(deal, done, 1, by_house=(4,)) == [
        "You played 7♤ and Ann won with A♤",
        "you drew J♥",
        "the house played 8♧ for you and Ann won with A♧",
        "you drew 8♦",
        "Ann played K♦",
    ]
    assert said(deal, done, 0, by_house=(4,)) == ["You played K♦"]
    assert said(deal, done, 0, by_house=(3, 6))[0] == "Ben played 7♤ and you won with A♤"
    assert "the house won with A♧ for you" in " ".join(said(deal, done, 0, by_house=(3, 6)))


def test_of_very_much_the_latest_is_told() -> None:
    game = start_deal(Game(rules_for(2)), 1, tuple(law_for(rules_for(2)).pack)).game
    done: list[Action] = []
    while len(done) < 60 and (actions := offered_actions(game)):
        done.append(actions[0])
        game = apply(game, actions[0]).game
    assert game.deal is not None
    mine = tuple(at for at, action in enumerate(done) if action.seat == 0)
    told = said(game.deal, done, 0, by_house=mine)
    assert told[0] == "…"
    assert len(told) == 13


@pytest.mark.parametrize("rules", [*ALL_RULES, rules_for(2, brisques="as_taken", finish="at_once"),
                                   rules_for(3, seven_exchange="any_holder")])  # fmt: skip
def test_at_every_moment_each_seat_is_told_something_true_and_no_hidden_card(rules: Rules) -> None:
    rng = random.Random(rules.players)
    deck = list(law_for(rules).pack)
    rng.shuffle(deck)
    game = start_deal(Game(rules), 0, tuple(deck)).game
    done: list[Action] = []
    while actions := offered_actions(game):
        declares = [action for action in actions if action.verb in (Verb.DECLARE, Verb.EXCHANGE, Verb.SHOW)]
        done.append(rng.choice(declares or actions))
        game = apply(game, done[-1]).game
        deal = game.deals[-1]
        if rng.random() < 0.6:
            continue
        for seat in range(rules.players):
            told = said(deal, done, seat)
            assert all(told)
            view = observe_deal(deal, seat)
            open_to_it = {face(card) for trick in deal.tricks for card in trick.cards} | set(map(face, deal.trick))
            open_to_it |= {face(card) for meld in deal.declared.melds for card in cards_of(meld.cards)}
            open_to_it |= {face(card) for card in cards_of(deal.declared.public | deal.declared.shown)}
            open_to_it |= {face(card) for cards in view.known for card in cards} | set(map(face, view.hand))
            open_to_it |= {face(card) for cards in view.tables for card in cards}
            if deal.turn_up != NO_CARD:
                open_to_it.add(face(deal.turn_up))
            assert set(_FACE.findall(" ".join(told))) <= open_to_it
            own = [at for at, action in enumerate(done) if action.verb is Verb.PLAY and action.seat == seat]
            if own:  # the own last card is told once, and every card since
                since = [action for action in done[own[-1] :] if action.verb is Verb.PLAY]
                assert all(face(action.cards[0]) in " ".join(told) for action in since)


def test_the_card_drawn_lately_is_the_one_that_came_to_the_hand_after_the_last_trick() -> None:
    for players in (2, 3, 4):
        rules = rules_for(players)
        rng = random.Random(players)
        deck = list(law_for(rules).pack)
        rng.shuffle(deck)
        game = start_deal(Game(rules), 0, tuple(deck)).game
        done: list[Action] = []
        came = [NO_CARD] * players
        while actions := offered_actions(game):
            before = game.deals[-1]
            done.append(rng.choice(actions))
            game = apply(game, done[-1]).game
            after = game.deals[-1]
            if done[-1].verb is Verb.PLAY:
                came[done[-1].seat] = NO_CARD
            if after.left < before.left:
                came = [cards_of(now & ~then)[0] for then, now in zip(before.hold, after.hold, strict=True)]
            if rng.random() < 0.2:
                assert [drawn_lately(after, done, seat) for seat in range(players)] == came
        assert came == [NO_CARD] * players
