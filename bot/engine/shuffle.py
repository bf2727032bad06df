"""The verifiable shuffle: a deck fixed by a secret that was committed to before anything else was known.

The steps, and what they prove, are explained to players in ``docs/fairness.md``; its test vectors are tests.
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from .cards import CARD_NAMES, Card

SECRET_BYTES: Final = 64
MOST_CUT: Final = 100
"""Code points of a cut that count."""

_COMMIT: Final = b"bezique/1/commit\x00"
_DECK: Final = b"bezique/1/deck"
_WORDS: Final = 1 << 32
_SECRET: Final = re.compile(r"[0-9a-fA-F]{128}")
_LINE_BREAKS: Final = "\u2028\u2029"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """What is published of one deal's shuffle; ``secret`` (128 hex digits) only once the deal is over."""

    commitment: str
    entropy: tuple[str, ...]
    secret: str | None = field(default=None, repr=False)
    extra: Mapping[str, object] = field(default_factory=lambda: MappingProxyType({}), repr=False)
    """Keys of a record's ``shuffle`` that this version does not know."""


class Verdict(NamedTuple):
    """Whether a secret matches its commitment, and whether the deck follows from it; None while it is secret."""

    commitment: bool | None
    deck: bool | None


def new_secret(source: Callable[[int], bytes] = os.urandom) -> bytes:
    """Return a new deal's 64 secret bytes from the operating system's generator.

    Raises:
        ValueError: The source gave another number of bytes.
    """
    secret = source(SECRET_BYTES)
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, the source gave {len(secret)}")
    return secret


def commitment(secret: bytes) -> str:
    """Return the commitment to a secret: 64 lower-case hex digits, to be posted before the entropy is known."""
    return hashlib.sha256(_COMMIT + secret).hexdigest()


def message_entropy(message_id: int) -> str:
    """Return the entropy string of the public message that carries the commitment."""
    return f"message:{message_id}"


def clean_cut(text: str) -> str:
    """Return what counts of a cut: no control characters or line breaks, Unicode NFC, at most 100 code points.

    Lone surrogates go too: they are no characters and have no UTF-8 bytes.
    """
    kept = "".join(c for c in text if c not in _LINE_BREAKS and unicodedata.category(c) not in ("Cc", "Cs"))
    return unicodedata.normalize("NFC", kept)[:MOST_CUT]


def cut_entropy(seat: int, text: str) -> str:
    """Return the entropy string of a seat's cut, the text as the player typed it."""
    return f"cut:{seat}:{clean_cut(text)}"


def make_deck(secret: bytes, entropy: Sequence[str], pack: Sequence[Card]) -> tuple[Card, ...]:
    """Return the deck, top first, that follows from the secret, the entropy strings in order and the ordered pack.

    Raises:
        UnicodeEncodeError: An entropy string has no UTF-8 bytes (a lone surrogate).
    """
    message = _DECK + b"".join(b"\n" + each.encode("utf-8") for each in entropy)
    numbers = _stream(hmac.digest(secret, message, "sha512"))
    deck = list(pack)
    for i in range(len(deck) - 1, 0, -1):
        j = below(i + 1, numbers)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)


def below(m: int, numbers: Iterator[int]) -> int:
    """Return a number from 0 to m-1, each equally likely; 32-bit numbers that would favour some are skipped."""
    limit = _WORDS - _WORDS % m
    for x in numbers:
        if x < limit:
            return x % m
    raise ValueError("the numbers have run out")


def verify_shuffle(shuffle: Shuffle, deck: str, pack: Sequence[Card]) -> Verdict:
    """Check a published shuffle against a deck as it stands in a record (card names, top first, one space between)."""
    if shuffle.secret is None:
        return Verdict(None, None)
    if _SECRET.fullmatch(shuffle.secret) is None:
        return Verdict(commitment=False, deck=False)
    secret = bytes.fromhex(shuffle.secret)
    derived = " ".join(CARD_NAMES[c] for c in make_deck(secret, shuffle.entropy, pack))
    return Verdict(commitment=commitment(secret) == shuffle.commitment, deck=derived == deck)


def _stream(key: bytes) -> Iterator[int]:
    """Yield HMAC-SHA-512 over the counters 0, 1, 2, … as 32-bit big-endian numbers, without end."""
    counter = 0
    while True:
        block = hmac.digest(key, counter.to_bytes(8, "big"), "sha512")
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "big")
        counter += 1
