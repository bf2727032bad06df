"""The transcript: everything that happened, in order, and nothing that is still hidden or that nobody has noticed."""

from __future__ import annotations

import re
from dataclasses import replace
from random import Random

import pytest

from bot.engine import Action, Ending, Game, Phase, Rules, Verb, apply, start_deal
from bot.engine.cards import cards_of
from bot.engine.record import Record, make_record, play_record, write_deck
from bot.ui.text.transcript import display_name, in_ascii, transcript, transcript_sections
from bot.ui.text.wordings import plain_card
from tests.engine.honour_play import COLUMNS, choose_act, honour_rules
from tests.honour_table import HonourTable, honour_table, in_the_last_eight

from .games import ALL_RULES, NAMES, play_game


@pytest.mark.sweep
@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_a_finished_game_is_told_completely(rules: Rules) -> None:
    live = play_game(rules, 8)
    text = transcript(live.record())
    game = live.game
    assert text.count(" took it.") == sum(len(deal.tricks) for deal in game.deals)
    assert text.count(" declared ") == sum(len(deal.declared.melds) for deal in game.deals)
    assert len(re.findall(r": \d+\. \[", text)) == len(game.marks)
    assert sum(int(points) for points in re.findall(r": (\d+)\. \[", text)) == sum(mark.points for mark in game.marks)
    assert text.count("Deal ") == 2 * len(game.deals), "each deal opens and ends once"
    assert text.count(" announces ") == sum(action.verb is Verb.ANNOUNCE for deal in live.actions for action in deal)
    assert text.count(" the game. [") == 1
    assert not [line for line in text.splitlines() if len(line) > 200]
    for deal in game.deals:
        for trick in deal.tricks:
            plays = (f"{NAMES[trick.seat_of(place)]} {plain_card(c)}" for place, c in enumerate(trick.cards))
            assert ", ".join(plays) in text


def test_the_running_score_ends_at_the_totals_of_players_or_sides() -> None:
    live = play_game(ALL_RULES["enquire-3"], 3)
    last = transcript(live.record()).splitlines()[-1]
    ann, ben, cem = live.game.totals
    assert last.endswith(f"[Ann {ann}, Ben {ben}, Cem {cem}]")
    live = play_game(ALL_RULES["modern-partners"], 3)
    text = transcript(live.record())
    a, b, c, d = live.game.totals
    assert text.splitlines()[0] == "Bézique for four: Ann and Cem against Ben and Dee"
    assert text.splitlines()[-1].endswith(f"[Ann and Cem {a + c}, Ben and Dee {b + d}]")


def test_the_first_marriage_makes_trumps_in_the_transcript() -> None:
    text = transcript(play_game(ALL_RULES["britannica-no-trump"], 3).record())
    assert "the first marriage makes trumps" in text
    assert re.search(r"declared royal marriage \(.*\) and made \w+ trumps: 40\.", text)


def test_a_resignation_is_told() -> None:
    live = play_game(ALL_RULES["modern-3"], 3, resigning=0.02)
    assert live.game.result is not None
    assert live.game.result.ending in (Ending.RESIGN, Ending.TIMEOUT)
    assert re.search(r"(resigns|has run out of time)\.\n\w+ wins the game\.", transcript(live.record()))


@pytest.mark.parametrize("actions", [1, 40, 110])
def test_a_deal_in_play_shows_no_hands_and_says_whose_turn_it_is(actions: int) -> None:
    live = play_game(ALL_RULES["modern-2"], 8, actions=actions)
    deal = live.game.deals[-1]
    assert not deal.over
    last = transcript_sections(live.record())[-2:]
    assert not [line for line in last[0].splitlines() if line.startswith("  Ann ")]
    assert "'s turn to " in last[1]
    assert ("to play" in last[1]) == (deal.phase is Phase.PLAY)


