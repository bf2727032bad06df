"""What members have chosen: blocks, preferences, holidays, quiet hours, rule sets and messages about their turns.

The values by which a table decides stay in `bot.tables`, which does not depend on this package.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.tables.preferences import Preferences
from db.messages import TurnMessageRow as TurnMessage

from .blocks import Blocks
from .holidays import Holidays
from .rule_sets import RuleSets
from .turn_messages import TurnMessages

if TYPE_CHECKING:
    from bot.tables import Tables

__all__ = ["Blocks", "Holidays", "Members", "Preferences", "RuleSets", "TurnMessage", "TurnMessages"]


class Members:
    """The choices of members and servers, with one part for each subject."""

    def __init__(self, tables: Tables) -> None:
        store = tables.store
        self.preferences = tables.preferences
        self.rule_sets = RuleSets(store.db)
        self.blocks = Blocks(store.db, store.now)
        self.holidays = Holidays(store, tables.whereabouts)
        self.turn_messages = TurnMessages(store)
