"""The house rules and the presets: the rule book's table literally, and what cannot go together."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

from bot.engine import (
    DEFAULT_PRESET,
    OPTIONS,
    PRESETS,
    Rules,
    RulesError,
    build_rules,
    named_options,
    read_code,
    write_code,
)
from bot.engine.options import BY_KEY, write_value
from bot.engine.presets import differences
from bot.engine.rules import make_rules

# The rule book's section 3: each option's values, then each preset's own value and what else its source allows.
VALUES: dict[str, list[object]] = {
    "game": ["bezique", "rubicon"],
    "players": [2, 3, 4],
    "partners": [False, True],
    "packs": ["per_player", "two_less_an_eight"],
    "trump": ["turn_up", "first_marriage"],
    "bezique_cards": ["fixed", "by_trump"],
    "trick": ["suit_led", "any_suit", "rank_only", "rank_then_trump"],
    "declarations_per_trick": ["one", "many"],
    "new_card": [True, False],
    "double_from_singles": [False, True],
    "treble": [True, False],
    "reckoning": ["tens", "units"],
    "announce": [False, True],
    "bezique_cards_locked": [False, True],
    "sequence_bars_marriage": [False, True],
    "seven_scores": ["declared", "played", "played_throughout"],
    "seven_exchange": ["trick_winner", "any_holder"],
    "brisques": ["as_taken", "end_of_deal"],
    "last_trick": ["final", "before_last_eight"],
    "length": ["target", "one_deal"],
    "finish": ["at_once", "end_of_deal"],
    "both_out": ["higher_total", "less_brisques", "non_dealer_first", "last_trick_winner"],
    "past_tricks": ["open", "last_only"],
    "irregularities": ["prevented", "forfeits"],
    "forfeits": ["britannica", "enquire", "modern", "revoke_only"],
}
BOOK: dict[str, tuple[list[object], list[object], list[object], list[object]]] = {
    # option: britannica, enquire, parlour, modern
    "partners": ([False, True], [False, True], [False], [False, True]),
    "packs": (["per_player"], ["per_player", "two_less_an_eight"], ["per_player"], ["per_player"]),
    "trump": (["turn_up", "first_marriage"], ["turn_up"], ["turn_up", "first_marriage"], ["turn_up"]),
    "bezique_cards": (["by_trump", "fixed"], ["fixed", "by_trump"], ["fixed"], ["fixed"]),
    "trick": (["suit_led"], ["any_suit", "suit_led"], ["rank_only", "rank_then_trump"], ["suit_led"]),
    "declarations_per_trick": (["many"], ["one"], ["one"], ["one"]),
    "new_card": ([True], [True, False], [True], [True]),
    "double_from_singles": ([False], [False, True], [False], [False, True]),
    "treble": ([True, False], [True], [True, False], [True, False]),
    "reckoning": (["tens", "units"], ["tens"], ["tens"], ["tens"]),
    "announce": ([False], [False], [False], [True]),
    "bezique_cards_locked": ([False], [False], [True], [False]),
    "sequence_bars_marriage": ([False], [False, True], [False], [False]),
    "seven_scores": (["declared"], ["played"], ["played_throughout", "played"], ["played_throughout", "played"]),
    "seven_exchange": (["trick_winner"], ["trick_winner"], ["any_holder"], ["trick_winner"]),
    "brisques": (["as_taken", "end_of_deal"], ["end_of_deal"], ["end_of_deal"], ["end_of_deal"]),
    "last_trick": (["before_last_eight"], ["final", "before_last_eight"], ["final"], ["final"]),
    "target": ([1000], [1000, 2000, 4000], [1000], [1000, 2000]),
    "length": (["target"], ["target"], ["target"], ["target"]),
    "finish": (["at_once"], ["end_of_deal"], ["end_of_deal"], ["end_of_deal"]),
    "both_out": (["last_trick_winner"], ["less_brisques", "non_dealer_first"], ["higher_total"], ["higher_total"]),
    "past_tricks": (["last_only"], ["last_only"], ["open"], ["open"]),
    "irregularities": tuple(["prevented", "forfeits"] for _ in range(4)),  # type: ignore[dict-item]
    "forfeits": (["britannica"], ["enquire"], ["revoke_only"], ["modern"]),
}
OURS: dict[str, set[str]] = {
    "britannica": {"partners", "treble"},
    "enquire": {"finish", "new_card"},
    "parlour": {"target", "declarations_per_trick", "brisques", "finish", "both_out", "past_tricks", "new_card",
                "treble", "forfeits"},
    "modern": {"partners", "seven_exchange", "finish", "both_out", "past_tricks", "new_card", "treble"},
}  # fmt: skip
"""Where a source is silent, besides what stands in none of them."""
IN_NO_SOURCE = {"length", "irregularities"}
NAMES = ("britannica", "enquire", "parlour", "modern")


def test_there_is_a_row_for_every_option_of_the_book_and_for_no_other() -> None:
    assert {option.key for option in OPTIONS} == {*VALUES, "target"}
    assert {option.key for option in OPTIONS} == set(Rules().values())
    assert len(OPTIONS) == len(BY_KEY)


@pytest.mark.parametrize("key", VALUES)
def test_an_options_row_has_the_books_values(key: str) -> None:
    assert sorted(map(str, VALUES[key])) == sorted(str(choice.value) for choice in BY_KEY[key].choices)
    for value in VALUES[key]:
        assert BY_KEY[key].accepts(value)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_an_options_row_explains_itself_and_every_value(option: Any) -> None:  # noqa: ANN401
    assert option.title
    assert option.group
    assert option.source
    assert option.explanation.endswith(".")
    for choice in option.choices:
        assert choice.label
        assert choice.line.endswith(".")
        assert len(choice.label) <= 25
        assert len(choice.line) <= 100
        assert option.label(choice.value) == choice.label


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_preset_plays_with_two_three_and_four(name: str, players: int) -> None:
    """The rule book's one departure with the number of players is modern's target of 1500 with three (M)."""
    rules = PRESETS[name].rules(players)
    assert rules.players == players
    two = PRESETS[name].rules(2).values()
    changed = {key: value for key, value in rules.values().items() if value != two[key] and key != "players"}
    assert changed == ({"target": 1500} if (name, players) == ("modern", 3) else {})


@pytest.mark.parametrize("name", NAMES)
def test_what_a_preset_s_source_also_allows_can_be_chosen(name: str) -> None:
    for key, row in BOOK.items():
        for value in row[NAMES.index(name)]:
            players = {"partners": 4, "packs": 3}.get(key, 2)
            changes = {key: value}
            assert build_rules(name, players, changes).values()[key] == value


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_knows_what_its_source_also_allows_and_where_it_is_silent(name: str) -> None:
    """The first value of the rule book's cell is the preset's own, the others are what the source allows besides."""
    cells = {key: row[NAMES.index(name)] for key, row in BOOK.items()}
    assert PRESETS[name].rules(2).values().items() >= {key: cell[0] for key, cell in cells.items()}.items()
    also = {key: [value for value in cell if value != cell[0]] for key, cell in cells.items()}
    assert {key: list(values) for key, values in PRESETS[name].also.items()} == {k: v for k, v in also.items() if v}
    assert PRESETS[name].ours == OURS[name] | IN_NO_SOURCE


def test_modern_is_the_default_and_there_are_four_presets_of_bezique() -> None:
    assert DEFAULT_PRESET == "modern"
    assert set(PRESETS) == {*NAMES, "rubicon"}
    assert Rules() == PRESETS["modern"].rules(2)
    assert [PRESETS[name].source for name in NAMES] == ["B", "E", "P", "M"]


# What cannot be.

CLASHING = ("players", "partners", "packs", "announce", "declarations_per_trick", "new_card", "double_from_singles",
            "bezique_cards_locked")  # fmt: skip


def _clashes(values: dict[str, object]) -> list[tuple[str, str]]:
    """Say which pairs the rule book refuses."""
    found = []
    if values["partners"] and values["players"] != 4:
        found.append(("partners", "players"))
    if values["packs"] == "two_less_an_eight" and values["players"] != 3:
        found.append(("packs", "players"))
    if values["announce"] and values["declarations_per_trick"] == "many":
        found.append(("announce", "declarations_per_trick"))
    if values["announce"] and not values["new_card"]:
        found.append(("announce", "new_card"))
    if values["double_from_singles"] and values["bezique_cards_locked"]:
        found.append(("double_from_singles", "bezique_cards_locked"))
    return found


def _bases() -> Iterator[dict[str, object]]:
    for chosen in product(*(VALUES[key] for key in CLASHING)):
        yield dict(zip(CLASHING, chosen, strict=True))


def test_options_that_mean_nothing_together_are_refused_and_both_are_named_with_the_reason() -> None:
    refused = 0
    for values in _bases():
        clashes = _clashes(values)
        if not clashes:
            assert {**make_rules(values).values(), **values} == make_rules(values).values()
            continue
        refused += 1
        with pytest.raises(RulesError) as caught:
            make_rules(values)
        text = str(caught.value)
        assert text.endswith(".")
        assert ": " in text
        assert any(one in text and other in text for one, other in clashes), text
    assert refused > 100


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"partners": True}, "partners = true cannot go with players = 2: "),
        ({"partners": True, "players": 3}, "partners = true cannot go with players = 3: "),
        ({"packs": "two_less_an_eight"}, "packs = two_less_an_eight cannot go with players = 2: "),
        (
            {"packs": "two_less_an_eight", "players": 4},
            "packs = two_less_an_eight cannot go with players = 4: ",
        ),
        ({"declarations_per_trick": "many"}, "announce = true cannot go with declarations_per_trick = many: "),
        ({"new_card": False}, "announce = true cannot go with new_card = false: "),
        (
            {"double_from_singles": True, "bezique_cards_locked": True},
            "double_from_singles = true cannot go with bezique_cards_locked = true: ",
        ),
    ],
)
def test_the_sentence_of_a_refusal(values: dict[str, object], says: str) -> None:
    with pytest.raises(RulesError, match=says):
        make_rules(values)


@pytest.mark.deep
def test_every_two_values_of_different_options_go_together_on_every_legal_base() -> None:
    """All legal combinations of the options that can clash, and all pairs of values of the others."""
    free = [key for key in VALUES if key not in (*CLASHING, "game")]  # another game leaves most of them no choice
    pairs = [
        {one: first, other: second}
        for one, other in combinations(free, 2)
        for first, second in product(VALUES[one], VALUES[other])
    ]
    legal = [values for values in _bases() if not _clashes(values)]
    assert len(legal) > 30
    for at, values in enumerate(legal):
        for extra in pairs[at % 5 :: 5]:
            rules = make_rules({**values, **extra})
            assert rules.values().items() >= {**values, **extra}.items()


@pytest.mark.parametrize("target", [500, 510, 1000, 9990, 10_000])
def test_a_target_is_a_multiple_of_ten_from_500_to_10000(target: int) -> None:
    assert make_rules({"target": target}).target == target


@pytest.mark.parametrize("target", [490, 0, -1000, 505, 1001, 10_010, True, 1000.0, "1000", None, [1000]])
def test_another_target_is_refused(target: object) -> None:
    with pytest.raises(RulesError, match=r"target cannot be .*multiple of 10 from 500 to 10000"):
        make_rules({"target": target})


@pytest.mark.parametrize("key", VALUES)
def test_an_unknown_value_is_refused_with_the_values_there_are(key: str) -> None:
    choices = ", ".join(write_value(choice.value) for choice in BY_KEY[key].choices)
    value: object
    for value in ("nonsense", 7, None, 1.5, float("nan"), [], {}, "x" * 1000):
        with pytest.raises(RulesError, match=f"{key} cannot be") as caught:
            make_rules({key: value})
        assert len(str(caught.value)) < 300
        assert str(caught.value).endswith(f": it takes {choices}.")


def test_a_refusal_repeats_what_was_given_and_cuts_what_is_long() -> None:
    for given, shown in (("x" * 40, "x" * 40), ("x" * 41, "x" * 37 + "…"), ([], "list"), (7, "7"), (True, "true")):
        with pytest.raises(RulesError) as caught:
            make_rules({"trick": given})
        assert str(caught.value) == f"trick cannot be {shown}: it takes suit_led, any_suit, rank_only, rank_then_trump."
        assert caught.value.text.format(**caught.value.values) == str(caught.value)


@pytest.mark.parametrize(("key", "value"), [("partners", 0), ("announce", 1), ("players", True), ("players", 2.0)])
def test_a_truth_value_is_no_number_and_a_number_no_truth_value(key: str, value: object) -> None:
    with pytest.raises(RulesError, match=f"{key} cannot be"):
        make_rules({key: value})


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(RulesError) as caught:
        make_rules({"jokers": True})
    assert str(caught.value) == "There is no option jokers."


@pytest.mark.parametrize("preset", ["hoyle", "", None, 3, "Modern"])
def test_an_unknown_preset_is_refused(preset: object) -> None:
    with pytest.raises(RulesError, match="There is no preset"):
        build_rules(preset, 2, {})


@pytest.mark.parametrize("players", [1, 5, 0, -2, "2", None, True, 2.0])
def test_another_number_of_players_is_refused(players: object) -> None:
    with pytest.raises(RulesError, match="players cannot be"):
        build_rules("modern", players, {})


# The short code.


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_presets_code_is_its_name_and_the_players_and_reads_back(name: str, players: int) -> None:
    rules = PRESETS[name].rules(players)
    code = write_code(rules, name)
    assert code == (name if players == 2 else f"{name} {players}")
    assert read_code(code) == (name, rules)


def test_a_code_says_what_differs_and_reads_back() -> None:
    for values in _bases():
        if not _clashes(values):
            rules = make_rules({**values, "target": 2500, "both_out": "non_dealer_first"})
            for name in NAMES:
                assert read_code(write_code(rules, name))[1] == rules
            assert read_code(write_code(rules))[1] == rules


def test_a_code_is_read_as_people_type_it() -> None:
    code = "Britannica 3, target=2000; brisques=END_OF_DEAL + past_tricks=open"
    assert read_code(code)[1] == build_rules(
        "britannica", 3, {"target": 2000, "brisques": "end_of_deal", "past_tricks": "open"}
    )
    assert read_code("") == ("modern", Rules())
    assert read_code("Target=2000")[1] == build_rules("modern", 2, {"target": 2000})
    for target in ("=+1500", " = 1500", "=1,500", "=1 500", "=1.500", "=1'500", "=1\u202f500", "=1,500, treble=no"):
        assert read_code(f"modern target{target} 3")[1].target == 1500
    assert read_code("target=1500,3+treble=no")[1] == build_rules("modern", 3, {"target": 1500, "treble": False})
    assert read_code("modern,2,target=500")[1] == build_rules("modern", 2, {"target": 500})
    assert read_code("4 partners=yes")[1] == build_rules("modern", 4, {"partners": True})


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("hoyle", "no preset hoyle"),
        ("modern 5", "'5' is not understood"),
        ("modern britannica", "'britannica' is not understood"),
        ("modern jokers=1", "no option jokers"),
        ("modern target=2000 target=3000", "target is given twice, as 2000 and 3000"),
        ("modern 2 3", "players is given twice, as 2 and 3"),
        ("modern 3 players=2", "players is given twice, as 3 and 2"),
        ("players=4 2", "players is given twice, as 4 and 2"),
        ("modern target=1,5000", "target cannot be 1,5000"),
        ("modern target=-1,500", "target cannot be -1,500"),
        ("modern target=", "target cannot be empty"),
        ("modern trick=", "trick cannot be empty"),
        ("modern trick=wild", "trick cannot be wild"),
        ("modern partners=true", "partners = true cannot go with players = 2"),
        ("modern " * 100, "at most 400 characters"),
        ("modern target=99999999999999999999", "target cannot be"),
    ],
)
def test_a_code_that_says_nothing_is_refused_with_a_sentence(code: str, says: str) -> None:
    with pytest.raises(RulesError, match=says):
        read_code(code)


def test_differences_name_the_preset_s_value_and_the_tables() -> None:
    rules = build_rules("enquire", 2, {"trick": "suit_led", "target": 2000})
    assert differences(rules, "enquire") == {"trick": ("any_suit", "suit_led"), "target": (1000, 2000)}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("scores", list(VALUES["seven_scores"]))
def test_rules_that_are_stored_name_what_sevens_score_and_come_back(name: str, scores: str) -> None:
    rules = build_rules(name, 3, {"seven_scores": scores, "target": 2000})
    named = named_options(rules, name)
    assert named["seven_scores"] == scores
    assert build_rules(name, 3, named) == rules
