"""Handlers for blocking members, and for a member's own data."""

from __future__ import annotations

import gzip
import io
from datetime import timedelta
from typing import Final

import discord

from bot.tables import Refused, Why
from bot.ui.kit.public_posts import Pace
from bot.ui.kit.reply import in_own_message, in_place, refuse, say_privately
from bot.ui.routes.safety import AskDelete, Block, DeleteData, ListBlocked, ShowData, TakeData, Unblock, Where
from bot.ui.text.i18n import tr
from cogs.safety.pages import Links, blocked_page, data_page, delete_page, deleted_page, file_page
from cogs.table.desk import Desk, Interaction


async def block(desk: Desk, interaction: Interaction, route: Block) -> None:
    """Block a member who was chosen from the menu.

    Raises:
        Refused: The member is oneself or a bot, or too many are blocked already.
    """
    server = interaction.guild
    member = None if server is None else server.get_member(route.user_id)
    if member is not None and member.bot:
        raise Refused(Why.CHALLENGE_BOT)
    blocked = await desk.members.blocks.block(interaction.user.id, route.user_id)
    await in_place(interaction, blocked_page(blocked, 0, just=route.user_id))


async def list_blocked(desk: Desk, interaction: Interaction, route: ListBlocked) -> None:
    """Turn to a page of the blocked members."""
    await in_place(interaction, blocked_page(await desk.members.blocks.blocked_by(interaction.user.id), route.page))


async def unblock(desk: Desk, interaction: Interaction, route: Unblock) -> None:
    """Unblock a member."""
    blocked = await desk.members.blocks.unblock(interaction.user.id, route.blocked_id)
    await in_place(interaction, blocked_page(blocked, route.page))


EXPORTS: Final = 3
"""Number of files with all their data that a member may get within a day."""
_DAY: Final = timedelta(days=1)
_LARGEST: Final = 8_000_000
"""Bytes above which the file is compressed; Discord's limit is ten million bytes."""


class OwnData:
    """The handlers for a member's own data, with a limit on the number of files."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._exports = Pace(EXPORTS, _DAY)

    async def show(self, desk: Desk, interaction: Interaction, _route: ShowData | None = None) -> None:
        """Show a summary of the member's data."""
        kept = await desk.club.people.kept(interaction.user.id, interaction.guild_id)
        await in_place(interaction, data_page(kept, self._links, here=interaction.guild_id is not None))

    async def take(self, desk: Desk, interaction: Interaction, _route: TakeData) -> None:
        """Send the member all of their data as a file."""
        now = desk.tables.now()
        wait = self._exports.wait(interaction.user.id, now)
        if wait is not None:
            hours = max(1, -(-wait // timedelta(hours=1)))
            await refuse(
                interaction,
                tr("You had this file {most} times today; the next comes in {hours} h.",
                   most=EXPORTS, hours=hours),
            )  # fmt: skip
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        written, name = await desk.club.people.export(interaction.user.id, now), "bezique-data.json"
        if len(written) > _LARGEST:
            written, name = gzip.compress(written), f"{name}.gz"
        file = discord.File(io.BytesIO(written), name)
        await interaction.followup.send(view=file_page(file), file=file, ephemeral=True)

    async def ask(self, _desk: Desk, interaction: Interaction, route: AskDelete) -> None:
        """Ask the member whether the data is to be deleted."""
        await in_place(interaction, delete_page(_where(interaction, route.where)))

    async def delete(self, desk: Desk, interaction: Interaction, route: DeleteData) -> None:
        """Delete the member's data, and update the tables and tournaments that change by it."""
        where, own = _where(interaction, route.where), in_own_message(interaction)
        await interaction.response.defer(ephemeral=True, thinking=not own)
        guild = interaction.guild_id if where is Where.HERE else None
        await desk.club.erasing.ask(interaction.user.id, guild)
        erased = await desk.club.erasing.go_on(interaction.user.id)
        user = interaction.user.id
        page = deleted_page(done=user not in erased.pending, until_midnight=user in erased.until_midnight)
        if own:
            await interaction.edit_original_response(**page.editing())
        else:
            await say_privately(interaction, page)
        await interaction.client.show_renamed()
        for table_id in erased.tables:
            await desk.presenter.show(table_id)
        for number in erased.tournaments:
            await desk.tournament_posts.show(number)


def _where(interaction: Interaction, where: Where) -> Where:
    """Return the extent of a deletion: always everything in a direct message, which has no server."""
    return where if interaction.guild_id is not None else Where.EVERYWHERE
