"""The limit of rated games that the same two members may play with each other in a day.

A game belongs to the day on which it begins, and its place among the six follows from when it began. So what players
are told before the start is still true at the end, and ending a game sooner or later does not change which are rated.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from bot.house.roster import is_house

from .values.rated import MOST_A_DAY
from .values.server_clock import day_begins, day_ends
from .values.stored import friendly_in

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from db import Reader, Transaction

_AFTER_ALL: Final = 2**31 - 1
"""Stands for the number of a game that has not begun: it begins after all others."""


async def had_their_games(
    reader: Reader | Transaction, guild_id: int, users: Collection[int], began: datetime, game_id: int = _AFTER_ALL
) -> tuple[int, int] | None:
    """Return two members of a group who have played all their rated games of a day together, or None.

    Rated games count, games whose rating was taken back, and games in play that are to be rated; with any number of
    players, and also as partners.

    Args:
        reader: The reader or transaction to query.
        guild_id: The server.
        users: The members who sit, or are to sit, at one table.
        began: When their game began; only games that began before it on the same day count.
        game_id: The number of their game, where it has begun.
    """
    since, before = day_begins(began), min(began, day_ends(began))
    seated: dict[int, set[int]] = {}
    for game, user in await reader.pairs.counted_games(guild_id, users, since, before, game_id):
        seated.setdefault(game, set()).add(user)
    unrated = set()
    for game, settings, user in await reader.pairs.running_games(guild_id, since, before, game_id):
        seated.setdefault(game, set()).add(user)
        if is_house(user) or friendly_in(settings):
            unrated.add(game)
    together = Counter(
        pair
        for game, there in seated.items()
        if game not in unrated
        for pair in combinations(sorted(there.intersection(users)), 2)
    )
    return next((pair for pair, count in sorted(together.items()) if count >= MOST_A_DAY), None)
