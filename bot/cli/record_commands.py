"""The commands `score`, `legal`, `verify` and `replay` on game records, which need neither Discord nor a network.

Exit codes: 0 as asked, 1 if a record is not legal or a proof is false, 2 for wrong arguments or a file that cannot be
read. With ``--lines`` a record that is not legal gives an answer like any other and leaves the exit code 0. With
``verify --strict`` the exit code is 1 also if something is not proved, which includes a line that is no record.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Final, NamedTuple, TypeAlias

from bot.cli.exits import ExitCode, program
from bot.engine import legal_actions, to_act
from bot.engine.proof import is_daily, message_of
from bot.engine.record import DealVerdict, Record, RecordError, parse_record, play_record, verify_record
from bot.engine.record_json import MOST_BYTES, shown
from bot.engine.scoring import value_of
from bot.ui.text.transcript import in_ascii, transcript
from bot.ui.text.wordings import one_line, record_line, record_reason

INTERRUPTED: Final = 130
"""Exit code that shells expect of a program ended by Ctrl-C."""
_SKIP_BYTES: Final = 1 << 20
"""Bytes read at a time to skip the rest of a line that is too long."""


class Answer(NamedTuple):
    """The result of a command: a JSON value, or for ``replay`` a text, and whether all is well."""

    value: object
    good: bool = True
    proved: bool = True
    """Whether everything is proved, as ``--strict`` requires."""
    notes: tuple[str, ...] = ()
    """Lines for standard error, printed if there is one record."""


def score(record: Record) -> Answer:
    """Return whether the game is finished, who won, the totals by seat and every mark."""
    game = play_record(record)
    result = game.result
    found: dict[str, object] = {
        "finished": result is not None,
        # A game that nobody wins is written as everybody's.
        "winner": None if result is None else list(result.winner or range(game.rules.players)),
        "totals": list(game.totals),
        "marks": [mark._asdict() for mark in game.marks],
    }
    if game.law.quantities.stakes is not None:
        value = None if game.deal is None else value_of(game.deal)
        found["value"] = None if value is None else value.points
        found["rubiconed"] = None if value is None else value.rubiconed
        found["brisques"] = [0] * game.rules.players if game.deal is None else list(game.deal.score.brisques)
    return Answer(found)


def legal(record: Record) -> Answer:
    """Return the seats that may act at the end of the record, and every legal action."""
    game = play_record(record)
    return Answer({"turn": list(to_act(game)), "actions": sorted(action.text for action in legal_actions(game))})


def verify(record: Record) -> Answer:
    """Return what each deal's record proves, and what it cannot prove and why."""
    found = verify_record(record)
    return Answer(
        {"deals": [_verdict(each, record) for each in found]},
        good=all(each.good for each in found),
        proved=not any(each.unproven for each in found),
        notes=tuple(_not_proved(number, record) for number in range(len(found))),
    )


def _verdict(found: DealVerdict, record: Record) -> dict[str, object]:
    said: dict[str, object] = {"deal": found.deal}
    if record.deals[found.deal].shuffle is not None:
        said |= found.verdict._asdict()
        if found.deal:
            del said["lots"]
            if record.lots is not None:
                said["dealer"] = found.dealer
    if found.unproven:
        said["unproven"] = ", ".join(found.unproven)
    return said


def _not_proved(number: int, record: Record) -> str:
    """Return a line on what no program can check about a deal: what stood in the channel, and when."""
    shuffle = record.deals[number].shuffle
    if shuffle is None:
        return f"deal {number}: not checked: it has no shuffle, so its deck may be any"
    told = shown(shuffle.commitment, 80)
    if shuffle.withdrawn:
        return f"deal {number}: a cut was deleted at its player's wish, and with it went what could be proved of {told}"
    if is_daily(shuffle.entropy) and len(record.deals) == 1:
        return f"deal {number}: a daily deal; nothing from outside went in, so whoever ran the bot could have chosen it"
    message = message_of(shuffle.entropy)
    if message is None:
        return (
            f"deal {number}: not checked, and names no message: that the commitment {told} was posted before the deal"
        )
    return (
        f"deal {number}: not checked, compare it with what was seen in the channel: that the message {shown(message)} "
        f"carried the commitment {told}"
    )


def replay(record: Record) -> Answer:
    return Answer(transcript(record))


COMMANDS: Final[dict[str, tuple[Callable[[Record], Answer], str]]] = {
    "score": (score, "print the marks, the totals and the winner of a game record"),
    "legal": (legal, "print who may act at the end of a game record, and every legal action"),
    "verify": (verify, "say of each deal of a game record what its published secret proves, and what is not proved"),
    "replay": (replay, "print a game record as a text that a person can follow"),
}


