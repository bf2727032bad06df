"""What becomes of a seal whose message cannot be found: it is laid open, and nothing is ever dealt from it.

The id of the message that carries a commitment goes into the shuffle. Were a seal posted twice after a crash, whoever
runs the bot could draw that lot again until the deck suits.
"""

from __future__ import annotations

from dataclasses import replace

from bot.tables.values.parts import Status, VoidSeal
from bot.tables.values.table import Table

from .dealing import sealed
from .occasion import Occasion, closed

INTERRUPTED = "interrupted"
"""Why a table ended of whose first message it cannot be told any more whether it is up."""


def answer_lost(table: Table, at: Occasion) -> Table:
    """Close a table whose first message, an interaction's answer, cannot be found; that is still to be said."""
    if table.sealing.answering is None:
        return table
    after = table.but(sealing=replace(table.sealing, answering=""))
    return closed(after, Status.CANCELLED, at, INTERRUPTED) if table.live else after


def answer_absent(table: Table, at: Occasion) -> Table:
    """Close a table whose first message was certainly never posted; nobody has seen its seal."""
    after = table.but(sealing=replace(table.sealing, answering=None))
    return closed(after, Status.CANCELLED, at) if table.live else after


def sealed_anew(table: Table, at: Occasion) -> Table:
    """Draw another secret for a deal whose message may be up somewhere; what was sealed before is laid open with it.

    Nothing happens where the message is known by now, or the cards are dealt.
    """
    seal = table.seal
    if not table.live or seal is None or seal.deck is not None or seal.message_id is not None:
        return table
    void = VoidSeal(seal.number, seal.commitment, seal.secret)
    after = sealed(table.but(deals=table.deals[:-1]), at)
    return after.but(sealing=replace(table.sealing, void=(*table.sealing.void, void)))
