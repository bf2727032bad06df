"""Members' answers to exercises, how hard these are, and the games of members from which exercises are made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import Column, Integer, UniqueConstraint, select

from bot.lazy import dataclass
from db.games import games, seats
from db.schema import Key, Snowflake, columns_of, table_of, values_of
from db.session import Queries


@dataclass(frozen=True, slots=True)
class TryRow:
    """A member's first answer to an exercise; `found` is whether it was as good as the best."""

    user_id: Snowflake
    exercise: str
    found: bool
    at: datetime
    mu: float | None = None
    """Mean of the member's estimated strength after it; None for answers before version 1.9 of the schema."""
    sigma: float | None = None


@dataclass(frozen=True, slots=True)
class ExerciseRatingRow:
    """How hard one of the project's exercises is, as far as members' first answers tell."""

    exercise: Key[str]
    mu: float
    sigma: float
    answers: int


exercise_ratings = table_of("exercise_ratings", ExerciseRatingRow)

exercise_tries = table_of(
    "exercise_tries", TryRow, UniqueConstraint("user_id", "exercise"), before=Column("id", Integer, primary_key=True)
)


class ExerciseReads(Queries):
    async def tries_of(self, user_id: int) -> list[TryRow]:
        wanted = (
            select(*columns_of(exercise_tries, TryRow))
            .where(exercise_tries.c.user_id == user_id)
            .order_by(exercise_tries.c.id)
        )
        return await self._session.all(TryRow, wanted)

    async def ratings(self, names: Iterable[str] | None = None) -> dict[str, ExerciseRatingRow]:
        """Return the ratings of these exercises that anybody has answered, or of all, by name."""
        wanted = select(exercise_ratings)
        if names is not None:
            wanted = wanted.where(exercise_ratings.c.exercise.in_(list(names)))
        return {row.exercise: row for row in await self._session.all(ExerciseRatingRow, wanted)}

    async def reviewed(self, user_id: int, most: int) -> list[tuple[int, int, Mapping[str, Any]]]:
        """Return a member's reviewed games, the newest first, as (game, the member's seat, settings)."""
        wanted = (
            select(games.c.id, seats.c.seat, games.c.settings)
            .join(seats, seats.c.game_id == games.c.id)
            .where(seats.c.user_id == user_id, games.c.status == "finished", games.c.reviewed)
            .order_by(seats.c.joined_at.desc(), games.c.id.desc())
            .limit(most)
        )
        return [(int(row.id), int(row.seat), row.settings) for row in await self._session.run(wanted)]


class ExerciseWrites(ExerciseReads):
    async def answered(self, row: TryRow) -> None:
        """Store a member's first answer to an exercise, or raise `Duplicate`."""
        await self._session.insert(exercise_tries, [values_of(row)])

    async def rate(self, rating: ExerciseRatingRow) -> None:
        await self._session.put(exercise_ratings, values_of(rating))
