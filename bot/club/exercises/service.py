"""Exercises for members, from their own reviewed games and from the project's own positions."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from bot.club.exercises.decisions import (
    Lately,
    Progress,
    Source,
    after_own,
    lately_of,
    next_position,
    own_name,
    own_tried,
    progress_of,
    read_own,
)
from bot.club.exercises.exercise import Exercise, Own, exercise_from, exercise_of
from bot.coach.positions import outlines, position
from bot.coach.samples import Measured
from bot.coach.skills import most_first
from bot.tables import Refused, Table, Tables, Why
from bot.tables.house.reviews import can_review, review_of
from bot.tables.values.charged import Charged, charged
from bot.tables.values.stored import reviews_in
from db import Duplicate, Store

if TYPE_CHECKING:
    from bot.tables.values.choice import Choice

LATELY: Final = 5
"""Number of a member's reviewed games, the newest, that tell what they should train."""
GAMES: Final = 50
"""Number of a member's reviewed games, the newest, from which exercises are taken."""


class Exercises:
    """Finds exercises, and stores members' answers."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self._store = store
        self._tables = tables

    async def progress(self, user_id: int) -> Progress:
        """Return a member's progress."""
        return progress_of(await self._store.ask(lambda reader: reader.exercises.tries_of(user_id)))

    async def answered(self, user_id: int, name: str, *, found: bool) -> Progress:
        """Store a member's answer, and return their progress; only the first answer to an exercise counts."""
        now = self._tables.now()
        with suppress(Duplicate):
            await self._store.do(lambda tx: tx.exercises.answered(user_id, name, now, found=found))
        return await self.progress(user_id)

    async def get(self, user_id: int, name: str) -> Exercise:
        """Return an exercise.

        Raises:
            Refused: There is none of that name, or it is from a game that the member may not review now.
        """
        asked = read_own(name)
        if asked is None:
            found = position(name)
            if found is None:
                raise Refused(Why.NO_EXERCISE)
            preset = next(each.preset for each in outlines() if each.id == name)
            return exercise_of(found, preset)
        table_id, at = asked
        table = await self._tables.get(table_id)
        moment = next((each for each in self._charged(table, user_id) if each.at == at), None)
        if moment is None:
            raise Refused(Why.NO_EXERCISE)
        return self._from(table, moment)

    async def of_review(self, user_id: int, table: Table, decision: int) -> Exercise:
        """Return one of the mistakes that a review found as an exercise.

        Args:
            user_id: The member whose review it is.
            decision: The number of the mistake, counted from 0.

        Raises:
            Refused: There is none of that number, or it may not be shown now.
        """
        review = review_of(table, user_id)
        wanted = review.worst[decision : decision + 1] if review is not None else ()
        moment = next((each for each in self._charged(table, user_id) if each.blunder in wanted), None)
        if moment is None:
            raise Refused(Why.NO_EXERCISE)
        return self._from(table, moment)

    async def following(self, user_id: int, usual: Choice, source: Source, after: str = "") -> str | None:
        """Return the name of a member's next exercise, or None where there is none.

        Args:
            usual: The rules that they are used to.
            source: The source from which they want exercises.
            after: The name of their present exercise; empty at the beginning.
        """
        progress = await self.progress(user_id)
        if source is Source.OWN or (source is Source.ANY and position(after) is None):
            found = await self._own(user_id, progress, after)
            if found is not None or source is Source.OWN:
                return found
        to_train = most_first((await self.lately(user_id)).lost)
        return next_position(outlines(), progress, user_id, (usual.preset, usual.rules), source, after, to_train)

    async def lately(self, user_id: int) -> Lately:
        """Return what the reviews of a member's latest games charge."""
        games = await self._store.ask(lambda reader: reader.exercises.reviewed(user_id, LATELY))
        return lately_of(each for _, seat, stored in games for each in reviews_in(stored) if each.seat == seat)

    async def _own(self, user_id: int, progress: Progress, after: str) -> str | None:
        """Return the next exercise from a member's own games, or None; only games that may have one are read."""
        games = await self._store.ask(lambda reader: reader.exercises.reviewed(user_id, GAMES))
        numbers = [game for game, _, _ in games]
        now = read_own(after)
        if now is not None and now[0] in numbers:
            games = games[numbers.index(now[0]) :]
        for game, seat, settings in games:
            count = sum(len(each.worst) for each in reviews_in(settings) if each.seat == seat)
            if own_tried(progress, game) >= count:
                continue
            try:
                table = await self._tables.get(game)
            except Refused:  # its record is broken
                continue
            names = [own_name(game, each.at) for each in self._charged(table, user_id)]
            found = after_own(names, progress.tried, after)
            if found is not None:
                return found
        return None

    def _charged(self, table: Table, user_id: int) -> tuple[Charged, ...]:
        """Return the mistakes that the review of a member's seat found; none for a daily deal not yet laid open."""
        review = review_of(table, user_id) if can_review(table, user_id) else None
        closed = table.daily is not None and self._tables.now() < table.daily.until
        return () if review is None or closed else charged(table, review)

    def _from(self, table: Table, moment: Charged) -> Exercise:
        told = moment.blunder
        own = Own(
            table.id, table.guild_id, moment.at, told.deal, told.trick, told.acts[0],
            Measured(told.points, told.error), told.why,
        )  # fmt: skip
        return exercise_from(own_name(table.id, moment.at), table.terms.preset, tuple(table.names), own, moment)
