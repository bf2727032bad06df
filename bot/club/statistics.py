"""Reading members' statistics: those of one member, and those of two members together."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime

from bot.club.daily import number_at, streak
from bot.club.exercises import lately_in, progress_of
from bot.club.luck import Fortune, fortune_of
from bot.club.standings.rating import KINDS, Strength, day_of, strength_after, strength_before, strength_on
from bot.club.standings.results import PlayedWith, read_rules
from bot.coach.themes import Skill, most_first
from bot.engine import Rules
from bot.lazy import dataclass
from bot.tables import Finished
from bot.tables.archive import with_results
from db import MeetingRow, Reader, RecordRow, SourceRow, Store, Visible
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
