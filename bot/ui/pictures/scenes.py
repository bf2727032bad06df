"""The studio, which draws off the event loop, and its pictures: boards, hands, charts, the home page."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from bot.engine import Deal, Game, observe_deal
from bot.rota import Rota
from bot.ui.pictures.cardface import Print
from bot.ui.pictures.chart import chart_picture, course_of
from bot.ui.pictures.daily import Month, Strip, month_picture, strip_picture
from bot.ui.pictures.home import describe_home, home_picture
from bot.ui.pictures.pad import describe_pad, pad_of, pad_picture
from bot.ui.pictures.standings import CrossLine, Line, MemberCard, cross_picture, member_picture, podium_picture
from bot.ui.pictures.table import hands_picture, table_picture
from bot.ui.pictures.tableface import OpenHand, describe_hands, describe_table, seen_by_all
from bot.ui.text.faces import Picture, rank_signs

log = logging.getLogger(__name__)

_KEPT: Final = 64
"""Most pictures kept, of some 40 KB each: one in fifty is sent again, and soon."""
_AT_HAND: Final = 2
"""Most drawings given to the thread at once, so that it need not wait for the event loop between two of them."""


class Studio:
    """A thread that draws pictures; a picture that is kept, or is being drawn, is not drawn again."""

    def __init__(self, kept: int = _KEPT) -> None:
        self._most = kept
        self._drawn: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()
        self._rota = Rota(_AT_HAND)
        # One thread: several would hold each other up, as most of drawing needs the interpreter's lock.
        self._thread = ThreadPoolExecutor(1, "studio")

    async def picture(self, key: Hashable, draw: Callable[[], bytes], server: int) -> bytes:
        """Return the picture of a key in its server's turn, so that one with many requests keeps no other waiting."""
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = asyncio.ensure_future(self._draw(draw, server))
            found.add_done_callback(_heard)
        self._drawn.move_to_end(key)
        while len(self._drawn) > self._most:
            self._drawn.popitem(last=False)
        try:
            return await asyncio.shield(found)  # others may wait for it too
        except Exception:
            if self._drawn.get(key) is found:
                del self._drawn[key]
            raise

    async def _draw(self, draw: Callable[[], bytes], server: int) -> bytes:
        async with self._rota.of(server):
            return await asyncio.get_running_loop().run_in_executor(self._thread, draw)


def _heard(drawn: asyncio.Future[bytes]) -> None:
    """Read the error of drawing, so that asyncio does not report it if every waiting caller has gone."""
    if not drawn.cancelled():
        drawn.exception()


class Scenes:
    """A source of pictures of the past, drawn by the studio; each is None if drawing fails.

    Callers name their server, as servers take turns in the studio, and the words that say the same where the picture
    does not tell them.
    """

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    async def board(self, deal: Deal, names: Sequence[str], server: int, *, four_colour: bool) -> Picture | None:
        """Draw the table as everybody saw it at a moment, the last trick still in the middle."""
        face, cards = seen_by_all(observe_deal(deal, None), names, keep_last=True), Print(four_colour, rank_signs())
        return await self._drawn("board.png", describe_table(face), server, table_picture, face, cards)

    async def score(self, deal: Deal, names: Sequence[str], server: int, *, four_colour: bool) -> Picture | None:
        """Draw the score of a deal, or the table as it stood if the deal was not played to its end."""
        if not deal.over:
            return await self.board(deal, names, server, four_colour=four_colour)
        pad = pad_of(observe_deal(deal, None), names, deal.base.carried)
        return await self._drawn(
            "score.png", describe_pad(pad), server, pad_picture, pad, Print(four_colour, rank_signs())
        )

    async def hands(
        self, hands: Sequence[OpenHand], names: Sequence[str], server: int, *, four_colour: bool
    ) -> Picture | None:
        """Draw every hand in one picture."""
        words, cards = describe_hands(hands, names), Print(four_colour, rank_signs())
        return await self._drawn("hands.png", words, server, hands_picture, tuple(hands), tuple(names), cards)

    async def chart(self, game: Game, words: str, server: int) -> Picture | None:
        """Draw a game's course."""
        return await self._drawn("chart.png", words, server, chart_picture, course_of(game))

    async def member(self, card: MemberCard, words: str, server: int) -> Picture | None:
        """Draw a member's card."""
        return await self._drawn("statistics.png", words, server, member_picture, card)

    async def podium(self, file: str, title: str, lines: Sequence[Line], words: str, server: int) -> Picture | None:
        """Draw a table of places, to be sent under a file name."""
        return await self._drawn(file, words, server, podium_picture, title, tuple(lines))

    async def cross_table(self, title: str, lines: Sequence[CrossLine], words: str, server: int) -> Picture | None:
        """Draw the cross table of a tournament."""
        return await self._drawn("tournament.png", words, server, cross_picture, title, tuple(lines))

    async def strip(self, strip: Strip, words: str, server: int) -> Picture | None:
        """Draw the tricks of a daily deal as it is shared."""
        return await self._drawn("daily.png", words, server, strip_picture, strip)

    async def month(self, month: Month, words: str, server: int) -> Picture | None:
        """Draw a month of daily deals."""
        return await self._drawn("month.png", words, server, month_picture, month)

    async def home(self, server: int, *, four_colour: bool) -> Picture | None:
        """Draw the picture of the home page."""
        return await self._drawn("bezique.png", describe_home(), server, home_picture, Print(four_colour, rank_signs()))

    async def _drawn(
        self, file: str, words: str, server: int, draw: Callable[..., bytes], *shown: Hashable
    ) -> Picture | None:
        try:
            return Picture(file, await self._studio.picture((draw, *shown), partial(draw, *shown), server), words)
        except Exception:  # a picture that cannot be drawn must not keep a player from looking back
            log.exception("a scene could not be drawn")
            return None
