"""Writing a tournament pairing's outcome in the transaction that ends its game, next to the game's results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.club.tournaments.outcomes import game_outcome

if TYPE_CHECKING:
    from bot.tables import Table
    from db import Transaction


async def score(tx: Transaction, table: Table) -> None:
    """Write the outcome of the pairing whose game has just ended; do nothing for other games."""
    if table.fixture is not None:
        outcome, points = game_outcome(table)
        await tx.tournaments.decide(table.id, outcome.value, points)
