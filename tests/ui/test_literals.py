"""Every literal that people read has a place in the catalogue."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import catalogue
from bot.ui.text.i18n import LOCALE
from bot.ui.text.wordings import EVERY_WORDING

ROOT = LOCALE.parent.parent


NO_TEXTS = {"bot/ui/text/rulebook/__main__.py", "cogs/learn/tutorial/script.py"}
"""For developers, the rule book in the repository, which is English, and a deal in the record's notation."""

ALLOWED = {
    "bot/ui/kit/emojis.py": {"NFKD"},
    "bot/ui/kit/arrivals.py": {"POST", "from elsewhere"},  # the second for the log
    "bot/ui/kit/tree.py": {"an unknown command", "an unknown menu"},  # for the log
    "cogs/table/posts/posts.py": {"GET"},
    "bot/ui/text/i18n.py": {"English", "Français", "LC_MESSAGES"},  # each language by its own name
    "bot/ui/text/wordings.py": {each.clause for each in EVERY_WORDING},
    "bot/ui/text/rulebook/topics.py": {"Compared with ", "What differs"},  # a topic without an entry in the menu
    "bot/ui/text/rulebook/variants.py": {"NFD"},
    "bot/ui/kit/days.py": {"UTC"},
    "bot/ui/text/transcript.py": {"Cc", "Cf", "Cs"},
    "bot/ui/text/table_lines.py": {"×o·"},  # the signs of a grid
    "bot/ui/text/typed.py": {"Mn", "Sk", "So"},  # categories of Unicode
    "cogs/learn/tutorial/pages.py": {"### Madame Bézique"},
    "cogs/learn/pupil.py": {"Ninon"},
}
"""Names, and what is no language: the allow-list of literals that look like words."""
_WORDS = re.compile(r"[A-ZÀ-Ý][^\W\d_]+|[^\W\d_]{2,}[,.:;!?]? +[^\W\d_]{2,}")
_CARD = r"(?:[789TJQKA][CDHS][abcd]?)"
_DONE = rf"pass|play {_CARD}(?:\|{_CARD})*|(?:exchange|show) {_CARD}|(?:declare|announce) [a-z-]+(?: {_CARD})*"
_ACT = rf"(?:[0-3] )?(?:{_DONE})"
_NOTATION = re.compile(rf"{_CARD}(?: {_CARD})*|(?:; )?{_ACT}(?:; {_ACT})*")
"""Cards and acts as a record writes them."""
_NOT_SHOWN = re.compile(r"`[^`]*`|<[^<>]*>|https?://\S*|attachment://\S*|\(\?.*")
_SILENT = (
    "sub", "debug", "info", "warning", "error", "exception", "compile", "cast", "TypeVar", "getattr", "error_boundary",
)  # fmt: skip


def sources() -> list[Path]:
    ui = ROOT / "bot" / "ui"
    wordless = set((ui / "pictures").glob("*.py")) - {ui / "pictures" / "tableface.py"}  # pictures carry no words
    found = [*set(ui.rglob("*.py")) - wordless, *(ROOT / "cogs").rglob("*.py"), ROOT / "bot" / "client.py"]
    return [path for path in sorted(found) if path.relative_to(ROOT).as_posix() not in NO_TEXTS]


def texts_of(node: ast.AST) -> list[str]:
    """Return the texts inside tr() anywhere in an expression."""
    return [
        arg.value
        for call in ast.walk(node)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "tr"
        for arg in call.args[:1]
        if isinstance(arg, ast.Constant) and isinstance(arg.value, str)
    ]


def literals(tree: ast.Module) -> Iterator[str]:
    """Yield every string literal that people might come to read.

    Left out are docstrings, annotations, keys and comparisons, what goes to the log, what a programmer's error says,
    patterns, and the requests that controls carry.
    """
    silent = {
        id(part) for node in ast.walk(tree) for each in _hidden(node) for part in ast.walk(each)
        if isinstance(part, ast.Constant)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in silent:
            yield node.value


def _hidden(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node in which nothing stands that people read."""
    match node:
        case ast.Expr(value=ast.Constant()):
            yield node
        case ast.Call(func=func, keywords=keywords):
            if (func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")) in _SILENT:
                yield node
            yield from (keyword.value for keyword in keywords if keyword.arg in ("extra", "name", "target"))
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))) if name != "NotUnderstoodError":
            yield node
        case ast.Compare():
            yield node
        case ast.Dict(keys=keys):
            yield from (key for key in keys if key is not None)
        case ast.Subscript(slice=place):
            yield place
        case ast.arg(annotation=ast.AST() as annotation) | ast.AnnAssign(annotation=annotation):
            yield annotation
        case ast.FunctionDef(returns=ast.AST() as returns) | ast.AsyncFunctionDef(returns=ast.AST() as returns):
            yield returns
        case _:
            return


def untranslatable(tree: ast.Module, known: set[str]) -> set[str]:
    return {
        text
        for text in literals(tree)
        if text not in known and _WORDS.search(_NOT_SHOWN.sub("", text)) and not _NOTATION.fullmatch(text)
    }


@cache
def known_texts() -> set[str]:
    return {text for found in catalogue.extracted() for text in (found.text, found.many)}


@pytest.mark.sweep
@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_literal_that_people_read_can_be_translated(path: Path) -> None:
    found = untranslatable(ast.parse(path.read_text(encoding="utf-8")), known_texts())
    assert found == ALLOWED.get(path.relative_to(ROOT).as_posix(), set()), "put it into tr(), trn() or mark()"


def test_files_that_are_exceptions_are_there() -> None:
    files = {path.relative_to(ROOT).as_posix() for path in sources()}
    assert set(ALLOWED) <= files
    assert all((ROOT / file).exists() for file in NO_TEXTS)


@pytest.mark.parametrize(
    "code",
    [
        'Layout(CLOTH, "Nobody is here.")',
        'button(press, "Join")',
        'words = f"**{name}** has won"',
        'menu(press, "Pick one of these", [])',
        'raise NotUnderstoodError(f"{text} means nothing")',
        'TITLES = {"a": "Two words"}',
    ],
)
def test_a_literal_without_a_slot_is_found(code: str) -> None:
    assert untranslatable(ast.parse(code), set())


@pytest.mark.parametrize(
    "code",
    [
        '"""A docstring of several words."""',
        'log.info("tables loaded", extra={"live": 1})',
        'raise ValueError("a programmer\'s mistake")',
        'button(routes.Act(table.id, table.ply, "pass"), label)',
        'key = "first_marriage"',
    ],
)
def test_what_nobody_reads_needs_none(code: str) -> None:
    assert not untranslatable(ast.parse(code), set())
