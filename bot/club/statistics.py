"""What is read of standings: leaderboards, and the statistics of one member and of two together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.club.daily import number_at, streak
from bot.club.exercises import lately_in, progress_of
from bot.club.luck import Fortune, fortune_of
from bot.club.standings.rating import KINDS, Strength, day_of, strength_after, strength_before, strength_on
from bot.club.standings.results import PlayedWith, Unrated, read_rules, to_be_rated
from bot.coach.themes import Skill, most_first
from bot.engine import Rules
from bot.lazy import dataclass
from bot.tables import Finished
from bot.tables.archive import with_results
from bot.tables.leaving import had_their_games
from bot.tables.values.table import Table
from db import Board, By, MeetingRow, Reader, RecordRow, SourceRow, StandingRow, Store, Visible
from db.ratings import RatingRow
from db.records import ALL_KINDS

OPPONENTS = 2
"""Number of opponents named, those met most often."""
COURSE = 60
"""Number of latest rated games in the course of a rating."""
FAVOURITES = 1
LAST_GAMES = 3
"""Number of latest games told of two members together; of one member only the last."""
LUCK_OF = 1000
"""Number of latest games used to separate luck from play."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A member's rating in one kind of game, as of today."""

    game_kind: str
    strength: Strength
    games: int


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of a member, with the name under which they last sat down."""

    name: str
    meeting: MeetingRow


@dataclass(frozen=True, slots=True)
class Course:
    """The recent course of a rating."""

    kind: str
    before: int
    """Number of rated games before those in `ratings`."""
    ratings: tuple[Strength, ...]
    """The rating after those earlier games, and after each game since."""


@dataclass(frozen=True, slots=True)
class Favourite:
    """Rules by which a member has often played with people, and the number of those games."""

    preset: str
    rules: Rules
    games: int


@dataclass(frozen=True, slots=True)
class Stats:
    """A member's statistics in a server."""

    user_id: int
    records: Mapping[tuple[PlayedWith, str], RecordRow]
    """By company and kind of game."""
    ratings: tuple[Rating, ...]
    """One for each kind of game, that with most games first."""
    course: Course | None
    """The course of one of these ratings; None before the first rated game."""
    opponents: tuple[Opponent, ...]
    sources: tuple[SourceRow, ...]
    favourites: tuple[Favourite, ...]
    last: tuple[Finished, ...]
    """The latest game that the reader may know of, if there is one."""
    fortune: Fortune | None = None
    """The luck of the cards; None for too few games."""

    @property
    def whole(self) -> RecordRow | None:
        """The record of all games with people; None before the first."""
        return self.records.get((PlayedWith.PEOPLE, ALL_KINDS))


@dataclass(frozen=True, slots=True)
class Alone:
    """What a member has done without other people, in all servers."""

    streak: int
    """The streak of daily deals."""
    exercises: Strength | None
    """The estimate of the member's strength at exercises; None before the first answer."""
    to_train: Skill | None = None
    """The skill that has cost the member most in their latest reviewed games."""


@dataclass(frozen=True, slots=True)
class Versus:
    """The games of two members together, seen from the first."""

    user_id: int
    other_id: int
    against: MeetingRow | None
    """Games as opponents."""
    beside: MeetingRow | None
    """Games as partners."""
    ratings: tuple[tuple[Rating, Rating], ...]
    """Both members' ratings, for each kind in which both have one."""
    last: tuple[Finished, ...]
    """The latest games that the reader may know of."""


