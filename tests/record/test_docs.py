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
from typing import Any

import pytest

from bot.engine import PRESETS
from bot.engine.cards import card_name
from bot.engine.law import law_for
from bot.engine.lots import draw_lots
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


@pytest.mark.deep
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
    record = parse_record(GAME)
    deal = record.deals[0]
    true, deck, seats, _, dealer = told.splitlines()
    assert (true, deck, dealer) == ("True", deal.deck, f"dealer: {deal.dealer}")
    assert record.lots is not None
    assert record.lots.value == {"seats": "joined", "dealer": "cut", "numbers": json.loads(seats)}
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
            code_here = re.sub(r"^# With .*: (ordered.*)$", r"\1", code_here, flags=re.MULTILINE)
        deck = lots_printed(vector, code_here)
        assert deck.startswith(str(vector["deck_begins"]))
        assert hashlib.sha256(deck.encode()).hexdigest() == vector["deck_sha256"]


def lots_printed(vector: dict[str, Any], code: str) -> str:
    """Check what the recipe prints of the lots, with seats drawn and not; return the deck that it prints."""
    decks = set()
    for name, drawn in (("joined", False), ("drawn", True)):
        expected, players = vector[name], vector["players"]
        told = printed(code.replace("players, drawn = 2, False", f"players, drawn = {players}, {drawn}")).splitlines()
        assert told[0] == "True"
        decks.add(told[1])
        assert json.loads(told[2]) == expected.get("numbers", list(range(players)))
        rounds = [{seat: card for seat, card in enumerate(each) if card is not None} for each in expected["cut"]]
        assert told[3:-1] == [str(each) for each in rounds]
        assert told[-1] == f"dealer: {expected['dealer']}"
    (deck,) = decks
    return deck


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
        for name, drawn in (("joined", False), ("drawn", True)):
            pack, players = by_size[vector["cards"]], vector["players"]
            found = draw_lots(secret, entropy, pack, players, draw_seats=drawn)
            cut = [[None if card is None else card_name(card) for card in each] for each in found.rounds]
            expected = {"numbers": list(range(players)), **vector[name]}
            assert {"numbers": list(found.numbers), "cut": cut, "dealer": found.dealer} == expected


def vectors() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(re.findall(r"```json\n(.*?)```", FAIRNESS, re.DOTALL)[0])
    return found
