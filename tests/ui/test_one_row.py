"""What the engine can name has one row with all its words: whatever scores, every refusal, every verb."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.engine import Action, Reason, Verb, parse_card
from bot.engine.actions import Takes, When
from bot.engine.combinations import BY_NAME
from bot.engine.forfeits import Irregularity
from bot.ui.text.scoring import POINTS_WORDS, SHEET_LINES, mark_reason, mark_told
from bot.ui.text.verbs import VERB_WORDS, deed
from bot.ui.text.wordings import WORDINGS
from tests.record.games import ALL_RULES, play_game

RULINGS = (Path(__file__).resolve().parents[2] / "docs/rulings.md").read_text(encoding="utf-8")
NAMES = set(BY_NAME)
FORFEITS = {f"forfeit-{kind}" for kind in Irregularity}


def test_whatever_points_are_marked_for_has_a_row_and_nothing_else_has_one() -> None:
    # Carte blanche comes about too seldom: rules/test_rubicon.py shows it.
    seen = {"carte-blanche"} | {mark.reason for rules in ALL_RULES.values() for mark in play_game(rules, 8).game.marks}
    assert seen | NAMES | FORFEITS == set(POINTS_WORDS)
    assert set(POINTS_WORDS) - NAMES - FORFEITS <= seen


@pytest.mark.parametrize("reason", POINTS_WORDS)
def test_row_of_what_scores_has_every_field(reason: str) -> None:
    row = POINTS_WORDS[reason]
    assert row.line
    assert bool(row.said) == (reason in NAMES)
    assert bool(row.short) == bool(row.told) == (reason not in NAMES)
    for words in (mark_reason(reason), mark_told(reason)):
        assert words == words.lower()
        assert "-" not in words


def test_each_thing_that_scores_stands_in_one_line_of_the_sheet() -> None:
    assert sorted(reason for reasons in SHEET_LINES.values() for reason in reasons) == sorted(POINTS_WORDS)
    assert list(SHEET_LINES)[:2] == ["Marriages", "Béziques"]


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_of_a_refusal_has_words_and_a_ruling_that_is_there(reason: Reason) -> None:
    wording = WORDINGS[reason]
    assert all(each.clause and each.sentence for each in (wording, wording.partners or wording))
    assert not reason.ruling or f"\n## {reason.ruling}. " in RULINGS


def test_every_verb_of_a_hand_has_a_deed_and_words_on_its_control() -> None:
    assert set(VERB_WORDS) == {verb for verb in Verb if verb.when is not When.ALWAYS}
    assert all(all(words) for words in VERB_WORDS.values())
    assert len({words.deed for words in VERB_WORDS.values()}) == len(VERB_WORDS)


@pytest.mark.parametrize("verb", VERB_WORDS, ids=str)
def test_deed_names_the_cards_and_the_combination_that_the_verb_takes(verb: Verb) -> None:
    cards = () if verb.takes in (Takes.NOTHING, Takes.CLAIM) else (parse_card("KSa"), parse_card("QSa"))
    action = Action(0, verb, cards[: 2 if verb.takes is Takes.COMBINATION else 1], "common-marriage")
    said = deed(action)
    assert said == said[:1].lower() + said[1:]
    assert ("K♤" in said) == bool(cards)
    assert ("a common marriage" in said) == (verb.takes is Takes.COMBINATION)
    assert "{" not in said
