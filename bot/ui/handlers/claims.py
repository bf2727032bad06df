"""When a player's time is up, or they have left: the others wait, or claim the game together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord

from bot.tables import Refused, Table, Why
from bot.tables.decisions import overtime
from bot.tables.decisions.occasion import Done
from bot.ui.kit.controls import Layout, Press
from bot.ui.pages.notices import has_left, time_up

from .desk import Desk


class Claims:
    """Answers the buttons of the messages that tell that somebody's time is up, or that they have left."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add("claim", self._claim)
        desk.add("claim-time", self._claim_time)
        desk.add("wait", self._wait)

    async def _claim(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        absent = int(press.words) if press.words.isdigit() else 0
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if not await self._desk.attendance.gone(table, [absent]):
            raise Refused(Why.STILL_HERE, table_id=table.id)
        done = await self._desk.tables.ask(
            table.id, overtime.claim, interaction.user.id, absent, await self._also_gone(interaction, table)
        )
        await self._claimed(interaction, done, "nudge", lambda: has_left(done.table, absent))

    async def _claim_time(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        gone = await self._also_gone(interaction, table)
        done = await self._desk.tables.ask(press.table_id, overtime.claim_time, interaction.user.id, gone)
        await self._claimed(interaction, done, "timeup", lambda: time_up(done.table))

    async def _also_gone(self, interaction: discord.Interaction[Any], table: Table) -> list[int]:
        """Return who need not agree to a claim, having left the server too; asked where it can make a difference."""
        others = [user for user in table.people if user != interaction.user.id]
        if table.seat_of(interaction.user.id) is None or len(others) < 2:
            return []
        return await self._desk.attendance.gone(table, others)

    async def _claimed(
        self, interaction: discord.Interaction[Any], done: Done, role: str, words: Callable[[], Layout]
    ) -> None:
        """Answer a claim: in the message that was clicked it is said who has yet to agree, unless that was all."""
        asked, clicked = done.table.message(role), interaction.message
        if done.table.live and asked is not None and clicked is not None and clicked.id == asked.message_id:
            with self._desk.presenter.showing.for_all(done.table):
                layout = words()
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.defer()
        await self._desk.show(interaction, done.table)

    async def _wait(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, overtime.give_time, interaction.user.id)
        await interaction.response.defer()
        await self._desk.show(interaction, table)
