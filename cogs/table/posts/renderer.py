"""The builder of messages that show cards, in each reader's preferred look; pictures are drawn off the event loop."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, suppress
from functools import partial

from bot.club import Club
from bot.club.daily import DailyDay
from bot.club.milestones import BY_KEY
from bot.engine import Card, View
from bot.house.roster import is_house
from bot.members import Members
from bot.tables import Refused, Status, Table, Tables
from bot.tables.decisions.play import look_at_hand
from bot.tables.values.parts import Thread
from bot.tables.values.rated import still_to_look
from bot.ui.kit.controls import Layout
from bot.ui.kit.emojis import CardEmojis
from bot.ui.kit.readers import Readers, Taste
from bot.ui.pictures import Print, TableFace, describe_table, seen_by_all, seen_from, table_picture
from bot.ui.pictures.scenes import Scenes, Studio
from bot.ui.text.faces import Look, Picture, Style, rank_signs
from bot.ui.text.i18n import language, pair, tr
from cogs.table.pages.board import away_lines, board, closed_board, dealt_below
from cogs.table.pages.lobby import anchor, closed_lobby, fixture_lobby, lobby, often_words
from cogs.table.pages.panel import Hinted, drawn_by, panel
from cogs.table.pages.result import describe_course, given_up_early, result, today_line

log = logging.getLogger(__name__)

_MOST_WORDS = 1024
"""Largest number of characters that Discord takes in a picture's description."""


