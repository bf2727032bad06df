"""What is read as a record, and in which words everything else is refused."""

from __future__ import annotations

import copy
import json
from typing import Any, TypeAlias

import pytest

from bot.engine import Game
from bot.engine.lots import SeatsBy
from bot.engine.record import RecordError, parse_record, play_record, record_document, verify_record
from bot.engine.record_json import MOST_BYTES
from bot.ui.text.wordings import record_line

from .games import ALL_RULES, play_game

Json: TypeAlias = object
Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]

BASE = play_game(ALL_RULES["modern-2"], 11, deals=2, lots=SeatsBy.JOINED).document()


def fault(source: object) -> RecordError:
    with pytest.raises(RecordError) as caught:
        play_record(parse_record(source))
    line = record_line(caught.value)
    assert "\n" not in line
    assert len(line) < 700
    return caught.value


def changed(*path: Step, value: Json) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(BASE)
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return document


def without(*path: Step) -> dict[str, Any]:
    document: dict[str, Any] = copy.deepcopy(BASE)
    at: Any = document
    for key in path[:-1]:
        at = at[key]
    del at[path[-1]]
    return document


def test_the_base_of_these_tests_is_a_legal_record() -> None:
    assert len(play_record(parse_record(BASE)).deals) == 2


def test_a_record_without_deals_is_a_game_that_has_not_begun() -> None:
    document = {"format": "bezique-record/1", "rules": {}, "players": ["Ann", "Ben"], "deals": []}
    record = parse_record(document)
    assert play_record(record) == Game(ALL_RULES["modern-2"])
    assert verify_record(record) == ()


def test_preset_is_modern_and_players_the_number_of_names_where_absent() -> None:
    document = {"format": "bezique-record/1", "rules": {}, "players": ["A", "B", "C"], "deals": []}
    assert parse_record(document).rules == ALL_RULES["modern-3"]
    assert parse_record(document).rules.target == 1500


VALUES: list[Json] = [
    None, True, False, 0, -1, 1.0, 1e300, "", "x", "\x00", [], {}, [[]], [None], {"a": 1}, 10**500, "é" * 1000,
]  # fmt: skip
TEXTS: list[Json] = [value for value in VALUES if isinstance(value, str)]
ACCEPTED: dict[Path, list[Json]] = {
    ("format",): [],
    ("rules",): [{}],  # the same rules as before
    ("rules", "preset"): [],
    ("rules", "players"): [],
    ("rules", "target"): [],
    ("rules", "announce"): [True, False],  # nobody announces in it
    ("rules", "past_tricks"): [],
    ("players",): [],
    ("players", 0): ["", "x", "\x00"],  # any text that is not too long
    ("lots",): VALUES,  # whether they are well-formed is for verify to say
    ("lots", "seats"): VALUES,
    ("lots", "numbers", 0): VALUES,
    ("deals",): [[]],
    ("deals", 0): [],
    ("deals", 0, "dealer"): [BASE["deals"][0]["dealer"]],
    ("deals", 0, "deck"): [],
    ("deals", 0, "actions"): [],
    ("deals", 0, "actions", 3): [],
    ("deals", 0, "shuffle"): [],
    ("deals", 0, "shuffle", "commitment"): TEXTS,  # what a proof proves is for verify to say
    ("deals", 0, "shuffle", "secret"): TEXTS,
    ("deals", 0, "shuffle", "withdrawn"): [True, False],
    ("deals", 0, "shuffle", "entropy"): [[]],
    ("deals", 0, "shuffle", "entropy", 0): TEXTS,
}


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: ".".join(map(str, path)))
def test_any_other_type_or_value_is_refused_where_it_stands(path: Path) -> None:
    for value in VALUES:
        document = changed(*path, value=value)
        if any(type(value) is type(fine) and value == fine for fine in ACCEPTED[path]):
            play_record(parse_record(document))
        else:
            error = fault(document)
            if path[:2] == ("deals", 0):
                assert error.deal in (0, 1)  # an emptied deal is at fault in what follows it
            if path == ("deals", 0, "actions", 3):
                assert (error.deal, error.action) == (0, 3)


@pytest.mark.parametrize(
    "path",
    [("format",), ("rules",), ("players",), ("deals",), ("deals", 0, "dealer"), ("deals", 0, "deck"),
     ("deals", 0, "actions"), ("deals", 0, "shuffle", "commitment"), ("deals", 0, "shuffle", "entropy")],
    ids=lambda path: ".".join(map(str, path)),
)  # fmt: skip
def test_a_missing_key_is_named(path: Path) -> None:
    error = fault(without(*path))
    assert f'"{path[-1]}"' in error.reason
    assert "missing" in error.reason


