"""The daily deals: their calendar, their secrets, their players, and the results of a day.

A day is a UTC day, and deals are numbered by day from 1 January 2026 on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import field, replace
from datetime import UTC, date, datetime, time, timedelta
from enum import IntEnum
from typing import Final

from bot.engine import Ending
from bot.engine.combinations import BY_NAME
from bot.engine.shuffle import SECRET_BYTES, commitment
from bot.lazy import dataclass
from bot.tables import OUTSIDE, Player, Table, Tables
from bot.tables.decisions.daily import HOUSE_SEAT, PLAYER_SEAT, daily_opened
from bot.tables.decisions.occasion import Chance
from bot.tables.preferences import DAILY_REMINDER
from bot.tables.store import SystemChance
from bot.tables.values.parts import Daily
from db import DailyDealRow, DailyGameRow, Duplicate, Reader, ResultRow, Transaction
from db.standings import DAILY_KIND

FIRST_DAY: Final = date(2026, 1, 1)
GRACE: Final = timedelta(hours=6)
"""Time after the end of its day within which a game may be finished; then the deal is laid open."""


def number_at(moment: datetime) -> int:
    """Return the number of the deal of the day at a moment."""
    return (moment.astimezone(UTC).date() - FIRST_DAY).days + 1


def day_of(number: int) -> date:
    return FIRST_DAY + timedelta(days=number - 1)


def begins(number: int) -> datetime:
    return datetime.combine(day_of(number), time(), UTC)


def ends(number: int) -> datetime:
    """Return when the day of a deal ends, after which nobody can begin it."""
    return begins(number + 1)


def laid_open(number: int) -> datetime:
    """Return when a deal is laid open: nobody can play it any more, and its secret and cards are shown."""
    return ends(number) + GRACE


def streak(days: Collection[int], today: int) -> int:
    """Return the number of deals played in the longest run of days up to today in which no week has two missed days.

    A week is Monday to Sunday in UTC, of which only the days of the run count; today is not missed before it is over.
    """
    played, weeks_with_a_free_day = frozenset(days), set[tuple[int, int]]()
    counted, day = int(today in played), today - 1
    while day in played or day_of(day).isocalendar()[:2] not in weeks_with_a_free_day:
        if day in played:
            counted += 1
        else:
            weeks_with_a_free_day.add(day_of(day).isocalendar()[:2])
        day -= 1
    return counted


AHEAD: Final = 7
"""Number of coming days whose secrets are drawn ahead, so that each exists before its day even if the bot was down."""
LISTED: Final = 5
"""Number of entries in a day's list."""
_HUNDRED: Final = 100


def score_of(table: Table) -> int | None:
    """Return the player's points less the house's, in tens as stored; None where the deal was not played out."""
    result = table.game.result
    if table.daily is None or result is None or result.ending is not Ending.SCORE:
        return None
    return table.game.totals[PLAYER_SEAT] - table.game.totals[HOUSE_SEAT]


def daily_row(game_id: int, guild_id: int, user_id: int, score: int, ended_at: datetime) -> ResultRow:
    """Return the row for the leaderboard of daily deals: its points are the score, and a score above 0 is a win."""
    return ResultRow(
        game_id, PLAYER_SEAT, guild_id, user_id, score > 0, score,
        "won" if score > 0 else "lost", PLAYER_SEAT, ended_at, DAILY_KIND, 1, score, 0, rated=False,
    )  # fmt: skip


def unnamed(table: Table, name: str) -> Table:
    """Return a game of the daily deal without its player's identity, for others to see."""
    rows = (replace(row, user_id=0, name=name) if row.seat == PLAYER_SEAT else row for row in table.seats)
    return table.but(seats=tuple(rows), opener_id=0, guild_id=0)


class Square(IntEnum):
    """What the player has made of a trick; each kind but the first says that it was won."""

    LOST = 0
    WON = 1
    DECLARED = 2
    HUNDRED = 3
    """Declarations of a hundred points or more came of it."""


