"""What the house thinks reads as a person says it, of every combination and in every language."""

from __future__ import annotations

import pytest

from bot.coach.themes import Reason, Theme
from bot.engine import PRESETS, build_rules, parse_action
from bot.engine.combinations import COMBINATIONS
from bot.ui.text.exercises import reason_words
from bot.ui.text.i18n import speaking
from bot.ui.text.scoring import combination_said
from bot.ui.text.verbs import deed

RULES = build_rules("modern", 2, {})
OF_A_COMBINATION = (Theme.WINS_TO_DECLARE, Theme.KEEPS_COMBINATION, Theme.COMES_ABOUT, Theme.DENIES, Theme.HOLDS_BACK)
ARTICLES = ("un ", "une ", "le ", "la ")


def test_every_combination_has_its_article_in_a_sentence() -> None:
    said = {row.name: combination_said(row.name) for row in COMBINATIONS}
    assert said["sequence"] == "the sequence"
    assert said["four-kings"] == "four kings"
    with speaking("fr"):
        assert all(combination_said(row.name).startswith(ARTICLES) for row in COMBINATIONS)


@pytest.mark.parametrize("theme", OF_A_COMBINATION)
def test_reason_names_a_combination_as_a_sentence_does(theme: Theme) -> None:
    for row in COMBINATIONS:
        reason = Reason(theme, row.name, row.points)
        assert combination_said(row.name) in reason_words(reason, RULES)
        with speaking("fr"):
            assert combination_said(row.name) in reason_words(reason, RULES)


def test_deeds_and_reasons_read_as_people_say_them() -> None:
    sequence = parse_action("0 declare sequence AHa THa KHa QHa JHa")
    assert deed(sequence).startswith("declare the sequence ")
    assert reason_words(Reason(Theme.KEEPS_COMBINATION, "sequence"), RULES) == "it keeps the sequence in reach"
    assert reason_words(Reason(Theme.COMES_ABOUT, "four-kings"), RULES) == "it makes four kings more likely"
    assert reason_words(Reason(Theme.LITTLE), RULES) == ""
    with speaking("fr"):
        assert deed(sequence).startswith("déclarer la quinte majeure ")
        assert reason_words(Reason(Theme.DENIES, "four-aces"), RULES) == (
            "cela rend un carré d’as moins probable chez un adversaire"
        )


def test_what_is_denied_is_denied_to_an_opponent_however_many_there_are() -> None:
    denied = Reason(Theme.DENIES, "four-aces")
    for rules in (RULES, PRESETS["modern"].rules(3), build_rules("modern", 4, {"partners": True})):
        assert reason_words(denied, rules) == "it makes four aces less likely for an opponent"
