"""Handlers for the pages of the rule book."""

from __future__ import annotations

from bot.ui.kit.reply import in_place, say_privately
from bot.ui.routes import rules as rules_routes
from bot.ui.text.rulebook.reading import reading_by, reading_of
from cogs.rules.pages import rule_page
from cogs.table.desk import Desk, Interaction


async def rules(desk: Desk, interaction: Interaction, route: rules_routes.Rules) -> None:
    """Open the rule book by a table's own rules."""
    table = await desk.table_here(interaction, route.table_id)
    await say_privately(interaction, rule_page(reading_of(table), "", visit=interaction.id))


async def topic(desk: Desk, interaction: Interaction, route: rules_routes.Topic) -> None:
    """Turn to a page of the rule book."""
    if route.table_id:
        reading = reading_of(await desk.table_here(interaction, route.table_id))
    else:
        reading = reading_by(route.book)
    await in_place(interaction, rule_page(reading, route.topic, route.page, visit=interaction.id))
