"""Collect every translatable text and update the catalogues; it needs Babel.

``python .ci/catalogue.py`` rewrites each ``bot/locale/LANGUAGE/LC_MESSAGES/bezique.po`` (translations are kept, new
texts are added empty, unused texts are removed), compiles it into the ``.mo`` beside it, which the bot reads, and
prints how many texts have no translation yet.

Texts are found in four places: inside ``tr()``, ``trn()`` and ``mark()``; in a table of the same module that is looked
up inside ``tr()``; in the rows of data of the layers below, which cannot call ``mark()``; and in the names and
descriptions of the slash commands.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.club.milestones import MILESTONES  # noqa: E402
from bot.engine import OPTIONS, PRESETS  # noqa: E402
from bot.engine.combinations import BY_NAME  # noqa: E402
from bot.house.roster import HOUSE  # noqa: E402
from bot.tables import CLOCKS  # noqa: E402
from bot.ui.kit.tree import COMMAND, OPTION  # noqa: E402
from bot.ui.text.i18n import DOMAIN, ENGLISH, LANGUAGES, LOCALE  # noqa: E402
from bot.ui.text.rulebook.topics import TABLE, TOPICS  # noqa: E402
from bot.ui.text.wordings import EVERY_WORDING  # noqa: E402

_NARROW, _WIDE = "\u202f", "\xa0"
_CODE: Final = re.compile(r"(`[^`]*`|</?[^>\s]*>|\{\w*\}|https?://\S+)")
"""Code, markup, placeholders and addresses, which stay as they are."""
_FRENCH: Final = (
    (re.compile(r"[ \xa0\u202f]+([;!?])"), rf"{_NARROW}\1"),
    (re.compile(r"[ \xa0\u202f]+(:|»)"), rf"{_WIDE}\1"),
    (re.compile(r"«[ \u202f]*(?=\S|\Z)"), f"«{_WIDE}"),
    (re.compile(r"(?<=\w)'(?=\w)"), "’"),
    (re.compile(r"(?<=\d) (?=\d{3}\b)"), _NARROW),
)


def french(text: str) -> str:
    """Return a French text with a narrow space before ; ! ?, a wide one before a colon, and curved apostrophes."""
    parts = _CODE.split(text)
    for at in range(0, len(parts), 2):
        for pattern, instead in _FRENCH:
            parts[at] = pattern.sub(instead, parts[at])
    return "".join(parts)


TYPESET: Final[Mapping[str, Callable[[str], str]]] = {"fr": french}
"""The typesetting function of each language; texts of other languages stay as typed."""


_SINGLE: Final = ("tr", "mark", "RulesError")
_PLURAL: Final = "trn"
_WIDTH: Final = 120
_CALLED: Final = re.compile(r"\b(?:tr|trn|mark|RulesError|command|describe)\(")
"""What a file without is not looked through for."""
_LETTER: Final = re.compile(r"[^\W\d_]")
_BRACES: Final = re.compile(r"\{\w*\}")


class Found(NamedTuple):
    """A translatable text and its file."""

    file: str
    text: str
    many: str = ""
    """The plural of the text, if it has one."""
    context: str = ""
    """The context that distinguishes it from equal texts."""


@cache
def extracted() -> tuple[Found, ...]:
    """Return every translatable text, in the order of the files."""
    found: list[Found] = []
    for folder in ("bot", "cogs"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            file = path.relative_to(ROOT).as_posix()
            text = path.read_text(encoding="utf-8")
            if not _CALLED.search(text):
                continue
            tree = ast.parse(text)
            found += in_source(tree, file)
            if folder == "cogs":
                found += _in_commands(tree, file)
    return (*found, *_in_rows())


def in_source(tree: ast.Module, file: str) -> Iterator[Found]:
    """Yield the texts inside ``tr()``, ``trn()`` and ``mark()``, and in tables that are looked up inside ``tr()``."""
    tables = dict(_tables(tree))
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or not node.args:
            continue
        if node.func.id in _SINGLE:
            yield from (Found(file, text) for text in _texts(node.args[0], tables))
        elif node.func.id == _PLURAL and len(node.args) > 1:
            one, many = node.args[:2]
            if isinstance(one, ast.Constant) and isinstance(many, ast.Constant):
                yield Found(file, str(one.value), str(many.value))


def _tables(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node.value
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _texts(node: ast.expr, tables: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the texts that an expression can evaluate to."""
    match node:
        case ast.Constant(value=str(text)):
            if _LETTER.search(text):
                yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body, tables)
            yield from _texts(other, tables)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Dict(values=parts):
            for part in parts:
                yield from _texts(part, tables)
        case ast.Name(id=name) if name in tables:
            yield from _texts(tables[name], {})
        case ast.Subscript(value=table):
            yield from _texts(table, tables)
        case ast.Call(func=ast.Attribute(value=table, attr="get"), args=args):
            yield from _texts(table, tables)
            for other in args[1:]:
                yield from _texts(other, tables)
        case _:
            return


