"""Answers **Review** under the result of a game, in private: what can be counted at once, then the own decisions."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Final

import discord

from bot.coach.lookback import Lookback
from bot.rota import Rota
from bot.tables import Refused, Table, Why
from bot.tables.decisions import house_seats
from bot.tables.house import reviews
from bot.tables.house.reviews import can_review, look_over, review_game, review_of
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import Review
from bot.ui.kit import routes
from bot.ui.kit.reply import note, say_privately
from bot.ui.pages.review import progress_page, review_page
from bot.ui.text.i18n import tr

from .desk import Desk, Interaction
from .replay import LookingBack

_AT_ONCE: Final = 2
"""So many games are looked at, of each server one in its turn: the house has moves to think about, too."""
_TELL_EVERY: Final = 3.0
"""Seconds between two words about how far it has got."""


class Reviews:
    """Looks at one game once at a time from each seat; what came of it is stored."""

    def __init__(self, thinking: Thinking, looking_back: LookingBack) -> None:
        self._thinking = thinking
        self._looking_back = looking_back
        self._at: set[tuple[int, int]] = set()
        self._places = Rota(_AT_ONCE)

    async def review(self, desk: Desk, interaction: Interaction, route: routes.Review) -> None:
        """Show the decisions that cost most, after looking for them where nobody has yet."""
        table = await desk.table_here(interaction, route.table_id)
        if not can_review(table, interaction.user.id):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        seat = table.seat_of(interaction.user.id) or 0
        known = review_of(table, interaction.user.id)
        found = await asyncio.to_thread(look_over, table, interaction.user.id)
        if known is not None:
            await say_privately(interaction, review_page(table, known, found))
            return
        whose = table.id, interaction.user.id
        if whose in self._at:
            await note(interaction, tr("That game is being looked at already. It takes about half a minute."))
            return
        self._at.add(whose)
        begun = desk.club.reviews.taken(table.id, seat)  # no sooner: a second click would have thrown it away
        try:
            await say_privately(interaction, progress_page(table, seat, found, begun.part if begun else 0.0))
            looking = await asyncio.to_thread(reviews.LookingBack, table, seat) if begun is None else begun
            review = await self._look_back(interaction, table, looking, found)
            table = await desk.tables.ask(table.id, house_seats.keep_review, review)
        finally:
            self._at.discard(whose)
        await interaction.edit_original_response(**review_page(table, review, found).editing())

    async def look(self, desk: Desk, interaction: Interaction, route: routes.LookAt) -> None:
        """Show a decision in the replay, in a message of its own: the list of all of them stays where it is."""
        table = await desk.table_here(interaction, route.table_id)
        known = review_of(table, interaction.user.id) if can_review(table, interaction.user.id) else None
        if known is None or route.decision >= len(known.worst):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        each = known.worst[route.decision]
        page = await self._looking_back.page(desk, interaction.user.id, table, each.deal, each.trick)
        await say_privately(interaction, page)

    async def show_moment(self, desk: Desk, interaction: Interaction, route: routes.ShowMoment) -> None:
        """Show a trick of a deal that is over in the replay, in a message of its own."""
        table = await desk.table_here(interaction, route.table_id)
        page = await self._looking_back.page(desk, interaction.user.id, table, route.deal, route.trick)
        await say_privately(interaction, page)

    async def _look_back(
        self, interaction: Interaction, table: Table, looking: reviews.LookingBack, found: Lookback
    ) -> Review:
        loop = asyncio.get_running_loop()
        told = loop.time()

        async def progress(part: float) -> None:
            nonlocal told
            if loop.time() - told >= _TELL_EVERY:
                told = loop.time()
                with contextlib.suppress(discord.HTTPException):  # who dismissed it finds the review when asking again
                    await interaction.edit_original_response(view=progress_page(table, looking.seat, found, part))

        async with self._places.of(table.guild_id):
            return await review_game(looking, self._thinking, progress)