class Statistics:
    """Reads members' statistics in a server."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def stats(self, guild_id: int, user_id: int, visible: Visible, kind: str = "") -> Stats:
        """Return a member's statistics from visible games, with the rating's course in that or the usual kind."""
        today = day_of(self._now())
        return await self._store.ask(lambda reader: _stats(reader, guild_id, user_id, visible, kind, today))

    async def alone(self, user_id: int) -> Alone:
        """Return what a member has done without other people."""
        today = number_at(self._now())

        async def read(reader: Reader) -> Alone:
            days = await reader.daily.days_of(user_id)
            progress = progress_of(await reader.exercises.tries_of(user_id))
            to_train = most_first((await lately_in(reader, user_id)).lost)
            strength = progress.strength if progress.tried else None
            return Alone(streak(days, today), strength, next(iter(to_train), None))

        return await self._store.ask(read)

    async def opponents(self, guild_id: int, user_id: int, limit: int, offset: int) -> list[Opponent]:
        """Return a page of the members against whom a member has played, those met most often first."""
        return await self._store.ask(lambda reader: _opponents(reader, guild_id, user_id, limit, offset))

    async def versus(self, guild_id: int, user_id: int, other_id: int, visible: Visible) -> Versus:
        """Return the games of two members together, seen from the first, as far as the reader may know of them."""
        today = day_of(self._now())
        return await self._store.ask(lambda reader: _versus(reader, guild_id, user_id, other_id, visible, today))

    async def name_of(self, guild_id: int, user_id: int) -> str | None:
        """Return the name under which a member last sat down in a server, or None if they never did."""
        async with self._store.read() as reader:
            return (await reader.standings.last_names(guild_id, [user_id])).get(user_id)


async def _stats(reader: Reader, guild_id: int, user_id: int, visible: Visible, kind: str, today: int) -> Stats:
    records = await reader.records.of(guild_id, user_id)
    ratings = (await _ratings(reader, guild_id, user_id))[user_id]
    course = await _course(reader, ratings, kind)
    played = await reader.records.rules_played(guild_id, user_id, FAVOURITES)
    favourites = [(read, row.games) for row in played if (read := read_rules(row.rules)) is not None]
    sources = await reader.records.sources(guild_id, user_id)
    last = await _last(reader, await reader.records.last_games(guild_id, user_id, visible, 1))
    luck = await reader.luck.of(guild_id, user_id, LUCK_OF)
    return Stats(
        user_id,
        {(PlayedWith(row.company), row.game_kind): row for row in records},
        tuple(_on(row, today) for row in ratings),
        course,
        tuple(await _opponents(reader, guild_id, user_id, OPPONENTS)),
        tuple(sources),
        tuple(Favourite(preset, rules, games) for (preset, rules), games in favourites),
        last,
        fortune_of(luck),
    )


async def _opponents(reader: Reader, guild_id: int, user_id: int, limit: int, offset: int = 0) -> list[Opponent]:
    meetings = await reader.records.opponents(guild_id, user_id, limit, offset)
    names = await reader.standings.last_names(guild_id, [each.other_id for each in meetings])
    return [Opponent(names.get(each.other_id, "?"), each) for each in meetings]


async def _versus(reader: Reader, guild_id: int, user_id: int, other_id: int, visible: Visible, today: int) -> Versus:
    met = {row.partners: row for row in await reader.records.meetings(guild_id, user_id, other_id)}
    ratings = await _ratings(reader, guild_id, user_id, other_id)
    own, theirs = [{row.game_kind: row for row in ratings[user]} for user in (user_id, other_id)]
    games = await reader.records.games_of(guild_id, (user_id, other_id))
    # Reading the games of the member who has played less is faster.
    fewer, more = sorted((user_id, other_id), key=games.__getitem__)
    numbers = await reader.records.last_games(guild_id, fewer, visible, LAST_GAMES, more) if met else []
    last = await _last(reader, numbers)
    both = tuple((_on(row, today), _on(theirs[kind], today)) for kind, row in own.items() if kind in theirs)
    return Versus(user_id, other_id, met.get(False), met.get(True), both, last)


async def _ratings(reader: Reader, guild_id: int, *users: int) -> dict[int, list[RatingRow]]:
    """Return the ratings of each user, that with most games first."""
    found = await reader.ratings.of_kinds(guild_id, KINDS, users)
    return {user: sorted(found.get(user, ()), key=lambda row: -row.games) for user in users}


async def _course(reader: Reader, ratings: Sequence[RatingRow], kind: str) -> Course | None:
    if not ratings:
        return None
    rating = next((each for each in ratings if each.game_kind == kind), ratings[0])
    rows = await reader.records.course(rating.guild_id, rating.user_id, rating.game_kind, COURSE)
    after = tuple(strength_after(row) for row in reversed(rows))
    return Course(rating.game_kind, rating.games - len(rows), (strength_before(rows[-1]), *after)) if rows else None


def _on(row: RatingRow, day: int) -> Rating:
    return Rating(row.game_kind, strength_on(row, day), row.games)


async def _last(reader: Reader, numbers: Sequence[int]) -> tuple[Finished, ...]:
    return tuple(await with_results(reader, await reader.games.several(numbers)))


def measures(game_kind: str) -> list[By]:
    """Return what leaderboards of a kind of game go by; an empty kind means all kinds that compare."""
    has_value = game_kind in KINDS and KINDS[game_kind].has_value
    return [by for by in By if has_value or by not in (By.BEST_VALUE, By.RUBICONS)]


@dataclass(frozen=True, slots=True)
class Leaders:
    """A page of a leaderboard for one reader."""

    board: Board
    rows: tuple[StandingRow, ...]
    own: StandingRow | None
    """The reader's own line; None before their first result that counts there."""
    names: Mapping[int, str]
    """By user."""
    count: int
    """Number of members on the whole leaderboard."""
    offset: int


