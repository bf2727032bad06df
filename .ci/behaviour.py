"""Write down what the bot does, so that a change of its structure can show that nothing else has changed.

    .ci/behaviour.py FOLDER        before and after a change, then: diff -r BEFORE AFTER

Each file holds one face: custom ids, stored keys, the schema on both databases, texts, golden games, and the requests
(slash commands among them) of the tests that click. Ids, tokens and seals are numbered in the order in which they come.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import MISSING, fields
from pathlib import Path

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import cogs.handlers  # noqa: E402, F401 - it imports all routes
from bot.ui.routes.custom_ids import OPERATIONS  # noqa: E402
from catalogue import extracted  # noqa: E402
from db import personal  # noqa: E402
from db.schema import metadata  # noqa: E402
from tests.golden.games import FOLDER, read_golden, write_golden  # noqa: E402

CLICKED = ("archive", "daily", "home", "learn", "rules", "safety", "settings", "standings", "table", "tournaments")
_BY_CHANCE = re.compile(r"\b(?:[0-9]{15,20}|[0-9a-f]{16,64}|[A-Za-z0-9_-]{20,})\b")


def operations() -> str:
    """Return each operation with its fields and defaults, a line each."""
    lines = []
    for op, kind in sorted(OPERATIONS.items()):
        own = (
            f"{each.name}: {each.type}{'' if each.default is MISSING else f' = {each.default}'}"
            for each in fields(kind)
        )
        lines.append(f"{op}({', '.join(own)}) menu {kind.chosen}")
    return "\n".join(lines)


def schema() -> dict[str, str]:
    """Return the statements that create the schema, by dialect."""
    found = {}
    for dialect in (sqlite.dialect(), postgresql.dialect()):
        made = []
        for table in sorted(metadata.tables.values(), key=lambda table: table.name):
            made.append(str(CreateTable(table).compile(dialect=dialect)).strip())
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            made += [str(CreateIndex(index).compile(dialect=dialect)) for index in indexes]
        found[dialect.name] = ";\n".join(made)
    return found


def stored_keys() -> str:
    """Return the keys of the settings that games, members and servers store."""
    sets = {name: getattr(personal, name) for name in ("GAME_SETTINGS", "SERVER_SETTINGS", "PEOPLE", "PLAIN")}
    rows = (f"{name}: {key}" for name, keys in sets.items() for key in sorted(map(str, keys)))
    return re.sub(r" object at 0x[0-9a-f]+", "", "\n".join(rows))


def texts() -> str:
    """Return every text for people, a line each."""
    return "\n".join(sorted({json.dumps([each.text, each.many, each.context]) for each in extracted()}))


def golden() -> str:
    """Return all golden games as the engine plays them now."""
    files = sorted(FOLDER.glob("*.txt"))
    return "\n".join(f"# {path.stem}\n{write_golden(*read_golden(path.read_text('utf-8')))}" for path in files)


def requests() -> str:
    """Return the requests of the tests that click, test by test, without the tests whose cards come by chance."""
    once, again = _requests(), _requests()
    return "\n".join(f"# {test}\n{lines}" for test, lines in sorted(once.items()) if again.get(test) == lines)


def _requests() -> dict[str, str]:
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", *(f"tests/{room}" for room in CLICKED)]
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "REQUEST_LOG": folder}, stdout=sys.stderr)  # noqa: S603
        entries = [
            json.loads(line) for path in Path(folder).glob("*.jsonl") for line in path.read_text("utf-8").splitlines()
        ]
    by_test: dict[str, list[str]] = {}
    for entry in entries:
        said = json.dumps({key: entry[key] for key in ("method", "path", "params", "json")}, ensure_ascii=False)
        by_test.setdefault(entry["test"], []).append(said)
    return {test: _numbered(lines) for test, lines in by_test.items()}


def _numbered(lines: list[str]) -> str:
    seen: dict[str, str] = {}
    return _BY_CHANCE.sub(lambda found: seen.setdefault(found[0], f"<{len(seen)}>"), "\n".join(lines))


def main(folder: Path) -> None:
    """Write all faces into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    faces = {"operations": operations(), "stored": stored_keys(), "texts": texts(), "golden": golden()}
    faces |= {f"schema-{dialect}": made for dialect, made in schema().items()} | {"requests": requests()}
    for name, said in faces.items():
        (folder / f"{name}.txt").write_text(f"{said}\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
