"""Answers the panel's question *What can I declare?*, and asks once before a declaration that costs a later one."""

from __future__ import annotations

from typing import Any

import discord

from bot.engine import View
from bot.tables import Refused, Table, Why
from bot.ui.kit.controls import Press
from bot.ui.pages.advice import advice_page, find_cost, warning_page
from bot.ui.pages.panel import ADVICE, WARN

from .desk import Desk


class Advisor:
    """Answers these two controls of the panel."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add(ADVICE, self._advise)
        desk.add(WARN, self._warn)

    async def _advise(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table, view = await self._seen(interaction, press)
        page = advice_page(table, view) if view is not None and not table.awaits_deal else None
        await self._desk.page_in_panel(interaction, table, page)

    async def _warn(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Ask; where the table has moved on, or nothing would be lost any more, show how it stands instead."""
        table, view = await self._seen(interaction, press)
        cost = find_cost(view, press.words) if view is not None and press.ply == table.ply else None
        page = warning_page(table, view, cost) if view is not None and cost is not None else None
        await self._desk.page_in_panel(interaction, table, page)

    async def _seen(self, interaction: discord.Interaction[Any], press: Press) -> tuple[Table, View | None]:
        """Return the table, and what the member sees of the deal that is being played, if one is."""
        table = await self._desk.table_here(interaction, press.table_id)
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        return table, table.view(interaction.user.id) if table.live else None
