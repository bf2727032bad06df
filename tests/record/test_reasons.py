"""The words for refusals: every reason has them, in the forms that records and players need."""

from __future__ import annotations

import pytest

from bot.engine import PRESETS, Reason, Refusal, parse_card
from bot.engine.record import RecordError
from bot.ui.text.wordings import WORDINGS, one_line, reason_sentence, reason_text, record_line, with_ruling

PARTNERS = PRESETS["modern"].rules(4).changed({"partners": True})
CARDS = (parse_card("TSa"), parse_card("QSb"))


@pytest.mark.parametrize("reason", Reason, ids=lambda reason: reason.code)
def test_every_reason_has_a_clause_and_a_sentence(reason: Reason) -> None:
    for refusal in (Refusal(reason), Refusal(reason, CARDS)):
        for rules in (None, PARTNERS):
            clause = reason_text(refusal, rules)
            assert clause[0].islower()
            assert not clause.endswith((".", "!"))
            assert len(clause) <= 80
            sentence = reason_sentence(refusal, rules)
            assert sentence[0].isupper()
            assert sentence.endswith(".")
            assert len(sentence) <= 160
            assert "{" not in clause + sentence


def test_no_two_reasons_share_their_clause() -> None:
    assert len({wording.clause for wording in WORDINGS.values()}) == len(WORDINGS) == len(Reason)


def test_cards_stand_as_in_records_in_a_clause_and_as_on_the_table_in_a_sentence() -> None:
    refusal = Refusal(Reason.NOT_HELD, CARDS)
    assert reason_text(refusal) == "does not hold TSa QSb"
    assert "10♤ Q♤" in reason_sentence(refusal)


def test_the_ruling_stands_behind_the_clause_where_there_is_one() -> None:
    assert with_ruling(Refusal(Reason.FOLLOW_SUIT)) == "must follow suit (ruling 16)"
    assert with_ruling(Refusal(Reason.GAME_OVER)) == "the game is over"
    assert with_ruling(Refusal(Reason.NOT_HELD, CARDS)) == "does not hold TSa QSb"


def test_partners_are_told_of_their_side() -> None:
    assert "Your side" in reason_sentence(Refusal(Reason.NOT_DECLARING), PARTNERS)
    assert "Your side" not in reason_sentence(Refusal(Reason.NOT_DECLARING), PRESETS["modern"].rules(4))


def test_lines_for_faults_of_an_action_a_deal_and_a_record() -> None:
    refusal = Refusal(Reason.FOLLOW_SUIT)
    error = RecordError("follow-suit", deal=0, action=41, text="1 play 8Hb", refusal=refusal)
    assert record_line(error) == "deal 0, action 41 (1 play 8Hb): must follow suit (ruling 16)"
    assert str(error) == "deal 0, action 41 (1 play 8Hb): follow-suit"
    assert record_line(RecordError("the deck has 3 cards", deal=1)) == "deal 1: the deck has 3 cards"
    assert record_line(RecordError("There is no preset x.")) == "There is no preset x"


def test_what_cannot_be_seen_is_escaped_and_what_is_long_is_cut() -> None:
    assert one_line("a\nb\x1b\u202e\ud800é♠") == "a\\nb\\x1b\\u202e\\ud800é♠"
    assert one_line("x" * 1000, most=10) == "x" * 10 + "…"
