"""Handlers for looking back at a deal that is over; the controls themselves carry the current step."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.tables import Table
from bot.tables.values.moments import hands_of, moments
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place, say_privately
from bot.ui.pictures import OpenHand
from bot.ui.routes import archive as archive_routes
from bot.ui.text.faces import Look, Picture, said_name
from cogs.archive.replay_pages import hands_at, hands_page, in_room, replay_page, steps_of
from cogs.table.desk import Desk, Interaction


def names_of(table: Table) -> tuple[str, ...]:
    """Return the players' names as pictures show them."""
    return tuple(said_name(name) for name in table.names)


class LookingBack:
    """The handlers that show deals that are over, privately to the user who asks."""

    async def hands(self, desk: Desk, interaction: Interaction, route: archive_routes.ShowHands) -> None:
        """Show all hands of a deal as they were dealt, with what was drawn."""
        table = await desk.table_here(interaction, route.table_id)
        style, taste = desk.showing.reader(interaction.user.id)
        history, picture = moments(table, route.deal), None  # moments() refuses a deal that may not be seen
        if taste.look is Look.PICTURES:
            hands = [OpenHand(each.dealt, drew=each.drew) for each in hands_of(history)]
            picture = await desk.showing.scenes.hands(
                hands, names_of(table), table.guild_id, four_colour=taste.four_colour
            )
        page = in_room(lambda style: hands_page(table, route.deal, style, picture), style)
        await (in_place if route.in_place else say_privately)(interaction, page)

    async def watch(self, desk: Desk, interaction: Interaction, route: archive_routes.Watch) -> None:
        """Begin the replay of a deal."""
        table = await desk.table_here(interaction, route.table_id)
        await say_privately(interaction, await self.page(desk, interaction.user.id, table, route.deal, 0))

    async def step(self, desk: Desk, interaction: Interaction, route: archive_routes.StepTo) -> None:
        """Go to a step of the replay."""
        table = await desk.table_here(interaction, route.table_id)
        await in_place(interaction, await self.page(desk, interaction.user.id, table, route.deal, route.step))

    async def page(self, desk: Desk, user_id: int, table: Table, deal: int, at: int) -> Layout:
        """Build one step of the replay of a deal that is over, with cards as the member prefers to see them.

        Raises:
            Refused: There was no such deal, or it is still being played.
        """
        style, taste = desk.showing.reader(user_id)
        steps = steps_of(moments(table, deal))
        drawn: Sequence[Picture | None] = ()
        if taste.look is Look.PICTURES:
            step, four = steps[min(at, len(steps) - 1)], taste.four_colour
            drawn = await asyncio.gather(
                desk.showing.scenes.board(step.history[-1].deal, names_of(table), table.guild_id, four_colour=four),
                desk.showing.scenes.hands(
                    hands_at(step.history[0].deal), names_of(table), table.guild_id, four_colour=four
                ),
            )
        pictures = [each for each in drawn if each is not None]
        return in_room(lambda style: replay_page(table, deal, at, style, pictures), style)
