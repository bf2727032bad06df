"""The keys of tables, tournaments, reports and rule sets: the number that people see, and a random mark.

A backup that is put back counts on from an earlier moment and gives the same numbers again. The mark makes the new key
another one, so that a control of what was lost finds nothing instead of what has its number now.
"""

from __future__ import annotations

import secrets
from typing import Final

SPAN: Final = 10**8
"""The keys of a number lie from its product with this on; smaller keys are numbers of version 1.0, without a mark."""

KEYS: Final = range(1, 10**18)
"""What a key may be: a control holds at most eighteen figures, and every database stores them."""


def number_of(key: int) -> int:
    """Return the number that people see of a key."""
    return key // SPAN if key >= SPAN else key


def key_of(number: int, mark: int) -> int:
    """Return the key of a number; with the mark 0 it is the number, as in version 1.0."""
    return number * SPAN + mark if mark else number


def drawn_mark() -> int:
    """Return a random mark, which is never 0."""
    return 1 + secrets.randbelow(SPAN - 1)
