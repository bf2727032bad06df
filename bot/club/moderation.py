"""What moderators do: their log, taking ratings back, and looking at games that look odd as far as figures can tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from enum import StrEnum
from typing import Final, TypeAlias

from bot.club.standings.rating import (
    counted_under,
    day_of,
    rated_results,
    rating_after,
    strength_before,
    strength_on,
)
from bot.club.standings.results import Unrated
from bot.club.standings.seasons import seasons_at
from bot.tables.values.refused import Refused, Why
from db import Reader, Store, Transaction
from db.formers import is_former
from db.moderation import FEW_OTHERS, MemberRow, ModerationRow, PairRow
from db.moderation import ReportRow as Report
from db.ratings import RatingRow
from db.results import ConclusionRow, ResultRow
from db.session import by_game
from db.standings import STANDING_BEST, STANDING_SUMS, counts_of

__all__ = ["FEW_OTHERS", "MemberRow", "ModerationRow", "PairRow"]

FEWEST: Final = 6
"""Smallest number of rated games of two members in the period for which they are judged."""
MOSTLY: Final = 0.8
"""Share of a member's rated games played against one other member from which on it looks odd."""
FEWEST_MOSTLY: Final = 12
"""Smallest number of a member's rated games for which `MOSTLY` is checked."""
EARLY: Final = 0.25
"""Share of games given up early from which on it looks odd."""
ONE_SIDED: Final = 0.9
"""Share of the games against each other won by one of the two from which on it looks odd."""
FEWEST_OF_MEMBER: Final = 10
"""Smallest number of a member's wins, or of the games not won, for which it is judged where they came from."""
EASY: Final = 0.5
"""Share of those from which on it looks odd: given up early, against accounts with few other games, or spared."""


class Oddity(StrEnum):
    """A reason why the rated games of two members, or of one, look odd."""

    MOSTLY = "mostly"
    EARLY = "early"
    ONE_SIDED = "one-sided"
    NEWCOMERS = "newcomers"
    SPARED = "spared"


def oddities(row: PairRow) -> list[Oddity]:
    """Return the reasons why the rated games of two members look odd."""
    found = []
    if any(total >= FEWEST_MOSTLY and row.opposed >= MOSTLY * total for total in (row.one_games, row.other_games)):
        found.append(Oddity.MOSTLY)
    if row.early >= max(2, EARLY * row.games):
        found.append(Oddity.EARLY)
    if row.opposed >= FEWEST and max(row.one_wins, row.other_wins) >= ONE_SIDED * row.opposed:
        found.append(Oddity.ONE_SIDED)
    return found


def shares(row: MemberRow) -> dict[Oddity, float]:
    """Return what looks odd of where a member's wins came from, each with its share; most members have none."""
    lost, found = row.games - row.wins, dict[Oddity, float]()
    if row.wins >= FEWEST_OF_MEMBER:
        found = {Oddity.EARLY: row.early / row.wins, Oddity.NEWCOMERS: row.newcomers / row.wins}
    if lost >= FEWEST_OF_MEMBER:
        found[Oddity.SPARED] = row.spared / lost
    return {oddity: share for oddity, share in found.items() if share >= EASY}


__all__ = ["Measure", "MemberRow", "Moderation", "ModerationRow", "PairRow"]
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
        """Take a rated game's rating back, as if it had been friendly."""
        row = ModerationRow(guild_id, by_id, Measure.VOID.value, game_id, None, self._now())
        async with self._store.write() as tx:
            results = await tx.results.of(game_id)
            conclusion = await tx.conclusions.of(game_id)
            if conclusion is None or conclusion.guild_id != guild_id or conclusion.unrated is not None:
                raise Refused(Why.NOT_RATED, table_id=game_id)
            await take_back(tx, [(conclusion, results)])
            await tx.moderation.log(row)

    async def odd_pairs(self, guild_id: int, since: datetime) -> list[PairRow]:
        """Return the pairs of a server whose rated games since a moment look odd.

        Those with most oddities come first, then those with most games.
        """
        rows = await self._store.ask(lambda reader: reader.pairs.pairs(guild_id, since, FEWEST))
        odd = [row for row in rows if oddities(row)]
        return sorted(odd, key=lambda row: (-len(oddities(row)), -row.games, row.one_id, row.other_id))[:MOST_PAIRS]

    async def odd_members(self, guild_id: int, since: datetime) -> list[MemberRow]:
        """Return the members of a server whose wins since a moment look odd.

        Those with most oddities come first, then those with most wins.
        """
        rows = await self._store.ask(lambda reader: reader.pairs.members(guild_id, since, FEWEST_OF_MEMBER))
        odd = [row for row in rows if shares(row)]
        return sorted(odd, key=lambda row: (-len(shares(row)), -row.wins, row.user_id))[:MOST_MEMBERS]

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
        """Take back the ratings of two members' games since then, up to the last that the moderator had seen."""
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


