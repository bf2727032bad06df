"""The tables that are played for ratings, and the number of such games that two members may play in a day."""

from __future__ import annotations

from typing import Final

from bot.house.roster import is_house

from .table import Table

MOST_A_DAY: Final = 6
"""Number of rated games that two members may play at the same table in a day (:mod:`.days`)."""


def is_for_rating(table: Table) -> bool:
    """Tell whether nothing at a table keeps it from being rated: no house player, not friendly, no daily deal."""
    return not (table.terms.friendly or table.daily is not None or any(map(is_house, table.users)))