@dataclass(frozen=True, slots=True)
class RatingChange:
    """The change of a player's rating by a game."""

    seat: int
    before: Strength
    after: Strength
    games: int
    """Number of rated games of this kind that the player has by now."""


class Standings:
    """Reads ratings and standings, and notes which members have left a server."""

    def __init__(self, store: Store, now: Callable[[], datetime]) -> None:
        self._store = store
        self._now = now

    async def leaderboard(self, board: Board, user_id: int, limit: int = 10, offset: int = 0) -> Leaders:
        """Return a page of a leaderboard, or its last page if it has fewer, with a member's own line."""
        today = replace(board, today=day_of(self._now()))

        async def read(reader: Reader) -> Leaders:
            count = await reader.standings.count_players(today)
            at = max(0, min(offset, (count - 1) // limit * limit))
            rows = tuple(await reader.standings.leaderboard(today, limit, at))
            own = await reader.standings.standing_of(today, user_id)
            names = await reader.standings.last_names(today.guild_id, [row.user_id for row in rows] + [user_id])
            return Leaders(today, rows, own, names, count, at)

        return await self._store.ask(read)

    async def rating_changes(self, table_id: int) -> list[RatingChange]:
        """Return the rating changes of a game by seat; the list is empty if the game was not rated."""
        async with self._store.read() as reader:
            rows = [row for row in await reader.results.of(table_id) if row.mu is not None]
            if not rows:
                return []
            known = await reader.ratings.of(rows[0].guild_id, rows[0].game_kind, [row.user_id for row in rows])
        return [
            RatingChange(
                row.seat,
                strength_before(row),
                strength_after(row),
                known[row.user_id].games if row.user_id in known else 0,
            )
            for row in rows
        ]

    async def why_unrated(self, table_id: int) -> Unrated | None:
        """Return why a game that has ended is not rated; None if it is rated or has not been concluded."""
        conclusion = await self._store.ask(lambda reader: reader.conclusions.of(table_id))
        return None if conclusion is None or conclusion.unrated is None else Unrated(conclusion.unrated)

    async def no_more_rated(self, table: Table, now: datetime) -> tuple[int, int] | None:
        """Return two players of a table who played all their rated games of the day before this one, or None.

        A game that has not begun begins now.
        """
        users, guild = to_be_rated(table), table.guild_id
        if len(users) < 2:
            return None
        began = table.started_at
        if began is None:
            return await self._store.ask(lambda reader: had_their_games(reader, guild, users, now))
        return await self._store.ask(lambda reader: had_their_games(reader, guild, users, began, table.id))

    async def no_rated_rematch(self, table: Table, now: datetime) -> tuple[int, int] | None:
        """Return two players of a finished table who have played all their rated games of the day, or None."""
        # In a rematch all play in person, outside any tournament.
        again = table.but(started_at=None, fixture=None, held_seats=())
        return await self.no_more_rated(again, now)

    async def departed(self, guild_id: int, user_ids: Sequence[int]) -> set[int]:
        """Return those of some users who are known to have left a server."""
        return await self._store.ask(lambda reader: reader.standings.departed(guild_id, user_ids))

    async def left(self, guild_id: int, user_ids: Sequence[int], at: datetime) -> None:
        """Store that members have left a server; they are hidden there, but their data is kept."""
        await self._store.do(lambda tx: tx.standings.has_left(guild_id, user_ids, at))

    async def back(self, guild_id: int, user_ids: Sequence[int]) -> None:
        """Store that members are in a server again; they are shown as before."""
        await self._store.do(lambda tx: tx.standings.is_back(guild_id, user_ids))

    async def boards(self, guild_id: int) -> tuple[list[str], list[str]]:
        """Return the kinds of rated games in a server, that with most players first, and the server's seasons."""

        async def both(reader: Reader) -> tuple[list[str], list[str]]:
            return await reader.ratings.kinds(guild_id), await reader.standings.seasons(guild_id)

        return await self._store.ask(both)
