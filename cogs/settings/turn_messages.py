"""The handler for turning the direct messages about a member's turns on or off."""

from __future__ import annotations

from bot.ui.kit.reply import in_place, tell
from bot.ui.routes.settings import TellTurns
from bot.ui.text.i18n import tr
from cogs.settings.answers import page_of
from cogs.table.desk import Desk, Interaction


async def choose(desk: Desk, interaction: Interaction, route: TellTurns) -> None:
    """Turn the messages on, from the next turn, or off, and confirm it where the button was pressed."""
    user = interaction.user.id
    await desk.members.turn_messages.choose(user, on=route.on)
    if route.page:
        own = await desk.members.preferences.of_member(user)
        await in_place(interaction, await page_of(desk, interaction, own, saved=True))
    elif route.on:
        await tell(
            interaction,
            tr("From your next turn on a direct message tells you of it, where a move may take days. It goes when you "
               "have played, and none comes in your quiet hours. `/settings me` ends it."),
        )  # fmt: skip
    else:
        await tell(interaction, tr("No more messages about your turns. `/settings me` brings them back."))