class Renderer:
    """The builder of a table's public message and its players' panels."""

    def __init__(
        self,
        tables: Tables,
        members: Members,
        club: Club,
        readers: Readers,
        emojis: CardEmojis,
        daily_result: Callable[[DailyDay, Table, str], Layout],
    ) -> None:
        self._tables = tables
        self.members = members
        self._club = club
        self.readers = readers
        self._emojis = emojis
        self._daily_result = daily_result
        self._studio = Studio()
        self.scenes = Scenes(self._studio)
        self.without_panel: Callable[[Table], Sequence[int]] = lambda _table: ()
        """Returns the players whose panel was not below the board when it was posted or its cards were dealt."""

    def for_all(self, table: Table) -> AbstractContextManager[None]:
        """Set the language of texts to that of the people who see a table (:meth:`Readers.for_table`)."""
        return self.readers.for_table(table)

    async def public(self, table: Table) -> Layout:
        """Build a table's public message as it stands."""
        with self.readers.for_table(table):
            if table.status is Status.LOBBY and table.fixture is not None:
                if table.place.thread is Thread.WANTED:
                    return anchor(table)
                return fixture_lobby(table, self._tables.stands_until(table), self._tables.now())
            if table.status is Status.LOBBY:
                often = await self._club.standings.no_more_rated(table, self._tables.now())
                return lobby(table, self._tables.store.limits, self._tables.stands_until(table), often=often)
            if table.status is not Status.PLAYING:
                return await self.closed(table, len(table.game.deals) - 1)
            if table.place.thread is Thread.WANTED:
                return anchor(table)
            limits, until = self._tables.store.limits, self._tables.runs_until(table)
            late = self._tables.is_late(table)
            view = table.view()
            away = away_lines(table, self.members.holidays.at(table), self._tables.now())
            if table.awaits_deal or view is None:
                if len(table.deals) == 1:  # a rematch, or the next game of a series: it had no lobby to say so
                    often = await self._club.standings.no_more_rated(table, self._tables.now())
                    away += [f"-# {often_words(table, often)}"] if often is not None else []
                return board(table, limits.deal, until, late=late, away=away)
            without = self.without_panel(table)
            taste = self.readers.taste_here(table.guild_id)
            style = await self._drawn(taste, "board.png", lambda: seen_by_all(view, table.names), table.guild_id)
            return board(table, limits.deal, until, style, late=late, without=without, away=away)

    async def closed(self, table: Table, deal: int) -> Layout:
        """Build the final form of a table's public message, of a finished deal or of a lobby."""
        with self.readers.for_table(table):
            if not table.game.deals:
                return closed_lobby(table)
            return closed_board(table, deal, await self._picture_of(table, deal))

    async def parting(self, table: Table, deal: int) -> Layout:
        """Build a board's final form; if it only carried the present deal's commitment, refer to the board below."""
        if not table.live or table.seal is None or deal != table.seal.number:
            return await self.closed(table, deal)
        with self.readers.for_table(table):
            return anchor(table) if table.place.thread is Thread.WANTED else dealt_below(table)

    async def _picture_of(self, table: Table, deal: int, taste: Taste | None = None) -> Picture | None:
        """Draw the score of a deal; return None if the reader or the server wants no pictures."""
        taste = taste or self._taste_at(table)
        if taste.look is not Look.PICTURES or not 0 <= deal < len(table.game.deals):
            return None
        played = table.game.deals[deal]
        return await self.scenes.score(played, table.names, table.guild_id, four_colour=taste.four_colour)

    def _taste_at(self, table: Table) -> Taste:
        """Return how the readers of a table want to see cards: its only player, or everyone in its server."""
        if table.private:
            return self.readers.taste_of(next(user for user in table.users if not is_house(user)))
        return self.readers.taste_here(table.guild_id)

    async def chart(self, table: Table) -> Picture | None:
        """Draw the course of a finished game; return None if the server wants no pictures or drawing fails.

        A game that was given up in its first deal has no chart.
        """
        over = (table.status is Status.FINISHED or table.drawn) and not given_up_early(table)
        if not over or self._taste_at(table).look is not Look.PICTURES:
            return None
        with self.readers.for_table(table):
            return await self.scenes.chart(table.game, describe_course(table)[:_MOST_WORDS], table.guild_id)

    async def in_public(self, guild_id: int, draw: Callable[[], Awaitable[Picture | None]]) -> Picture | None:
        """Draw a picture in a server's language; return None if the server wants no pictures or drawing fails."""
        if self.readers.taste_here(guild_id).look is not Look.PICTURES:
            return None
        with self.readers.for_all(guild_id):
            return await draw()

    async def panel(
        self, table: Table, user_id: int, *, note: str = "", hint: Hinted | None = None, ahead: bool = False
    ) -> Layout:
        """Build a player's private panel as it stands, with the house's advice if a hint is given."""
        if table.daily is not None and not table.live:
            day = await self._club.daily.day(table.daily.number, table.guild_id, user_id)
            if day is not None:
                return self._daily_result(day, table, note)
        if table.place.private and not table.being_dealt and (table.awaits_deal or not table.live):
            return await self._between_deals(table)
        seen, now = table.seen_by(user_id), self._tables.now()
        view, taste = seen.view, self.readers.taste_of(user_id)
        if view is None or view.seat is None or view.over or table.awaits_deal or table.status is not Status.PLAYING:
            last = len(table.game.deals) - 1 if table.awaits_deal and view is not None and view.over else -1
            style = Style(taste.look, self._emojis.of(language()), await self._picture_of(table, last, taste))
            over = table.status is Status.FINISHED and user_id in table.users
            reached = await self.milestone(table.guild_id, user_id) if over else ""
            return panel(table, user_id, note=note, style=style, hint=hint, now=now, milestone=reached)
        if still_to_look(table, view.seat):  # stored before it is shown, so that no crash takes it back
            with suppress(Refused):  # the game has ended meanwhile, so there is nothing to gain by the look
                await self._tables.ask(table.id, look_at_hand, user_id)
        style = await self._drawn(
            taste, "table.png", lambda: seen_from(view, table.names, drawn=drawn_by(seen)), table.guild_id
        )
        until, late = self._tables.runs_until(table), self._tables.is_late(table)
        return panel(table, user_id, note=note, style=style, hint=hint, now=now, until=until, late=late, ahead=ahead)

    async def _between_deals(self, table: Table) -> Layout:
        """Build what the player of a private table is shown in place of a board: the next seal, or the game's end."""
        with self.readers.for_table(table):
            if table.awaits_deal:
                return board(table, self._tables.store.limits.deal)
            if table.status is Status.FINISHED:
                alone = next(user for user in table.users if not is_house(user))
                reached = await self.milestone(table.guild_id, alone)
                new = f"\n-# {pair(tr('Milestones'), reached)} · `/help`" if reached else ""
                return result(table, await self.chart(table), foot=await self.today(alone) + new)
        return await self.closed(table, len(table.game.deals) - 1)

    async def milestone(self, guild_id: int, user_id: int) -> str:
        """Return the name of the newest milestone that a member has reached and not seen; nothing without one."""
        found = await self._club.milestones.of(guild_id, user_id)
        new = next((each for each in found if not each.shown), None)
        return "" if new is None else tr(BY_KEY[new.milestone].words)

    async def today(self, user_id: int) -> str:
        """Say how a member stands with today's daily deal."""
        begun, points, streak = await self._club.daily.today_of(user_id)
        return today_line(begun=begun, points=points, streak=streak)

    async def seat_style(
        self, view: View, names: Sequence[str], user_id: int, server: int, *, drawn: Callable[[], Card]
    ) -> Style:
        """Return the style in which a member sees a seat's view; `drawn` finds the card drawn lately, for a picture."""
        taste = self.readers.taste_of(user_id)
        return await self._drawn(taste, "table.png", lambda: seen_from(view, names, drawn=drawn()), server)

    def reader(self, user_id: int) -> tuple[Style, Taste]:
        """Return the style and taste of a member for finished games."""
        taste = self.readers.taste_of(user_id)
        return Style(taste.look, self._emojis.of(language())), taste

    async def _drawn(self, taste: Taste, name: str, seen: Callable[[], TableFace], server: int) -> Style:
        """Return the style of a message's cards, with a picture of the table if pictures are wanted."""
        picture = None
        if taste.look is Look.PICTURES:
            try:
                face, cards = seen(), Print(taste.four_colour, rank_signs())
                data = await self._studio.picture((face, cards), partial(table_picture, face, cards), server)
                picture = Picture(name, data, describe_table(face))
            except Exception:  # a failed picture must not stop the game
                log.exception("a picture could not be drawn")
        return Style(taste.look, self._emojis.of(language()), picture)
