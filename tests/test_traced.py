"""``docs/traced.md``: every test and page that it names is there, and no ruling and no value is missing from it."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bot.engine import OPTIONS, Option
from bot.engine.options import write_value

ROOT = Path(__file__).parents[1]
TRACED = (ROOT / "docs" / "traced.md").read_text("utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in TRACED.split("\n")
    if line.startswith("| ") and not line.startswith(("| ---", "| ruling |", "| house rule |", "| what is said |"))
]
NAMED = re.compile(r"`([^`]*)`")
SKIPPED = re.compile(r"\b(skip|skipif|xfail)\b")
VALUE = re.compile(r"(?:^|; )\w+: (?=`)")
"""The value of a house rule before the tests that show it."""
TRICKS = "rules/test_tricks.py"
SHOWN = f"{TRICKS}::test_ruling_16_holds_whatever_the_option_trick_says"


@cache
def names_in(path: Path) -> frozenset[str]:
    """Return the names of the tests of a file that always run: none of a file that pytest does not look into."""
    if not path.is_file() or not path.name.startswith("test_"):
        return frozenset()
    text = path.read_text("utf-8")
    names = frozenset(re.findall(r"^(?:async )?def (test_\w+)", text, re.MULTILINE))
    if not SKIPPED.search(text):
        return names
    found = [node for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))]
    return names - {node.name for node in found if any(SKIPPED.search(ast.unparse(m)) for m in node.decorator_list)}


def not_run(cell: str) -> list[str]:
    """Return what a cell of tests names that is no test, and what stands between the names."""
    between = NAMED.sub("", VALUE.sub("", cell)).strip()
    wrong = [between] if between else []
    for named in NAMED.findall(cell):
        path, _, name = named.partition("::")
        if name not in names_in(ROOT / "tests" / path):
            wrong.append(named)
    return wrong


def test_every_line_names_a_test_and_every_test_named_is_there() -> None:
    assert len(ROWS) > 180
    for row in ROWS:
        for part in row[-2].split("; "):
            named = NAMED.findall(part)
            assert named, row
            assert len(set(named)) == len(named), row
        assert not_run(row[-2]) == [], row


@pytest.mark.parametrize(
    "named",
    [
        f"{SHOWN}_and_does",  # renamed
        f"{SHOWN}[any_suit]",  # one set of its parameters
        f"{TRICKS}::two_hands",
        TRICKS,
        "rules/test_gone.py::test_gone",
        "table_builder.py::table",
        "honour_table.py::test_nothing",
    ],
)
def test_a_name_that_pytest_would_not_run_is_found_out(named: str) -> None:
    assert not_run(f"`{SHOWN}`") == []
    assert not_run(f"`{SHOWN}` `{named}`") == [named]
    assert not_run(f"`{SHOWN}` and others") == ["and others"]


def test_every_line_says_where_players_read_of_it_or_that_it_is_no_matter_of_theirs() -> None:
    """That each of these headings is there, the test of all links between documents shows."""
    for row in ROWS:
        assert re.fullmatch(r"\[[^]]+\]\(rules\.md#[^)]+\)|–", row[-1]), row
        if "::test_ruling_" in row[-2] and row[0].startswith("["):
            assert row[-1] != "–", row


@pytest.mark.parametrize("number", range(1, 40))
def test_every_ruling_is_traced_to_tests_of_its_own(number: int) -> None:
    rows = [row for row in ROWS if row[0].startswith(f"[{number}](rulings.md#{number}-")]
    assert rows
    assert f"::test_ruling_{number}_" in " ".join(row[2] for row in rows)
    assert all(row[1] for row in rows)


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_every_value_of_a_house_rule_is_traced_to_its_place(option: Option) -> None:
    rows = [row for row in ROWS if row[0] == f"`{option.key}`"]
    assert all(row[-1].startswith(f"[House rule: {option.title}](") for row in rows)
    values = [value for row in rows for value in re.findall(r"(?:^|; )(\w+): `", row[1])]
    assert values == [write_value(choice.value) for choice in option.choices]


def test_every_step_of_the_shuffle_is_traced() -> None:
    assert {int(row[0][0]) for row in ROWS if re.match(r"\d\. ", row[0])} == set(range(1, 9))
