"""How the program ends: exit codes, and an error that is one sentence for the person at the terminal."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """What the process answers to the shell; the README lists them."""

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


class Stop(Exception):  # noqa: N818 - it ends the program; it does not report a fault of the program
    """End the program with a code and a sentence that says what to do next."""

    def __init__(self, code: ExitCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
