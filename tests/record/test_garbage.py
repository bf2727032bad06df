"""Whatever a stranger feeds to the commands ends in an answer or in one clear line, and in one of three exit codes."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import random
import sys
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.cli.record_commands import COMMANDS, main
from bot.engine.lots import SeatsBy
from bot.engine.record import RecordError, parse_record, play_record, verify_record
from bot.ui.text.transcript import transcript

from .games import ALL_RULES, play_game

BASES = [
    play_game(rules, 5, deals=2, actions=300, lots=SeatsBy.DRAWN).document()
    for rules in map(ALL_RULES.__getitem__, ("modern-2", "britannica-partners", "parlour-no-trump", "rubicon-2"))
]
scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=12),
    st.sampled_from(["0 resign", "1 pass", "ASa", "bezique-record/1", "modern", "message:1", "0 play 7Ca"]),
)  # fmt: skip
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


class Fed:
    """Standard input, output and error of one run of a command."""

    def __init__(self, data: bytes) -> None:
        self.stdin = io.TextIOWrapper(io.BytesIO(data))
        self.stdout, self.stderr = io.StringIO(), io.StringIO()


def run(data: bytes, *arguments: str) -> tuple[int, str, str]:
    """Run a command in this process with bytes on standard input; return exit code, output and error output."""
    fed = Fed(data)
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = fed.stdin, fed.stdout, fed.stderr
    try:
        code = main(arguments)
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
    return int(code), fed.stdout.getvalue(), fed.stderr.getvalue()


def check(command: str, data: bytes) -> None:
    code, out, err = run(data, command, "-")
    assert code in (0, 1)
    if code and not out:
        assert err.endswith("\n")
        assert len(err.splitlines()) == 1
        assert "Traceback" not in err
    else:
        assert command == "verify" or not err
        assert err == "" or err.endswith("\n")
        assert all(line.startswith("deal ") and line.isprintable() for line in err.splitlines())
        if command != "replay":
            json.loads(out)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:  # noqa: ANN401
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(each for key, child in inner for each in places(child, (*path, key)))]


@pytest.mark.deep
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_mutated_record_raises_nothing_but_record_errors(data: st.DataObject) -> None:
    document = copy.deepcopy(data.draw(st.sampled_from(BASES)))
    rng = random.Random(data.draw(st.integers(0, 2**32)))
    for _ in range(data.draw(st.integers(1, 3))):
        path = rng.choice(places(document)[1:])
        at = document
        for key in path[:-1]:
            at = at[key]
        match rng.randrange(4):
            case 0:
                at[path[-1]] = data.draw(values)
            case 1:
                del at[path[-1]]
            case 2 if isinstance(at, list):
                at.insert(path[-1], copy.deepcopy(rng.choice(at)))
            case _ if isinstance(at, list):
                rng.shuffle(at)
            case _:
                at["x" * rng.randrange(3)] = data.draw(values)
    for action in (play_record, verify_record, transcript):
        with contextlib.suppress(RecordError):
            action(parse_record(document))


@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=60, deadline=None)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_end_in_one_clear_line(command: str, data: bytes) -> None:
    check(command, data)


@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
@settings(max_examples=60, deadline=None)
@given(base=st.sampled_from(BASES), seed=st.integers(0, 2**32))
def test_a_record_with_broken_bytes_ends_in_an_answer_or_one_clear_line(
    command: str, base: dict[str, Any], seed: int
) -> None:
    rng = random.Random(seed)
    data = bytearray(json.dumps(base).encode())
    for _ in range(rng.randrange(1, 4)):
        at = rng.randrange(len(data))
        match rng.randrange(3):
            case 0:
                data[at] = rng.randrange(256)
            case 1:
                del data[at : at + rng.randrange(1, 40)]
            case _:
                data[at:at] = data[rng.randrange(len(data)) :][: rng.randrange(1, 40)]
    check(command, bytes(data[: rng.choice([len(data), rng.randrange(len(data))])]))


@pytest.mark.deep
@settings(max_examples=40, deadline=None)
@given(lines=st.lists(st.sampled_from([b"", b"{", b"null", json.dumps(BASES[0]).encode()]) | st.binary(max_size=20)))
def test_with_lines_every_line_has_its_line_of_output(lines: list[bytes]) -> None:
    data = b"".join(line.replace(b"\n", b"") + b"\n" for line in lines)
    for command in COMMANDS:
        code, out, err = run(data, command, "--lines", "-")
        assert (code, err) == (0, "")
        answers = [json.loads(line) for line in out.splitlines()]
        assert len(answers) == len(lines)
        good = json.dumps(BASES[0]).encode()
        assert ["error" not in each for each in answers] == [line == good for line in lines]
