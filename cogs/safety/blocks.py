"""Handlers for blocking and unblocking members."""

from __future__ import annotations

from bot.ui.kit.reply import in_place, say_privately
from bot.ui.routes.safety import ListBlocked, Unblock
from cogs.safety.block_pages import blocked_page
from cogs.table.desk import Desk, Interaction


async def block(desk: Desk, interaction: Interaction, member_id: int | None) -> None:
    """Block a member, or, without one, show the blocked members.

    Raises:
        Refused: The member is oneself, or too many are blocked already.
    """
    company, user = desk.members.blocks, interaction.user.id
    blocked = await (company.blocked_by(user) if member_id is None else company.block(user, member_id))
    await say_privately(interaction, blocked_page(blocked, 0, just=member_id))


async def list_blocked(desk: Desk, interaction: Interaction, route: ListBlocked) -> None:
    """Turn to a page of the blocked members."""
    await in_place(interaction, blocked_page(await desk.members.blocks.blocked_by(interaction.user.id), route.page))


async def unblock(desk: Desk, interaction: Interaction, route: Unblock) -> None:
    """Unblock a member."""
    blocked = await desk.members.blocks.unblock(interaction.user.id, route.blocked_id)
    await in_place(interaction, blocked_page(blocked, route.page))
