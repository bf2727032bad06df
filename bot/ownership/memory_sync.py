"""Keeping this process's memory up to date where several processes share the work.

Data of a server, such as its tables, is in the memory of the process that holds the server's shard; if another process
changes it, that process sends a word (a notification through the database). Data of no server, such as a member's
language, is in the memory of all processes, and every change of it is announced by a word.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from db import DatabaseError, Word

if TYPE_CHECKING:
    from bot.tables.house.moves import HouseMoves
    from bot.ui.kit.readers import Readers
    from cogs.table.posts.presenter import Presenter
    from cogs.tournaments.posts import TournamentPosts

    from .tables import Ownership

log = logging.getLogger(__name__)

_TRY_AGAIN_SECONDS = 1.0


class MemorySync:
    """Loads and drops the data of shards, and follows words one after the other, each repeated word only once."""

    def __init__(
        self,
        ownership: Ownership,
        house: HouseMoves,
        readers: Readers,
        presenter: Presenter,
        tournament_posts: TournamentPosts,
        show_aside: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        """Begin with no shard.

        Args:
            ownership: Loads and drops the tables of a shard.
            house: The house players at those tables.
            readers: The choices of members and servers.
            presenter: Shows the tables.
            tournament_posts: Shows the tournaments.
            show_aside: Begins a display in its own task.
        """
        self._tables = ownership.tables
        self._preferences = ownership.members.preferences
        self._ownership = ownership
        self._house = house
        self._readers = readers
        self._presenter = presenter
        self._tournament_posts = tournament_posts
        self._show_aside = show_aside
        self._waiting: dict[tuple[str, int], None] = {}
        self._task: asyncio.Task[None] | None = None
        self._aside: set[asyncio.Task[None]] = set()

    async def adopt(self, shard: int) -> list[int]:
        """Load the tables and tournaments of a shard, and return the tables to be shown.

        Raises:
            DatabaseError: They could not be read; none of them is kept.
        """
        outdated = await self._ownership.adopt(shard)
        try:
            await self._tournament_posts.load(shard)
        except BaseException:
            await self._ownership.disown(shard)
            raise
        self._aside.add(task := asyncio.create_task(self._show_left_over(shard), name="left over"))
        task.add_done_callback(self._aside.discard)
        return outdated

    async def _show_left_over(self, shard: int) -> None:
        try:
            for table_id in await self._ownership.left_over(shard):
                self._show_aside(self._presenter.show(table_id))
        except DatabaseError as error:  # the next process that gets the shard finds them
            log.warning("what another process has left over could not be read: %s", error)

    async def disown(self, shard: int) -> None:
        """Drop a shard's tables and tournaments, and wait for house moves and displays under way there."""
        gone = await self._ownership.disown(shard)
        self._tournament_posts.disown(shard)
        await asyncio.gather(self._house.disown(gone), self._presenter.disown(gone))

    def heard(self, word: Word) -> None:
        """Queue a word; a separate task follows it."""
        self._waiting[word.about, word.id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(), name="words")

    async def read_anew(self) -> None:
        """Read all data again that words keep up to date, as some words may have been missed.

        Raises:
            DatabaseError: The data cannot be read now.
        """
        await self._tables.member_choices.read(self._tables.store.db)
        await self._readers.load(self._preferences)

    def forget(self, user_id: int) -> None:
        """Drop a member's choices from memory after they were deleted."""
        self._readers.member_chose(user_id, {})
        self._tables.member_choices.forget(user_id)

    async def followed(self) -> None:
        """Wait until every queued word has been followed and the left-over tables of new shards are being shown."""
        while under_way := {*self._aside, *({self._task} if self._task is not None else ())}:
            if all(task.done() for task in under_way):
                return
            await asyncio.wait(under_way)

    def close(self) -> None:
        """Stop following words."""
        for task in self._aside if self._task is None else {*self._aside, self._task}:
            task.cancel()

    async def _follow(self) -> None:
        while self._waiting:
            about, number = next(iter(self._waiting))
            del self._waiting[about, number]
            try:
                await self._one(about, number)
            except DatabaseError as error:
                log.warning("what another process has changed is read again later: %s", error)
                self._waiting[about, number] = None
                await asyncio.sleep(_TRY_AGAIN_SECONDS)
            except Exception:  # a failure with one word must not stop the others
                log.exception("a word could not be followed", extra={"about": about})

    async def _one(self, about: str, number: int) -> None:
        if about == "member":
            choices = await self._preferences.of_member(number)
            self._readers.member_chose(number, choices)
            self._tables.member_choices.take(number, choices)
        elif about == "guild":
            self._readers.server_chose(number, await self._preferences.of_server(number))
        elif about == "tournament":
            await self._tournament_posts.heard(number)
        elif about == "table" and await self._tables.heard(number):
            self._show_aside(self._presenter.show(number))
