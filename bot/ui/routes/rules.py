"""Operations of the rule book."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count
from bot.ui.routes.table import AtTable, Way


class Rules(AtTable, op="rules"):
    """Read the rules of a table."""


class Topic(AtTable, op="topic"):
    """Turn to a page of the rule book."""

    chosen = 3

    way: Way
    topic: str
    page: Count
    book: str = ""
    """The rule book by whose rules the page is written if there is no table."""
