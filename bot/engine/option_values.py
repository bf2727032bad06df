"""House rules: their values, the words for players, and functions that check and write a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

Value: TypeAlias = str | int | bool

MIN_TARGET, MAX_TARGET, TARGET_STEP = 500, 10_000, 10


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with its label and one line that says what it means at the table."""

    value: Value
    label: str
    line: str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name in records, its values, its words for players, and where it comes from."""

    key: str
    title: str
    group: str
    choices: tuple[Choice, ...]
    """Every value; for ``target`` only the customary ones, as any multiple of ten in range is legal."""
    explanation: str
    source: str
    brief: str = ""
    """A shorter title to stand before a value in a menu as narrow as a phone; empty if ``title`` is short enough."""

    def accepts(self, value: object) -> bool:
        """Tell whether a value is one of this option's and has the right type (a bool is not a number)."""
        if self.key == "target":
            return type(value) is int and MIN_TARGET <= value <= MAX_TARGET and value % TARGET_STEP == 0
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)

    def label(self, value: Value) -> str:
        """Return a value's short name for people."""
        return next((choice.label for choice in self.choices if choice.value == value), write_value(value))


def write_value(value: Value) -> str:
    """Write an option's value as it stands in a record: ``true``, ``2000``, ``suit_led``."""
    return str(value).lower() if isinstance(value, bool) else str(value)
