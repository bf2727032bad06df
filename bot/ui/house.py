"""House players in Discord: seated from the lobby, and playing when it is their turn."""

from __future__ import annotations

from typing import Any

import discord

from bot.house.players import Level

from .controls import Press
from .desk import Desk


class HouseSeats:
    """Answers the lobby's menu of house players."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add("house", self._choose)

    async def _choose(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Add or send away: ``add LEVEL`` or ``remove ID``."""
        table = await self._desk.table_here(interaction, press.table_id)
        verb, _, what = press.words.partition(" ")
        tables, user = self._desk.tables, interaction.user.id
        if verb == "add" and what in set(Level):
            table = await tables.add_house(table.id, user, Level(what))
        elif verb == "remove" and what.removeprefix("-").isdigit():
            table = await tables.remove_house(table.id, user, int(what))
        await self._desk.on_board(interaction, table)
