"""Builds the messages that show cards, each in the taste of whoever reads it; pictures are drawn off the event loop."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager

from bot.engine import View
from bot.tables import Due, Status, Table, Tables
from bot.tables.values.parts import Thread
from bot.ui.kit.controls import Layout
from bot.ui.kit.emojis import CardEmojis
from bot.ui.kit.languages import Languages
from bot.ui.kit.tastes import Taste, Tastes
from bot.ui.pages.board import board, closed_board
from bot.ui.pages.lobby import gone, lobby
from bot.ui.pages.panel import Hint, panel
from bot.ui.pictures import board_picture, describe_board, describe_hand, own_hand_picture
from bot.ui.text.faces import naming
from bot.ui.text.style import Look, Picture, Style

from .threads import anchor

log = logging.getLogger(__name__)

_MOST_WORDS = 1024
"""Discord takes so many characters in a picture's description."""


class Showing:
    """Makes a table's public message and its players' panels."""

    def __init__(
        self, tables: Tables, tastes: Tastes, languages: Languages, emojis: CardEmojis, *, pictures: bool = True
    ) -> None:
        self._tables = tables
        self._tastes = tastes
        self.languages = languages
        self._emojis = emojis
        self._pictures = pictures

    @contextmanager
    def for_all(self, table: Table) -> Iterator[None]:
        """Let texts come out as all in a table's server read them: in its language, with cards as it wants them."""
        with self.languages.for_all(table.guild_id), naming(self._tastes.server_wants_words(table.guild_id)):
            yield

    async def public(self, table: Table) -> Layout:
        """Build a table's public message as it stands."""
        with self.for_all(table):
            return await self._public(table)

    async def _public(self, table: Table) -> Layout:
        if table.status is Status.LOBBY:
            return lobby(table, self._tables.limits, self._tables.stands_until(table))
        if table.status is not Status.PLAYING:
            return closed_board(table, len(table.game.deals) - 1) if table.game.deals else gone(table)
        if table.place.thread is Thread.WANTED:
            return anchor(table)
        limits, until = self._tables.limits, self._tables.due_at(table.id, Due.CLOCK)
        view = table.view()
        if table.awaits_deal or view is None:
            return board(table, limits.deal, until)
        taste = await self._tastes.of_server(table.guild_id)
        return board(table, limits.deal, until, await self._board_style(view, table, taste))

    async def panel(self, table: Table, user_id: int, *, note: str = "", hint: Hint | None = None) -> Layout:
        """Build a player's private panel as it stands, with what the house would do where that was asked."""
        view = table.view(user_id)
        taste = await self._tastes.of_member(user_id)
        playing = table.status is Status.PLAYING and not table.awaits_deal and view is not None and not view.over
        style = await self._hand_style(view, taste) if view is not None and playing else self._style(taste, None)
        return panel(table, user_id, note=note, style=style, hint=hint)

    async def reader(self, user_id: int) -> tuple[Style, Taste]:
        """Return how a member reads what is over; without pictures where the bot draws none."""
        taste = await self._tastes.of_member(user_id)
        if taste.look is Look.PICTURES and not self._pictures:
            taste = Taste(Look.EMOJI, taste.four_colour)
        return self._style(taste, None), taste

    async def style(self, user_id: int) -> Style:
        """Return how a member wants cards on buttons, for a message without a picture."""
        return self._style(await self._tastes.of_member(user_id), None)

    async def _board_style(self, view: View, table: Table, taste: Taste) -> Style:
        if taste.look is not Look.PICTURES or not self._pictures:
            return self._style(taste, None)
        words = describe_board(view, table.names)[:_MOST_WORDS]
        try:
            data = await asyncio.to_thread(board_picture, view, four_colour=taste.four_colour)
        except Exception:  # a picture that cannot be drawn must not keep anybody from playing
            log.exception("a board could not be drawn", extra={"table": table.id})
            return self._style(taste, None)
        return self._style(taste, Picture("board.png", data, words))

    async def _hand_style(self, view: View, taste: Taste) -> Style:
        if taste.look is not Look.PICTURES or not self._pictures or view.seat is None:
            return self._style(taste, None)
        words = describe_hand(view)[:_MOST_WORDS]
        try:
            data = await asyncio.to_thread(own_hand_picture, view, four_colour=taste.four_colour)
        except Exception:
            log.exception("a hand could not be drawn")
            return self._style(taste, None)
        return self._style(taste, Picture("hand.png", data, words))

    def _style(self, taste: Taste, picture: Picture | None) -> Style:
        return Style(taste.look, self._emojis.of, picture)