@pytest.mark.parametrize("actions", [0, 1, 3, 10, 25, 50])
def test_hidden_cards_change_nothing_in_the_transcript_of_a_deal_in_play(actions: int) -> None:
    live = play_game(ALL_RULES["modern-2"], 17, actions=max(actions, 1))
    record = live.record()
    deal = live.game.deals[-1]
    assert deal.left
    known = deal.exposed | deal.declared.public | 1 << deal.turn_up
    hidden = [cards_of(held & ~known) for held in deal.hold]
    stock = cards_of(((1 << 64) - 1) & ~(sum(deal.hold) | known | sum(1 << c for t in deal.tricks for c in t.cards)))
    stock = [c for c in stock if c not in deal.trick]
    text = transcript(record)
    swaps = [(hidden[0][0], hidden[1][-1]), (hidden[0][-1], stock[0]), (stock[1], stock[-1])]
    for one, other in swaps:
        exchanged = {one: other, other: one}
        deck = tuple(exchanged.get(c, c) for c in deal.base.deck)
        assert deck != deal.base.deck
        moved = replace(record, deals=(replace(record.deals[0], deck=write_deck(deck)),))
        assert transcript(moved) == text


def test_hands_of_a_deal_that_is_over_can_be_shown_or_left_out() -> None:
    record = play_game(ALL_RULES["modern-2"], 8, deals=1).record()
    with_hands, without = transcript(record), transcript(record, hands=False)
    assert len([line for line in with_hands.splitlines() if line.startswith("  Ann ")]) == 2
    assert not [line for line in without.splitlines() if line.startswith("  Ann ")]
    assert "The next deal is " in without


def test_a_game_not_begun_is_a_heading() -> None:
    text = transcript(Record(ALL_RULES["modern-2"], ("Ann", "Ben")))
    assert text.startswith("Bézique for two")
    assert text.endswith("No cards have been dealt yet.\n")


def test_a_trick_that_the_end_of_the_game_leaves_unfinished_is_shown() -> None:
    """With finish = at_once a seven that is led may end the game before anyone follows (ruling 17)."""
    rules = ALL_RULES["britannica-2"].changed({"seven_scores": "played", "target": 500})
    unfinished = (play_game(rules, seed) for seed in range(400))
    live = next(each for each in unfinished if each.game.deals[-1].trick)
    assert "the trick is not complete.\n" in transcript(live.record())


@pytest.mark.deep
def test_names_cannot_break_the_lines_and_are_told_apart() -> None:
    assert display_name("a\nb\x1b[1m\u202ec", 0) == "ab[1mc"
    assert display_name("\u200b\n", 1) == "Player 2"
    assert display_name("👩\u200d🚀", 0) == "👩\u200d🚀"
    live = play_game(ALL_RULES["modern-2"], 8, deals=1)
    text = transcript(replace(live.record(), players=("Ann", "Ann")))
    assert text.startswith("Bézique for two: Ann (1) and Ann (2)\n")


def test_letters_take_the_place_of_suits_where_they_cannot_be_shown() -> None:
    live = play_game(ALL_RULES["modern-2"], 8, deals=1)
    assert play_record(live.record()) == live.game
    text = in_ascii(transcript(live.record()))
    assert text.isascii()
    assert "Bezique for two" in text


SEATED = ["Ann", "Ben", "Cid"]
EIGHT = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}


def told(at_table: HonourTable, acts: list[str]) -> str:
    """Return the transcript's lines about one deal, without the hands."""
    rules, deal = at_table.game.rules, at_table.deal
    game = start_deal(Game(rules), deal.base.dealer, deal.base.deck).game
    table = HonourTable(game).do(*acts)
    return transcript(make_record(table.game, SEATED[: rules.players], [acts]), hands=False)


