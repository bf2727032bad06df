"""What a record proves about each of its deals, and why some of it may stay unproven."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.engine.record_json import DealRecord, WrittenLots

from .cards import Card
from .lots import DealerBy, SeatsBy, read_lots
from .proof import StatedLots, Verdict, check_shuffle, is_daily, sealed_on_board


class Unproven(StrEnum):
    """The reasons why part of a deal is not proved, in the words that ``verify`` prints."""

    NO_SHUFFLE = "no shuffle"
    RUNNING = "running"
    """The secret is not published yet."""
    WITHDRAWN = "withdrawn"
    """A cut was deleted, and the proof with it."""
    NO_LOTS = "no lots"
    DEALER_PASSED = "dealer passed from another game"
    PLACES_CHOSEN = "places chosen"


class DealVerdict(NamedTuple):
    """The result of checking one deal of a record."""

    deal: int
    verdict: Verdict
    """The result for the shuffle; all None for a deal without a shuffle."""
    dealer: bool | None = None
    """Whether the deal passed on by ruling 2; None for the first deal, without lots, and where nothing can be told."""
    on_board: bool = False
    """Whether the entropy is false only because the deal was sealed on the board of the deal before."""
    repeated: bool = False
    """Whether an earlier deal of the game has the same commitment; the commitment then counts as false."""
    unproven: tuple[Unproven, ...] = ()

    @property
    def good(self) -> bool:
        """Whether no part of the result is false."""
        return self.dealer is not False and False not in self.verdict


def verify_deal(
    number: int, deals: Sequence[DealRecord], lots: WrittenLots | None, pack: Sequence[Card], players: int
) -> DealVerdict:
    """Check one deal (from 0) of a game, with what the record says of seats and first dealer."""
    deal = deals[number]
    shuffle = deal.shuffle
    if shuffle is None:
        return DealVerdict(number, Verdict(None, None, None), unproven=(Unproven.NO_SHUFFLE,))
    stated = StatedLots(lots.value, deal.dealer) if number == 0 and lots is not None else None
    earlier = [each.shuffle for each in deals[:number] if each.shuffle is not None]
    before = [each.entropy for each in earlier]
    verdict = check_shuffle(shuffle, deal.deck, pack, players, stated, before)
    on_board = verdict.entropy is False and sealed_on_board(shuffle.entropy, before, players)
    repeated = any(each.commitment.lower() == shuffle.commitment.lower() for each in earlier)
    if repeated:
        verdict = verdict._replace(commitment=False)
    if is_daily(shuffle.entropy) and len(deals) > 1:  # a daily deal is a whole game
        verdict = verdict._replace(entropy=False)
    if verdict.deck is None:
        why = Unproven.WITHDRAWN if shuffle.withdrawn else Unproven.RUNNING
        return DealVerdict(number, verdict, on_board=on_board, repeated=repeated, unproven=(why,))
    dealer = None
    if number and lots is not None:
        dealer = deal.dealer == (deals[number - 1].dealer + 1) % players
    unproven = _unproven_lots(lots, players) if number == 0 and verdict.lots is None else ()
    return DealVerdict(number, verdict, dealer, on_board, repeated, unproven)


def _unproven_lots(lots: WrittenLots | None, players: int) -> tuple[Unproven, ...]:
    """Return why lots that are not false are not proved either."""
    read = None if lots is None else read_lots(lots.value, players)
    if read is None:
        return (Unproven.NO_LOTS,)
    passed = (Unproven.DEALER_PASSED,) if read.dealer is DealerBy.PASSED else ()
    chosen = (Unproven.PLACES_CHOSEN,) if read.seats is SeatsBy.CHOSEN else ()
    return (*passed, *chosen)
