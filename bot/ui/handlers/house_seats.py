"""House players in Discord: seated from the lobby, playing in turn, and holding the seats of absent members."""

from __future__ import annotations

from typing import Any

import discord

from bot.house.levels import Level
from bot.tables import Refused, Why
from bot.tables.decisions import house_seats, overtime
from bot.ui.kit.controls import Press

from .desk import Desk


class HouseSeats:
    """Answers the lobby's menu of house players, and the buttons about held seats."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add("house", self._choose)
        desk.add("house-on", self._play_on)
        desk.add("back", self._back)

    async def _choose(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Add or send away: ``add LEVEL`` or ``remove ID``."""
        table = await self._desk.table_here(interaction, press.table_id)
        verb, _, what = press.words.partition(" ")
        tables, user = self._desk.tables, interaction.user.id
        if verb == "add" and what in set(Level):
            table = await tables.ask(table.id, house_seats.add_house, user, Level(what))
        elif verb == "remove" and what.removeprefix("-").isdigit():
            table = await tables.ask(table.id, house_seats.remove_house, user, int(what))
        await self._desk.on_board(interaction, table)

    async def _play_on(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Let the house play on: for the player whose time is up, or (with an id) for one who has left the server."""
        table = await self._desk.table_here(interaction, press.table_id)
        tables, user = self._desk.tables, interaction.user.id
        absent = int(press.words) if press.words.isdigit() else None
        if table.seat_of(user) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if absent is not None and not await self._desk.attendance.gone(table, [absent]):
            raise Refused(Why.STILL_HERE, table_id=table.id)
        table = await tables.ask(table.id, overtime.let_house_play, user, absent)
        await interaction.response.defer()
        await self._desk.show(interaction, table)

    async def _back(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Give a member their seat back, and show them their hand."""
        table = await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(table.id, house_seats.come_back, interaction.user.id)
        clicked, board = interaction.message, table.message("board")
        if clicked is not None and board is not None and clicked.id == board.message_id:
            await self._desk.presenter.answer_on_board(interaction, table)
            await self._desk.hand(interaction, table)
        else:
            await self._desk.in_panel(interaction, table)
            await self._desk.show(interaction, table)
