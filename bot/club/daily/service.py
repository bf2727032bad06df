"""The daily deals: their secrets, their players, and the results and news of a day."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.club.daily.decisions import drawn, missing, news_is_due, streak, told_before
from bot.club.daily.values import (
    NEWS,
    TOLD,
    DailyCount,
    DailyDay,
    DailyNews,
    DailyResult,
    NewsChoice,
    Telling,
    day_of,
    laid_open,
    number_at,
    read_news,
    read_telling,
)
from bot.members.preferences import Preferences
from bot.tables import Player, Table, Tables
from bot.tables.decisions.daily import daily_opened
from bot.tables.store import SystemChance
from bot.tables.values.clocks import SERVER_CLOCK, read_server_clock
from bot.tables.values.parts import Daily
from db import DailyDealRow, DailyGameRow, Duplicate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.tables.decisions.occasion import Chance
    from db import Reader, Transaction

LISTED: Final = 10
"""Number of entries in a day's list."""


class DailyDeals:
    """The daily deals of the whole bot."""

    def __init__(self, tables: Tables, chance: Chance | None = None) -> None:
        self._tables = tables
        self._store = tables.store
        self._preferences = Preferences(tables.store.db)
        self._chance = chance or SystemChance()
        self._drawing = asyncio.Lock()
        self._known: frozenset[int] = frozenset()
        """Numbers of the days whose secret is known to be stored."""

    def today(self) -> int:
        """Return the number of the deal that may be begun now."""
        return number_at(self._tables.now())

    async def draw_ahead(self) -> None:
        """Draw the missing secrets of today and the coming days; one process does it for all.

        Raises:
            DatabaseError: They could not be stored.
        """
        wanted = missing(list(self._known), self._tables.now())
        if not wanted or not self._tables.owns(None):
            return
        async with self._drawing:
            try:
                await self._draw(wanted)
            except Duplicate:  # another process draws too
                for number in wanted:
                    await self._drawn(number)

    async def _draw(self, numbers: Sequence[int]) -> None:
        """Draw and store the secrets of those days that have none yet.

        Raises:
            Duplicate: One of the days got its secret meanwhile; nothing was stored.
        """
        now = self._tables.now()

        async def draw(tx: Transaction) -> None:
            stored = await tx.daily.deals(numbers)
            for number in numbers:
                if number not in stored:
                    await tx.daily.draw(drawn(number, self._chance, now))

        await self._store.db.do(draw)
        self._known |= set(numbers)

    async def _drawn(self, number: int) -> DailyDealRow | None:
        """Return the secret of a day, drawing it first where today or a coming day has none; None for a past day.

        If another process draws it meanwhile, that process's secret is returned.
        """
        row = (await self._store.db.ask(lambda reader: reader.daily.deals([number]))).get(number)
        if row is None and number < self.today():
            return None
        if row is None:
            try:
                row = drawn(number, self._chance, self._tables.now())
                await self._store.db.do(lambda tx: tx.daily.draw(row))
            except Duplicate:
                return await self._drawn(number)
        self._known |= {number}
        return row

    async def begin(self, guild_id: int, channel_id: int, player: Player) -> Table:
        """Begin today's deal, or return the table at which the player has begun it, in any server.

        Raises:
            DatabaseError: The table could not be stored, and nothing has begun.
        """
        number = self.today()
        secret = await self._drawn(number)
        assert secret is not None  # today's secret is drawn if it is missing
        daily = Daily(number, laid_open(number))
        at = self._store.occasion()
        if number != number_at(at.now):  # midnight has passed meanwhile
            return await self.begin(guild_id, channel_id, player)
        draft = daily_opened(
            at, guild_id=guild_id, channel_id=channel_id, player=player, daily=daily, secret=secret.secret
        )

        async def note(tx: Transaction, table: Table) -> None:
            await tx.daily.begin(DailyGameRow(number, player.user_id, table.id, guild_id, at.now))

        try:
            return await self._store.create(draft, note)
        except Duplicate:
            own = await self.own_game(player.user_id, number)
            if own is None:
                raise
            return await self._tables.get(own.game_id)

    async def own_game(self, user_id: int, number: int) -> DailyGameRow | None:
        """Return a user's game of a day, or None if they have not begun it."""
        return await self._store.db.ask(lambda reader: reader.daily.game_of(number, user_id))

    async def running(self, user_id: int) -> Table | None:
        """Return the newest table at which a user plays a daily deal, or None."""
        tables = await self._tables.several(await self._tables.whereabouts.daily_of(user_id))
        now = self._tables.now()
        return next((t for t in reversed(tables) if t.live and t.daily is not None and now < t.daily.until), None)

    async def day(self, number: int, guild_id: int, user_id: int) -> DailyDay | None:
        """Return what a user in a server is shown about a day; None for a day that had no deal."""
        now = self._tables.now()
        secret, tomorrow = await self._drawn(number), await self._drawn(number + 1)
        if secret is None:
            return None
        before = await self._drawn(number - 1)
        told = await self._store.db.ask(lambda reader: _told(reader, number, guild_id, user_id))
        shown = secret.secret if now >= laid_open(number) else ""
        after = tomorrow.commitment if tomorrow is not None else ""
        return DailyDay(
            number, now, secret.commitment, after, before is not None, shown, told.row, told.placed,
            tuple(told.listed), told.own, told.here, streak(told.days, number_at(now)), told.month,
        )  # fmt: skip

    async def best(self, number: int) -> int | None:
        """Return the table of a day's best game in all servers; None before the deal is laid open, or without games."""
        if self._tables.now() < laid_open(number):
            return None
        rows = await self._store.db.ask(lambda reader: reader.daily.results(number, limit=1))
        return rows[0].game_id if rows else None

    async def share(self, number: int, user_id: int, *, shared: bool = True) -> bool:
        """Store whether the line of a user's game is being posted, and return whether this changed anything."""
        return await self._store.db.do(lambda tx: tx.daily.share(number, user_id, shared=shared))

    async def news(self, guild_id: int) -> DailyNews:
        """Return today's news of the daily deal for a server."""
        now = self._tables.now()
        today = number_at(now)

        async def read(reader: Reader) -> tuple[list[DailyResult], int, Sequence[int]]:
            results = await _listed(reader, today - 1, guild_id)
            return results, await reader.daily.count(today - 1, guild_id), await reader.daily.days_here(guild_id)

        results, played, days = await self._store.db.ask(read)
        before = await self._drawn(today - 1)
        unfinished = before is not None and now < laid_open(today - 1)
        return DailyNews(today, before is not None, tuple(results), played, streak(days, today), unfinished)

    async def news_choice(self, guild_id: int) -> NewsChoice | None:
        """Return where and when a server gets news of the daily deal; None where it gets none."""
        return read_news((await self._preferences.of_server(guild_id)).get(NEWS))

    async def choose_news(self, guild_id: int, choice: NewsChoice | None) -> None:
        """Store where and when a server gets news; if the hour has passed today, they begin tomorrow."""
        changes: dict[str, object] = {NEWS: choice.stored() if choice is not None else None}
        if choice is not None:
            clock = await self._preferences.clock_of(guild_id)
            changes[TOLD] = told_before(choice, self._tables.now(), clock.offset)
        await self._preferences.set_of_server(guild_id, changes)

    async def news_due(self) -> list[tuple[int, int]]:
        """Return the servers whose news are due now, each with its channel."""
        chosen = await self._preferences.of_all_servers(NEWS)
        told = await self._preferences.of_all_servers(TOLD) if chosen else {}
        now = self._tables.now()
        choices = {guild: choice for guild, stored in chosen.items() if (choice := read_news(stored)) is not None}
        clocks = await self._preferences.of_all_servers(SERVER_CLOCK) if chosen else {}
        due = [
            guild
            for guild, choice in choices.items()
            if news_is_due(choice, told.get(guild), now, read_server_clock(clocks.get(guild)).offset)
        ]
        return [(guild, choices[guild].channel_id) for guild in sorted(due)]

    async def begin_telling(self, guild_id: int, number: int) -> Telling | None:
        """Store that a server's news of a deal are being posted, and return that note; None if they were posted."""
        new = Telling(number, self._tables.now())

        async def noted(tx: Transaction) -> Telling | None:
            told = (await tx.settings.of_guild(guild_id)).get(TOLD)
            if type(told) is int and told >= number:
                return None
            before = read_telling(told)
            if before is not None and before.number == number:
                return before
            await tx.settings.set_of_guild(guild_id, TOLD, new.stored())
            return new

        return await self._store.db.do(noted)

    async def note_told(self, guild_id: int, number: int) -> None:
        """Store that the news of a deal were posted in a server, or shall not be."""
        await self._preferences.set_of_server(guild_id, {TOLD: number})


