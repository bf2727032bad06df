"""What becomes of a table whose first message, an interaction's answer, cannot be found: it is closed."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.values.parts import Status
from bot.tables.values.table import Table

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
