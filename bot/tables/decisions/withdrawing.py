"""Deleting what somebody typed at the Cut, and with it the proof of the deals into which it went (RECORD.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.tables.values.table import Table
from db.rows import CutRow, DealRow

from .dealing import sealed_anew
from .occasion import Occasion


def cuts_withdrawn(table: Table, at: Occasion, user_id: int) -> Table:
    """Take a player's cuts away; of every deal into which one went only the commitment and the play stay.

    A deal that is not dealt yet loses the words alone: its deck will follow from what is left. One whose cuts are
    closed is sealed anew: who knows the secret could else choose, once its board is up, whether to delete the words.
    """
    if all(cut.user_id != user_id for cut in table.cuts):
        return table
    if table.being_dealt and without_proof(table.deals[-1:], table.cuts, user_id) != table.deals[-1:]:
        table = sealed_anew(table, at)
    deals = without_proof(table.deals, table.cuts, user_id)
    return table.but(deals=deals, cuts=tuple(cut for cut in table.cuts if cut.user_id != user_id))


def without_proof(deals: Iterable[DealRow], cuts: Iterable[CutRow], user_id: int) -> tuple[DealRow, ...]:
    """Return deals without the proof of those into which a player's words went.

    The same words of another player count as theirs: what somebody wants deleted must not be left standing there.
    """
    typed = {(cut.deal, cut.text) for cut in cuts if cut.user_id == user_id and cut.text}
    return tuple(
        replace(deal, secret="", entropy=())
        if any((deal.number, words) in typed for words in _words(deal.entropy))
        else deal
        for deal in deals
    )


def _words(entropy: Iterable[str]) -> list[str]:
    """Return what was typed of what went into a deck: ``cut:NUMBER:TEXT``."""
    return [part.split(":", 2)[2] for part in entropy if part.startswith("cut:")]
