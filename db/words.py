"""What processes tell each other over PostgreSQL: short words, heard once the transaction they are said in is kept.

A word says what has changed, never how: whoever hears it reads that anew, or forgets it. It may come late or, where a
line was lost, not at all; so whoever has opened a line anew reads everything anew that is kept by word.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias, cast, get_args

from sqlalchemy import func, select

if TYPE_CHECKING:
    from sqlalchemy import Select

CHANNEL: Final = "bezique"
About: TypeAlias = Literal["member", "guild", "table", "tournament", "shards"]
"""A member's choices, a server's, a table, a tournament, or who holds which shards."""
_KNOWN: Final = frozenset(get_args(About))


class Word(NamedTuple):
    """Something that was changed, and by which process."""

    about: About
    id: int
    by: int


def said(word: Word) -> Select[tuple[str]]:
    """Return the statement that tells it to all lines with the commit; the same twice is told once."""
    return select(func.pg_notify(CHANNEL, json.dumps(word, separators=(",", ":"))))


def understood(payload: str) -> Word | None:
    """Return the word that a payload holds; None where another version of the bot says what this one does not know."""
    try:
        about, number, by = json.loads(payload)
    except (ValueError, TypeError, RecursionError):
        return None
    if not isinstance(about, str) or about not in _KNOWN or type(number) is not int or type(by) is not int:
        return None
    return Word(cast("About", about), number, by)
