"""The closing of a table whose first message, an interaction's answer, cannot be found."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.values.parts import Status
from bot.tables.values.table import Table

from .occasion import Occasion, closed

INTERRUPTED = "interrupted"
"""The reason stored with a table closed because the bot cannot tell whether its first message was posted."""


def answer_lost(table: Table, at: Occasion) -> Table:
    """Close a table whose first message, an interaction's answer, cannot be found; players are still to be told."""
    if table.sealing.answering is None:
        return table
    after = table.but(sealing=replace(table.sealing, answering=""))
    return closed(after, Status.CANCELLED, at, INTERRUPTED) if table.live else after


def answer_absent(table: Table, at: Occasion) -> Table:
    """Close a table whose first message was certainly never posted, so that nobody has seen its seal."""
    after = table.but(sealing=replace(table.sealing, answering=None))
    return closed(after, Status.CANCELLED, at) if table.live else after
