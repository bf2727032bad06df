"""Where panels are kept: by table and player while their tokens live; of older ones only which message they were."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.tables import Table
from bot.ui.kit.reply import Sent
from cogs.table.posts.edits import alive


@dataclass(slots=True)
class Panel:
    """The live panel of a player at a table."""

    token: discord.Interaction[Any]
    sent: Sent
    shown: str
    at: Table
    """The table as it was when the panel was built: nothing has to be built anew while it is the same."""
    note: str = ""
    """What is said on top of it until the next action."""
    lost: bool = False
    """It cannot be edited any more before it is clicked again, if it is still there at all."""
    leaving: bool = False
    """Its owner is being shown another one, which comes in a moment."""
    busy: bool = False
    again: bool = False


class OpenPanels:
    """The panels of all tables."""

    def __init__(self) -> None:
        self._by_table: dict[int, dict[int, Panel]] = {}
        self._newest: dict[int, dict[int, int]] = {}
        """By table and player the message of a panel whose token is dead: each token holds a whole message."""
        self._by_age: OrderedDict[tuple[int, int], None] = OrderedDict()

    def get(self, table_id: int, user_id: int) -> Panel | None:
        """Return a player's panel at a table; None where there is none, or its token is dead."""
        return self._by_table.get(table_id, {}).get(user_id)

    def put(self, table_id: int, user_id: int, panel: Panel) -> None:
        """Keep a panel in place of the player's earlier one."""
        self._by_table.setdefault(table_id, {})[user_id] = panel
        self._by_age[table_id, user_id] = None
        self._by_age.move_to_end((table_id, user_id))

    def message_of(self, table_id: int, user_id: int) -> int | None:
        """Return the message of a player's newest panel, whether its token lives or not; None where there is none."""
        panel = self.get(table_id, user_id)
        return panel.sent.message_id if panel is not None else self._newest.get(table_id, {}).get(user_id)

    def at(self, table_id: int) -> dict[int, Panel]:
        """Return a table's panels by player."""
        return dict(self._by_table.get(table_id, {}))

    def by_table(self) -> list[tuple[int, dict[int, Panel]]]:
        """Return all tables of which there are panels, with those by player."""
        return list(self._by_table.items())

    def of(self, user_id: int) -> dict[int, Panel]:
        """Return a player's panels by table."""
        return {table_id: panels[user_id] for table_id, panels in self._by_table.items() if user_id in panels}

    def forget(self, table_id: int) -> None:
        """Keep nothing of a table's panels."""
        for user_id in self._by_table.pop(table_id, {}):
            self._by_age.pop((table_id, user_id), None)
        self._newest.pop(table_id, None)

    def aged(self, now: datetime, least: timedelta) -> list[tuple[int, int, Panel]]:
        """Return the panels, with table and player, whose tokens have that age; those that are dead are let go."""
        found = []
        for table_id, user_id in self._aged(now, least):
            panel = self._by_table[table_id][user_id]
            if alive(panel.token, now) or panel.busy:
                found.append((table_id, user_id, panel))
                continue
            del self._by_age[table_id, user_id], self._by_table[table_id][user_id]
            if not self._by_table[table_id]:
                del self._by_table[table_id]
            self._newest.setdefault(table_id, {})[user_id] = panel.sent.message_id
        return found

    def _aged(self, now: datetime, least: timedelta) -> list[tuple[int, int]]:
        keys = []
        for table_id, user_id in self._by_age:  # in the order of their clicks
            if now - self._by_table[table_id][user_id].token.created_at < least:
                break
            keys.append((table_id, user_id))
        return keys