Voided: TypeAlias = tuple[ConclusionRow, Sequence[ResultRow]]
"""A game whose rating is taken back, or reckoned anew: its conclusion and its results."""


async def take_back(tx: Transaction, voided: Sequence[Voided]) -> None:
    """Take rated games of one server out of ratings and standings, and rate the later games as if without them.

    Only affected games are rated anew: later games of these players, of those who played with them since, and so on.
    """
    for conclusion, rows in voided:
        await tx.conclusions.set_unrated(conclusion.game_id, Unrated.VOID)
        for row in rows:
            await tx.results.rate(replace(row, rated=False, mu_before=None, sigma_before=None, mu=None, sigma=None))
    for kind in dict.fromkeys(rows[0].game_kind for _, rows in voided):
        await _rate_anew(tx, [game for game in voided if game[1][0].game_kind == kind])
    players: dict[int, list[tuple[ResultRow, int]]] = {}
    for conclusion, rows in voided:
        for row in rows:
            players.setdefault(row.user_id, []).append((row, conclusion.utc_offset))
    for user, games in players.items():
        if not is_former(user):
            await _count_anew(tx, games)


async def _rate_anew(tx: Transaction, voided: Sequence[Voided]) -> None:
    """Rate anew all games of one kind that are affected by voided games of that kind."""
    first = min(conclusion.number for conclusion, _ in voided)
    guild, kind = voided[0][1][0].guild_id, voided[0][1][0].game_kind
    still = by_game(await tx.results.rated_after(guild, kind, first))
    concluded = await tx.conclusions.of_each(list(still))
    games: list[Voided] = [(concluded[game], rows) for game, rows in still.items()]
    believed: dict[int, RatingRow | None] = {}
    for conclusion, rows in sorted([*games, *voided], key=lambda game: game[0].number):
        if conclusion.game_id not in still:
            for row in rows:
                if row.user_id not in believed:
                    last_rated = await tx.results.rated_before(row, conclusion.number)
                    believed[row.user_id] = None if last_rated is None else rating_after(last_rated, None)
        elif any(row.user_id in believed for row in rows):
            believed |= await _rated(tx, (conclusion, rows), believed)
    ratings = await tx.ratings.of(guild, kind, believed)
    for user, last in believed.items():
        rating = ratings.get(user)
        if rating is None:  # a former player, for whom nothing is counted
            continue
        count = rating.games - sum(row.user_id == user for _, rows in voided for row in rows)
        if last is None:
            await tx.ratings.forget(rating)
        else:
            await tx.ratings.put(replace(last, games=count))


async def _rated(tx: Transaction, game: Voided, believed: dict[int, RatingRow | None]) -> dict[int, RatingRow | None]:
    """Rate a game from the ratings recalculated so far (None: unrated), store it, and return the ratings after it."""
    _, rows = game
    day = day_of(rows[0].ended_at)
    before = {
        row.user_id: strength_on(believed[row.user_id], day) if row.user_id in believed else strength_before(row)
        for row in rows
    }
    rated = rated_results(rows, before)
    for row in rated:
        await tx.results.rate(row)
    return {row.user_id: rating_after(row, None) for row in rated}


async def _count_anew(tx: Transaction, voided: Sequence[tuple[ResultRow, int]]) -> None:
    """Count anew the standings of a player in which voided games stood, each given with its server's offset then."""
    guild, user = voided[0][0].guild_id, voided[0][0].user_id
    still = await tx.results.rated_of(guild, user)
    stood = dict.fromkeys(
        (season, kind)
        for row, offset in voided
        for season in seasons_at(row.ended_at, offset)
        for kind in counted_under(row.game_kind)
    )
    for season, kind in stood:
        there = [row for row, offset in still if season in seasons_at(row.ended_at, offset)]
        of_kind = [row for row in there if kind in counted_under(row.game_kind)]
        await tx.standings.set(guild, season, kind, user, tally_of(of_kind))


def tally_of(rows: Sequence[ResultRow]) -> dict[str, int] | None:
    """Return the sum of a player's results for a standing, by column; None if there are no results."""
    if not rows:
        return None
    counts = [counts_of(row) for row in rows]
    added = {name: sum(each[name] for each in counts) for name in STANDING_SUMS}
    return added | {name: max(each[name] for each in counts) for name in STANDING_BEST}
