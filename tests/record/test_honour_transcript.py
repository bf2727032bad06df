"""The transcript of an honour game: who did what, who caught whom, and nothing that nobody has noticed."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Action, Game, apply, start_deal
from bot.engine.record import make_record
from bot.ui.text.transcript import transcript
from tests.engine.honour_play import COLUMNS, choose_act, honour_rules
from tests.honour_table import HonourTable, honour_table, in_the_last_eight

NAMES = ["Ann", "Ben", "Cid"]
EIGHT = {0: "ACa TCa KCa ADa TDa KDa AHa THa", 1: "ACb 9Ca 8Ca 7Sa 8Sa 9Sa KHa QHa"}


def told(at_table: HonourTable, acts: list[str]) -> str:
    """Return the transcript's lines about one deal, without the hands."""
    rules, deal = at_table.game.rules, at_table.deal
    game = start_deal(Game(rules), deal.base.dealer, deal.base.deck).game
    table = HonourTable(game).do(*acts)
    return transcript(make_record(table.game, NAMES[: rules.players], [acts]), hands=False)


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
    text = transcript(make_record(game, NAMES, [acts]))
    assert "Deal 1 is over." in text
    assert text.count(" took it.") == len(game.deals[0].tricks)