def squares(table: Table) -> tuple[Square, ...]:
    """Return what the player has made of each trick of the deal so far."""
    deal = table.game.deal
    if deal is None:
        return ()
    declared = Counter[int]()
    for mark in deal.score.marks:
        if mark.seat == PLAYER_SEAT and mark.reason in BY_NAME:
            declared[mark.trick] += mark.points
    return tuple(
        Square.LOST if trick.winner != PLAYER_SEAT
        else Square.HUNDRED if declared[number] >= _HUNDRED
        else Square.DECLARED if number in declared
        else Square.WON
        for number, trick in enumerate(deal.tricks, start=1)
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class DailyResult:
    """A line of a day's list: more points are better, and equal points share the place."""

    place: int
    user_id: int
    name: str
    points: int
    """The player's points less the house's, in tens like all stored points."""


@dataclass(frozen=True, slots=True)
class DailyCount:
    """A player's place among all who have played a deal out, in all servers."""

    players: int
    """Number of these players, including this one."""
    beaten: int
    """Number of players with fewer points."""

    @property
    def percent(self) -> int | None:
        """The share of the other players who are beaten, in whole percent rounded down; None if there are none."""
        return 100 * self.beaten // (self.players - 1) if self.players > 1 else None


@dataclass(frozen=True, slots=True)
class DailyDay:
    """What a user in a server is shown about a day."""

    number: int
    now: datetime
    commitment: str
    next_commitment: str
    """The commitment of the next day's deal; empty if that is not known."""
    has_yesterday: bool
    """Whether there was a deal on the day before."""
    secret: str = field(repr=False)
    """Empty until the deal is laid open."""
    own: DailyGameRow | None
    count: DailyCount | None
    """The user's place among all players; None where they have not played the deal out."""
    results: tuple[DailyResult, ...]
    """The best results in the server."""
    own_result: DailyResult | None
    """The user's own line in the server's list; None where it is not in that list."""
    played_here: int
    """Number of players in the server's list."""
    streak: int
    """The user's streak (:func:`streak`)."""
    month: Mapping[int, int] = field(default_factory=dict)
    """The user's points in the month of this day so far, by the day of the month."""
    reminded: bool = False
    """Whether the user is reminded every day."""

    @property
    def is_today(self) -> bool:
        """Whether the deal may be begun now."""
        return self.number == number_at(self.now)

    @property
    def is_open(self) -> bool:
        """Whether nobody can play the deal any more, so that everything about it may be shown."""
        return self.now >= laid_open(self.number)


async def listed(reader: Reader, number: int, guild_id: int) -> tuple[DailyResult, ...]:
    rows = await reader.daily.results(number, guild_id, LISTED) if guild_id != OUTSIDE else []
    names = await reader.standings.last_names(guild_id, [row.user_id for row in rows])
    points = [row.points or 0 for row in rows]
    return tuple(
        DailyResult(1 + sum(each > mine for each in points), row.user_id, names.get(row.user_id, "?"), mine)
        for row, mine in zip(rows, points, strict=True)
    )


class DailyDeals:
    """The daily deals of the whole bot."""

    def __init__(self, tables: Tables, chance: Chance | None = None) -> None:
        self._tables = tables
        self._store = tables.store
        self._chance = chance or SystemChance()
        self._known: frozenset[int] = frozenset()
        """Numbers of the days whose secret is known to be stored."""

    def today(self) -> int:
        return number_at(self._tables.now())

    async def draw_ahead(self) -> None:
        """Draw the missing secrets of today and the coming days; one process does it for all."""
        missing = set(range(self.today(), self.today() + AHEAD + 1)) - self._known
        if missing and self._tables.memory.owns(None):
            await self.deals(*missing)

    async def deals(self, *numbers: int) -> dict[int, DailyDealRow]:
        """Return the deals of days, by number; secrets are drawn where today or a coming day has none yet."""
        now = self._tables.now()
        found = await self._store.db.ask(lambda reader: reader.daily.deals(numbers))
        missing = [number for number in numbers if number not in found and number >= number_at(now)]

        async def draw(tx: Transaction) -> None:
            for number in missing:
                secret = self._chance.randbytes(SECRET_BYTES)
                found[number] = DailyDealRow(number, commitment(secret), secret.hex(), now)
                await tx.daily.draw(found[number])

        if missing:
            try:
                await self._store.db.do(draw)
            except Duplicate:  # somebody else draws too; theirs count
                return await self.deals(*numbers)
        self._known |= found.keys()
        return found

    async def begin(self, guild_id: int, channel_id: int, player: Player) -> Table:
        """Begin today's deal, or return the table at which the player has begun it, in any server."""
        number = self.today()
        secret = (await self.deals(number))[number].secret
        at = self._store.occasion()
        if number != number_at(at.now):  # midnight has passed meanwhile
            return await self.begin(guild_id, channel_id, player)
        daily = Daily(number, laid_open(number))
        draft = daily_opened(at, guild_id=guild_id, channel_id=channel_id, player=player, daily=daily, secret=secret)

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
        return await self._store.db.ask(lambda reader: reader.daily.game_of(number, user_id))

    async def today_of(self, user_id: int) -> tuple[bool, int | None, int]:
        """Return whether a user has begun today's deal, their points once it is played out, and their streak."""
        today = self.today()

        async def read(reader: Reader) -> tuple[bool, int | None, int]:
            own, days = await reader.daily.game_of(today, user_id), await reader.daily.days_of(user_id)
            return own is not None, own.points if own is not None else None, streak(days, today)

        return await self._store.db.ask(read)

    async def running(self, user_id: int) -> Table | None:
        """Return the newest table at which a user plays a daily deal, or None."""
        tables = await self._tables.several(await self._tables.whereabouts.daily_of(user_id))
        now = self._tables.now()
        return next((t for t in reversed(tables) if t.live and t.daily is not None and now < t.daily.until), None)

    async def day(self, number: int, guild_id: int, user_id: int) -> DailyDay | None:
        """Return what a user in a server is shown about a day; None for a day that had no deal."""
        now = self._tables.now()
        deals = await self.deals(number - 1, number, number + 1)
        if number not in deals:
            return None
        month_before = number - day_of(number).day

        async def read(reader: Reader) -> DailyDay:
            daily, count, own_result = reader.daily, None, None
            own = await daily.game_of(number, user_id)
            if own is not None and own.points is not None:
                count = DailyCount(await daily.count(number), await daily.count(number, below=own.points))
                if own.guild_id == guild_id != OUTSIDE:
                    names = await reader.standings.last_names(guild_id, [user_id])
                    place = 1 + await daily.count(number, guild_id, above=own.points)
                    own_result = DailyResult(place, user_id, names.get(user_id, "?"), own.points)
            points = await daily.points_of(user_id, month_before + 1, number)
            return DailyDay(
                number,
                now,
                deals[number].commitment,
                deals[number + 1].commitment if number + 1 in deals else "",
                number - 1 in deals,
                deals[number].secret if now >= laid_open(number) else "",
                own,
                count,
                await listed(reader, number, guild_id),
                own_result,
                await daily.count(number, guild_id) if guild_id != OUTSIDE else 0,
                streak(await daily.days_of(user_id), number_at(now)),
                {each - month_before: mine for each, mine in points.items()},
                isinstance(self._tables.preferences.members.get(user_id, {}).get(DAILY_REMINDER), list),
            )

        return await self._store.db.ask(read)

    async def best(self, number: int) -> int | None:
        """Return the table of a day's best game in all servers; None before the deal is laid open, or without games."""
        if self._tables.now() < laid_open(number):
            return None
        rows = await self._store.db.ask(lambda reader: reader.daily.results(number, limit=1))
        return rows[0].game_id if rows else None

    async def share(self, number: int, user_id: int, *, shared: bool = True) -> bool:
        """Store whether the line of a user's game is being posted, and return whether this changed anything."""
        return await self._store.db.do(lambda tx: tx.daily.share(number, user_id, shared=shared))
