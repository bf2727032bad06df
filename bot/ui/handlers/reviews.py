"""Answers **Review** under the result of a practice game: the decisions that cost most, in private."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any, Final

import discord

from bot.house.settle import WIN
from bot.tables import Refused, Table, Why
from bot.tables.decisions import house_seats
from bot.tables.house.reviews import can_review, review_game
from bot.tables.house.thinking import Thinking
from bot.tables.values.parts import Blunder, Review
from bot.ui.kit.controls import BRASS, SLATE, Layout, Press, button, rows, rule
from bot.ui.kit.reply import note, say_privately
from bot.ui.pages.board import title
from bot.ui.text.i18n import tr, trn
from bot.ui.text.thoughts import deed, theme_words

from .desk import Desk
from .replay import Watching

REVIEW, LOOK = "review", "look"
"""The operations: look back at a game, and see one of its decisions in the replay (``DEAL TRICK``)."""
_TELL_EVERY: Final = 3.0
"""Seconds between two words about how far it has got."""


class Reviews:
    """Answers this button; one game is looked at once at a time, and what came of it is stored."""

    def __init__(self, desk: Desk, thinking: Thinking, watching: Watching) -> None:
        self._desk = desk
        self._watching = watching
        self._thinking = thinking
        self._at: set[int] = set()
        desk.add(REVIEW, self._review)
        desk.add(LOOK, self._look)

    async def _review(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        if not can_review(table, interaction.user.id):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        known = table.review
        if known is not None:
            await say_privately(interaction, review_page(table, known))
            return
        if table.id in self._at:
            await note(interaction, tr("That game is being looked at already. It takes some twenty seconds."))
            return
        self._at.add(table.id)
        try:
            await say_privately(interaction, _progress(table, 0.0))
            review = await self._look_back(interaction, table)
            table = await self._desk.tables.ask(table.id, house_seats.keep_review, review)
        finally:
            self._at.discard(table.id)
        await interaction.edit_original_response(**review_page(table, review).editing())

    async def _look(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Show a decision in the replay, in a message of its own: the list of all of them stays where it is."""
        table = await self._desk.table_here(interaction, press.table_id)
        if not can_review(table, interaction.user.id):
            raise Refused(Why.NO_REVIEW, table_id=table.id)
        deal, _, trick = press.words.partition(" ")
        known = table.review
        for each in known.worst if known is not None else ():
            if (str(each.deal), str(each.trick)) == (deal, trick):
                await say_privately(
                    interaction, await self._watching.page(interaction.user.id, table, each.deal, each.trick)
                )
                return
        raise Refused(Why.NO_REVIEW, table_id=table.id)

    async def _look_back(self, interaction: discord.Interaction[Any], table: Table) -> Review:
        loop = asyncio.get_running_loop()
        told = loop.time()

        async def progress(part: float) -> None:
            nonlocal told
            if loop.time() - told >= _TELL_EVERY:
                told = loop.time()
                with contextlib.suppress(discord.HTTPException):  # who dismissed it finds the review when asking again
                    await interaction.edit_original_response(view=_progress(table, part))

        seed = self._desk.tables.store.chance.randrange(2**32)
        return await review_game(table, interaction.user.id, self._thinking, seed, progress)


def _progress(table: Table, part: float) -> Layout:
    filled = round(part * 10)
    words = tr("Looking back at your game. This takes some twenty seconds.")
    return Layout(SLATE, title(table), words, f"{'▰' * filled}{'▱' * (10 - filled)}")


def review_page(table: Table, review: Review) -> Layout:
    """Build the private message with the decisions that cost most, each with a link into the replay."""
    head = f"{title(table)}\n**{tr('Looking back')}**"
    small = "-# " + trn(
        "You had {count} real decision; {closely} were looked at closely. Only what you could see then counts.",
        "You had {count} real decisions; {closely} were looked at closely. Only what you could see then counts.",
        review.decisions,
        closely=review.closely,
    )
    if not review.decisions:
        return Layout(SLATE, head, tr("You had nothing to decide in this game, so there is nothing to look back at."))
    if not review.worst:
        return Layout(BRASS, head, tr("Nothing that you did is expected to have cost you a point. Well played!"), small)
    lead = trn(
        "This decision is expected to have cost you most:",
        "These {count} decisions are expected to have cost you most:",
        len(review.worst),
    )
    links = [
        button(Press(table.id, at, LOOK, f"{each.deal} {each.trick}"), _place(each))
        for at, each in enumerate(review.worst)
    ]
    texts = [_told(each) for each in review.worst]
    return Layout(BRASS, f"{head}\n{lead}", *texts, rule(), small, *rows(links, 3))


def _place(each: Blunder) -> str:
    return tr("Deal {deal}, trick {trick}", deal=each.deal + 1, trick=each.trick)


def _told(each: Blunder) -> str:
    done, better = each.acts
    cost = trn("{count} point", "{count} points", round(each.points))
    if each.points > WIN / 2:
        cost = tr("perhaps the game")
    words = tr(
        "**{place}**: you chose to {done}; a strong player would {better}. Expected cost: **{cost}**.",
        place=_place(each),
        done=deed(done),
        better=deed(better),
        cost=cost,
    )
    if each.why is None:
        return words
    why = theme_words(each.why, each.name)
    return f"{words}\n-# {why[:1].upper()}{why[1:]}."
