"""Handlers for **Review** under the result of a game: privately, the counts at once, then the member's decisions."""

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
from bot.ui.kit.reply import say_privately, tell
from bot.ui.kit.trouble import DISCORD_TROUBLE
from bot.ui.routes import archive as archive_routes
from bot.ui.routes import learn as learn_routes
from cogs.archive.replay import LookingBack
from cogs.learn.review_pages import one_at_a_time, progress_page, review_page
from cogs.table.desk import Desk, Interaction

_AT_ONCE: Final = 2
"""Number of reviews that are measured at the same time; the house has moves to think about, too."""
_TELL_EVERY: Final = 3.0
"""Seconds between two edits that tell a review's progress or place in the queue."""


class _Asked:
    """A review that a member has asked for: it waits for its turn, or is being measured."""

    def __init__(self, table_id: int) -> None:
        self.table_id = table_id
        self.place: int | None = None
        """Its place in the queue, from 1; None if it does not wait."""
        self.moved = asyncio.Event()
        self.begun = asyncio.Event()

    def note(self, place: int) -> None:
        """Note the review's place in the queue."""
        self.place = place
        self.moved.set()

    def begin(self) -> None:
        """Note that the review's turn has come."""
        self.place = None
        self.moved.set()
        self.begun.set()


class Reviews:
    """The handlers of reviews: each member has one at a time, servers take turns, and the results are stored."""

    def __init__(self, thinking: Thinking, looking_back: LookingBack) -> None:
        self._thinking = thinking
        self._looking_back = looking_back
        self._asked: dict[int, _Asked] = {}
        """The review that each member waits for."""
        self._places = Rota(_AT_ONCE)

    async def review(self, desk: Desk, interaction: Interaction, route: learn_routes.Review) -> None:
        """Show the decisions that cost most; if they are not stored yet, measure them first.

        Raises:
            Refused: The member cannot review this game.
        """
        table, user = await desk.table_here(interaction, route.table_id), interaction.user.id
        if not can_review(table, user):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        known = review_of(table, user)
        if known is not None:
            found = await asyncio.to_thread(look_over, table, user)
            await say_privately(interaction, review_page(table, known, found))
            return
        before = self._asked.get(user)
        if before is not None:
            await tell(interaction, one_at_a_time(before.table_id, before.place))
            return
        asked = self._asked[user] = _Asked(table.id)  # no await since the check, so a second click sees this one
        try:
            found = await asyncio.to_thread(look_over, table, user)
            review = await self._in_turn(desk, interaction, table, asked, found)
        finally:
            del self._asked[user]
        await interaction.edit_original_response(**review_page(table, review, found).editing())

    async def _in_turn(
        self, desk: Desk, interaction: Interaction, table: Table, asked: _Asked, found: Lookback
    ) -> Review:
        """Measure a review when its turn comes, and show its progress meanwhile."""
        user, seat = interaction.user.id, table.seat_of(interaction.user.id) or 0
        place = self._places.next_place(table.guild_id)
        waits = place > 0
        if waits:
            await say_privately(interaction, progress_page(table, seat, found, place=place))
            telling = asyncio.create_task(self._tell_places(interaction, table, seat, found, asked), name="a queue")
        try:
            async with self._places.of(table.guild_id, asked.note):
                asked.begin()
                if waits:
                    await telling
                known = review_of(await desk.tables.get(table.id), user)
                if known is not None:  # it was measured in the background meanwhile
                    return known
                begun = desk.club.reviews.taken(table.id, seat)
                page = progress_page(table, seat, found, begun.part if begun else 0.0)
                if waits:
                    with contextlib.suppress(discord.HTTPException):
                        await interaction.edit_original_response(**page.editing())
                else:
                    await say_privately(interaction, page)
                looking = await asyncio.to_thread(reviews.LookingBack, table, seat) if begun is None else begun
                review = await self._look_back(interaction, table, looking, found)
        finally:
            if waits:
                telling.cancel()
        await desk.tables.ask(table.id, house_seats.keep_review, review)
        return review

    async def _tell_places(
        self, interaction: Interaction, table: Table, seat: int, found: Lookback, asked: _Asked
    ) -> None:
        """Show a review's place in the queue whenever it changes, at most every ``_TELL_EVERY`` seconds."""
        shown = asked.place
        while not asked.begun.is_set():
            await asked.moved.wait()
            asked.moved.clear()
            if asked.place in (None, shown):
                continue
            shown = asked.place
            with contextlib.suppress(*DISCORD_TROUBLE):  # after dismissing it, a member can ask again
                page = progress_page(table, seat, found, place=shown)
                await interaction.edit_original_response(**page.editing())
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(asked.begun.wait(), _TELL_EVERY)

    async def look(self, desk: Desk, interaction: Interaction, route: learn_routes.LookAt) -> None:
        """Show a decision in the replay, in a new message, so that the list of decisions stays.

        Raises:
            Refused: The member has no review of this game, or it has no such decision.
        """
        table = await desk.table_here(interaction, route.table_id)
        known = review_of(table, interaction.user.id) if can_review(table, interaction.user.id) else None
        if known is None or route.decision >= len(known.worst):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        each = known.worst[route.decision]
        page = await self._looking_back.page(desk, interaction.user.id, table, each.deal, each.trick)
        await say_privately(interaction, page)

    async def show_moment(self, desk: Desk, interaction: Interaction, route: archive_routes.ShowMoment) -> None:
        """Show a trick of a deal that is over in the replay, in a new message."""
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
                with contextlib.suppress(discord.HTTPException):  # after dismissing it, a member can ask again
                    await interaction.edit_original_response(view=progress_page(table, looking.seat, found, part))

        return await review_game(looking, self._thinking, progress)
