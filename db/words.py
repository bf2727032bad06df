"""Short notices ("words") between processes over PostgreSQL, delivered when their transaction is committed.

A word says what has changed, but not how: its receivers read the thing again, or drop it from their caches. A word may
come late or, if a line was lost, not at all; after opening a new line, a process must therefore read again everything
that it keeps up to date by words.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from sqlalchemy import func, select

if TYPE_CHECKING:
    from sqlalchemy import Select

CHANNEL: Final = "bezique"
About: TypeAlias = Literal["member", "guild", "table", "tournament"]
"""The thing changed: a member's or a server's settings, a table or a tournament."""
_KNOWN: Final = frozenset(get_args(About))


class Word(NamedTuple):
    """A notice of a changed thing, with its id and the process that changed it."""

    about: About
    id: int
    by: int


def said(word: Word) -> Select[tuple[str]]:
    """Return the statement that sends a word to all lines at the commit; identical words are sent once."""
    return select(func.pg_notify(CHANNEL, json.dumps(word, separators=(",", ":"))))


def understood(payload: str) -> Word | None:
    """Return the word in a payload, or None if it is unknown, as from another version of the bot."""
    try:
        about, number, by = json.loads(payload)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(about, str) or about not in _KNOWN or type(number) is not int or type(by) is not int:
        return None
    return Word(cast("About", about), number, by)
