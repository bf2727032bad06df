"""Writing of operations as the custom ids of controls, and reading of custom ids.

A button's custom id is ``bz:TABLE:PLY:OP FIELDS``. A menu's custom id is ``bzs:…``, and its last fields are in the
chosen value. The table and the ply are 0 in an operation that has none. The ply tells a click on an outdated control;
in that of an act it has a mark, as a restored backup comes to the same plies again by other acts.
An action of the game is the last field, in the record's notation without the seat: ``bz:7:31:act play QSa``.

What is named by a number is named by its key (`db/keys.py`), in which the number and a random mark stand: so a control
of what a restored backup does not know finds nothing, and never what has its number now. A control of version 1.0 has
the number alone, as what was made then has for a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable
from dataclasses import MISSING, fields
from datetime import datetime
from functools import lru_cache, partial
from typing import Annotated, Any, ClassVar, Final, NamedTuple, TypeAlias, dataclass_transform, get_type_hints

from bot.lazy import dataclass

LONGEST: Final = 100
"""Discord's limit of characters in a custom id, and in the value of a menu's entry."""
BUTTON_ID: Final = re.compile("bz:.*", re.DOTALL)
MENU_ID: Final = re.compile("bzs:.*", re.DOTALL)
_ID: Final = re.compile(r"bzs?:([0-9]{1,18}):([0-9]{1,9}):([a-z-]{1,20})(?: (.+))?")
_NUMBER: Final = re.compile(r"-?[0-9]{1,19}")

_KEYS: Final = range(10**18)
_PLIES: Final = range(10**9)
Key = Annotated[int, _KEYS]
"""The key of a table, a tournament, a report or a rule set; whatever gets its number later has another one."""
Ply = Annotated[int, _PLIES]
Count = Annotated[int, range(10**6)]
"""The number of a page, a seat, a deal or a step, counted from 0."""
Check: TypeAlias = Callable[[int, datetime], None]
"""A check that raises `Refused` if a number is not valid at a moment; a field's type names it after the range."""
Id = Annotated[int, range(-(2**63), 2**63)]
"""The id of a Discord member, or, below zero, of a house player."""


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class Route:
    """An operation that a control asks for; its fields are written in their order, a text with blanks last.

    `class Cut(AtTable, op="cut")` registers an operation by the word that stands for it in custom ids.
    """

    op: ClassVar[str] = ""
    chosen: ClassVar[int] = 1
    """Number of fields, counted from the last, that a menu's entry carries."""

    def __init_subclass__(cls, op: str = "") -> None:
        """Make the class a dataclass, and register it if it is an operation; no two may have the same word."""
        dataclass(frozen=True)(cls)
        if not op:
            return
        if op in OPERATIONS:
            raise ValueError(f"two operations are called {op}")
        cls.op, OPERATIONS[op] = op, cls
        types = get_type_hints(cls, include_extras=True)
        own = [field for field in fields(cls) if field.name not in ("table_id", "ply")]
        _NAMES[op] = tuple([field.name for field in own])
        _FIELDS[op] = tuple(
            _Field(field.name, _reader(types[field.name]), field.default, _check(types[field.name])) for field in own
        )

    @property
    def custom_id(self) -> str:
        """The custom id of a button that asks for this operation."""
        table_id, ply = getattr(self, "table_id", 0), getattr(self, "ply", 0)
        said = _said(self.op, *map(self.__getattribute__, _NAMES[self.op]))
        written = f"bz:{table_id}:{ply}:{said}"
        if said is None or len(written) > LONGEST or table_id not in _KEYS or ply not in _PLIES:
            raise ValueError(f"no custom id can say {self}")
        return written

    @property
    def entry(self) -> tuple[str, str]:
        """The custom id of a menu that offers this operation, and the value of the operation's entry."""
        words = self.written("bzs")
        menu, value = " ".join(words[: -self.chosen]), " ".join(words[-self.chosen :]).rstrip()
        if max(len(menu), len(value)) > LONGEST or read_route(menu, value) != self:
            raise ValueError(f"no menu can say {self}")
        return menu, value

    def check(self, now: datetime) -> None:
        """Check that the numbers in the fields are valid at a moment: each day must be one of the calendar."""
        for part in _FIELDS[self.op]:
            if part.check is not None:
                part.check(getattr(self, part.name), now)

    def written(self, prefix: str) -> list[str]:
        """Return the words of an id: its head, then every field."""
        values = [getattr(self, part.name) for part in _FIELDS[self.op]]
        head = f"{prefix}:{getattr(self, 'table_id', 0)}:{getattr(self, 'ply', 0)}:{self.op}"
        return [head, *(str(value).lower() if isinstance(value, bool) else str(value) for value in values)]