def main(argv: Sequence[str]) -> int:
    """Run the record command that `argv` names first (as in ``["score", "game.json"]``) and return the exit code."""
    try:
        code = _run(argv)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except _UnreadableError as error:
        _complain(str(error))
        return ExitCode.USAGE
    except OSError as error:
        # Python would report the error again when it flushes at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader of the output has closed it
            return ExitCode.OK
        _complain(f"cannot write the answer: {error.strerror}")
        return ExitCode.FAILURE
    return code


def _run(argv: Sequence[str]) -> int:
    try:
        options = _parser().parse_args(list(argv))
    except SystemExit as stop:  # argparse has printed the usage or the help
        return stop.code if isinstance(stop.code, int) else ExitCode.USAGE
    command = COMMANDS[options.command][0]
    strict = bool(vars(options).get("strict"))
    with _opened(options.record) as read:
        return (_each_line if options.lines else _whole)(command, read, strict=strict)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog=program(), description="Read game records.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="command", required=True)
    for name, (_, text) in COMMANDS.items():
        one = commands.add_parser(name, help=text, description=text.capitalize() + ".", allow_abbrev=False)
        one.add_argument("record", metavar="RECORD", help="a file, or - for standard input")
        one.add_argument(
            "--lines",
            action="store_true",
            help="read one record a line and print one JSON object a line, {'error': …} for a bad one",
        )
        if name == "verify":
            one.add_argument("--strict", action="store_true", help="exit with 1 also where something is not proved")
    return parser


class _UnreadableError(Exception):
    """The input cannot be opened or read."""


Reader: TypeAlias = Callable[[int, bool], bytes]
"""A function that reads at most the given number of bytes, or with True a line of at most that length."""


@contextlib.contextmanager
def _opened(name: str) -> Iterator[Reader]:
    """Open a file or standard input, with errors that differ from those of the output."""

    def read(most: int, line: bool) -> bytes:  # noqa: FBT001 - it is called in few places
        try:
            return stream.readline(most) if line else stream.read(most)
        except OSError as error:
            raise _UnreadableError(f"cannot read {name}: {error.strerror}") from None

    if name == "-":
        if sys.stdin is None:
            raise _UnreadableError("cannot read standard input: it is closed")
        stream: IO[bytes] = sys.stdin.buffer
        yield read
        return
    with _open_file(name) as stream:
        yield read


def _open_file(name: str) -> IO[bytes]:
    try:
        return Path(name).open("rb")
    except OSError as error:
        raise _UnreadableError(f"cannot read {name}: {error.strerror}") from None
    except ValueError as error:  # a NUL in the name
        raise _UnreadableError(f"cannot read {name}: {error}") from None


def _whole(command: Callable[[Record], Answer], read: Reader, *, strict: bool) -> int:
    record: Record | None = None
    try:
        record = parse_record(read(MOST_BYTES + 1, False))
        answer = command(record)
    except RecordError as error:
        _complain(record_line(error, record.rules if record else None))
        return ExitCode.FAILURE
    if isinstance(answer.value, str):
        _print_text(answer.value)
    else:
        print(json.dumps(answer.value))  # noqa: T201
    if answer.notes and sys.stdout is not None:
        sys.stdout.flush()  # so that the notes come after the answer
    for note in answer.notes:
        _complain(note)
    return ExitCode.OK if answer.good and (answer.proved or not strict) else ExitCode.FAILURE


def _each_line(command: Callable[[Record], Answer], read: Reader, *, strict: bool) -> int:
    good = True
    for line in _lines(read):
        record: Record | None = None
        try:
            record = parse_record(line)
            answer = command(record)
        except RecordError as error:
            reason = record_reason(error, record.rules if record else None)
            answer = Answer({"error": reason, "deal": error.deal, "action": error.action}, proved=False)
        good &= answer.good and (answer.proved or not strict)
        value = {"text": answer.value} if isinstance(answer.value, str) else answer.value
        print(json.dumps(value))  # noqa: T201
    return ExitCode.OK if good else ExitCode.FAILURE


def _lines(read: Reader) -> Iterator[bytes]:
    """Yield the lines without their ends; a line that is too long is cut, but stays longer than `MOST_BYTES`."""
    while line := read(MOST_BYTES + 2, True):
        if line.endswith(b"\n"):
            yield line.rstrip(b"\r\n")
            continue
        yield line
        rest = line if len(line) > MOST_BYTES else b""
        while rest and not rest.endswith(b"\n"):
            rest = read(_SKIP_BYTES, True)


def _print_text(text: str) -> None:
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = in_ascii(text)
    sys.stdout.write(text)


def _complain(line: str) -> None:
    if sys.stderr is not None:
        print(one_line(line), file=sys.stderr)  # noqa: T201
