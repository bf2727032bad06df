"""Checks of a published shuffle: the commitment, the entropy, the deck, and the lots of the first deal.

Strings are taken as they stand in a record. No program can check that the message whose id is in the entropy carried
the commitment: players compare that with what they saw in the channel.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from .cards import CARD_NAMES, Card
from .lots import DealerBy, SeatsBy, draw_lots, read_lots
from .shuffle import Shuffle, clean_cut, commitment, make_deck

_SECRET: Final = re.compile(r"[0-9a-fA-F]{128}")
_MESSAGE: Final = re.compile(r"message:([1-9][0-9]*)")
_BOARD: Final = re.compile(r"board:([1-9][0-9]*)")
_CUT: Final = re.compile(r"cut:(0|[1-9][0-9]*):(.+)", re.DOTALL)
_DAILY: Final = re.compile(r"daily:(0|[1-9][0-9]*)")


class Verdict(NamedTuple):
    """The result of checking one deal; None where a check is impossible, as the secret is unpublished or withdrawn."""

    commitment: bool | None
    """Whether the secret matches the commitment."""
    entropy: bool | None
    """Whether the entropy is one message, cuts by different players and one newer board, or a daily deal's number."""
    deck: bool | None
    """Whether the deck follows from secret and entropy."""
    lots: bool | None = None
    """Whether seats and dealer follow from both; None also for later deals, chosen seats and a passed dealer."""


class StatedLots(NamedTuple):
    """A record's statement about the lots, to be checked with its first deal."""

    value: object
    """The record's ``lots`` as they stand there, well-formed or not."""
    dealer: int
    """The first deal's dealer."""


def check_shuffle(
    shuffle: Shuffle,
    deck: str,
    pack: Sequence[Card],
    players: int,
    stated: StatedLots | None = None,
    before: Iterable[Sequence[str]] = (),
) -> Verdict:
    """Check a published shuffle against a deck as a record writes it, and the entropy of the deals before."""
    if shuffle.withdrawn:
        if shuffle.secret is None and not shuffle.entropy:
            return Verdict(None, None, None)
        return Verdict(commitment=False, entropy=False, deck=False, lots=None if stated is None else False)
    entropy = entropy_holds(shuffle.entropy, players, before)
    if shuffle.secret is None:
        return Verdict(None, entropy, None)
    if _SECRET.fullmatch(shuffle.secret) is None:
        return Verdict(commitment=False, entropy=entropy, deck=False, lots=None if stated is None else False)
    secret = bytes.fromhex(shuffle.secret)
    return Verdict(
        commitment=commitment(secret) == shuffle.commitment,
        entropy=entropy,
        deck=" ".join(CARD_NAMES[c] for c in make_deck(secret, shuffle.entropy, pack)) == deck,
        lots=None if stated is None else lots_hold(stated, secret, shuffle.entropy, pack, players),
    )


def entropy_holds(entropy: Sequence[str], players: int, before: Iterable[Sequence[str]] = ()) -> bool:
    """Tell whether entropy is one message, cuts by different players and one newer board, or a daily deal's number.

    Discord's ids only grow, so one that is not newer than those of the deals before was known before.
    """
    if is_daily(entropy):
        return True
    message, board = message_of(entropy), _board_of(entropy)
    if message is None or board is None or _age(board) <= _age(message):
        return False
    known = (number for earlier in before for number in (message_of(earlier), _board_of(earlier)) if number)
    if any(_age(message) <= _age(number) for number in known):
        return False
    cuts = [_CUT.fullmatch(each) for each in entropy[1:-1]]
    numbers = [cut[1] for cut in cuts if cut is not None and clean_cut(cut[2]) == cut[2]]
    if len(numbers) < len(cuts) or len(set(numbers)) < len(numbers):
        return False
    return set(numbers) <= {str(number) for number in range(players)}


def sealed_on_board(entropy: Sequence[str], before: Sequence[Sequence[str]], players: int) -> bool:
    """Tell whether entropy is only false because the message is the board of the deal before.

    Version 1.0.0 added the next commitment to that board.
    """
    message = message_of(entropy)
    if message is None or not before or message != _board_of(before[-1]):
        return False
    return entropy_holds(entropy, players, [*before[:-1], before[-1][:-1]])


def is_daily(entropy: Sequence[str]) -> bool:
    """Tell whether a deal is a daily deal, the same for everyone: no message opened it and nobody cut."""
    return len(entropy) == 1 and _DAILY.fullmatch(entropy[0]) is not None


def message_of(entropy: Sequence[str]) -> str | None:
    """Return the id of the message that carried the commitment, as the entropy names it, or None."""
    found = _MESSAGE.fullmatch(entropy[0]) if entropy else None
    return None if found is None else found.group(1)


def _board_of(entropy: Sequence[str]) -> str | None:
    found = _BOARD.fullmatch(entropy[-1]) if entropy else None
    return None if found is None else found.group(1)


def _age(number: str) -> tuple[int, str]:
    """Return what orders ids as numbers: one in a foreign record may be too long to become a number."""
    return len(number), number


def lots_hold(
    stated: StatedLots, secret: bytes, entropy: Sequence[str], pack: Sequence[Card], players: int
) -> bool | None:
    """Tell whether seats and first dealer follow from secret and entropy.

    False also for malformed lots. None if all that can be checked is true, but the seats were chosen or the dealer
    follows from another game.
    """
    lots = read_lots(stated.value, players)
    if lots is None:
        return False
    drawing = draw_lots(secret, entropy, pack, players, draw_seats=lots.seats is SeatsBy.DRAWN)
    if lots.seats is not SeatsBy.CHOSEN and lots.numbers != drawing.numbers:
        return False
    if lots.dealer is not DealerBy.PASSED and stated.dealer != drawing.dealer:
        return False
    return None if lots.seats is SeatsBy.CHOSEN or lots.dealer is DealerBy.PASSED else True