def test_what_stands_in_a_key_s_place_is_shown_and_cut_where_it_is_long() -> None:
    for value, shown in (("x", '"x"'), (None, "null"), ([], "a list"), ({}, "an object"),
                         ("é" * 100, '"' + "\\u00e9" * 9 + "\\u..."), (True, "true")):  # fmt: skip
        assert fault(changed("deals", 0, "dealer", value=value)).reason == (
            f'"dealer" must be a seat (a number from 0) and is {shown}'
        )


def test_format_must_be_exactly_this_version() -> None:
    for other in ("bezique-record/2", "bezique-record/1 ", "Bezique-record/1", "bezique-record"):
        assert '"format" must be "bezique-record/1"' in fault(changed("format", value=other)).reason


def test_only_a_proof_that_was_withdrawn_needs_no_entropy() -> None:
    document = changed("deals", 0, "shuffle", value={"commitment": "ab" * 32, "withdrawn": True})
    record = parse_record(document)
    shuffle = record.deals[0].shuffle
    assert shuffle is not None
    assert (shuffle.withdrawn, shuffle.entropy, shuffle.secret) == (True, (), None)
    assert record_document(record) == document
    document = changed("deals", 0, "shuffle", value={"commitment": "ab" * 32, "withdrawn": False})
    assert '"entropy" must be a list and is missing' in fault(document).reason


def test_options_and_names_that_do_not_go_together_are_refused() -> None:
    assert "no option colour" in fault(changed("rules", "colour", value="red")).reason
    assert "no preset" in fault(changed("rules", "preset", value="victorian")).reason
    assert "cannot be 997" in fault(changed("rules", "target", value=997)).reason
    assert "partners" in fault(changed("rules", "partners", value=True)).reason
    assert "announce = true cannot go with" in fault(changed("rules", "declarations_per_trick", value="many")).reason
    assert fault(changed("rules", "players", value=3)).reason == "the rules are for 3 players and 2 names are given"
    assert "2, 3 or 4 names" in fault(changed("players", value=["A"])).reason
    assert "more than 200 characters" in fault(changed("players", 1, value="x" * 201)).reason


def test_a_deck_that_is_not_the_pack_is_the_deals_fault() -> None:
    cards = BASE["deals"][0]["deck"].split()
    for deck, words in (
        (cards[:-1], "63 cards"),
        ([*cards, "ASc"], "65 cards"),
        ([*cards[:-1], cards[0]], "missing, doubled"),
        ([*cards[:-1], "ASc"], "missing, doubled"),
        ([*cards[:-1], "1Sa"], "is not a card"),
        ([*cards[:-1], "asa"], "is not a card"),
        ([*cards[:-1], ""], "is not a card"),
    ):
        error = fault(changed("deals", 0, "deck", value=" ".join(deck)))
        assert words in error.reason
        assert (error.deal, error.action) == (0, None)
        assert record_line(error).startswith("deal 0: ")
    assert "0 cards" in fault(changed("deals", 0, "deck", value="")).reason


def test_deals_follow_those_that_are_over_to_the_left_and_nothing_follows_the_end_of_the_game() -> None:
    error = fault(changed("deals", 1, "dealer", value=BASE["deals"][0]["dealer"]))
    assert record_line(error).startswith("deal 1: ")
    assert "ruling 2" in error.reason
    document = changed("deals", 0, "actions", value=BASE["deals"][0]["actions"][:-1])
    assert record_line(fault(document)) == "deal 1: the deal before is not over"
    actions = [*BASE["deals"][0]["actions"], "0 resign"]
    after = changed("deals", 0, "actions", value=actions)
    assert record_line(fault(after)) == "deal 1: the game is over"
    del after["deals"][1]
    assert play_record(parse_record(after)).result is not None
    after["deals"][0]["actions"].append("1 resign")
    assert record_line(fault(after)) == f"deal 0, action {len(actions) - 1} (1 resign): the game is over"


def test_the_first_fault_in_the_order_of_play_is_named() -> None:
    document = changed("deals", 1, "deck", value="")
    document["deals"][0]["actions"][5] = "0 play nothing"
    error = fault(document)
    assert (error.deal, error.action) == (0, 5)
    document["deals"][0]["actions"][4] = "0 pass" if BASE["deals"][0]["actions"][4] != "0 pass" else "1 play 7Ca"
    assert fault(document).action == 4


