"""Which tables are played for ratings, and how many such games two members may play in a day."""

from __future__ import annotations

from typing import Final

from bot.house.roster import is_house

from .table import Table

MOST_A_DAY: Final = 6
"""Rated games that two members may play at the same table in a day (:mod:`.days`)."""


def is_for_rating(table: Table) -> bool:
    """Tell whether a table is played for ratings as far as the table shows: no house player, and not friendly."""
    return not (table.terms.friendly or table.daily is not None or any(map(is_house, table.users)))