@lru_cache(maxsize=4096, typed=True)
def _said(op: str, *values: Hashable) -> str | None:
    """Return the part of a button's id after table and ply, or None if it would not be read back as the same operation.

    This part is the same for every table and every moment, so it is made and checked only once.
    """
    kind, parts = OPERATIONS[op], _FIELDS[op]
    there: dict[str, Any] = {name: 0 for name in ("table_id", "ply") if name in kind.__dataclass_fields__}
    given: dict[str, Any] = {part.name: value for part, value in zip(parts, values, strict=True)}
    route = kind(**there, **given)
    head, *words = route.written("bz")
    while words and parts[len(words) - 1].default == values[len(words) - 1]:
        words.pop()  # a field with its default is left out
    written = " ".join([head, *words])
    return written.removeprefix("bz:0:0:") if read_route(written) == route else None


class _Field(NamedTuple):
    name: str
    read: Callable[[str], object]
    default: object
    check: Check | None = None


_FIELDS: Final[dict[str, tuple[_Field, ...]]] = {}
_NAMES: Final[dict[str, tuple[str, ...]]] = {}
"""The names of the fields, by operation."""
OPERATIONS: Final[dict[str, type[Route]]] = {}
"""All operations, by their words in a custom id."""


def read_route(custom_id: str, chosen: str = "") -> Route | None:
    """Read a control's custom id and the value chosen in a menu; return None for an unknown operation."""
    match = _ID.fullmatch(f"{custom_id} {chosen}" if chosen else custom_id)
    kind = OPERATIONS.get(match[3]) if match is not None else None
    if match is None or kind is None:
        return None
    parts = _FIELDS[kind.op]
    words = match[4].split(" ", max(len(parts) - 1, 0)) if match[4] else []
    if len(words) > len(parts) or any(part.default is MISSING for part in parts[len(words) :]):
        return None
    given: dict[str, Any] = {"table_id": int(match[1]), "ply": int(match[2])}
    try:
        for part, word in zip(parts, words, strict=False):
            given[part.name] = part.read(word)
    except ValueError:
        return None
    return kind(**{name: value for name, value in given.items() if name in kind.__dataclass_fields__})


def _number(allowed: range, word: str) -> int:
    if _NUMBER.fullmatch(word) is None or (number := int(word)) not in allowed:
        raise ValueError(word)
    return number


def _truth(word: str) -> bool:
    if word not in ("true", "false"):
        raise ValueError(word)
    return word == "true"


def _text(word: str) -> str:
    """Read a text; only the last field may hold blanks, and they are single ones within the text."""
    if word != " ".join(word.split()):
        raise ValueError(word)
    return word


def _check(kind: Any) -> Check | None:  # noqa: ANN401 - the type of a field
    _, *checks = getattr(kind, "__metadata__", (None,))
    return checks[0] if checks else None


def _reader(kind: Any) -> Callable[[str], object]:  # noqa: ANN401 - the type of a field
    if kind in (bool, str):
        return _truth if kind is bool else _text
    return kind if isinstance(kind, type) else partial(_number, kind.__metadata__[0])
