"""What a record proves of each of its deals, and for what of it the record proves nothing."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from .cards import Card
from .lots import DealerBy, SeatsBy, read_lots
from .proof import StatedLots, Verdict, check_shuffle
from .record_values import DealRecord, WrittenLots


class Unproven(StrEnum):
    """Why something of a deal is not proved, in the words that ``verify`` prints."""

    NO_SHUFFLE = "no shuffle"
    RUNNING = "running"
    """The secret is not out."""
    WITHDRAWN = "withdrawn"
    """A cut was deleted, and the proof with it."""
    NO_LOTS = "no lots"
    DEALER_PASSED = "dealer passed from another game"
    PLACES_CHOSEN = "places chosen"


class DealVerdict(NamedTuple):
    """What checking one deal of a record has shown."""

    deal: int
    verdict: Verdict
    """Of a deal without a shuffle nothing."""
    dealer: bool | None = None
    """Whether the deal passed on by ruling 2; None for the first deal, without lots, and where nothing can be told."""
    repeated: bool = False
    """Whether the commitment stands at an earlier deal of the game too: then it is false."""
    unproven: tuple[Unproven, ...] = ()

    @property
    def good(self) -> bool:
        """Whether nothing of it is false."""
        return self.dealer is not False and False not in self.verdict


def verify_deal(
    number: int, deals: Sequence[DealRecord], lots: WrittenLots | None, pack: Sequence[Card], players: int
) -> DealVerdict:
    """Check one deal of a game.

    Args:
        number: The deal, counted from 0.
        deals: The game's deals, at least to this one.
        lots: How seats and first dealer came about, as the record says; None where it does not.
        pack: The game's ordered pack.
        players: How many play.
    """
    deal = deals[number]
    shuffle = deal.shuffle
    if shuffle is None:
        return DealVerdict(number, Verdict(None, None, None), unproven=(Unproven.NO_SHUFFLE,))
    stated = StatedLots(lots.value, deal.dealer) if number == 0 and lots is not None else None
    verdict = check_shuffle(shuffle, deal.deck, pack, players, stated)
    told = shuffle.commitment.lower()
    repeated = any(each.shuffle is not None and each.shuffle.commitment.lower() == told for each in deals[:number])
    if repeated:
        verdict = verdict._replace(commitment=False)
    if verdict.deck is None:
        why = Unproven.WITHDRAWN if shuffle.withdrawn else Unproven.RUNNING
        return DealVerdict(number, verdict, repeated=repeated, unproven=(why,))
    dealer = None
    if number and lots is not None:
        dealer = deal.dealer == (deals[number - 1].dealer + 1) % players
    unproven = _unproven_lots(lots, players) if number == 0 and verdict.lots is None else ()
    return DealVerdict(number, verdict, dealer, repeated, unproven)


def _unproven_lots(lots: WrittenLots | None, players: int) -> tuple[Unproven, ...]:
    """Say why lots that are not false are not proved either."""
    read = None if lots is None else read_lots(lots.value, players)
    if read is None:
        return (Unproven.NO_LOTS,)
    passed = (Unproven.DEALER_PASSED,) if read.dealer is DealerBy.PASSED else ()
    chosen = (Unproven.PLACES_CHOSEN,) if read.seats is SeatsBy.CHOSEN else ()
    return (*passed, *chosen)
