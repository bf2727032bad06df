"""Answers what players ask of each other in the middle of a game: a draw, and to undo an act."""

from __future__ import annotations

from typing import Any

import discord

from bot.tables import Table
from bot.tables.decisions import consent
from bot.tables.values.parts import asked_by
from bot.ui.kit.controls import SLATE, Layout, Press
from bot.ui.kit.reply import note, say_privately
from bot.ui.pages.notices import undo_request
from bot.ui.text.i18n import tr

from .desk import Desk


class Asking:
    """Answers these controls, wherever they stand, and the commands that do the same."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add("draw-offer", self._offer)
        desk.add("draw-yes", self._accept)
        desk.add("draw-no", self._decline)
        desk.add("undo", self._undo)
        desk.add("undo-yes", self._allow)
        desk.add("undo-no", self._refuse)

    async def offer_draw(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer the command: offer a draw, or accept the one that stands."""
        table = await self._desk.tables.ask(table.id, consent.offer_draw, interaction.user.id)
        with self._desk.owing(table.id):
            await note(interaction, _offered(table))
        await self._desk.show(interaction, table)

    async def ask_undo(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer the command: ask the others to let the last act be undone."""
        table = await self._desk.tables.ask(table.id, consent.ask_undo, interaction.user.id)
        asked = tr("The others are asked at table {table}.", table=table.id)
        done = tr("Your last act at table {table} is undone.", table=table.id)
        with self._desk.owing(table.id):
            await note(interaction, asked if asked_by(table.undo) is not None else done)
        await self._ask(interaction, table)

    async def _offer(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Take an offer from the question whether to resign, which the answer replaces."""
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.offer_draw, interaction.user.id)
        await _in_place(interaction, Layout(SLATE, _offered(table)))
        await self._desk.show(interaction, table)

    async def _accept(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.accept_draw, interaction.user.id, press.ply)
        await self._answer(interaction, table)

    async def _decline(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.decline_draw, interaction.user.id, press.ply)
        await self._answer(interaction, table)

    async def _undo(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.ask_undo, interaction.user.id)
        await self._desk.page_in_panel(interaction, table, None)
        await self._ask(interaction, table)

    async def _allow(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.allow_undo, interaction.user.id, press.ply)
        if asked_by(table.undo) is None:
            await interaction.response.defer()
        else:  # others are asked as well
            with self._desk.presenter.showing.for_all(table):
                layout = undo_request(table)
            await interaction.response.edit_message(view=layout)
        await self._desk.show(interaction, table)

    async def _refuse(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, consent.refuse_undo, interaction.user.id, press.ply)
        await interaction.response.defer()
        await self._desk.show(interaction, table)

    async def _ask(self, interaction: discord.Interaction[Any], table: Table) -> None:
        await self._desk.presenter.ask_to_undo(table)
        await self._desk.show(interaction, table)

    async def _answer(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer a click on the board or in a panel by showing there how the table stands."""
        if interaction.message is not None and interaction.message.flags.ephemeral:
            await self._desk.page_in_panel(interaction, table, None)
            await self._desk.show(interaction, table)
        else:
            await self._desk.on_board(interaction, table)


async def _in_place(interaction: discord.Interaction[Any], layout: Layout) -> None:
    """Show something in the private message that was clicked; never in one that everyone sees."""
    if interaction.message is not None and interaction.message.flags.ephemeral:
        await interaction.response.edit_message(view=layout)
    else:
        await say_privately(interaction, layout)


def _offered(table: Table) -> str:
    if table.drawn:
        return tr("You agreed to a draw at table {table}.", table=table.id)
    return tr("You offer a draw at table {table}. It stands until the next act.", table=table.id)
