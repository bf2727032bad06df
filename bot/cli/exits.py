"""The program's name and exit codes, and the exception that ends it with one sentence for its user."""

from __future__ import annotations

import sys
from enum import IntEnum
from pathlib import PurePath
from typing import Final

COMMAND: Final = "bezique-bot"
"""The command that installing the package puts on the path."""


class ExitCode(IntEnum):
    """The exit codes of the process, which `--help` lists."""

    OK = 0
    FAILURE = 1
    USAGE = 2
    CONFIG = 3
    BAD_TOKEN = 4
    MISSING_PERMISSION = 5
    NO_NETWORK = 6
    DATABASE = 7
    PORT_TAKEN = 8
    MISSING_PACKAGE = 9
    NOTHING_TO_START = 10
    DATABASE_LOCKED = 11
    RATE_LIMITED = 12
    SHARDING_REQUIRED = 13


class Stop(Exception):  # noqa: N818 - it ends the program; it does not report a fault of the program
    """The end of the program, with an exit code and a sentence that says what to do next."""

    def __init__(self, code: ExitCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def program() -> str:
    """Return the command that started this process, for usage lines and advice."""
    return COMMAND if PurePath(sys.argv[0]).stem == COMMAND else "python -m bot"
