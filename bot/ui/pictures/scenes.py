"""Pictures of deals that are over, drawn off the event loop for whoever looks back, and kept for the next click."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from functools import partial

from bot.engine import Deal, Game, observe_deal
from bot.ui.text.faces import Picture, rank_signs

from .cardface import Print
from .chart import chart_picture, course_of
from .describe import describe_hands, describe_table
from .open_hands import OpenHand, hands_picture
from .table import table_picture
from .tableface import seen_by_all

log = logging.getLogger(__name__)

_KEPT = 96
"""So many pictures are kept, of some 40 KB each."""


class Scenes:
    """Draws boards and hands of the past; the same picture is drawn once, also for two who look at the same time."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, asyncio.Future[bytes]] = OrderedDict()

    async def board(self, deal: Deal, names: Sequence[str], *, four_colour: bool) -> Picture | None:
        """Return the table as everybody saw it at a moment, the last trick still in the middle; None if that fails."""
        face, cards = seen_by_all(observe_deal(deal, None), names, keep_last=True), Print(four_colour, rank_signs())
        data = await self._picture(("board", face, cards), partial(table_picture, face, cards))
        return Picture("board.png", data, describe_table(face)) if data else None

    async def hands(self, hands: Sequence[OpenHand], names: Sequence[str], *, four_colour: bool) -> Picture | None:
        """Return every hand in one picture; None if that fails."""
        cards = Print(four_colour, rank_signs())
        draw = partial(hands_picture, hands, names, cards)
        data = await self._picture(("hands", tuple(hands), tuple(names), cards), draw)
        return Picture("hands.png", data, describe_hands(hands, names)) if data else None

    async def chart(self, game: Game, words: str) -> Picture | None:
        """Return how a game ran, with these words; None if that fails."""
        course = course_of(game)
        data = await self._picture(("chart", course), partial(chart_picture, course))
        return Picture("chart.png", data, words) if data else None

    async def _picture(self, key: Hashable, draw: Callable[[], bytes]) -> bytes | None:
        found = self._drawn.get(key)
        if found is None:
            found = self._drawn[key] = asyncio.ensure_future(asyncio.to_thread(draw))
        self._drawn.move_to_end(key)
        while len(self._drawn) > _KEPT:
            self._drawn.popitem(last=False)
        try:
            return await asyncio.shield(found)
        except Exception:  # a picture that cannot be drawn must not keep anybody from looking back
            log.exception("a scene could not be drawn")
            self._drawn.pop(key, None)
            return None
