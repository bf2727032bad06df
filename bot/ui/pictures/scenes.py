"""Pictures of past moments: boards, hands, charts, ratings and final tables of tournaments."""

from __future__ import annotations

import logging
from collections.abc import Callable, Hashable, Sequence
from functools import partial

from bot.engine import Deal, Game, observe_deal
from bot.ui.text.faces import Picture, rank_signs

from .cardface import Print
from .chart import chart_picture, course_of
from .describe import describe_hands, describe_table
from .open_hands import OpenHand, hands_picture
from .podium import Line, podium_picture
from .ratings import RatingCourse, rating_picture
from .studio import Studio
from .table import table_picture
from .tableface import seen_by_all

log = logging.getLogger(__name__)


class Scenes:
    """A source of pictures of the past, drawn by the studio; callers name their server, as servers take turns there."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio

    async def board(self, deal: Deal, names: Sequence[str], server: int, *, four_colour: bool) -> Picture | None:
        """Return the table as everybody saw it at a moment, the last trick still in the middle; None if that fails."""
        face, cards = seen_by_all(observe_deal(deal, None), names, keep_last=True), Print(four_colour, rank_signs())
        data = await self._picture(("board", face, cards), partial(table_picture, face, cards), server)
        return Picture("board.png", data, describe_table(face)) if data else None

    async def hands(
        self, hands: Sequence[OpenHand], names: Sequence[str], server: int, *, four_colour: bool
    ) -> Picture | None:
        """Return every hand in one picture; None if that fails."""
        cards = Print(four_colour, rank_signs())
        draw = partial(hands_picture, hands, names, cards)
        data = await self._picture(("hands", tuple(hands), tuple(names), cards), draw, server)
        return Picture("hands.png", data, describe_hands(hands, names)) if data else None

    async def chart(self, game: Game, words: str, server: int) -> Picture | None:
        """Return a chart of a game's course, with these words; None if that fails."""
        course = course_of(game)
        data = await self._picture(("chart", course), partial(chart_picture, course), server)
        return Picture("chart.png", data, words) if data else None

    async def rating(self, course: RatingCourse, words: str, server: int) -> Picture | None:
        """Return a chart of a rating's course, with these words; None if that fails."""
        data = await self._picture(("rating", course), partial(rating_picture, course), server)
        return Picture("rating.png", data, words) if data else None

    async def podium(self, title: str, lines: Sequence[Line], words: str, server: int) -> Picture | None:
        """Return the final table of a tournament, with these words; None if that fails."""
        key = ("podium", title, tuple(lines))
        data = await self._picture(key, partial(podium_picture, title, tuple(lines)), server)
        return Picture("tournament.png", data, words) if data else None

    async def _picture(self, key: Hashable, draw: Callable[[], bytes], server: int) -> bytes | None:
        try:
            return await self._studio.picture(key, draw, server)
        except Exception:  # a picture that cannot be drawn must not keep a player from looking back
            log.exception("a scene could not be drawn")
            return None