@pytest.mark.parametrize(
    ("acts", "lines"),
    [
        (
            ["0 draw", "1 claim nine-cards deduct"],
            ["Ann drew out of turn.", "Ben claimed that Ann holds nine cards: -100. [Ann -100, Ben 0]"],
        ),
        (["0 draw", "1 claim drawn-out-of-turn add"], ["Ben claimed that Ann drew out of turn: 10. [Ann 0, Ben 10]"]),
        (
            ["0 play 9Ca", "1 claim played-out-of-turn add", "1 call 9Ca"],
            ["Ann played 9♣ out of turn, which lies faced.", "Ben claimed that Ann played out of turn: 10.",
             "Ben called 9♣: Ann must play it."],
        ),
        (["0 expose 9Ca"], ["Ann exposed 9♣."]),
        (
            ["1 play AHa", "0 play 9Ca", "1 declare four-kings KSa", "0 claim wrong-declaration"],
            ["Ben declared four kings (K♠): 80. [Ann 0, Ben 80]", "Ann challenged what Ben declared.",
             "Ben took back four kings K♠, K♠ lies faced: -80. [Ann 0, Ben 0]"],
        ),
        (
            ["1 play AHa", "0 play 9Ca", "1 lift", "0 return ASa"],
            ["Ben lifted two cards.", "Ann put one of the two back."],
        ),
        (["1 play AHa", "0 play 9Ca", "1 lift", "0 pass"], ["Ann let the choice go."]),
    ],
)  # fmt: skip
def test_what_everybody_saw_is_told(acts: list[str], lines: list[str]) -> None:
    at_table = honour_table(hands={0: "9Ca", 1: "AHa KSa"}, stock="ASa ASb")
    text = told(at_table, acts)
    at = [text.index(line) for line in lines]
    assert at == sorted(at)


def test_neither_lifted_cards_nor_draws_in_turn_are_told() -> None:
    at_table = honour_table(hands={0: "9Ca", 1: "AHa"}, stock="ASa ASb")
    text = told(at_table, ["1 play AHa", "0 play 9Ca", "1 lift", "0 return ASa"])
    assert "A♠" not in text
    at_table = honour_table(hands={0: "9Ca", 1: "AHa"})
    assert "drew" not in told(at_table, ["1 play AHa", "0 play 9Ca", "1 draw", "0 draw"])


def test_cards_that_lay_open_are_told_and_stay_where_the_column_says_so() -> None:
    at_table = honour_table("britannica", 3, hands={0: "9Ca", 1: "AHa", 2: "9Da"}, stock="ASa ASb")
    text = told(at_table, ["0 expose 9Ca", "2 play 9Da", "1 play AHa", "2 play 9Da", "0 play 9Ca", "1 lift"])
    assert "Ann exposed 9♣, which stays on the table." in text
    assert "Cid played 9♦ out of turn, which stays on the table." in text
    assert "Turned up: A♠ A♠." in text


def test_a_revoke_is_told_when_it_has_been_judged_and_never_before() -> None:
    at_table = in_the_last_eight("britannica", EIGHT, turn_up="QHa", finish="end_of_deal")
    before = at_table.do("0 play TCa", "1 play 7Sa", "0 claim revoke").events
    assert not any("Eight" in type(event).__name__ for event in before)
    at_table.to_end()
    names = [type(event).__name__ for event in at_table.events]
    assert names.index("Claimed") < names.index("EightBrought")


def test_a_stop_at_the_target_is_told_and_that_play_went_on() -> None:
    at_table = honour_table("britannica", hands={0: "9Ca", 1: "AHa QSa QSb JDa"}, target=500, finish="at_once")
    acts = ["1 play AHa", "0 play 9Ca", "1 declare double-bezique QSa QSb JDa"]
    text = told(at_table, acts)
    assert "The target is reached: play stops." in text
    assert text.endswith("Play has ended; claims are still possible. [Ann 0, Ben 500]\n")
    assert "The target is not reached after all: play goes on." in told(at_table, [*acts, "0 claim wrong-declaration"])
    assert "Ben wins the game." in told(at_table, [*acts, "0 done", "1 done"])


@pytest.mark.parametrize("column", COLUMNS)
def test_any_honour_game_can_be_told(column: str) -> None:
    random = Random(column)
    rules = honour_rules(random, column, 3, partners=False)
    game = Game(rules)
    game = start_deal(game, 0, tuple(random.sample(game.law.pack, len(game.law.pack)))).game
    acts: list[Action] = []
    while not game.deals[-1].over:
        acts.append(choose_act(game, random, 0.2 if len(acts) < 400 else 0.0))
        game = apply(game, acts[-1]).game
    text = transcript(make_record(game, SEATED, [acts]))
    assert "Deal 1 is over." in text
    assert text.count(" took it.") == len(game.deals[0].tricks)
