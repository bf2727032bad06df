"""The rule book as one Markdown document, from the pages and rows that Discord shows, for ``docs/rules.md``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby

from bot.engine import DEFAULT_PRESET, PRESETS, Option
from bot.engine.combinations import COMBINATIONS
from bot.engine.options import BY_KEY as OPTION_BY_KEY
from bot.engine.options import write_value
from bot.ui.text.i18n import tr
from bot.ui.text.rulebook.books import (
    ABOUT,
    books_asked,
    books_with,
    conflicts,
    options_in_order,
    small,
    source_text,
    with_cards,
)
from bot.ui.text.rulebook.declaring import example
from bot.ui.text.rulebook.reading import Reading, chips, reading_by
from bot.ui.text.rulebook.topics import TOPICS, Topic
from bot.ui.text.rulebook.variants import words
from bot.ui.text.scoring import combination_title
from bot.ui.text.words import book_title

_INTRO = """\
# The rules of Bézique

This is the rule book that `/rules` shows in Discord, as one document, written from the same texts and rows of data
(`python -m bot.ui.text.rulebook > docs/rules.md`).

Bézique never had one law: four books of it are known here, and they disagree; the laws of [Rubicon](#rubicon) are a
fifth. The text follows the book *Modern* for two players. Where a table may choose, a **house rule** stands below, with
its values, the word to type, and the books that play it; [the end](#the-books) compares the books. What they leave open
is settled by numbered [rulings](rulings.md).
"""
_COMBINATIONS_INTRO = """\
In the examples hearts are trumps: a *royal* marriage and the sequence are of trumps, a *common* marriage is not. Four
alike may be of any suits.
"""
_TOGETHER_INTRO = """\
Any rules can be typed into `/play rules:` as a short code: a book, the number of players if it is not two, and
`option=value` for whatever is changed, as in `britannica 3 target=2000`. The **Rules** button of a table shows its
code. Some choices cannot go together, and the bot says so:
"""
_POINTS = re.compile(r"` *\d+` ")
_BOOKS_INTRO = """\
Each column is what a table of two plays when it is opened by that book; in brackets what the book allows besides. Where
the book is silent the value is our choice, and marked *ours*.
"""


def document() -> str:
    """Return the whole document, its lines ended by a line feed."""
    reading = reading_by("modern")
    chapters = [topic for topic in TOPICS if topic.key not in ("options", "books", "glossary")]
    titles = [topic.title for topic in chapters] + ["House rules together", "The books", "Words"]
    parts = [
        _INTRO,
        _contents(titles),
        *(_chapter(topic, reading) for topic in chapters),
        _together(),
        _books(),
        "## Words\n" + _table(("Word", "Meaning"), words()),
    ]
    return "\n".join(parts).translate({ord("♤"): "♠", ord("♧"): "♣"})


def _contents(titles: Sequence[str]) -> str:
    links = [f"[{name}](#{_anchor(name)})" for name in titles]
    return " ·\n".join(" · ".join(links[at : at + 5]) for at in range(0, len(links), 5)) + "\n"


def _anchor(heading: str) -> str:
    kept = "".join(c for c in heading.lower() if c.isalnum() or c in " -")
    return kept.replace(" ", "-")


def _chapter(topic: Topic, reading: Reading) -> str:
    pages = topic.write(reading)
    parts = []
    if topic.key == "declarations":
        pages = [page for page in pages if page.heading != tr("What can be declared")]
        parts.append(_combinations(reading))
    for heading, same in groupby(pages, key=lambda page: page.heading):  # a panel spreads one matter over pages
        above = "" if len(pages) == 1 or heading == topic.title else f"### {heading}\n"
        parts.append(above + _markdown("\n".join(page.text for page in same)) + "\n")
    parts += [_house_rule(OPTION_BY_KEY[key]) for key in topic.options]
    return f"## {topic.title}\n" + "\n".join(parts)


def _markdown(text: str) -> str:
    """Turn a page's text into common Markdown: lists, quotations and small print as blocks of their own."""
    lines: list[str] = []
    before, fenced = "", False
    for line in text.split("\n"):
        if not line and not fenced:
            continue
        if line.startswith("```") or fenced:
            kind, written = "fence", line
        elif line.startswith("• ") or _POINTS.match(line):
            kind, written = "list", f"- {line.removeprefix('• ')}"
        elif line.startswith(f"-# {tr('Source')}:"):
            kind, written = "source", f"- *{tr('Source')}:*{line.partition(':')[2]}"
        elif line.startswith("-# "):
            kind, written = "small", line.removeprefix("-# ")
        else:
            kind, written = "quote" if line.startswith("> ") else "", line
        if line.startswith("```"):
            fenced = not fenced
        below = kind == "source" or (kind == "list" and before == "")
        if lines and not below and (kind != before or kind in ("", "small")):
            lines.append("")
        lines.append(written)
        before = kind
    return "\n".join(lines)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines) + "\n"


def _combinations(reading: Reading) -> str:
    rows = []
    for row in COMBINATIONS:
        need = tr("three packs or more") if row.packs > 2 else ""
        rows.append((f"**{row.points}**", chips(example(row, reading)), combination_title(row.name), need))
    return "\n".join(
        [
            _COMBINATIONS_INTRO,
            _table(("Points", "Cards", "Combination", "Needs"), rows),
        ]
    )


def _house_rule(option: Option) -> str:
    lines = [
        f"### House rule: {tr(option.title)}",
        f"{tr(option.explanation)} Source: {source_text(option)}.",
    ]
    for choice in option.choices:
        books = books_with(option, choice.value)
        typed = f"`{option.key}={write_value(choice.value)}`" + (f" ({books})" if books else "")
        lines.append(f"- **{with_cards(tr(choice.label))}.** {with_cards(tr(choice.line))} {typed}")
    return "\n".join(lines) + "\n"


def _together() -> str:
    return "\n".join(
        [
            "## House rules together",
            _TOGETHER_INTRO,
            "\n".join(f"- {sentence}" for sentence in conflicts()) + "\n",
        ]
    )


def _books() -> str:
    books = {name: book.rules().values() for name, book in PRESETS.items()}
    rows = []
    for option in options_in_order(PRESETS[DEFAULT_PRESET].rules()):
        if option.key == "players":
            continue
        cells = []
        for name, values in books.items():
            if name not in books_asked(option):
                cells.append("–")
                continue
            also = [small(option, value) for value in PRESETS[name].also.get(option.key, ())]
            text = small(option, values[option.key])
            if option.key in PRESETS[name].ours:
                text += f" *({tr('ours')})*"
            cells.append(f"{text} (or {', '.join(also)})" if also else text)
        rows.append((f"**{tr(option.title)}**", *cells))
    about = [f"- **{tr(book.title)}**, `{name}`. {tr(ABOUT[name])} {tr(book.line)}" for name, book in PRESETS.items()]
    return "\n".join(
        [
            "## The books",
            "\n".join(about) + "\n",
            _BOOKS_INTRO,
            _table(("House rule", *(book_title(name) for name in PRESETS)), rows),
        ]
    )


if __name__ == "__main__":
    sys.stdout.buffer.write(document().encode())
