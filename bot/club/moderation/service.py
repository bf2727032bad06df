"""Moderation in a server: the log of what moderators did, and taking back ratings."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from enum import StrEnum
from typing import Final

from bot.tables.values.refused import Refused, Why
from db import Reader, Store
from db.moderation import MemberRow, ModerationRow, PairRow
from db.reports import ReportRow as Report

__all__ = ["Measure", "MemberRow", "Moderation", "ModerationRow", "PairRow"]

from bot.club.moderation.pairs import FEWEST, FEWEST_OF_MEMBER, oddest, oddest_members
from bot.club.moderation.voiding import take_back

MOST_SHOWN: Final = 15
MOST_PAIRS: Final = 8
"""Number of pairs shown on one page."""
MOST_MEMBERS: Final = 10
"""Number of members shown on the same page."""


class Measure(StrEnum):
    """The measures that a moderator can take."""

    CLOSE = "close"
    SEND_AWAY = "send-away"
    VOID = "void"
    CHANNELS = "channels"
    CLOSE_REPORT = "close-report"
    VOID_PAIR = "void-pair"
    LIFT = "lift"


class Moderation:
    """Stores and reads what moderators do, and takes ratings back."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def log(
        self, guild_id: int, by_id: int, what: Measure, game_id: int | None = None, about_id: int | None = None
    ) -> None:
        """Store a measure that a moderator has taken."""
        row = ModerationRow(guild_id, by_id, what.value, game_id, about_id, self._now())
        await self._store.do(lambda tx: tx.moderation.log(row))

    async def latest(self, guild_id: int) -> list[ModerationRow]:
        """Return the latest measures in a server, the newest first, at most `MOST_SHOWN`."""
        return await self._store.ask(lambda reader: reader.moderation.moderations(guild_id, MOST_SHOWN))

    async def since(self, report: Report) -> list[ModerationRow]:
        """Return the latest measures since a report at its game or about the reported member, the newest first."""
        of = report.guild_id, report.game_id, report.reported_id, report.at
        found = await self._store.ask(lambda reader: reader.moderation.about(*of, MOST_SHOWN))
        return [row for row in found if row.what != Measure.CLOSE_REPORT]

    async def is_rated(self, game_id: int) -> bool:
        """Return whether a game is rated now."""
        results = await self._store.ask(lambda reader: reader.results.of(game_id))
        return any(row.rated for row in results)

    async def void(self, guild_id: int, game_id: int, by_id: int) -> None:
        """Take a game's rating back, as if it had been friendly.

        Raises:
            Refused: It is not a rated game of that server.
        """
        row = ModerationRow(guild_id, by_id, Measure.VOID.value, game_id, None, self._now())
        async with self._store.write() as tx:
            results = await tx.results.of(game_id)
            conclusion = await tx.conclusions.of(game_id)
            if conclusion is None or conclusion.guild_id != guild_id or conclusion.unrated is not None:
                raise Refused(Why.NOT_RATED, table_id=game_id)
            await take_back(tx, [(conclusion, results)])
            await tx.moderation.log(row)

    async def odd_pairs(self, guild_id: int, since: datetime) -> list[PairRow]:
        """Return the pairs of a server whose rated games since a moment look odd, the oddest first."""
        rows = await self._store.ask(lambda reader: reader.pairs.pairs(guild_id, since, FEWEST))
        return oddest(rows, MOST_PAIRS)

    async def odd_members(self, guild_id: int, since: datetime) -> list[MemberRow]:
        """Return the members of a server whose wins since a moment look odd, the oddest first."""
        rows = await self._store.ask(lambda reader: reader.pairs.members(guild_id, since, FEWEST_OF_MEMBER))
        return oddest_members(rows, MOST_MEMBERS)

    async def pair(self, guild_id: int, two: tuple[int, int], since: datetime) -> tuple[PairRow | None, int]:
        """Return a summary of two members' rated games since a moment, and the number of the newest, or 0."""
        one, other = min(two), max(two)

        async def read(reader: Reader) -> tuple[PairRow | None, int]:
            found = await reader.pairs.pairs(guild_id, since, 1, (one, other))
            games = await reader.pairs.rated_games(guild_id, (one, other), since)
            return next(iter(found), None), max(games, default=0)

        return await self._store.ask(read)

    async def void_pair(
        self, guild_id: int, two: tuple[int, int], since: datetime, last_id: int, by_id: int
    ) -> list[int]:
        """Take back the ratings of the games that two members played at the same table, and return those games.

        Args:
            since: Games that ended before this moment stay rated.
            last_id: Games with a larger number stay rated, as the moderator had not seen them when deciding.

        Raises:
            Refused: The two have no such game.
        """
        one, other = min(two), max(two)
        async with self._store.write() as tx:
            numbers = [game for game in await tx.pairs.rated_games(guild_id, (one, other), since) if game <= last_id]
            if not numbers:
                raise Refused(Why.NO_RATED_GAMES)
            conclusions = await tx.conclusions.of_each(numbers)
            results = await tx.results.of_each(numbers)
            await take_back(tx, [(conclusions[game], results[game]) for game in numbers])
            row = ModerationRow(
                guild_id, by_id, Measure.VOID_PAIR.value, None, one, self._now(), other_id=other, games=len(numbers)
            )
            await tx.moderation.log(row)
        return numbers
