"""What a game that ends means for its tournament: written in the transaction that ends it, beside its results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .decisions.outcomes import game_outcome

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Transaction


async def score(tx: Transaction, table: Table) -> None:
    """Write how a pairing came out whose game has just ended; nothing where it was played for no tournament."""
    if table.fixture is not None:
        outcome, points = game_outcome(table)
        await tx.tournaments.decide(table.id, outcome.value, points)
