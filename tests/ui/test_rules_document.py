"""The rule book in ``docs/``: up to date, and nothing missing."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

from bot.engine import OPTIONS, PRESETS
from bot.engine.combinations import COMBINATIONS
from bot.ui.text.rulebook.__main__ import document
from bot.ui.text.rulebook.books import conflicts
from bot.ui.text.rulebook.topics import TOPICS
from bot.ui.text.rulebook.variants import words
from bot.ui.text.words import leaves_choice

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "rules.md").read_text("utf-8")


def test_document_is_what_the_command_prints(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(ROOT / "bot" / "ui" / "text" / "rulebook" / "__main__.py"), run_name="__main__")
    assert capsys.readouterr().out == document()
    assert document() == DOCUMENT, "write it anew: python -m bot.ui.text.rulebook > docs/rules.md"


def test_every_preset_has_its_column_and_its_name_to_type() -> None:
    heads = next(line for line in DOCUMENT.splitlines() if line.startswith("| House rule |"))
    for name, book in PRESETS.items():
        assert book.title.partition(",")[0] in heads
        assert f"- **{book.title}**, `{name}`." in DOCUMENT


def test_matrix_shows_what_each_preset_plays() -> None:
    heads = [cell.strip() for cell in re.findall(r"^\| House rule \|.*$", DOCUMENT, re.MULTILINE)[0].split("|")[2:-1]]
    assert heads == [book.title.partition(",")[0] for book in PRESETS.values()]
    for option in OPTIONS:
        if option.key == "players":
            continue
        row = re.findall(rf"^\| \*\*{re.escape(option.title)}\*\* \|(.*)\|$", DOCUMENT, re.MULTILINE)
        assert len(row) == 1
        for cell, book in zip(row[0].split("|"), PRESETS.values(), strict=True):
            if option.key != "game" and not leaves_choice(option.key, book.rules()):
                assert cell.strip() == "–"
                continue
            label = option.label(book.rules().values()[option.key])
            assert cell.strip().lower().startswith("`q♠`" if label.startswith("♠") else label.lower())


def test_every_combination_is_listed_once_with_its_points() -> None:
    for row in COMBINATIONS:
        assert len(re.findall(rf"^\| \*\*{row.points}\*\* \| `.*` \| {row.title} \|", DOCUMENT, re.MULTILINE)) == 1


def test_contents_lead_to_chapters() -> None:
    chapters = re.findall(r"^## (.*)$", DOCUMENT, re.MULTILINE)
    contents = DOCUMENT.split("\n\n## ", 1)[0].rpartition("\n\n")[2]
    listed = re.findall(r"\[([^]]*)\]\(#([^)]*)\)", contents)
    assert [name for name, _ in listed] == chapters
    assert [anchor for _, anchor in listed] == [
        re.sub(r"[^\w -]", "", chapter.lower()).replace(" ", "-") for chapter in chapters
    ]
    told = {topic.title for topic in TOPICS if topic.key not in ("options", "books", "glossary")}
    assert told <= set(chapters)


def test_words_and_conflicts_are_there() -> None:
    assert all(f"\n### House rule: {option.title}\n" in DOCUMENT for option in OPTIONS)
    for word, meaning in words():
        assert f"| {word} | {meaning} |" in DOCUMENT
    for sentence in conflicts():
        assert f"- {sentence}\n" in DOCUMENT


def test_nothing_of_discords_own_markup_is_left() -> None:
    assert not re.search(r"^-# |^• ", DOCUMENT, re.MULTILINE)
    assert "♤" not in DOCUMENT
    assert "\n\n\n" not in DOCUMENT
