"""The rooms of the code keep their size: no class that does everything, no file that goes on, few floors."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from importlib.metadata import requires
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MOST_METHODS = 25
MOST_LINES = 600
MOST_FLOORS = 8


@cache
def sources(*rooms: str) -> tuple[Path, ...]:
    return tuple(sorted(path for room in rooms for path in (ROOT / room).rglob("*.py")))


@cache
def classes() -> dict[str, tuple[Path, frozenset[str], tuple[str, ...]]]:
    """Every class of ours by name: where it stands, its own methods and properties, and what it inherits from.

    A frozen value may answer as many questions about itself as there are: none of them changes anything.
    """
    found = {}
    for path in sources("bot", "cogs", "db"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                own = frozenset(
                    each.name for each in node.body if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
                )
                bases = tuple(getattr(base, "id", getattr(base, "attr", "")) for base in node.bases)
                frozen = any("frozen=True" in ast.unparse(mark) for mark in node.decorator_list)
                found[node.name] = path, frozenset() if frozen else own, bases
    return found


def methods(name: str, below: tuple[str, ...] = ()) -> frozenset[str]:
    """Return the methods of a class with those that it inherits from ours."""
    if name not in classes() or name in below:
        return frozenset()
    _, own, bases = classes()[name]
    return own.union(*(methods(base, (*below, name)) for base in bases))


@pytest.mark.deep
def test_no_class_that_holds_state_has_more_than_25_methods_with_those_it_inherits() -> None:
    large = {name: len(methods(name)) for name in classes() if len(methods(name)) > MOST_METHODS}
    assert large == {}


@pytest.mark.parametrize("room", ["bot", "cogs", "db", "tests", "benchmarks", ".ci"])
def test_no_file_is_longer_than_600_lines(room: str) -> None:
    long = {
        str(path.relative_to(ROOT)): lines
        for path in sources(room)
        if (lines := path.read_text(encoding="utf-8").count("\n")) > MOST_LINES
    }
    assert long == {}


def test_interface_has_packages_only_at_its_top_level() -> None:
    assert [path.name for path in (ROOT / "bot/ui").glob("*.py")] == ["__init__.py"]


@pytest.mark.deep
def test_interface_has_at_most_eight_floors() -> None:
    """A package stands above all it imports; how high the highest stands is counted in packages."""
    rests: dict[str, set[str]] = {}
    for path in sources("bot/ui"):
        room = path.relative_to(ROOT / "bot/ui").parts[0]
        imported = re.findall(r"^ *from bot\.ui\.(\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
        rests.setdefault(room, set()).update(imported)

    def floors(room: str, above: tuple[str, ...] = ()) -> int:
        assert room not in above, f"{' → '.join((*above, room))} is a circle"
        below = rests.get(room, set()) - {room}
        return 1 + max((floors(each, (*above, room)) for each in below), default=0)

    assert 1 < max(floors(room) for room in rests) <= MOST_FLOORS


def test_only_the_outbox_posts_what_nobody_asked_for() -> None:
    """All else that is sent follows an interaction."""
    posting = re.compile(r"(?<!followup)\.send\(|nonce=")
    found = [path for path in sources("bot/ui", "cogs") if posting.search(path.read_text(encoding="utf-8"))]
    assert [str(path.relative_to(ROOT)) for path in found] == ["bot/ui/kit/outbox.py"]


def test_interface_and_commands_read_no_raw_keys_of_a_table() -> None:
    raw = [
        str(path.relative_to(ROOT))
        for path in sources("bot/ui", "cogs")
        if ".row.settings" in (text := path.read_text(encoding="utf-8")) or "settings.get(" in text
    ]
    assert raw == []


@pytest.mark.deep
def test_interface_never_shows_the_full_ply_which_would_tell_of_an_unseen_draw() -> None:
    """Pages use `Seen.ply`, which counts only what their reader may know."""
    full = {
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in sources("bot/ui", "cogs")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "ply" and not isinstance(node.ctx, ast.Store)
        if isinstance(node.value, ast.Name) and node.value.id in ("table", "now", "found")
    }
    assert full == set()


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.stem)
def test_every_file_of_code_that_a_page_names_is_there(page: Path) -> None:
    files = [path.relative_to(ROOT).as_posix() for path in sources("bot", "cogs", "db", "tests", "benchmarks", ".ci")]
    named = set(re.findall(r"[\w/.]+\.py\b", page.read_text(encoding="utf-8"))) - {"discord.py"}
    assert {each for each in named if not any(f"/{file}".endswith(f"/{each}") for file in files)} == set()


def test_playground_asks_for_all_that_simcords_page_needs_but_its_video_library() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    ours = [*project["dependencies"], *project["optional-dependencies"]["playground"]]
    asked = [each for each in requires("simcord") or () if re.search("extra == .preview", each)]
    named = [re.split(r"[^\w-]", each.lower())[0] for each in (*asked, *ours)]
    assert set(named[: len(asked)]) - set(named[len(asked) :]) == {"av"}
    locks = sorted(ROOT.glob("requirements*.lock"))
    assert [path.name for path in locks if re.search("^av==", path.read_text(encoding="utf-8"), re.MULTILINE)] == []
