"""Answers whoever looks at the tricks of a deal, or at what proves its shuffle."""

from __future__ import annotations

from bot.ui.kit import deal_routes
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.pages.proof import proof_page
from bot.ui.pages.tricks import tricks_page

from .desk import Desk, Interaction


async def tricks(desk: Desk, interaction: Interaction, route: deal_routes.ShowTricks) -> None:
    """Show the tricks of a deal to whoever asks, as far as they may be looked at; a page of them in its place."""
    table = await desk.table_here(interaction, route.table_id)
    style, _ = desk.showing.reader(interaction.user.id)
    await in_place(interaction, tricks_page(table, route.deal, route.back, style))


async def proof(desk: Desk, interaction: Interaction, route: deal_routes.ShowProof) -> None:
    """Explain the shuffle of a deal, show it, and check it."""
    table = await desk.table_here(interaction, route.table_id)
    await say_privately(interaction, proof_page(table, route.deal))
