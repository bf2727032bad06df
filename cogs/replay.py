"""Games that are over: ``/replay``, and the button **Record** under a result."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.tables.values.recording import recordable
from bot.ui.kit.reply import kindly, refuse, say_privately
from bot.ui.pages.finished import ALL, FETCH, MINE, PAGE, TURN, ended_page, files_page, game_files, game_texts
from bot.ui.text.i18n import tr

if TYPE_CHECKING:
    from bot.client import BeziqueBot
    from bot.ui.kit.controls import Layout, Press

Interaction = discord.Interaction[Any]


class ReplayCog(commands.Cog):
    """The command and the controls that hand out finished games."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot
        bot.desk.add("record", self._record)
        bot.desk.add(FETCH, self._fetch)
        bot.desk.add(TURN, self._turn)

    @app_commands.command(name="replay", description="A finished game to read, and its record as a file")
    @app_commands.describe(table="The table's number (default: choose from a list)")
    @app_commands.guild_only()
    async def replay(self, interaction: Interaction, table: int | None = None) -> None:
        """Give out a game's files, or list the games that are over, the reader's own first."""
        async with kindly(interaction, "/replay"):
            if table is not None:
                await self._give(interaction, table)
                return
            layout, count = await self._list(interaction, MINE, 0)
            if not count:
                layout, _ = await self._list(interaction, ALL, 0)
            await say_privately(interaction, layout)

    async def _record(self, interaction: Interaction, press: Press) -> None:
        await self._give(interaction, press.table_id)

    async def _fetch(self, interaction: Interaction, press: Press) -> None:
        words = press.words
        await self._give(interaction, int(words) if words.isascii() and words.isdigit() and len(words) < 19 else 0)

    async def _give(self, interaction: Interaction, table_id: int) -> None:
        """Answer privately with the record and the transcript; a game that is being played has none to give."""
        table = await self.bot.desk.table_here(interaction, table_id)
        if table.live:
            await refuse(
                interaction,
                tr(
                    "The game at table {table} is not over. Its record holds every card, so nobody gets it before the "
                    "end. Come back then.",
                    table=table.id,
                ),
            )
            return
        if not recordable(table):
            words = tr("No cards were dealt at table {table}, so there is nothing to read.", table=table.id)
            await refuse(interaction, words)
            return
        record, story = await asyncio.to_thread(game_texts, table)
        files = game_files(table, record, story)
        await interaction.response.send_message(view=files_page(table, files), files=files, ephemeral=True)

    async def _turn(self, interaction: Interaction, press: Press) -> None:
        """Turn to another page of the list, in the same private message."""
        whose, _, page = press.words.partition(" ")
        number = int(page) if page.isascii() and page.isdigit() and len(page) < 7 else 0
        layout, _ = await self._list(interaction, MINE if whose == MINE else ALL, number)
        await interaction.response.edit_message(view=layout)

    async def _list(self, interaction: Interaction, whose: str, page: int) -> tuple[Layout, int]:
        user = interaction.user.id
        owner = user if whose == MINE else None
        found = await self.bot.tables.archive.finished(interaction.guild_id or 0, owner, PAGE + 1, page * PAGE)
        games, more = found[:PAGE], len(found) > PAGE
        return ended_page(games, whose=whose, page=page, more=more, user_id=user), len(games)


async def setup(bot: BeziqueBot) -> None:
    """Add this command to the bot."""
    await bot.add_cog(ReplayCog(bot))
