"""The published steps of the shuffle, written from the sentences of docs/fairness.md alone, without regard to speed.

Nothing of the project is used here: only Python's own SHA-512 and HMAC.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
RANKS = "789JQKTA"


def ordered_pack(packs: int, *, less_an_eight: bool = False) -> list[str]:
    """Return so many packs in order; or two packs less the second eight of clubs."""
    cards = [rank + suit + pack for pack in "abcd"[:packs] for suit in "CDHS" for rank in RANKS]
    return [card for card in cards[:64] if card != "8Cb"] if less_an_eight else cards


def stream(secret: bytes, label: str, entropy: Sequence[str]) -> Iterator[int]:
    """Steps 4 and 5."""
    key = hmac.new(secret, "\n".join([label, *entropy]).encode(), hashlib.sha512).digest()
    for counter in range(10**6):
        block = hmac.new(key, counter.to_bytes(8, "big"), hashlib.sha512).digest()
        yield from (int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4))


def below(m: int, numbers: Iterator[int]) -> int:
    return next(x for x in numbers if x < 2**32 - 2**32 % m) % m


def in_order(items: Sequence[T], numbers: Iterator[int]) -> list[T]:
    """Step 6."""
    found = list(items)
    for i in range(len(found) - 1, 0, -1):
        j = below(i + 1, numbers)
        found[i], found[j] = found[j], found[i]
    return found


def deck_by_the_book(secret: bytes, entropy: Sequence[str], cards: Sequence[str]) -> list[str]:
    return in_order(cards, stream(secret, "bezique/1/deck", entropy))


def lots_by_the_book(
    secret: bytes, entropy: Sequence[str], cards: Sequence[str], players: int, *, drawn: bool
) -> tuple[list[int], list[list[str | None]], int]:
    """Step 8: the number at each seat, the rounds of cutting, the dealer."""
    numbers, left = stream(secret, "bezique/1/lots", entropy), list(cards)
    seated = in_order(range(players), numbers) if drawn else list(range(players))
    tied, rounds = list(range(players)), []
    while len(tied) > 1:
        cut = {seat: left.pop(below(len(left), numbers)) for seat in tied}
        rounds.append([cut.get(seat) for seat in range(players)])
        highest = max(RANKS.index(card[0]) for card in cut.values())
        tied = [seat for seat in tied if RANKS.index(cut[seat][0]) == highest]
    return seated, rounds, tied[0]