def _in_commands(tree: ast.Module, file: str) -> Iterator[Found]:
    """Yield the names and descriptions of a module's slash commands and of their options."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        for keyword in node.keywords:
            texts = list(_texts(keyword.value, {}))
            if node.func.attr == "describe" and keyword.arg is not None:
                yield Found(file, keyword.arg, context=OPTION)
                yield from (Found(file, text) for text in texts)
            elif node.func.attr == "command" and keyword.arg in ("name", "description"):
                context = COMMAND if keyword.arg == "name" else ""
                yield from (Found(file, text, context=context) for text in texts)


def _in_rows() -> Iterator[Found]:
    """Yield the texts in the rows of data of the layers below, and in tables whose rows hold more than a text."""
    for file, texts in _rows():
        yield from (Found(file, text) for text in dict.fromkeys(texts) if _LETTER.search(text))


def _rows() -> Iterator[tuple[str, Iterable[str]]]:
    for option in OPTIONS:
        yield "bot/engine/options.py", (option.title, option.brief, option.group, option.explanation, option.source)
        for choice in option.choices:
            yield "bot/engine/options.py", (choice.label, choice.line)
    for book in PRESETS.values():
        yield "bot/engine/presets.py", (book.title, book.title.partition(",")[0], book.line)
    yield "bot/engine/combinations.py", (row.title for row in BY_NAME.values())
    yield "bot/club/milestones.py", (each.words for each in MILESTONES)
    yield "bot/house/roster.py", (player.line for player in HOUSE.values())
    yield "bot/tables/values/clocks.py", (clock.label for clock in CLOCKS.values())
    yield "bot/ui/text/wordings.py", (wording.sentence for wording in EVERY_WORDING)
    for topic in (TABLE, *TOPICS):
        yield "bot/ui/text/rulebook/topics.py", (topic.title, topic.line)


def template() -> Catalog:
    """Return the catalogue of all texts, without translations."""
    made = Catalog(project="Bézique", charset="utf-8")
    seen: dict[tuple[str, str], Found] = {}
    for each in extracted():
        known = seen.get((each.context, each.text))
        if known is None or (each.many and not known.many):
            seen[each.context, each.text] = each
    for found in seen.values():
        flags = ("python-brace-format",) if _BRACES.search(found.text + found.many) else ()
        made.add((found.text, found.many) if found.many else found.text, context=found.context or None,
                 locations=[(found.file, 1)], flags=flags)  # fmt: skip
    return made


def po_path(language: str) -> Path:
    """Return the path of a language's translations."""
    return LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str) -> Catalog:
    """Return a language's catalogue as stored."""
    with po_path(language).open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def updated(language: str) -> Catalog:
    """Return a language's catalogue with exactly the present texts, without translations if there was none yet."""
    fresh = template()
    known = read(language) if po_path(language).exists() else Catalog(locale=language, project="Bézique")
    fresh.creation_date = known.creation_date
    known.update(fresh, no_fuzzy_matching=True)
    known.obsolete.clear()
    known.project, known.version, known.fuzzy = fresh.project, "1", False
    known.header_comment = f"# {LANGUAGES[language]}: the texts of Bézique. Written by .ci/catalogue.py."
    known.msgid_bugs_address = known.last_translator = known.language_team = ""
    known.revision_date = known.creation_date  # so that the file stays the same if no text has changed
    if (typeset := TYPESET.get(language)) is not None:
        for message in known:
            if message.id and message.string:
                text = message.string
                message.string = typeset(text) if isinstance(text, str) else tuple(map(typeset, text))
    return known


def without_translation(known: Catalog) -> list[str]:
    """Return the texts of a catalogue that lack a translation or one of its plural forms."""
    missing = []
    for message in known:
        strings = message.string if isinstance(message.string, (list, tuple)) else (message.string,)
        if message.id and not all(strings):
            missing.append(message.id if isinstance(message.id, str) else message.id[0])
    return missing


def write(language: str, known: Catalog) -> None:
    """Write a language's catalogue as text for people and compiled for the bot."""
    path = po_path(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, known, width=_WIDTH, include_lineno=False, ignore_obsolete=True)
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, known)


def main() -> int:
    """Update every catalogue and return the exit code: 1 if texts are left without a translation, else 0."""
    left = 0
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        known = updated(language)
        write(language, known)
        missing = without_translation(known)
        left += len(missing)
        lines = [f"{language}: {len(known)} texts, {len(missing)} without a translation", *(f"  {m}" for m in missing)]
        sys.stdout.write("\n".join(lines) + "\n")
    return 1 if left else 0


if __name__ == "__main__":
    raise SystemExit(main())
