"""The commands as processes of their own: what they import, what they cost, and how they end."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.cli.exits import ExitCode

from .games import ALL_RULES, play_game

pytestmark = pytest.mark.deep

ROOT = Path(__file__).parents[2]
MIB = 1 << 20
GAME = play_game(ALL_RULES["modern-2"], 21)
GOOD = json.dumps(GAME.document()).encode()


def _prepare(memory: int) -> None:
    """Limit a new process's memory; it can be interrupted, also where the tests themselves cannot."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def bot(*arguments: str, memory: int = 512 * MIB) -> subprocess.Popen[bytes]:
    """Start ``python -m bot`` with a limit on its memory (address space, in bytes)."""
    return subprocess.Popen(  # noqa: S603 - this project's own command
        [sys.executable, "-m", "bot", *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: _prepare(memory),  # noqa: PLW1509
    )


def feed(data: bytes, *arguments: str) -> tuple[int, bytes, bytes]:
    with bot(*arguments) as process:
        out, err = process.communicate(data, timeout=60)
        return process.returncode, out, err


def test_the_commands_import_neither_discord_nor_a_database(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GOOD)
    code = (
        "import sys\n"
        "from bot.cli import main\n"
        "unwanted = {'discord', 'aiohttp', 'sqlalchemy', 'dotenv', 'asyncio', 'db', 'cogs', 'bot.client'}\n"
        "for command in ('score', 'legal', 'verify', 'replay'):\n"
        f"    code = main([command, {str(path)!r}])\n"
        "    print('left', command, code, sorted(unwanted & set(sys.modules)), file=sys.stderr)\n"
    )
    done = subprocess.run(  # noqa: S603 - the lines above
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=True
    )
    left = [line for line in done.stderr.decode().splitlines() if line.startswith("left ")]
    assert left == [f"left {command} 0 []" for command in ("score", "legal", "verify", "replay")]


def test_a_real_process_answers_as_the_function_does() -> None:
    code, out, err = feed(GOOD, "score", "-")
    assert (code, err) == (0, b"")
    assert json.loads(out)["totals"] == list(GAME.game.totals)


def test_an_answer_that_cannot_be_written_is_a_failure_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_bytes(GOOD)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(  # noqa: S603 - this project's own command
            [sys.executable, "-m", "bot", "score", str(path)],
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == ExitCode.FAILURE
    assert done.stderr.count(b"\n") == 1
    assert b"cannot write the answer: No space left on device" in done.stderr


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"x" * (50 * MIB), b"larger than 16 MiB"),
        (b"[" * (15 * MIB), b"too many parts"),
        (b'{"' + b"a" * (15 * MIB), b"not JSON"),
        (b'{"a":"' + "🂡".encode() * (3 * MIB) + b'"}', b'"format" must be'),
        (b"[" + b'"1234567",' * 1_500_000 + b'""]', b"a record is a JSON object"),
        (b"\xff\x00\xfe" * 100, b"not UTF-8"),
    ],
    ids=["50 MB", "brackets", "unended", "wide", "texts", "bytes"],
)
def test_huge_or_broken_input_is_refused_in_one_line_and_within_bounds(data: bytes, words: bytes) -> None:
    with bot("score", "-") as process:
        try:
            out, err = process.communicate(data, timeout=60)
        except BrokenPipeError:  # it had read enough
            out, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert out == b""
    assert words in err
    assert err.count(b"\n") == 1


def test_a_million_actions_end_at_the_first_that_is_not_legal() -> None:
    lines = b""
    for action in ("0 pass", "0 play 9Ha", "0 resign"):
        document = GAME.document()
        document["deals"] = [{**document["deals"][0], "actions": [action]}]
        few = json.dumps(document)
        lines += few.replace(f'["{action}"]', "[" + f'"{action}", ' * 999_999 + f'"{action}"]').encode() + b"\n"
    code, out, err = feed(lines, "score", "--lines", "-")
    assert (code, err) == (0, b"")
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(answer["deal"], answer["action"] in (0, 1)) for answer in answers] == [(0, True)] * 3


def test_a_line_of_50_mb_costs_its_own_answer_and_not_the_rest() -> None:
    data = GOOD + b"\n" + b"x" * (50 * MIB) + b"\n" + GOOD + b"\n"
    code, out, err = feed(data, "score", "--lines", "-")
    assert (code, err) == (0, b"")
    first, second, third = (json.loads(line) for line in out.splitlines())
    assert first == third
    assert second == {"error": "the record is larger than 16 MiB", "deal": None, "action": None}


def test_lines_are_answered_one_by_one_without_holding_the_file() -> None:
    lines = 100
    code, out, err = feed((GOOD + b"\n") * lines, "score", "--lines", "-")
    assert (code, err, out.count(b"\n")) == (0, b"", lines)


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes((GOOD + b"\n") * 100)
    with bot("score", "--lines", str(path)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b'{"finished"')
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


def test_ctrl_c_ends_quietly() -> None:
    with bot("score", "--lines", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(GOOD + b"\n" + b"{}\n" * 3000)
        process.stdin.flush()
        assert process.stdout.read(1), "it is at work"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}],
    ids=["asked for", "C locale"],
)
def test_a_terminal_without_suits_gets_letters(environment: dict[str, str]) -> None:
    document = GAME.document()
    document["players"] = ["Zoë 🂡", "Ben"]
    done = subprocess.run(
        [sys.executable, "-m", "bot", "replay", "-"],
        cwd=ROOT, input=json.dumps(document).encode(), capture_output=True, check=False, env=environment,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.isascii()
    assert b"Bezique for two: Zo" in done.stdout
