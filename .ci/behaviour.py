"""Write down what the bot does, so that a change of its structure can show that nothing else has changed.

    .ci/behaviour.py FOLDER        before and after a change, then: diff -r BEFORE AFTER

Each file holds one face: custom ids, stored keys, the schema on both databases, texts, golden games and their events,
slash commands, the requests of the tests that click, and all that they show. The requests say most about one step;
over many steps, in which tests move and cards change, read what is shown instead. Ids, tokens and seals are numbered
in the order in which they come.
"""

from __future__ import annotations

import importlib
import json
import os
import pkgutil
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import MISSING, fields
from enum import EnumType
from pathlib import Path
from typing import Any, get_type_hints

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.schema import CreateIndex, CreateTable

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from bot.engine import Game, apply, read_code, start_deal  # noqa: E402
from bot.ui import routes  # noqa: E402
from bot.ui.routes.custom_ids import OPERATIONS  # noqa: E402
from catalogue import extracted  # noqa: E402
from db import personal  # noqa: E402
from db.schema import metadata  # noqa: E402
from tests.golden.games import FOLDER, read_golden, write_golden  # noqa: E402

CLICKED = ("archive", "daily", "home", "learn", "rules", "safety", "settings", "standings", "table", "tournaments")
_COMMANDS = "the commands"
_BY_CHANCE = re.compile(r"\b(?:[0-9]{15,20}|[0-9a-f]{16,64}|[A-Za-z0-9_-]{20,})\b")


def operations() -> str:
    """Return each operation with its fields, what they may hold and their defaults, a line each."""
    for module in pkgutil.iter_modules(routes.__path__, f"{routes.__name__}."):
        importlib.import_module(module.name)
    lines = []
    for op, kind in sorted(OPERATIONS.items()):
        types = get_type_hints(kind, include_extras=True)
        own = (
            f"{each.name}: {_held(types[each.name])}{'' if each.default is MISSING else f' = {each.default}'}"
            for each in fields(kind)
        )
        lines.append(f"{op}({', '.join(own)}) menu {kind.chosen}")
    return "\n".join(lines)


def _held(kind: Any) -> str:  # noqa: ANN401 - the type of a field
    if isinstance(kind, EnumType):
        return "|".join(str(each.value) for each in kind)
    return str(getattr(kind, "__metadata__", [kind.__name__])[0])


def schema() -> dict[str, str]:
    """Return the statements that create the schema, by dialect."""
    found = {}
    for dialect in (sqlite.dialect(), postgresql.dialect()):
        made = []
        for table in sorted(metadata.tables.values(), key=lambda table: table.name):
            made.append(str(CreateTable(table).compile(dialect=dialect)).strip())
            indexes = sorted(table.indexes, key=lambda index: str(index.name))
            made += [str(CreateIndex(index).compile(dialect=dialect)) for index in indexes]
        found[f"schema-{dialect.name}"] = ";\n".join(made)
    return found


def stored_keys() -> str:
    """Return the keys of the settings that games, members and servers store, and what becomes of each one's data."""
    rows = [
        f"{name}: {key}"
        for name in ("GAME_SETTINGS", "SERVER_SETTINGS", "PLAIN")
        for key in sorted(map(str, getattr(personal, name)))
    ]
    for each in personal.PEOPLE:
        told = (f"{field.name}={getattr(each, field.name)}" for field in fields(each)[2:])
        rows.append(f"PEOPLE: {each.table.name}.{each.column} {' '.join(told)}")
    return "\n".join(sorted(rows))


def texts() -> str:
    """Return every text for people, a line each."""
    return "\n".join(sorted({json.dumps([each.text, each.many, each.context]) for each in extracted()}))


def golden() -> dict[str, str]:
    """Return all golden games as the engine plays them now, and every event of them."""
    games, events = list[str](), list[str]()
    for path in sorted(FOLDER.glob("*.txt")):
        code, played = read_golden(path.read_text("utf-8"))
        games.append(f"# {path.stem}\n{write_golden(code, played)}")
        game = Game(read_code(code)[1])
        for each in played:
            step = start_deal(game, each.dealer, each.deck)
            for action in each.actions:
                events += map(repr, step.events)
                step = apply(step.game, action)
            events += map(repr, step.events)
            game = step.game
    return {"golden": "\n".join(games), "events": "\n".join(events)}


def clicked() -> dict[str, str]:
    """Return the commands, the requests test by test where no cards come by chance, and all that is shown."""
    once, again = _requests(), _requests()
    commands = {json.dumps(entry["json"], ensure_ascii=False, indent=1) for entry in once.pop(_COMMANDS)}
    made, anew = ({test: _numbered(entries) for test, entries in all_of_it.items()} for all_of_it in (once, again))
    shown = {line for entries in once.values() for each in entries for line in _shown(each["json"], each["method"])}
    return {
        "commands": "\n".join(sorted(commands)),
        "requests": "\n".join(f"# {test}\n{said}" for test, said in sorted(made.items()) if anew.get(test) == said),
        "shown": "\n".join(sorted(shown)),
    }


def _requests() -> dict[str, list[dict[str, Any]]]:
    """Return what the tests that click asked of Discord, by a test's name without its file; commands apart."""
    by_test = defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pytest", "-q", *(f"tests/{room}" for room in CLICKED)]
        subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, "REQUEST_LOG": folder}, stdout=sys.stderr)  # noqa: S603
        for path in sorted(Path(folder).glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns):
            for entry in map(json.loads, path.read_text("utf-8").splitlines()):
                sets_commands = entry["method"] == "PUT" and entry["path"].endswith("/commands")
                name = _COMMANDS if sets_commands else entry.pop("test").partition("::")[2]
                by_test[name].append(entry)
    return by_test


def _shown(value: object, where: str) -> Iterator[str]:
    """Yield each line, control and value of a request at its place, without the numbers in it."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _shown(inner, f"{where}.{key}")
    elif isinstance(value, list):
        for inner in value:
            yield from _shown(inner, where)
    else:
        for line in str(value).splitlines():
            yield f"{where} {re.sub(r'[0-9]+', '#', _BY_CHANCE.sub('<>', line))}"


def _numbered(entries: list[dict[str, Any]]) -> str:
    seen: dict[str, str] = {}
    said = "\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    return _BY_CHANCE.sub(lambda found: seen.setdefault(found[0], f"<{len(seen)}>"), said)


def main(folder: Path) -> None:
    """Write all faces into a folder, those of the tests last."""
    folder.mkdir(parents=True, exist_ok=True)

    def write(faces: dict[str, str]) -> None:
        for name, said in faces.items():
            (folder / f"{name}.txt").write_text(f"{said}\n", encoding="utf-8")

    write({"operations": operations(), "stored": stored_keys(), "texts": texts()} | schema() | golden())
    write(clicked())


if __name__ == "__main__":
    main(Path(sys.argv[1]))