class _Told(NamedTuple):
    """The stored data of a day for a user in a server."""

    row: DailyGameRow | None
    """The user's own game."""
    listed: Sequence[DailyResult]
    own: DailyResult | None
    placed: DailyCount | None
    days: Sequence[int]
    """The numbers of the deals that the user has played out."""
    here: int
    """Number of players in the server who have played the deal out."""
    month: dict[int, int]
    """The user's points in the month of the day, by the day of the month."""


async def _told(reader: Reader, number: int, guild_id: int, user_id: int) -> _Told:
    row = await reader.daily.game_of(number, user_id)
    count = None
    if row is not None and row.points is not None:
        count = DailyCount(await reader.daily.count(number), await reader.daily.count(number, below=row.points))
    before = number - day_of(number).day
    month = await reader.daily.points_of(user_id, before + 1, number)
    return _Told(
        row,
        await _listed(reader, number, guild_id),
        await _own_result(reader, row, guild_id),
        count,
        await reader.daily.days_of(user_id),
        await reader.daily.count(number, guild_id),
        {each - before: points for each, points in month.items()},
    )


async def _listed(reader: Reader, number: int, guild_id: int) -> list[DailyResult]:
    rows = await reader.daily.results(number, guild_id, LISTED)
    names = await reader.standings.last_names(guild_id, [row.user_id for row in rows])
    points: Sequence[int] = [row.points or 0 for row in rows]
    return [
        DailyResult(1 + sum(each > mine for each in points), row.user_id, names.get(row.user_id, "?"), mine)
        for row, mine in zip(rows, points, strict=True)
    ]


async def _own_result(reader: Reader, row: DailyGameRow | None, guild_id: int) -> DailyResult | None:
    """Return a user's own line in the list of a server, or None if it is not in that list."""
    if row is None or row.points is None or row.guild_id != guild_id:
        return None
    names = await reader.standings.last_names(guild_id, [row.user_id])
    place = 1 + await reader.daily.count(row.number, guild_id, above=row.points)
    return DailyResult(place, row.user_id, names.get(row.user_id, "?"), row.points)
