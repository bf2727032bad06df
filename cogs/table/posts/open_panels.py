"""The panels by table and player, and the futures that complete when a table has changed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import discord

from bot.tables import Table
from bot.ui.kit.reply import Sent, age
from cogs.table.posts.edits import alive


class TableWatchers:
    """The futures of tables, by table."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[None]] = {}

    def at(self, table_id: int) -> asyncio.Future[None]:
        """Return a future that is done when something next happens at a table; any number may wait for it."""
        found = self._waiting.get(table_id)
        if found is None:
            found = self._waiting[table_id] = asyncio.get_running_loop().create_future()
        return found

    def wake(self, table_id: int) -> None:
        """Complete the future of a table."""
        found = self._waiting.pop(table_id, None)
        if found is not None and not found.done():
            found.set_result(None)


@dataclass(slots=True, eq=False)
class Panel:
    """The live panel of a player at a table."""

    token: discord.Interaction[Any]
    sent: Sent
    shown: str
    at: Table
    """The table as it was when the panel was built; the panel is not rebuilt while the table is the same."""
    note: str = ""
    """The text on top of the panel until the next action."""
    lost: bool = False
    """Whether the panel cannot be edited until its next click; it may also be gone."""
    leaving: bool = False
    """Whether another panel is on its way to the owner and will replace this one."""


class OpenPanels:
    """The panels of all tables."""

    def __init__(self) -> None:
        self._by_table: dict[int, dict[int, Panel]] = {}
        self._newest: dict[int, dict[int, int]] = {}
        """The message ids of panels with dead tokens, by table and player; a token would hold a whole message."""
        self._by_age: OrderedDict[tuple[int, int], None] = OrderedDict()

    def get(self, table_id: int, user_id: int) -> Panel | None:
        """Return a player's panel at a table, or None if there is none or its dead token was dropped."""
        return self._by_table.get(table_id, {}).get(user_id)

    def put(self, table_id: int, user_id: int, panel: Panel) -> None:
        """Keep a panel in place of the player's earlier one."""
        self._by_table.setdefault(table_id, {})[user_id] = panel
        self._by_age[table_id, user_id] = None
        self._by_age.move_to_end((table_id, user_id))

    def message_of(self, table_id: int, user_id: int) -> int | None:
        """Return the message id of a player's newest panel, even if its token is dead, or None if there is none."""
        panel = self.get(table_id, user_id)
        return panel.sent.message_id if panel is not None else self._newest.get(table_id, {}).get(user_id)

    def at(self, table_id: int) -> dict[int, Panel]:
        """Return a table's panels by player."""
        return dict(self._by_table.get(table_id, {}))

    def by_table(self) -> list[tuple[int, dict[int, Panel]]]:
        """Return every table that has panels, with its panels by player."""
        return list(self._by_table.items())

    def of(self, user_id: int) -> list[Panel]:
        """Return a player's panels at all tables."""
        return [panels[user_id] for panels in self._by_table.values() if user_id in panels]

    def forget(self, table_id: int) -> None:
        """Forget a table's panels."""
        for user_id in self._by_table.pop(table_id, {}):
            self._by_age.pop((table_id, user_id), None)
        self._newest.pop(table_id, None)

    def aged(self, least: timedelta, is_edited: Callable[[Panel], bool]) -> list[tuple[int, int, Panel]]:
        """Return the panels whose tokens are at least that old, with table and player; drop those with dead tokens.

        Args:
            is_edited: Tells whether a panel is being edited; such a one is not dropped.
        """
        found = []
        for table_id, user_id in self._aged(least):
            panel = self._by_table[table_id][user_id]
            if alive(panel.token) or is_edited(panel):
                found.append((table_id, user_id, panel))
                continue
            del self._by_age[table_id, user_id], self._by_table[table_id][user_id]
            if not self._by_table[table_id]:
                del self._by_table[table_id]
            self._newest.setdefault(table_id, {})[user_id] = panel.sent.message_id
        return found

    def _aged(self, least: timedelta) -> list[tuple[int, int]]:
        keys = []
        for table_id, user_id in self._by_age:  # in the order of their clicks
            if age(self._by_table[table_id][user_id].token) < least:
                break
            keys.append((table_id, user_id))
        return keys
