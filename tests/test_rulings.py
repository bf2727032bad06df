"""Every number of a ruling, wherever it is named, leads to its place in ``docs/rulings.md``."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.engine import Reason, RulesError
from bot.engine.options import BY_KEY, write_value
from bot.engine.presets import read_code

ROOT = Path(__file__).parents[1]
RULINGS = (ROOT / "docs" / "rulings.md").read_text("utf-8")
ALL = range(1, 40)
DOCUMENTS = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md"), *(ROOT / "benchmarks").glob("*.md")]
FILES = [
    *DOCUMENTS,
    *(path for folder in ("bot", "cogs", "db", "tests", "benchmarks") for path in (ROOT / folder).rglob("*.py")),
    *(ROOT / "bot" / "locale").rglob("*.po"),
]

_BETWEEN = r"""[\s_"'`#=<>:(]*"""
_NAMED = re.compile(
    rf"(?:ruling|règle)(s?){_BETWEEN}(\d+)((?:[\s_]*(?:,|and|or|to|et|ou|à|–)[\s_]*\d+)*)", re.IGNORECASE
)


def numbers_in(text: str) -> set[int]:
    """Return the numbers of all rulings that a text names, in prose, names of tests and comparisons alike."""
    found = set()
    for plural, first, rest in _NAMED.findall(text):
        found.add(int(first))
        last = int(first)
        for joint, number in re.findall(r"(,|and|or|to|et|ou|à|–)[\s_]*(\d+)", rest) if plural else ():
            found |= set(range(last, int(number) + 1)) if joint in ("to", "à", "–") else {int(number)}
            last = int(number)
    return found


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        (f"must follow suit (ruling {99})", {99}),
        (f"rulings {60} to {62} and {70}", {60, 61, 62, 70}),
        (f"Rulings {60}, {61} or {70}: these", {60, 61, 70}),
        (f"ruling {60}, {70} points", {60}),
        (f"def test_ruling_{99}_has_a_test", {99}),
        (f"def test_rulings_{60}_and_{61}", {60, 61}),
        (f"assert reason.ruling == {99}", {99}),
        (f"# waived by ruling\n    # {99}", {99}),
        (f"dans cette donne (règle {99})", {99}),
        ("a ruling takes points; 99 of them", set()),
    ],
)
def test_numbers_are_found_however_they_are_written(text: str, numbers: set[int]) -> None:
    assert numbers_in(text) == numbers


def test_the_rulings_are_1_to_39_and_no_other_line_begins_with_a_number() -> None:
    assert [int(number) for number in re.findall(r"^## (\d+)\. \S", RULINGS, re.MULTILINE)] == list(ALL)
    assert len(re.findall(r"^[#\s]*\d", RULINGS, re.MULTILINE)) == len(ALL)


def test_every_number_named_in_the_repository_is_a_ruling() -> None:
    lost = {str(path.relative_to(ROOT)): numbers_in(path.read_text("utf-8")) - set(ALL) for path in FILES}
    assert {path: numbers for path, numbers in lost.items() if numbers} == {}


def test_every_reason_that_commands_print_rests_on_a_ruling() -> None:
    assert {reason.ruling for reason in Reason} <= {0, *ALL}


def test_translations_name_the_same_rulings() -> None:
    for path in (ROOT / "bot" / "locale").rglob("*.po"):
        with path.open("rb") as file:
            texts = [(str(text.id), str(text.string)) for text in read_po(file)]
        assert [text for text, _ in texts if numbers_in(text)]
        assert [(text, said) for text, said in texts if numbers_in(text) != numbers_in(said)] == []


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def links(path: Path) -> list[tuple[Path, str]]:
    """Return the files and anchors to which a document links within the repository."""
    found = re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", path.read_text("utf-8"))
    return [((path.parent / place).resolve() if place else path, anchor) for place, anchor in found]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_between_documents_lead_somewhere(path: Path) -> None:
    for target, anchor in links(path):
        assert target.exists()
        assert not anchor or anchor in anchors(target)


@pytest.mark.parametrize("path", ["README.md", "CONTRIBUTING.md", "docs/rules.md", "docs/record.md"])
def test_who_reads_of_a_ruling_finds_the_way(path: str) -> None:
    assert ROOT / "docs" / "rulings.md" in [target for target, _ in links(ROOT / path)]


@pytest.mark.parametrize(
    "paragraph", [each for each in RULINGS.split("\n\n") if re.search(r"`\w+=\w+`", each)], ids=lambda text: text[:40]
)
def test_house_rules_are_named_as_they_are_typed_and_marked_where_they_are_not_built(paragraph: str) -> None:
    named = re.findall(r"`(\w+)=(\w+)`", paragraph)
    if paragraph.startswith("(not built yet)"):
        with pytest.raises(RulesError):
            read_code(" ".join(f"{key}={value}" for key, value in dict(named).items()))
    else:
        for key, value in named:
            assert value in [write_value(choice.value) for choice in BY_KEY[key].choices]


@pytest.mark.parametrize("number", ALL)
def test_every_ruling_says_what_it_rests_on(number: int) -> None:
    lengths = dict(re.findall(r"^\| ([\w ]+?) \|.*\| (\d+) (?:lines|laws) \|$", RULINGS, re.MULTILINE))
    assert set(lengths) == {"Britannica", "Enquire Within", "parlour manual", "modern summary", "Portland Club"}
    section = re.search(rf"^## {number}\. (.*?)(?=^## |\Z)", RULINGS, re.MULTILINE | re.DOTALL)
    assert section is not None
    rest = "*" + section[1].strip().rpartition("\n- *")[2].replace("\n ", "")
    sources, ours, _ = rest.partition("*Ours")
    assert ours or sources
    if sources:
        assert sources.startswith("*Sources:* ")
        for cited in sources.removeprefix("*Sources:* ").split(";"):
            of = ", law" if "Portland Club" in cited else ", line"
            book, line, lines = re.sub(r"\(.*?\)", "", cited).strip().partition(of)
            assert book in lengths
            assert line
            assert all(0 < int(each) <= int(lengths[book]) for each in re.findall(r"\d+", lines))
            assert re.search(r"\d", lines)
