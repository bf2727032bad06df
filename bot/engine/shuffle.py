"""The verifiable shuffle: a deck fixed by a secret that was committed to before anything else was known.

``docs/fairness.md`` explains the steps, and what they prove, to players; the tests check its test vectors. ``lots``
holds what else the same secret decides, and ``proof`` checks all of it.
"""

from __future__ import annotations

import hashlib
import hmac
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeVar

from .cards import Card

T = TypeVar("T")

SECRET_BYTES: Final = 64
"""Length of a deal's secret, in bytes."""
MOST_CUT: Final = 100
"""Maximum number of code points of a cut that count."""

_COMMIT: Final = b"bezique/1/commit\x00"
_DECK: Final = b"bezique/1/deck"
_WORDS: Final = 1 << 32
_LINE_BREAKS: Final = "\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The published values of one deal's shuffle; ``secret`` (128 hex digits) is published once the deal is over."""

    commitment: str
    entropy: tuple[str, ...]
    secret: str | None = field(default=None, repr=False)
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Keys of a record's ``shuffle`` that this version does not know."""
    withdrawn: bool = False
    """Whether a player had a cut deleted, so that nothing of the shuffle can be proved any more."""


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret: 64 lower-case hex digits, to be posted before the entropy is known."""
    return hashlib.sha256(_COMMIT + secret).hexdigest()


def message_entropy(message_id: int) -> str:
    """Return the entropy string of the public message that carries the commitment."""
    return f"message:{message_id}"


def board_entropy(message_id: int) -> str:
    """Return the entropy string of the message in which the deal is played, posted after the last cut."""
    return f"board:{message_id}"


def daily_entropy(number: int) -> str:
    """Return the only entropy string of the daily deal with this number, which no message opens."""
    return f"daily:{number}"


def clean_cut(text: str) -> str:
    """Return what counts of a cut: no control or format characters, no line breaks, NFC, at most 100 code points.

    Lone surrogates are removed too, because they are not characters and have no UTF-8 bytes.
    """
    kept = "".join(c for c in text if c not in _LINE_BREAKS and unicodedata.category(c) not in ("Cc", "Cf", "Cs"))
    return unicodedata.normalize("NFC", kept)[:MOST_CUT]


def cut_entropy(number: int, text: str) -> str:
    """Return the entropy string of a cut, from the player's number (``Lots.numbers``) and the text as it was typed."""
    return f"cut:{number}:{clean_cut(text)}"


def make_deck(secret: bytes, entropy: Sequence[str], pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the deck, top first, that follows from the secret, the entropy in order and the ordered pack."""
    return tuple(shuffled(pack, numbers_from(secret, _DECK, entropy)))


def numbers_from(secret: bytes, label: bytes, entropy: Sequence[str]) -> Iterator[int]:
    """Return the endless series of 32-bit numbers that follows from a secret, a label and the entropy."""
    message = label + b"".join(b"\n" + each.encode("utf-8") for each in entropy)
    return _stream(hmac.digest(secret, message, "sha512"))


def shuffled(items: Sequence[T], numbers: Iterator[int]) -> list[T]:
    """Return items in an order drawn from the numbers: from the last down, each is swapped with one up to its place."""
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return order


def below(m: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to m-1, each equally likely; 32-bit numbers that would favour some are skipped."""
    limit = _WORDS - _WORDS % m
    for x in numbers:
        if x < limit:
            return x % m
    raise ValueError("the numbers have run out")


def _stream(key: bytes) -> Iterator[int]:
    """Yield HMAC-SHA-512 over the counters 0, 1, 2, … as 32-bit big-endian numbers, without end."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha512")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1
