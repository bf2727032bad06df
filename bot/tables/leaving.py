"""Rated games: how many two members have had in a day, and who has left some and is kept from rated tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from datetime import datetime
from itertools import combinations
from typing import Final

from bot.house.roster import is_house
from bot.tables.decisions.overtime import Leaving
from bot.tables.values.clocks import day_begins, day_ends
from bot.tables.values.rated import LEFT_GAMES_KEPT, MOST_A_DAY, LeftGame, barred_until, is_for_rating
from bot.tables.values.refused import Refused, Why
from bot.tables.values.stored import unrated_in
from bot.tables.values.table import Table
from db import Reader, Store, Transaction
from db.keys import KEYS
from db.leaving import LeftGameRow

_AFTER_ALL: Final = KEYS.stop
"""Stands for the key of a game that has not begun: it begins after all others."""


async def had_their_games(
    reader: Reader | Transaction, guild_id: int, users: Collection[int], began: datetime, game_id: int = _AFTER_ALL
) -> tuple[int, int] | None:
    """Return two members of a group who have played all their rated games of a day together, or None.

    Rated games count, games whose rating was taken back, and games in play that are to be rated; with any number of
    players, and also as partners.

    Args:
        began: When their game began; only games that began before it on the same day count.
        game_id: The number of their game, where it has begun.
    """
    since, before = day_begins(began), min(began, day_ends(began))
    seated: dict[int, set[int]] = {}
    names = await reader.people.aliases(users)
    for game, user in await reader.pairs.counted_games(guild_id, [*users, *names], since, before, game_id):
        seated.setdefault(game, set()).add(names.get(user, user))
    unrated = set()
    for game, settings, user in await reader.pairs.running_games(guild_id, since, before, game_id):
        seated.setdefault(game, set()).add(user)
        if is_house(user) or unrated_in(settings):
            unrated.add(game)
    together = Counter(
        pair
        for game, there in seated.items()
        if game not in unrated
        for pair in combinations(sorted(there.intersection(users)), 2)
    )
    return next((pair for pair, count in sorted(together.items()) if count >= MOST_A_DAY), None)


async def note_leaving(tx: Transaction, table: Table, changes: Iterable[tuple[int, Leaving]], now: datetime) -> None:
    """Store which members have left a game by a change of its table (:func:`.overtime.leaving`)."""
    began = None if table.fixture is not None else table.started_at  # pairings of a tournament have no limit
    if began is not None and await had_their_games(tx, table.guild_id, table.users, began, table.id) is not None:
        return
    for user, what in changes:
        if what is Leaving.FORGIVEN:
            await tx.leaving.forgive(table.id, user)
            continue
        by_days = table.terms.clock.by_correspondence
        await tx.leaving.forget_before(now - LEFT_GAMES_KEPT)
        await tx.leaving.add(LeftGameRow(table.id, user, table.guild_id, now, by_days, settled=what is Leaving.SETTLED))


class LeftGames:
    """Reads which members have left rated games, keeps them from rated tables, and lifts the bar."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def barred(self, guild_id: int, users: Collection[int]) -> dict[int, datetime]:
        """Return until when some members may not open or join rated tables of a server; the others are left out."""
        rows = await self._store.ask(lambda reader: reader.leaving.of_members(guild_id, users))
        return _until(rows, self._now())

    async def barred_in(self, guild_id: int) -> dict[int, datetime]:
        """Return all members who may not open or join rated tables of a server, and until when."""
        rows = await self._store.ask(lambda reader: reader.leaving.of_server(guild_id))
        return _until(rows, self._now())

    async def check(self, table: Table, user_id: int) -> None:
        """Refuse a barred member at a table that is for ratings."""
        if not is_for_rating(table):
            return
        until = (await self.barred(table.guild_id, (user_id,))).get(user_id)
        if until is not None:
            raise Refused(Why.LEFT_GAMES, detail=str(int(until.timestamp())))

    async def check_start(self, table: Table, user_id: int) -> None:
        """Refuse to start a rated game while a member sits there who has left two rated games lately."""
        await self.check(table, user_id)
        if table.live and is_for_rating(table) and await self.barred(table.guild_id, table.users):
            raise Refused(Why.NOT_RATED_HERE, table_id=table.id)

    async def lift(self, guild_id: int, user_id: int) -> bool:
        """Let a member open and join rated tables again, and return whether they were barred."""
        return await self._store.do(lambda tx: tx.leaving.lift(guild_id, user_id))

    async def to_tell(self, ours: Callable[[int], bool]) -> list[tuple[int, int, datetime]]:
        """Return the members to be told that they are barred, each once, as (server, member, until when)."""
        now = self._now()

        async def noted(tx: Transaction) -> list[tuple[int, int, datetime]]:
            found = []
            for guild, user in untold:
                rows = await tx.leaving.of_members(guild, (user,))
                until = _until([row for row in rows if row.settled], now).get(user)
                if until is not None and await tx.leaving.tell(guild, user):
                    found.append((guild, user, until))
            return found

        untold = [each for each in await self._store.ask(lambda reader: reader.leaving.untold()) if ours(each[0])]
        return await self._store.do(noted) if untold else []


def _until(rows: Collection[LeftGameRow], now: datetime) -> dict[int, datetime]:
    found = {}
    for user in dict.fromkeys(row.user_id for row in rows):
        until = barred_until([LeftGame(row.at, row.by_days) for row in rows if row.user_id == user], now)
        if until is not None:
            found[user] = until
    return found
