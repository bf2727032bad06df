"""The examples in the documentation of records and of the provable deal are carried out as they stand."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot.engine import PRESETS
from bot.engine.law import law_for
from bot.engine.record import parse_record, write_deck
from bot.engine.shuffle import commitment, make_deck

ROOT = Path(__file__).parents[2]
RECORD = (ROOT / "docs" / "record.md").read_text("utf-8")
FAIRNESS = (ROOT / "docs" / "fairness.md").read_text("utf-8")
GAME = re.findall(r"```json\n(.*?)```", RECORD, re.DOTALL)[0]
CONSOLES = re.findall(r"```console\n(.*?)```", RECORD, re.DOTALL)
EXAMPLES = [
    (command, output)
    for block in CONSOLES
    for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.fixture
def example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "game.json"
    path.write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.usefixtures("example")
@pytest.mark.parametrize(("command", "output"), EXAMPLES, ids=[command for command, _ in EXAMPLES])
def test_the_commands_print_what_the_page_says(command: str, output: str) -> None:
    command = command.replace("python -m bot", f"PYTHONPATH={ROOT} PYTHONUTF8=1 {sys.executable} -m bot")
    done = subprocess.run(  # noqa: S602 - a shell line from the page
        command, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding="utf-8", check=False
    )
    assert done.stdout == output


def test_every_command_has_an_example() -> None:
    assert {command.split("-m bot ")[1].split()[0] for command, _ in EXAMPLES} == {"score", "legal", "verify", "replay"}


@pytest.mark.usefixtures("example")
def test_the_python_example_of_the_record_page_runs() -> None:
    assert printed(re.findall(r"```python\n(.*?)```", RECORD, re.DOTALL)[0]) == "(0, 40) (1,) 23\n"


def printed(code: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "example", "exec"), {"__name__": "example"})  # noqa: S102 - the page's own lines
    return out.getvalue()


def test_the_recipe_on_the_fairness_page_gives_the_examples_deck_with_the_standard_library_alone() -> None:
    code = re.findall(r"```python\n(.*?)```", FAIRNESS, re.DOTALL)[0]
    assert set(re.findall(r"^(?:import|from) (\w+)", code, re.MULTILINE)) == {"hashlib", "hmac"}
    told = re.findall(r"```\n(True\n.*?)```", FAIRNESS, re.DOTALL)[0]
    assert printed(code) == told
    deal = parse_record(GAME).deals[0]
    assert told == f"True\n{deal.deck}\n"
    assert deal.shuffle is not None
    assert deal.shuffle.commitment in code
    assert str(deal.shuffle.secret) in code.replace('"\n    "', "")


def test_the_recipe_on_the_fairness_page_gives_the_test_vectors() -> None:
    code = re.findall(r"```python\n(.*?)```", FAIRNESS, re.DOTALL)[0]
    for vector in vectors():
        code_here = re.sub(r"^commitment = .*$", f"commitment = {vector['commitment']!r}", code, flags=re.MULTILINE)
        code_here = re.sub(
            r"bytes\.fromhex\(.*?\)", f"bytes.fromhex({vector['secret']!r})", code_here, count=1, flags=re.DOTALL
        )
        code_here = re.sub(r"^entropy = .*$", f"entropy = {vector['entropy']!r}", code_here, flags=re.MULTILINE)
        packs = "abcd"[: -(-int(str(vector["cards"])) // 32)]
        code_here = re.sub(r'^packs = "ab"', f"packs = {packs!r}", code_here, flags=re.MULTILINE)
        if vector["cards"] == 63:
            code_here = re.sub(r"^# With .*: (deck.*)$", r"\1", code_here, flags=re.MULTILINE)
        answer, deck = printed(code_here).splitlines()
        assert answer == "True"
        assert deck.startswith(str(vector["deck_begins"]))
        assert hashlib.sha256(deck.encode()).hexdigest() == vector["deck_sha256"]


def test_the_engine_gives_the_test_vectors() -> None:
    book = PRESETS["modern"]
    packs = {law.pack for players in (2, 3, 4) for law in [law_for(book.rules(players))]}
    packs.add(law_for(book.rules(3).changed({"packs": "two_less_an_eight"})).pack)
    by_size = {len(pack): pack for pack in packs}
    assert {vector["cards"] for vector in vectors()} == set(by_size) == {63, 64, 96, 128}
    for vector in vectors():
        secret, entropy = bytes.fromhex(str(vector["secret"])), vector["entropy"]
        assert isinstance(entropy, list)
        deck = write_deck(make_deck(secret, entropy, by_size[int(str(vector["cards"]))]))
        assert commitment(secret) == vector["commitment"]
        assert deck.startswith(str(vector["deck_begins"]))
        assert hashlib.sha256(deck.encode()).hexdigest() == vector["deck_sha256"]


def vectors() -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads(re.findall(r"```json\n(.*?)```", FAIRNESS, re.DOTALL)[0])
    return found
