"""Following what other processes have changed, told by a word: a notification through the database.

Data of a server is in the memory of the process that answers for it; if another process changes it, a word tells. Data
of no server, such as a member's language, is in the memory of all, and every change of it is told.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Any

from db import DatabaseError, Word

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from bot.members.loading import Loading
    from cogs.table.posts.presenter import Presenter
    from cogs.tournaments.posts import TournamentPosts

log = logging.getLogger(__name__)

_TRY_AGAIN_SECONDS = 1.0


class Words:
    """Follows words one after the other, each repeated word only once."""

    def __init__(
        self,
        loading: Loading,
        presenter: Presenter,
        tournament_posts: TournamentPosts,
        show_aside: Callable[[Coroutine[Any, Any, object]], object],
    ) -> None:
        self._loading = loading
        self._tables = loading.tables
        self._presenter = presenter
        self._tournament_posts = tournament_posts
        self._show_aside = show_aside
        self._waiting: dict[tuple[str, int], None] = {}
        self._task: asyncio.Task[None] | None = None

    def heard(self, word: Word) -> None:
        """Queue a word; a separate task follows it."""
        self._waiting[word.about, word.id] = None
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._follow(), name="words")

    async def read_anew(self) -> None:
        """Read all data again that words keep up to date, as some words may have been missed."""
        await self._loading.read_anew()

    async def followed(self) -> None:
        """Wait until every queued word has been followed."""
        while self._task is not None and not self._task.done():
            await asyncio.wait([self._task])

    def close(self) -> None:
        """Stop following words."""
        if self._task is not None:
            self._task.cancel()

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
        if about in ("member", "guild"):
            await self._tables.preferences.heard(about, number)
        elif about == "tournament":
            await self._tournament_posts.heard(number)
        elif about == "table" and await self._tables.store.heard(number):
            self._show_aside(self._presenter.show(number))