def test_an_action_that_cannot_be_read_is_named_with_its_text() -> None:
    for text, words in (
        ("", "is not an action"),
        ("0", "is not an action"),
        ("0 fold", "is not a verb"),
        ("4 pass", "is not a seat"),
        ("-1 pass", "is not a seat"),
        ("0 play", "takes one card"),
        ("0 play 9Ha 9Hb", "takes one card"),
        ("0  play 9Ha", "is not a verb"),
        ("0 pass ", "is not a card"),
        ("0 declare marriage KCa QCa", "is not a combination"),
        ("0 declare four-aces ASa ASa ASb AHa", "stands twice"),
        ("0 draw 9Ha", "takes no cards"),
        ("0 take", "takes one card"),
        ("0 claim", "cannot be claimed"),
        ("0 claim cheating add", "cannot be claimed"),
        ("0 claim nine-cards add deduct", "a claim ends with add or deduct"),
        ("0 claim nine-cards subtract", "a claim ends with add or deduct"),
        ("0 play 9Ha\n", "is not a card"),
    ):
        error = fault(changed("deals", 0, "actions", 2, value=text))
        assert words in error.reason
        assert (error.deal, error.action, error.text, error.refusal) == (0, 2, text, None)
    long = fault(changed("deals", 0, "actions", 2, value="x" * 1_000_000))
    assert record_line(long).startswith("deal 0, action 2 (xxxx")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (b"", "nothing to read"),
        (b" \r\n\t", "nothing to read"),
        (b"\xff\xfe{\x00", "not UTF-8 text (at byte 0)"),
        (b'{"a": "\xc3"}', "not UTF-8 text"),
        (b'{"a": "\xed\xa0\x80"}', "not UTF-8 text"),
        (b"\xef\xbb\xbf{}", "byte order mark"),
        (b"{", "not JSON"),
        (b"[1, 2", "not JSON"),
        (b"{} {}", "not JSON"),
        (b"\x00", "not JSON"),
        (b'{"a": "\x00"}', "not JSON"),
        (b'{"a": NaN}', "NaN is no number"),
        (b'{"a": Infinity}', "Infinity is no number"),
        (b'{"a": -Infinity}', "-Infinity is no number"),
        (b'{"a": 1e999}', "too large"),
        (b'{"a": ' + b"9" * 5000 + b"}", "too large"),
        (b'{"a": 1, "b": 2, "a": 1}', 'the key "a" stands twice'),
        (b'{"x": {"a": 1, "a": 1}}', 'the key "a" stands twice'),
        (b'{"a": "\\ud800"}', "surrogate"),
        (b'{"\\udfff": 1}', "surrogate"),
        (b"[" * 100_000, "nested more than 32"),
        (b"[" * 50 + b"]" * 50, "nested more than 32"),
        (b'{"a":' * 40 + b"1" + b"}" * 40, "nested more than 32"),
        (b"[" + b"[]," * 300_000 + b"[]]", "too many parts"),
        (b"[" + b"0," * 3_000_000 + b"0]", "too many parts"),
        (b" " * (MOST_BYTES + 1), "larger than 16 MiB"),
        (b"null", "a record is a JSON object, not null"),
        (b"[]", "a record is a JSON object, not a list"),
        (b'"bezique-record/1"', "a record is a JSON object"),
        (b"{}", '"format" must be "bezique-record/1" and is missing'),
    ],
    ids=lambda value: "".join(c for c in repr(value)[:24] if c.isalnum()),  # a name that a tool can hand back
)
def test_text_that_is_not_such_json_as_a_record_is_refused(text: bytes, words: str) -> None:
    error = fault(text)
    assert words in error.reason
    assert (error.deal, error.action) == (None, None)


def test_a_pair_of_surrogates_is_one_character_and_fine() -> None:
    text = json.dumps(changed("players", 0, value="🂡"))
    assert "\\ud83c\\udca1" in text
    assert parse_record(text).players[0] == "🂡"


def test_a_fault_never_repeats_a_secret_or_a_deck() -> None:
    secret = BASE["deals"][0]["shuffle"]["secret"]
    for document in (changed("deals", 0, "shuffle", "secret", value=[secret]), changed("deals", 0, "dealer", value=9)):
        line = record_line(fault(document))
        assert secret not in line
        assert BASE["deals"][0]["deck"][:7] not in line


def test_a_stranger_cannot_write_a_second_line_or_steer_a_terminal_through_an_error() -> None:
    for document in (
        changed("rules", "a\nb\x1b[31m", value=1),
        changed("rules", "preset", value="\x1b]0;x\x07\n"),
        changed("rules", "trick", value="\u202eabc\n"),
        changed("deals", 0, "actions", 0, value="0 play 9Ha\r\n\x1b[2J"),
        changed("format", value="\x1b\n"),
    ):
        line = record_line(fault(document))
        assert all(c.isprintable() for c in line), line


def test_a_deck_that_is_no_pack_cannot_be_vouched_for_while_the_secret_is_out() -> None:
    document = without("deals", 0, "shuffle", "secret")
    cards = document["deals"][0]["deck"].split()
    for deck in ([*cards[:-1], cards[0]], cards[:-1], [*cards[:-1], "xxx"]):
        document["deals"][0]["deck"] = " ".join(deck)
        with pytest.raises(RecordError) as caught:
            verify_record(parse_record(document))
        assert caught.value.deal == 0
