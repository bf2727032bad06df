"""What somebody meant who has mistyped a name, or a word of a rule code."""

from __future__ import annotations

import pytest

from bot.engine import RulesError
from bot.ui.text.i18n import speaking
from bot.ui.text.refusals import mended, nearest, rules_error_text
from cogs.table.house_rules import read_typed


def answer_to(code: str) -> str:
    with pytest.raises(RulesError) as caught:
        read_typed(code)
    return rules_error_text(caught.value)


def test_mistyped_name_is_near_to_what_was_meant_and_a_strange_one_to_nothing() -> None:
    names = ["modern", "britannica", "enquire", "parlour", "Sunday rules"]
    assert nearest("brittanica", names) == ["britannica"]
    assert nearest("SUNDAY rule", names) == ["Sunday rules"]
    assert nearest("cribbage", names) == nearest("", names) == []


@pytest.mark.parametrize(
    ("code", "meant"),
    [
        ("modern traget=500", "target=500"),
        ("modern,traget=500", "target=500"),
        ("Past_Trick=open", r"past\_tricks=open"),
        ("modern lenght=one_dael", r"length=one\_deal"),
        ("modern lenght=short", "length"),
        ("modern traget=505", "target"),
        ("modern length=one_dael", r"length=one\_deal"),
        ("new_card=yse", r"new\_card=yes"),
        ("brittanica 3 target=2000", "britannica"),
        ("modern frendly", "friendly"),
        ("modern 4 sides=partners", "partners=true"),
        ("modern sides=2", "partners=true"),
        ("modern 4 mode=team", "partners=true"),
        ("modern 4 teams", "partners=true"),
        ("4 partners", "partners=true"),
        ("team", "partners=true"),
        ("modern announce", "announce=true"),
    ],
)
def test_mistyped_word_of_a_rule_code_is_answered_with_what_may_have_been_meant(code: str, meant: str) -> None:
    assert answer_to(code).startswith(f"Did you mean **\u2068{meant}\u2069**? ")
    with speaking("fr"):
        assert answer_to(code).startswith("Vouliez-vous dire ")


def test_where_an_options_name_is_near_the_answer_is_as_short_as_a_phone_and_says_where_all_of_them_stand() -> None:
    assert answer_to("modern traget=500") == (
        "Did you mean **\u2068target=500\u2069**? *House rules* in `/rules` names every option."
    )
    with speaking("fr"):
        assert answer_to("modern traget=500").endswith("*Règles maison*, dans `/rules`, nomme toutes les options.")
    assert answer_to("modern jokers=1") == "There is no option jokers. *House rules* in `/rules` names every option."


@pytest.mark.parametrize("code", ["modern jokers=1", "length=short", "trick=", "target=505", "players=5", "modern 5"])
def test_what_is_near_to_nothing_is_answered_with_what_there_is(code: str) -> None:
    assert not answer_to(code).startswith("Did")
    assert mended(code, read_typed) == ""


def test_rule_code_is_mended_in_all_its_words_where_it_can_be_played_then() -> None:
    typed = "brittanica 3; traget=2000, past_trick=opne frendly"
    assert mended(typed, read_typed) == "britannica 3 target=2000 past_tricks=open friendly"
    assert mended("modern 2", read_typed) == "modern 2"
    assert mended("modern 2 partner=yes", read_typed) == "", "partners are four"
    assert mended("modern partner=yes", read_typed) == "modern 4 partners=yes"
    assert mended("modern 4 sides=partners", read_typed) == "modern 4 partners=true"
    assert mended("modern sides=partners target=500", read_typed) == "modern 4 partners=true target=500"
    assert mended("team", read_typed) == "4 partners=true"
    assert mended("modern traget=600 taget=700", read_typed) == "", "once is enough"
