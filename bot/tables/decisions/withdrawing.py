"""Deleting a player's cuts, and with them the proof of the deals into which they went (RECORD.md)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.tables.decisions.dealing import sealed_anew
from bot.tables.decisions.occasion import Occasion
from bot.tables.values.table import Table
from db.deals import CutRow, DealRow


def cuts_withdrawn(table: Table, at: Occasion, user_id: int) -> Table:
    """Delete a player's cuts; a deal into which one went keeps only its commitment and its play.

    A deal whose cuts are still open loses only the words, and its deck follows from the other entropy. A deal whose
    cuts are closed is sealed anew: otherwise a player who knew the secret could decide, once its board is posted,
    whether to delete the words.
    """
    if all(cut.user_id != user_id for cut in table.cuts):
        return table
    if table.being_dealt and without_proof(table.deals[-1:], table.cuts, user_id) != table.deals[-1:]:
        table = sealed_anew(table, at)
    deals = without_proof(table.deals, table.cuts, user_id)
    return table.but(deals=deals, cuts=tuple(cut for cut in table.cuts if cut.user_id != user_id))


def without_proof(deals: Iterable[DealRow], cuts: Iterable[CutRow], user_id: int) -> tuple[DealRow, ...]:
    """Return deals, removing the proof of those into which a player's words went.

    The same words typed by another player in the same deal count too, because the words must not remain there.
    """
    typed = {(cut.deal, cut.text) for cut in cuts if cut.user_id == user_id and cut.text}
    return tuple(
        replace(deal, secret="", entropy=())
        if any((deal.number, words) in typed for words in _words(deal.entropy))
        else deal
        for deal in deals
    )


def _words(entropy: Iterable[str]) -> list[str]:
    """Return the typed words in a deck's entropy, from its parts of the form ``cut:NUMBER:TEXT``."""
    return [part.split(":", 2)[2] for part in entropy if part.startswith("cut:")]
